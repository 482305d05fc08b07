"""A campaign of 2,000 pairs under way: what pages and people meet in a real project."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from aloi.storage.store import Store
from aloi.workbench.candidates import pairs
from aloi.workbench.demo.names import FIRST_NAMES, LARGE, name_in, note
from aloi.workbench.demo.people import answer_round, simulated
from aloi.workbench.demo.similarity import STOP_RULE, TEXTS, score
from aloi.workbench.requests.campaigns import CampaignRequest, GuidelineRequest
from aloi.workbench.requests.candidates import DrawRequest, MineRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.requests.texts import SegmentRequest
from aloi.workbench.rounds import campaigns, rounds
from aloi.workbench.texts import corpora

ITEMS = 2000
_THRESHOLD, _PER_BIN = 0.35, 1500
_TEAM = ("A1", "A2", "A3", "A4", "A5")
_OVERLAP, _ANSWERED = 2, 0.6
_FIRST_DAY, _DAYS = 1, 13  # of work


def build_large(store: Store, folder: Path, seed: int, start: datetime, language: str) -> None:
    """Make a campaign of similarity whose one round of 2,000 items is 60 % answered."""
    name = FIRST_NAMES[LARGE]
    about = corpora.About(name, "fr", "Apache-2.0", note("invented", language))
    corpus = corpora.import_corpus(store, TEXTS, about).corpus
    corpora.segment_corpus(store, SegmentRequest(corpus.id))
    mined, table = MineRequest(corpus.id, threshold=_THRESHOLD), folder / "demo-large.tsv"
    pairs.mine_corpus(store, mined, table)
    drawn = DrawRequest(corpus.id, table, _PER_BIN, seed=seed)
    pairs.draw_sample(store, drawn, pairs.spec_of(mined), now=start)
    campaign = campaigns.create_campaign(store, CampaignRequest(name, corpus.id, preset="score"))
    name_in(store, language)
    guideline = campaigns.ready_guideline("similarity", "fr")
    campaigns.add_guideline(store, GuidelineRequest(campaign.id, text=guideline), start)
    request = RoundRequest(
        campaign.id,
        purpose="main",
        items=ITEMS,
        annotators=_TEAM,
        overlap=_OVERLAP,
        seed=seed,
        stop_rule=STOP_RULE,
    )
    opened = rounds.open_round(store, request)
    people = [one for one in (*simulated(), *simulated("joining")) if one.pseudonym in _TEAM]
    crew = {one.pseudonym: one for one in store.people.list()}
    first = start + timedelta(days=_FIRST_DAY)
    most = int(_ANSWERED * _OVERLAP * ITEMS)
    answer_round(store, opened, people, crew, first, score, most, _DAYS)
