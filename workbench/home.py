"""What is next for a person: the few steps their home page shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from annotation.model import Annotator, Purpose, Role, Round, Status
from annotation.tasks import task
from storage.store import Store
from workbench.figures.looking import Look, computing
from workbench.figures.rounds import DISPUTED_ITEMS, ROUND_COUNTS, TO_CLEAN
from workbench.rounds.rounds import listed_rounds


@dataclass(frozen=True, slots=True)
class TodoStep:
    """One thing to do: a key of the interface's texts, the values in it, and the page that does it.

    `place` is what the page's address says of where on it: the ids of the campaign and the round.
    `due` is the day by which it is wanted.
    """

    key: str
    page: str
    values: dict[str, str | int]
    place: dict[str, str] = field(default_factory=dict)
    due: date | None = None


def next_steps(store: Store, person: Annotator, look: Look | None = None) -> list[TodoStep]:
    """Return what waits for a person, most urgent first.

    Everybody sees their own waiting items; adjudicators also disputes; managers also what their
    campaigns need. `look` gives the figures they stand on; computed now unless told. A step whose figure is
    not known yet is left out.
    """
    look = look or computing(store)
    steps = _to_annotate(store, person)
    if person.role in (Role.ADJUDICATOR, Role.MANAGER):
        steps += _to_adjudicate(store, look)
        steps += _to_clean(store, look)
    if person.role == Role.MANAGER:
        steps += _to_manage(store, look)
    return steps


def _to_annotate(store: Store, person: Annotator) -> list[TodoStep]:
    return [
        TodoStep(
            "items_wait",
            "annotate",
            {"count": count, "campaign": _name(store, one), "round": one.number},
            {"round": one.id},
            None if one.due is None else one.due.date(),
        )
        for one, count in store.answers.waiting(person.id)
        if count
    ]


def _to_adjudicate(store: Store, look: Look) -> list[TodoStep]:
    steps = []
    for campaign in store.campaigns.list():
        for one in listed_rounds(store, campaign.id):
            if one.overlap < 2 or one.purpose == Purpose.PILOT:
                continue  # a pilot is read and discussed; no gold is made from it
            found = look(DISPUTED_ITEMS, campaign.id, one.id)
            count = len(set(found.items) - store.gold.decided_items(one.id)) if found else 0
            if count:
                values: dict[str, str | int] = {
                    "count": count,
                    "campaign": campaign.name,
                    "round": one.number,
                }
                place = {"campaign": campaign.id, "round": one.id}
                steps.append(TodoStep("disputes_wait", "adjudicate", values, place))
    return steps


def _to_clean(store: Store, look: Look) -> list[TodoStep]:
    """Return the campaigns of substitutes with answers to clean, once no round of theirs is under way."""
    steps = []
    for campaign in store.campaigns.list():
        if campaign.status != Status.OPEN or not task(campaign.schema.task_type).gathers:
            continue
        if any(_missing(one, look) != 0 for one in store.campaigns.rounds(campaign.id)):
            continue
        found = look(TO_CLEAN, campaign.id)
        if found is not None and found.count:
            values: dict[str, str | int] = {"count": found.count, "campaign": campaign.name}
            steps.append(TodoStep("to_clean", "cleaning", values, {"campaign": campaign.id}))
    return steps


def _to_manage(store: Store, look: Look) -> list[TodoStep]:
    """Return the next step of the flow for each campaign, from the first text to the release."""
    corpora = store.texts.corpora()
    if not corpora:
        return [TodoStep("import_texts", "corpora", {})]
    campaigns = store.campaigns.list()
    steps: list[TodoStep] = []
    for corpus in corpora:
        counts, place = store.texts.counts(corpus.id), {"corpus": corpus.id}
        if not counts.sentences:
            steps.append(TodoStep("split_sentences", "corpora", {"corpus": corpus.name}, place))
        elif not counts.items:
            steps.append(TodoStep("find_candidates", "candidates", {"corpus": corpus.name}, place))
        elif not any(campaign.corpus_id == corpus.id for campaign in campaigns):
            values: dict[str, str | int] = {"corpus": corpus.name, "count": counts.items}
            steps.append(TodoStep("start_campaign", "campaigns", values, place))
    for campaign in campaigns:
        steps += _late_answers(store, campaign.id, campaign.name)
        if campaign.status == Status.OPEN:
            steps += _campaign_steps(store, campaign.id, campaign.name, look)
    return steps


def _late_answers(store: Store, campaign_id: str, name: str) -> list[TodoStep]:
    """Return the rounds with answers that came too late and wait to be taken or left."""
    waiting = ((one, store.late.waiting(one.id)) for one in store.campaigns.rounds(campaign_id))
    return [
        TodoStep(
            "late_answers",
            "rounds",
            {"campaign": name, "round": one.number, "count": count},
            {"campaign": campaign_id, "round": one.id},
        )
        for one, count in waiting
        if count
    ]


def _campaign_steps(store: Store, campaign_id: str, name: str, look: Look) -> list[TodoStep]:
    rounds = listed_rounds(store, campaign_id)
    if not rounds:
        return [TodoStep("open_round", "rounds", {"campaign": name}, {"campaign": campaign_id})]
    last = rounds[-1]
    place = {"campaign": campaign_id, "round": last.id}
    values: dict[str, str | int] = {"campaign": name, "round": last.number}
    missing = _missing(last, look)
    if missing is None:
        return []
    if missing:
        return [TodoStep("round_under_way", "rounds", {**values, "count": missing}, place)]
    steps = [] if last.overlap < 2 else [TodoStep("read_agreement", "agreement", values, place)]
    if last.purpose == Purpose.MAIN and not store.gold.releases(campaign_id):
        steps.append(TodoStep("make_release", "releases", values, {"campaign": campaign_id}))
    return steps


def _missing(one: Round, look: Look) -> int | None:
    """Return how many answers an open round still waits for; 0 for a closed one, None if not known yet."""
    if one.status != Status.OPEN:
        return 0
    counts = look(ROUND_COUNTS, one.campaign_id, one.id)
    return None if counts is None else counts.missing


def _name(store: Store, one: Round) -> str:
    return store.campaigns.get(one.campaign_id).name
