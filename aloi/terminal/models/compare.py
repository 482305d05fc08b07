"""Stored runs against each other: `aloi compare`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.terminal.base import OUT, RAW, Answer, Command, data_folder, difference, measured, p_cell, table
from aloi.terminal.options import TerminalOption, request_options
from aloi.workbench.requests.models.evaluation import CompareRequest

if TYPE_CHECKING:
    from aloi.workbench.models.comparison import Ceiling, Comparison, Difference, PeopleScores, TestComparison
    from aloi.workbench.models.curves import RunCurve

_REASON = "Pages offer the tables as downloads."


@click.command(cls=Command)
@request_options(CompareRequest)
@click.option("--latex", type=OUT, cls=TerminalOption, reason=_REASON, help="Write the tables as LaTeX.")
@click.option("--csv", type=OUT, cls=TerminalOption, reason=_REASON, help="Write every number as CSV.")
@RAW
def compare(request: CompareRequest, latex: Path | None, csv: Path | None) -> Answer:
    """Compare stored RUNs: train x test grid, every two systems, ranks with ties, people, the ceiling."""
    from aloi.workbench.models.comparison import compare_runs
    from aloi.workbench.models.curves import curve_of
    from aloi.workbench.models.tables import comparison_csv, comparison_latex
    from aloi.workbench.reports.files import write_text

    folder = data_folder() / "runs"
    comparison = compare_runs(folder, request)
    curves: Sequence[RunCurve] = ()
    if request.curve:
        curves = curve_of(
            folder,
            request.runs,
            metric=request.metric,
            test=request.test,
            cluster=request.cluster,
            extra=request.extra,
            seed=request.seed,
        )
    if latex:
        write_text(comparison_latex(comparison), latex)
    if csv:
        write_text(comparison_csv(comparison), csv)
    lines = _grid_lines(comparison)
    for test_ in comparison.tests:
        lines += ["", *_test_lines(comparison, test_)]
    for drawn in curves:
        lines += ["", *curve_lines(drawn)]
    return Answer({"comparison": comparison, "curves": curves}, [*lines, "", *comparison.note_lines()])


def _grid_lines(comparison: Comparison) -> list[str]:
    head = ("run", "system", "trained on", *(one.label for one in comparison.tests))
    rows: list[tuple[object, ...]] = []
    for row in comparison.grid:
        name = f"{row.run.system} (baseline)" if row.run.floor else row.run.system
        rows.append((row.run.id, name, row.run.train, *map(measured, row.cells)))
    ceilings = [one.ceiling for one in comparison.tests]
    if any(one is not None and one.value is not None for one in ceilings):
        rows.append(("-", "ceiling: a perfect system on this gold", "-", *map(measured, ceilings)))
    heading = (
        f"{comparison.metric}, {comparison.direction.value} is better, mean over seeds with 95% interval; "
        f"systems that share a letter are not distinguishable ({comparison.tests_taken}, Holm, 0.05)"
    )
    return [heading, *table(head, rows)]


def _test_lines(comparison: Comparison, test: TestComparison) -> list[str]:
    lines = [f"{test.label}: {test.items} items, {_drawn(test)}"]
    lines += _difference_lines(comparison, test.family.differences)
    for part in test.cuts:
        lines += ["", f"{test.label}, {part.title}: {part.items} items"]
        scored = [(comparison.run(one.name).label, measured(one), one.rank) for one in part.scores]
        lines += table(("system", comparison.metric, "rank"), scored) if scored else [part.reason or ""]
        lines += _difference_lines(comparison, part.differences)
        lines += [one for one in (part.caution, part.signature) if one]
    if test.people is not None:
        lines += ["", *_people_lines(comparison, test.people)]
    if test.ceiling is not None:
        lines += [_ceiling_line(test.ceiling)]
    return [*lines, test.family.signature]


def _drawn(test: TestComparison) -> str:
    """Return what is resampled, and the design effect where items are in clusters."""
    effect = test.design_effect
    return f"resampled: {test.drawn}" + ("" if effect is None else f" (design effect {effect:.2f})")


def _people_lines(comparison: Comparison, people: PeopleScores) -> list[str]:
    """Return people and systems on the same targets, the others of each annotator in turn."""
    rows: list[tuple[object, ...]] = [("people", measured(people), "-", None)]
    rows += [
        (
            comparison.run(system.name).label,
            measured(system),
            measured(system, value=system.difference, interval=system.difference_interval, signed=True),
            p_cell(system.p),
        )
        for system in people.systems
    ]
    head = ("who", (comparison.metric, "95% interval"), ("minus people", "95% interval"), "p")
    return [
        f"people and systems against {comparison.others}, each annotator excluded in turn, "
        f"{people.items} items",
        *table(head, rows),
        people.signature,
    ]


def _ceiling_line(ceiling: Ceiling) -> str:
    if ceiling.value is None:
        return f"ceiling: - ({ceiling.reason})"
    return (
        f"ceiling (what a perfect system can reach on this gold): {measured(ceiling)}; reliability of the "
        f"gold {ceiling.reliability:.4f} ({ceiling.measure}, {ceiling.answers:.1f} answers an item)"
    )


def _difference_lines(comparison: Comparison, differences: Sequence[Difference]) -> list[str]:
    rows = [
        (
            comparison.run(difference_.a).label,
            comparison.run(difference_.b).label,
            difference(difference_),
            difference_.tested_by,
            p_cell(difference_.p),
            p_cell(difference_.p_holm),
        )
        for difference_ in differences
    ]
    head = ("system", "against", ("difference", "95% interval"), "test", "p", "p Holm")
    return table(head, rows) if rows else []


def curve_lines(drawn: RunCurve) -> list[str]:
    """Return a learning curve as lines: a point for each size, and the gain of more rows."""
    rows = [(one.items, one.fits, measured(one)) for one in drawn.curve.points]
    return [
        f"Learning curve of {drawn.system}, {drawn.train}, on {drawn.test}",
        *table(("trained on", "fits", drawn.curve.metric), rows),
        drawn.curve.sentence,
        drawn.curve.signature,
    ]
