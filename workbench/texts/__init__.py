"""Corpora, terminologies, uploads and what restriction asks."""
