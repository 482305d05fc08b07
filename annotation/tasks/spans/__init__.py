"""Spans of a text with labels."""
