"""Neighbours: words that stand in like contexts, in prepared corpora."""
