"""Agreement on spans as lines, of a round and of a table alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aloi.terminal.base import measured, table

if TYPE_CHECKING:
    from aloi.workbench.agreement.spans import SoftSpans, SpanDetails, SpanReport


def span_lines(report: SpanReport) -> list[str]:
    """Return exact and partial F1, a row what they are of."""
    return table(
        ("spans", "exact F1", "partial F1", "texts"),
        [(name, *(measured(one.f1) for one in both), both[0].f1.units) for name, both in report.rows()],
    )


def soft_lines(near: SoftSpans) -> list[str]:
    """Return gamma, alpha_u, and alpha_u of each label, gamma-cat and gamma of each label."""
    return [
        "",
        f"gamma: {measured(near.gamma)}",
        f"alpha_u: {measured(near.alpha_u)}",
        *(
            f"alpha_u of {name}: {'-' if value is None else f'{value:.4f}'}"
            for name, value in near.alpha_u.labels.items()
        ),
        f"gamma_cat: {measured(near.gamma_cat)}",
        *(f"gamma of the label {name}: {measured(figure)}" for name, figure in near.gamma_k.items()),
    ]


def detail_lines(details: SpanDetails) -> list[str]:
    """Return the agreement on attributes and relations, a row each."""
    attributes = [
        (
            each.name,
            each.match,
            each.label or (f"{each.a} / {each.b}" if each.a else "all"),
            result.measure,
            measured(result),
            f"{each.matched} of {each.units}",
        )
        for each in details.attributes
        for result in each.results
    ]
    relations = [
        (
            each.type or (f"{each.a} / {each.b}" if each.a else "mean of all pairs"),
            each.match,
            measured(each.f1),
            each.f1.units,
        )
        for each in details.relations
    ]
    lines = []
    if attributes:
        lines += ["", *table(("attribute", "spans", "of", "measure", "value", "compared"), attributes)]
    if disputed := details.disputed():
        name, alpha = disputed[0]
        lines += [f"most disputed attribute: {name} ({alpha.measure} {alpha.value:.4f})"]
    if relations:
        lines += ["", *table(("relations", "match", "F1", "texts"), relations)]
    return lines
