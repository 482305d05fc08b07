"""Miners, one file each: they propose candidate pairs and say what they measured."""

from __future__ import annotations

MINERS = {
    "lexical": "Mean of Levenshtein similarity and token cosine at or above a threshold; exact.",
    "nearest": "The nearest sentences by a sentence encoder; exact search.",
    "random": "Pairs drawn at random, each as likely as any other.",
    "model": "Pairs that a model places where the gold is thin (aloi loop fill).",
}
