"""Releases: gold, its splits, train/test leakage, and the exported files."""
