"""Test mentions that were seen: equal to a mention of training or a name of a dictionary, or almost so.

Three test sets stand beside each other (alekseev2022medical): `full`, every mention; `filtered`, without
those equal to a reference; `filtered_0.2`, also without those nearer to one than 0.2, in edits by the length
of the longer of the two. Mentions are filtered one by one, so what stands twice counts twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from aloi.errors import AloiError
from annotation.rows import LinkedMention
from gold.splitting.near_texts import DEFAULT_THRESHOLD, Mode, check_threshold, cleaned, nearest_distances


@dataclass(frozen=True, slots=True)
class Filtered:
    """The mentions that each filter keeps, in their order; `near` is `filtered` without those too near."""

    full: tuple[LinkedMention, ...]
    filtered: tuple[LinkedMention, ...]
    near: tuple[LinkedMention, ...]


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
    """Raise AloiError where no text is left to compare: an empty side would pass as one without leaks.

    Parameters
    ----------
    where : str
        What the texts are of, as the error names it, e.g. a file.
    """
    count = 0
    for one in texts:
        count += 1
        if cleaned(one):
            return
    raise AloiError("gold.holds-mentions-or-names-none", has_count=bool(count), where=where, count=count)


def filter_mentions(
    test: Sequence[LinkedMention],
    references: Iterable[str],
    *,
    threshold: float = DEFAULT_THRESHOLD,
    mode: Mode = Mode.EXACT,
) -> Filtered:
    """Return what each filter keeps of the test mentions.

    Parameters
    ----------
    references : iterable of str
        Mentions of the training set, or names of a dictionary; compared lower-cased and stripped.
    threshold : float
        From 0 (none is too near) to 1; a mention nearer than it, strictly, is left out.

    Raises
    ------
    AloiError
        A threshold outside [0, 1], no test mention or no reference with a text.
    """
    known = _known(test, references)
    filtered = tuple(one for one in test if cleaned(one.mention) not in known)
    texts = sorted({cleaned(one.mention) for one in filtered})
    near = dict(zip(texts, nearest_distances(texts, known, threshold, mode) < threshold, strict=True))
    kept = tuple(one for one in filtered if not near[cleaned(one.mention)])
    return Filtered(tuple(test), filtered, kept)


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
    known = _known(test, references)
    rising = sorted(set(thresholds))
    if mode is Mode.COMPATIBLE or not rising:
        return tuple(
            (at, Size.of(filter_mentions(test, known, threshold=at, mode=mode).near)) for at in rising
        )
    check_threshold(rising[0])
    filtered = [one for one in test if cleaned(one.mention) not in known]
    texts = sorted({cleaned(one.mention) for one in filtered})
    nearest = dict(zip(texts, nearest_distances(texts, known, rising[-1], mode), strict=True))
    return tuple(
        (at, Size.of([one for one in filtered if nearest[cleaned(one.mention)] >= at])) for at in rising
    )


def _known(test: Sequence[LinkedMention], references: Iterable[str]) -> set[str]:
    """Return the references as they are compared, where both sides have something to compare."""
    known = {cleaned(one) for one in references}
    check_texts((one.mention for one in test), "The test set")
    check_texts(known, "The reference")
    return known
