"""Agreement on attributes of spans: coefficients over the spans that annotators have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from aloi.agreement.compute import DEFAULT_CI, compute
from aloi.agreement.parts.spans import Span
from aloi.agreement.ratings import Ratings
from aloi.agreement.result import Agreement
from aloi.base.names import known_name
from aloi.base.terms import Phrase

ATTRIBUTE_MATCHES = ("exact", "overlap")
_OF_TWO = ("krippendorff_alpha", "cohen_kappa", "gwet_ac1")
_OF_MORE = ("krippendorff_alpha", "fleiss_kappa", "gwet_ac1")
_OF_SETS = ("krippendorff_alpha_masi", "krippendorff_alpha_jaccard")


@dataclass(frozen=True, slots=True)
class ComparedAttribute:
    """An attribute that is compared: its values, the labels whose spans have it (empty for all).

    If it is `multiple`, a rating is the set of values, and a span without a value has the empty set. If not,
    a span without a value is a missing rating.
    """

    name: str
    values: tuple[str, ...]
    labels: tuple[str, ...] = ()
    multiple: bool = False

    def applies_to(self, label: str) -> bool:
        """Return whether spans of a label have the attribute."""
        return not self.labels or label in self.labels


@dataclass(frozen=True, slots=True)
class MarkedSpan:
    """A span of an annotator with the values of its attributes, by name."""

    span: Span
    values: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class AttributeDocument:
    """The spans of a text by annotator, empty for none; annotators who did not read it are not named."""

    id: str
    answers: Mapping[str, tuple[MarkedSpan, ...]]


@dataclass(frozen=True, slots=True)
class AttributeAgreement:
    """Agreement on one attribute: the coefficients, and how many spans could be compared.

    Parameters
    ----------
    match : {"exact", "overlap"}
        How spans of annotators were matched.
    label, a, b : str or None
        The label of the spans, and the two annotators; None for all.
    results : tuple of Agreement
        Alpha, kappa and AC1; for sets of values alpha with the MASI and the Jaccard distance.
    matched : int
        Spans with the attribute that at least two annotators marked and gave a value.
    units : int
        Spans with the attribute that anybody marked in texts read by at least two annotators.
    """

    name: str
    match: str
    label: str | None
    a: str | None
    b: str | None
    results: tuple[Agreement, ...]
    matched: int
    units: int


def attribute_agreement(
    documents: Sequence[AttributeDocument],
    attribute: ComparedAttribute,
    match: str = "exact",
    *,
    label: str | None = None,
    pair: tuple[str, str] | None = None,
    intervals: bool = True,
) -> AttributeAgreement:
    """Return how far annotators agree on an attribute of the spans that they have in common.

    Parameters
    ----------
    match : {"exact", "overlap"}
        Exact: spans with the same parts and the same label. Overlap: spans with the same label that share
        characters, at most one of each annotator. Those with the largest share of common characters are
        matched first.
    label : str, optional
        The label of the spans that count.
    pair : (str, str), optional
        The annotators that are compared; all by default.

    Notes
    -----
    Spans that one annotator marked say nothing about the attribute: they are counted in `units`, and not
    compared. The intervals treat spans of a text as dependent.
    """
    known_name(match, ATTRIBUTE_MATCHES, Phrase("kind-way-to-match-spans", "way to match spans"))
    groups = matched_spans(documents, attribute, match, label=label, pair=pair)
    compared = [
        (document, group)
        for document, group in groups
        if sum(value is not None for value in group.values()) > 1
    ]
    ratings = _ratings(compared, attribute)
    two = len({name for _, group in groups for name in group}) <= 2
    names = _OF_SETS if attribute.multiple else _OF_TWO if two else _OF_MORE
    context = {"attribute": attribute.name, "match": match}
    context |= {} if label is None else {"label": label}
    context |= {} if pair is None else {"pair": "/".join(pair)}
    results = compute(ratings, names, ci=DEFAULT_CI if intervals else "none", context=context)
    a, b = (None, None) if pair is None else pair
    return AttributeAgreement(attribute.name, match, label, a, b, tuple(results), len(compared), len(groups))


def matched_spans(
    documents: Sequence[AttributeDocument],
    attribute: ComparedAttribute,
    match: str,
    *,
    label: str | None = None,
    pair: tuple[str, str] | None = None,
) -> list[tuple[str, dict[str, object]]]:
    """Return the spans with an attribute: the text, and the rating of each annotator who marked it.

    A rating is a value, the set of values of an attribute with several, or None for a missing one.
    """
    groups = []
    for document in documents:
        answers = {
            name: [
                marked
                for marked in spans
                if attribute.applies_to(marked.span.label) and label in (None, marked.span.label)
            ]
            for name, spans in sorted(document.answers.items())
            if pair is None or name in pair
        }
        if len(answers) < 2:
            continue
        spans = {name: list(dict.fromkeys(each.span for each in marked)) for name, marked in answers.items()}
        rated = {
            (name, each.span): _rating(each, attribute) for name, marked in answers.items() for each in marked
        }
        for group in _exact(spans) if match == "exact" else _overlapping(spans):
            groups.append((document.id, {name: rated[name, span] for name, span in group.items()}))
    return groups


def _rating(marked: MarkedSpan, attribute: ComparedAttribute) -> object:
    values = marked.values.get(attribute.name, ())
    if attribute.multiple:
        return frozenset(values)
    return values[0] if values else None


def _exact(spans: Mapping[str, Sequence[Span]]) -> Iterable[dict[str, Span]]:
    """Return each different span with the annotators who marked it."""
    different = sorted({span for marked in spans.values() for span in marked})
    return [{name: span for name, marked in spans.items() if span in marked} for span in different]


def _overlapping(spans: Mapping[str, Sequence[Span]]) -> Iterable[dict[str, Span]]:
    """Return groups of overlapping spans of a label, at most one of each annotator."""
    keys = [(name, span) for name, marked in spans.items() for span in sorted(marked)]
    group_of = {key: {key[0]: key[1]} for key in keys}
    near = [
        (-share, first, second)
        for first, second in combinations(keys, 2)
        if first[0] != second[0] and (share := _shared(first[1], second[1])) > 0
    ]
    for _, first, second in sorted(near):
        group, other = group_of[first], group_of[second]
        if group is not other and not group.keys() & other.keys():
            group |= other
            group_of |= dict.fromkeys(other.items(), group)
    return list({id(group): group for group in group_of.values()}.values())


def _shared(first: Span, second: Span) -> float:
    """Return the common characters of two spans of a label as a share of all their characters."""
    if first.label != second.label:
        return 0.0
    common = sum(
        max(0, min(end, last) - max(start, begin))
        for start, end in first.parts
        for begin, last in second.parts
    )
    total = sum(end - start for span in (first, second) for start, end in span.parts)
    return common / (total - common)


def _ratings(groups: Sequence[tuple[str, dict[str, object]]], attribute: ComparedAttribute) -> Ratings:
    """Return the table of spans by annotators; the spans of a text are a cluster."""
    names = sorted({name for _, group in groups for name in group})
    used = {value for _, group in groups for value in group.values() if value is not None}
    categories: Sequence[object]
    if attribute.multiple:
        categories = sorted(used, key=lambda one: sorted(one) if isinstance(one, frozenset) else [])
    else:
        categories = [*attribute.values, *sorted(map(str, used - set(attribute.values)))]
    return Ratings.from_table(
        [str(number) for number in range(len(groups))],
        names,
        [[group.get(name) for name in names] for _, group in groups],
        "nominal",
        categories,
        [document for document, _ in groups],
    )
