"""Candidate concepts made ready for the mentions of a campaign, by a ranker of names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from aloi.annotation.model import Campaign
from aloi.annotation.rows import LinkedMention
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.requests import from_data
from aloi.base.terms import Term
from aloi.corpora.model import Json, Mention
from aloi.corpora.terminologies.concepts import ConceptName, Terminology
from aloi.storage.store import Store
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.requests.campaigns import CandidatesRequest
from aloi.workbench.rounds.campaigns import campaign_of
from aloi.workbench.rounds.concepts import terminology_of

_NAMES_A_CONCEPT = 10  # names looked at for each concept kept: many are names of the same one
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class MadeCandidates:
    """The result of a ranking: mentions with candidates, and the number of ranked names and concepts."""

    campaign: str
    items: int
    names: int
    concepts: int
    made_by: str


def make_candidates(
    store: Store, request: CandidatesRequest, now: datetime, *, progress: Progress = silent
) -> MadeCandidates:
    """Rank and store the nearest concepts of each mention of the campaign's corpus.

    Earlier candidates are replaced. The candidates that an annotator has already seen remain with their
    answer.

    Returns
    -------
    MadeCandidates
        The number of mentions, names and concepts.

    Raises
    ------
    AloiError
        A campaign of another task, no mention in its corpus, no terminology, or an unknown ranker.
    """
    stored_campaign = campaign_of(store, request.campaign, LinkedMention)
    top, language = request.top, request.language
    terminology, mentions = _terminology(store, stored_campaign), _mentions(store, stored_campaign, top)
    from aloi.modeling.rankers import ranker as ranker_named

    by = ranker_named(request.ranker, model=request.model)
    total = len(mentions)
    go_on(progress, 0, total, Term("progress-names-read"))
    names = _names(store, terminology, language)
    go_on(progress, 0, total, Term("progress-mentions-ranked"))
    ranking = by.rank([one.name for one in names], [one.mention for one in mentions], top * _NAMES_A_CONCEPT)
    values: dict[str, Json] = {}
    ranked = zip(mentions, ranking.places.tolist(), ranking.scores.tolist(), strict=True)
    for mention, places, scores in ranked:
        best = _best(names, places, scores, top)
        values[mention.id] = {"terminology": terminology.name, "candidates": best}
    go_on(progress, total, total, Term("progress-candidates-stored"))
    among = f"{language} names" if language else "names"
    made_by = f"{by.signature}; {terminology.name}, {len(names)} {among}, {terminology.checksum[:12]}"
    store.suggestions.save(stored_campaign.id, made_by, values, now)
    concepts = {one.concept_id for one in names}
    return MadeCandidates(stored_campaign.name, total, len(names), len(concepts), made_by)


def _mentions(store: Store, campaign: Campaign, top: int) -> list[Mention]:
    mentions = [one for one in store.texts.corpus_items(campaign.corpus_id) if isinstance(one, Mention)]
    if not mentions or top < 1:
        raise AloiError(
            "workbench.corpus-campaign-mentions", name=repr(campaign.name), mentions=len(mentions), top=top
        )
    return mentions


def _names(store: Store, terminology: Terminology, language: str | None) -> list[ConceptName]:
    names = [one for one in store.terminologies.names(terminology.id) if language in (None, one.language)]
    if not names:
        raise AloiError(
            "aloi.not-listed",
            kind=Term("names-of-the-terminology", name=repr(terminology.name)),
            name=repr(language),
            known=terminology.languages,
            todo=Term("choose-another-language"),
        )
    return names


def candidates_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the result of ranking concepts for the mentions of a campaign."""
    del folder
    request = from_data(CandidatesRequest, arguments)
    return to_json(make_candidates(store, request, datetime.now(UTC), progress=progress))


def _terminology(store: Store, campaign: Campaign) -> Terminology:
    name = str(campaign.schema.settings["terminology"])
    stored_terminology = terminology_of(store, name)
    if stored_terminology is None:
        raise AloiError(
            "aloi.not-listed",
            kind=Term("terminology-of-the-campaign", name=repr(campaign.name)),
            name=repr(name),
            known=(one.name for one in store.terminologies.list()),
            todo=Term("import-the-terminology"),
        )
    return stored_terminology


def _best(
    names: Sequence[ConceptName], places: Sequence[int], scores: Sequence[float], top: int
) -> list[Json]:
    """Return the first concepts of ranked names, each with its nearest name and that name's score."""
    best: dict[str, Json] = {}
    for index, score in zip(places, scores, strict=True):
        concept_name = names[index]
        if concept_name.concept_id not in best:
            best[concept_name.concept_id] = {
                "id": concept_name.concept_id,
                "name": concept_name.name,
                "score": round(score, _DIGITS),
            }
        if len(best) == top:
            break
    return list(best.values())
