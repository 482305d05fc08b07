"""A model in the loop, and how it encodes: `aloi loop fill`, `balance`, `batch`, `doubt` and `tune`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.base.records import to_json
from aloi.terminal.base import (
    OUT,
    RAW,
    Answer,
    Group,
    data_folder,
    facts,
    now,
    show_progress,
    store_options,
    table,
    with_store,
)
from aloi.terminal.models.train import store_of
from aloi.terminal.options import TerminalOption, request_options
from aloi.workbench.requests.models.loop import (
    BalanceRequest,
    BatchRequest,
    DoubtRequest,
    FillRequest,
    PopulationRequest,
)
from aloi.workbench.requests.models.training import TuneRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store
    from aloi.workbench.types import Tuning, Way

_SHOWN = 20
_WIDTH = 40


@click.group("loop", cls=Group)
def loop() -> None:
    """Let a model choose what to annotate next, and what to look at again."""


@loop.command("fill", short_help="Add pairs with rare scores.")
@request_options(FillRequest)
@with_store
def fill(store: Store, request: FillRequest) -> Answer:
    """Store new pairs that a model places where the gold has few; then open a round with them.

    Rare scores follow the shares of `aloi campaign wanted`; without shares, all scores are equally wanted.
    All pairs of sentences of the corpus are scored. The origin of each item records the choice by a model,
    so that results can be grouped by it.
    """
    from aloi.workbench.models.label_errors import fill_bins

    filled = fill_bins(store, request, data=data_folder(), now=now(), progress=show_progress())
    rows = [(f"{b.low:g}-{b.high:g}", b.gold, b.target, b.available, b.drawn) for b in filled.bins]
    lines = [
        *facts(items=len(filled.item_ids), new=filled.new, encoder=filled.encoder),
        *table(("score", "gold", "wanted", "available", "drawn"), rows),
    ]
    return Answer(to_json(filled), lines)


@loop.command("balance", short_help="Draw pairs of a table so that labels fill their scale.")
@request_options(BalanceRequest)
@click.option(
    "--out",
    required=True,
    type=OUT,
    cls=TerminalOption,
    reason="Pages open a round with what is drawn.",
    help="Table of the pairs drawn, to label next.",
)
@RAW
def balance(request: BalanceRequest, out: Path) -> Answer:
    """Draw the pairs to label next so that the labels fill the scale evenly; no store is needed.

    Label what is drawn, add the scores to the table of gold, draw again. Each pair comes with the stratum it
    was drawn from and the probability that it had, so that what is measured can be weighted back to the pool.
    """
    from aloi.workbench.files.balancing import balance_file

    balanced = balance_file(request, out, data=data_folder(), progress=show_progress())
    rows = [(f"{one.level:g}", one.obtained, one.expected) for one in balanced.levels]
    lines = [
        *facts(
            pool=balanced.pool, known=balanced.scored, drawn=balanced.drawn, encoder=balanced.encoder, out=out
        ),
        *table(("label", "so far", "expected"), rows),
    ]
    return Answer(to_json(balanced, out=str(out)), lines)


@loop.command("batch", short_help="Open a round with pairs drawn so that labels fill their scale.")
@request_options(BatchRequest)
@with_store
def batch(store: Store, request: BatchRequest) -> Answer:
    """Open a round with the pairs of a pool that bring the labels a campaign lacks.

    Each pair is stored with its stratum and probability. Once some are answered, ask for the next batch: the
    controller is trained on the existing labels. `aloi loop population` shows the state of the campaign.
    """
    from aloi.workbench.candidates.batches import draw_batch

    drawn = draw_batch(store, request, data=data_folder(), now=now(), progress=show_progress())
    rows = [(one.level, one.obtained, one.expected, one.target) for one in drawn.levels]
    lines = [
        *facts(
            round=drawn.round,
            batch=drawn.number,
            drawn=len(drawn.item_ids),
            pool=drawn.pool,
            known=drawn.labelled,
            waiting=drawn.waiting,
            encoder=drawn.encoder,
        ),
        *table(("label", "so far", "expected", "wanted"), rows),
    ]
    return Answer(to_json(drawn), lines)


@loop.command("population", short_help="Show labels of batches, and estimates for the pool.")
@request_options(PopulationRequest)
@with_store
def population_(store: Store, request: PopulationRequest) -> Answer:
    """Show the labels of a campaign filled in batches, and its estimates, raw and weighted for the pool.

    Pairs drawn by the controller are not representative of the pool: each is weighted by its inverse
    probability. The intervals use these weights.
    """
    from aloi.workbench.candidates.population import population

    report = population(store, request.campaign, data_folder())
    lines = [
        *facts(pool=report.pool, weighted=report.weighted, effective=round(report.effective, 1)),
        *table(
            ("batch", "round", "drawn", "labelled"),
            [(one.batch, one.round, one.drawn, one.labelled) for one in report.batches],
        ),
        *table(
            ("label", "obtained", "expected", "wanted"),
            [(one.level, one.obtained, one.expected, one.target) for one in report.levels],
        ),
        *table(
            ("figure", "", "pairs", "raw", "weighted"),
            [(one.of, one.name, one.n, str(one.raw), str(one.weighted)) for one in report.figures],
        ),
    ]
    return Answer(to_json(report), lines)


@loop.command("doubt", short_help="List gold items on which a model and annotators disagree.")
@request_options(DoubtRequest)
@click.option(
    "--out",
    type=OUT,
    cls=TerminalOption,
    reason="Jobs write into the data folder.",
    help="Also write the items to a table.",
)
@RAW
@with_store
def doubt(store: Store, request: DoubtRequest, out: Path | None) -> Answer:
    """List the gold items on which annotators and a model that never saw them part most."""
    from aloi.workbench.models.label_errors import check_round, doubts, send_back, write_doubts
    from aloi.workbench.rounds.rounds import annotators_named

    people = annotators_named(store, request.annotators)
    if request.open_round:
        check_round(store, request.campaign, people, request.purpose)  # before any long work
    report = doubts(store, request, progress=show_progress())
    if out is not None:
        write_doubts(report, out)
    opened = None
    if request.open_round:
        opened = send_back(
            store, request.campaign, report, people, purpose=request.purpose, seed=request.seed
        )
    document = {**to_json(report), "round": None if opened is None else opened.number}
    names = ("item_id", "gold", "model", "apart", "answers", "spread")
    rows = [
        (*(getattr(item, name) for name in names), _short(item.left), _short(item.right))
        for item in report.doubts[:_SHOWN]
    ]
    lines = [
        *facts(items=report.items, folds=report.folds, disjoint=report.disjoint, spearman=report.spearman),
        *table((*names, "left", "right"), rows),
    ]
    if len(report.doubts) > _SHOWN:
        lines.append(f"and {len(report.doubts) - _SHOWN} more: write them with --out")
    if opened is not None:
        lines += facts(round=opened.number, annotators=len(opened.annotators), to_answer=len(opened.item_ids))
    return Answer(document, lines)


@loop.command("tune", short_help="Find the fastest settings of an encoder on this machine.")
@request_options(TuneRequest)
@store_options
def tune(request: TuneRequest) -> Answer:
    """Measure how an encoder is fastest on this machine; mining, the loop and untuned runs then use it.

    Batch sizes, threads, and 8-bit integers where Spearman moves by 0.002 at most. About half a minute.
    """
    from aloi.workbench.models.vectors import tune_encoder

    with store_of((request.data,)) as store:
        tuned = tune_encoder(store, request, data=data_folder(), progress=show_progress())
    head = ("way", "batch", "threads", "texts a second", "spearman", "")
    rows = [
        (
            w.kind,
            w.batch or "by length",
            w.threads,
            round(w.texts_per_second, 1),
            w.spearman,
            _outcome(w, tuned),
        )
        for w in tuned.ways
    ]
    return Answer(
        to_json(tuned),
        [*facts(encoder=tuned.encoder, machine=tuned.machine, pairs=tuned.pairs), *table(head, rows)],
    )


def _outcome(way: Way, report: Tuning) -> str:
    return "chosen" if way == report.chosen else way.note


def _short(text: str) -> str:
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 1]}…"
