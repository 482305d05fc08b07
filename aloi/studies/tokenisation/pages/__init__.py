"""Tokenisation: how models split the words of corpora."""
