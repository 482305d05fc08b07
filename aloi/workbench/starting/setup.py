"""A campaign started from texts: corpus, schema, guideline, annotators and first round, all or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from aloi.annotation.model import Annotator, Campaign, Round
from aloi.annotation.tasks import named_task
from aloi.annotation.tasks.base import TaskType
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.requests import from_data, info_of
from aloi.base.terms import Term
from aloi.corpora.model import Json, Passage
from aloi.corpora.readers.roles import ColumnRoles
from aloi.storage.store import Store
from aloi.workbench import people
from aloi.workbench.candidates.concepts import make_candidates
from aloi.workbench.candidates.passages import make_passages
from aloi.workbench.imports.arrival import Arrival, exclusions, left_out
from aloi.workbench.imports.column_roles import remember_roles
from aloi.workbench.imports.importing import import_path
from aloi.workbench.imports.parts import REFERENCE, ImportOptions
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.requests.campaigns import (
    CampaignRequest,
    CandidatesRequest,
    GuidelineRequest,
    StartRequest,
)
from aloi.workbench.requests.candidates import PassagesRequest
from aloi.workbench.requests.corrections import PersonRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds import campaigns, rounds
from aloi.workbench.starting import examples, own_texts
from aloi.workbench.starting.annotations import annotation_reading, has_roles, settings_with, used_roles
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
        The id of the pilot, None without annotators or items.
    items, pilot : int
        The number of its items, and of those in the pilot.
    annotators : tuple of str
        The pseudonyms of the annotators of the pilot.
    invited : tuple of str
        The pseudonyms of those who are new: they have no account yet.
    candidates : int
        The number of mentions with candidate concepts.
    answers : mapping
        The number of answers of each annotator in the file, now in round 1.
    imported_round : str or None
        The id of round 1 if it has these answers.
    left_out : tuple of mapping
        Content of the file that was not imported: what, count, why.
    """

    campaign: str
    corpus: str
    round: str | None
    items: int
    pilot: int
    annotators: tuple[str, ...] = ()
    invited: tuple[str, ...] = ()
    candidates: int = 0
    answers: Mapping[str, int | None] = field(default_factory=dict)
    imported_round: str | None = None
    left_out: tuple[Mapping[str, Json], ...] = ()


def start_campaign(
    store: Store, request: StartRequest, *, now: datetime, progress: Progress = silent
) -> StartedCampaign:
    """Return a new campaign on a file, on a stored corpus or on example texts.

    Answers in the file become round 1, which is closed. An annotator who is in the store already is assigned
    as they are; an unknown name becomes a new annotator.

    Raises
    ------
    AloiError
        A file that cannot be read, no licence, a name that another campaign has, or settings that the task
        or the answers do not fit. Nothing is stored then, except for a new terminology.
    """
    kind = named_task(request.task)
    go_on(progress, 0, _STEPS, Term("progress-texts-read"))
    terminology = _terminology(store, request, now) if kind.takes_terminology else None
    file = None if request.file is None else _file(store, request, kind, request.file, now)
    with store.together():
        crew, new = _annotators(store, request.annotators, now)
        arrival = None
        if file is not None and file.content.answers and not request.texts_only:
            arrival = _import_answers(store, request, file, terminology, now)
            campaign = store.campaigns.get(request.name)
        else:
            campaign = _campaign(store, request, file, terminology, now)
        imported = None if arrival is None else next(iter(arrival.rounds.values()))
        _add_guideline(store, campaign, now)
        go_on(progress, 1, _STEPS, Term("progress-texts-read"))
        free = store.campaigns.count_free_items(campaign.id)
        items = free + (0 if imported is None else len(imported.item_ids))
        round_ = _pilot(store, request, campaign, crew, imported) if crew and items else None
    go_on(progress, 2, _STEPS, Term("progress-names-read"))
    return StartedCampaign(
        campaign.id,
        campaign.corpus_id,
        None if round_ is None else round_.id,
        items,
        0 if round_ is None else len(round_.item_ids),
        tuple(one.pseudonym for one in crew),
        tuple(one.pseudonym for one in new),
        make_candidates(store, CandidatesRequest(campaign.id), now).items if terminology and items else 0,
        {} if arrival is None else arrival.by_annotator,
        None if imported is None else imported.id,
        () if arrival is None else tuple(map(left_out, exclusions(arrival.notes))),
    )


def set_up_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the result of `start_campaign` as JSON."""
    del folder
    request = from_data(StartRequest, arguments)
    return to_json(start_campaign(store, request, now=datetime.now(UTC), progress=progress))


@dataclass(frozen=True, slots=True)
class _TextsFile:
    """A file of texts, its content, and the roles of its columns if it is a table."""

    path: Path
    content: TextsContent
    roles: ColumnRoles | None

    @property
    def columns(self) -> tuple[str, ...]:
        """The roles as a request has them."""
        return () if self.roles is None else self.roles.written()


def _file(store: Store, request: StartRequest, kind: TaskType, path: Path, now: datetime) -> _TextsFile:
    """Return the file of a request, and remember the roles of columns that the request chooses.

    Raises
    ------
    AloiError
        As `texts_content`; answers that cannot be imported, unless only the texts are requested.
    """
    roles = None
    if has_roles(kind, path):
        roles = own_texts.text_roles(store, kind, path, request.columns, texts_only=request.texts_only)
        remember_roles(store, path, request.columns, now, used_roles(kind))
    columns = () if roles is None else roles.written()
    content = texts_content(kind.name, path, columns, request.annotator_from or "")
    if content.problem is not None and not request.texts_only:
        raise AloiError.from_json(content.problem)
    return _TextsFile(path, content, roles)


def _about(request: StartRequest, file: _TextsFile) -> About:
    """Return the metadata of the corpus of a file."""
    language = request.language or file.content.language
    if not language:
        raise AloiError("workbench.starting-language", name=file.path.name)
    return About(
        request.name, language, request.licence, request.source or file.path.name, request.restricted
    )


def _import_answers(
    store: Store, request: StartRequest, file: _TextsFile, terminology: str | None, now: datetime
) -> Arrival:
    """Return the import of a file with answers: a corpus, the campaign, and its closed round 1."""
    if any(one.name == request.name for one in store.campaigns.list(archived=True)):
        raise AloiError("aloi.exists", name=Term("the-campaign-name", name=repr(request.name)))
    kind, about = named_task(request.task), _about(request, file)
    reading = annotation_reading(kind, file.path, file.roles, request.annotator_from or "")
    settings = _settings(request, kind, about.language, file.content.settings, terminology)
    options = ImportOptions(
        request.name, about, settings=settings, annotator=request.annotator.strip() or REFERENCE
    )
    if reading is None:  # the content was read with it
        raise AssertionError(file.path)
    return import_path(
        store,
        [file.path],
        options,
        now,
        format_name=reading.layout.name,
        reading=reading.options,
        columns=reading.columns,
    )


def _corpus(
    store: Store, request: StartRequest, kind: TaskType, file: _TextsFile | None, now: datetime
) -> str:
    """Return the id of the corpus, with its items."""
    if request.corpus is not None:
        corpus = store.texts.corpus(request.corpus)
        if kind.item_kind == Passage.kind and not store.texts.corpus_items(corpus.id):
            make_passages(store, PassagesRequest(corpus.id, "document"), now)
        return corpus.id
    if file is None:
        language = request.language if request.language in examples.LANGUAGES else examples.LANGUAGES[0]
        return examples.example_corpus(store, kind.name, request.name, language, now)
    about, annotator_from = _about(request, file), request.annotator_from or ""
    return own_texts.from_file(store, kind, file.path, about, now, file.columns, annotator_from)


def _campaign(
    store: Store, request: StartRequest, file: _TextsFile | None, terminology: str | None, now: datetime
) -> Campaign:
    """Return the campaign without answers."""
    kind = named_task(request.task)
    corpus = _corpus(store, request, kind, file, now)
    in_file = {} if file is None else file.content.settings
    settings = _settings(request, kind, store.texts.corpus(corpus).language, in_file, terminology)
    return campaigns.create_campaign(
        store, CampaignRequest(request.name, corpus, kind.name, settings=settings)
    )


def _add_guideline(store: Store, campaign: Campaign, now: datetime) -> None:
    """Add the shipped guideline of the task in the language of the texts, unless the file has one."""
    if not store.campaigns.guidelines(campaign.id):
        campaigns.add_guideline(store, GuidelineRequest(campaign.id, ready=True), now)


def _settings(
    request: StartRequest,
    kind: TaskType,
    language: str,
    in_file: Mapping[str, Json],
    terminology: str | None,
) -> dict[str, Json]:
    """Return the settings of the schema: those of the request, of the file, or of a ready schema."""
    settings = campaigns.ready_settings(kind, language, request.preset)
    if in_file and request.preset is None:
        settings = settings_with(kind, language, in_file, settings)
    settings = {**settings, **request.settings}
    return settings if terminology is None else {**settings, "terminology": terminology}


def _annotators(
    store: Store, names: Sequence[str], now: datetime
) -> tuple[tuple[Annotator, ...], tuple[Annotator, ...]]:
    """Return the annotators of these names, each once, and those among them who are new."""
    by_name, new = people.named_people(store), []
    for name in dict.fromkeys(filter(None, map(str.strip, names))):
        if name not in by_name:
            by_name[name] = people.add_person(store, PersonRequest(name), now)
            new.append(by_name[name])
    crew = tuple(dict.fromkeys(by_name[name.strip()] for name in names if name.strip()))
    return crew, tuple(new)


def _pilot(
    store: Store, request: StartRequest, campaign: Campaign, crew: Sequence[Annotator], imported: Round | None
) -> Round:
    """Return the round of the annotators: all items if there are no more than the pilot is to have.

    If all items have an answer of the file, the pilot repeats some of them.
    """
    items = rounds.choose_items(store, campaign, None, seed=0)
    if not items and imported is not None:
        items = imported.item_ids
    if request.pilot is not None and request.pilot < len(items):
        items = rounds.draw_items(store, items, request.pilot, seed=0)
    return rounds.open_round(
        store,
        RoundRequest(
            campaign.id,
            purpose="pilot",
            items=items,
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
