"""Substitutes of a word in its sentence."""
