"""The table of CLISTER as rows of cells, as LaTeX and as CSV."""

from __future__ import annotations

from aloi.agreement.number import Number
from aloi.evaluation.metrics import metric as metric_of
from aloi.studies.clister_table.study import ClisterTable
from aloi.workbench.models.comparison import ComparedRun, Comparison, Difference
from aloi.workbench.models.results import UNTUNED
from aloi.workbench.models.tables import comparison_csv, test_tables
from aloi.workbench.reports.latex import as_latex
from aloi.workbench.reports.table import Table

UNTUNED_ROW = "none (untuned)"
_UNION = "all"


def column_heads(table: ClisterTable) -> tuple[str, ...]:
    """Return the head of each column: the tests of the sources, then `all`, with their numbers of items."""
    items = {test.label: test.items for test in table.comparison.tests}
    last = table.tests[-1]
    return tuple(f"{_UNION if label == last else label} ({items[label]})" for label in table.tests)


def table_rows(table: ClisterTable) -> list[tuple[object, ...]]:
    """Return a row for each training data, then for each baseline: its name and the numbers of the tests."""
    rows: list[tuple[object, ...]] = [
        (UNTUNED_ROW if run.train == UNTUNED else run.train, *cells)
        for run, cells in numbers_of(table.comparison, table)
    ]
    if table.baselines is not None:
        rows += [
            (f"baseline {run.system}", *cells) for run, cells in numbers_of(table.baselines, table, mark="")
        ]
    return rows


def stated_scores(table: ClisterTable) -> list[dict[str, object]]:
    """Return the score of each training data on each test; p is that of the difference from no training."""
    comparison = table.comparison
    untuned = next((run.id for run in comparison.runs if run.train == UNTUNED), None)
    rows: list[dict[str, object]] = []
    for test in comparison.tests:
        for score in test.family.scores:
            apart = None if untuned in (None, score.name) else test.family.between(score.name, untuned)
            rows.append(
                {
                    "trained_on": comparison.run(score.name).train,
                    "tested_on": _UNION if test.label == table.tests[-1] else test.label,
                    "metric": comparison.metric,
                    "value": score.value,
                    "interval": score.interval,
                    "p_adjusted": None if apart is None else apart.p_holm,
                }
            )
    return rows


def numbers_of(
    comparison: Comparison, table: ClisterTable, **form: str
) -> list[tuple[ComparedRun, list[Number]]]:
    """Return each run of a comparison with its numbers in the columns of the table."""
    labels = [test.label for test in comparison.tests]
    order = [labels.index(label) for label in table.tests]
    return [
        (row.run, [Number.of(row.cells[at], signature=f"run {row.run.id}", **form) for at in order])
        for row in comparison.grid
    ]


def families(comparison: Comparison) -> list[tuple[str, tuple[Difference, ...]]]:
    """Return the title and the differences of each test and of each of its parts: a family each."""
    return [
        family
        for test in comparison.tests
        for family in (
            (test.label, test.family.differences),
            *((f"{test.label}, {cut.title} ({cut.items})", cut.differences) for cut in test.cuts),
        )
    ]


def table_latex(table: ClisterTable) -> str:
    """Return the table in the layout of CLISTER's, then its differences and cuts, as LaTeX tables."""
    comparison = table.comparison
    system = comparison.runs[-1].system
    title = (
        f"{metric_of(comparison.metric).title} of {system} by training data (rows) and test data (columns), "
        f"{table.items} training pairs of each source, mean over seeds with 95% intervals. Rows of a column "
        f"that share a letter are not distinguishable ({comparison.tests_taken}, Holm, 0.05)."
    )
    signatures = {test.label: test.family.signature for test in comparison.tests}
    main = Table(
        title,
        ("Training data", *column_heads(table)),
        table_rows(table),
        [signatures[label] for label in table.tests],
        groups=[("Test data (pairs)", len(table.tests))],
    )
    return as_latex([*comparison.note_lines(), main, *test_tables(comparison)])


def table_csv(table: ClisterTable) -> str:
    """Return every number of the table as CSV."""
    return comparison_csv(table.comparison, *([table.baselines] if table.baselines else []))
