"""Degrees of one or several scales."""
