"""Substitution scores: systems of lexical substitution against gold."""
