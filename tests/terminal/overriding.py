"""What `aloi release build` is told where a release breaks rules that are not what a test is about."""

from __future__ import annotations


def overriding(*rules: str) -> tuple[str, ...]:
    """Return the options by which a release may break these rules."""
    return tuple(word for rule in rules for word in ("--override", rule, "--why", "Made for a test."))
