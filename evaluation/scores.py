"""Scores of rows by the metrics of the registry, with resamples, so that systems can be compared on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agreement.result import sign
from annotation.rows import ScoredPair
from evaluation.metrics.edrm import EdrmVariant
from evaluation.metrics.f1 import averages, f1
from evaluation.metrics.seqeval import Scheme, Span, fits, lenient_spans, strict_spans
from evaluation.metrics.sets import exact_match, jaccard
from evaluation.paired_resampling import Measured, interval, measure
from evaluation.rows import Answer, RowTest, metrics_for

Floats = NDArray[np.float64]
REPLICATES = 1000
_SEED = 0
# Cells of the (replicates, units) table of weights held at once.
_CELLS = 1_000_000


@dataclass(frozen=True, slots=True)
class TestScore:
    """A metric on a test: the mean over seeds, its interval, and the value of each seed.

    `low` and `high` are the ends of the 95 % interval over items, and over seeds where there are several.
    """

    test: str
    metric: str
    value: float | None
    reason: str | None
    low: float | None
    high: float | None
    by_seed: tuple[float | None, ...]
    n: int
    signature: str


def score_rows(
    test: RowTest, predicted: Sequence[Sequence[Answer]], seeds: Sequence[int], replicates: int = REPLICATES
) -> list[TestScore]:
    """Return each metric of the kind of row on one test: the mean over seeds and its 95 % interval.

    Parameters
    ----------
    predicted : sequence by seed of sequences
        An answer for each row, in the order of `test.ids`.
    """
    facts: dict[str, object] = {
        "test": test.label,
        "items": len(test.ids),
        "seeds": ",".join(map(str, seeds)),
    }
    if test.kind == ScoredPair.__name__:
        facts |= {"scale": f"{test.low:g}..{test.high:g}", "clipped": "no"}
    scores = []
    for name in metrics_for(test.kind):
        measured = measure_rows(name, test, predicted, replicates)
        ends = interval(name, measured, _SEED, test.unit)
        scores.append(
            TestScore(
                test=test.label,
                metric=name,
                value=measured.value,
                reason=measured.reason,
                low=ends.low if ends else None,
                high=ends.high if ends else None,
                by_seed=measured.by_seed,
                n=len(test.ids),
                signature=sign(name, {**facts, **_facts(name)}, None, ends.method if ends else "none"),
            )
        )
    return scores


def measure_rows(
    name: str, test: RowTest, predicted: Sequence[Sequence[Answer]], replicates: int = REPLICATES
) -> Measured:
    """Return a metric of a system on a test and on resamples, the same for every system.

    Parameters
    ----------
    predicted : sequence by seed of sequences
        An answer for each row, in the order of `test.ids`.
    """
    if test.kind == ScoredPair.__name__:
        scores = [np.array(row, dtype=np.float64) for row in (test.gold, *predicted)]
        return measure(
            name, scores[0], np.stack(scores[1:]), test.low, test.high, replicates=replicates, seed=_SEED
        )
    counted = [_COUNTERS[name](test.gold, row) for row in predicted]
    by_seed = tuple(_value(one.values(one.counts.sum(axis=0)[None])[0]) for one in counted)
    reason = next((one.reason for one, found in zip(counted, by_seed, strict=True) if found is None), None)
    known = [one for one in by_seed if one is not None]
    if len(known) < len(by_seed) or not replicates:
        mean = float(np.mean(known)) if known and len(known) == len(by_seed) else None
        return Measured(mean, reason, by_seed, np.empty(0))
    grouped = [(_grouped(one.counts, test), one.values) for one in counted]
    return Measured(float(np.mean(known)), None, by_seed, _replicates(grouped, replicates))


@dataclass(frozen=True, slots=True)
class _Counted:
    """What adds up over rows, (N, ...), how sums of it (R, ...) give the metric (R,), and why it may not."""

    counts: Floats
    values: Callable[[Floats], Floats]
    reason: str = ""


def _grouped(counts: Floats, test: RowTest) -> Floats:
    """Return the counts of each unit of resampling, flat, shape (units, cells)."""
    flat = counts.reshape(len(counts), -1)
    if test.unit != "documents":
        return flat
    _, place = np.unique(np.array(test.documents), return_inverse=True)
    summed = np.zeros((int(place.max()) + 1, flat.shape[1]))
    np.add.at(summed, place, flat)
    return summed


def _replicates(systems: Sequence[tuple[Floats, Callable[[Floats], Floats]]], replicates: int) -> Floats:
    """Return the mean over seeds of each resample, (R,); NaN where it is undefined."""
    generator = np.random.default_rng(_SEED)
    size = len(systems[0][0])
    rows = max(1, _CELLS // size)
    parts = []
    for start in range(0, replicates, rows):
        weights = generator.multinomial(size, np.full(size, 1 / size), size=min(rows, replicates - start))
        parts.append(np.mean([values(weights @ flat) for flat, values in systems], axis=0))
    return np.concatenate(parts)


def _label_counter(column: int) -> Callable[[Sequence[Answer], Sequence[Answer]], _Counted]:
    """Return the counter of one of the three averages of F1."""

    def counted(gold: Sequence[Answer], predicted: Sequence[Answer]) -> _Counted:
        sides = [[frozenset(map(str, _several(one))) for one in side] for side in (gold, predicted)]
        place = {
            label: at
            for at, label in enumerate(sorted({one for side in sides for row in side for one in row}))
        }
        counts = np.zeros((len(gold), max(len(place), 1), 3))
        for row, (wanted, given) in enumerate(zip(*sides, strict=True)):
            for which, labels in enumerate((wanted & given, given, wanted)):
                counts[row, [place[label] for label in labels], which] = 1
        shape = counts.shape[1:]
        return _Counted(
            counts,
            lambda sums: averages(sums.reshape(-1, *shape))[:, column],
            "neither the gold nor the prediction has a label",
        )

    return counted


def _mean_counter(
    of_two: Callable[[frozenset[str], frozenset[str]], float],
) -> Callable[[Sequence[Answer], Sequence[Answer]], _Counted]:
    """Return the counter of the mean of what each row earns."""

    def counted(gold: Sequence[Answer], predicted: Sequence[Answer]) -> _Counted:
        earned = [
            of_two(frozenset(map(str, _several(one))), frozenset(map(str, _several(other))))
            for one, other in zip(gold, predicted, strict=True)
        ]
        counts = np.column_stack([earned, np.ones(len(earned))])
        return _Counted(counts, lambda sums: sums[:, 0] / sums[:, 1])

    return counted


def _span_counter(strict: bool) -> Callable[[Sequence[Answer], Sequence[Answer]], _Counted]:
    """Return the counter of the F1 of spans, lenient or strict (IOB2)."""

    def spans(tags: Sequence[str]) -> list[Span]:
        return strict_spans(tags, Scheme.IOB2) if strict else lenient_spans(tags)

    def counted(gold: Sequence[Answer], predicted: Sequence[Answer]) -> _Counted:
        sides = [[[str(tag) for tag in _several(one)] for one in side] for side in (gold, predicted)]
        strange = sorted({tag for side in sides for row in side for tag in row if not fits(tag, Scheme.IOB2)})
        if strict and strange:
            nothing = np.zeros((len(gold), 3))
            return _Counted(nothing, _f1, f"{', '.join(strange[:5])}: not of the scheme {Scheme.IOB2}")
        counts = np.zeros((len(gold), 3))
        for row, tags in enumerate(zip(*sides, strict=True)):
            wanted, given = (set(spans(one)) for one in tags)
            counts[row] = len(wanted & given), len(given), len(wanted)
        return _Counted(counts, _f1, "neither the gold nor the prediction has a span")

    return counted


def _token_counter(gold: Sequence[Answer], predicted: Sequence[Answer]) -> _Counted:
    """Return the counter of the share of tokens with the tag of the gold."""
    pairs = [(_several(one), _several(other)) for one, other in zip(gold, predicted, strict=True)]
    counts = np.array(
        [(sum(a == b for a, b in zip(*pair, strict=True)), len(pair[0])) for pair in pairs], dtype=np.float64
    )
    return _Counted(counts, lambda sums: sums[:, 0] / np.maximum(sums[:, 1], 1))


def _f1(sums: Floats) -> Floats:
    return f1(sums.reshape(-1, 3))[:, 2]


_COUNTERS: Mapping[str, Callable[[Sequence[Answer], Sequence[Answer]], _Counted]] = {
    "weighted_f1": _label_counter(0),
    "macro_f1": _label_counter(1),
    "micro_f1": _label_counter(2),
    "exact_match": _mean_counter(exact_match),
    "jaccard": _mean_counter(jaccard),
    "seqeval_f1": _span_counter(strict=False),
    "seqeval_strict_f1": _span_counter(strict=True),
    "token_accuracy": _token_counter,
}


def _facts(name: str) -> Mapping[str, object]:
    """Return what the signature of a metric says of its variant."""
    return {
        "edrm": {"variant": EdrmVariant.FROM_SYSTEM.value},
        "seqeval_f1": {"scheme": "none"},
        "seqeval_strict_f1": {"scheme": Scheme.IOB2.value},
    }.get(name, {})


def _several(answer: Answer) -> tuple[object, ...]:
    return answer if isinstance(answer, tuple) else (answer,)


def _value(found: float) -> float | None:
    return None if np.isnan(found) else float(found)
