"""Verbs on files, without a store."""
