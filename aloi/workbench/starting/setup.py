"""A campaign started from texts: corpus, schema, guideline, annotators and first round, all or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from aloi.annotation.model import Annotator, Campaign, Round
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import TaskType
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.requests import from_data, info_of
from aloi.corpora.model import Json, Passage
from aloi.storage.store import Store
from aloi.workbench import people
from aloi.workbench.candidates.concepts import make_candidates
from aloi.workbench.candidates.passages import make_passages
from aloi.workbench.imports.column_roles import remember_roles
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.requests.campaigns import CandidatesRequest, StartRequest
from aloi.workbench.requests.candidates import PassagesRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds import campaigns, rounds
from aloi.workbench.starting import examples, own_texts
from aloi.workbench.starting.content import TextsContent, texts_content
from aloi.workbench.texts.corpora import About
from aloi.workbench.texts.terminologies import AboutTerminology, import_terminology

SET_UP = info_of(StartRequest).job
_STEPS = 3


@dataclass(frozen=True, slots=True)
class StartedCampaign:
    """A new campaign.

    Parameters
    ----------
    campaign, corpus : str
        Their ids.
    round : str or None
        The id of its first round, None without annotators or items.
    items, pilot : int
        The number of its items, and of those in the first round.
    annotators : tuple of str
        The pseudonyms of the annotators of the first round.
    invited : tuple of str
        The pseudonyms of those who are new: they have no account yet.
    candidates : int
        The number of mentions with candidate concepts.
    """

    campaign: str
    corpus: str
    round: str | None
    items: int
    pilot: int
    annotators: tuple[str, ...] = ()
    invited: tuple[str, ...] = ()
    candidates: int = 0


def start_campaign(
    store: Store, request: StartRequest, *, now: datetime, progress: Progress = silent
) -> StartedCampaign:
    """Return a new campaign on a file, on a stored corpus or on example texts.

    An annotator who is in the store already is assigned as they are; an unknown name becomes a new annotator.

    Raises
    ------
    AloiError
        A file that cannot be read, no licence, a name that another campaign has, or settings that the task
        rejects. Nothing is stored then, except for a new terminology.
    """
    kind = task(request.task)
    go_on(progress, 0, _STEPS, "texts read")
    terminology = _terminology(store, request, now) if kind.takes_terminology else None
    columns = _columns(store, request, kind, now)
    content = None if request.file is None else texts_content(kind.name, request.file, columns)
    with store.together():
        corpus = _corpus(store, request, kind, columns, content, now)
        in_file = {} if content is None or request.preset is not None else content.settings
        campaign = _campaign(store, request, corpus, in_file, terminology, now)
        go_on(progress, 1, _STEPS, "texts read")
        crew, new = _annotators(store, request.annotators, now)
        items = store.campaigns.count_free_items(campaign.id)
        round_ = _pilot(store, request, campaign, crew, items) if crew and items else None
    go_on(progress, 2, _STEPS, "names read")
    return StartedCampaign(
        campaign.id,
        corpus,
        None if round_ is None else round_.id,
        items,
        0 if round_ is None else len(round_.item_ids),
        tuple(one.pseudonym for one in crew),
        tuple(one.pseudonym for one in new),
        make_candidates(store, CandidatesRequest(campaign.id), now).items if terminology and items else 0,
    )


def set_up_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the result of `start_campaign` as JSON."""
    del folder
    request = from_data(StartRequest, arguments)
    return to_json(start_campaign(store, request, now=datetime.now(UTC), progress=progress))


def _columns(store: Store, request: StartRequest, kind: TaskType, now: datetime) -> tuple[str, ...]:
    """Return the roles of the columns of a table of texts, and remember those that the request chooses."""
    path = request.file
    if path is None or not own_texts.has_roles(kind.name, path):
        return ()
    roles = own_texts.text_roles(store, kind, path, request.columns)
    remember_roles(store, path, request.columns, now)
    return roles.written()


def _corpus(
    store: Store,
    request: StartRequest,
    kind: TaskType,
    columns: Sequence[str],
    content: TextsContent | None,
    now: datetime,
) -> str:
    """Return the id of the corpus, with its items."""
    if request.corpus is not None:
        corpus = store.texts.corpus(request.corpus)
        if kind.item_kind == Passage.kind and not store.texts.corpus_items(corpus.id):
            make_passages(store, PassagesRequest(corpus.id, "document"), now)
        return corpus.id
    if request.file is None or content is None:
        language = request.language if request.language in examples.LANGUAGES else examples.LANGUAGES[0]
        return examples.example_corpus(store, kind.name, request.name, language, now)
    language = request.language or content.language
    if not language:
        raise AloiError("workbench.starting-language", name=request.file.name)
    about = About(
        request.name, language, request.licence, request.source or request.file.name, request.restricted
    )
    return own_texts.from_file(store, kind, request.file, about, now, columns)


def _campaign(
    store: Store,
    request: StartRequest,
    corpus: str,
    in_file: Mapping[str, Json],
    terminology: str | None,
    now: datetime,
) -> Campaign:
    """Return the campaign with the guideline of its task; `in_file` are settings that the file contains."""
    language, kind = store.texts.corpus(corpus).language, task(request.task)
    ready = (in_file and kind.empty_settings(language)) or campaigns.ready_settings(
        kind, language, request.preset
    )
    settings = {**ready, **in_file, **request.settings}
    if terminology is not None:
        settings["terminology"] = terminology
    campaign = campaigns.create_campaign(store, request.name, corpus, task_type=kind.name, settings=settings)
    campaigns.add_guideline(store, campaign.id, campaigns.ready_guideline(kind.name, language), "", now)
    return campaign


def _annotators(
    store: Store, names: Sequence[str], now: datetime
) -> tuple[tuple[Annotator, ...], tuple[Annotator, ...]]:
    """Return the annotators of these names, each once, and those among them who are new."""
    by_name, new = people.named_people(store), []
    for name in dict.fromkeys(filter(None, map(str.strip, names))):
        if name not in by_name:
            by_name[name] = people.add_person(store, name, "annotator", now)
            new.append(by_name[name])
    crew = tuple(dict.fromkeys(by_name[name.strip()] for name in names if name.strip()))
    return crew, tuple(new)


def _pilot(
    store: Store, request: StartRequest, campaign: Campaign, crew: Sequence[Annotator], items: int
) -> Round:
    """Return the first round: all items if there are no more than the pilot is to have."""
    size = request.pilot if request.pilot is not None and request.pilot < items else None
    return rounds.open_round(
        store,
        RoundRequest(
            campaign.id,
            purpose="pilot",
            items=size,
            annotators=tuple(one.id for one in crew),
            guideline=True,
        ),
    )


def _terminology(store: Store, request: StartRequest, now: datetime) -> str:
    """Return the name of the terminology: a new one, a stored one, or that of the example texts."""
    path = request.terminology_file
    if path is not None:
        about = AboutTerminology(path.stem, request.licence, path.name)
        return import_terminology(store, path, about, now, language=request.language).name
    if request.terminology in (None, examples.TERMINOLOGY):
        examples.add_terminology(store, now)
    return request.terminology or examples.TERMINOLOGY
