"""Mentions with their concepts, as several corpora write them."""
