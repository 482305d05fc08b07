"""The person and the reason of a correction, and the log of earlier corrections."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from aloi.annotation.model import Annotator, Campaign, Round
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Corpus, Json
from aloi.storage.corrections.log import Correction, CorrectionKind
from aloi.storage.store import Store
from aloi.workbench.people import decider

__all__ = ["Correction", "CorrectionKind", "LoggedCorrection", "corrections", "log_correction"]


class WithReason(Protocol):
    """A request with the reason of a correction, and its author: id, pseudonym or name; empty if unknown."""

    @property
    def why(self) -> str:
        """Return the reason."""

    @property
    def by(self) -> str:
        """Return the author."""


def log_correction(
    store: Store,
    request: WithReason,
    now: datetime,
    kind: CorrectionKind,
    details: Mapping[str, Json] | None = None,
    *,
    corpus: Corpus | None = None,
    campaign: Campaign | None = None,
    round_: Round | None = None,
    person: Annotator | None = None,
    needs_reason: bool = True,
) -> Correction:
    """Return the correction as logged; `details` are its details for a reader.

    Raises
    ------
    AloiError
        No reason, or somebody who is unknown or no person.
    """
    if needs_reason:
        require_reason(request)
    numbered = {} if round_ is None else {"round": round_.number}
    return store.corrections.add(
        kind,
        why=request.why.strip(),
        by=decider(store, request.by).pseudonym if request.by else "",
        now=now,
        corpus_id=None if corpus is None else corpus.id,
        campaign_id=None if campaign is None else campaign.id,
        round_id=None if round_ is None else round_.id,
        person_id=None if person is None else person.id,
        details={**numbered, **(details or {})},
    )


def require_reason(request: WithReason) -> None:
    """Raise AloiError if there is no reason: before a job is started that would."""
    if not request.why.strip():
        raise AloiError(
            "aloi.missing",
            name=Term("the-correction"),
            missing=Term("a-reason"),
            expected=Term("a-short-reason"),
            todo=Term("write-the-reason"),
        )


@dataclass(frozen=True, slots=True)
class LoggedCorrection:
    """A line of the log, with the names of the changed object; empty if it was deleted or does not exist."""

    correction: Correction
    corpus: str
    campaign: str
    person: str


def corrections(
    store: Store, *, campaign: str | None = None, corpus: str | None = None
) -> list[LoggedCorrection]:
    """Return the corrections of a campaign or a corpus, or of all, the newest first."""
    campaign_id = None if campaign is None else store.campaigns.get(campaign).id
    corpus_id = None if corpus is None else store.texts.corpus(corpus).id
    corpora = {one.id: one.name for one in store.texts.corpora(archived=True)}
    campaigns = {one.id: one.name for one in store.campaigns.list(archived=True)}
    people = {one.id: one.pseudonym for one in store.people.list()}
    return [
        LoggedCorrection(
            correction,
            corpora.get(correction.corpus_id or "", ""),
            campaigns.get(correction.campaign_id or "", ""),
            people.get(correction.person_id or "", ""),
        )
        for correction in reversed(store.corrections.list(campaign_id=campaign_id, corpus_id=corpus_id))
    ]
