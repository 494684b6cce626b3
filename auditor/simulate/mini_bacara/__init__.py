"""Simulated nights of mini_bacara."""
