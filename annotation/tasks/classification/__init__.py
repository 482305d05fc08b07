"""Texts with labels of a list."""
