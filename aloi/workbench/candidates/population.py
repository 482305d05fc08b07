"""Progress of a campaign filled in batches, and its results weighted back to the pool of pairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from aloi.agreement.compute import compute
from aloi.agreement.number import Number
from aloi.agreement.population import (
    PoolFigure,
    effective,
    population_weights,
    weighted,
    weighted_agreement,
    weighted_share,
)
from aloi.annotation.model import Campaign
from aloi.annotation.rows import ScoredPair
from aloi.base.arrays import Floats
from aloi.evaluation.metrics import metric
from aloi.evaluation.metrics.base import Sums, mean_of_sums
from aloi.evaluation.resampling import REPLICATES, SEED, Units, percentile_method
from aloi.evaluation.scores import score_sums, weighted_score
from aloi.modeling.in_the_loop.balance import label_of
from aloi.modeling.runs.finished_run import StoredRun
from aloi.storage.store import Store
from aloi.workbench.agreement.full_report.views import main_measure, round_ratings
from aloi.workbench.agreement.report import main_view
from aloi.workbench.candidates.batches import DrawnItem, LevelFill, batch_answers, drawn_items, label_scores
from aloi.workbench.models.runs import done_runs, runs_folder, stored_run
from aloi.workbench.overview.scores import level_middles, wanted_levels
from aloi.workbench.rounds.campaigns import campaign_of

_METRICS = ("spearman", "pearson", "mae")
_LEAST = 10  # minimum number of pairs with a model score: with fewer, no score is reported
MEAN, SPREAD, SHARE, PREDICTOR = "mean", "spread", "share", "predictor"


@dataclass(frozen=True, slots=True)
class BatchLine:
    """A batch of a campaign: its round, pairs drawn, and those of them that have a label."""

    batch: int
    round: int
    drawn: int
    labelled: int


@dataclass(frozen=True, slots=True)
class PopulationFigure:
    """An estimate from drawn pairs, unweighted and weighted back to the pool.

    `of` is the subject of the estimate. It is `mean`, `spread` or `share` of labels (`name` is the label), a
    measure of agreement, `predictor`, or the id of a run. For the last two, `name` is the metric, with its
    title. `n` counts its pairs.
    """

    of: str
    name: str
    n: int
    raw: Number
    weighted: Number
    title: str = ""


@dataclass(frozen=True, slots=True)
class Population:
    """Progress of a campaign filled in batches.

    Parameters
    ----------
    levels : tuple of LevelFill
        Labels of all labelled pairs of the campaign, the labels expected when pairs were drawn, and the
        target.
    pool : int
        Pairs that could be drawn, of the pool of the last batch.
    weighted : int
        Labelled pairs used for weighted estimates; pairs of another pool, and of other rounds, are not used.
    effective : float
        Effective sample size: the number of pairs drawn with equal probability that is as informative.
    """

    campaign: str
    batches: tuple[BatchLine, ...]
    levels: tuple[LevelFill, ...]
    pool: int
    weighted: int
    effective: float
    figures: tuple[PopulationFigure, ...]


def population(store: Store, campaign: str, data: Path) -> Population:
    """Return the progress of a campaign filled in batches, with estimates raw and weighted to the pool.

    Raises
    ------
    AloiError
        A campaign without scored pairs.
    """
    stored_campaign = campaign_of(store, campaign, ScoredPair)
    all_items = drawn_items(store, stored_campaign)
    scores = label_scores(store, stored_campaign)
    last = max(all_items, key=lambda one: (one.round, one.item_id)).pool if all_items else ""
    last_items = [one for one in all_items if one.pool == last]
    weights = population_weights(
        [one.drawing for one in last_items], [one.item_id in scores for one in last_items]
    )
    labelled = [one for one, weight in zip(last_items, weights.tolist(), strict=True) if weight]
    positive_weights = weights[weights > 0]
    return Population(
        stored_campaign.name,
        _batches(last_items, scores),
        _levels(stored_campaign, all_items, scores),
        max((one.population for one in last_items), default=0),
        len(labelled),
        effective(positive_weights),
        tuple(_figures(store, stored_campaign, labelled, scores, positive_weights, data))
        if len(labelled) > 1
        else (),
    )


def _batches(drawn: Sequence[DrawnItem], scores: Mapping[str, float]) -> tuple[BatchLine, ...]:
    by_batch: dict[tuple[int, int], list[DrawnItem]] = {}
    for item in drawn:
        by_batch.setdefault((item.drawing.batch, item.round), []).append(item)
    return tuple(
        BatchLine(batch, number, len(items), sum(one.item_id in scores for one in items))
        for (batch, number), items in sorted(by_batch.items())
    )


def _levels(
    campaign: Campaign, drawn: Sequence[DrawnItem], scores: Mapping[str, float]
) -> tuple[LevelFill, ...]:
    """Return labels obtained, and labels expected: by the answers of other rounds, and by batches."""
    middles = level_middles(campaign)
    names = {one.item_id for one in drawn}
    labels = {item: int(label_of(np.array([score]), middles)[0]) for item, score in scores.items()}
    obtained = np.bincount(list(labels.values()), minlength=len(middles))
    elsewhere = [label for item, label in labels.items() if item not in names]
    expected = np.bincount(elsewhere, minlength=len(middles)).astype(np.float64)
    for drawn_item in drawn:
        if len(drawn_item.shares) == len(middles):
            expected += np.array(drawn_item.shares)
    total = len(elsewhere) + len(drawn)
    return tuple(
        LevelFill(level.level, count, round(hoped, 2), round(level.share * total, 2))
        for level, count, hoped in zip(
            wanted_levels(campaign), obtained.tolist(), expected.tolist(), strict=True
        )
    )


def _figures(
    store: Store,
    campaign: Campaign,
    labelled: Sequence[DrawnItem],
    scores: Mapping[str, float],
    weights: Floats,
    data: Path,
) -> Iterator[PopulationFigure]:
    """Give labels, agreement and model scores of the labelled pairs."""
    labels = np.array([scores[one.item_id] for one in labelled])
    yield from _labels(campaign, labels, weights)
    ids = {one.item_id: weight for one, weight in zip(labelled, weights.tolist(), strict=True)}
    answers = batch_answers(store, campaign, sorted({one.round for one in labelled}))
    items = {one.id: one for one in store.texts.items(sorted({item for item, _ in answers}))}
    answers_of_labelled = {key: one for key, one in answers.items() if key[0] in ids}
    if answers_of_labelled:
        view = main_view(campaign)
        ratings = round_ratings(view, answers_of_labelled, items)
        raw = compute(ratings, [main_measure(view)])[0]
        back = weighted_agreement(ratings, raw.measure, ids)
        yield PopulationFigure("agreement", raw.measure, raw.units, Number.of(raw), Number.of(back))
    predictable = [at for at, one in enumerate(labelled) if one.expected_score is not None]
    if len(predictable) >= _LEAST:
        predicted = [float(labelled[at].expected_score or 0.0) for at in predictable]
        documents = [
            tuple(sentence.document_id for sentence in items[labelled[at].item_id].sentences)
            if labelled[at].item_id in items
            else ("",)
            for at in predictable
        ]
        units = Units.sharing("items", len(predictable), {"document": documents})
        yield from _scored(
            PREDICTOR, campaign, labels[predictable].tolist(), [predicted], weights[predictable], units
        )
    for run in done_runs(runs_folder(data)):
        yield from _of_run(stored_run(runs_folder(data), run.id), campaign, scores, ids)


def _labels(campaign: Campaign, values: Floats, weights: Floats) -> Iterator[PopulationFigure]:
    """Give the mean, the standard deviation and the shares of labels."""
    even = np.ones(len(values))
    parts = np.column_stack([values, even])
    squares = np.column_stack([values, values**2, even])

    def deviation(sums: Floats) -> Floats:
        size = np.where(sums[:, 2] > 0, sums[:, 2], np.nan)
        return np.asarray(np.sqrt(np.maximum(sums[:, 1] / size - (sums[:, 0] / size) ** 2, 0.0)))

    for name, columns, value in ((MEAN, parts, mean_of_sums), (SPREAD, squares, deviation)):
        raw, back = (_resampled(columns, value, one) for one in (even, weights))
        yield PopulationFigure(name, "", len(values), _number(raw, 2), _number(back, 2))
    middles = level_middles(campaign)
    labels = label_of(values, middles)
    for index, level in enumerate(wanted_levels(campaign)):
        holds = (labels == index).astype(np.float64)
        raw, back = (weighted_share(holds, one) for one in (even, weights))
        yield PopulationFigure(
            SHARE,
            level.level,
            int(holds.sum()),
            _number(raw, 1, percent=True),
            _number(back, 1, percent=True),
        )


def _resampled(columns: Floats, value: object, weights: Floats) -> PoolFigure:
    sums = Sums.of(columns, value)  # type: ignore[arg-type]
    units = Units("items", len(columns))
    method = percentile_method(REPLICATES, SEED, units.drawn)
    return weighted(lambda times: sums.value(times @ columns), weights, units.draws(REPLICATES, SEED), method)


def _number(figure: PoolFigure, digits: int, *, percent: bool = False) -> Number:
    method = figure.interval.method if figure.interval else "none"
    return Number(
        figure.value, figure.interval, figure.reason, f"ci:{method}", digits=digits, percent=percent
    )


def _of_run(
    run: StoredRun, campaign: Campaign, scores: Mapping[str, float], weights: Mapping[str, float]
) -> Iterator[PopulationFigure]:
    """Give the scores of a run on the labelled pairs that it was tested on."""
    for label, test in run.tests.items():
        places = [at for at, name in enumerate(test.ids) if name in weights]
        if test.kind != ScoredPair.__name__ or len(places) < _LEAST:
            continue
        part = test.part(places)
        seeds = [[float(one[at]) for at in places] for one in run.answers[label]]  # type: ignore[arg-type]
        run_weights = np.array([weights[name] for name in part.ids])
        yield from _scored(
            run.run.id, campaign, [scores[name] for name in part.ids], seeds, run_weights, part.units
        )


def _scored(
    of: str,
    campaign: Campaign,
    gold: Sequence[float],
    seeds: Sequence[Sequence[float]],
    weights: Floats,
    units: Units,
) -> Iterator[PopulationFigure]:
    """Give each metric of a system's scores."""
    low, *_, high = level_middles(campaign)
    facts = {"items": len(gold), "scale": f"{low:g}..{high:g}"}
    for name in _METRICS:
        chosen = metric(name)
        sums = chosen.sums(gold, seeds, low, high)
        raw = score_sums(chosen, sums, units, of, facts)
        back = weighted_score(chosen, sums, weights, facts)
        yield PopulationFigure(of, name, len(gold), Number.of(raw), Number.of(back), chosen.title)
