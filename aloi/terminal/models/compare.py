"""Stored runs against each other: `aloi compare`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.terminal.base import RAW, Answer, Command, data_folder, difference, measured, p_cell, table
from aloi.terminal.files.sentences_and_pairs import OUT

if TYPE_CHECKING:
    from aloi.workbench.models.comparing import Ceiling, Comparison, Difference, PeopleScores, TestComparison
    from aloi.workbench.models.curves import RunCurve


@click.command(cls=Command)
@click.argument("runs", nargs=-1, required=True, metavar="RUN...")
@click.option(
    "--metric",
    help="A metric of the kind of rows, such as spearman or rmse of pairs; the first of them unless told.",
)
@click.option("--test", metavar="LABEL", help="Compare on this test only, such as 'clinical 1.0/test'.")
@click.option(
    "--cut",
    type=click.Choice(["origin", "status"]),
    help="Also score parts of each test: with and without items an encoder chose, or by status of the gold.",
)
@click.option(
    "--cluster",
    multiple=True,
    metavar="KEY",
    help="Items that share this are drawn together: document, sentence, string, concept, annotator; two "
    "cross each other; rows for none.  [default: what the kind of rows asks for]",
)
@click.option(
    "--method",
    default="permutation",
    show_default=True,
    help="How two systems are tested: permutation, bootstrap or student.",
)
@click.option("--replicates", default=1000, show_default=True, help="Resamples of the test items.")
@click.option("--seed", default=0, show_default=True, help="Seed of the resampling.")
@click.option(
    "--curve",
    is_flag=True,
    help="Also draw learning curves, and say what more rows would bring; draws stand in the curves only.",
)
@click.option("--extra", default=100, show_default=True, help="How many more rows --curve speaks of.")
@click.option("--latex", type=OUT, help="Write the tables as LaTeX.")
@click.option("--csv", type=OUT, help="Write every number as CSV.")
@RAW
def compare(
    runs: tuple[str, ...], metric: str | None, test: str | None, seed: int, curve: bool, extra: int,
    cluster: tuple[str, ...], latex: Path | None, csv: Path | None, **options: Any,
) -> Answer:  # fmt: skip
    """Compare stored RUNs: train x test grid, every two systems, ranks with ties, people, the ceiling."""
    from aloi.workbench.models.comparing import compare_runs
    from aloi.workbench.models.curves import curve_of
    from aloi.workbench.models.tables import comparison_csv, comparison_latex
    from aloi.workbench.reports.files import write_text

    folder = data_folder() / "runs"
    told: dict[str, Any] = {"metric": metric, "test": test, "cluster": cluster, "seed": seed}
    found = compare_runs(folder, runs, draws=not curve, **told, **options)
    curves = curve_of(folder, runs, extra=extra, **told) if curve else ()
    if latex:
        write_text(comparison_latex(found), latex)
    if csv:
        write_text(comparison_csv(found), csv)
    lines = _grid_lines(found)
    for one in found.tests:
        lines += ["", *_test_lines(found, one)]
    for drawn in curves:
        lines += ["", *_curve_lines(drawn)]
    return Answer({"comparison": found, "curves": curves}, [*lines, "", *found.note_lines()])


def _grid_lines(found: Comparison) -> list[str]:
    head = ("run", "system", "trained on", *(one.label for one in found.tests))
    rows: list[tuple[object, ...]] = []
    for row in found.grid:
        name = f"{row.run.system} (floor)" if row.run.floor else row.run.system
        rows.append((row.run.id, name, row.run.train, *map(measured, row.cells)))
    ceilings = [one.ceiling for one in found.tests]
    if any(one is not None and one.value is not None for one in ceilings):
        rows.append(("-", "ceiling: a perfect system on this gold", "-", *map(measured, ceilings)))
    told = (
        f"{found.metric}, {found.direction.value} is better, mean over seeds with 95% interval; "
        f"systems that share a letter are not distinguishable ({found.tests_taken}, Holm, 0.05)"
    )
    return [told, *table(head, rows)]


def _test_lines(found: Comparison, test: TestComparison) -> list[str]:
    lines = [f"{test.label}: {test.items} items, {_drawn(test)}"]
    lines += _difference_lines(found, test.family.differences)
    for part in test.cuts:
        lines += ["", f"{test.label}, {part.title}: {part.items} items"]
        scored = [(found.run(one.name).label, measured(one), one.rank) for one in part.scores]
        lines += table(("system", found.metric, "rank"), scored) if scored else [part.reason or ""]
        lines += _difference_lines(found, part.differences)
        lines += [one for one in (part.caution, part.signature) if one]
    if test.people is not None:
        lines += ["", *_people_lines(found, test.people)]
    if test.ceiling is not None:
        lines += [_ceiling_line(test.ceiling)]
    return [*lines, test.family.signature]


def _drawn(test: TestComparison) -> str:
    """Return what is resampled, and the design effect where items are in clusters."""
    effect = test.design_effect
    return f"resampled: {test.drawn}" + ("" if effect is None else f" (design effect {effect:.2f})")


def _people_lines(found: Comparison, people: PeopleScores) -> list[str]:
    """Return people and systems on the same targets, the others of each annotator in turn."""
    rows: list[tuple[object, ...]] = [("people", measured(people), "-", None)]
    rows += [
        (
            found.run(one.name).label,
            measured(one),
            measured(one, value=one.difference, interval=one.difference_interval, signed=True),
            p_cell(one.p),
        )
        for one in people.systems
    ]
    head = ("who", (found.metric, "95% interval"), ("minus people", "95% interval"), "p")
    return [
        f"people and systems against {found.others}, each annotator left out in turn, {people.items} items",
        *table(head, rows),
        people.signature,
    ]


def _ceiling_line(one: Ceiling) -> str:
    if one.value is None:
        return f"ceiling: - ({one.reason})"
    return (
        f"ceiling (what a perfect system can reach on this gold): {measured(one)}; reliability of the gold "
        f"{one.reliability:.4f} ({one.measure}, {one.answers:.1f} answers an item)"
    )


def _difference_lines(found: Comparison, differences: Sequence[Difference]) -> list[str]:
    rows = [
        (
            found.run(one.a).label,
            found.run(one.b).label,
            difference(one),
            one.tested_by,
            p_cell(one.p),
            p_cell(one.p_holm),
        )
        for one in differences
    ]
    head = ("system", "against", ("difference", "95% interval"), "test", "p", "p Holm")
    return table(head, rows) if rows else []


def _curve_lines(drawn: RunCurve) -> list[str]:
    rows = [(one.items, one.fits, measured(one)) for one in drawn.curve.points]
    return [
        f"Learning curve of {drawn.system}, {drawn.train}, on {drawn.test}",
        *table(("trained on", "fits", drawn.curve.metric), rows),
        drawn.curve.sentence,
        drawn.curve.signature,
    ]
