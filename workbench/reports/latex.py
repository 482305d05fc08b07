"""Tables as LaTeX."""

from __future__ import annotations

from collections.abc import Sequence

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
}


def escaped(text: str) -> str:
    r"""Return a text as LaTeX shows it, on one line.

    >>> escaped("R&D_1: 50 %")
    'R\\&D\\_1: 50 \\%'
    """
    return "".join(_SPECIAL.get(mark, mark) for mark in " ".join(text.split()))


def latex_table(
    caption: str, columns: str, head: Sequence[str], rows: Sequence[tuple[Sequence[str], str]]
) -> list[str]:
    """Return the lines of a table; each row is its cells, as LaTeX, and a comment under it where it has one.

    The caption is plain text, the head LaTeX; further lines of a comment begin with a % of their own.
    """
    lines = [
        r"\begin{table}[htbp]",
        r"\centering",
        rf"\caption{{{escaped(caption)}}}",
        rf"\begin{{tabular}}{{{columns}}}",
        r"\toprule",
        rf"{' & '.join(head)} \\",
        r"\midrule",
    ]
    for cells, comment in rows:
        lines.append(rf"{' & '.join(cells)} \\")
        if comment:
            lines.append(f"% {comment}")
    return [*lines, r"\bottomrule", r"\end{tabular}", r"\end{table}"]
