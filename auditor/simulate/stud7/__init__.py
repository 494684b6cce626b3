"""Simulated nights of stud7."""
