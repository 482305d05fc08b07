"""Tokenizers and how they split words."""
