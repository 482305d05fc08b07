"""The model of a run for others: `aloi run export`, `aloi run push`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.base.records import to_json
from aloi.terminal.base import (
    Answer,
    Command,
    data_folder,
    now,
    show_progress,
    stated,
    store_options,
    table,
    with_store,
)
from aloi.terminal.models.runs import run as run
from aloi.terminal.models.runs import visible_runs
from aloi.terminal.models.train import sources_of, store_of
from aloi.terminal.options import output_option, request_options
from aloi.terminal.releases.push import hub_account
from aloi.workbench.requests.models.runs import BenchmarkRequest, ExportRunRequest, PushRunRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@run.command("export")
@request_options(ExportRunRequest)
@output_option("New directory of the model.", "--out", required=True)
@store_options
def export_(request: ExportRunRequest, out: Path) -> Answer:
    """Write the model of RUN as a directory that its library loads, with a model card.

    The model of the first seed is written, with the names of its labels and its threshold. An ONNX network
    is compared with the model first.
    """
    from aloi.workbench.models.sharing.exporting import export_run

    with store_of(sources_of(request.run)) as store:
        done = export_run(
            store, request, data_folder(), out, now=now(), visible=visible_runs(), progress=show_progress()
        )
    return stated({**to_json(done), "out": str(out)})


@run.command("push")
@request_options(PushRunRequest)
@with_store
def push_(store: Store, request: PushRunRequest) -> Answer:
    """Upload the model of RUN to the Hugging Face Hub, as one commit of its directory.

    The token is read from HF_TOKEN, or typed without echo; it is not stored. HF_ENDPOINT names another Hub.
    A model whose training data are no release with release checks is refused.
    """
    from aloi.workbench.models.sharing.exporting import push_run

    visible = store.members.shared("run")
    account, progress = hub_account(), show_progress()
    done = push_run(store, request, data_folder(), account, now=now(), visible=visible, progress=progress)
    return stated(to_json(done))


@click.command("mteb", cls=Command)
@request_options(BenchmarkRequest)
@with_store
def mteb(store: Store, request: BenchmarkRequest) -> Answer:
    """Score the sentence encoder of RUN on the tasks of MTEB that releases make.

    The same model untuned and MTEB's random encoder are scored too. No network is used.
    """
    from aloi.workbench.models.sharing.benchmark import benchmark

    visible = store.members.shared("run")
    done = benchmark(store, request, data_folder(), visible=visible, progress=show_progress())
    models = list(dict.fromkeys(score.model for score in done.scores))
    rows: dict[tuple[str, str, str], dict[str, float]] = {}
    for score in done.scores:
        rows.setdefault((score.task, score.split, score.metric), {})[score.model] = score.value
    head = ("task", "split", "metric", *models)
    lines = table(head, [(*key, *map(values.get, models)) for key, values in rows.items()])
    return Answer(to_json(done), lines)
