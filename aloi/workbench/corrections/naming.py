"""Other names, and the archive: what is archived leaves every list, and nothing of it is lost."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from aloi.annotation.model import Campaign, Status
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.gold.releasing.licences import unknown_terms
from aloi.storage.corrections.log import Correction, CorrectionKind
from aloi.storage.store import Store
from aloi.workbench.corrections.log import log_correction
from aloi.workbench.requests.corrections import (
    HideCampaignRequest,
    HideCorpusRequest,
    HideRoundRequest,
    LicenceRequest,
    RenameCampaignRequest,
    RenameCorpusRequest,
    RenameRoundRequest,
    UnhideCampaignRequest,
    UnhideCorpusRequest,
    UnhideRoundRequest,
)
from aloi.workbench.rounds.rounds import find_round


@dataclass(frozen=True, slots=True)
class ArchiveEffect:
    """Rounds and their answers that leave the lists but stay in the store; open rounds are closed."""

    rounds: int
    answers: int
    closed: int


def rename_corpus(store: Store, request: RenameCorpusRequest, now: datetime) -> Correction:
    """Return the correction that gave a corpus another name; releases made before keep the old one.

    Raises
    ------
    AloiError
        No name, the same or an existing name, or no reason.
    """
    stored_corpus = store.texts.corpus(request.corpus)
    names = _names(stored_corpus.name, request.name)
    with store.together():
        store.setup.rename_corpus(stored_corpus.id, names["name"])
        return log_correction(store, request, now, CorrectionKind.RENAME, {**names}, corpus=stored_corpus)


def state_licence(store: Store, request: LicenceRequest, now: datetime) -> Correction:
    """Return the correction that changed the licence of a corpus; earlier releases keep theirs.

    Raises
    ------
    AloiError
        Text that is neither an SPDX licence nor an agreement in words, or no reason.
    """
    stored_corpus, stated = store.texts.corpus(request.corpus), request.licence.strip()
    unknown = unknown_terms(stated)
    if unknown:
        raise AloiError(
            "aloi.value",
            name=Term("the-licence"),
            value=repr(unknown[0]),
            expected=Term("an-spdx-licence"),
            todo=Term("write-its-spdx"),
        )
    with store.together():
        store.setup.state_licence(stored_corpus.id, stated, now)
        details = {"before": stored_corpus.licence, "licence": stated}
        return log_correction(store, request, now, CorrectionKind.LICENCE, {**details}, corpus=stored_corpus)


def rename_campaign(store: Store, request: RenameCampaignRequest, now: datetime) -> Correction:
    """Return the correction that renamed a campaign; errors are those of `rename_corpus`."""
    stored_campaign = store.campaigns.get(request.campaign)
    names = _names(stored_campaign.name, request.name)
    with store.together():
        store.setup.rename_campaign(stored_campaign.id, names["name"])
        return log_correction(store, request, now, CorrectionKind.RENAME, {**names}, campaign=stored_campaign)


def title_round(store: Store, request: RenameRoundRequest, now: datetime) -> Correction:
    """Return the correction that gave a round a title in addition to its number; an empty one removes it."""
    stored_campaign = store.campaigns.get(request.campaign)
    round_, title = find_round(store, request.campaign, request.round), request.name.strip()
    with store.together():
        store.setup.title_round(round_.id, title)
        names = {"before": round_.title, "name": title}
        return log_correction(
            store, request, now, CorrectionKind.RENAME, {**names}, campaign=stored_campaign, round_=round_
        )


def archive_effect(store: Store, campaign: str, number: int | None = None) -> ArchiveEffect:
    """Return the effect of archiving a campaign, or one of its rounds."""
    stored_campaign = store.campaigns.get(campaign)
    all_rounds = store.campaigns.rounds(stored_campaign.id)
    rounds = all_rounds if number is None else [find_round(store, campaign, number)]
    return ArchiveEffect(
        len(rounds),
        store.setup.count_submitted([one.id for one in rounds]),
        sum(one.status == Status.OPEN for one in rounds),
    )


def archive_corpus(
    store: Store, request: HideCorpusRequest | UnhideCorpusRequest, now: datetime
) -> Correction:
    """Return the correction that archived a corpus, or restored it."""
    archived = isinstance(request, HideCorpusRequest)
    stored_corpus = store.texts.corpus(request.corpus)
    with store.together():
        store.setup.set_archived("corpora", stored_corpus.id, archived)
        return log_correction(store, request, now, _kind(archived), corpus=stored_corpus)


def archive_campaign(
    store: Store, request: HideCampaignRequest | UnhideCampaignRequest, now: datetime
) -> Correction:
    """Return the correction that archived a campaign, or restored it.

    An archived campaign and its rounds are closed, so that nobody is given an item. After it is restored,
    they stay closed until they are opened.
    """
    stored_campaign, archived = (
        store.campaigns.get(request.campaign),
        isinstance(request, HideCampaignRequest),
    )
    with store.together():
        details = _closed(store, stored_campaign, now) if archived else {}
        store.setup.set_archived("campaigns", stored_campaign.id, archived)
        if archived:
            store.campaigns.set_status(stored_campaign.id, Status.CLOSED)
        return log_correction(store, request, now, _kind(archived), details, campaign=stored_campaign)


def archive_round(store: Store, request: HideRoundRequest | UnhideRoundRequest, now: datetime) -> Correction:
    """Return the correction that archived a round, or restored it.

    An archived round is closed and in no list; gold is made without it unless it is named.
    """
    stored_campaign, archived = store.campaigns.get(request.campaign), isinstance(request, HideRoundRequest)
    round_ = find_round(store, request.campaign, request.round)
    with store.together():
        details = _closed(store, stored_campaign, now, round_.number) if archived else {}
        store.setup.set_archived("rounds", round_.id, archived)
        return log_correction(
            store, request, now, _kind(archived), details, campaign=stored_campaign, round_=round_
        )


def _closed(store: Store, campaign: Campaign, now: datetime, number: int | None = None) -> dict[str, int]:
    """Return how many open rounds were closed just now, of a campaign or the one of that number."""
    closed = 0
    for round_ in store.campaigns.rounds(campaign.id):
        if number in (None, round_.number) and round_.status == Status.OPEN:
            store.campaigns.set_round_status(round_.id, Status.CLOSED, now=now)
            closed += 1
    return {"closed": closed}


def _kind(archived: bool) -> CorrectionKind:
    return CorrectionKind.ARCHIVE if archived else CorrectionKind.BRING_BACK


def _names(before: str, name: str) -> dict[str, str]:
    """Return the names before and after, or raise AloiError if there is no new one."""
    if not name.strip() or name.strip() == before:
        raise AloiError(
            "aloi.missing",
            name=repr(before),
            missing=Term("a-new-name-2"),
            expected=Term("name-that-differs"),
            todo=Term("write-the-new"),
        )
    return {"before": before, "name": name.strip()}
