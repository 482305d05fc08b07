"""Campaigns and their guidelines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from aloi.annotation import tasks
from aloi.annotation.model import Campaign, Guideline, Schema, Status
from aloi.annotation.tasks import all_tasks, named_task, task
from aloi.annotation.tasks.base import TaskType
from aloi.annotation.tasks.classification.label_list import parse_labels, read_label_table
from aloi.annotation.tasks.operations.typology import load_typology, typology_json
from aloi.annotation.tasks.similarity.task import Similarity
from aloi.base.errors import AloiError
from aloi.base.names import known_name
from aloi.base.terms import Phrase, Term
from aloi.corpora.identity import content_id
from aloi.corpora.model import Json
from aloi.corpora.source_ids import SourceIds
from aloi.storage.store import Store
from aloi.workbench.requests.campaigns import (
    CampaignRequest,
    CloseCampaignRequest,
    GuidelineRequest,
    OpenCampaignRequest,
)
from aloi.workbench.rounds.concepts import with_terminology

_TASKS = Path(tasks.__file__).parent
_SPANS = "spans"
_SPAN_COLUMNS = ("name", "title", "gloss", "key")


def campaign_of(store: Store, campaign: str, row_kind: type) -> Campaign:
    """Return the campaign of this id or name, or raise AloiError if its task makes other rows."""
    stored_campaign = store.campaigns.get(campaign)
    if task(stored_campaign.schema.task_type).row_kind is not row_kind:
        accepted_tasks = " or ".join(kind.name for kind in all_tasks() if kind.row_kind is row_kind)
        raise AloiError(
            "aloi.wrong-kind",
            name=Term("the-campaign-name", name=repr(stored_campaign.name)),
            kind=stored_campaign.schema.task_type,
            expected=Term("a-campaign-of-the-task", wanted=accepted_tasks),
            todo=Term("name-another-campaign-2"),
        )
    return stored_campaign


def create_campaign(store: Store, request: CampaignRequest) -> Campaign:
    """Return a new campaign: one task on one corpus, by default with the task's default schema.

    Raises
    ------
    AloiError
        Empty or existing name, unknown corpus, task or preset, settings that the task rejects, no
        terminology.
    """
    name = request.name.strip()
    if not name:
        raise AloiError(
            "aloi.missing", name=Term("the-campaign"), missing=Term("a-name"), todo=Term("give-it-one")
        )
    stored_corpus = store.texts.corpus(request.corpus)
    is_labelled = request.labels is not None and request.task != _SPANS
    task_type = "classification" if is_labelled else request.task
    language = stored_corpus.language
    schema = ready_schema(store, task_type, language, _settings(request, language), request.preset)
    campaign = Campaign(
        id=free_campaign_id(store, name),
        name=name,
        schema=schema,
        corpus_id=stored_corpus.id,
        status=Status.OPEN,
    )
    store.campaigns.add(campaign)
    return campaign


def _settings(request: CampaignRequest, language: str) -> Mapping[str, Json] | None:
    """Return the requested settings, None for the default of the task."""
    question = request.question or ""
    if request.settings is not None:
        return request.settings
    if request.scale is not None:
        return scale_settings(*request.scale, language=language)
    if request.labels is not None and request.task == _SPANS:
        limits = {name: getattr(request, name) for name in ("unit", "nested", "broken")}
        return span_settings(request.labels, {**limits, "question": question})
    if request.labels is not None:
        return labels_settings(
            request.labels, question=question, inner=request.inner, least=request.least, most=request.most
        )
    if not named_task(request.task).takes_terminology:
        return None
    parts = {name: getattr(request, name) for name in ("terminology", "candidates", "order", "question")}
    parts |= {"composite": not request.one_concept, "none": not request.must_link}
    return {name: value for name, value in parts.items() if value is not None}


def free_campaign_id(store: Store, name: str) -> str:
    """Return the id of a new campaign: that of its name, unless one that was renamed since has it."""
    others = {one.id: one.name for one in store.campaigns.list(archived=True)}
    its_id, number = content_id("campaign", name), 1
    while its_id in others and name not in others.values():
        number += 1
        its_id = content_id("campaign", name, number)
    return its_id


def ready_schema(
    store: Store,
    task_type: str,
    language: str,
    settings: Mapping[str, Json] | None = None,
    preset: str | None = None,
    *,
    unnamed: bool = False,
) -> Schema:
    """Return the schema of a campaign: the settings given, or a ready one in the language of the texts.

    Linking needs a terminology of the store; `unnamed` lets it be chosen later if it is ambiguous.
    """
    kind = named_task(task_type)
    chosen = settings if settings is not None else ready_settings(kind, language, preset)
    if kind.takes_terminology:
        chosen = {**ready_settings(kind, language), **chosen}
        if not unnamed or chosen["terminology"] or len(store.terminologies.list()) == 1:
            chosen = with_terminology(store, chosen)
    return Schema(kind.name, kind.version, kind.check_settings(chosen))


def ready_settings(kind: TaskType, language: str, name: str | None = None) -> dict[str, Json]:
    """Return the settings of a ready schema; by default those of the first one."""
    presets = kind.presets(language)
    return presets[
        next(iter(presets))
        if name is None
        else known_name(name, presets, Phrase("kind-ready-schema", "ready schema"))
    ]


def scale_settings(
    low: float, high: float, step: float = 1, *, glosses: Sequence[str] = (), language: str = "en"
) -> dict[str, Json]:
    """Return settings of one scale called `score`, with one gloss a degree from low to high where given.

    A 0-5 scale without glosses gets the shipped ones. The words are in a language, of English and French.
    """
    if (low, high, step) == (0, 5, 1) and not glosses:
        return Similarity().presets(language)["score"]
    title = Similarity().scales(Similarity().presets(language)["score"])[0].title
    degrees: list[Json] = [
        {"value": low + degree * step, "gloss": gloss}
        for degree, gloss in enumerate(glosses)
        if gloss.strip()
    ]
    scale: dict[str, Json] = {"name": "score", "title": title, "low": low, "high": high, "step": step}
    return {"scales": [{**scale, "degrees": degrees}]}


def typology_settings(path: Path, tokens: str) -> dict[str, Json]:
    """Return settings of the task operations with the typology of a TOML file."""
    return {"typology": typology_json(load_typology(path)), "tokens": tokens}


def labels_settings(
    source: Path | str, *, question: str = "", least: int = 1, most: int = 1, inner: bool = False
) -> dict[str, Json]:
    """Return settings of the task classification with the labels of a table: a file, or its text.

    The columns are name, title, parent, gloss and key; see
    `aloi.annotation.tasks.classification.label_list`.
    """
    labels: Json = read_label_table(source) if isinstance(source, Path) else parse_labels(source)
    return {"question": question, "labels": labels, "least": least, "most": most, "inner": inner}


def span_settings(source: Path | str, limits: Mapping[str, Json]) -> dict[str, Json]:
    """Return settings of the task with the labels of a table, a file or its text: name, title, gloss, key.

    Raises
    ------
    AloiError
        No label, a line with more columns, or limits the task refuses.
    """
    if isinstance(source, Path):
        listed = read_label_table(source, _SPAN_COLUMNS)
    else:
        first = next((line for line in source.splitlines() if line.strip()), "")
        delimiter = next((character for character in "\t;," if character in first), "\t")
        named = any(cell.strip().lower() in ("name", "label", "code") for cell in first.split(delimiter))
        head = "" if named else delimiter.join(_SPAN_COLUMNS) + "\n"
        listed = parse_labels(head + source if first else "")
    labels: list[Json] = [
        {column: label[column] for column in _SPAN_COLUMNS if column in label}
        for label in listed
        if isinstance(label, dict)
    ]
    return task(_SPANS).check_settings({**limits, "labels": labels})


def add_guideline(store: Store, request: GuidelineRequest, now: datetime) -> Guideline:
    """Return the new version of a campaign's guideline; a version after the first says why it changed."""
    stored_campaign, text, why = store.campaigns.get(request.campaign), request.text, request.why
    if request.ready:
        language = store.texts.corpus(stored_campaign.corpus_id).language
        text = ready_guideline(stored_campaign.schema.task_type, language)
    elif request.file is not None:
        text = text_in(request.file)
    if not text.strip():
        raise AloiError(
            "aloi.no-content",
            path=Term("the-guideline"),
            content=Term("no-text"),
            todo=Term("write-it-or-start"),
        )
    if store.campaigns.guidelines(stored_campaign.id) and not why.strip():
        raise AloiError(
            "aloi.missing",
            name=Term("the-change"),
            missing=Term("a-reason"),
            expected=Term("a-reason-each"),
            todo=Term("write-one-sentence"),
        )
    return store.campaigns.add_guideline(stored_campaign.id, text, why.strip(), now)


def text_in(path: Path) -> str:
    """Return the text of a UTF-8 file, or raise AloiError."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise AloiError(
            "aloi.unreadable",
            path=path.name,
            format=Term("text-in-utf"),
            error=Term("byte-start", start=error.start),
            todo=Term("save-it-as-utf"),
        ) from error


def ready_guideline(task_type: str, language: str) -> str:
    """Return the guideline shipped for a task, in Markdown; in English if not available in the language."""
    return task(task_type).guideline(language)


def set_status(store: Store, request: CloseCampaignRequest | OpenCampaignRequest) -> Campaign:
    """Return the campaign after opening or closing it."""
    stored_campaign = store.campaigns.get(request.campaign)
    status = Status.CLOSED if isinstance(request, CloseCampaignRequest) else Status.OPEN
    store.campaigns.set_status(stored_campaign.id, status)
    return store.campaigns.get(stored_campaign.id)


def source_ids_of(store: Store, campaign: Campaign) -> SourceIds:
    """Return the ids that the possible items of a campaign had in the source they were imported from."""
    kind = task(campaign.schema.task_type).item_kind
    items = store.texts.corpus_item_ids(campaign.corpus_id, kind)
    origins = store.texts.origins(items)
    return SourceIds.of(one for item in items for one in origins.get(item, ()))
