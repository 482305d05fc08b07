"""Spans of a text."""
