"""Campaigns and their guidelines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from aloi.annotation import tasks
from aloi.annotation.model import Campaign, Guideline, Schema, Status
from aloi.annotation.tasks import TASKS, task
from aloi.annotation.tasks.base import TaskType
from aloi.annotation.tasks.classification.label_list import parse_labels, read_label_table
from aloi.annotation.tasks.operations.typology import load_typology, typology_json
from aloi.annotation.tasks.similarity.task import Similarity
from aloi.base.errors import AloiError
from aloi.base.names import known_name
from aloi.base.terms import Term
from aloi.corpora.identity import content_id
from aloi.corpora.model import Json
from aloi.corpora.source_ids import SourceIds
from aloi.storage.store import Store
from aloi.workbench.rounds.concepts import with_terminology

_TASKS = Path(tasks.__file__).parent


def campaign_of(store: Store, campaign: str, row_kind: type) -> Campaign:
    """Return the campaign of this id or name, or raise AloiError if its task makes other rows."""
    stored_campaign = store.campaigns.get(campaign)
    if task(stored_campaign.schema.task_type).row_kind is not row_kind:
        accepted_tasks = " or ".join(one.name for one in TASKS if one.row_kind is row_kind)
        raise AloiError(
            "aloi.wrong-kind",
            name=Term("the-campaign-name", name=repr(stored_campaign.name)),
            kind=stored_campaign.schema.task_type,
            expected=Term("a-campaign-of-the-task", wanted=accepted_tasks),
            todo=Term("name-another-campaign-2"),
        )
    return stored_campaign


def create_campaign(
    store: Store,
    name: str,
    corpus: str,
    *,
    task_type: str = TASKS[0].name,
    settings: Mapping[str, Json] | None = None,
    preset: str | None = None,
) -> Campaign:
    """Return a new campaign: one task on one corpus, by default with the task's default schema.

    Raises
    ------
    AloiError
        Empty or existing name, unknown corpus, task or preset, settings that the task rejects, no
        terminology.
    """
    if not name.strip():
        raise AloiError(
            "aloi.missing", name=Term("the-campaign"), missing=Term("a-name"), todo=Term("give-it-one")
        )
    stored_corpus = store.texts.corpus(corpus)
    campaign = Campaign(
        id=free_campaign_id(store, name.strip()),
        name=name.strip(),
        schema=ready_schema(store, task_type, stored_corpus.language, settings, preset),
        corpus_id=stored_corpus.id,
        status=Status.OPEN,
    )
    store.campaigns.add(campaign)
    return campaign


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
    kind = task(task_type)
    chosen = settings if settings is not None else ready_settings(kind, language, preset)
    if kind.takes_terminology:
        chosen = {**ready_settings(kind, language), **chosen}
        if not unnamed or chosen["terminology"] or len(store.terminologies.list()) == 1:
            chosen = with_terminology(store, chosen)
    return Schema(kind.name, kind.version, kind.check_settings(chosen))


def ready_settings(kind: TaskType, language: str, name: str | None = None) -> dict[str, Json]:
    """Return the settings of a ready schema; by default those of the first one."""
    presets = kind.presets(language)
    return presets[next(iter(presets)) if name is None else known_name(name, presets, "ready schema")]


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


def add_guideline(store: Store, campaign: str, text: str, why: str, now: datetime) -> Guideline:
    """Return the new version of a campaign's guideline; a version after the first says why it changed."""
    stored_campaign = store.campaigns.get(campaign)
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


def ready_guideline(task_type: str, language: str) -> str:
    """Return the guideline shipped for a task, in Markdown; in English if not available in the language."""
    return task(task_type).guideline(language)


def set_status(store: Store, campaign: str, status: Status) -> Campaign:
    """Return the campaign after opening or closing it."""
    stored_campaign = store.campaigns.get(campaign)
    store.campaigns.set_status(stored_campaign.id, status)
    return store.campaigns.get(stored_campaign.id)


def source_ids_of(store: Store, campaign: Campaign) -> SourceIds:
    """Return the ids that the possible items of a campaign had in the source they were imported from."""
    kind = task(campaign.schema.task_type).item_kind
    items = [one.id for one in store.texts.corpus_items(campaign.corpus_id) if one.kind == kind]
    origins = store.texts.origins(items)
    return SourceIds.of(one for item in items for one in origins.get(item, ()))
