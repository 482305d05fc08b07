"""The complete demo: a campaign of similarity, one of each other task, and models trained on their gold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

import numpy as np

from aloi.annotation.model import Campaign, Round
from aloi.annotation.tasks import task
from aloi.gold.model import Release
from aloi.storage.store import Store
from aloi.workbench.candidates.concepts import make_candidates
from aloi.workbench.demo import materials
from aloi.workbench.demo.large import build_large
from aloi.workbench.demo.materials import LANGUAGE, LICENCE, Making, Material, Truth
from aloi.workbench.demo.mistakes import answering
from aloi.workbench.demo.names import FIRST_NAMES, LARGE, NAMES, SIMILARITY, name_in, note
from aloi.workbench.demo.people import Crew, Simulated, add_adjudicators, add_people, answer_round, simulated
from aloi.workbench.demo.similarity import START, build_demo
from aloi.workbench.models.runs import runs_folder
from aloi.workbench.models.training import CACHE, plans, run_plans
from aloi.workbench.progress import Progress, silent
from aloi.workbench.releases import gold, releases
from aloi.workbench.requests.campaigns import (
    CampaignRequest,
    CandidatesRequest,
    GuidelineRequest,
    ProposeRequest,
)
from aloi.workbench.requests.models.training import TrainRequest
from aloi.workbench.requests.releases import FreezeRequest, ReleaseRequest
from aloi.workbench.requests.rounds import CloseRoundRequest, RoundRequest
from aloi.workbench.rounds import adjudicating, campaigns, cleaning, rounds
from aloi.workbench.texts.corpora import About

_PILOT = 8
_OPEN_ROUND = 48  # items; the rest of those of texts that come again are free
_PILOT_DAY, _GUIDELINE_DAY, _MAIN_DAY, _DECISION_DAY, _GOLD_DAY, _LAST_DAY = 0, 1, 2, 11, 12, 13
_MAIN_DAYS, _LAST_DAYS = 5, 5  # of work
_ANSWERED = 0.5  # of the last round


@dataclass(frozen=True, slots=True)
class Planned:
    """A campaign of the demo: its task, who works on it, what learns from it."""

    task_type: str
    making: Making
    team: tuple[str, ...]
    overlap: int
    recipes: tuple[str, ...] = ()


_BASELINES = ("majority_class", "tfidf_linear")
PLANNED = (
    Planned("operations", materials.operations, ("A2", "A4", "A5"), 3),
    Planned("substitution", materials.substitution, ("A1", "A2", "A3", "A4", "A5"), 5),
    Planned("judging", materials.judging, ("A2", "A3", "A4", "A5"), 3, _BASELINES),
    Planned("classification", materials.classification, ("A1", "A3", "A4"), 3, _BASELINES),
    Planned("multiple_choice", materials.multiple_choice, ("A1", "A3", "A4"), 3, _BASELINES),
    Planned("linking", materials.linking, ("A1", "A3", "A4"), 2, ("tfidf_names",)),
    Planned(
        "spans",
        materials.spans,
        ("A1", "A3", "A4"),
        3,
        ("majority_class", "dictionary_tagger", "word_tag"),
    ),
)
_SIMILARITY_RECIPES: tuple[str, ...] = ("mean", "token_cosine", "features_sts")


def fill_demo(
    store: Store,
    folder: Path,
    seed: int = 0,
    progress: Progress = silent,
    *,
    start: datetime = START,
    language: str = "en",
    large: bool = False,
) -> tuple[str, ...]:
    """Make the missing campaigns of the demo, each completely or not at all, and return the names of all.

    Parameters
    ----------
    folder : Path
        The data folder of the demo server, for the mined tables and the runs.
    progress : Progress
        Called before each campaign, and before each model that is trained.
    start : datetime
        The day of the pilots; the last answers are three weeks later.
    language : str
        Of the names of campaigns and corpora: en or fr. The texts are French.
    large : bool
        Also make a campaign of 2,000 items.
    """
    keys = [SIMILARITY, *(planned.task_type for planned in PLANNED), *([LARGE] if large else [])]
    existing = {campaign.name for campaign in store.campaigns.list(archived=True)}
    names = [next(iter(existing & {*NAMES[key].values()}), NAMES[key][language]) for key in keys]
    terminology = materials.add_terminology(store, note("invented", language), start)
    for number, name in enumerate(names):
        if name in existing:
            continue
        progress(number, len(names), name)
        release, recipes = None, _SIMILARITY_RECIPES
        with store.together():
            if not number:
                release = build_demo(store, folder, seed, start, language).release
            elif number <= len(PLANNED):
                planned = PLANNED[number - 1]
                release = _build(store, planned, terminology, seed, start, language)
                recipes = planned.recipes
            else:
                build_large(store, folder, seed, start, language)
            add_adjudicators(store, name)
        if release is not None:
            _train(store, release, recipes, folder)
    progress(len(names), len(names), "")
    return tuple(names)


def _build(
    store: Store, planned: Planned, terminology: str, seed: int, start: datetime, language: str
) -> Release:
    """Return the release of a campaign, from invented texts to gold."""
    people = _team(store, planned, start)
    crew = {one.pseudonym: one for one in store.people.list()}
    name = FIRST_NAMES[planned.task_type]
    about = About(name, LANGUAGE, LICENCE, note("invented", language))
    material = planned.making(store, about, start)
    kind = task(planned.task_type)
    named = {"terminology": terminology} if kind.takes_terminology else {}
    settings = {**next(iter(kind.presets(LANGUAGE).values())), **named}
    campaign = campaigns.create_campaign(
        store, CampaignRequest(name, material.corpus_id, task=planned.task_type, settings=settings)
    )
    name_in(store, language)
    if kind.takes_terminology:
        make_candidates(store, CandidatesRequest(campaign.id), start)
    _label(store, campaign, planned, people, crew, material, start, seed, note("decided", language))
    gold_day = start + timedelta(days=_GOLD_DAY)
    gold.freeze(store, FreezeRequest(campaign.id, rounds=(2,)), now=gold_day)
    request = ReleaseRequest(campaign.id, "1.0", sizes={"train": 0.7, "test": "rest"}, seed=seed)
    return releases.build(store, request, now=gold_day)


def _team(store: Store, planned: Planned, now: datetime) -> list[Simulated]:
    """Return the simulated people of a campaign; new ones join it."""
    existing = {one.pseudonym for one in store.people.list()}
    everyone = [*simulated(), *simulated("joining")]
    add_people(store, [one for one in everyone if one.pseudonym not in existing], now)
    return [one for one in everyone if one.pseudonym in planned.team]


def _label(
    store: Store,
    campaign: Campaign,
    planned: Planned,
    people: list[Simulated],
    crew: Crew,
    material: Material,
    start: datetime,
    seed: int,
    why: str,
) -> None:
    """Answer a pilot, a main round that is decided on, and half of a last one."""
    answer = answering(planned.task_type, material.truths)
    order = [material.items[n] for n in np.random.default_rng(seed).permutation(len(material.items))]
    n_pilot = min(_PILOT, len(order) // 6)
    further = material.further[:_OPEN_ROUND]

    def open_round(purpose: Literal["pilot", "main"], items: Sequence[str]) -> Round:
        overlap = None if purpose == "pilot" else planned.overlap
        request = RoundRequest(
            campaign.id,
            purpose=purpose,
            items=tuple(items),
            annotators=planned.team,
            overlap=overlap,
            seed=seed,
        )
        return rounds.open_round(store, request)

    def day(number: int) -> datetime:
        return start + timedelta(days=number)

    pilot = open_round("pilot", order[:n_pilot])
    noisy = [one.without_guideline() for one in people]
    answer_round(store, pilot, noisy, crew, day(_PILOT_DAY), answer)
    _close(store, campaign, pilot)
    guideline = campaigns.ready_guideline(planned.task_type, LANGUAGE)
    campaigns.add_guideline(store, GuidelineRequest(campaign.id, text=guideline), day(_GUIDELINE_DAY))
    main = open_round("main", order[n_pilot:])
    answer_round(store, main, people, crew, day(_MAIN_DAY), answer, days=_MAIN_DAYS)
    _close(store, campaign, main)
    _decide(store, campaign, main, material.truths, day(_DECISION_DAY), why)
    last = open_round("main", further)
    most = int(_ANSWERED * len(further) * planned.overlap)
    answer_round(store, last, people, crew, day(_LAST_DAY), answer, most, _LAST_DAYS)


def _decide(
    store: Store, campaign: Campaign, main: Round, truths: Mapping[str, Truth], now: datetime, why: str
) -> None:
    """Decide the disputes of a round; where gold gathers words, clean what was typed instead."""
    [decider] = [one for one in simulated() if one.role == "adjudicator"]
    if task(campaign.schema.task_type).gathers:
        cleaning.accept_automatic(store, ProposeRequest(campaign.id, by=decider.pseudonym), now=now)
        for typed in cleaning.queue(store, campaign.id).waiting:
            cleaning.decide(store, campaign.id, typed, typed.proposal.result, by=decider.pseudonym, now=now)
        return
    items = {one.id: one for one in store.texts.items(main.item_ids)}
    answer = answering(campaign.schema.task_type, truths)
    for dispute in adjudicating.queue(store, campaign.id, main.number).disputes:
        chance = np.random.default_rng(int(dispute.item_id[:8], 16))
        adjudicating.decide(
            store,
            campaign.id,
            main.number,
            dispute.item_id,
            answer(items[dispute.item_id], decider, chance),
            why,
            [decider.pseudonym],
            now,
        )


def _close(store: Store, campaign: Campaign, round_: Round) -> None:
    rounds.set_round_status(store, CloseRoundRequest(campaign.id, round_.number))


def _train(store: Store, release: Release, recipes: tuple[str, ...], folder: Path) -> None:
    """Train what learns quickly from a release, each as a run of its own."""
    requests = [TrainRequest(one, data=(release.id,)) for one in recipes]
    planned = [plan for one in requests for plan in plans(store, one)]
    run_plans(planned, runs_folder(folder), cache=folder / CACHE)
