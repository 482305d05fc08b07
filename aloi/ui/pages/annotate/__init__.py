"""Annotate: the desk of an annotator."""
