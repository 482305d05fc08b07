"""Candidates: the sources of items of a campaign; a form for each."""
