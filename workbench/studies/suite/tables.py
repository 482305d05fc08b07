"""The tables of a suite run: rows for pages and the terminal, CSV with every number, LaTeX."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from agreement.result import Interval, program_version
from corpora.readers.writing import spreadsheet_safe, whole_file
from evaluation.metrics import metric as metric_of
from modeling.suite.results import Board, ModelScore, SuiteResults, TaskResult
from workbench.reports.latex import escaped, latex_table

_SCALED = "spearman", "edrm"  # told with 2 decimals; other scores in percent with 2, as the paper has them
_CSV_COLUMNS = (
    "kind",
    "name",
    "metric",
    "model",
    "against",
    "value",
    "low",
    "high",
    "runs_low",
    "runs_high",
    "runs",
    "items",
    "rank",
    "letters",
    "p",
    "p_holm",
    "student_p",
    "stars",
    "outside_scale",
    "reason",
    "method",
)


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table: what it is about, the metric, and a cell a model."""

    name: str
    title: str
    metric: str
    cells: tuple[str, ...]


def task_rows(results: SuiteResults) -> tuple[TableRow, ...]:
    """Return a row a task: the mean of runs with its interval, and the letter of its group."""
    return tuple(
        TableRow(one.task.name, one.task.title, one.metric, _cells(results, one.board))
        for one in results.tasks
    )


def type_rows(results: SuiteResults) -> tuple[TableRow, ...]:
    """Return a row a type of task: the mean over its tasks."""
    return tuple(
        TableRow(
            one.type.name, f"{one.type.title} ({len(one.tasks)})", one.type.metric, _cells(results, one.board)
        )
        for one in results.types
    )


def score_text(score: ModelScore | None) -> str:
    """Return a score as a line of text shows it: mean, interval, letters; a dash where there is none."""
    if score is None or score.value is None:
        return "-"
    ends = f" [{score.interval.low:.4f}, {score.interval.high:.4f}]" if score.interval else ""
    return f"{score.value:.4f}{ends} {score.letters}".rstrip()


def suite_csv(results: SuiteResults) -> str:
    """Return every number of a suite run as one CSV; nothing is rounded.

    `kind` is `task`, `type`, `all` or `difference`; what is undefined is empty and has a reason.
    """
    stream = io.StringIO()
    writer = csv.DictWriter(stream, _CSV_COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    for one in results.tasks:
        for metric, board in one.boards.items():
            writer.writerows(_board_rows("task", one.task.name, metric, board, one))
    for kind in results.types:
        writer.writerows(_board_rows("type", kind.type.name, "mean", kind.board))
    writer.writerows(_board_rows("all", "all", "mean", results.leaderboard))
    return stream.getvalue()


def suite_latex(results: SuiteResults) -> str:
    r"""Return the table by task, the means by type and the leaderboard as LaTeX tables.

    The best is bold; `*` and `**` mark models that it differs from by Student's t over runs (0.05, 0.01),
    letters those that are not distinguishable by paired tests with Holm's correction. Percent, but for
    similarity. The text needs `\usepackage{booktabs}`.
    """
    columns = "l" + "r" * len(results.models)
    head = ["task", *map(escaped, results.models)]
    by_task = [
        ([escaped(one.task.title), *_latex_cells(results, one.board, one.metric)], _comment(one))
        for one in results.tasks
    ]
    by_type = [
        ([escaped(one.type.title), *_latex_cells(results, one.board, one.type.metric)], "")
        for one in results.types
    ]
    board = [
        (
            [
                "-" if one.rank is None else str(one.rank),
                escaped(one.model),
                "-" if one.value is None else f"{one.value:.4f}",
                one.letters,
                f"{results.mean_ranks[one.model]:.2f}" if one.model in results.mean_ranks else "-",
                str(results.firsts.get(one.model, 0)),
            ],
            "",
        )
        for one in results.leaderboard.scores
    ]
    lines = [
        f"% Made by Aloi {program_version()}, protocol {results.protocol}. Needs \\usepackage{{booktabs}}.",
        "",
        *latex_table("Scores by task, mean of the runs", columns, head, by_task),
        "",
        *latex_table("Means by type of task", columns, ["type", *head[1:]], by_type),
        "",
        *latex_table(
            "Leaderboard: mean over all tasks",
            "rlrlrr",
            ["rank", "model", "mean", "group", "mean rank", "first on"],
            board,
        ),
    ]
    return "\n".join(lines) + "\n"


def write_text(text: str, path: Path) -> None:
    """Write a table whole or not at all."""
    with whole_file(path) as part:
        part.write_text(text, encoding="utf-8", newline="\n")


def _cells(results: SuiteResults, board: Board) -> tuple[str, ...]:
    return tuple(score_text(board.of(model)) for model in results.models)


def _latex_cells(results: SuiteResults, board: Board, metric: str) -> list[str]:
    best = next((one.value for one in board.scores if one.value is not None), None)
    stars = {one.model: one.stars for one in board.students}
    cells = []
    for model in results.models:
        one = board.of(model)
        if one is None or one.value is None:
            cells.append("-")
            continue
        text = f"{one.value:.2f}" if metric in _SCALED else f"{100 * one.value:.2f}"
        text = rf"\textbf{{{text}}}" if one.value == best else text
        cells.append(f"{text}{stars.get(model, '')}$^{{{one.letters}}}$" if one.letters else text)
    return cells


def _comment(one: TaskResult) -> str:
    return f"{metric_of(one.metric).title}, {one.items} {one.unit}"


def _board_rows(
    kind: str, name: str, metric: str, board: Board, task: TaskResult | None = None
) -> Iterator[dict[str, object]]:
    students = {one.model: one for one in board.students}
    for one in board.scores:
        student = students.get(one.model)
        outside = task.outside.get(one.model) if task else None
        yield {
            "kind": kind,
            "name": name,
            "metric": metric,
            "model": spreadsheet_safe(one.model),
            "value": _plain(one.value),
            **_ends("low", "high", one.interval),
            **_ends("runs_low", "runs_high", one.runs_interval),
            "runs": " ".join(_plain(run) for run in one.by_run),
            "items": task.items if task else "",
            "rank": one.rank or "",
            "letters": one.letters,
            "student_p": _plain(student.p) if student else "",
            "stars": student.stars if student else "",
            "outside_scale": _plain(outside),
            "reason": one.reason or (student.reason if student and student.reason else ""),
            "method": one.interval.method if one.interval else "",
        }
    for pair in board.differences:
        yield {
            "kind": "difference",
            "name": name,
            "metric": metric,
            "model": spreadsheet_safe(pair.a),
            "against": spreadsheet_safe(pair.b),
            "value": _plain(pair.difference),
            **_ends("low", "high", pair.interval),
            "p": _plain(pair.p),
            "p_holm": _plain(pair.p_holm),
            "reason": pair.reason or "",
            "method": pair.interval.method if pair.interval else "",
        }


def _ends(low: str, high: str, interval: Interval | None) -> dict[str, str]:
    return {low: repr(interval.low), high: repr(interval.high)} if interval else {low: "", high: ""}


def _plain(value: float | None) -> str:
    return "" if value is None else repr(float(value))
