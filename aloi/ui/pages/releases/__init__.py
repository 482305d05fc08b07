"""Releases: gold, its parts, what leaks between them, and the files it is given out in."""
