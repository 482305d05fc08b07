"""Rounds: opening them, following them, and what they need beforehand."""
