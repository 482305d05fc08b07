"""Distributional neighbours of words (SemDis)."""
