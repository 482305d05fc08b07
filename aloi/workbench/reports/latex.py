r"""Tables as LaTeX (booktabs): all texts are escaped here; signatures and reasons are comments."""

from __future__ import annotations

from collections.abc import Sequence

from aloi.agreement.number import MISSING
from aloi.agreement.result import program_version
from aloi.workbench.reports.table import Number, Part, Table, cell_text

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "[": "{[}",  # after the end of a row, a bare one would be read as an option
    "]": "{]}",
    "²": "$^2$",
    "∞": r"$\infty$",
}


def escaped(text: str) -> str:
    r"""Return a text as LaTeX shows it, on one line.

    >>> escaped("R&D_1: 50 %")
    'R\\&D\\_1: 50 \\%'
    """
    return "".join(_SPECIAL.get(mark, mark) for mark in " ".join(text.split()))


def as_latex(tables: Sequence[Table | str]) -> str:
    r"""Return a file of tables, and of remarks between them; it needs `\usepackage{booktabs}`.

    A row is followed by comments: the signatures of its numbers, and the reasons of undefined ones. The notes
    of a table follow it as comments, too.
    """
    lines = [f"% Made by Aloi {program_version()}. Needs \\usepackage{{booktabs}}."]
    for part in tables:
        lines += ["", *(_table(part) if isinstance(part, Table) else [_comment(part)])]
    return "\n".join(lines) + "\n"


def _table(table: Table) -> list[str]:
    heads, rows = table.drawn(_cell, reasons=False)
    lines = [
        r"\begin{table}[htbp]",
        r"\centering",
        rf"\caption{{{escaped(table.title)}}}",
        rf"\begin{{tabular}}{{{''.join('r' if one else 'l' for one in table.numeric())}}}",
        r"\toprule",
        *_groups(table.groups),
        rf"{' & '.join(map(escaped, heads))} \\",
        r"\midrule",
    ]
    for cells, row in zip(rows, table.rows, strict=True):
        lines.append(rf"{' & '.join(cells)} \\")
        lines += dict.fromkeys(
            _comment(_signature_comment(cell))
            for cell in row
            if isinstance(cell, Number) and _signature_comment(cell)
        )
    lines += [r"\bottomrule", r"\end{tabular}", r"\end{table}"]
    return lines + [_comment(note) for note in table.notes]


def _groups(groups: Sequence[tuple[str, int]]) -> list[str]:
    """Return the line of words above several columns, and the rules below them."""
    heads, rules, at = [""], [], 2
    for title, width in groups:
        heads.append(rf"\multicolumn{{{width}}}{{c}}{{{escaped(title)}}}")
        rules.append(rf"\cmidrule(lr){{{at}-{at + width - 1}}}")
        at += width
    return [rf"{' & '.join(heads)} \\", " ".join(rules)] if groups else []


def _cell(cell: object, part: Part) -> str:
    """Return a cell; numbers in mathematics, where a minus is one and not a hyphen."""
    if not isinstance(cell, Number):
        text = cell_text(cell)
        return "--" if text == MISSING else escaped(text)
    value, interval = (text.replace("∞", r"\infty") for text in (cell.value_text, cell.interval_text))
    if cell.value is None or (part == "interval" and cell.interval is None):
        return "--"
    if part == "interval":
        return f"${interval}$"
    mark = rf"\textsuperscript{{{escaped(cell.mark)}}}" if cell.mark else ""
    shown = (rf"$\mathbf{{{value}}}$" if cell.best else f"${value}$") + mark
    return f"{shown} ${interval}$" if part == "whole" and cell.interval else shown


def _signature_comment(number: Number) -> str:
    reason = ""
    if number.reason and (number.value is None or number.interval is None):
        reason = f"{'undefined' if number.value is None else 'no interval'}: {number.reason}"
    if number.signature and reason:
        return f"{number.signature} ({reason})"
    return number.signature or reason


def _comment(text: str) -> str:
    """Return a comment on one line, so that nothing of it leaves the comment."""
    return f"% {' '.join(text.split())}"
