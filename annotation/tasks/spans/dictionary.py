"""A dictionary of names with labels, looked up in texts: the simplest way to suggest spans."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from aloi.annotation.rows import LabelledSpan
from aloi.annotation.spans import pieces


@dataclass(frozen=True, slots=True)
class SpanDictionary:
    """Names cut into tokens, lower-cased; `longest` counts the tokens of the longest."""

    labels: dict[tuple[str, ...], str]
    longest: int

    @classmethod
    def of(cls, entries: Iterable[tuple[str, str]]) -> SpanDictionary:
        """Return the dictionary of (name, label) entries; of a name given twice the first label counts."""
        labels: dict[tuple[str, ...], str] = {}
        for name, label in entries:
            if key := tuple(_read(name)):
                labels.setdefault(key, label)
        return cls(labels, max(map(len, labels), default=0))

    def find(self, text: str) -> tuple[LabelledSpan, ...]:
        """Return the names that occur in a text: the longest at each position, without overlap.

        Tokens are compared in lower case; accents count.
        """
        places = pieces(text)
        tokens = _read(text)
        matches = []
        at = 0
        while at < len(tokens):
            size = next(
                (
                    size
                    for size in range(min(self.longest, len(tokens) - at), 0, -1)
                    if tuple(tokens[at : at + size]) in self.labels
                ),
                0,
            )
            if size:
                label = self.labels[tuple(tokens[at : at + size])]
                matches.append(LabelledSpan(label, ((places[at][0], places[at + size - 1][1]),)))
            at += size or 1
        return tuple(matches)


def _read(text: str) -> list[str]:
    return [unicodedata.normalize("NFC", text[start:end]).lower() for start, end in pieces(text)]
