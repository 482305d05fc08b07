"""Agreement on the attributes of spans and on the relations between them, by label, type and pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from aloi.agreement.diagnosis.figures import Figure
from aloi.agreement.diagnosis.findings import Finding
from aloi.agreement.number import Number
from aloi.agreement.parts.attributes import (
    ATTRIBUTE_MATCHES,
    AttributeAgreement,
    AttributeDocument,
    ComparedAttribute,
    attribute_agreement,
)
from aloi.agreement.parts.relations import (
    RELATION_MATCHES,
    RelationAgreement,
    RelationDocument,
    mean_relation_agreement,
    relation_agreement,
    types_of,
)
from aloi.agreement.result import Agreement, Interval
from aloi.base.records import to_json
from aloi.workbench.agreement.full_report.methods import measure_title
from aloi.workbench.reports.table import INTERVAL, Table

_LOW = 0.667  # below it Krippendorff draws no conclusions
# Of each kind of finding: its subject, the measure, the units, and the action.
_WORDS = {
    "attribute": ("the attribute", "alpha", "spans", "Give examples of each of its values in the guideline."),
    "relation": (
        "relations of the type",
        "exact F1",
        "texts",
        "Compare this F1 with the F1 of overlapping ends: if that is high, the ends of spans differ.",
    ),
}


@dataclass(frozen=True, slots=True)
class SpanDetails:
    """Agreement on attributes and relations.

    Parameters
    ----------
    attributes : tuple of AttributeAgreement
        Of each attribute: all spans, exact and overlapping, then each label and each pair of annotators.
    relations : tuple of RelationAgreement
        Means over pairs of annotators: exact, relaxed and type alone, then of each type, then of each pair.
        Empty if nobody drew a relation and the schema has none.
    """

    attributes: tuple[AttributeAgreement, ...]
    relations: tuple[RelationAgreement, ...]

    def disputed(self) -> list[tuple[str, Agreement]]:
        """Return the attributes with the alpha of all spans matched exactly, the lowest alpha first."""
        alphas = [
            (each.name, each.results[0])
            for each in self.attributes
            if each.match == "exact" and each.label is None and each.a is None
        ]
        measured = [(name, alpha) for name, alpha in alphas if alpha.value is not None]
        return sorted(measured, key=lambda pair: (pair[1].value or 0.0, pair[0]))

    def findings(self) -> list[Finding]:
        """Return the attribute and the type of relations with the lowest agreement, if it is low."""
        types = [(each.type, each.f1) for each in self.relations if each.type and each.match == "exact"]
        return [
            *_lowest("attribute", self.disputed()),
            *_lowest("relation", types),
        ]

    def tables(self) -> list[Table]:
        """Return tables, the most disputed attribute first; then by pair of annotators if several."""
        titles = (
            ("Attributes of spans that two annotators marked.", "Relations, mean over pairs of annotators."),
            ("Attributes by pair of annotators.", "Relations by pair of annotators."),
        )
        tables = []
        for (attributes, relations), of_pairs in zip(titles, (False, True), strict=True):
            tables += [self._attributes(attributes, of_pairs), self._relations(relations, of_pairs)]
        return [table for table in tables if table.rows]

    def _attributes(self, title: str, of_pairs: bool) -> Table:
        order = [name for name, _ in self.disputed()]
        listed = sorted(
            (each for each in self.attributes if (each.a is not None) == of_pairs),
            key=lambda each: order.index(each.name) if each.name in order else len(order),
        )
        rows = [
            (
                each.name,
                each.match,
                _pair_name(each) if of_pairs else each.label or "all",
                measure_title(result.measure),
                Number.of(result),
                each.matched,
                each.units,
            )
            for each in listed
            for result in each.results
        ]
        third = "Annotators" if of_pairs else "Label"
        heads = (
            "Attribute",
            "Spans matched",
            third,
            "Coefficient",
            ("Value", INTERVAL),
            "Compared",
            "Spans",
        )
        return Table(title, heads, rows)

    def _relations(self, title: str, of_pairs: bool) -> Table:
        by_name: dict[str, list[Figure]] = {}
        for each in self.relations:
            if (each.a is not None) == of_pairs:
                name = _pair_name(each) if of_pairs else each.type or "all"
                by_name.setdefault(name, []).append(each.f1)
        if of_pairs and len(by_name) == 1:
            by_name = {}  # the mean is that of the only pair
        rows = [(name, *map(Number.of, figures), figures[0].units) for name, figures in by_name.items()]
        heads = (("Exact F1", INTERVAL), ("Ends overlap", INTERVAL), ("Type alone", INTERVAL))
        return Table(title, ("Annotators" if of_pairs else "Type", *heads, "Texts"), rows)

    def to_json(self) -> dict[str, Any]:
        """Return the agreement as `--json` prints it."""
        return {
            "attributes": [
                {
                    **to_json(each, "results"),
                    "measure": result.measure,
                    "value": result.value,
                    "reason": result.reason,
                    "ci": _ends(result.interval),
                    "signature": result.signature,
                }
                for each in self.attributes
                for result in each.results
            ],
            "most_disputed_attribute": next((name for name, _ in self.disputed()), None),
            "relations": _relations(self.relations),
        }


def _pair_name(each: AttributeAgreement | RelationAgreement) -> str:
    return f"{each.a} / {each.b}"


def _lowest(kind: str, measured: Sequence[tuple[str, Agreement | Figure]]) -> list[Finding]:
    """Return the name with the lowest value, if it is below 0.667 and has an interval."""
    below = [
        (each.value, name, each)
        for name, each in measured
        if each.value is not None and each.interval is not None and each.value < _LOW
    ]
    if not below:
        return []
    value, name, lowest = min(below, key=lambda row: row[:2])
    about, measure, units, todo = _WORDS[kind]
    ends = Number.of(lowest, digits=2).interval_text
    sentence = (
        f"Annotators differ most on {about} {name}: {measure} {value:.2f} {ends}, {lowest.units} {units}."
    )
    return [Finding(kind, (name,), value, sentence, todo)]


def span_details(
    attributes: Sequence[AttributeDocument],
    compared: Sequence[ComparedAttribute],
    relations: Sequence[RelationDocument],
    types: Sequence[str],
) -> SpanDetails:
    """Return the agreement on attributes and relations of texts; the intervals resample complete texts.

    Parameters
    ----------
    compared : sequence of ComparedAttribute
        The attributes of the schema.
    types : sequence of str
        The types of relations of the schema; others that anybody drew are added.
    """
    pairs = _pairs(attributes)
    marked_labels = {
        marked.span.label for text in attributes for spans in text.answers.values() for marked in spans
    }
    results = []
    for attribute in compared:
        labels = sorted(label for label in marked_labels if attribute.applies_to(label))
        results += [attribute_agreement(attributes, attribute, match) for match in ATTRIBUTE_MATCHES]
        for match in ATTRIBUTE_MATCHES:
            if len(labels) > 1:
                results += [
                    attribute_agreement(attributes, attribute, match, label=label) for label in labels
                ]
            if len(pairs) > 1:
                results += [attribute_agreement(attributes, attribute, match, pair=pair) for pair in pairs]
    return SpanDetails(tuple(results), tuple(_measured(relations, types)))


def _measured(relations: Sequence[RelationDocument], types: Sequence[str]) -> list[RelationAgreement]:
    all_types = sorted({*types, *types_of(relations)})
    if not all_types:
        return []
    results = [mean_relation_agreement(relations, match) for match in RELATION_MATCHES]
    results += [
        mean_relation_agreement(relations, match, type_) for type_ in all_types for match in RELATION_MATCHES
    ]
    results += [
        relation_agreement(relations, *pair, match)
        for pair in _pairs(relations)
        for match in RELATION_MATCHES
    ]
    return results


def _pairs(documents: Sequence[AttributeDocument] | Sequence[RelationDocument]) -> list[tuple[str, str]]:
    names = sorted({name for text in documents for name in text.answers})
    return list(combinations(names, 2))


def _relations(relations: Sequence[RelationAgreement]) -> dict[str, Any]:
    """Return the numbers by match, by type and match, and by pair and match."""
    document: dict[str, Any] = {"by_type": {}, "pairs": []}
    for each in relations:
        if each.a is not None:
            if each.match == RELATION_MATCHES[0]:
                document["pairs"].append({"a": each.a, "b": each.b})
            target = document["pairs"][-1]
        elif each.type is not None:
            target = document["by_type"].setdefault(each.type, {})
        else:
            target = document
        target[each.match] = {
            "precision": each.precision.value,
            "recall": each.recall.value,
            "f1": each.f1.value,
            "reason": each.f1.reason,
            "ci": _ends(each.f1.interval),
            "texts": each.f1.units,
            "signature": each.signature,
        }
    return document


def _ends(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.low, interval.high]
