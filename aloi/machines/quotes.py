"""Offsets of quoted texts: a language model quotes reliably, and counts characters badly."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from aloi.machines.model import Skip


class QuoteError(ValueError):
    """A quote without a clear place; `words` tells the model what to change and may hold text of the item."""

    def __init__(self, skip: Skip, words: str) -> None:
        super().__init__(skip.value)
        self.skip = skip
        self.words = words


@dataclass(frozen=True, slots=True)
class Quote:
    """A quoted stretch, and a longer quote around it that says which occurrence is meant (may be empty)."""

    text: str
    around: str = ""


def occurrences(text: str, quote: str) -> list[tuple[int, int]]:
    """Return where a quote occurs, half open, in code points; runs of white space are equal to each other.

    >>> occurrences("La toux et la toux", "toux"), occurrences("une  toux", "une toux")
    ([(3, 7), (14, 18)], [(0, 9)])
    """
    words = quote.split()
    if not words:
        return []
    pattern, places = re.compile(r"\s+".join(map(re.escape, words))), []
    match = pattern.search(text)
    while match is not None:
        places.append(match.span())
        match = pattern.search(text, match.start() + 1)
    return places


def resolved(text: str, quotes: Sequence[Quote]) -> list[tuple[int, int]]:
    """Return the offsets of quotes of one text, in their order.

    A quote that occurs once is there. Of several occurrences, `around` names one. If the same quote is in the
    list as often as in the text, its occurrences are taken in order.

    Raises
    ------
    QuoteError
        A quote that is not in the text, or at several places of it.
    """
    counts = Counter(quote.text for quote in quotes)
    used: Counter[str] = Counter()
    spans = []
    for quote in quotes:
        places = occurrences(text, quote.text)
        if not places:
            raise QuoteError(
                Skip.NOT_QUOTED,
                f'"{quote.text}" is not in the text. Quote it exactly, character by character.',
            )
        inside = _inside(text, quote, places)
        if len(places) == 1:
            spans.append(places[0])
        elif len(inside) == 1:
            spans.append(inside[0])
        elif counts[quote.text] == len(places):
            spans.append(places[used[quote.text]])
            used[quote.text] += 1
        else:
            raise QuoteError(
                Skip.AMBIGUOUS,
                f'"{quote.text}" occurs {len(places)} times. In "around", quote a longer stretch of the text '
                "that contains it and occurs once.",
            )
    return spans


def _inside(text: str, quote: Quote, places: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the occurrences of a quote within the only occurrence of what is around it."""
    around = occurrences(text, quote.around) if quote.around.strip() else []
    if len(around) != 1:
        return []
    start, end = around[0]
    return [place for place in places if start <= place[0] and place[1] <= end]
