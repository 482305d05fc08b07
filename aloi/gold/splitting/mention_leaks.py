"""Test mentions seen in training: equal to a mention of training or a name of a dictionary, or almost so.

The leak-free sets of `near_texts.py` as alekseev2022medical makes them: mentions are compared lower-cased
and stripped, by edits, and filtered one by one, so a repeated mention counts each time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from aloi.annotation.rows import LinkedMention
from aloi.base.errors import AloiError
from aloi.gold.splitting.near_texts import (
    DEFAULT_THRESHOLD,
    LeakFree,
    Mode,
    check_threshold,
    cleaned,
    nearest_texts,
)


@dataclass(frozen=True, slots=True)
class Size:
    """How many mentions a set has, and how many distinct concept fields; a composite one counts as one."""

    mentions: int
    concepts: int

    @classmethod
    def of(cls, mentions: Sequence[LinkedMention]) -> Size:
        """Return the size of a set of mentions."""
        return cls(len(mentions), len({one.concept for one in mentions if one.concepts}))


@dataclass(frozen=True, slots=True)
class Description:
    """A corpus as the first table of alekseev2022medical describes it.

    `mean_length` counts the characters of a mention, `numerals` is the share of mentions with a digit.
    """

    all: Size
    train: Size
    test: Size
    mean_length: float
    numerals: float


def describe(train: Sequence[LinkedMention], test: Sequence[LinkedMention]) -> Description:
    """Return the sizes of a corpus, the mean length of its mentions and the share with numerals."""
    both = [*train, *test]
    count = max(len(both), 1)
    return Description(
        Size.of(both),
        Size.of(train),
        Size.of(test),
        sum(len(one.mention) for one in both) / count,
        sum(any(char.isdigit() for char in one.mention) for one in both) / count,
    )


def check_texts(texts: Iterable[str], where: str) -> None:
    """Raise AloiError if no text is left to compare: an empty side would pass as one without leaks.

    Parameters
    ----------
    where : str
        The origin of the texts, as the error names it, e.g. a file.
    """
    count = 0
    for text in texts:
        count += 1
        if cleaned(text):
            return
    raise AloiError("gold.holds-mentions-or-names-none", has_count=bool(count), where=where, count=count)


def filter_mentions(
    test: Sequence[LinkedMention],
    references: Iterable[str],
    *,
    threshold: float = DEFAULT_THRESHOLD,
    mode: Mode = Mode.EXACT,
) -> LeakFree[LinkedMention]:
    """Return what each filter keeps of the test mentions.

    Parameters
    ----------
    references : iterable of str
        Mentions of the training set, or names of a dictionary; compared lower-cased and stripped.
    threshold : float
        From 0 (none is too near) to 1; a mention strictly nearer than it is excluded.

    Raises
    ------
    AloiError
        A threshold outside [0, 1], no test mention or no reference with a text.
    """
    references_cleaned = _compared_references(test, references)
    texts = [cleaned(one.mention) for one in test]
    distances = _distances(texts, references_cleaned, threshold, mode)
    near = [distances[text] < threshold for text in texts]
    return LeakFree.of(test, [text in references_cleaned for text in texts], near)


def curve(
    test: Sequence[LinkedMention],
    references: Iterable[str],
    thresholds: Sequence[float],
    mode: Mode = Mode.EXACT,
) -> tuple[tuple[float, Size], ...]:
    """Return what is left at each threshold, in rising order; each mention is searched for once.

    In the mode `compatible` the search itself depends on the threshold, so each is searched apart. Raises
    AloiError as `filter_mentions`.
    """
    references_cleaned = _compared_references(test, references)
    rising = sorted(set(thresholds))
    if mode is Mode.COMPATIBLE or not rising:
        return tuple(
            (at, Size.of(filter_mentions(test, references_cleaned, threshold=at, mode=mode).near))
            for at in rising
        )
    check_threshold(rising[0])
    texts = [cleaned(mention.mention) for mention in test]
    distances = _distances(texts, references_cleaned, rising[-1], mode)
    return tuple(
        (
            at,
            Size.of(
                [
                    mention
                    for mention, text in zip(test, texts, strict=True)
                    if text not in references_cleaned and distances[text] >= at
                ]
            ),
        )
        for at in rising
    )


def _distances(texts: Sequence[str], references: set[str], limit: float, mode: Mode) -> dict[str, float]:
    """Return how near each distinct text is to the nearest of the references; 0 for those among them."""
    distinct = sorted(set(texts) - references)
    nearest = nearest_texts(distinct, sorted(references), limit, mode)
    return dict(zip(distinct, map(float, nearest.distances), strict=True)) | dict.fromkeys(references, 0.0)


def _compared_references(test: Sequence[LinkedMention], references: Iterable[str]) -> set[str]:
    """Return the references in the form of the comparison, if both sides have a text."""
    prepared = {cleaned(one) for one in references}
    check_texts((one.mention for one in test), "The test set")
    check_texts(prepared, "The reference")
    return prepared
