"""The next things to fix: a short list, each entry with the estimate that supports it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from aloi.agreement.diagnosis.annotators import AnnotatorDiagnosis, Cells, diagnose_annotators
from aloi.agreement.diagnosis.disagreement import spread
from aloi.agreement.diagnosis.figures import Figure, alpha_of, scale
from aloi.agreement.diagnosis.labels import confusions
from aloi.agreement.diagnosis.prevalence import prevalence
from aloi.agreement.diagnosis.repeats import Repeat, diagnose_repeats
from aloi.agreement.number import Number
from aloi.agreement.ratings import Ratings

CHANGE = 0.05  # alpha lost to one annotator before it is worth a word
PART = 0.05  # of the range of the scale, for bias and drift
LARGEST = 0.75  # an effect below this share of the largest may be its mere reflection in the others
CONFUSED = 0.25  # distinguishability of two labels below which they are reported as confused
PAIRS = 10  # disputed pairs of ratings before two labels are called confused
WIDE = 0.3  # width of an interval that decides nothing
SURE = 0.01  # error of the drift test, shared among the annotators
STEADY = 0.667  # self-agreement an annotator should be able to reach


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to fix.

    Parameters
    ----------
    kind : str
        undefined, too_few_units, apart, bias, drift, unsteady, order_effect, confused, prevalence, items,
        attribute, relation.
    about : tuple of str
        Annotators, labels or units concerned.
    size : float or None
        The estimate behind the finding: alpha lost, bias, total drift, alpha of the repeats, order effect,
        distinguishability of the labels, AC1 minus kappa, number of items, width of the interval.
    sentence, todo : str
        The observation, and the action.
    """

    kind: str
    about: tuple[str, ...]
    size: float | None
    sentence: str
    todo: str


def what_to_fix(
    ratings: Ratings,
    *,
    when: Cells | None = None,
    repeats: Iterable[Repeat] = (),
    people: Sequence[AnnotatorDiagnosis] | None = None,
    intervals: bool = True,
) -> list[Finding]:
    """Return the things to fix, the most urgent first; an empty list if there are none.

    Parameters
    ----------
    ratings, when, intervals
        As for `diagnose_annotators`; without intervals, findings that need one are omitted.
    repeats : iterable of Repeat
        As for `diagnose_repeats`, on the same scale.
    people : sequence of AnnotatorDiagnosis, optional
        The result of `diagnose_annotators`, if it was computed before.

    Notes
    -----
    The order is:

    - alpha undefined, or its interval wider than 0.3;
    - an annotator whose leave-one-out change of alpha is at most -0.05 with an interval below 0;
    - bias and drift of at least 5 % of the scale with an interval without 0 (for drift p < 0.01 / A), at
      least three quarters of the largest in the table;
    - self-agreement whose interval lies below 0.667;
    - an order effect;
    - the two labels that are distinguished least, under 0.25 and disputed at least 10 times;
    - the prevalence paradox;
    - items to discuss.
    """
    ratings = ratings.canonical()
    alpha = alpha_of(ratings, intervals=intervals)
    if people is None:
        people = diagnose_annotators(ratings, when=when, intervals=intervals)
    findings = [*_too_few(alpha, intervals=intervals), *_apart(people)]
    if ratings.level != "nominal" and ratings.categories:
        findings += [*_bias(people, _range(ratings)), *_drift(people, _range(ratings))]
    findings += _repeats(repeats, ratings, intervals=intervals)
    return [*findings, *_confused(ratings), *_paradox(ratings), *_items(ratings)]


def _range(ratings: Ratings) -> float:
    places = scale(ratings)
    return float(places.max() - places.min())


def _too_few(alpha: Figure, *, intervals: bool) -> list[Finding]:
    if alpha.value is None:
        sentence = f"Alpha has no value: {alpha.reason}."
        todo = "Have more units rated by two annotators or more, and check that the labels vary."
        return [Finding("undefined", (), None, sentence, todo)]
    todo = "Rate more units before deciding anything on this agreement."
    if alpha.interval is None:
        sentence = f"Too few units rated twice ({alpha.units}) for an interval of alpha."
        return [Finding("too_few_units", (), None, sentence, todo)] if intervals else []
    width = alpha.interval.high - alpha.interval.low
    if width <= WIDE:
        return []
    ends = Number.of(alpha, digits=2).interval_text
    sentence = f"With {alpha.units} units, the 95 % interval of alpha is {ends}."
    return [Finding("too_few_units", (), width, sentence, todo)]


def _apart(people: Sequence[AnnotatorDiagnosis]) -> list[Finding]:
    findings = []
    for diagnosis in people:
        change = diagnosis.alpha_change
        if change.value is not None and change.value <= -CHANGE and _excludes_zero(change):
            sentence = (
                f"{diagnosis.annotator} differs from the others: without them alpha would be "
                f"{-change.value:.2f} higher."
            )
            todo = f"Go through some disputed items with {diagnosis.annotator} and the guideline."
            findings.append(Finding("apart", (diagnosis.annotator,), change.value, sentence, todo))
    return sorted(findings, key=lambda one: one.size or 0.0)


def _bias(people: Sequence[AnnotatorDiagnosis], width: float) -> list[Finding]:
    def words(name: str, size: float) -> tuple[str, str]:
        side = "higher" if size > 0 else "lower"
        return (
            f"{name} rates {abs(size):.2f} {side} than the others on average.",
            f"Compare what each degree of the scale means to {name} and to the others.",
        )

    rows = [(one.annotator, one.bias.value, _excludes_zero(one.bias)) for one in people]
    return _largest("bias", rows, PART * width, words)


def _drift(people: Sequence[AnnotatorDiagnosis], width: float) -> list[Finding]:
    def words(name: str, size: float) -> tuple[str, str]:
        side = "up" if size > 0 else "down"
        return (
            f"{name} drifted {side} by {abs(size):.2f} against the others from the first item to the last.",
            f"Show {name} the anchors of the scale again, and check the last items.",
        )

    limit = SURE / max(1, len(people))
    rows = [
        (
            diagnosis.annotator,
            diagnosis.drift.total,
            diagnosis.drift.p is not None and diagnosis.drift.p < limit,
        )
        for diagnosis in people
    ]
    return _largest("drift", rows, PART * width, words)


def _largest(
    kind: str,
    rows: Sequence[tuple[str, float | None, bool]],
    least: float,
    words: Callable[[str, float], tuple[str, str]],
) -> list[Finding]:
    """Return the sure effects that are not the mere reflection of a larger one in the others."""
    largest = max((abs(size) for _, size, _ in rows if size is not None), default=0.0)
    findings = [
        Finding(kind, (name,), size, *words(name, size))
        for name, size, sure in rows
        if size is not None and sure and abs(size) >= max(least, LARGEST * largest - 1e-9) and size != 0
    ]
    return sorted(findings, key=lambda one: -abs(one.size or 0.0))


def _repeats(repeats: Iterable[Repeat], ratings: Ratings, *, intervals: bool) -> list[Finding]:
    repeated = list(repeats)
    if not repeated:
        return []
    diagnosis = diagnose_repeats(repeated, ratings.level, ratings.categories, intervals=intervals)
    findings = []
    for self_agreement in diagnosis.annotators:
        if (
            self_agreement.alpha.interval is not None
            and self_agreement.alpha.interval.high < STEADY
            and self_agreement.annotator is not None
        ):
            sentence = (
                f"{self_agreement.annotator} often answers the same unit differently: alpha with themselves "
                f"is {self_agreement.alpha.value:.2f} on {self_agreement.units} repeats."
            )
            todo = "Ask whether the guideline or the items are unclear, or the pace too fast."
            findings.append(
                Finding("unsteady", (self_agreement.annotator,), self_agreement.alpha.value, sentence, todo)
            )
    effect = diagnosis.order_effect
    if effect.value is not None and _excludes_zero(effect) and abs(effect.value) >= PART * _range(ratings):
        sentence = f"Swapping left and right changes the answer by {effect.value:+.2f} on average."
        todo = "Show each side first equally often, and say in the guideline that sides are equal."
        findings.append(Finding("order_effect", (), effect.value, sentence, todo))
    return findings


def _confused(ratings: Ratings) -> list[Finding]:
    rows = [
        (confusion.told_apart, confusion)
        for confusion in confusions(ratings)
        if confusion.told_apart is not None and confusion.told_apart < CONFUSED and confusion.pairs >= PAIRS
    ]
    if not rows or len(ratings.categories) < 3:
        return []
    distinguishability, confusion = min(rows, key=lambda row: row[0])
    a, b = confusion.a, confusion.b
    sentence = f"{a} and {b} are hardly distinguished: they are confused {confusion.pairs:.0f} times."
    todo = f"Say in the guideline, with an example each, where {a} ends and {b} begins; or merge them."
    return [Finding("confused", (str(a), str(b)), distinguishability, sentence, todo)]


def _paradox(ratings: Ratings) -> list[Finding]:
    diagnosis = prevalence(ratings)
    if not diagnosis.warning or diagnosis.ac1 is None or diagnosis.kappa is None:
        return []
    todo = "Quote AC1 and the agreement of each label beside kappa, and add items of the rare labels."
    return [
        Finding(
            "prevalence", (str(diagnosis.label),), diagnosis.ac1 - diagnosis.kappa, diagnosis.sentence, todo
        )
    ]


def _items(ratings: Ratings) -> list[Finding]:
    """Return the items without a majority (nominal), or with ratings half the scale apart or more."""
    if ratings.level == "nominal":
        units = [one.unit for one in spread(ratings) if not _has_majority(list(one.values.values()))]
        why = "no label with a majority"
    else:
        places = dict(zip(ratings.categories, scale(ratings).tolist(), strict=True))
        half = max(_range(ratings) / 2, 1e-9)
        units = []
        for unit_spread in spread(ratings):
            positions = [places[value] for value in unit_spread.values.values()]
            if max(positions) - min(positions) >= half and len(places) > 2:
                units.append(unit_spread.unit)
        why = "ratings half the scale apart or more"
    if not units:
        return []
    counted = "1 unit has" if len(units) == 1 else f"{len(units)} units have"
    sentence = f"{counted} {why}."
    todo = "Discuss them, and write down what was decided."
    return [Finding("items", tuple(units), float(len(units)), sentence, todo)]


def _has_majority(values: list[object]) -> bool:
    return max(values.count(value) for value in values) * 2 > len(values)


def _excludes_zero(figure: Figure) -> bool:
    return figure.interval is not None and (figure.interval.low > 0 or figure.interval.high < 0)
