"""The complete demo: a campaign of similarity, one of each other task, and models trained on their gold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np

from aloi.annotation.model import Campaign, Round, Status
from aloi.annotation.tasks import task
from aloi.gold.model import Release
from aloi.storage.store import Store
from aloi.workbench.candidates.concepts import make_candidates
from aloi.workbench.demo import materials
from aloi.workbench.demo.materials import LANGUAGE, Making, Truth
from aloi.workbench.demo.mistakes import answering
from aloi.workbench.demo.people import Crew, Simulated, add_adjudicators, add_people, answer_round, simulated
from aloi.workbench.demo.similarity import NAME, START, build_demo
from aloi.workbench.models.runs import runs_folder
from aloi.workbench.models.training import CACHE, plans, run_plans
from aloi.workbench.progress import Progress, silent
from aloi.workbench.releases import gold, releases
from aloi.workbench.requests.campaigns import CandidatesRequest
from aloi.workbench.requests.models import TrainRequest
from aloi.workbench.requests.releases import FreezeRequest, ReleaseRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds import adjudicating, campaigns, cleaning, rounds

_SHARE, _MOST = 6, 8  # a pilot, and the round still under way, take one item in six, at most eight
_PILOT_DAY, _GUIDELINE_DAY, _MAIN_DAY, _DECISION_DAY, _GOLD_DAY, _LAST_DAY = 0, 1, 2, 5, 6, 7


@dataclass(frozen=True, slots=True)
class Planned:
    """A campaign of the demo: its task, its name, who works on it, from which day, what learns from it."""

    task_type: str
    name: str
    making: Making
    team: tuple[str, ...]
    day: int
    overlap: int
    recipes: tuple[str, ...] = ()


PLANNED = (
    Planned(
        "operations", "Demo: simplified sentences", materials.operations, ("A2", "A4", "A5"), 21, 3,
    ),
    Planned(
        "substitution", "Demo: words in their sentences", materials.substitution,
        ("A1", "A2", "A3", "A4", "A5"), 28, 5,
    ),
    Planned(
        "judging", "Demo: substitutes judged", materials.judging, ("A2", "A3", "A4", "A5"), 42, 3,
        ("majority_class", "tfidf_linear"),
    ),
    Planned(
        "classification", "Demo: chapters of notes", materials.classification, ("A1", "A3", "A4"), 56, 3,
        ("majority_class", "tfidf_linear"),
    ),
    Planned(
        "multiple_choice", "Demo: questions of an examination", materials.multiple_choice,
        ("A1", "A3", "A4"), 70, 3, ("majority_class", "tfidf_linear"),
    ),
    Planned(
        "linking", "Demo: signs and their concepts", materials.linking, ("A1", "A3", "A4"), 84, 2,
        ("tfidf_names",),
    ),
    Planned(
        "spans", "Demo: entities in reports", materials.spans, ("A1", "A3", "A4"), 98, 3,
        ("majority_class", "dictionary_tagger", "word_tag"),
    ),
)  # fmt: skip
_SIMILARITY_RECIPES = ("mean", "token_cosine", "features_sts")


def fill_demo(store: Store, folder: Path, seed: int = 0, progress: Progress = silent) -> tuple[str, ...]:
    """Make the missing campaigns of the demo, each completely or not at all, and return the names of all.

    Parameters
    ----------
    folder : Path
        The data folder of the demo server, for the mined tables and the runs.
    progress : Progress
        Called before each campaign, and before each model that is trained.
    """
    names = (NAME, *(one.name for one in PLANNED))
    materials.add_terminology(store, START)
    existing = {one.name for one in store.campaigns.list(archived=True)}
    for number, name in enumerate(names):
        if name in existing:
            continue
        progress(number, len(names), name)
        with store.together():
            if number:
                release = _build(store, PLANNED[number - 1], seed)
            else:
                release = build_demo(store, folder, seed).release
            add_adjudicators(store, name)
        _train(store, release, PLANNED[number - 1].recipes if number else _SIMILARITY_RECIPES, folder)
    progress(len(names), len(names), "")
    return names


def _build(store: Store, planned: Planned, seed: int) -> Release:
    """Return the release of a campaign, from invented texts to gold."""
    day = START + timedelta(days=planned.day)
    people = _team(store, planned, day)
    crew = {one.pseudonym: one for one in store.people.list()}
    material = planned.making(store, planned.name, day)
    kind = task(planned.task_type)
    named = {"terminology": materials.TERMINOLOGY} if kind.takes_terminology else {}
    settings = {**next(iter(kind.presets(LANGUAGE).values())), **named}
    campaign = campaigns.create_campaign(
        store, planned.name, material.corpus_id, task_type=planned.task_type, settings=settings
    )
    if kind.takes_terminology:
        make_candidates(store, CandidatesRequest(campaign.id), day)
    _label(store, campaign, planned, people, crew, material.truths, seed)
    gold_day = day + timedelta(days=_GOLD_DAY)
    gold.freeze(store, FreezeRequest(campaign.id, rounds=(2,)), now=gold_day)
    request = ReleaseRequest(
        campaign.id, "1.0", sizes={"train": 0.7, "test": "rest"}, policy="document", seed=seed
    )
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
    truths: Mapping[str, Truth],
    seed: int,
) -> None:
    """Answer a pilot, a main round that is decided on, and the beginning of a last one."""
    day = START + timedelta(days=planned.day)
    answer = answering(planned.task_type, truths)
    few = min(_MOST, len(truths) // _SHARE)
    pilot = rounds.open_round(
        store, RoundRequest(campaign.id, purpose="pilot", items=few, annotators=planned.team, seed=seed)
    )
    noisy = [one.without_guideline() for one in people]
    answer_round(store, pilot, noisy, crew, day + timedelta(days=_PILOT_DAY), answer)
    _close(store, campaign, pilot)
    guideline = campaigns.ready_guideline(planned.task_type, LANGUAGE)
    campaigns.add_guideline(store, campaign.id, guideline, "", day + timedelta(days=_GUIDELINE_DAY))
    main = rounds.open_round(
        store,
        RoundRequest(
            campaign.id,
            purpose="main",
            items=len(truths) - 2 * few,
            annotators=planned.team,
            overlap=planned.overlap,
            seed=seed,
        ),
    )
    answer_round(store, main, people, crew, day + timedelta(days=_MAIN_DAY), answer)
    _close(store, campaign, main)
    _decide(store, campaign, main, truths, day + timedelta(days=_DECISION_DAY))
    last = rounds.open_round(
        store,
        RoundRequest(
            campaign.id,
            purpose="main",
            items=few,
            annotators=planned.team,
            overlap=planned.overlap,
            seed=seed,
        ),
    )
    most = few * planned.overlap * 3 // 4
    answer_round(store, last, noisy, crew, day + timedelta(days=_LAST_DAY), answer, most)


def _decide(
    store: Store, campaign: Campaign, main: Round, truths: Mapping[str, Truth], now: datetime
) -> None:
    """Decide the disputes of a round; where gold gathers words, clean what was typed instead."""
    [decider] = [one for one in simulated() if one.role == "adjudicator"]
    if task(campaign.schema.task_type).gathers:
        cleaning.accept_automatic(store, campaign.id, by=decider.pseudonym, now=now)
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
            "Read again with the guideline at hand.",
            [decider.pseudonym],
            now,
        )


def _close(store: Store, campaign: Campaign, round_: Round) -> None:
    rounds.set_round_status(store, campaign.id, round_.number, Status.CLOSED)


def _train(store: Store, release: Release, recipes: tuple[str, ...], folder: Path) -> None:
    """Train what learns quickly from a release, each as a run of its own."""
    requests = [TrainRequest(one, data=(release.id,)) for one in recipes]
    planned = [plan for one in requests for plan in plans(store, one)]
    run_plans(planned, runs_folder(folder), cache=folder / CACHE)
