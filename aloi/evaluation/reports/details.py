"""A system on one test in detail: labels or types, confused labels, and scores of groups of rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import scipy

from aloi.agreement.result import Interval
from aloi.annotation.layers import TagSpan
from aloi.annotation.rows import LabelledText, TaggedTokens
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.names import known_name
from aloi.base.terms import Phrase, Term
from aloi.evaluation.metrics import metric as metric_of
from aloi.evaluation.metrics.f1 import f1
from aloi.evaluation.metrics.seqeval import SEQEVAL_F1, SpanF1
from aloi.evaluation.resampling import LEVEL, REPLICATES, SEED, intervals_of_sums
from aloi.evaluation.rows import Answer, EvaluationSet

NONE = "-"  # no label, or no span there
Parts: TypeAlias = TagSpan  # a label, with the offsets of a span or zeros
_Reader = Callable[[Answer], frozenset[Parts]]


@dataclass(frozen=True, slots=True)
class LabelDetail:
    """A label of texts, or a type of spans.

    Parameters
    ----------
    precision, recall, f1 : float
        In [0, 1], means over seeds.
    interval : Interval or None
        95 % of F1, over rows.
    support : int
        How often the gold has it.
    predicted : float
        How often it is predicted, mean over seeds.
    """

    label: str
    precision: float
    recall: float
    f1: float
    interval: Interval | None
    support: int
    predicted: float


@dataclass(frozen=True, slots=True)
class ConfusionCell:
    """How often a label of the gold was predicted as another one, mean over seeds; `-` for no label."""

    gold: str
    predicted: str
    count: float


@dataclass(frozen=True, slots=True)
class GroupScore:
    """The metric on the rows of one group, mean over seeds; None with a reason."""

    group: str
    rows: int
    value: float | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class GroupScores:
    """The metric by group, such as by document.

    Parameters
    ----------
    key : str
        The property that defines groups.
    groups : tuple of GroupScore
        By name.
    mean : float or None
        Macro mean: the unweighted mean over groups with a value; None without one.
    interval : Interval or None
        95 % of the macro mean by Student's t over groups; None with fewer than two.
    undefined : int
        Groups without a value, which the mean excludes.
    """

    key: str
    groups: tuple[GroupScore, ...]
    mean: float | None
    interval: Interval | None
    undefined: int


@dataclass(frozen=True, slots=True)
class TestDetails:
    """A system on one test.

    Parameters
    ----------
    metric : str
        The metric of groups; if it is one of spans, its reading of tags is that of labels too.
    drawn : str
        The unit of resampling, in words.
    labels, confusion : tuple
        Empty for rows without labels.
    groups : GroupScores or None
        None if no groups were requested.
    keys : tuple of str
        The properties that groups of this test may be defined by.
    """

    __test__ = False

    test: str
    kind: str
    metric: str
    rows: int
    seeds: int
    drawn: str
    labels: tuple[LabelDetail, ...]
    confusion: tuple[ConfusionCell, ...]
    groups: GroupScores | None
    keys: tuple[str, ...]


def details_of(
    gold: EvaluationSet,
    runs: Sequence[Sequence[Answer]],
    metric: str,
    *,
    key: str | None = None,
    replicates: int = REPLICATES,
    seed: int = SEED,
) -> TestDetails:
    """Return the details of the answers of each seed to a test.

    Parameters
    ----------
    key : str or None
        The property of rows that defines groups, such as `document`; None for none.

    Raises
    ------
    AloiError
        A key that the rows do not have, or with two names in a row.
    """
    has_labels = gold.kind in (LabelledText.__name__, TaggedTokens.__name__)
    labels: tuple[LabelDetail, ...] = ()
    confusion: tuple[ConfusionCell, ...] = ()
    if has_labels:
        read = _reader(gold.kind, metric)
        right = [read(answer) for answer in gold.gold]
        predicted = [[read(answer) for answer in run] for run in runs]
        labels = _label_details(gold, right, predicted, replicates, seed)
        confusion = _confusion(right, predicted)
    return TestDetails(
        gold.label,
        gold.kind,
        metric,
        len(gold.ids),
        len(runs),
        gold.units.words,
        labels,
        confusion,
        _groups(gold, runs, metric, key) if key else None,
        tuple(name for name, values in gold.shared.items() if max(map(len, values), default=0) == 1),
    )


def macro_mean(key: str, groups: Sequence[GroupScore]) -> GroupScores:
    """Return groups with their unweighted mean, and its interval by Student's t over groups."""
    values = [group.value for group in groups if group.value is not None]
    mean = float(np.mean(values)) if values else None
    interval = None
    if mean is not None and len(values) > 1:
        quantile = float(scipy.stats.t.ppf((1 + LEVEL) / 2, len(values) - 1))
        half_width = quantile * float(np.std(values, ddof=1)) / len(values) ** 0.5
        interval = Interval(mean - half_width, mean + half_width, f"student-groups{len(values)}")
    return GroupScores(key, tuple(groups), mean, interval, len(groups) - len(values))


def _reader(kind: str, metric: str) -> _Reader:
    """Return the function from an answer to its labels, or to its spans as the metric reads tags."""
    if kind == LabelledText.__name__:
        return lambda answer: frozenset(TagSpan(str(label), 0, 0) for label in answer)  # type: ignore[union-attr]
    chosen = metric_of(metric)
    reading = chosen if isinstance(chosen, SpanF1) else SEQEVAL_F1
    return lambda answer: frozenset(reading.spans(answer))  # type: ignore[arg-type]


def _label_details(
    gold: EvaluationSet,
    right: Sequence[frozenset[Parts]],
    predicted: Sequence[Sequence[frozenset[Parts]]],
    replicates: int,
    seed: int,
) -> tuple[LabelDetail, ...]:
    names = sorted({part[0] for side in (right, *predicted) for row in side for part in row})
    if not names:
        return ()
    index = {name: at for at, name in enumerate(names)}
    counts = np.zeros((len(right), len(names), len(predicted), 3))
    for run, side in enumerate(predicted):
        for row, (expected, answered) in enumerate(zip(right, side, strict=True)):
            for which, parts in enumerate((expected & answered, answered, expected)):
                for part in parts:
                    counts[row, index[part[0]], run, which] += 1

    def scores(sums: Floats) -> Floats:
        """Return the F1 of each label, mean over seeds."""
        return np.asarray(_mean_over_seeds(sums)[..., 2])

    intervals = intervals_of_sums(counts, scores, gold.units, replicates, seed, shares=True)
    total = counts.sum(axis=0)
    means = _mean_over_seeds(total)
    return tuple(
        LabelDetail(
            name,
            float(means[at, 0]),
            float(means[at, 1]),
            float(means[at, 2]),
            intervals[at],
            int(total[at, 0, 2]),
            float(total[at, :, 1].mean()),
        )
        for at, name in enumerate(names)
    )


def _mean_over_seeds(sums: Floats) -> Floats:
    """Return precision, recall and F1, (..., L, 3), from sums (..., L, S, 3); NaN if no seed has it."""
    values = f1(sums)
    defined = ~np.isnan(values)
    total = np.where(defined, values, 0.0).sum(axis=-2)
    count = defined.sum(axis=-2)
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)


def _confusion(
    right: Sequence[frozenset[Parts]], predicted: Sequence[Sequence[frozenset[Parts]]]
) -> tuple[ConfusionCell, ...]:
    """Return the cells that occur, right ones too, by gold label and frequency."""
    counts: Counter[tuple[str, str]] = Counter()
    for side in predicted:
        for expected, answered in zip(right, side, strict=True):
            counts.update(_pairs(expected, answered))
    cells = [ConfusionCell(*pair, count / len(predicted)) for pair, count in counts.items()]
    return tuple(sorted(cells, key=lambda cell: (cell.gold, -cell.count, cell.predicted)))


def _pairs(expected: frozenset[Parts], answered: frozenset[Parts]) -> Iterator[tuple[str, str]]:
    """Yield gold and predicted label of each thing that either side has in a row.

    Spans with the same offsets belong together, then those that overlap most. Of the labels of a text, equal
    ones do; a single other one on each side is a confusion.
    """
    missing, spurious = sorted(expected - answered), sorted(answered - expected)
    yield from ((part[0], part[0]) for part in expected & answered)
    candidates = sorted(
        (-_overlap(missed, extra), missed, extra)
        for missed in missing
        for extra in spurious
        if _overlap(missed, extra)
    )
    if not candidates and len(missing) == len(spurious) == 1 and missing[0][2] == spurious[0][2] == 0:
        candidates = [(0, missing[0], spurious[0])]
    for _, missed, extra in candidates:
        if missed in missing and extra in spurious:
            missing.remove(missed)
            spurious.remove(extra)
            yield missed[0], extra[0]
    yield from ((part[0], NONE) for part in missing)
    yield from ((NONE, part[0]) for part in spurious)


def _overlap(first: Parts, second: Parts) -> int:
    return max(0, min(first[2], second[2]) - max(first[1], second[1]))


def _groups(gold: EvaluationSet, runs: Sequence[Sequence[Answer]], metric: str, key: str) -> GroupScores:
    known_name(
        key,
        gold.shared,
        Phrase("kind-property-of-the-rows-of", "property of the rows of {label}", label=gold.label),
    )
    places: dict[str, list[int]] = {}
    for at, names in enumerate(gold.shared[key]):
        if len(names) > 1:
            raise AloiError(
                "aloi.value", name=Term("group-key"), value=repr(key), expected=Term("one-name-a-row")
            )
        places.setdefault(names[0] if names else NONE, []).append(at)
    return macro_mean(
        key, [score_of_group(name, gold, runs, metric, places[name]) for name in sorted(places)]
    )


def score_of_group(
    name: str,
    gold: EvaluationSet,
    runs: Sequence[Sequence[Answer]],
    metric: str,
    places: Sequence[int] | None = None,
) -> GroupScore:
    """Return the metric on some rows, by their places, or on all; mean over seeds."""
    places = range(len(gold.ids)) if places is None else places
    part = [gold.gold[at] for at in places]
    sides = [[run[at] for at in places] for run in runs]
    sums = metric_of(metric).sums(part, sides, gold.low, gold.high)
    values = [each.observed for each in sums]
    defined = [value for value in values if value is not None]
    if len(defined) < len(values):
        reason = next(each.reason for each in sums if each.observed is None)
        return GroupScore(name, len(places), None, reason)
    return GroupScore(name, len(places), float(np.mean(defined)), None)
