"""Realistic nights of every game, lawful or with planted breaches, in every form that is read."""
