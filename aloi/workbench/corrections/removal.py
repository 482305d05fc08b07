"""Deletion of setups without answers. An object with an answer is never deleted: it is archived."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from aloi.annotation.model import Role
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.storage.corrections.log import Correction, CorrectionKind
from aloi.storage.store import Store
from aloi.workbench.corrections.log import log_correction
from aloi.workbench.requests.corrections import (
    DeleteCampaignRequest,
    DeleteCorpusRequest,
    DeletePersonRequest,
    DeleteRoundRequest,
)
from aloi.workbench.rounds.rounds import find_round


@dataclass(frozen=True, slots=True)
class DeletionEffect:
    """The parts deleted permanently with an object: a corpus has texts and items, a campaign rounds."""

    texts: int = 0
    items: int = 0
    rounds: int = 0
    guidelines: int = 0


def person_deletion(store: Store, request: DeletePersonRequest) -> DeletionEffect:
    """Return the effect of deleting a person: the number of rounds that lose them.

    Raises
    ------
    AloiError
        A person with an answer, a skip or a decision, or the last administrator.
    """
    annotator = store.people.get(request.person)
    work = store.setup.count_work(annotator)
    if work:
        raise AloiError(
            "aloi.in-use",
            name=annotator.pseudonym,
            uses=Term("count-items", count=work),
            expected=Term("a-person-without"),
            todo=Term("withdraw-them"),
        )
    administrators = [one for one in store.people.list() if one.role is Role.ADMINISTRATOR]
    if administrators == [annotator]:
        raise AloiError("aloi.only-one", role=Term("administrator"), expected=Term("least-one-administrator"))
    return DeletionEffect(rounds=store.setup.count_places(annotator.id))


def delete_person(store: Store, request: DeletePersonRequest, now: datetime) -> Correction:
    """Return the correction that deleted a person; errors are those of `person_deletion`."""
    annotator = store.people.get(request.person)
    if request.by and store.people.get(request.by) == annotator:
        raise AloiError(
            "aloi.not-allowed",
            role=Term("another-manager"),
            expected=Term("another-person", pseudonym=annotator.pseudonym),
        )
    with store.together():
        effect = {"pseudonym": annotator.pseudonym, **to_json(person_deletion(store, request))}
        store.setup.delete_person(annotator.id, now)
        return log_correction(store, request, now, CorrectionKind.DELETE, effect, person=annotator)


def round_deletion(store: Store, request: DeleteRoundRequest) -> DeletionEffect:
    """Return the effect of deleting a round: its plan for a number of items, which stay in the corpus.

    Raises
    ------
    AloiError
        A round that holds answers.
    """
    round_ = find_round(store, request.campaign, request.round)
    answers = store.setup.count_answers(round_.id)
    if answers:
        raise AloiError(
            "aloi.in-use",
            name=Term("round-number-2", number=request.round),
            uses=Term("answers-decisions", answers=answers),
            expected=Term("a-round-without"),
            todo=Term("hide-it-instead"),
        )
    return DeletionEffect(items=len(round_.item_ids), rounds=1)


def delete_round(store: Store, request: DeleteRoundRequest, now: datetime) -> Correction:
    """Return the correction that deleted a round without answers; errors are those of `round_deletion`."""
    stored_campaign = store.campaigns.get(request.campaign)
    round_ = find_round(store, request.campaign, request.round)
    with store.together():
        effect = to_json(round_deletion(store, request))
        store.setup.delete_round(round_.id, now)
        return log_correction(
            store, request, now, CorrectionKind.DELETE, effect, campaign=stored_campaign, round_=round_
        )


def campaign_deletion(store: Store, request: DeleteCampaignRequest) -> DeletionEffect:
    """Return the effect of deleting a campaign: its rounds and guidelines; items stay in the corpus.

    Raises
    ------
    AloiError
        A campaign with answers, or with a frozen gold.
    """
    stored_campaign = store.campaigns.get(request.campaign)
    rounds = store.campaigns.rounds(stored_campaign.id)
    answers = store.setup.count_answers(*(one.id for one in rounds))
    golds = len(store.gold.gold_heads(stored_campaign.id))
    if answers or golds:
        raise AloiError(
            "aloi.in-use",
            name=Term("the-campaign-name", name=repr(stored_campaign.name)),
            uses=Term("answers-answers", answers=answers, golds=golds),
            expected=Term("a-campaign-without"),
            todo=Term("hide-it-instead-aloi"),
        )
    return DeletionEffect(rounds=len(rounds), guidelines=len(store.campaigns.guidelines(stored_campaign.id)))


def delete_campaign(store: Store, request: DeleteCampaignRequest, now: datetime) -> Correction:
    """Return the correction that deleted a campaign; errors are those of `campaign_deletion`."""
    stored_campaign = store.campaigns.get(request.campaign)
    with store.together():
        effect = {"name": stored_campaign.name, **to_json(campaign_deletion(store, request))}
        store.setup.delete_campaign(stored_campaign.id, now)
        return log_correction(store, request, now, CorrectionKind.DELETE, effect, campaign=stored_campaign)


def corpus_deletion(store: Store, request: DeleteCorpusRequest) -> DeletionEffect:
    """Return the effect of deleting a corpus: its texts and their items.

    Raises
    ------
    AloiError
        A corpus with a campaign, or whose texts were written out under a data-use agreement.
    """
    stored_corpus = store.texts.corpus(request.corpus)
    campaigns = [one.name for one in store.campaigns.list(archived=True) if one.corpus_id == stored_corpus.id]
    if campaigns:
        raise AloiError(
            "aloi.in-use",
            name=Term("the-corpus-name-2", name=repr(stored_corpus.name)),
            uses=Term("campaigns-campaigns", campaigns=campaigns),
            expected=Term("a-corpus-without-campaigns"),
            todo=Term("hide-it-instead-aloi-corpus"),
        )
    exports = store.setup.count_exports(stored_corpus.id)
    if exports:
        raise AloiError(
            "aloi.in-use",
            name=Term("the-corpus-name-2", name=repr(stored_corpus.name)),
            uses=Term("exports-under", exports=exports),
            expected=Term("a-corpus-without-such-reasons"),
            todo=Term("hide-it-instead-aloi-corpus-hide"),
        )
    counts = store.texts.counts(stored_corpus.id)
    return DeletionEffect(texts=counts.documents, items=counts.items)


def delete_corpus(store: Store, request: DeleteCorpusRequest, now: datetime) -> Correction:
    """Return the correction that deleted a corpus; errors are those of `corpus_deletion`."""
    stored_corpus = store.texts.corpus(request.corpus)
    with store.together():
        effect = {"name": stored_corpus.name, **to_json(corpus_deletion(store, request))}
        store.setup.delete_corpus(stored_corpus.id, now)
        return log_correction(store, request, now, CorrectionKind.DELETE, effect, corpus=stored_corpus)
