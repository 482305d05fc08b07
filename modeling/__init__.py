"""Releases in, scores out: encoders, recipes, metrics, runs."""
