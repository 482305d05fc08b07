"""Agreement on spans as lines, of a round and of a table alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aloi.terminal.base import measured, table

if TYPE_CHECKING:
    from aloi.workbench.agreement.spans import SoftSpans, SpanReport


def span_lines(report: SpanReport) -> list[str]:
    """Return exact and partial F1, a row what they are of."""
    return table(
        ("spans", "exact F1", "partial F1", "texts"),
        [(name, *(measured(one.f1) for one in both), both[0].f1.units) for name, both in report.rows()],
    )


def soft_lines(near: SoftSpans) -> list[str]:
    """Return gamma, alpha_u, and alpha_u of each label."""
    return [
        "",
        f"gamma: {measured(near.gamma)}",
        f"alpha_u: {measured(near.alpha_u)}",
        *(
            f"alpha_u of {name}: {'-' if value is None else f'{value:.4f}'}"
            for name, value in near.alpha_u.labels.items()
        ),
    ]
