"""The words of the field, explained where they stand: one place for what each means, in the catalogue."""

from __future__ import annotations

from ui.texts import t


def explained(*terms: str) -> str:
    """Return what words mean, in the reader's language, for the question mark beside one of them."""
    return "\n\n".join(f"**{t(f'glossary.{one}')}**: {t(f'glossary.{one}_is')}" for one in terms)
