"""Concepts and their names, from files."""
