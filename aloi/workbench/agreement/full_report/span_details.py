"""Agreement on the attributes of spans and on the relations between them, by label, type and pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

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
