"""The benchmark suite: `aloi suite list|check|fetch|run|table|leaderboard|curve|protocols`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.base.errors import AloiError
from aloi.terminal.base import (
    OUT,
    RAW,
    Answer,
    Group,
    data_folder,
    facts,
    measured,
    p_cell,
    show_progress,
    split_list,
    table,
)

if TYPE_CHECKING:
    from aloi.studies.drbenchmark.suite import SuiteResults, SuiteState


@click.group(cls=Group)
def suite() -> None:
    """Run the twenty tasks of French biomedical text on models: tables, means, a leaderboard."""


_data_option = click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="Folder with one folder per task (default: suite/data in the data folder).",
)


@suite.command("list")
@_data_option
def list_(data: Path | None) -> Answer:
    """List the tasks: type, metric, licence, and whether the data is there or how to get it."""
    from aloi.studies.drbenchmark.suite import data_folder as usual
    from aloi.studies.drbenchmark.suite import listed

    presences = listed(data or usual(data_folder()))
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
@click.argument("tasks", nargs=-1, metavar="[TASK]...")
@_data_option
def check(tasks: tuple[str, ...], data: Path | None) -> Answer:
    """Read the data of TASKs (default: all), and count the rows of each split."""
    from aloi.studies.drbenchmark.suite import check as verb
    from aloi.studies.drbenchmark.suite import data_folder as usual

    presences = verb(data or usual(data_folder()), tasks)
    rows = [
        (
            presence.task.name,
            "read" if presence.sizes else "broken" if presence.present else "absent",
            *(presence.sizes or (None,) * 3),
            "/".join(map(str, presence.expected)) or None,
        )
        for presence in presences
    ]
    lines = table(("task", "data", "train", "validation", "test", "published"), rows)
    broken = [one for one in presences if one.present and not one.sizes]
    lines += ["", *(f"{one.task.name}: {one.problem}" for one in presences if one.problem)]
    document = [
        {
            "task": presence.task.name,
            "present": presence.present,
            "sizes": presence.sizes,
            "published": presence.expected,
            "problem": presence.problem,
        }
        for presence in presences
    ]
    return Answer(document, lines, 2 if broken else 0)


@suite.command()
@click.argument("tasks", nargs=-1, required=True, metavar="TASK...")
@_data_option
def fetch(tasks: tuple[str, ...], data: Path | None) -> Answer:
    """Fetch the data of TASKs from the hub into the folder."""
    from aloi.studies.drbenchmark.suite import data_folder as usual
    from aloi.studies.drbenchmark.suite import fetch as verb

    sizes_by_task = {name: verb(name, data or usual(data_folder())) for name in tasks}
    rows = [(name, *sizes) for name, sizes in sizes_by_task.items()]
    return Answer(sizes_by_task, table(("task", "train", "validation", "test"), rows))


@suite.command()
@click.argument("name", required=False)
@_data_option
@click.option("--model", "models", multiple=True, help="A packaged encoder, a folder or a hub name; repeat.")
@click.option("--tasks", help="Names of tasks, separated by commas (default: all).")
@click.option(
    "--seeds", default="1,2,3,4", show_default=True, help="Random seeds, separated by commas; one run each."
)
@click.option("--protocol", default="aloi", show_default=True, help="aloi or drbenchmark.")
@click.option(
    "--shares", default="1", show_default=True, help="Shares of the training rows, such as 0.25,0.5,1."
)
@click.option("--draws", default=3, show_default=True, help="Draws of each share below 1.")
@click.option("--set", "changes", multiple=True, metavar="SETTING=VALUE", help="Setting of encoders.")
@click.option("--dry-run", "dry", is_flag=True, help="Run the suite on invented data with a tiny model.")
def run(
    name: str | None, data: Path | None, models: tuple[str, ...], tasks: str | None, seeds: str,
    protocol: str, shares: str, draws: int, changes: tuple[str, ...], dry: bool,
) -> Answer:  # fmt: skip
    """Run models and baselines on tasks; an interrupted run NAME resumes.

    Each task, model and seed is a cell; finished cells are kept and not run again.
    """
    from aloi.studies.drbenchmark import suite as verbs

    data_root = data_folder()
    if dry:
        state = verbs.dry_run(
            data_root, how=protocol, seeds=_whole_numbers(seeds, "--seeds"), progress=show_progress()
        )
        return _state_answer(state)
    if name is None:
        raise AloiError("terminal.run-no-name")
    plan = verbs.plan_of(
        name,
        data or verbs.data_folder(data_root),
        models=models,
        names=split_list(tasks),
        seeds=_whole_numbers(seeds, "--seeds"),
        how=protocol,
        shares=_shares(shares),
        subsets=draws,
        changes=_changes(changes),
    )
    return _state_answer(verbs.run(plan, data_root, show_progress()))


@suite.command("table")
@click.argument("name")
@click.option("--as-protocol", "how", metavar="NAME", help="Score the answers with another protocol.")
@click.option("--csv", type=OUT, help="Write every number as CSV.")
@RAW
@click.option("--latex", type=OUT, help="Write the tables as LaTeX.")
def table_(name: str, how: str | None, csv: Path | None, latex: Path | None) -> Answer:
    """Show the run NAME: scores by task and means by type of task, with 95 % intervals."""
    from aloi.studies.drbenchmark.suite import results
    from aloi.studies.drbenchmark.tables import suite_csv, suite_latex, task_rows, type_rows
    from aloi.workbench.reports.files import write_text

    results_ = results(name, data_folder(), how=how)
    if csv:
        write_text(suite_csv(results_), csv)
    if latex:
        write_text(suite_latex(results_), latex)
    head = ("task", "metric", *results_.models)
    lines = [
        f"Protocol {results_.protocol}; mean of the runs with a 95% interval over test items and runs; "
        "models that share a letter are not distinguishable (paired bootstrap, Holm, 0.05)."
    ]
    lines += table(head, task_rows(results_))
    lines += ["", *table(head, type_rows(results_))]
    lines += ["", *_student_lines(results_)]
    return Answer(results_, lines)


@suite.command()
@click.argument("name")
def leaderboard(name: str) -> Answer:
    """Rank the models of the run NAME by their mean over all tasks, with groups of ties."""
    from aloi.studies.drbenchmark.suite import results

    results_ = results(name, data_folder())
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
@click.argument("name")
@click.option("--task", help="One task only.")
@click.option("--extra", default=100, show_default=True, help="Number of additional rows to extrapolate to.")
def curve(name: str, task: str | None, extra: int) -> Answer:
    """Show the learning curve of a run with --shares."""
    from aloi.studies.drbenchmark.suite import curves

    curves_ = curves(name, data_folder(), task=task, extra=extra)
    lines: list[str] = []
    for curve_ in curves_:
        rows = [(point.items, measured(point), point.fits) for point in curve_.curve.points]
        lines += ["", f"{curve_.task}, {curve_.model} ({curve_.curve.metric})"]
        lines += [*table(("rows", ("mean", "95% interval"), "fits"), rows), curve_.curve.sentence]
    return Answer(curves_, lines[1:])


@suite.command()
@click.argument("names", nargs=-1, metavar="[RUN_ALOI RUN_DRBENCHMARK]")
def protocols(names: tuple[str, ...]) -> Answer:
    """Describe the two protocols; with two runs, compare their scores."""
    from aloi.studies.drbenchmark.suite import points, side_by_side

    lines: list[str] = []
    for point in points():
        lines += [point.title, f"  drbenchmark: {point.drbenchmark}", f"  aloi: {point.aloi}"]
    if not names:
        return Answer(points(), lines)
    if len(names) != 2:
        raise AloiError("terminal.runs-named", names=len(names))
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


def _whole_numbers(text: str, option: str) -> tuple[int, ...]:
    try:
        return tuple(int(one) for one in split_list(text))
    except ValueError:
        raise AloiError("terminal.whole-numbers-commas-expected", option=option, text=repr(text)) from None


def _shares(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(one) for one in split_list(text))
    except ValueError:
        raise AloiError("terminal.shares", text=repr(text)) from None


def _changes(texts: Sequence[str]) -> Mapping[str, Any]:
    from aloi.studies.drbenchmark.suite import setting_value

    changes = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign:
            raise AloiError("terminal.suite-set", value=repr(text))
        changes[name.strip()] = setting_value(value.strip())
    return changes
