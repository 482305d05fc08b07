"""A cross table of concept ranking as CSV, and as LaTeX tables with the best of each column in bold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from itertools import groupby

from aloi.base.records import to_json
from aloi.studies.linking.cross import BEST, TIED, Column, CrossTable, CrossValue
from aloi.workbench.reports.files import as_csv
from aloi.workbench.reports.latex import as_latex
from aloi.workbench.reports.table import Number, Table

_TITLES = {"mrr": "MRR"}
_COLUMNS = (
    "ranker",
    *(one.name for one in fields(Column)),
    *(one.name for one in fields(CrossValue)),
    "ranker_signature",
    "signature",
)
_WIDE = 9  # columns of scores a page holds: three test sets with their three filters


def cross_csv(table: CrossTable) -> str:
    """Return every number of a table as CSV, a row a ranker, column and score; nothing is rounded."""
    rows = [
        {
            "ranker": ranker,
            **to_json(column),
            **to_json(table.value(ranker, column, metric)),
            "ranker_signature": signature,
            "signature": table.signature,
        }
        for ranker, signature in table.rankers.items()
        for column in table.columns
        for metric in table.metrics
    ]
    return as_csv(Table.of(rows, _COLUMNS))


def cross_latex(table: CrossTable) -> str:
    """Return LaTeX tables for each score: rankers by test sets and filters, in percent.

    The best value of a column is in bold. Values that do not differ significantly from it have a star. More
    than three test sets are split over several tables.
    """
    ranker_lines = [f"{name}: {signature}" for name, signature in table.rankers.items()]
    blocks = _blocks(table.columns)
    return as_latex(
        [
            *ranker_lines,
            table.signature,
            *(_block(table, metric, one) for metric in table.metrics for one in blocks),
        ]
    )


def _blocks(columns: Sequence[Column]) -> list[list[Column]]:
    """Return the columns in groups of complete test sets that fit on a page."""
    blocks: list[list[Column]] = [[]]
    for _, each in groupby(columns, key=lambda one: one.set):
        columns_of_set = list(each)
        if blocks[-1] and len(blocks[-1]) + len(columns_of_set) > _WIDE:
            blocks.append([])
        blocks[-1] += columns_of_set
    return blocks


def _block(table: CrossTable, metric: str, columns: Sequence[Column]) -> Table:
    caption = (
        f"{_TITLES.get(metric, metric.replace('acc', 'Acc'))} (%) of concept ranking on the test mentions, "
        "full and without those that training or the dictionary holds or almost holds. Bold: best of a "
        "column; a star: not distinguishable from it (paired test, 0.05, corrected after Holm)."
    )
    rows: list[list[object]] = [
        [ranker, *(_cell(table.value(ranker, one, metric)) for one in columns)] for ranker in table.rankers
    ]
    rows.append(["Mentions", *(one.mentions for one in columns)])
    return Table(
        caption,
        ["Ranker", *(one.filter for one in columns)],
        rows,
        groups=[(name, len(list(each))) for name, each in groupby(columns, key=lambda one: one.set)],
    )


def _cell(cell: CrossValue) -> Number:
    mark = "*" if cell.mark == TIED else ""
    return Number(cell.value, digits=1, percent=True, mark=mark, best=cell.mark == BEST)
