"""A comparison as LaTeX tables (booktabs) and as CSV: grid, pairs, cuts, ceiling, notes, signatures."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from agreement.result import Interval
from corpora.readers.writing import spreadsheet_safe, whole_file
from evaluation.comparison.compare import Difference, SystemScore
from evaluation.metrics import metric as metric_of
from workbench.models.comparing import Comparison, TestComparison
from workbench.reports.latex import escaped, latex_table

_MOST_PAIRS = 45  # of 10 systems: what a page holds
_CSV_COLUMNS = (
    "kind",
    "test",
    "part",
    "items",
    "system",
    "train",
    "against",
    "metric",
    "value",
    "low",
    "high",
    "seeds",
    "rank",
    "letters",
    "p",
    "p_holm",
    "reason",
    "run",
    "signature",
)


def comparison_latex(comparison: Comparison) -> str:
    r"""Return the train x test grid, and for each test its pairs and cuts, as LaTeX tables.

    The text needs `\usepackage{booktabs}`. Signatures and notes stand in comments.
    """
    lines = [f"% Made by Aloi {comparison.program}. Needs \\usepackage{{booktabs}}."]
    lines += [f"% {' '.join(note.split())}" for note in comparison.note_lines()]
    lines += ["", *_grid(comparison)]
    for test in comparison.tests:
        pairs = len(test.family.differences)
        if pairs > _MOST_PAIRS:
            lines += ["", f"% {pairs} pairs of systems: too many for the table of a page."]
        elif pairs:
            lines += ["", *_pairs(comparison, test)]
        if test.cuts:
            lines += ["", *_cuts(comparison, test)]
    return "\n".join(lines) + "\n"


def comparison_csv(comparison: Comparison) -> str:
    """Return every number of a comparison as one CSV: a row a score, difference, cut, ceiling and annotator.

    The column `kind` says which; nothing is rounded; what is undefined is empty and has a reason.
    """
    stream = io.StringIO()
    writer = csv.DictWriter(stream, _CSV_COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    for test in comparison.tests:
        shared: dict[str, object] = {
            "test": spreadsheet_safe(test.label),
            "items": test.items,
            "metric": comparison.metric,
            "signature": test.family.signature,
        }
        for score in test.family.scores:
            writer.writerow({**shared, "kind": "score", **_score_cells(comparison, score)})
        for part in test.cuts:
            for score in part.scores:
                cells = _score_cells(comparison, score)
                writer.writerow({**shared, "kind": "cut", "part": part.title, **cells, "items": part.items})
            for one in part.differences:
                cells = _difference_cells(comparison, one)
                told = {"kind": "cut difference", "part": part.title, "items": part.items}
                writer.writerow({**shared, **told, **cells})
        for one in test.family.differences:
            writer.writerow({**shared, "kind": "difference", **_difference_cells(comparison, one)})
        for row in _ceiling_rows(test):
            writer.writerow({**shared, **row})
    return stream.getvalue()


def write_comparison_latex(comparison: Comparison, path: Path) -> None:
    """Write the LaTeX tables of a comparison."""
    _write(comparison_latex(comparison), path)


def write_comparison_csv(comparison: Comparison, path: Path) -> None:
    """Write every number of a comparison as CSV."""
    _write(comparison_csv(comparison), path)


def _write(text: str, path: Path) -> None:
    with whole_file(path) as part:
        part.write_text(text, encoding="utf-8", newline="\n")


def _ceiling_rows(test: TestComparison) -> list[dict[str, object]]:
    ceiling = test.ceiling
    if ceiling is None:
        return []
    rows: list[dict[str, object]] = [
        {
            "kind": "ceiling",
            "system": "annotators, mean",
            "items": ceiling.items,
            **_numbers(ceiling.value, ceiling.interval),
            "reason": ceiling.reason or "",
            "signature": ceiling.signature,
        }
    ]
    for one in ceiling.annotators:
        rows.append(
            {
                "kind": "annotator",
                "system": spreadsheet_safe(one.annotator),
                "items": one.items,
                **_numbers(one.value, None),
                "reason": one.reason or "",
                "signature": ceiling.signature,
            }
        )
    return rows


def _score_cells(comparison: Comparison, score: SystemScore) -> dict[str, object]:
    run = comparison.run(score.name)
    return {
        "system": spreadsheet_safe(run.system),
        "train": spreadsheet_safe(run.train),
        "run": run.id,
        "seeds": " ".join(_plain(one) or "-" for one in score.by_seed),
        "rank": "" if score.rank is None else score.rank,
        "letters": score.letters,
        "reason": score.reason or "",
        **_numbers(score.value, score.interval),
    }


def _difference_cells(comparison: Comparison, one: Difference) -> dict[str, object]:
    return {
        "system": spreadsheet_safe(comparison.run(one.a).label),
        "against": spreadsheet_safe(comparison.run(one.b).label),
        "run": f"{one.a} {one.b}",
        **_numbers(one.difference, one.interval),
        "p": _plain(one.p),
        "p_holm": _plain(one.p_holm),
        "reason": one.reason or "",
    }


def _numbers(value: float | None, interval: Interval | None) -> dict[str, object]:
    ends = (interval.low, interval.high) if interval else (None, None)
    return {"value": _plain(value), "low": _plain(ends[0]), "high": _plain(ends[1])}


def _plain(value: float | None) -> str:
    return "" if value is None else repr(float(value))


def _grid(comparison: Comparison) -> list[str]:
    head = ["System", "Trained on", *(escaped(one.label) for one in comparison.tests)]
    rows = [
        (
            [
                escaped(row.run.system) + (" (floor)" if row.run.floor else ""),
                escaped(row.run.train),
                *map(_cell, row.cells),
            ],
            f"run {row.run.id}",
        )
        for row in comparison.grid
    ]
    if any(one.ceiling for one in comparison.tests):
        cells = [
            "--" if one.ceiling is None else _value(one.ceiling.value, one.ceiling.interval)
            for one in comparison.tests
        ]
        rows.append(([f"Annotators against {comparison.others}", "--", *cells], ""))
    title = metric_of(comparison.metric).title
    caption = (
        f"{title} with 95 % intervals, mean over seeds; {comparison.direction.value} is better. "
        f"Systems of a column that share a letter are not distinguishable "
        f"({comparison.method}, Holm, 0.05)."
    )
    lines = latex_table(caption, "ll" + "l" * len(comparison.tests), head, rows)
    return [*lines, *(f"% {one.family.signature}" for one in comparison.tests)]


def _cell(score: SystemScore | None) -> str:
    if score is None:
        return "--"
    letters = f"$^{{\\mathrm{{{score.letters}}}}}$" if score.letters else ""
    return _value(score.value, score.interval) + letters


def _value(value: float | None, interval: Interval | None) -> str:
    if value is None:
        return "--"
    return f"${value:.3f}$" + (f" $[{interval.low:.3f}, {interval.high:.3f}]$" if interval else "")


def _pairs(comparison: Comparison, test: TestComparison) -> list[str]:
    head = ("System", "Against", "Difference", r"95\,\% interval", "$p$", "$p$ (Holm)")
    rows = []
    for one in test.family.differences:
        reach = f"$[{one.interval.low:.3f}, {one.interval.high:.3f}]$" if one.interval else "--"
        cells = [
            escaped(comparison.run(one.a).label),
            escaped(comparison.run(one.b).label),
            "--" if one.difference is None else f"${one.difference:+.3f}$",
            reach,
            _p(one.p),
            _p(one.p_holm),
        ]
        rows.append((cells, " ".join((one.reason or "").split())))
    caption = f"Every two systems on {test.label}: {metric_of(comparison.metric).title}, {comparison.method}."
    return latex_table(caption, "llrrrr", head, rows)


def _cuts(comparison: Comparison, test: TestComparison) -> list[str]:
    head = ["System", "Trained on", *(f"{escaped(one.title)} ({one.items})" for one in test.cuts)]
    found = [{score.name: score for score in one.scores} for one in test.cuts]
    rows = [
        (
            [
                escaped(comparison.run(score.name).system),
                escaped(comparison.run(score.name).train),
                *(_cell(column.get(score.name)) for column in found),
            ],
            "",
        )
        for score in test.family.scores
    ]
    caption = f"{metric_of(comparison.metric).title} on parts of {test.label}, number of items in brackets."
    if any(one.differences for one in test.cuts):
        caption += " Systems of a column that share a letter are not distinguishable."
    return latex_table(caption, "ll" + "l" * len(test.cuts), head, rows)


def _p(value: float | None) -> str:
    if value is None:
        return "--"
    return "$<0.001$" if value < 0.001 else f"${value:.3f}$"
