"""Similarity of two sentences on one or several scales."""
