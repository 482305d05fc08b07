"""The benchmark suite: `aloi suite list|check|fetch|run|table|leaderboard|curve|protocols`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.studies.drbenchmark.requests import (
    LeaderboardRequest,
    ProtocolsRequest,
    SuiteCheckRequest,
    SuiteCurveRequest,
    SuiteFetchRequest,
    SuiteListRequest,
    SuiteRunRequest,
    SuiteTableRequest,
)
from aloi.terminal.base import (
    RAW,
    Answer,
    Group,
    data_folder,
    facts,
    measured,
    p_cell,
    show_progress,
    table,
)
from aloi.terminal.options import output_option, request_options

if TYPE_CHECKING:
    from aloi.studies.drbenchmark.suite import SuiteResults, SuiteState


@click.group(cls=Group)
def suite() -> None:
    """Run the twenty tasks of French biomedical text on models: tables, means, a leaderboard."""


@suite.command("list")
@request_options(SuiteListRequest)
def list_(request: SuiteListRequest) -> Answer:
    """List the tasks: type, metric, licence, and whether the data is there or how to get it."""
    from aloi.studies.drbenchmark.suite import data_folder as usual
    from aloi.studies.drbenchmark.suite import listed

    presences = listed(request.data or usual(data_folder()))
    rows = [
        (
            presence.task.name,
            presence.task.type.title,
            presence.task.type.metric,
            presence.task.licence,
            presence.present,
        )
        for presence in presences
    ]
    lines = table(("task", "type", "metric", "licence", "data"), rows)
    lines += ["", *(f"{one.task.name}: {one.todo}" for one in presences if not one.present)]
    document = [
        {
            "task": presence.task.name,
            "title": presence.task.title,
            "type": presence.task.type.name,
            "schema": presence.task.schema,
            "fields": dict(presence.task.fields),
            "metrics": list(presence.task.type.metrics),
            "licence": presence.task.licence,
            "hub": presence.task.hub,
            "present": presence.present,
            "files": list(presence.files),
            "todo": presence.todo,
        }
        for presence in presences
    ]
    return Answer(document, lines)


@suite.command()
@request_options(SuiteCheckRequest)
def check(request: SuiteCheckRequest) -> Answer:
    """Read the data of tasks in FOLDER, count the rows of each split, and report what was excluded."""
    from aloi.studies.drbenchmark.core.declarations import PARTS
    from aloi.studies.drbenchmark.suite import check as verb
    from aloi.studies.drbenchmark.suite import data_folder as usual

    checked = verb(request.data or usual(data_folder()), request.tasks)
    rows = [
        (
            row.task.name,
            row.status,
            *(row.sizes or (None,) * 3),
            "/".join(map(str, row.expected)) or None,
            sum(note.count for note in row.notes) or None,
        )
        for row in checked
    ]
    head = ("task", "data", "train", "validation", "test", "loader", "notes")
    done = sum(row.status == "present" for row in checked)
    lines = [*table(head, rows), f"{done} of {len(checked)} tasks are read."]
    lines += ["", *(f"{row.task.name}: {row.problem}" for row in checked if row.problem)]
    lines += [
        f"{row.task.name}: {row.task.other_sizes}" for row in checked if row.sizes and row.task.other_sizes
    ]
    lines += [
        f"{row.task.name}: {note.description}: {note.count} (first: {note.first})"
        for row in checked
        for note in row.notes
    ]
    document = [
        {
            "name": row.task.name,
            "status": row.status,
            "layout": row.layout,
            "rows": None if row.sizes is None else dict(zip(PARTS, row.sizes, strict=True)),
            "loader": dict(zip(PARTS, row.expected, strict=False)),
            "other_sizes": row.task.other_sizes,
            "files": row.files,
            "problem": row.problem,
            "notes": to_json(row.notes),
        }
        for row in checked
    ]
    return Answer({"tasks": document}, lines, 2 if any(row.status == "broken" for row in checked) else 0)


@suite.command()
@request_options(SuiteFetchRequest)
def fetch(request: SuiteFetchRequest) -> Answer:
    """Fetch the data of TASKs from the hub into the folder."""
    from aloi.studies.drbenchmark.suite import fetch as verb

    sizes_by_task = verb(request, data_folder())
    rows = [(name, *sizes) for name, sizes in sizes_by_task.items()]
    return Answer(sizes_by_task, table(("task", "train", "validation", "test"), rows))


@suite.command()
@request_options(SuiteRunRequest)
def run(request: SuiteRunRequest) -> Answer:
    """Run models and baselines on tasks; an interrupted run NAME resumes.

    Each task, model and seed is a cell; finished cells are kept and not run again.
    """
    from aloi.studies.drbenchmark.suite import run as verb

    return _state_answer(verb(request, data_folder(), show_progress()))


@suite.command("table")
@request_options(SuiteTableRequest)
@output_option("Write every number as CSV.", "--csv")
@RAW
@output_option("Write the tables as LaTeX.", "--latex")
def table_(request: SuiteTableRequest, csv: Path | None, latex: Path | None) -> Answer:
    """Show the run NAME: scores by task and means by type of task, with 95 % intervals."""
    from aloi.studies.drbenchmark.core.published_scores import published_scores
    from aloi.studies.drbenchmark.suite import results
    from aloi.studies.drbenchmark.tables import suite_csv, suite_latex, task_rows, type_rows
    from aloi.workbench.reports.files import write_text

    results_ = results(request.name, data_folder(), how=request.as_protocol)
    published = published_scores(request.published, results_) if request.published else ()
    if csv:
        write_text(suite_csv(results_, published), csv)
    if latex:
        write_text(suite_latex(results_, published), latex)
    head = ("task", "metric", *results_.models)
    lines = [
        f"Protocol {results_.protocol}; mean of the runs with a 95% interval over test items and runs; "
        "models that share a letter are not distinguishable (permutation test, means: paired bootstrap; "
        "Holm, 0.05)."
    ]
    lines += table(head, task_rows(results_))
    lines += ["", *table(head, type_rows(results_))]
    lines += ["", *_student_lines(results_)]
    if published:
        rows = [
            (
                score.task,
                score.metric,
                score.model,
                score.published,
                measured(score),
                score.difference,
                score.inside,
            )
            for score in published
        ]
        titles = (
            "task",
            "metric",
            "model",
            "published",
            ("this run", "95% interval"),
            "difference",
            "inside",
        )
        lines += ["", "Published scores and those of this run:", *table(titles, rows)]
    document = {**to_json(results_), "published": to_json(published)}
    return Answer(document, lines)


@suite.command()
@request_options(LeaderboardRequest)
def leaderboard(request: LeaderboardRequest) -> Answer:
    """Rank the models of the run NAME by their mean over all tasks, with groups of ties."""
    from aloi.studies.drbenchmark.suite import results

    results_ = results(request.name, data_folder())
    rows = [
        (
            score.rank,
            score.model,
            measured(score),
            results_.mean_ranks.get(score.model),
            results_.firsts.get(score.model, 0),
        )
        for score in results_.leaderboard.scores
    ]
    head = ("rank", "model", f"mean of {len(results_.tasks)} tasks", "mean rank", "first on")
    document = {
        **{name: getattr(results_, name) for name in ("protocol", "leaderboard", "mean_ranks", "firsts")},
        "tasks": [one.task.name for one in results_.tasks],
    }
    return Answer(document, table(head, rows))


@suite.command()
@request_options(SuiteCurveRequest)
def curve(request: SuiteCurveRequest) -> Answer:
    """Show the learning curve of a run with --shares."""
    from aloi.studies.drbenchmark.suite import curves

    curves_ = curves(request, data_folder())
    lines: list[str] = []
    for curve_ in curves_:
        rows = [(point.items, measured(point), point.fits) for point in curve_.curve.points]
        lines += ["", f"{curve_.task}, {curve_.model} ({curve_.curve.metric})"]
        lines += [*table(("rows", ("mean", "95% interval"), "fits"), rows), curve_.curve.sentence]
    return Answer(curves_, lines[1:])


@suite.command()
@request_options(ProtocolsRequest)
def protocols(request: ProtocolsRequest) -> Answer:
    """Describe the two protocols; with two runs, compare their scores."""
    from aloi.studies.drbenchmark.suite import points, side_by_side

    lines: list[str] = []
    for point in points():
        released, ours = ("drbenchmark", "aloi") if point.reproduced else ("released", "both protocols")
        lines += [point.title, f"  {released}: {point.drbenchmark}", f"  {ours}: {point.aloi}"]
    names = request.runs
    if not names:
        return Answer(points(), lines)
    if len(names) != 2:
        raise AloiError(
            "aloi.value",
            name=Term("the-number-of-runs"),
            value=len(names),
            expected=Term("two-or-none"),
            todo=Term("name-one-of-each"),
        )
    pairs = side_by_side(names[0], names[1], data_folder())
    head = ("task", "model", "metric", *(f"{one}" for one in names), "difference", "outside the scale")
    rows = [
        (
            score.task,
            score.model,
            score.metric if score.metric == score.other_metric else f"{score.metric} / {score.other_metric}",
            score.value,
            score.other_value,
            score.difference,
            score.outside,
        )
        for score in pairs
    ]
    return Answer(pairs, table(head, rows))


def _state_answer(state: SuiteState) -> Answer:
    """Return what a run did: cells, tasks without data, cells that failed."""
    lines = facts(
        run=state.plan.name,
        cells=state.total,
        run_now=state.ran,
        found_done=state.reused,
        failed=len(state.failed),
    )
    lines += [f"{name}: {todo}" for name, todo in state.absent.items()]
    lines += [f"{name}: {why}" for name, why in state.failed.items()]
    return Answer(state, lines, 1 if state.failed else 0)


def _student_lines(results: SuiteResults) -> Sequence[str]:
    """Return which models differ from the best of each task by Student's t over runs."""
    rows = [
        (task.task.name, task.board.scores[0].model, two.model, p_cell(two.p), two.stars or None)
        for task in results.tasks
        for two in task.board.students
        if two.p is not None
    ]
    if not rows:
        return ["Student's t over runs says nothing: it needs two runs of each, and some variance."]
    heading = "Student's t over runs, best against each (* 0.05, ** 0.01):"
    return [heading, *table(("task", "best", "against", "p", ""), rows)]
