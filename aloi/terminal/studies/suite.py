"""The benchmark suite: `aloi suite list|check|fetch|run|table|leaderboard|curve|protocols`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.base.errors import AloiError
from aloi.terminal.base import (
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
from aloi.terminal.files.sentences_and_pairs import OUT

if TYPE_CHECKING:
    from aloi.workbench.studies.suite.runs import SuiteResults, SuiteState


@click.group(cls=Group)
def suite() -> None:
    """Run the twenty tasks of French biomedical text on models: tables, means, a leaderboard."""


_data_option = click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="The folder with a folder a task (default: suite/data in the data folder).",
)


@suite.command("list")
@_data_option
def list_(data: Path | None) -> Answer:
    """List the tasks: type, metric, licence, and whether the data is there or how to get it."""
    from aloi.workbench.studies.suite.runs import data_folder as usual
    from aloi.workbench.studies.suite.runs import listed

    found = listed(data or usual(data_folder()))
    rows = [
        (one.task.name, one.task.type.title, one.task.type.metric, one.task.licence, one.present)
        for one in found
    ]
    lines = table(("task", "type", "metric", "licence", "data"), rows)
    lines += ["", *(f"{one.task.name}: {one.todo}" for one in found if not one.present)]
    document = [
        {
            "task": one.task.name,
            "title": one.task.title,
            "type": one.task.type.name,
            "schema": one.task.schema,
            "fields": dict(one.task.fields),
            "metrics": list(one.task.type.metrics),
            "licence": one.task.licence,
            "hub": one.task.hub,
            "present": one.present,
            "files": list(one.files),
            "todo": one.todo,
        }
        for one in found
    ]
    return Answer(document, lines)


@suite.command()
@click.argument("tasks", nargs=-1, metavar="[TASK]...")
@_data_option
def check(tasks: tuple[str, ...], data: Path | None) -> Answer:
    """Read the data of TASKs (all unless named), and say how many rows each part has."""
    from aloi.workbench.studies.suite.runs import check as verb
    from aloi.workbench.studies.suite.runs import data_folder as usual

    found = verb(data or usual(data_folder()), tasks)
    rows = [
        (
            one.task.name,
            "read" if one.sizes else "broken" if one.present else "absent",
            *(one.sizes or (None,) * 3),
            "/".join(map(str, one.expected)) or None,
        )
        for one in found
    ]
    lines = table(("task", "data", "train", "validation", "test", "published"), rows)
    broken = [one for one in found if one.present and not one.sizes]
    lines += ["", *(f"{one.task.name}: {one.problem}" for one in found if one.problem)]
    document = [
        {
            "task": one.task.name,
            "present": one.present,
            "sizes": one.sizes,
            "published": one.expected,
            "problem": one.problem,
        }
        for one in found
    ]
    return Answer(document, lines, 2 if broken else 0)


@suite.command()
@click.argument("tasks", nargs=-1, required=True, metavar="TASK...")
@_data_option
def fetch(tasks: tuple[str, ...], data: Path | None) -> Answer:
    """Fetch the data of TASKs from the hub into the folder, where the hub can be reached."""
    from aloi.workbench.studies.suite.runs import data_folder as usual
    from aloi.workbench.studies.suite.runs import fetch as verb

    found = {name: verb(name, data or usual(data_folder())) for name in tasks}
    rows = [(name, *sizes) for name, sizes in found.items()]
    return Answer(found, table(("task", "train", "validation", "test"), rows))


@suite.command()
@click.argument("name", required=False)
@_data_option
@click.option("--model", "models", multiple=True, help="A packaged encoder, a folder or a hub name; repeat.")
@click.option("--tasks", help="Names of tasks with commas between them (default: all).")
@click.option("--seeds", default="1,2,3,4", show_default=True, help="A run each, with commas between them.")
@click.option("--protocol", default="aloi", show_default=True, help="aloi or drbenchmark.")
@click.option("--shares", default="1", show_default=True, help="Parts of the training rows, as 0.25,0.5,1.")
@click.option("--draws", default=3, show_default=True, help="Draws of each part below 1.")
@click.option("--set", "changes", multiple=True, metavar="SETTING=VALUE", help="Another setting of encoders.")
@click.option("--dry-run", "dry", is_flag=True, help="The whole suite on invented data, with a tiny model.")
def run(
    name: str | None, data: Path | None, models: tuple[str, ...], tasks: str | None, seeds: str,
    protocol: str, shares: str, draws: int, changes: tuple[str, ...], dry: bool,
) -> Answer:  # fmt: skip
    """Run models and floors on tasks; a run of that NAME that was broken off goes on.

    Each task, model and seed is a cell; finished ones are kept and not run again.
    """
    from aloi.workbench.studies.suite import runs as verbs

    kept = data_folder()
    if dry:
        state = verbs.dry_run(kept, how=protocol, seeds=_whole(seeds, "--seeds"), progress=show_progress())
        return _told(state)
    if name is None:
        raise AloiError("terminal.run-no-name")
    plan = verbs.plan_of(
        name,
        data or verbs.data_folder(kept),
        models=models,
        names=split_list(tasks),
        seeds=_whole(seeds, "--seeds"),
        how=protocol,
        shares=_shares(shares),
        subsets=draws,
        changes=_changes(changes),
    )
    return _told(verbs.run(plan, kept, show_progress()))


@suite.command("table")
@click.argument("name")
@click.option("--as-protocol", "how", metavar="NAME", help="Score the answers in another protocol's way.")
@click.option("--csv", type=OUT, help="Write every number as CSV.")
@RAW
@click.option("--latex", type=OUT, help="Write the tables as LaTeX.")
def table_(name: str, how: str | None, csv: Path | None, latex: Path | None) -> Answer:
    """Show the run NAME: scores by task and means by type of task, with 95 % intervals."""
    from aloi.workbench.reports.files import write_text
    from aloi.workbench.studies.suite.runs import results
    from aloi.workbench.studies.suite.tables import suite_csv, suite_latex, task_rows, type_rows

    found = results(name, data_folder(), how=how)
    if csv:
        write_text(suite_csv(found), csv)
    if latex:
        write_text(suite_latex(found), latex)
    head = ("task", "metric", *found.models)
    lines = [
        f"Protocol {found.protocol}; mean of the runs with a 95% interval over test items and runs; models "
        "that share a letter are not distinguishable (paired bootstrap, Holm, 0.05)."
    ]
    lines += table(head, task_rows(found))
    lines += ["", *table(head, type_rows(found))]
    lines += ["", *_student_lines(found)]
    return Answer(found, lines)


@suite.command()
@click.argument("name")
def leaderboard(name: str) -> Answer:
    """Rank the models of the run NAME by their mean over all tasks, with groups of ties."""
    from aloi.workbench.studies.suite.runs import results

    found = results(name, data_folder())
    rows = [
        (
            one.rank,
            one.model,
            measured(one),
            found.mean_ranks.get(one.model),
            found.firsts.get(one.model, 0),
        )
        for one in found.leaderboard.scores
    ]
    head = ("rank", "model", f"mean of {len(found.tasks)} tasks", "mean rank", "first on")
    document = {
        **{name: getattr(found, name) for name in ("protocol", "leaderboard", "mean_ranks", "firsts")},
        "tasks": [one.task.name for one in found.tasks],
    }
    return Answer(document, table(head, rows))


@suite.command()
@click.argument("name")
@click.option("--task", help="One task only.")
@click.option("--extra", default=100, show_default=True, help="How many more rows the sentence speaks of.")
def curve(name: str, task: str | None, extra: int) -> Answer:
    """Show what parts of the training rows bring, of a run with --shares."""
    from aloi.workbench.studies.suite.runs import curves

    found = curves(name, data_folder(), task=task, extra=extra)
    lines: list[str] = []
    for one in found:
        rows = [(point.items, measured(point), point.fits) for point in one.curve.points]
        lines += ["", f"{one.task}, {one.model} ({one.curve.metric})"]
        lines += [*table(("rows", ("mean", "95% interval"), "fits"), rows), one.curve.sentence]
    return Answer(found, lines[1:])


@suite.command()
@click.argument("names", nargs=-1, metavar="[RUN_ALOI RUN_DRBENCHMARK]")
def protocols(names: tuple[str, ...]) -> Answer:
    """Say what the two protocols do; with two runs, show their scores side by side."""
    from aloi.workbench.studies.suite.runs import points, side_by_side

    lines: list[str] = []
    for one in points():
        lines += [one.title, f"  drbenchmark: {one.drbenchmark}", f"  aloi: {one.aloi}"]
    if not names:
        return Answer(points(), lines)
    if len(names) != 2:
        raise AloiError("terminal.runs-named", names=len(names))
    found = side_by_side(names[0], names[1], data_folder())
    head = ("task", "model", "metric", *(f"{one}" for one in names), "difference", "outside the scale")
    rows = [
        (
            one.task,
            one.model,
            one.metric if one.metric == one.other_metric else f"{one.metric} / {one.other_metric}",
            one.value,
            one.other_value,
            one.difference,
            one.outside,
        )
        for one in found
    ]
    return Answer(found, table(head, rows))


def _told(state: SuiteState) -> Answer:
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


def _student_lines(found: SuiteResults) -> Sequence[str]:
    """Return which models differ from the best of each task by Student's t over runs."""
    rows = [
        (one.task.name, one.board.scores[0].model, two.model, p_cell(two.p), two.stars or None)
        for one in found.tasks
        for two in one.board.students
        if two.p is not None
    ]
    if not rows:
        return ["Student's t over runs says nothing: it needs two runs of each, and some variance."]
    told = "Student's t over runs, best against each (* 0.05, ** 0.01):"
    return [told, *table(("task", "best", "against", "p", ""), rows)]


def _whole(text: str, option: str) -> tuple[int, ...]:
    try:
        return tuple(int(one) for one in split_list(text))
    except ValueError:
        raise AloiError("terminal.whole-numbers-commas-expected", option=option, text=repr(text)) from None


def _shares(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(one) for one in split_list(text))
    except ValueError:
        raise AloiError("terminal.shares", text=repr(text)) from None


def _changes(given: Sequence[str]) -> Mapping[str, Any]:
    from aloi.workbench.studies.suite.runs import setting_value

    found = {}
    for one in given:
        name, sign, value = one.partition("=")
        if not sign:
            raise AloiError("terminal.suite-set", value=repr(one))
        found[name.strip()] = setting_value(value.strip())
    return found
