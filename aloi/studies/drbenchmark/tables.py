"""The tables of a suite run: rows for pages and the terminal, CSV with every number, LaTeX."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from aloi.agreement.result import Interval
from aloi.evaluation.metrics import metric as metric_of
from aloi.studies.drbenchmark.core.published_scores import PublishedScore, published_rows
from aloi.studies.drbenchmark.core.results import Board, SuiteResults, TaskResult
from aloi.workbench.reports.files import as_csv
from aloi.workbench.reports.latex import as_latex
from aloi.workbench.reports.table import Number, Table

_SCALED = "spearman", "edrm"  # 2 decimals; other scores are in percent with 2, as in the paper
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
    "tested_by",
    "student_p",
    "stars",
    "outside_scale",
    "published",
    "reason",
    "method",
)


def task_rows(results: SuiteResults) -> list[tuple[object, ...]]:
    """Return two rows a task: its name, a metric, and the mean of the runs of each model."""
    return [
        (result.task.name, metric, *_scores(results, board))
        for result in results.tasks
        for metric, board in result.shown.items()
    ]


def type_rows(results: SuiteResults) -> list[tuple[object, ...]]:
    """Return a row a type of task: its title and the mean of each model over its tasks."""
    return [
        (f"{type_result.type.title} ({len(type_result.tasks)})", "mean", *_scores(results, type_result.board))
        for type_result in results.types
    ]


def suite_csv(results: SuiteResults, published: Sequence[PublishedScore] = ()) -> str:
    """Return every number of a suite run as one CSV; nothing is rounded.

    `kind` is `task`, `type`, `all`, `difference` or `published`, where `value` is the difference to the
    published score. An undefined value is empty and has a reason.
    """
    rows: list[dict[str, object]] = []
    for task_result in results.tasks:
        for metric, board in task_result.boards.items():
            rows += _board_rows("task", task_result.task.name, metric, board, task_result)
    for kind in results.types:
        rows += _board_rows("type", kind.type.name, "mean", kind.board)
    rows += _board_rows("all", "all", "mean", results.leaderboard)
    rows += published_rows(published)
    return as_csv(Table.of(rows, _CSV_COLUMNS))


def suite_latex(results: SuiteResults, published: Sequence[PublishedScore] = ()) -> str:
    """Return the table by task, the means by type and the leaderboard as LaTeX tables.

    The best is bold. `*` and `**` mark models that it differs from by Student's t over runs (0.05, 0.01).
    Models that share a letter are not distinguishable by paired tests with Holm's adjustment. Values are in
    percent, except for similarity.
    """
    by_task = [
        (
            task_result.task.title,
            metric_of(metric).title,
            *_starred(results, board, metric, f"{task_result.items} {task_result.unit}"),
        )
        for task_result in results.tasks
        for metric, board in task_result.shown.items()
    ]
    by_type = [(one.type.title, *_starred(results, one.board, one.type.metric)) for one in results.types]
    board = [
        (
            score.rank,
            score.model,
            Number(score.value),
            score.letters,
            Number(results.mean_ranks.get(score.model), digits=2),
            results.firsts.get(score.model, 0),
        )
        for score in results.leaderboard.scores
    ]
    head = ("rank", "model", "mean", "group", "mean rank", "first on")
    return as_latex(
        [
            f"Protocol {results.protocol}.",
            Table("Scores by task, mean of the runs", ("task", "metric", *results.models), by_task),
            *([_published_table(published)] if published else []),
            Table("Means by type of task", ("type", *results.models), by_type),
            Table("Leaderboard: mean over all tasks", head, board),
        ]
    )


def _published_table(published: Sequence[PublishedScore]) -> Table:
    rows = [
        (
            score.task,
            metric_of(score.metric).title if score.reason is None else score.metric,
            score.model,
            *(
                Number(value, digits=2, percent=score.metric not in _SCALED, signed=signed)
                for value, signed in (
                    (score.published, False),
                    (score.value, False),
                    (score.difference, True),
                )
            ),
        )
        for score in published
    ]
    head = ("task", "metric", "model", "published", "this run", "difference")
    return Table("Published scores and those of this run", head, rows)


def _scores(results: SuiteResults, board: Board) -> list[Number]:
    return [Number.of(board.of(model)) for model in results.models]


def _starred(results: SuiteResults, board: Board, metric: str, signature: str | None = None) -> list[Number]:
    """Return the scores of all models as papers have them: the best bold, stars and letters behind."""
    best = next((one.value for one in board.scores if one.value is not None), None)
    stars = {one.model: one.stars for one in board.students}
    return [
        replace(
            score,
            interval=None,
            signature=signature,
            digits=2,
            percent=metric not in _SCALED,
            mark=f"{stars.get(model, '')}{score.mark}",
            best=score.value is not None and score.value == best,
        )
        for model, score in zip(results.models, _scores(results, board), strict=True)
    ]


def _board_rows(
    kind: str, name: str, metric: str, board: Board, task: TaskResult | None = None
) -> Iterator[dict[str, object]]:
    students = {one.model: one for one in board.students}
    for score in board.scores:
        student = students.get(score.model)
        outside = task.outside.get(score.model) if task else None
        yield {
            "kind": kind,
            "name": name,
            "metric": metric,
            "model": score.model,
            "value": score.value,
            **_ends("low", "high", score.interval),
            **_ends("runs_low", "runs_high", score.runs_interval),
            "runs": tuple(score.by_run),
            "items": task.items if task else "",
            "rank": score.rank or "",
            "letters": score.letters,
            "student_p": student.p if student else "",
            "stars": student.stars if student else "",
            "outside_scale": outside,
            "reason": score.reason or (student.reason if student and student.reason else ""),
            "method": score.interval.method if score.interval else "",
        }
    for pair in board.differences:
        yield {
            "kind": "difference",
            "name": name,
            "metric": metric,
            "model": pair.a,
            "against": pair.b,
            "value": pair.difference,
            **_ends("low", "high", pair.interval),
            "p": pair.p,
            "p_holm": pair.p_holm,
            "tested_by": pair.tested_by,
            "reason": pair.reason or "",
            "method": pair.interval.method if pair.interval else "",
        }


def _ends(low: str, high: str, interval: Interval | None) -> dict[str, float]:
    return {low: interval.low, high: interval.high} if interval else {}
