"""Simulated nights of bling_bling."""
