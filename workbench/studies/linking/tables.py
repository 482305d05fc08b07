"""A cross table of concept ranking as CSV, and as LaTeX tables with the best of each column in bold."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import fields
from itertools import groupby

from agreement.result import program_version
from aloi.records import to_json
from corpora.readers.writing import spreadsheet_safe
from workbench.reports.latex import escaped
from workbench.studies.linking.cross import BEST, TIED, Column, CrossTable, CrossValue

TITLES = {"mrr": "MRR"}
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
    stream = io.StringIO()
    writer = csv.DictWriter(stream, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    for ranker, said in table.rankers.items():
        for column in table.columns:
            for metric in table.metrics:
                writer.writerow(
                    {
                        "ranker": spreadsheet_safe(ranker),
                        **to_json(column),
                        "set": spreadsheet_safe(column.set),
                        **to_json(table.value(ranker, column, metric)),
                        "ranker_signature": said,
                        "signature": table.signature,
                    }
                )
    return stream.getvalue()


def cross_latex(table: CrossTable) -> str:
    r"""Return a LaTeX table for each score: rankers by test sets and filters, in percent.

    The best of a column is in bold, what no test tells from it has a star. Where there are more than three
    test sets, a table has several blocks. The text needs `\usepackage{booktabs}`.
    """
    lines = [f"% Made by Aloi {program_version()}. Needs \\usepackage{{booktabs}}."]
    lines += [f"% {escaped(name)}: {said}" for name, said in table.rankers.items()]
    lines.append(f"% {table.signature}")
    for metric in table.metrics:
        lines += ["", *_table(table, metric)]
    return "\n".join(lines) + "\n"


def title_of(metric: str) -> str:
    """Return what a score is called: `Acc@1`, `MRR`."""
    return TITLES.get(metric, metric.replace("acc", "Acc"))


def _table(table: CrossTable, metric: str) -> list[str]:
    caption = (
        f"{title_of(metric)} (%) of concept ranking on the test mentions, full and without those that "
        "training or the dictionary holds or almost holds. Bold: best of a column; a star: not "
        "distinguishable from it (permutation test, 0.05, corrected after Holm)."
    )
    lines = [r"\begin{table}[htbp]", r"\centering", rf"\caption{{{escaped(caption)}}}"]
    for place, block in enumerate(_blocks(table.columns)):
        lines += [*([r"\\[1ex]"] if place else []), *_block(table, metric, block)]
    return [*lines, r"\end{table}"]


def _blocks(columns: Sequence[Column]) -> list[list[Column]]:
    """Return the columns in groups of whole test sets that a page is wide enough for."""
    blocks: list[list[Column]] = [[]]
    for _, each in groupby(columns, key=lambda one: one.set):
        found = list(each)
        if blocks[-1] and len(blocks[-1]) + len(found) > _WIDE:
            blocks.append([])
        blocks[-1] += found
    return blocks


def _block(table: CrossTable, metric: str, columns: Sequence[Column]) -> list[str]:
    heads, rules, at = [], [], 2
    for name, each in groupby(columns, key=lambda one: one.set):
        width = len(list(each))
        heads.append(rf"\multicolumn{{{width}}}{{c}}{{{escaped(name)}}}")
        rules.append(rf"\cmidrule(lr){{{at}-{at + width - 1}}}")
        at += width
    lines = [
        rf"\begin{{tabular}}{{l{'r' * len(columns)}}}",
        r"\toprule",
        rf" & {' & '.join(heads)} \\",
        " ".join(rules),
        rf"Ranker & {' & '.join(escaped(one.filter) for one in columns)} \\",
        r"\midrule",
    ]
    for ranker in table.rankers:
        cells = [_cell(table.value(ranker, one, metric)) for one in columns]
        lines.append(rf"{escaped(ranker)} & {' & '.join(cells)} \\")
    lines += [r"\midrule", rf"Mentions & {' & '.join(f'{one.mentions}' for one in columns)} \\"]
    return [*lines, r"\bottomrule", r"\end{tabular}"]


def _cell(one: CrossValue) -> str:
    if one.value is None:
        return "--"
    shown = f"{100 * one.value:.1f}"
    return rf"\textbf{{{shown}}}" if one.mark == BEST else f"{shown}$^*$" if one.mark == TIED else shown
