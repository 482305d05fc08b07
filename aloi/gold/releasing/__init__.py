"""Frozen versions of the gold: manifest, statement, provenance."""
