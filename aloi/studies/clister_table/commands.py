"""The table of CLISTER: `aloi study clister-table`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.base.records import to_json
from aloi.studies.clister_table.requests import ClisterTableRequest
from aloi.terminal.base import (
    RAW,
    Answer,
    Command,
    data_folder,
    difference,
    p_cell,
    show_progress,
    store_options,
    table,
    warn,
)
from aloi.terminal.models.train import estimated, store_of
from aloi.terminal.options import output_option, request_options

if TYPE_CHECKING:
    from aloi.workbench.models.comparison import Comparison


@click.command("clister-table", cls=Command)
@request_options(ClisterTableRequest)
@output_option("Write the tables as LaTeX.", "--latex")
@output_option("Write every number as CSV.", "--csv")
@RAW
@store_options
def clister_table(request: ClisterTableRequest, latex: Path | None, csv: Path | None) -> Answer:
    """Train on none, on each source and on all, and test on each and on all: Table 1 of CLISTER.

    An interrupted command resumes when it is run again.
    """
    # Before any model library reads it: threads that wait must not spin on a shared machine.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    from aloi.studies.clister_table.study import make_table, plan_of
    from aloi.studies.clister_table.tables import (
        column_heads,
        stated_scores,
        table_csv,
        table_latex,
        table_rows,
    )
    from aloi.workbench.reports.files import write_text

    with store_of(request.data) as store:
        if request.estimate:
            return estimated([row for row in plan_of(store, request).rows if row.spec.n_train])
        finished = make_table(store, request, data_folder(), show_progress())
    for name, reason in finished.skipped.items():
        warn(f"{name} is skipped. {reason}")
    if latex:
        write_text(table_latex(finished), latex)
    if csv:
        write_text(table_csv(finished), csv)
    comparison = finished.comparison
    lines = [
        f"{comparison.metric}, {comparison.direction.value} is better, {finished.items} training pairs of "
        "each source, mean over seeds with 95% interval; rows that share a letter are not distinguishable "
        f"({comparison.tests_taken}, Holm, 0.05)"
    ]
    lines += table(("trained on", *column_heads(finished)), table_rows(finished))
    lines += _difference_lines(comparison)
    document = {
        "rows": stated_scores(finished),
        "runs": [{"id": run, "recipe": request.recipe} for run in finished.runs],
        **to_json(finished),
    }
    return Answer(document, [*lines, "", *comparison.note_lines()])


def _difference_lines(comparison: Comparison) -> list[str]:
    """Return the differences of the rows in each column and in each part of it."""
    from aloi.studies.clister_table.tables import families

    lines = []
    head = ("trained on", "against", ("difference", "95% interval"), "p", "p Holm")
    for title, differences in families(comparison):
        cells = [
            (
                comparison.run(pair.a).train,
                comparison.run(pair.b).train,
                difference(pair),
                p_cell(pair.p),
                p_cell(pair.p_holm),
            )
            for pair in differences
        ]
        lines += ["", title, *table(head, cells)]
    return lines
