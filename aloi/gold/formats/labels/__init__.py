"""Labelled texts as tables and lines of JSON."""
