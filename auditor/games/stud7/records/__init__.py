"""Hands of stud as formats record them: money, times, deals, actions, and their rows."""
