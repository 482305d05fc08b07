"""Why an item is passed over: a reason that any language can tell, and the person's own words."""

from __future__ import annotations

from enum import StrEnum


class SkipReason(StrEnum):
    """Why an item is passed over; `OTHER` is what the person's words say."""

    BROKEN = "broken"
    CONTEXT = "context"
    EXPERTISE = "expertise"
    OTHER = "other"


# The sentences of the English annotation page, which people write into tables.
_SENTENCES = {
    "The text is broken or cut off": SkipReason.BROKEN,
    "It cannot be understood without more context": SkipReason.CONTEXT,
    "It is outside what I know": SkipReason.EXPERTISE,
}
_REASONS = {**_SENTENCES, **{reason.value: reason for reason in SkipReason}}


def read_skip(text: str) -> tuple[SkipReason, str]:
    """Return the reason and the words of a text `reason` or `reason: words`; what is neither is all words."""
    text = text.strip()
    head, _, words = text.partition(": ")
    reason = _REASONS.get(head)
    return (SkipReason.OTHER, text) if reason is None else (reason, words.strip())
