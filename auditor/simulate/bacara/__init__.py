"""Simulated nights of bacara."""
