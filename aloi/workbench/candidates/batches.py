"""Rounds filled in batches by the balance controller, so that the labels of a campaign fill its scale."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from aloi.agreement.population import Drawing
from aloi.annotation.model import Annotation, Campaign
from aloi.annotation.rows import ScoredPair
from aloi.annotation.tasks import task
from aloi.base.records import JSON_NAME, to_json
from aloi.base.requests import from_data
from aloi.base.terms import Term
from aloi.corpora.identity import content_id
from aloi.corpora.mining.base import MinedPair
from aloi.corpora.model import Item, Json, Origin, Pair
from aloi.modeling.in_the_loop.balance import Balance, balance
from aloi.storage.store import Store
from aloi.workbench.agreement.report import known_answers
from aloi.workbench.candidates.pairs import read_candidates
from aloi.workbench.encoding import CACHE, pair_features
from aloi.workbench.models.label_errors import check_round
from aloi.workbench.overview.scores import level_middles, wanted_levels
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.requests.models.loop import BatchRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds.campaigns import campaign_of
from aloi.workbench.rounds.rounds import annotators_named, listed_rounds, open_round

MINER = "balance"  # the miner in the Origin of a pair that the controller drew


@dataclass(frozen=True, slots=True)
class LevelFill:
    """A level of the scale: labels, expected labels once all drawn pairs are labelled, and the target."""

    level: str
    obtained: int
    expected: float
    target: float = field(metadata={JSON_NAME: "wanted"})


@dataclass(frozen=True, slots=True)
class Batch:
    """The pairs that the controller drew for a round.

    Parameters
    ----------
    pool : int
        Pairs that could be drawn.
    labelled, waiting : int
        Labelled pairs in the training data of the controller, and earlier drawn pairs without a label.
    strata : dict of str to int
        The number of pairs drawn from each stratum.
    encoder : str
        The signature of the encoder whose cosine is a feature.
    """

    round: int
    number: int
    item_ids: tuple[str, ...]
    pool: int
    labelled: int = field(metadata={JSON_NAME: "known"})
    waiting: int
    levels: tuple[LevelFill, ...]
    strata: Mapping[str, int]
    encoder: str


@dataclass(frozen=True, slots=True)
class DrawnItem:
    """An item of a campaign that the controller drew: how, with what expectations, from which pool.

    `pool` is the checksum of its pairs; `population` how many there were when its first batch was drawn.
    """

    item_id: str
    drawing: Drawing
    round: int
    pool: str
    population: int
    expected_score: float | None
    shares: tuple[float, ...]


def draw_batch(
    store: Store,
    request: BatchRequest,
    *,
    data: Path,
    now: datetime,
    progress: Progress = silent,
) -> Batch:
    """Draw pairs from a table of candidates with the controller, and open them as a round of a campaign.

    Each item's Origin has the miner `balance`, its batch, stratum and probability, and the labels expected of
    the stratum. With these, results can be weighted back to the pool.

    Raises
    ------
    AloiError
        A campaign without scored pairs, nobody to answer, a pool of another corpus, fewer remaining pairs
        than requested, or fewer than two.
    Cancelled
        `progress` requested a stop; nothing is stored.
    """
    campaign = campaign_of(store, request.campaign, ScoredPair)
    annotators = annotators_named(store, request.annotators)
    check_round(store, campaign.id, annotators, request.purpose)  # before any long work
    batch, items = _drawn(store, campaign, request, data / CACHE, progress, now)
    with store.together():
        store.texts.add_items(items)
        # In the order of their ids: that of the strata would tell annotators what is expected of them.
        ids = sorted(item.id for item, _ in items)
        opened = open_round(
            store,
            RoundRequest(
                campaign.id,
                purpose=request.purpose,
                items=tuple(ids),
                annotators=annotators,
                overlap=request.overlap,
                seed=request.seed,
            ),
            now=now,
        )
    return replace(batch, round=opened.number, item_ids=opened.item_ids)


def _drawn(
    store: Store, campaign: Campaign, request: BatchRequest, cache: Path, progress: Progress, now: datetime
) -> tuple[Batch, list[tuple[Item, Origin]]]:  # fmt: skip
    """Return a batch that has no round yet, and its pairs with how they were drawn.

    The controller is trained on all labelled pairs of the campaign, and draws pairs for the labels that the
    manager wants and that are missing. Drawn pairs without a label count as their expected label. Pairs of
    the pool that the campaign already uses are excluded.
    """
    candidates = _pool(store, campaign, request.pool)
    labelled_scores = label_scores(store, campaign)
    used = store.campaigns.used_items(campaign.id) | labelled_scores.keys()
    others = [one for one in store.texts.items(sorted(used - candidates.keys())) if isinstance(one, Pair)]
    pairs = [*(pair for pair, _ in candidates.values()), *others]
    seen = pair_features([text for one in pairs for text in one.texts], request.encoder, progress, cache)
    go_on(progress, 0, 0, Term("progress-pairs-drawn"))
    places = {one.id: place for place, one in enumerate(pairs)}
    drawn = balance(
        seen.features,
        seen.cosines,
        {places[one]: score for one, score in labelled_scores.items() if one in places},
        level_middles(campaign),
        request.count,
        request.seed,
        waiting=[places[one] for one in used - labelled_scores.keys() if one in places],
        shares_wanted=[one.share for one in wanted_levels(campaign)],
    )
    about = _about(store, campaign, candidates, used, request.pool.name)
    about |= {"labels": len(labelled_scores), "encoder": seen.encoder}
    batch = Batch(
        round=0,
        number=int(str(about["batch"])),
        item_ids=(),
        pool=int(str(about["pool_pairs"])),
        labelled=len(labelled_scores),
        waiting=len(used - labelled_scores.keys()),
        levels=_levels(campaign, drawn),
        strata=dict(Counter(one.stratum for one in drawn.drawn)),
        encoder=seen.encoder,
    )
    return batch, _items(drawn, pairs, candidates, about, request.seed, now)


def _about(
    store: Store,
    campaign: Campaign,
    candidates: Mapping[str, tuple[Pair, MinedPair]],
    used: Set[str],
    name: str,
) -> dict[str, Json]:
    """Return the part of the Origin about the batch and its pool, for all its pairs."""
    checksum = content_id("pool", *sorted(candidates))
    before = [one.drawing.batch for one in drawn_items(store, campaign) if one.pool == checksum]
    return {
        "campaign": campaign.id,
        "batch": max(before, default=0) + 1,
        "pool": name,
        "pool_checksum": checksum,
        "pool_pairs": len(candidates.keys() - used),
    }


def _levels(campaign: Campaign, drawn: Balance) -> tuple[LevelFill, ...]:
    """Return labels so far, and those expected and wanted once all that was drawn is labelled."""
    return tuple(
        LevelFill(level.level, obtained, expected, round(level.share * sum(drawn.expected), 1))
        for level, obtained, expected in zip(
            wanted_levels(campaign), drawn.obtained, drawn.expected, strict=True
        )
    )


def batch_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return, as a job, the result of `draw_batch`; the pool is a file in the folder `mining`."""
    request = from_data(BatchRequest, arguments)
    request = replace(request, pool=folder / "mining" / request.pool.name)
    return to_json(draw_batch(store, request, data=folder, now=datetime.now(UTC), progress=progress))


def pools(data: Path, corpus_id: str) -> tuple[str, ...]:
    """Return the tables of candidates that were mined from a corpus on the pages, by file name."""
    folder = data / "mining"
    return tuple(
        name
        for name in (f"{corpus_id}-{kind}.tsv" for kind in ("lexical", "nearest"))
        if (folder / name).exists()
    )


def label_scores(store: Store, campaign: Campaign) -> dict[str, float]:
    """Return the score of each labelled pair of a campaign: as it was decided, or the mean of its answers.

    Answers that do not count, and archived rounds, are excluded; assumed scores count.
    """
    kind = task(campaign.schema.task_type)
    values: dict[str, list[Json]] = defaultdict(list)
    decided = {one.item_id: one.value for one in store.campaigns.assumptions(campaign.id)}
    for round_ in listed_rounds(store, campaign.id, with_items=False):
        for (item_id, _), annotation in known_answers(store, round_).items():
            values[item_id].append(annotation.value)
        decided |= {settled.item_id: settled.value for settled in store.gold.adjudications(round_.id)}
    values_of_items = {**values, **{item_id: [value] for item_id, value in decided.items()}}
    mean_scores: dict[str, float] = {}
    for item in store.texts.items(sorted(values_of_items)):
        rows = [kind.row(item, value, campaign.schema.settings) for value in values_of_items[item.id]]
        scores = [row.score for row in rows if isinstance(row, ScoredPair)]
        if scores:
            mean_scores[item.id] = float(np.mean(scores))
    return mean_scores


def batch_answers(
    store: Store, campaign: Campaign, numbers: Sequence[int]
) -> dict[tuple[str, str], Annotation]:
    """Return {(item, pseudonym): last answer} of the rounds of these numbers."""
    rounds = [one for one in listed_rounds(store, campaign.id) if one.number in set(numbers)]
    return {key: answer for one in rounds for key, answer in known_answers(store, one).items()}


def drawn_items(store: Store, campaign: Campaign) -> list[DrawnItem]:
    """Return the items that the controller drew for a campaign, by batch and id."""
    rounds = {item: one.number for one in listed_rounds(store, campaign.id) for item in one.item_ids}
    drawn = []
    for item_id, origins in store.texts.origins(sorted(rounds)).items():
        for origin in origins:
            if origin.miner == MINER and origin.parameters.get("campaign") == campaign.id:
                drawn.append(_drawn_item(origin, rounds[item_id]))
    return sorted(drawn, key=lambda one: (one.drawing.batch, one.item_id))


def _drawn_item(origin: Origin, number: int) -> DrawnItem:
    parameters = origin.parameters
    shares = parameters.get("shares")
    return DrawnItem(
        origin.item_id,
        Drawing(
            int(str(parameters["batch"])),
            origin.stratum or "",
            1.0 if origin.probability is None else origin.probability,
            float(str(parameters.get("kept", 1.0))),
        ),
        number,
        str(parameters["pool_checksum"]),
        int(str(parameters["pool_pairs"])),
        origin.score,
        tuple(float(str(share)) for share in shares) if isinstance(shares, list) else (),
    )


def _pool(store: Store, campaign: Campaign, path: Path) -> dict[str, tuple[Pair, MinedPair]]:
    """Return the candidates of a table by the id of their pair, sorted."""
    pool_pairs: dict[str, tuple[Pair, MinedPair]] = {}
    for candidate in read_candidates(store, campaign.corpus_id, path):
        pair = Pair.of(campaign.corpus_id, candidate.left, candidate.right)
        pool_pairs[pair.id] = (pair, candidate)
    return dict(sorted(pool_pairs.items()))


def _items(
    drawn: Balance,
    pairs: Sequence[Pair],
    candidates: Mapping[str, tuple[Pair, MinedPair]],
    about: Mapping[str, Json],
    seed: int,
    now: datetime,
) -> list[tuple[Item, Origin]]:
    """Return the pairs drawn, each with how it was drawn."""
    items: list[tuple[Item, Origin]] = []
    for drawn_pair in drawn.drawn:
        pair = pairs[drawn_pair.row]
        kept_share = candidates[pair.id][1].probability
        parameters: dict[str, Json] = {**about, "shares": list(drawn_pair.shares)}
        if kept_share is not None and kept_share != 1:
            parameters["kept"] = kept_share
        items.append(
            (
                pair,
                Origin(
                    pair.id,
                    MINER,
                    parameters,
                    drawn_pair.expected_score,
                    drawn_pair.stratum,
                    drawn_pair.probability,
                    seed,
                    now,
                ),
            )
        )
    return items
