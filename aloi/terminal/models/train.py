"""Train and score models: `aloi recipes`, `aloi train`, `aloi evaluate`."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.terminal.base import (
    OUT,
    RAW,
    Answer,
    Command,
    as_asked,
    data_folder,
    message_of,
    show_progress,
    stated,
    store_options,
    store_url,
    warn,
)
from aloi.terminal.models.compare import curve_lines
from aloi.terminal.models.runs import run, run_document, run_tables, visible_runs
from aloi.terminal.options import TerminalOption, request_options
from aloi.workbench.requests.models.evaluation import EvaluateRequest, ImportRunRequest, PredictRequest
from aloi.workbench.requests.models.training import TrainRequest

if TYPE_CHECKING:
    from aloi.workbench.models.runs import Run
    from aloi.workbench.models.training import RunPlan
    from aloi.workbench.types import Store


@click.command(cls=Command)
def recipes() -> Answer:
    """List the recipes with their settings."""
    from aloi.workbench.models.baselines import list_recipes

    recipes_ = list_recipes()
    lines = []
    for recipe in recipes_:
        kind = f"{'floor' if recipe.floor else 'model'} of {' and '.join(recipe.rows)}"
        lines += [
            f"{recipe.name}: {recipe.title} ({kind}{', needs training' if recipe.needs_training else ''})"
        ]
        lines += [f"    {what.name} = {json.dumps(what.default)}  {what.help}" for what in recipe.settings]
    return Answer([to_json(one) for one in recipes_], lines)


@click.command(cls=Command, short_help="Train a recipe and score it; --curve and --grid train many.")
@request_options(TrainRequest, file_in="recipe")
@store_options
def train(request: TrainRequest) -> Answer:
    """Train RECIPE, a name or a .toml file with the same options, and score it with intervals.

    An interrupted command resumes when it is run again.
    """
    from aloi.workbench.models.training import note_made, plans

    with store_of((*request.data, *request.test, *([request.dev] if request.dev else []))) as store:
        plans_ = plans(store, request)
        if not request.estimate:
            note_made(store, plans_)
    if request.estimate:
        return estimated(plans_)
    return _run(plans_, request.report_to, with_curve=bool(request.curve))


def estimated(plans_: Sequence[RunPlan]) -> Answer:
    """Return the time and the memory of runs that train; nothing is trained or stored."""
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    from aloi.workbench.models.training import CACHE, estimate_plans, in_words

    estimates = estimate_plans(plans_, show_progress(), data_folder() / CACHE)
    lines = [
        f"{plan.title}: {in_words(cost.total.clock)} for {cost.seeds} seeds "
        f"(each: steps {in_words(cost.steps.clock)}, dev scoring {in_words(cost.dev.clock)}, "
        f"test scoring {in_words(cost.tests.clock)}, the rest {in_words(cost.overhead.clock)}), "
        f"{cost.memory / 1e9:.1f} GB of memory"
        for plan, cost in zip(plans_, estimates, strict=True)
    ]
    seconds = sum(cost.total.clock for cost in estimates)
    most = {
        "cpu_seconds": sum(cost.total.cpu for cost in estimates),
        "memory_mb": max((cost.memory for cost in estimates), default=0) / 1e6,
    }
    document = {"estimate": most, "seconds": seconds, "estimates": [to_json(cost) for cost in estimates]}
    return Answer(document, [*lines, f"In all {in_words(seconds)}, if the machine stays as busy as now."])


@click.command(cls=Command, short_help="Score baselines and untuned encoders.")
@request_options(EvaluateRequest)
@store_options
def evaluate(request: EvaluateRequest) -> Answer:
    """Score each RECIPE without tuning; `baselines` means all baselines for the rows, and packaged encoders.

    Recipes that cannot predict untrained are trained on --data, with one seed.
    """
    from aloi.workbench.models.baselines import evaluation_plans
    from aloi.workbench.models.training import note_made

    with store_of((*request.test, *request.data)) as store:
        plans, skipped = evaluation_plans(store, request)
        note_made(store, plans)
    for skipped_run in skipped:
        warn(f"{skipped_run.name} is skipped. {skipped_run.reason}")
    return _run(plans, skipped=[to_json(one) for one in skipped])


def _run(
    plans: Sequence[RunPlan], report_to: Sequence[str] = (), *, with_curve: bool = False, **more: object
) -> Answer:
    """Return the answer after running what was planned; exit status 1 if a run fails or is stopped."""
    # Before any model library reads it: threads that wait must not spin on a shared machine.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    from aloi.workbench.models.runs import runs_folder
    from aloi.workbench.models.training import CACHE, is_writer, run_plans
    from aloi.workbench.progress import silent

    folder, cache = runs_folder(data_folder()), data_folder() / CACHE
    try:
        progress = show_progress() if is_writer() else silent
        done = run_plans(plans, folder, progress, cache=cache, report_to=report_to)
    except AloiError as error:
        warn(message_of(error))
        return Answer(None, (), status=1)
    except KeyboardInterrupt:
        warn("Stopped. The same command continues from this point.")
        return Answer(None, (), status=1)
    if not is_writer():
        return Answer(None, ())  # one of several processes of a launcher: the first one tells
    lines = run_tables(done)
    document = {"runs": [run_document(one, folder) for one in done], **more}
    if with_curve:
        from aloi.workbench.models.curves import curve_of

        curves = curve_of(folder, [run_done.id for run_done in done])
        document["curves"] = curves
        lines += [line for drawn in curves for line in ("", *curve_lines(drawn))]
    return Answer(document, [*lines, *_notes(done), f"Each run is a folder in {folder}."])


def _notes(done: Sequence[Run]) -> list[str]:
    """Return each note once, after the runs it is about unless it is about all of them."""
    about: dict[str, list[str]] = {}
    for stored in done:
        for note in stored.notes:
            about.setdefault(note, []).append(stored.id)
    return [note if len(ids) == len(done) else f"{', '.join(ids)}: {note}" for note, ids in about.items()]


@run.command("import")
@request_options(ImportRunRequest)
@store_options
def import_(request: ImportRunRequest) -> Answer:
    """Store the predictions in FILE, made by another system, as a run scored on --test.

    The run is listed, verified and compared like any other.
    """
    from aloi.workbench.models.prediction import import_run
    from aloi.workbench.models.runs import runs_folder

    folder = runs_folder(data_folder())
    with store_of([request.test]) as store:
        stored = import_run(store, request, folder)
    return Answer(run_document(stored, folder), run_tables([stored]))


@click.command("predict", cls=Command)
@request_options(PredictRequest)
@click.option(
    "--out",
    required=True,
    type=OUT,
    cls=TerminalOption,
    reason="Jobs write into the data folder.",
    help="Table of the predictions; the suffix defines its format.",
)
@RAW
@store_options
def predict(request: PredictRequest, out: Path) -> Answer:
    """Predict the answers of FILE with the model of RUN, and write them as a table.

    The model saved in the run is loaded. A run without a saved model is fitted again on its unchanged data.
    """
    from aloi.workbench.models import prediction

    with store_of(sources_of(request.run)) as store:
        predicted = prediction.predict(
            store, request, data_folder(), out, visible=visible_runs(), progress=show_progress()
        )
    return stated({**to_json(predicted), "out": str(out)})


def sources_of(run_id: str) -> list[str]:
    """Return the sources of the data that shaped the model of a run."""
    from aloi.workbench.models.runs import runs_folder, show

    spec = show(runs_folder(data_folder()), run_id, visible_runs()).spec
    uses = (*spec.train, *spec.devs) if spec else ()
    return [use.source for use in uses]


@contextmanager
def store_of(sources: Sequence[str]) -> Iterator[Store | None]:
    """Yield the store; None where every source is a path, or there is none: a store is not made for this."""
    from aloi.workbench.store.opening import open_known

    paths = (part for one in sources for part in (one, one.rpartition(":")[0]))
    existing = {one for one in paths if one and Path(one).expanduser().exists()}
    all_paths = all(one in existing or one.rpartition(":")[0] in existing for one in sources)
    store = None if all_paths else open_known(store_url())
    try:
        yield None if store is None else as_asked(store)
    finally:
        if store is not None:
            store.close()
