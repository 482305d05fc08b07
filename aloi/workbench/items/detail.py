"""Everything about one item of a campaign: answers with their history, skips, decisions and origins."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from aloi.annotation.model import Annotation, AssignmentKey, Campaign
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.storage.corrections.log import Correction, CorrectionKind
from aloi.storage.store import Store
from aloi.workbench.items.texts import MarkedText, marked_texts
from aloi.workbench.rounds.concepts import described
from aloi.workbench.rounds.schemas import decisions_of_round


@dataclass(frozen=True, slots=True)
class ItemAnswer:
    """The answer of an annotator in a round, or a skip with its reason.

    `earlier` are the texts of the revisions before, the oldest first; an undone one is empty. `reopened` is
    the message with which the answer was reopened, if no other came since; it does not count then.
    """

    annotator: str
    round: int
    text: str
    flag: bool
    note: str
    seconds: float | None
    at: datetime | None
    guideline: int | None
    skipped: str | None
    earlier: tuple[str, ...]
    reopened: str = ""


@dataclass(frozen=True, slots=True)
class ItemDecision:
    """A decision on the item."""

    round: int
    text: str
    why: str
    adjudicators: tuple[str, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class ItemOrigin:
    """How the item became a candidate."""

    miner: str
    score: float | None
    stratum: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class ItemDetail:
    """Everything about one item; its texts are whole."""

    id: str
    texts: tuple[MarkedText, ...]
    answers: tuple[ItemAnswer, ...]
    decisions: tuple[ItemDecision, ...]
    origins: tuple[ItemOrigin, ...]


def item_detail(store: Store, campaign: str, item_id: str) -> ItemDetail:
    """Return everything about an item.

    Raises
    ------
    AloiError
        A campaign or an item that is not in the store.
    """
    stored_campaign = store.campaigns.get(campaign)
    item = store.texts.items([item_id])[0]
    if item.corpus_id != stored_campaign.corpus_id:
        raise AloiError(
            "aloi.value",
            name=Term("corpus-of-the-item", stranger=item_id),
            value=Term("not-that-of-the-campaign"),
            expected=Term("items-of-the-campaigns"),
            todo=Term("remove-it"),
        )
    rounds = {one.id: one for one in store.campaigns.rounds(stored_campaign.id, with_items=False)}
    decided = [
        (round_.number, decision)
        for round_ in rounds.values()
        for decision in decisions_of_round(store, stored_campaign.id, round_.id)
        if decision.item_id == item_id
    ]
    texts = described(store, stored_campaign, [one.value for _, one in decided])
    return ItemDetail(
        item.id,
        marked_texts(item),
        _answers(store, stored_campaign, item_id, {one.id: one.number for one in rounds.values()}),
        tuple(
            ItemDecision(number, text, decision.why, decision.adjudicators, decision.created_at)
            for (number, decision), text in zip(decided, texts, strict=True)
        ),
        tuple(
            ItemOrigin(origin.miner, origin.score, origin.stratum, origin.mined_at)
            for origin in store.texts.origins([item_id]).get(item_id, ())
        ),
    )


def _answers(
    store: Store, campaign: Campaign, item_id: str, numbers: dict[str, int]
) -> tuple[ItemAnswer, ...]:
    names = {person.id: person.pseudonym for person in store.people.list()}
    by_key: dict[AssignmentKey, list[Annotation]] = defaultdict(list)
    for revision in store.item_history.revisions(campaign.id, item_id):
        by_key[revision.key].append(revision)
    requests = store.corrections.list(campaign_id=campaign.id, kind=CorrectionKind.REOPEN)
    messages = {(one.round_id, one.person_id): one for one in requests if one.details.get("item") == item_id}
    values = [one.value for each in by_key.values() for one in each if one.value is not None]
    words: dict[str, str] = dict(zip(map(repr, values), described(store, campaign, values), strict=True))

    def text(value: Json) -> str:
        return "" if value is None else words[repr(value)]

    answers = [
        ItemAnswer(
            annotator=names[key.annotator_id],
            round=numbers[key.round_id],
            text=text(last.value),
            flag=last.flag,
            note=last.comment,
            seconds=last.seconds,
            at=last.created_at,
            guideline=last.guideline_version,
            skipped=None,
            earlier=tuple(text(one.value) for one in earlier),
            reopened=_reopened(last, messages.get((key.round_id, key.annotator_id))),
        )
        for key, (*earlier, last) in by_key.items()
    ]
    answers += [
        ItemAnswer(
            annotator=names[skip.key.annotator_id],
            round=numbers[skip.key.round_id],
            text="",
            flag=False,
            note=skip.skip_note or "",
            seconds=None,
            at=None,
            guideline=None,
            skipped=str(skip.skip_reason or "other"),
            earlier=(),
        )
        for skip in store.item_history.skips(campaign.id, item_id)
    ]
    return tuple(sorted(answers, key=lambda one: -one.round))


def _reopened(last: Annotation, request: Correction | None) -> str:
    """Return the message with which an answer was reopened; empty if a newer answer came since."""
    if request is None or last.key.occasion != 1:
        return ""
    return request.why if request.details.get("revision") == last.revision else ""
