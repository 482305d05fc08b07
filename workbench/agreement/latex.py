"""Agreement as LaTeX tables (booktabs), ready to paste: escaped, with intervals, signatures as comments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agreement.measures import find_measure
from agreement.result import Agreement, PairAgreement, by_pair, program_version
from corpora.readers.writing import whole_file
from workbench.agreement.report import RoundReport
from workbench.agreement.tables import TableReport
from workbench.reports.latex import escaped, latex_table

_MEAN = "mean_pairwise_"
_MOST_PAIRS = 45  # of 10 annotators: what a page holds


@dataclass(frozen=True, slots=True)
class Section:
    """What one part of a report holds: coefficients, and those of every two annotators."""

    title: str
    results: tuple[Agreement, ...]
    pairs: tuple[PairAgreement, ...]


def table_sections(report: TableReport, name: str) -> list[Section]:
    """Return the parts of a report on a table; `name` is what the whole table is called."""
    parts = [Section(f"{name}, {report.by} {one.name}", one.results, one.pairs) for one in report.groups]
    return [Section(name, report.results, report.pairs), *parts]


def round_sections(report: RoundReport) -> list[Section]:
    """Return the parts of a report on a round: one for each way to look at its answers."""
    name = f"{report.campaign.name}, round {report.round.number}"
    return [
        Section(
            f"{name}, {view.view.title} ({view.view.level})",
            (*view.results, *([view.mean_pair] if view.mean_pair else [])),
            view.pairs,
        )
        for view in report.views
    ]


def latex_report(sections: Sequence[Section]) -> str:
    r"""Return a table of coefficients for each section, and one of its pairs where there are 2 to 45.

    The text needs `\usepackage{booktabs}`. Each row is followed by its signature as a comment, and by
    why it has no value where that is so.
    """
    lines = [f"% Made by Aloi {program_version()}. Needs \\usepackage{{booktabs}}."]
    for section in sections:
        lines += ["", *_coefficients(section)]
        count = len(by_pair(section.pairs))
        if count > _MOST_PAIRS:
            lines += ["", f"% {count} pairs of annotators: too many for the table of a page."]
        elif len(section.pairs) > 1:
            lines += ["", *_pairs(section)]
    return "\n".join(lines) + "\n"


def write_latex(sections: Sequence[Section], path: Path) -> None:
    """Write the LaTeX tables of some sections."""
    text = latex_report(sections)
    with whole_file(path) as part:
        part.write_text(text, encoding="utf-8", newline="\n")


def title_of(measure: str) -> str:
    """Return what a coefficient is called in a report."""
    title = find_measure(measure.removeprefix(_MEAN)).title
    return f"{title}, mean over pairs" if measure.startswith(_MEAN) else title


def _coefficients(section: Section) -> list[str]:
    head = ("Coefficient", "Weights or distance", "Value", r"95\,\% interval", "Items", "Ratings")
    rows = [
        (
            [
                escaped(title_of(one.measure)),
                escaped(one.scale),
                *_numbers(one),
                str(one.units),
                str(one.ratings),
            ],
            _comment(one),
        )
        for one in section.results
    ]
    return latex_table(f"Agreement: {section.title}.", "llrrrr", head, rows)


def _pairs(section: Section) -> list[str]:
    table = by_pair(section.pairs)
    titles = [title_of(one.measure) for one in table[0].results]
    values = ["Value"] if len(titles) == 1 else [escaped(one) for one in titles]
    head = ("Pair", *(cell for value in values for cell in (value, r"95\,\% interval")), "Items")
    rows = [
        (
            [
                escaped(f"{row.a} / {row.b}"),
                *(cell for one in row.results for cell in _numbers(one)),
                str(row.units),
            ],
            "\n% ".join(_comment(one) for one in row.results),
        )
        for row in table
    ]
    caption = f"{' and '.join(titles)} of every two annotators: {section.title}."
    return latex_table(caption, f"l{'rr' * len(titles)}r", head, rows)


def _numbers(one: Agreement | PairAgreement) -> list[str]:
    """Return the value and its interval; a dash each where there is none, minus signs as LaTeX sets them."""
    value = "--" if one.value is None else f"${one.value:.3f}$"
    if one.interval is None:
        return [value, "--"]
    return [value, f"$[{one.interval.low:.3f}, {one.interval.high:.3f}]$"]


def _comment(one: Agreement | PairAgreement) -> str:
    """Return the signature on one line, so that nothing of it leaves the comment."""
    reason = "" if one.reason is None else f" (undefined: {one.reason})"
    return " ".join(f"{one.signature}{reason}".split())
