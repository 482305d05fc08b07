"""Concept linking: test sets, rankers, and the tables of both."""
