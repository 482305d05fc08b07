"""Rounds: choose items, open, follow, change who works on them, close, and say what comes next."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time

import numpy as np

from aloi.agreement.measures import find_measure
from aloi.annotation.assign import plan, plan_for
from aloi.annotation.model import Annotator, Assignment, Campaign, Purpose, Round, Status, StopRule
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.corpora.identity import content_id
from aloi.storage.store import Store
from aloi.workbench.people import find_people
from aloi.workbench.requests.rounds import (
    AddAnnotatorRequest,
    CloseRoundRequest,
    DueRequest,
    OutcomeRequest,
    ReassignRequest,
    ReopenRoundRequest,
    RoundRequest,
)
from aloi.workbench.rounds.options import stop_rule as parse_rule

_SHOWN = (
    "id", "round", "title", "purpose", "status", "archived", "items", "annotators", "overlap", "cap",
    "repeats", "seed", "guideline_version", "due", "shows_outcome",
)  # fmt: skip


def open_round(
    store: Store,
    request: RoundRequest,
    *,
    by: str | None = None,
    now: datetime | None = None,
    attention: Collection[str] | None = None,
) -> Round:
    """Return a new open round of a campaign.

    Parameters
    ----------
    by, now
        The pseudonym of the person who opens it, and the time, for the event log.
    attention
        Attention items of a round whose annotators come later by a link; they are no items of it.

    Raises
    ------
    AloiError
        A closed campaign, unknown people or items, or requirements that cannot be met.
    """
    stored_campaign = store.campaigns.get(request.campaign)
    if stored_campaign.status != Status.OPEN:
        raise _not_open(repr(stored_campaign.name), stored_campaign.status.value)
    people = find_people(store, annotators_named(store, request.annotators))
    chosen = choose_items(store, stored_campaign, request.items, request.seed, attention or ())
    number, purpose = next_number(store, stored_campaign), Purpose(request.purpose)
    versions = store.campaigns.guidelines(stored_campaign.id)
    uses_guideline = purpose != Purpose.PILOT if request.guideline is None else request.guideline
    if request.guideline and not versions:
        raise _no_guideline(repr(stored_campaign.name))
    opened = Round(
        id=content_id("round", stored_campaign.id, number),
        campaign_id=stored_campaign.id,
        number=number,
        purpose=purpose,
        guideline_version=versions[-1].version if uses_guideline and versions else None,
        item_ids=chosen,
        annotators=tuple(person.id for person in people),
        overlap=len(people) if request.overlap is None else request.overlap,
        seed=request.seed,
        cap=request.cap,
        repeats=request.repeats,
        stop_rule=_stop_rule(stored_campaign, request),
        due=_midnight(request.due),
        shows_outcome=request.shows_outcome,
    )
    store.campaigns.open_round(opened, plan(opened) if attention is None else (), by, now)
    return opened


def _no_guideline(name: object) -> AloiError:
    return AloiError(
        "aloi.missing",
        name=Term("the-campaign-name", name=name),
        missing=Term("a-guideline"),
        expected=Term("a-guideline-for-this-round"),
        todo=Term("write-one-or-start"),
    )


def _not_open(name: object, value: object) -> AloiError:
    return AloiError(
        "aloi.value",
        name=Term("the-campaign-name", name=name),
        value=value,
        expected=Term("an-open-campaign"),
        todo=Term("open-it-again"),
    )


def annotators_named(store: Store, names: Sequence[str] | None) -> tuple[str, ...]:
    """Return the people named; None is everyone whose role is annotator, but for sources of imports."""
    if names is not None:
        return tuple(names)
    return tuple(person.id for person in store.people.workers() if person.role.value == "annotator")


def next_number(store: Store, campaign: Campaign) -> int:
    """Return the number of the next round; those of deleted rounds before the last one stay free."""
    return max((one.number for one in store.campaigns.rounds(campaign.id, with_items=False)), default=0) + 1


def listed_rounds(store: Store, campaign_id: str, *, with_items: bool = True) -> list[Round]:
    """Return the rounds of a campaign that are not archived, by number; `with_items` as in the store."""
    rounds = store.campaigns.rounds(campaign_id, with_items=with_items)
    return [one for one in rounds if not one.archived]


def find_round(store: Store, campaign: str, number: int, *, with_items: bool = True) -> Round:
    """Return the round of that number, or raise AloiError naming those there are; its items, if asked for."""
    stored_campaign = store.campaigns.get(campaign)
    rounds = store.campaigns.rounds(stored_campaign.id, with_items=with_items)
    for round_ in rounds:
        if round_.number == number:
            return round_
    raise AloiError(
        "aloi.not-listed",
        kind=Term("in-the-campaign-name", name=repr(stored_campaign.name)),
        name=number,
        known=(str(one.number) for one in rounds),
        todo=Term("name-one-of-them-or-open"),
    )


def describe_round(round_: Round) -> dict[str, object]:
    """Return the data of a round for `aloi round`: its id, number, purpose, status, counts and settings."""
    plain = to_json(
        round_, round=round_.number, items=len(round_.item_ids), annotators=len(round_.annotators)
    )
    return {name: plain[name] for name in _SHOWN}


def set_round_status(
    store: Store,
    request: CloseRoundRequest | ReopenRoundRequest,
    *,
    by: str | None = None,
    now: datetime | None = None,
) -> Round:
    """Return the round after closing it (answers can no longer change) or opening it again.

    The event log keeps who did it, by pseudonym, and when.
    """
    round_ = find_round(store, request.campaign, request.round)
    status = Status.CLOSED if isinstance(request, CloseRoundRequest) else Status.OPEN
    store.campaigns.set_round_status(round_.id, status, by, now)
    return replace(round_, status=status)


def set_due(store: Store, request: DueRequest) -> Round:
    """Return the round after setting its due date; None removes the date."""
    round_, due = find_round(store, request.campaign, request.round), _midnight(request.due)
    store.campaigns.set_due(round_.id, due)
    return replace(round_, due=due)


def set_shows_outcome(store: Store, request: OutcomeRequest) -> Round:
    """Return the round after allowing annotators to see the outcomes of their answers, or not."""
    round_ = find_round(store, request.campaign, request.round)
    store.campaigns.set_shows_outcome(round_.id, request.show)
    return replace(round_, shows_outcome=request.show)


def add_annotator(store: Store, request: AddAnnotatorRequest) -> Round:
    """Return the round with one more annotator, who may be offered every item not yet full."""
    round_ = open_only(find_round(store, request.campaign, request.round))
    newcomer = store.people.get(request.person)
    if newcomer.id in round_.annotators:
        raise AloiError(
            "aloi.value",
            name=Term("pseudonym", pseudonym=newcomer.pseudonym),
            value=Term("in-round-number", number=request.round),
            expected=Term("person-who-is-not"),
            todo=Term("name-another-person-2"),
        )
    store.campaigns.add_annotator(round_.id, newcomer.id, plan_for(round_, newcomer.id, round_.item_ids))
    return replace(round_, annotators=(*round_.annotators, newcomer.id))


def reassign(store: Store, request: ReassignRequest, now: datetime | None = None) -> int:
    """Return how many items the absent person had not answered and that the others got, in equal parts.

    Somebody who already has an item in the round is never given it again; others may be new to the round.
    """
    round_ = open_only(find_round(store, request.campaign, request.round))
    leaving = store.people.get(request.absent)
    people = find_people(store, request.to)
    if not people or leaving in people:
        raise AloiError(
            "aloi.missing",
            name=Term("handover-of-the-items", pseudonym=leaving.pseudonym),
            missing=Term("a-person"),
            expected=Term("least-one-other"),
            todo=Term("name-the-person"),
        )
    left = unanswered(store.answers.assignments(round_.id), leaving)
    if not left:
        raise AloiError(
            "aloi.no-content",
            path=Term("round-number-2", number=request.round),
            content=Term("no-item-of-pseudonym", pseudonym=leaving.pseudonym),
            expected=Term("items-not"),
            todo=Term("no-action"),
        )
    return store.campaigns.reassign(round_.id, leaving.id, share_out(store, round_, left, people), now)


def unanswered(assignments: Sequence[Assignment], person: Annotator) -> list[str]:
    """Return the items a person has not answered yet, sorted."""
    return sorted(
        {
            assignment.key.item_id
            for assignment in assignments
            if assignment.key.annotator_id == person.id and assignment.status.value in ("pending", "leased")
        }
    )


def share_out(
    store: Store, round_: Round, item_ids: Sequence[str], people: Sequence[Annotator]
) -> tuple[Assignment, ...]:
    """Return assignments that give each item to the person with the fewest of them who has not had it."""
    had: dict[str, set[str]] = defaultdict(set)
    for earlier in store.answers.assignments(round_.id):
        had[earlier.key.annotator_id].add(earlier.key.item_id)
    shares: dict[str, list[str]] = {person.id: [] for person in people}
    for item in item_ids:
        free = [person for person in shares if item not in had[person]]
        if free:
            shares[min(free, key=lambda person: (len(shares[person]), person))].append(item)
    without = replace(round_, repeats=0)
    return tuple(
        assignment for person, items in shares.items() for assignment in plan_for(without, person, items)
    )


def choose_items(
    store: Store,
    campaign: Campaign,
    items: int | Sequence[str] | None,
    seed: int,
    attention: Collection[str] = (),
) -> tuple[str, ...]:
    """Return the ids of a round's items; attention items, also of other rounds, are none of them."""
    kind = task(campaign.schema.task_type).item_kind
    if items is not None and not isinstance(items, int):
        chosen = store.texts.items(items)
        stranger = next((one for one in chosen if one.corpus_id != campaign.corpus_id), None)
        if stranger is not None:
            raise AloiError(
                "aloi.value",
                name=Term("corpus-of-the-item", stranger=stranger.id),
                value=Term("not-that-of-the-campaign"),
                expected=Term("items-of-the-campaigns"),
                todo=Term("remove-it"),
            )
        other = next((one for one in chosen if one.kind != kind), None)
        if other is not None:
            raise AloiError(
                "aloi.wrong-kind",
                name=Term("the-item-id", id=other.id),
                kind=repr(other.kind),
                expected=Term("items-of-the-kind", kind_2=repr(kind)),
                todo=Term("remove-it"),
            )
        _refuse_attention(store.crowds.attention_items(campaign.id).union(attention), items)
        return tuple(items)
    assumed = (one.item_id for one in store.campaigns.assumptions(campaign.id))
    used = store.campaigns.used_items(campaign.id).union(attention, assumed)
    free = [item for item in store.texts.corpus_item_ids(campaign.corpus_id, kind) if item not in used]
    if items is None:
        return tuple(free)
    if items > len(free):
        raise AloiError(
            "aloi.too-many",
            name=Term("requested-items"),
            count=items,
            most=len(free),
            todo=Term("request-fewer"),
        )
    return draw_items(store, free, items, seed)


def _refuse_attention(attention: set[str], items: Sequence[str]) -> None:
    if not attention.isdisjoint(items):
        raise AloiError(
            "aloi.value",
            name=Term("the-choice-of-items"),
            value=Term("with-attention-items"),
            expected=Term("items-without-known-answer"),
            todo=Term("remove-it"),
        )


def draw_items(store: Store, free: Sequence[str], count: int, seed: int) -> tuple[str, ...]:
    """Return `count` ids, taken in turn from the strata they came from, each stratum in seeded order."""
    origins = store.texts.origins(free)
    strata: dict[str, list[str]] = defaultdict(list)
    for item in sorted(free):
        strata_of_item = [origin.stratum for origin in origins.get(item, ()) if origin.stratum]
        strata[min(strata_of_item, default="")].append(item)
    generator = np.random.default_rng(seed)
    queues = [
        [strata[name][place] for place in generator.permutation(len(strata[name]))] for name in sorted(strata)
    ]
    drawn: list[str] = []
    while len(drawn) < count:
        for queue in queues:
            if queue and len(drawn) < count:
                drawn.append(queue.pop())
    return tuple(drawn)


def _stop_rule(campaign: Campaign, request: RoundRequest) -> StopRule | None:
    """Return the stop rule, or raise AloiError for one that no round of the campaign could meet."""
    if request.stop_rule is None:
        return None
    rule = parse_rule(request.stop_rule)
    find_measure(rule.measure)  # raises for an unknown one
    views = task(campaign.schema.task_type).views(campaign.schema.settings)
    levels = list(dict.fromkeys(view.level for view in views))
    if rule.level not in levels or not math.isfinite(rule.threshold):
        raise AloiError(
            "aloi.value",
            name=Term("the-stop-rule"),
            value=f"{rule.measure}:{rule.level!r}:{rule.threshold}",
            expected=Term("the-levels-levels", levels=levels),
            todo=Term("write-it-as-krippendorff"),
        )
    return rule


def _midnight(day: date | None) -> datetime | None:
    return None if day is None else datetime.combine(day, time.min, UTC)


def open_only(round_: Round) -> Round:
    """Return the round, or raise AloiError if it is not open."""
    if round_.status != Status.OPEN:
        raise AloiError(
            "aloi.value",
            name=Term("the-round-number", number=round_.number),
            value=round_.status.value,
            expected=Term("an-open-round-2"),
            todo=Term("reopen-it-first"),
        )
    return round_


def default_rounds(rounds: Sequence[Round]) -> list[Round]:
    """Return the rounds that gold uses by default: no pilots (without guideline), no archived ones."""
    return [one for one in rounds if one.purpose != Purpose.PILOT and not one.archived]
