"""Sentences, tokens, forms and word lists, with offsets; similarity of strings."""
