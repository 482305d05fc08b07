"""Test items that training holds: the texts of rows of any kind, equal to one of training or almost so.

The three test sets of linked mentions (`mention_leaks.py`) for every row kind: all items; `filtered`, without
those whose text stands in training; and at a threshold, also without those whose text is nearer than it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from aloi.errors import AloiError
from aloi.names import known_name
from annotation.rows import (
    LabelledText,
    LinkedMention,
    MultipleChoice,
    Row,
    ScoredPair,
    Substitutes,
    TaggedPair,
    TaggedTokens,
)
from gold.model import LeakCheck, LeakReport, Split, SplitLeak
from gold.splitting.near_texts import check_threshold, cleaned, nearest_distances

Texts = tuple[str, ...]
_EXAMPLES = 20


def _both(one: Row) -> Texts:
    return (one.left, one.right) if isinstance(one, ScoredPair) else ()


def _pair(one: Row) -> Texts:
    # The order of the two says nothing.
    return ("\n".join(sorted(_both(one))),)


def _source(one: Row) -> Texts:
    return (" ".join(one.source),) if isinstance(one, TaggedPair) else ()


def _sentence(one: Row) -> Texts:
    return (one.sentence,) if isinstance(one, Substitutes) else ()


def _lemma(one: Row) -> Texts:
    return (f"{one.lemma} {one.pos}".strip(),) if isinstance(one, Substitutes) else ()


def _text(one: Row) -> Texts:
    if isinstance(one, LabelledText):
        return (f"{one.text}\n{one.second}" if one.second else one.text,)
    return (one.text or " ".join(one.tokens),) if isinstance(one, TaggedTokens) else ()


def _mention(one: Row) -> Texts:
    return (one.mention,) if isinstance(one, LinkedMention) else ()


def _question(one: Row) -> Texts:
    return (one.question,) if isinstance(one, MultipleChoice) else ()


# What of a row is compared, by row kind; the first is the default. A row leaks if one of its texts does.
_WAYS: Mapping[type, Mapping[str, Callable[[Row], Texts]]] = {
    ScoredPair: {"sentence": _both, "pair": _pair},
    TaggedPair: {"source": _source},
    Substitutes: {"sentence": _sentence, "lemma": _lemma},
    LabelledText: {"text": _text},
    TaggedTokens: {"text": _text},
    LinkedMention: {"mention": _mention},
    MultipleChoice: {"question": _question},
}


def ways(row_kind: type) -> Texts:
    """Return what of rows of a kind can be compared, the default first."""
    return tuple(_WAYS[row_kind])


def leak_texts(row: Row, by: str = "") -> Texts:
    """Return the texts of a row that are looked for in training.

    Raises
    ------
    AloiError
        Rows of this kind are not compared by that.
    """
    known = _WAYS[type(row)]
    what = f"way to look for leaks of rows of the kind {type(row).__name__}"
    return known[known_name(by or next(iter(known)), known, what)](row)


def check_leaks(
    test: Mapping[str, Row],
    train: Mapping[str, Row],
    check: LeakCheck,
    *,
    thresholds: Sequence[float] = (),
) -> LeakReport:
    """Return which test items training holds, and which it almost holds.

    Parameters
    ----------
    test, train : mapping
        Item id -> row, of one kind.
    thresholds : sequence of float
        At which to count what is left; each text is searched for once.

    Raises
    ------
    AloiError
        A threshold outside [0, 1], what this row kind is not compared by, or a side without any text.
    """
    for one in (check.threshold, *thresholds):
        check_threshold(one)
    known: dict[str, str] = {}
    for item_id in sorted(train):
        for text in leak_texts(train[item_id], check.by):
            known.setdefault(cleaned(text), item_id)
    known.pop("", None)
    texts = {item_id: _cleaned(test[item_id], check.by) for item_id in sorted(test)}
    _check_texts(check.test, len(test), there=any(texts.values()))
    _check_texts(check.train, len(train), there=bool(known))
    nearest = _nearest(texts, list(known), max(check.threshold, *thresholds, 0.0))
    exact = [one for one, distance in nearest.items() if distance == 0]
    near = [one for one, distance in nearest.items() if 0 < distance < check.threshold]
    row = next(iter(test.values()), None)
    examples = sorted([*exact, *near], key=lambda one: (nearest[one], one))[:_EXAMPLES]
    return LeakReport(
        check,
        by=check.by or ("" if row is None else ways(type(row))[0]),
        items=len(texts),
        exact=tuple(exact),
        near=tuple(near),
        examples=tuple(_example(one, texts[one], known, nearest[one]) for one in examples),
        curve=tuple(
            (at, sum(distance > 0 and distance >= at for distance in nearest.values()))
            for at in sorted(set(thresholds))
        ),
    )


def _check_texts(part: str, items: int, *, there: bool) -> None:
    if not there:
        raise AloiError("gold.part-items-none-text-compare", part=repr(part), items=items)


def filtered_parts(item_ids: Sequence[str], report: LeakReport) -> tuple[Split, ...]:
    """Return what both filters keep of a test part, as parts of their own; one that is empty is left out."""
    exact = set(report.exact)
    filtered = tuple(one for one in item_ids if one not in exact)
    near = set(report.near)
    names = tuple(report.sizes)[1:]
    kept = (filtered, tuple(one for one in filtered if one not in near))
    return tuple(
        Split(name, ids, within=report.check.test) for name, ids in zip(names, kept, strict=True) if ids
    )


def _cleaned(row: Row, by: str) -> Texts:
    return tuple(found for text in leak_texts(row, by) if (found := cleaned(text)))


def _nearest(texts: Mapping[str, Texts], known: Sequence[str], limit: float) -> dict[str, float]:
    """Return, for each item, how near the nearest of its texts is to one of training."""
    seen = set(known)
    distinct = sorted({text for each in texts.values() for text in each if text not in seen})
    # Where only equal texts count, there is nothing to measure.
    far = nearest_distances(distinct, seen, limit) if limit else np.ones(len(distinct))
    distances = dict(zip(distinct, map(float, far), strict=True)) | dict.fromkeys(seen, 0.0)
    return {one: min((distances[text] for text in each), default=1.0) for one, each in texts.items()}


def _example(item_id: str, texts: Texts, known: Mapping[str, str], distance: float) -> SplitLeak:
    """Return a leaking item with the text of training that is nearest to one of its own."""
    found = []
    for text in texts:
        # Lengths that differ by more than the distance cannot be that near; one letter allows for rounding.
        alike = [one for one in known if abs(len(one) - len(text)) <= distance * max(len(one), len(text)) + 1]
        nearest = process.extractOne(text, alike, scorer=Levenshtein.normalized_distance)
        if nearest is not None:
            found.append((float(nearest[1]), text, str(nearest[0])))
    far, text, other = min(found)
    return SplitLeak(item_id, known[other], far, text, other)
