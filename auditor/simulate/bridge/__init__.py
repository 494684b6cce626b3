"""Simulated nights of bridge."""
