"""A seeded synthetic campaign of similarity, from texts to a release: for the demo, the docs and the tests.

Texts are invented for this project; the annotators are simulated and their answers say nothing about
real people.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from numpy.random import Generator

from aloi.annotation.model import Annotator, Campaign, Role, Round
from aloi.corpora.language.similarity import lexical_score
from aloi.corpora.model import Item, Json
from aloi.gold.model import Release
from aloi.storage.store import Store
from aloi.workbench.candidates import pairs, random_pairs
from aloi.workbench.demo.people import (
    PASSWORD,
    Crew,
    Simulated,
    add_adjudicators,
    add_manager,
    add_people,
    answer_round,
    simulated,
)
from aloi.workbench.releases import gold, releases
from aloi.workbench.requests.candidates import DrawRequest, MineRequest, RandomRequest
from aloi.workbench.requests.releases import FreezeRequest, ReleaseRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds import adjudicating, campaigns, rounds
from aloi.workbench.texts import corpora

TEXTS = Path(__file__).parent / "case_reports"
NAME = "Demo: case reports"
START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
_PER_BIN = 30
_ASSUMED = 12
_PILOT, _CALIBRATION = 16, 24
_OPEN_ROUND = 12
_FREE = 20  # items in no round, so that a visitor of the demo can open one
_UNDECIDED = 6  # disagreements left for whoever tries the demo
_ACROSS = "Pairs are mined across all case reports: no split of them keeps each report in one part."
_NUMBER = re.compile(r"\d+")
_AFTER_DISCUSSION = """
## Après la discussion

Quand une phrase contient toute l'autre et y ajoute un fait, le degré est 4 si le fait est un détail, 3 sinon.
"""


@dataclass(frozen=True, slots=True)
class Demo:
    """The content of the demo, and the accounts to sign in with."""

    campaign: Campaign
    release: Release
    people: tuple[Annotator, ...]
    password: str


def build_demo(store: Store, folder: Path, seed: int = 0) -> Demo:
    """Return the demo campaign after building it in an empty store; the same seed gives the same content.

    It ends with a released main round and one more round in which answers are still missing.
    """
    people = simulated()
    crew = {"M1": add_manager(store, START), **add_people(store, people, START)}
    about = corpora.About(NAME, "fr", "Apache-2.0", "Invented for Aloi; no real patient.")
    corpus = corpora.import_corpus(store, TEXTS, about).corpus
    corpora.segment_corpus(store, corpus.id)
    _mine(store, corpus.id, folder, seed)
    campaign = campaigns.create_campaign(store, NAME, corpus.id, preset="score")
    add_adjudicators(store, campaign.id)
    _assume(store, campaign, folder, seed)
    names = [one.pseudonym for one in people if one.role == Role.ANNOTATOR.value]

    _pilot(store, campaign, names, people, crew, seed)
    guideline = campaigns.ready_guideline("similarity", "fr")
    campaigns.add_guideline(store, campaign.id, guideline, "", START + timedelta(days=2))
    second = rounds.open_round(
        store,
        RoundRequest(
            campaign.id,
            purpose="calibration",
            items=_CALIBRATION,
            annotators=tuple(names),
            seed=seed,
            stop_rule="krippendorff_alpha:ordinal:0.6",
        ),
    )
    answer_round(store, second, people, crew, START + timedelta(days=3), _score)
    _adjudicate(store, campaign, second, START + timedelta(days=4))
    why = "Sentences of which one contains the other were scored from 3 to 5 in the calibration."
    discussed = f"{guideline}\n{_AFTER_DISCUSSION}"
    campaigns.add_guideline(store, campaign.id, discussed, why, START + timedelta(days=5))
    third = rounds.open_round(
        store,
        RoundRequest(
            campaign.id,
            purpose="main",
            items=len(_unused(store, campaign)) - _OPEN_ROUND - _FREE,
            annotators=tuple(names),
            overlap=2,
            seed=seed,
        ),
    )
    answer_round(store, third, people, crew, START + timedelta(days=6), _score)
    _adjudicate(store, campaign, third, START + timedelta(days=9))
    gold.freeze(store, FreezeRequest(campaign.id), now=START + timedelta(days=10))
    release = releases.build(
        store,
        ReleaseRequest(
            campaign.id,
            "1.0",
            sizes={"train": 0.6, "test": "rest"},
            force={second.number: "test"},
            overrides={"crossing": _ACROSS},
            seed=seed,
        ),
        now=START + timedelta(days=10),
    )
    rounds.open_round(
        store,
        RoundRequest(
            campaign.id, purpose="main", items=_OPEN_ROUND, annotators=tuple(names), overlap=1, seed=seed
        ),
    )
    return Demo(campaign, release, tuple(crew.values()), PASSWORD)


def _mine(store: Store, corpus_id: str, folder: Path, seed: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    mined, table = MineRequest(corpus_id), folder / "demo-candidates.tsv"
    pairs.mine_corpus(store, mined, table)
    drawn = DrawRequest(corpus_id, table, _PER_BIN, seed=seed)
    pairs.draw_sample(store, drawn, pairs.spec_of(mined), now=START)


def _assume(store: Store, campaign: Campaign, folder: Path, seed: int) -> None:
    """Store a few random pairs of assumed score 0."""
    out = folder / "demo-random.tsv"
    random_pairs.draw_random(store, RandomRequest(campaign.corpus_id, _ASSUMED, seed), out)
    random_pairs.assume(
        store,
        campaign.id,
        out,
        count=_ASSUMED,
        seed=seed,
        checked=_ASSUMED,
        ceiling=0.75,
        why="Drawn at random; every pair was read, and those near by the encoder were replaced.",
        now=START,
    )


def _pilot(
    store: Store, campaign: Campaign, names: list[str], people: list[Simulated], crew: Crew, seed: int
) -> Round:
    """Return the pilot, answered without guideline."""
    first = rounds.open_round(
        store, RoundRequest(campaign.id, purpose="pilot", items=_PILOT, annotators=tuple(names), seed=seed)
    )
    noisy = [one.without_guideline() for one in people]
    answer_round(store, first, noisy, crew, START + timedelta(days=1), _score)
    return first


def _score(item: Item, person: Simulated, chance: Generator) -> Json:
    """Return the degree that a simulated annotator gives."""
    left, right = item.texts
    score = round(_ideal(left, right) + person.bias + chance.normal(0, person.noise))
    return {"score": max(0, min(5, score))}


def _ideal(left: str, right: str) -> float:
    """Return the score a faultless annotator would tend to: likeness of form, 3 at most if numbers differ."""
    ideal = 5 * min(1.0, max(0.0, (lexical_score(left, right) - 0.4) / 0.5))
    return ideal if _NUMBER.findall(left) == _NUMBER.findall(right) else min(ideal, 3.0)


def _adjudicate(store: Store, campaign: Campaign, round_: Round, now: datetime) -> None:
    """Decide the widest disagreements of a round with the middle answer, and leave the last ones open."""
    decider = next(person for person in store.people.list() if person.role == Role.ADJUDICATOR)
    for dispute in adjudicating.queue(store, campaign.id, round_.number).disputes[:-_UNDECIDED]:
        scores = sorted(float(str(a.value["score"])) for a in dispute.answers if isinstance(a.value, dict))
        adjudicating.decide(
            store,
            campaign.id,
            round_.number,
            dispute.item_id,
            {"score": int(scores[len(scores) // 2])},
            "Read again with the guideline at hand.",
            [decider.pseudonym],
            now,
        )


def _unused(store: Store, campaign: Campaign) -> list[str]:
    used = store.campaigns.used_items(campaign.id)
    used |= {one.item_id for one in store.campaigns.assumptions(campaign.id)}
    return [item.id for item in store.texts.corpus_items(campaign.corpus_id) if item.id not in used]
