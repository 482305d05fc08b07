"""Neighbours: words with similar contexts, in prepared corpora."""
