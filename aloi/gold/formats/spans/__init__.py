"""Spans and tagged tokens: brat, CoNLL."""
