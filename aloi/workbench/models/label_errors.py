"""A model in the loop: fill thin score bins, and find gold items that it and the annotators part on."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aloi.annotation.model import Campaign, Purpose, Round, Status
from aloi.annotation.rows import ScoredPair
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.base.records import JSON_NAME, to_json
from aloi.base.requests import from_data
from aloi.base.terms import Term
from aloi.corpora.model import Item, Json, Origin, Pair, Sentence
from aloi.corpora.readers import write_table
from aloi.evaluation.metrics.correlation import spearman
from aloi.gold.model import Gold, GoldItem, GoldStatus
from aloi.modeling.in_the_loop.out_of_fold import OutOfFold, out_of_fold, share_out
from aloi.modeling.in_the_loop.thin_bins import BINS, Filling, ScoreBin, equated, fill, level, toward
from aloi.modeling.recipes import recipe
from aloi.modeling.recipes.base import Recipe, Step
from aloi.modeling.runs.folder import model_folder
from aloi.storage.store import Store
from aloi.workbench.encoding import CACHE, encoded
from aloi.workbench.models.runs import Visible, find, runs_folder, show
from aloi.workbench.models.vectors import distinct
from aloi.workbench.overview.scores import wanted_levels
from aloi.workbench.people import find_people
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.releases.gold import find_gold, settings_of
from aloi.workbench.requests.models.loop import DoubtRequest, FillRequest
from aloi.workbench.requests.rounds import RoundPurpose, RoundRequest
from aloi.workbench.rounds.rounds import open_round

MINER = "model"  # the miner in the Origin of a pair that a model chose
_COLUMNS = ("item_id", "left", "right", "gold", "model", "apart", "answers", "spread", "fold")


@dataclass(frozen=True, slots=True)
class FilledBin:
    """A bin of the gold scale: gold items, the target of pairs, available pairs, pairs drawn."""

    low: float
    high: float
    gold: int
    target: int = field(metadata={JSON_NAME: "wanted"})
    available: int
    drawn: int


@dataclass(frozen=True, slots=True)
class Filled:
    """Pairs stored as items to fill thin bins; `encoder` is the signature of what placed them."""

    item_ids: tuple[str, ...]
    new: int
    encoder: str
    bins: tuple[FilledBin, ...]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A gold item with its score, the score of a model not trained on it, and the difference of the two.

    Parameters
    ----------
    model : float
        On the gold scale, rank for rank.
    answers : int
        Number of annotators behind the gold value.
    spread : float or None
        Largest minus smallest answer; None with fewer than two.
    """

    item_id: str
    left: str
    right: str
    gold: float
    model: float
    apart: float
    answers: int
    spread: float | None
    fold: int


@dataclass(frozen=True, slots=True)
class Doubts:
    """The gold items that model and annotators part on most, the farthest first.

    Parameters
    ----------
    items : int
        Gold items that were predicted.
    spearman : float or None
        Of all predictions out of fold with the gold.
    signatures : tuple of str
        Of the model of each fold.
    """

    doubts: tuple[Doubt, ...] = field(metadata={JSON_NAME: "found"})
    items: int
    folds: int
    disjoint: str
    spearman: float | None
    signatures: tuple[str, ...]


def can_fill(store: Store, campaign: Campaign) -> bool:
    """Return whether a campaign has frozen gold of scored pairs."""
    return task(campaign.schema.task_type).row_kind is ScoredPair and bool(store.gold.gold_heads(campaign.id))


def fill_bins(
    store: Store,
    request: FillRequest,
    *,
    data: Path,
    now: datetime,
    progress: Progress = silent,
) -> Filled:
    """Return `count` new items of a campaign's corpus, in the score bins with too few gold items.

    A model predicts the scores.

    A bin has too few items if it has fewer than the campaign's target share, or than other bins of equal
    width. Each pair of different sentences that is no item yet is scored by the cosine of the encoder. The
    cosine is mapped to the gold scale rank for rank with the gold items themselves. All pairs of a bin have
    the same probability of being drawn. The Origin has the miner `model`, the encoder, the run and the bin.
    If a bin has too few pairs, fewer are drawn.

    The encoder of a run is its first seed's model. The data folder has runs and stored vectors.

    Raises
    ------
    AloiError
        A campaign without scored gold, fewer than 10 gold items, a run without a model.
    Cancelled
        `progress` requested a stop.
    """
    count, run, seed = request.count, request.run, request.seed
    stored_campaign = store.campaigns.get(request.campaign)
    gold = find_gold(store, stored_campaign, None)
    scored, _, low, high = _scored(store, stored_campaign, gold)
    scores = [scored_item.score for scored_item in scored]
    if stored_campaign.wanted_shares and request.bins is None:
        levels = wanted_levels(stored_campaign)
        edges = [levels[0].low, *(score_level.high for score_level in levels)]
        target_counts = toward(scores, edges, [score_level.share for score_level in levels], count)
    else:
        target_counts = level(scores, low, high, count, request.bins or BINS)
    name = request.encoder if run is None else run_encoder(data, run, store.members.shared("run"))
    pool = distinct(store.texts.sentences(stored_campaign.corpus_id))
    texts = [sentence.text for sentence in pool]
    of_gold = [text for scored_item in scored for text in (scored_item.left, scored_item.right)]
    embedded = encoded([*texts, *of_gold], name, progress, data / CACHE)
    cosines = np.einsum("nd,nd->n", embedded.vectors[len(texts) :: 2], embedded.vectors[len(texts) + 1 :: 2])
    scale = equated(cosines.astype(np.float64), np.array(scores))
    drawn = fill(
        embedded.vectors[: len(texts)],
        scale,
        target_counts,
        excluded=_pairs_of_items(pool, store.texts.corpus_items(stored_campaign.corpus_id)),
        seed=seed,
        progress=lambda done, total: progress(done, total, Term("progress-sentences-compared")),
    )
    parameters: dict[str, Json] = {"encoder": embedded.signature, "gold": gold.id, "gold_items": len(scored)}
    if run is not None:
        parameters["run"] = find(runs_folder(data), run).name
    items: list[tuple[Item, Origin]] = []
    for drawn_pair in drawn.pairs:
        pair = Pair.of(stored_campaign.corpus_id, pool[drawn_pair.left], pool[drawn_pair.right])
        stratum, share = target_counts[drawn_pair.bin].name, drawn_pair.probability
        items.append((pair, Origin(pair.id, MINER, parameters, drawn_pair.score, stratum, share, seed, now)))
    new = store.texts.add_items(items)
    return Filled(tuple(item.id for item, _ in items), new, embedded.signature, _bins(target_counts, drawn))


def run_encoder(data: Path, run: str, visible: Visible = None) -> str:
    """Return the encoder of a run of `sbert_sts`: the folder of its first model, or the untuned one."""
    line = show(runs_folder(data), run, visible)
    if line.run is None or line.run.spec.recipe != "sbert_sts":
        raise AloiError(
            "workbench.run-recipe",
            line=line.id,
            status=line.status.value,
            has_spec=bool(line.spec),
            recipe=line.spec.recipe if line.spec else "",
        )
    spec = line.run.spec
    if not spec.train:
        return str(spec.settings["model"])
    folder = model_folder(find(runs_folder(data), run), spec.seeds[0]) / "model"
    if not folder.is_dir():
        raise AloiError(
            "aloi.missing",
            name=Term("the-run-line", line=line.id),
            missing=Term("its-model"),
            expected=Term("run-with-the-setting"),
            todo=Term("train-again"),
        )
    return str(folder)


def doubts(store: Store, request: DoubtRequest, *, progress: Progress = silent) -> Doubts:
    """Return the gold items on which annotators and a model that never saw them part most.

    The gold is cut into folds that share no sentence (or document); each is predicted by a model trained on
    the others. Assumed items help to train and are not listed: nobody answered them.

    Raises
    ------
    AloiError
        A campaign without scored gold, an unknown recipe or setting, folds that cannot be made.
    Cancelled
        `progress` said to stop.
    """
    folds, disjoint, seed = request.folds, request.disjoint, request.seed
    chosen = _pair_recipe(request.recipe)
    all_settings = chosen.settings(request.settings)
    stored_campaign = store.campaigns.get(request.campaign)
    gold = find_gold(store, stored_campaign, None)
    scored, pairs, _, _ = _scored(store, stored_campaign, gold)
    fold = share_out([_keys(one, disjoint) for one in pairs], folds, seed)

    def watch(number: int, step: Step) -> bool:
        done = (number - 1) * step.steps + step.step
        return progress(done, folds * step.steps, Term("progress-fold", number=number, folds=folds))

    go_on(progress, 0, 0, Term("progress-fold", number=1, folds=folds))
    with tempfile.TemporaryDirectory() as folder:
        fitted = out_of_fold(chosen, all_settings, scored, fold, seed=seed, folder=Path(folder), watch=watch)
    lines = _by_distance(scored, gold, fitted, fold)
    rho = spearman(np.array([one.score for one in scored]), fitted.predicted).value
    return Doubts(tuple(lines[: request.top]), len(scored), folds, disjoint, rho, fitted.signatures)


def _by_distance(
    scored: Sequence[ScoredPair], gold: Gold, predicted: OutOfFold, fold: NDArray[np.int64]
) -> list[Doubt]:
    """Return the items that somebody answered, those first whose gold and prediction lie furthest apart."""
    by_id = {one.item_id: one for one in gold.items}
    lines = [
        _doubt(item, by_id[item.id], float(predicted.on_scale[at]), int(fold[at]))
        for at, item in enumerate(scored)
        if by_id[item.id].status != GoldStatus.ASSUMED
    ]
    return sorted(lines, key=lambda one: (-one.apart, one.item_id))


def _pair_recipe(name: str) -> Recipe[Any]:
    chosen = recipe(name)
    if ScoredPair not in chosen.row_kinds:
        raise AloiError(
            "aloi.wrong-kind",
            name=Term("the-training-data", name=chosen.name),
            kind=chosen.row_kinds[0].__name__,
            expected=Term("recipe-of-scored"),
            todo=Term("choose-another-one-aloi"),
        )
    return chosen


def check_round(store: Store, campaign: str, annotators: Sequence[str], purpose: str) -> None:
    """Raise AloiError if a round cannot be opened for these people: before any long work."""
    stored_campaign = store.campaigns.get(campaign)
    if (
        stored_campaign.status != Status.OPEN
        or not find_people(store, annotators)
        or purpose not in list(Purpose)
    ):
        raise AloiError(
            "workbench.round-campaign-asked-annotators",
            purpose=purpose,
            status=stored_campaign.status.value,
            name=repr(stored_campaign.name),
            annotators=len(annotators),
            purpose_2=Purpose,
        )


def send_back(
    store: Store,
    campaign: str,
    doubts_found: Doubts,
    annotators: Sequence[str],
    *,
    purpose: RoundPurpose = "main",
    seed: int,
) -> Round:
    """Return a new round with the items in doubt: annotators see the texts alone, each in their own order."""
    ids = tuple(one.item_id for one in doubts_found.doubts)
    request = RoundRequest(campaign, purpose, items=ids, annotators=tuple(annotators), seed=seed)
    return open_round(store, request)


def write_doubts(doubts_found: Doubts, out: Path) -> None:
    """Write the items in doubt to a table; `aloi round open --items` reads it."""
    write_table(
        out, _COLUMNS, [{name: _cell(getattr(one, name)) for name in _COLUMNS} for one in doubts_found.doubts]
    )


def fill_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return, as a job, the result of `fill_bins`."""
    request = from_data(FillRequest, arguments)
    return to_json(fill_bins(store, request, data=folder, now=datetime.now(UTC), progress=progress))


def doubt_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return, as a job, the result of `doubts`, and the name of its table in the folder `loop`."""
    request = from_data(DoubtRequest, arguments)
    doubts_found = doubts(store, request, progress=progress)
    out = folder / "loop" / f"{store.campaigns.get(request.campaign).id}-doubts.tsv"
    out.parent.mkdir(parents=True, exist_ok=True)
    write_doubts(doubts_found, out)
    return to_json(doubts_found, file=out.name)


def _scored(
    store: Store, campaign: Campaign, gold: Gold
) -> tuple[list[ScoredPair], list[Item], float, float]:
    """Return the gold as scored pairs, their items in the same order, and the ends of the scale."""
    kind = task(campaign.schema.task_type)
    settings = settings_of(store, campaign, gold)
    if kind.row_kind is not ScoredPair:
        raise AloiError(
            "aloi.wrong-kind",
            name=Term("the-campaign-name", name=repr(campaign.name)),
            kind=kind.name,
            expected=Term("pairs-with-a-score"),
            todo=Term("choose-another-campaign"),
        )
    items = {one.id: one for one in store.texts.items([one.item_id for one in gold.items])}
    rows = [kind.row(items[one.item_id], one.value, settings) for one in gold.items]
    scored = [one for one in rows if isinstance(one, ScoredPair)]
    low, high = kind.range(settings)
    return scored, [items[one.id] for one in scored], low, high


def _pairs_of_items(pool: Sequence[Sentence], items: Sequence[Item]) -> set[tuple[int, int]]:
    """Return the pairs of rows of the pool whose texts are an item already, the lower row first."""
    row = {sentence.text: place for place, sentence in enumerate(pool)}
    rows = [sorted(row[text] for text in one.texts if text in row) for one in items]
    return {(one[0], one[1]) for one in rows if len(one) == 2}


def _keys(item: Item, disjoint: str) -> tuple[str, ...]:
    if disjoint == "sentence":
        return item.texts
    return tuple(sentence.document_id for sentence in item.sentences)


def _doubt(item: ScoredPair, gold: GoldItem, model: float, fold: int) -> Doubt:
    apart = abs(item.score - model)
    support = len(gold.support)
    return Doubt(item.id, item.left, item.right, item.score, model, apart, support, gold.spread, fold + 1)


def _bins(score_bins: Sequence[ScoreBin], drawn: Filling) -> tuple[FilledBin, ...]:
    drawn_counts = [sum(pair.bin == at for pair in drawn.pairs) for at in range(len(score_bins))]
    return tuple(
        FilledBin(score_bin.low, score_bin.high, score_bin.gold, score_bin.requested, available, got)
        for score_bin, available, got in zip(score_bins, drawn.available, drawn_counts, strict=True)
    )


def _cell(value: object) -> object:
    return "" if value is None else round(value, 6) if isinstance(value, float) else value
