"""Scored pairs of sentences."""
