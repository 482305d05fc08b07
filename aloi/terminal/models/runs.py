"""Stored runs: `aloi run list`, `aloi run show`, `aloi run verify`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from aloi.base.records import to_json
from aloi.terminal.base import Answer, Group, data_folder, facts, measured, table

_HEAD = ("run", "recipe", "trained on", "rows", "test")


@click.group("run", cls=Group)
def run() -> None:
    """List, show and verify the runs of the data folder."""


@run.command("list")
def list_() -> Answer:
    """List all runs, newest first, also those that are not done."""
    from aloi.workbench.models.runs import runs

    found = runs(_folder())
    document = [
        {
            "id": one.id,
            "status": one.status,
            "started_at": one.started_at,
            "recipe": one.spec.recipe if one.spec else None,
            "settings": one.spec.settings if one.spec else None,
            "train": [use.label for use in one.spec.train] if one.spec else None,
            "train_items": train_items(one.spec) if one.spec else None,
            "tests": [use.label for use in one.spec.tests] if one.spec else None,
            "seeds": one.spec.seeds if one.spec else None,
            "seeds_done": one.seeds_done,
            "scores": [score_document(score) for score in one.run.scores] if one.run else None,
            "error": one.error,
        }
        for one in found
    ]
    done = [one.run for one in found if one.run]
    others = [
        (
            one.id,
            one.spec.recipe if one.spec else None,
            one.status,
            one.seeds_done,
            (one.error or "").split("\n")[0],
        )
        for one in found
        if not one.run
    ]
    lines = run_tables(done)
    if others:
        lines += table(("not done", "recipe", "status", "seeds done", "why"), others)
    return Answer({"runs": document}, lines or [f"There are no runs in {_folder()}."])


@run.command("show")
@click.argument("run_id", metavar="RUN")
def show_(run_id: str) -> Answer:
    """Show RUN: what it was given, what it took, every score with its interval and signature."""
    from aloi.workbench.models.runs import show

    one = show(_folder(), run_id)
    if one.run is None or one.spec is None:
        document = {name: getattr(one, name) for name in ("id", "status", "seeds_done", "error")}
        return Answer(document, facts(**document))
    found = one.run
    document = {"status": one.status, **run_document(found, _folder())}
    lines = facts(
        run=found.id,
        recipe=found.spec.recipe,
        trained_on=trained_on(found.spec),
        seeds=found.spec.seeds,
        started=found.started_at.isoformat(timespec="seconds"),
        seconds=sum(seed.seconds for seed in found.seeds),
        cpu_seconds=sum(seed.cpu_seconds for seed in found.seeds),
        energy_joules=found.energy_joules,
    )
    lines += [f"{name} = {value}" for name, value in found.spec.settings.items()]
    lines += [f"{name}: {value}" for name, value in found.environment.items()]
    rows = [(score.test, score.metric, measured(score), score.by_seed) for score in found.scores]
    lines += ["", *table(("test", "metric", ("value", "95% interval"), "by seed"), rows)]
    lines += ["", *found.notes, *(score.signature for score in found.scores)]
    return Answer(document, lines)


@run.command("verify")
@click.argument("run_id", metavar="[RUN]", required=False)
def verify_(run_id: str | None) -> Answer:
    """Find every number of RUN, or of all runs, again from its predictions; exit 1 if any differs."""
    from aloi.workbench.models.runs import check_run, done_runs, show

    ids = [show(_folder(), run_id).id] if run_id else [one.id for one in done_runs(_folder())]
    found = {one: check_run(_folder(), one) for one in ids}
    lines = []
    for one, checked in found.items():
        lines += [f"{one}: {problem}" for problem in checked.problems] or [f"run {one} is sound"]
        lines += [f"{one}: {note}" for note in checked.notes]
    document = {"runs": [{"id": one, **to_json(checked)} for one, checked in found.items()]}
    broken = any(checked.problems for checked in found.values())
    return Answer(document, lines or ["There are no runs."], status=1 if broken else 0)


def run_document(one: Any, folder: Path) -> dict[str, object]:
    """Return a run that is done as commands print it."""
    return {
        "id": one.id,
        "folder": str(folder / one.id),
        "recipe": one.spec.recipe,
        "settings": one.spec.settings,
        "train": [to_json(use) for use in one.spec.train],
        "train_items": train_items(one.spec),
        "subset": one.spec.subset,
        "dev": to_json(one.spec.dev) if one.spec.dev else None,
        "tests": [to_json(use) for use in one.spec.tests],
        "scores": [score_document(score) for score in one.scores],
        "seeds": one.seeds,
        "started_at": one.started_at,
        "finished_at": one.finished_at,
        "environment": one.environment,
        "energy_joules": one.energy_joules,
        "predictions_checksum": one.predictions_checksum,
        "notes": one.notes,
    }


def score_document(score: Any) -> dict[str, object]:
    """Return a score as commands print it."""
    return to_json(score, "low", "high", ci=None if score.low is None else [score.low, score.high])


def run_tables(several: Sequence[Any]) -> list[str]:
    """Return the tables of runs, a row a test; runs with the same metrics stand in one table."""
    tables: dict[tuple[str, ...], list[tuple[object, ...]]] = {}
    for one in several:
        metrics = tuple(dict.fromkeys(score.metric for score in one.scores))
        tables.setdefault(metrics, []).extend(_rows(one, metrics))
    return [
        line
        for metrics, rows in tables.items()
        for line in table((*_HEAD, *((name, "95%") for name in metrics[:1]), *metrics[1:]), rows)
    ]


def _rows(one: Any, metrics: Sequence[str]) -> list[tuple[object, ...]]:
    """Return the cells of a run, a row a test: the first metric with its interval, then the others."""
    model = one.spec.settings.get("model")
    name = f"{one.spec.recipe} {model}" if model else one.spec.recipe
    rows = []
    for test in dict.fromkeys(score.test for score in one.scores):
        scores = {score.metric: score for score in one.scores if score.test == test}
        first = measured(scores[metrics[0]])
        others = [measured(scores.get(name), interval=None) for name in metrics[1:]]
        rows.append((one.id, name, trained_on(one.spec), train_items(one.spec), test, first, *others))
    return rows


def trained_on(spec: Any) -> str:
    """Return the training data in words."""
    return " + ".join(use.label for use in spec.train) or "none"


def train_items(spec: Any) -> int:
    """Return how many rows a run was trained on."""
    return int(spec.train_items or sum(use.items for use in spec.train))


def _folder() -> Path:
    from aloi.workbench.models.runs import runs_folder

    return runs_folder(data_folder())
