"""Reasons for releases that break rules which are not what a test is about."""

from __future__ import annotations


def overriding(*rules: str) -> dict[str, str]:
    """Return the reasons by which a release may break these rules."""
    return dict.fromkeys(rules, "A release made for a test.")
