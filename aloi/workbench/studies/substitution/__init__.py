"""Baselines of lexical substitution (SemDis)."""
