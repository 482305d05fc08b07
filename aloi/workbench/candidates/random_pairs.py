"""Random pairs assumed to have the lowest score, after a review of the closest ones (CLISTER)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import numpy as np

from aloi.annotation.model import Campaign
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.base.requests import from_data
from aloi.base.terms import Term
from aloi.corpora.mining.base import MinedPair, has_text
from aloi.corpora.mining.sample import mine_random
from aloi.corpora.model import Json, Origin, Pair, Sentence
from aloi.gold.model import Assumption
from aloi.modeling.encoders.transformer import DEFAULT_ENCODER
from aloi.storage.store import Store
from aloi.workbench.candidates.pairs import candidates_table, read_candidates, write_candidates
from aloi.workbench.encoding import CACHE, encoded
from aloi.workbench.progress import Progress, silent
from aloi.workbench.requests.campaigns import AssumeRequest
from aloi.workbench.requests.candidates import RandomRequest

# Drawn in addition to the requested pairs, so that the next pair of the same draw can replace a suspect.
SPARE_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Assumed:
    """Items with an assumed label, the number of items reviewed and the number replaced."""

    item_ids: tuple[str, ...]
    checked: int
    replaced: int
    closest: float


def draw_random(
    store: Store,
    request: RandomRequest,
    out: Path,
    progress: Progress = silent,
    cache: Path | None = None,
) -> list[MinedPair]:
    """Return random pairs with their cosine by an encoder, and write them to the table `out`.

    The first `count` pairs of the draw are the proposal; the spare pairs after them replace suspects. Pairs
    that are items already, and sentences without text, are excluded. The score is the cosine of the
    embeddings.
    """
    stored_corpus = store.texts.corpus(request.corpus)
    distinct: dict[str, Sentence] = {}
    for sentence in store.texts.sentences(stored_corpus.id):
        if has_text(sentence.text):
            distinct.setdefault(sentence.text, sentence)
    existing_pairs = {frozenset(item.texts) for item in store.texts.corpus_items(stored_corpus.id)}
    n_drawn = request.count + max(1, round(request.count * SPARE_SHARE))
    drawn = mine_random(list(distinct.values()), n_drawn, request.seed, exclude=existing_pairs)
    texts = list(dict.fromkeys(text for one in drawn for text in (one.left.text, one.right.text)))
    row_of = {text: row for row, text in enumerate(texts)}
    vectors = encoded(texts, request.encoder, progress, cache).vectors
    scored = [
        MinedPair(
            pair.left,
            pair.right,
            None,
            None,
            float(np.dot(vectors[row_of[pair.left.text]], vectors[row_of[pair.right.text]])),
        )
        for pair in drawn
    ]
    write_candidates(out, scored)
    return scored


def assume(store: Store, request: AssumeRequest, now: datetime) -> Assumed:
    """Return the random pairs stored as items of assumed value, suspects replaced by spare ones.

    The first pairs of the draw become items; pairs of a cosine above the ceiling are replaced, too.

    Raises
    ------
    AloiError
        No reason, a suspect that was not drawn, too few spare pairs to replace the suspects, or a value off
        the scale; nothing is stored then.
    """
    stored_campaign, count, ceiling = store.campaigns.get(request.campaign), request.count, request.ceiling
    if not request.why.strip():
        raise _reason_missing()
    pool = read_candidates(store, stored_campaign.corpus_id, request.candidates)
    refused = {frozenset(one) for one in request.suspect}
    strangers = refused - {_ids(one) for one in pool}
    if strangers:
        named = ", ".join(sorted(min(strangers, key=sorted)))
        raise _unknown_suspect(named)
    sound = [
        pair
        for pair in pool
        if _ids(pair) not in refused and (ceiling is None or (pair.score or 0.0) <= ceiling)
    ]
    if len(sound) < count:
        raise _few_sound(len(pool), len(sound), count)
    accepted = sound[:count]
    replaced = sum(1 for one in pool[:count] if one not in accepted)
    closest = max(one.score or 0.0 for one in accepted)
    log: dict[str, Json] = {
        "encoder": request.encoder or DEFAULT_ENCODER,
        "checked": request.checked,
        "replaced": replaced,
        "ceiling": ceiling,
        "closest": closest,
        "seed": request.seed,
    }
    pairs = [Pair.of(stored_campaign.corpus_id, one.left, one.right) for one in accepted]
    assumed = _value(stored_campaign, pairs[0], request.value)  # refused before anything is stored
    _store_items(store, stored_campaign, pairs, accepted, log, request.seed, now)
    campaign_id, version = stored_campaign.id, stored_campaign.schema.schema_version
    store.campaigns.add_assumptions(
        [Assumption(one.id, campaign_id, assumed, request.why.strip(), log, now, version) for one in pairs]
    )
    return Assumed(tuple(pair.id for pair in pairs), request.checked, replaced, closest)


def _few_sound(pool: object, count: object, least: object) -> AloiError:
    return AloiError(
        "aloi.too-few",
        name=Term("of-pool-random", pool=pool),
        count=count,
        least=least,
        todo=Term("draw-more"),
    )


def _unknown_suspect(name: object) -> AloiError:
    return AloiError(
        "aloi.not-found",
        kind=Term("the-suspect"),
        name=name,
        expected=Term("the-two-sentence"),
        todo=Term("copy-them"),
    )


def _reason_missing() -> AloiError:
    return AloiError(
        "aloi.missing",
        name=Term("the-assumption"),
        missing=Term("the-reason"),
        expected=Term("a-sentence-which"),
        todo=Term("say-what-was-checked"),
    )


def draw_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return, as a job, the closest pairs of a random draw, for a person to look at."""
    request = from_data(RandomRequest, arguments)
    out = candidates_table(folder, store.texts.corpus(request.corpus).id, "random")
    out.parent.mkdir(parents=True, exist_ok=True)
    scored = draw_random(store, request, out, progress, folder / CACHE)
    shown: list[Json] = [*closest_pairs(scored[: request.count], request.show)]
    return {"file": out.name, "count": request.count, "closest": shown}


def closest_pairs(drawn: Sequence[MinedPair], most: int) -> list[dict[str, Json]]:
    """Return the pairs with the highest cosines, for a person to read before a score is assumed."""
    return [
        {
            "left_id": pair.left.id,
            "right_id": pair.right.id,
            "left": pair.left.text,
            "right": pair.right.text,
            "score": pair.score,
        }
        for pair in sorted(drawn, key=lambda one: -(one.score or 0.0))[:most]
    ]


def _ids(pair: MinedPair) -> frozenset[str]:
    return frozenset((pair.left.id, pair.right.id))


def _store_items(
    store: Store,
    campaign: Campaign,
    pairs: list[Pair],
    accepted: list[MinedPair],
    log: dict[str, Json],
    seed: int,
    now: datetime,
) -> None:
    """Store the pairs with their Origin."""
    sentences = store.texts.counts(campaign.corpus_id).sentences
    probability = len(accepted) / max(1, sentences * (sentences - 1) // 2)
    store.texts.add_items(
        [
            (pair, Origin(pair.id, "random", log, mined.score, "random", probability, seed, now))
            for pair, mined in zip(pairs, accepted, strict=True)
        ]
    )


def _value(campaign: Campaign, pair: Pair, number: float | None) -> Json:
    """Return the assumed value in the task's canonical form: the lowest degree on every scale by default."""
    kind = task(campaign.schema.task_type)
    scales = [field for field in kind.fields(pair, campaign.schema.settings) if hasattr(field, "low")]
    raw: Json = {scale.name: scale.low if number is None else number for scale in scales}
    return kind.check(raw, pair, campaign.schema.settings)
