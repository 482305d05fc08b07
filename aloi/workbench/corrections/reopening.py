"""Answers that an adjudicator reopens with a message: their annotators see it and answer again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from aloi.annotation.model import Annotation, Annotator, AssignmentKey, Status
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.storage.corrections.log import Correction, CorrectionKind
from aloi.storage.store import Store
from aloi.workbench.corrections.log import log_correction
from aloi.workbench.requests.rounds import ReopenRequest
from aloi.workbench.rounds.rounds import find_round

_RESERVED = timedelta(days=30)  # for its annotator, before others may get the item


def reopen(store: Store, request: ReopenRequest, now: datetime) -> Correction:
    """Return the correction that reopened one answer: its annotator gets the item again, with the message.

    The answer stays as a revision. It no longer counts; the next answer is the next revision.

    Raises
    ------
    AloiError
        A closed round, an annotator without an answer that counts, without an account, or no message.
    """
    campaign = store.campaigns.get(request.campaign)
    round_ = find_round(store, campaign.id, request.round)
    annotator = store.people.get(request.annotator)
    if round_.status is not Status.OPEN:
        raise AloiError(
            "aloi.closed",
            name=Term("this-round"),
            expected=Term("an-open-round"),
            todo=Term("open-the-round-again"),
        )
    if annotator not in store.people.workers():
        raise AloiError(
            "aloi.value",
            name=Term("annotator-of-the-answer"),
            value=annotator.pseudonym,
            expected=Term("a-person-with-an-active"),
            todo=Term("decide-without-the-annotator"),
        )
    key = AssignmentKey(round_.id, request.item, annotator.id)
    with store.together():
        answer = _counting_answer(store, key, annotator)
        details: dict[str, Json] = {"item": request.item, "revision": answer.revision}
        store.schemas.ask_again(round_.id, [key], request.by or None, now, until=now + _RESERVED)
        return log_correction(
            store, request, now, CorrectionKind.REOPEN, details,
            campaign=campaign, round_=round_, person=annotator,
        )  # fmt: skip


def _counting_answer(store: Store, key: AssignmentKey, annotator: Annotator) -> Annotation:
    answers = store.answers.latest(key.round_id, key.item_id)
    answer = next((one for one in answers if one.key == key), None)
    if answer is None:
        raise AloiError(
            "aloi.not-found",
            kind=Term("answer-that-counts"),
            name=annotator.pseudonym,
            todo=Term("choose-an-answer-that-counts"),
        )
    return answer


def without_reopened(
    store: Store, campaign_id: str, round_id: str, answers: Sequence[Annotation]
) -> list[Annotation]:
    """Return answers of a round that do not count, without those that an adjudicator reopened."""
    requests = store.corrections.list(campaign_id=campaign_id, round_id=round_id, kind=CorrectionKind.REOPEN)
    revisions = {(one.person_id, one.details.get("item")): one.details.get("revision") for one in requests}
    return [one for one in answers if revisions.get((one.key.annotator_id, one.key.item_id)) != one.revision]
