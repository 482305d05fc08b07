"""Corpora, items, terminologies, suggestions."""
