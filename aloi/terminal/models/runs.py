"""Stored runs: `aloi run list`, `show`, `verify`, and their names, notes, tags and deletion."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.base.records import to_json
from aloi.terminal.base import (
    RAW,
    Answer,
    Group,
    as_asked,
    data_folder,
    facts,
    measured,
    shared_options,
    stated,
    store_options,
    store_url,
    table,
    with_store,
)
from aloi.terminal.options import output_option, request_options
from aloi.workbench.requests.models.evaluation import RunDetailsRequest, ShowRunRequest, VerifyRunRequest
from aloi.workbench.requests.models.runs import (
    DeleteRunRequest,
    ListRunsRequest,
    NameRunRequest,
    NoteRunRequest,
    ShareRunRequest,
    TagRunRequest,
)

if TYPE_CHECKING:
    from aloi.workbench.models.runs import Run, RunSpec
    from aloi.workbench.store.opening import Store
    from aloi.workbench.types import TestScore

_HEAD = ("run", "recipe", "trained on", "rows", "test")


@click.group("run", cls=Group)
def run() -> None:
    """List, show and verify the runs of the data folder."""


@run.command("list")
@request_options(ListRunsRequest)
@store_options
def list_(request: ListRunsRequest) -> Answer:
    """List all runs, newest first, including unfinished ones."""
    from aloi.workbench.models.runs import matching, runs

    lines_ = matching(runs(_folder(), visible_runs()), request.search)
    document = [
        {
            "id": line.id,
            "status": line.status,
            "started_at": line.started_at,
            "recipe": line.spec.recipe if line.spec else None,
            "settings": line.spec.settings if line.spec else None,
            "train": [use.label for use in line.spec.train] if line.spec else None,
            "train_items": line.spec.n_train if line.spec else None,
            "tests": [use.label for use in line.spec.tests] if line.spec else None,
            "seeds": line.spec.seeds if line.spec else None,
            "seeds_done": line.seeds_done,
            "scores": [score_document(score) for score in line.run.scores] if line.run else None,
            "error": line.error,
            **to_json(line.about),
        }
        for line in lines_
    ]
    done = [line.run for line in lines_ if line.run]
    others = [
        (
            line.id,
            line.spec.recipe if line.spec else None,
            line.status,
            line.seeds_done,
            (line.error or "").split("\n")[0],
        )
        for line in lines_
        if not line.run
    ]
    lines = run_tables(done)
    described = [
        (line.id, line.about.name, ", ".join(line.about.tags), line.about.note)
        for line in lines_
        if line.about.words.strip()
    ]
    if described:
        lines += table(("run", "name", "tags", "note"), described)
    if others:
        lines += table(("not done", "recipe", "status", "seeds done", "why"), others)
    return Answer({"runs": document}, lines or [f"There are no runs in {_folder()}."])


@run.command("show")
@request_options(ShowRunRequest)
@store_options
def show_(request: ShowRunRequest) -> Answer:
    """Show RUN: its settings, its cost, every score with its interval and signature."""
    from aloi.workbench.models.runs import show

    stored = show(_folder(), request.run, visible_runs())
    if stored.run is None or stored.spec is None:
        document = {name: getattr(stored, name) for name in ("id", "status", "seeds_done", "error")}
        return Answer(document, facts(**document))
    run = stored.run
    document = {"status": stored.status, **run_document(run, _folder())}
    lines = facts(
        run=run.id,
        recipe=run.spec.recipe,
        trained_on=trained_on(run.spec),
        seeds=run.spec.seeds,
        started=run.started_at.isoformat(timespec="seconds"),
        seconds=sum(seed.seconds for seed in run.seeds),
        cpu_seconds=sum(seed.cpu_seconds for seed in run.seeds),
        energy_joules=run.energy_joules,
    )
    lines += [f"{name} = {value}" for name, value in run.spec.settings.items()]
    lines += [f"{name}: {value}" for name, value in run.environment.items()]
    rows = [(score.test, score.metric, measured(score), score.by_seed) for score in run.scores]
    lines += ["", *table(("test", "metric", ("value", "95% interval"), "by seed"), rows)]
    lines += ["", *run.notes, *(score.signature for score in run.scores)]
    return Answer(document, lines)


@run.command("details")
@request_options(RunDetailsRequest)
@output_option("Write every number as CSV.", "--csv")
@RAW
@output_option("Write the tables as LaTeX.", "--latex")
@store_options
def details_(request: RunDetailsRequest, csv: Path | None, latex: Path | None) -> Answer:
    """Show RUN by label or type, its confused labels, and its scores by document, fold or domain."""
    from aloi.workbench.models.results import run_details
    from aloi.workbench.models.runs import show
    from aloi.workbench.models.tables import detail_tables, details_csv, details_latex
    from aloi.workbench.reports.files import as_text, write_text

    run_id = show(_folder(), request.run, visible_runs()).id
    details = run_details(_folder(), replace(request, run=run_id))
    if csv:
        write_text(details_csv(details), csv)
    if latex:
        write_text(details_latex(details), latex)
    lines = [line for table_ in detail_tables(details) for line in (*as_text(table_), "")]
    return Answer(details, lines[:-1] or [f"Run {run_id} has no labels. Use --by to score groups of rows."])


@run.command("verify")
@request_options(VerifyRunRequest)
@store_options
def verify_(request: VerifyRunRequest) -> Answer:
    """Recompute every number of RUN, or of all runs, from its predictions; exit 1 if any differs."""
    from aloi.workbench.models.runs import check_run, done_runs, show

    visible = visible_runs()
    runs = [show(_folder(), request.run, visible)] if request.run else done_runs(_folder(), visible)
    ids = [line.id for line in runs]
    checks = {run_id: check_run(_folder(), run_id) for run_id in ids}
    lines = []
    for checked_id, checked in checks.items():
        lines += [f"{checked_id}: {problem}" for problem in checked.problems] or [
            f"run {checked_id} is sound"
        ]
    document = {"runs": [{"id": run_id, **to_json(checked)} for run_id, checked in checks.items()]}
    broken = any(checked.problems for checked in checks.values())
    return Answer(document, lines or ["There are no runs."], status=1 if broken else 0)


@run.command("name")
@request_options(NameRunRequest)
@store_options
def name_(request: NameRunRequest) -> Answer:
    """Name RUN; the name is shown in lists and on its model card."""
    return _described(request)


@run.command("note")
@request_options(NoteRunRequest)
@store_options
def note_(request: NoteRunRequest) -> Answer:
    """Write a note on RUN; it replaces the earlier one."""
    return _described(request)


@run.command("tag")
@request_options(TagRunRequest)
@store_options
def tag_(request: TagRunRequest) -> Answer:
    """Add TAGS to RUN, or remove them."""
    return _described(request)


def _described(request: NameRunRequest | NoteRunRequest | TagRunRequest) -> Answer:
    from aloi.workbench.models.runs import describe, find

    visible = visible_runs()
    about = describe(_folder(), request, visible)
    return stated({"run": find(_folder(), request.run, visible).name, **to_json(about)})


@run.command("delete")
@request_options(DeleteRunRequest)
@store_options
def delete_(request: DeleteRunRequest) -> Answer:
    """Delete RUN with its predictions and its model; this cannot be undone.

    A run that chose items or made suggestions of a released campaign is refused. The other runs on its tests
    are listed: they can no longer be compared with it.
    """
    from aloi.workbench.models.runs import delete_run
    from aloi.workbench.store.opening import open_known

    store = open_known(store_url())
    try:
        deleted = delete_run(None if store is None else as_asked(store), _folder(), request, visible_runs())
    finally:
        if store is not None:
            store.close()
    return stated(to_json(deleted))


@run.command("share")
@request_options(ShareRunRequest)
@with_store
def share_(store: Store, request: ShareRunRequest) -> Answer:
    """Let a person see RUN (its id, or how it begins) on their pages."""
    from aloi.workbench.models.runs import share_run

    return stated(to_json(share_run(store, request, _folder())))


def run_document(stored: Run, folder: Path) -> dict[str, object]:
    """Return a run that is done as commands print it."""
    return {
        "id": stored.id,
        "folder": str(folder / stored.id),
        "recipe": stored.spec.recipe,
        "settings": stored.spec.settings,
        "train": [to_json(use) for use in stored.spec.train],
        "train_items": stored.spec.n_train,
        "subset": stored.spec.subset,
        "balanced": stored.spec.balanced,
        "folds": stored.spec.folds,
        "tuning": to_json(stored.spec.tuning) if stored.spec.tuning else None,
        "dev": to_json(stored.spec.dev) if stored.spec.dev else None,
        "further_dev": [to_json(use) for use in stored.spec.further_dev],
        "tests": [to_json(use) for use in stored.spec.tests],
        "scores": [score_document(score) for score in stored.scores],
        "seeds": stored.seeds,
        "started_at": stored.started_at,
        "finished_at": stored.finished_at,
        "environment": stored.environment,
        "energy_joules": stored.energy_joules,
        "predictions_checksum": stored.predictions_checksum,
        "notes": stored.notes,
    }


def score_document(score: TestScore) -> dict[str, object]:
    """Return a score as commands print it."""
    return to_json(score, "low", "high", ci=None if score.low is None else [score.low, score.high])


def run_tables(several: Sequence[Run]) -> list[str]:
    """Return the tables of runs, one row per test; runs with the same metrics share a table."""
    tables: dict[tuple[str, ...], list[tuple[object, ...]]] = {}
    for stored in several:
        metrics = tuple(dict.fromkeys(score.metric for score in stored.scores))
        tables.setdefault(metrics, []).extend(_rows(stored, metrics))
    return [
        line
        for metrics, rows in tables.items()
        for line in table((*_HEAD, *((name, "95%") for name in metrics[:1]), *metrics[1:]), rows)
    ]


def _rows(stored: Run, metrics: Sequence[str]) -> list[tuple[object, ...]]:
    """Return the cells of a run, a row a test: the first metric with its interval, then the others."""
    model = stored.spec.settings.get("model")
    name = f"{stored.spec.recipe} {model}" if model else stored.spec.recipe
    rows = []
    for test in dict.fromkeys(score.test for score in stored.scores):
        scores = {score.metric: score for score in stored.scores if score.test == test}
        first = measured(scores[metrics[0]])
        others = [measured(scores.get(name), interval=None) for name in metrics[1:]]
        rows.append((stored.id, name, trained_on(stored.spec), stored.spec.n_train, test, first, *others))
    return rows


def trained_on(spec: RunSpec) -> str:
    """Return the training data in words."""
    return " + ".join(use.label for use in spec.train) or "none"


def visible_runs() -> Collection[str] | None:
    """Return the ids of the runs that the person of `--as` may see; None for all without the option."""
    if shared_options().person is None:
        return None
    from aloi.workbench.store.opening import open_store

    store = open_store(store_url())
    try:
        visible: Collection[str] | None = as_asked(store).members.shared("run")
    finally:
        store.close()
    return visible


def _folder() -> Path:
    from aloi.workbench.models.runs import runs_folder

    return runs_folder(data_folder())
