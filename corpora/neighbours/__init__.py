"""Distributional neighbours of words: counts of contexts, PPMI, three orders, and their evidence."""

from __future__ import annotations

# Keys of the bibliography.
REFERENCES = (
    "church1990word",
    "grefenstette1994corpus",
    "levy2015improving",
    "lin1998automatic",
    "manning2008introduction",
    "webber2010similarity",
)
