"""Decide the items on which the answers of a round differ."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from statistics import median

from aloi.annotation.model import AdjudicationRule, Campaign, Round
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError, quoted, values_hidden
from aloi.base.records import to_json
from aloi.base.requests import from_data
from aloi.corpora.model import Json
from aloi.corpora.readers import Row, SourceTable, read_table, tables_told
from aloi.corpora.readers.values import check_id
from aloi.gold.making.adjudicate import Dispute, Queue, check_decision, dispute_of, disputes
from aloi.gold.making.aggregate import ItemAnswers, collect_answers
from aloi.gold.model import Adjudication
from aloi.storage.store import Store
from aloi.workbench.people import decider
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.requests.campaigns import AdjudicationRequest
from aloi.workbench.requests.rounds import DecisionsRequest
from aloi.workbench.rounds.answer_cells import AnswerCells
from aloi.workbench.rounds.concepts import described
from aloi.workbench.rounds.counted_answers import answer_names, counted_answers
from aloi.workbench.rounds.machine_answers import machine_answers
from aloi.workbench.rounds.rounds import find_round
from aloi.workbench.rounds.schemas import decided_items

_LONGEST_SECONDS = 600.0  # between two decisions; more is a break
_FEWEST_GAPS = 2  # between decisions, from which a pace is estimated
_FEW_ITEMS = 50  # whose answers are read one item after the other
_TOLD_EVERY = 20  # rows of a table of decisions


@dataclass(frozen=True, slots=True)
class BroughtDecisions:
    """The number of decisions in a table, and how many of them were stored already, unchanged."""

    new: int
    unchanged: int


def set_rule(store: Store, request: AdjudicationRequest) -> Campaign:
    """Return the campaign with the rule of a request for the disagreements that need a decision."""
    campaign = store.campaigns.get(request.campaign)
    rule = AdjudicationRule(request.gap, request.reason, request.blind)
    if rule != campaign.adjudication:
        store.campaigns.set_adjudication(campaign.id, rule)
    return replace(campaign, adjudication=rule)


def queue(store: Store, campaign: str, number: int, *, with_decided: bool = False) -> Queue:
    """Return the items of a round that need a decision, widest difference first.

    Which they are is the rule of the campaign. An item enters once nobody may still answer it. A task whose
    gold gathers all answers has none. `with_decided` leaves those in that were decided on.
    """
    stored_campaign = store.campaigns.get(campaign)
    round_ = find_round(store, stored_campaign.id, number)
    return _queue(store, stored_campaign, round_, None, with_decided=with_decided)


def disputes_among(
    store: Store, campaign: Campaign, round_: Round, items: Collection[str] | None
) -> Sequence[Dispute]:
    """Return the disagreements to decide among some items of a round, or all."""
    return _queue(store, campaign, round_, items).disputes


def _queue(
    store: Store,
    campaign: Campaign,
    round_: Round,
    items: Collection[str] | None,
    *,
    with_decided: bool = False,
) -> Queue:
    kind = task(campaign.schema.task_type)
    if kind.gathers:
        return Queue((), 0, 0, 0)
    decided = set() if with_decided else decided_items(store, campaign.id, round_.id)
    complete = _complete(store, round_)
    if items is None or len(items) > _FEW_ITEMS:
        answers = _answers(store, round_)
    else:
        answers = {}
        for item_id in complete.intersection(items):
            answers |= _answers(store, round_, item_id)
    return disputes(
        [answer for item_id, answer in answers.items() if items is None or item_id in items],
        complete,
        decided,
        task=kind,
        settings=campaign.schema.settings,
        rule=campaign.adjudication,
    )


@dataclass(frozen=True, slots=True)
class NotedAnswer:
    """The answer of an annotator in a few words, with flag and note; a skip has a reason and no answer."""

    pseudonym: str
    answer: str
    flag: bool
    note: str
    skip_reason: str | None


def noted_answers(store: Store, campaign: Campaign, round_: Round, item_id: str) -> tuple[NotedAnswer, ...]:
    """Return all answers and skips of annotators at an item of a round, with their flags and notes.

    The answers may quote the text of the item: they are for pages that show it.
    """
    names = {person.id: person.pseudonym for person in store.people.list()}
    counted = _answers(store, round_, item_id).get(item_id)
    values = {one.pseudonym: one.value for one in counted.answers} if counted else {}
    [item] = store.texts.items([item_id])
    words = dict(zip(values, described(store, campaign, [*values.values()], item), strict=True))
    answers = [
        NotedAnswer(names[answer.key.annotator_id], words[pseudonym], answer.flag, answer.comment, None)
        for answer in store.answers.latest(round_.id, item_id)
        if answer.key.occasion == 1 and (pseudonym := names[answer.key.annotator_id]) in words
    ]
    skips = [
        NotedAnswer(
            names[skip.key.annotator_id], "", False, skip.skip_note or "", str(skip.skip_reason or "other")
        )
        for skip in store.item_history.skips(round_.campaign_id, item_id)
        if skip.key.round_id == round_.id
    ]
    return (*answers, *skips)


def seconds_per_decision(decisions: Sequence[Adjudication], pseudonym: str) -> float | None:
    """Return the median time between two decisions of a person; None before three of them.

    Times of more than ten minutes are breaks, and excluded.
    """
    times = sorted(one.created_at for one in decisions if pseudonym in one.adjudicators)
    gaps = [(after - before).total_seconds() for before, after in pairwise(times)]
    gaps = [gap for gap in gaps if 0 < gap <= _LONGEST_SECONDS]
    return median(gaps) if len(gaps) >= _FEWEST_GAPS else None


def dispute(store: Store, campaign: str, number: int, item_id: str) -> Dispute | None:
    """Return the differences of annotators on one item, by its current answers; None if there are none.

    An item that one of them is to answer again has none yet.
    """
    stored_campaign = store.campaigns.get(campaign)
    round_ = find_round(store, stored_campaign.id, number)
    if store.answers.is_open_again(round_.id, item_id):
        return None
    kind = task(stored_campaign.schema.task_type)
    answers = _answers(store, round_, item_id).get(item_id)
    return None if answers is None else dispute_of(answers, kind, stored_campaign.schema.settings)


def decide(
    store: Store,
    campaign: str,
    number: int,
    item_id: str,
    value: Json,
    why: str,
    adjudicators: Sequence[str],
    now: datetime,
) -> Adjudication:
    """Return the decision, stored beside the answers it settles; deciding again is the next revision.

    Raises
    ------
    AloiError
        A value the task refuses, no reason where the campaign requires one, nobody, somebody unknown or a
        source of imported answers who decided, or an item still being answered.
    """
    stored_campaign = store.campaigns.get(campaign)
    round_ = find_round(store, stored_campaign.id, number)
    pseudonyms = [decider(store, ref).pseudonym if ref.strip() else "" for ref in adjudicators]
    with values_hidden(store.texts.corpus(stored_campaign.corpus_id).restricted):
        return store.gold.add_adjudications(
            [
                _decision(
                    store,
                    stored_campaign,
                    round_,
                    item_id,
                    value,
                    why,
                    pseudonyms,
                    now,
                    _answers(store, round_, item_id),
                    _complete(store, round_, item_id),
                )
            ]
        )[0]


def import_decisions(
    store: Store, request: DecisionsRequest, now: datetime, progress: Progress = silent
) -> BroughtDecisions:
    """Import a table `item_id, value, why, adjudicator`; all or nothing, and repeated imports change nothing.

    Labels that differ from one of the schema by the ignored differences alone are that one.

    Raises
    ------
    AloiError
        A column that is missing, an item twice, a value that is a word for missing or that the task refuses.
    """
    stored_campaign = store.campaigns.get(request.campaign)
    round_ = find_round(store, stored_campaign.id, request.round)
    table = read_table(request.table)
    table.require("item_id", "value", "why", "adjudicator")
    answers, complete = _answers(store, round_), _complete(store, round_)
    with values_hidden(store.texts.corpus(stored_campaign.corpus_id).restricted):
        schema = stored_campaign.schema
        cells = AnswerCells.of(table, ["value"], schema.task_type, schema.settings, request.normalise)
        lines: dict[str, int] = {}
        decisions = []
        for done, row in enumerate(table.rows):
            if not done % _TOLD_EVERY:
                go_on(progress, done, len(table.rows), "")
            names = [name.strip() for name in row.text("adjudicator").split(",") if name.strip()]
            item_id, why = _decided(table, row, cells, lines), row.text("why")
            try:
                pseudonyms = [decider(store, name).pseudonym for name in names]
                value = cells.value(row, "value")
                decision = _decision(
                    store, stored_campaign, round_, item_id, value, why, pseudonyms, now, answers, complete
                )
                decisions.append(decision)
            except AloiError as error:
                raise error.at(table.where(row)) from error
    standing = {each.item_id: each for each in store.gold.adjudications(round_.id)}
    fresh = [each for each in decisions if not _stands(each, standing.get(each.item_id))]
    return BroughtDecisions(len(store.gold.add_adjudications(fresh)), len(decisions) - len(fresh))


def _stands(new: Adjudication, standing: Adjudication | None) -> bool:
    """Return whether a decision equals the stored one of its item, on the same answers."""
    if standing is None:
        return False
    return replace(new, revision=standing.revision, created_at=standing.created_at) == standing


def _decided(table: SourceTable, row: Row, cells: AnswerCells, lines: dict[str, int]) -> str:
    """Return the item of a row of decisions, which must be the only one of it and have a value."""
    item_id = check_id(row.text("item_id"), table.where(row))
    line = lines.setdefault(item_id, row.number)
    if line != row.number:
        raise AloiError(
            "workbench.decision-already-stands", where=table.where(row), item=quoted(item_id), line=line
        )
    if cells.is_missing(row.values["value"]):
        raise AloiError("workbench.decision-says-missing", where=table.where(row))
    return item_id


def import_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the result of importing a table of decisions: {"count", "known", "tables"}."""
    del folder
    request = from_data(DecisionsRequest, arguments)
    with tables_told() as read:
        done = import_decisions(store, request, datetime.now(UTC), progress)
    return {
        "count": done.new,
        "known": done.unchanged,
        "tables": {one.name: to_json(found) for one, found in read.items()},
    }


def _decision(
    store: Store,
    campaign: Campaign,
    round_: Round,
    item_id: str,
    value: Json,
    why: str,
    adjudicators: Sequence[str],
    now: datetime,
    answers: Mapping[str, ItemAnswers],
    complete: set[str],
) -> Adjudication:
    """Return a checked decision; the store gives its revision."""
    if item_id not in complete:  # one of many is looked for among all items where it is refused alone
        if item_id not in round_.item_ids:
            raise AloiError(
                "workbench.adjudicating-item-not-round", item_id=quoted(item_id), number=round_.number
            )
        raise AloiError("workbench.item-still-being-answered", item_id=item_id)
    kind = task(campaign.schema.task_type)
    item = store.texts.items([item_id])[0]
    checked = check_decision(
        value,
        why,
        adjudicators,
        item,
        task=kind,
        settings=campaign.schema.settings,
        rule=campaign.adjudication,
    )
    considered = answers[item_id].answers if item_id in answers else ()
    revisions = _revisions(store, round_, item_id)
    return Adjudication(
        round_id=round_.id,
        item_id=item_id,
        revision=1,
        adjudicators=tuple(adjudicators),
        value=checked,
        why=why.strip(),
        considered=tuple(f"{answer.pseudonym}:{revisions[answer.pseudonym]}" for answer in considered),
        created_at=now,
        schema_version=campaign.schema.schema_version,
    )


def _revisions(store: Store, round_: Round, item_id: str) -> dict[str, int]:
    """Return the revisions of the current answers to an item by pseudonym."""
    names = answer_names(store)
    latest = (*store.answers.latest(round_.id, item_id), *machine_answers(store, round_, item_id))
    return {names[each.key.annotator_id]: each.revision for each in latest if each.key.occasion == 1}


def _answers(store: Store, round_: Round, item_id: str | None = None) -> dict[str, ItemAnswers]:
    """Return the answers to each item of a round, or to one of them, by its id and in their order."""
    names = answer_names(store)
    answers = collect_answers([round_], counted_answers(store, round_, item_id), names)
    return {entry.item_id: entry for entry in answers}


def _complete(store: Store, round_: Round, item_id: str | None = None) -> set[str]:
    """Return the items, or whether the item, nobody may still answer."""
    return {
        entry.item_id
        for entry in store.answers.coverage(round_.id)
        if not entry.still_open and item_id in (None, entry.item_id)
    }
