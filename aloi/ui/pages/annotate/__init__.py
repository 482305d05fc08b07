"""Annotate: the annotation page."""
