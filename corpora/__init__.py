"""Texts in, items out: corpora, sentences, candidate items and where each came from."""
