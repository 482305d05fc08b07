"""A seeded synthetic campaign of similarity, from texts to a release: for the demo, the docs and the tests.

Texts are invented for this project; the annotators are simulated and their answers say nothing about
real people.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.random import Generator

from aloi.annotation.model import Annotator, Campaign, Role, Round
from aloi.corpora.language.similarity import lexical_score
from aloi.corpora.model import Item, Json
from aloi.corpora.readers import read_table, write_table
from aloi.gold.model import Release
from aloi.storage.store import Store
from aloi.workbench.candidates import pairs, random_pairs
from aloi.workbench.demo.names import FIRST_NAMES, SIMILARITY, name_in, note
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
from aloi.workbench.requests.campaigns import AssumeRequest, CampaignRequest, GuidelineRequest
from aloi.workbench.requests.candidates import DrawRequest, MineRequest, RandomRequest
from aloi.workbench.requests.releases import FreezeRequest, ReleaseRequest
from aloi.workbench.requests.rounds import CloseRoundRequest, RoundRequest
from aloi.workbench.requests.texts import SegmentRequest
from aloi.workbench.rounds import adjudicating, campaigns, rounds
from aloi.workbench.texts import corpora

TEXTS = Path(__file__).parent / "case_reports"
START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
DAYS = 21  # from the pilot to the day on which a visitor comes
_THRESHOLD = 0.4
_PER_BIN = 100
_WARD = 6  # case reports of a ward: pairs are mined within wards, so that each can be in one split
_DRAWN, _ASSUMED = 90, 12
_PILOT, _CALIBRATION = 16, 24
_OPEN_ROUND = 48
_FREE = 20  # items in no round, so that a visitor of the demo can open one
STOP_RULE = "krippendorff_alpha:ordinal:0.6"
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


def build_demo(
    store: Store, folder: Path, seed: int = 0, start: datetime = START, language: str = "en"
) -> Demo:
    """Return the demo campaign after building it in an empty store; the same seed gives the same content.

    It ends with a released main round and one more round of which half is answered. `start` is the day of
    the pilot, `language` that of the names.
    """
    people = simulated()
    crew = {"M1": add_manager(store, start), **add_people(store, people, start)}
    name = FIRST_NAMES[SIMILARITY]
    about = corpora.About(name, "fr", "Apache-2.0", note("invented", language))
    corpus = corpora.import_corpus(store, TEXTS, about).corpus
    corpora.segment_corpus(store, SegmentRequest(corpus.id))
    _mine(store, corpus.id, folder, seed, start)
    campaign = campaigns.create_campaign(store, CampaignRequest(name, corpus.id, preset="score"))
    name_in(store, language)
    add_adjudicators(store, campaign.id)
    _assume(store, campaign, folder, seed, start, note("drawn", language))
    making = _Making(store, campaign, people, crew, seed, start)
    making.round("pilot", _PILOT, 1, noisy=True)
    guideline = campaigns.ready_guideline("similarity", "fr")
    campaigns.add_guideline(store, GuidelineRequest(campaign.id, text=guideline), making.day(2))
    second = making.round("calibration", _CALIBRATION, 4)
    decided = note("decided", language)
    _adjudicate(store, campaign, second, making.day(5), decided)
    why = note("contained", language)
    discussed = f"{guideline}\n{_AFTER_DISCUSSION}"
    campaigns.add_guideline(store, GuidelineRequest(campaign.id, text=discussed, why=why), making.day(5))
    # Drawn beforehand, the last round is as mixed as the main one, which would take all near pairs.
    unused = _unused(store, campaign)
    order = [unused[n] for n in np.random.default_rng(seed).permutation(len(unused))]
    third = making.round("main", order[_OPEN_ROUND + _FREE :], 6, overlap=2, days=4)
    _adjudicate(store, campaign, third, making.day(12), decided)
    gold.freeze(store, FreezeRequest(campaign.id), now=making.day(12))
    release = releases.build(
        store,
        ReleaseRequest(campaign.id, "1.0", sizes={"train": 0.6, "test": "rest"}, seed=seed),
        now=making.day(12),
    )
    making.round("main", order[:_OPEN_ROUND], 13, days=5, share=0.6)
    return Demo(store.campaigns.get(campaign.id), release, tuple(crew.values()), PASSWORD)


@dataclass(frozen=True, slots=True)
class _Making:
    """A campaign whose rounds are opened and answered one after the other."""

    store: Store
    campaign: Campaign
    people: list[Simulated]
    crew: Crew
    seed: int
    start: datetime

    def day(self, number: int) -> datetime:
        """Return a day of the campaign."""
        return self.start + timedelta(days=number)

    def round(
        self,
        purpose: Literal["pilot", "calibration", "main"],
        items: int | Sequence[str],
        day: int,
        *,
        overlap: int | None = None,
        days: int = 1,
        share: float = 1.0,
        noisy: bool = False,
    ) -> Round:
        """Return a round after its answers; it is closed if all of them came."""
        names = tuple(one.pseudonym for one in self.people if one.role == Role.ANNOTATOR.value)
        stop_rule = None if purpose == "pilot" else STOP_RULE
        request = RoundRequest(
            self.campaign.id,
            purpose=purpose,
            items=items if isinstance(items, int) else tuple(items),
            annotators=names,
            overlap=overlap,
            seed=self.seed,
            stop_rule=stop_rule,
        )
        opened = rounds.open_round(self.store, request)
        people = [one.without_guideline() for one in self.people] if noisy else self.people
        most = None if share == 1.0 else int(share * len(opened.item_ids) * opened.overlap)
        answer_round(self.store, opened, people, self.crew, self.day(day), score, most, days)
        if most is None:
            rounds.set_round_status(self.store, CloseRoundRequest(self.campaign.id, opened.number))
        return opened


def _mine(store: Store, corpus_id: str, folder: Path, seed: int, start: datetime) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    mined, table = MineRequest(corpus_id, threshold=_THRESHOLD), folder / "demo-candidates.tsv"
    pairs.mine_corpus(store, mined, table)
    within_wards(store, corpus_id, table, _WARD)
    drawn = DrawRequest(corpus_id, table, _PER_BIN, seed=seed)
    pairs.draw_sample(store, drawn, pairs.spec_of(mined), now=start)


def within_wards(store: Store, corpus_id: str, table: Path, size: int, most: int | None = None) -> int:
    """Keep the pairs of a table of which both case reports are of a ward, and return their number."""
    number = {one.id: int(_NUMBER.findall(one.name)[0]) for one in store.texts.documents(corpus_id)}
    ward = {one.id: (number[one.document_id] - 1) // size for one in store.texts.sentences(corpus_id)}
    mined = read_table(table, quiet=True)
    rows = [row for row in mined.rows if ward[row.text("left_id")] == ward[row.text("right_id")]][:most]
    write_table(table, mined.columns, [row.values for row in rows])
    return len(rows)


def _assume(store: Store, campaign: Campaign, folder: Path, seed: int, start: datetime, why: str) -> None:
    """Store a few random pairs of assumed score 0."""
    out = folder / "demo-random.tsv"
    random_pairs.draw_random(store, RandomRequest(campaign.corpus_id, _DRAWN, seed), out)
    count = within_wards(store, campaign.corpus_id, out, _WARD, _ASSUMED)
    request = AssumeRequest(campaign.id, out, count, checked=count, why=why, ceiling=0.75, seed=seed)
    random_pairs.assume(store, request, start)


def score(item: Item, person: Simulated, chance: Generator) -> Json:
    """Return the degree that a simulated annotator gives."""
    left, right = item.texts
    degree = round(_ideal(left, right) + person.bias + chance.normal(0, person.noise))
    return {"score": max(0, min(5, degree))}


def _ideal(left: str, right: str) -> float:
    """Return the score a faultless annotator would tend to: likeness of form, 3 at most if numbers differ."""
    ideal = 5 * min(1.0, max(0.0, (lexical_score(left, right) - 0.4) / 0.5))
    return ideal if _NUMBER.findall(left) == _NUMBER.findall(right) else min(ideal, 3.0)


def _adjudicate(store: Store, campaign: Campaign, round_: Round, now: datetime, why: str) -> None:
    """Decide the disagreements of a round with the middle answer."""
    decider = next(person for person in store.people.list() if person.role == Role.ADJUDICATOR)
    for dispute in adjudicating.queue(store, campaign.id, round_.number).disputes:
        scores = sorted(float(str(a.value["score"])) for a in dispute.answers if isinstance(a.value, dict))
        adjudicating.decide(
            store,
            campaign.id,
            round_.number,
            dispute.item_id,
            {"score": int(scores[len(scores) // 2])},
            why,
            [decider.pseudonym],
            now,
        )


def _unused(store: Store, campaign: Campaign) -> list[str]:
    used = store.campaigns.used_items(campaign.id)
    used |= {one.item_id for one in store.campaigns.assumptions(campaign.id)}
    return [item for item in store.texts.corpus_item_ids(campaign.corpus_id) if item not in used]
