"""Imports of one kind of file, each with a request of its own; `aloi import` reads every kind."""

from __future__ import annotations

from datetime import datetime
from typing import Any, TypeAlias

from aloi.storage.store import Store
from aloi.workbench.imports.arrival import Arrival
from aloi.workbench.imports.importing import bring, import_path
from aloi.workbench.imports.label_tables import columns_of
from aloi.workbench.imports.layouts import layout_named
from aloi.workbench.imports.layouts.base import ReadOptions
from aloi.workbench.imports.layouts.operations import operation_source, triples_of
from aloi.workbench.imports.parts import ImportOptions
from aloi.workbench.requests.imports import (
    ImportLabelsRequest,
    MentionsRequest,
    OperationsImportRequest,
    QuestionsRequest,
    SpansRequest,
)
from aloi.workbench.requests.rounds import ImportAnswersRequest
from aloi.workbench.rounds.campaigns import typology_settings
from aloi.workbench.texts.corpora import About

_OfTexts: TypeAlias = ImportLabelsRequest | MentionsRequest | QuestionsRequest | SpansRequest


def import_answers(store: Store, request: ImportAnswersRequest, now: datetime) -> Arrival:
    """Return the result of importing a table of answers into a round of an existing campaign."""
    campaign = store.campaigns.get(request.campaign).id
    return import_path(
        store,
        [request.table],
        ImportOptions(campaign, number=request.round, add_annotators=request.add_annotators),
        now,
        format_name="table",
        reading=ReadOptions(annotators=request.annotators, normalise=request.normalise),
        columns=request.columns,
    )


def import_labels(store: Store, request: ImportLabelsRequest, now: datetime) -> Arrival:
    """Return the result of importing labelled texts: a closed round for each file."""
    return import_path(
        store,
        request.files,
        ImportOptions(
            request.campaign,
            _about(request.campaign, request),
            annotator=request.annotator,
            question=request.question,
        ),
        now,
        format_name="labels",
        reading=ReadOptions(columns=columns_of(request), normalise=request.normalise),
    )


def import_questions(store: Store, request: QuestionsRequest, now: datetime) -> Arrival:
    """Return the result of importing questions, with their correct options if a campaign is named."""
    options = ImportOptions(request.campaign, _about(request.name, request), annotator=request.annotator)
    return import_path(store, [request.file], options, now, format_name="mcqa_jsonl")


def import_mentions(store: Store, request: MentionsRequest, now: datetime) -> Arrival:
    """Return the result of importing texts with an item for each mention, without a campaign."""
    return import_path(
        store,
        [request.path],
        ImportOptions(None, _about(request.name, request)),
        now,
        format_name=_format(request.reader),
        reading=ReadOptions(
            task="linking",
            group=request.group,
            texts=request.texts,
            around=request.around,
            annotator_from=request.annotator_from or "",
        ),
    )


def import_spans(store: Store, request: SpansRequest, now: datetime) -> Arrival:
    """Return the result of importing texts with spans: a campaign with their labels, and a round."""
    return import_path(
        store,
        [request.path],
        ImportOptions(request.campaign, _about(request.campaign, request), annotator=request.annotator),
        now,
        format_name=_format(request.reader),
        reading=ReadOptions(
            task="spans",
            also=request.also,
            scheme=request.scheme,
            annotator_from=request.annotator_from or "",
        ),
    )


def import_operations(store: Store, request: OperationsImportRequest, now: datetime) -> Arrival:
    """Return the result of importing YAWAT files as pairs and answers of a round; all of them or nothing."""
    settings: Any = None if request.typology is None else typology_settings(request.typology, "spaces")
    about = About(
        request.campaign, request.language, request.licence, request.text_source, request.restricted
    )
    options = ImportOptions(
        request.campaign,
        about,
        request.round,
        settings,
        request.annotator,
        request.others,
        request.add_annotators,
    )
    labels = None if settings is None else {kind["name"] for kind in settings["typology"]["operations"]}
    source = operation_source(triples_of(request.source, request.target, request.aln), labels)
    return bring(store, [source], options, now, layout_named("yawat"))


def _about(name: str, request: _OfTexts) -> About:
    """Return the metadata of the texts in a request."""
    return About(name, request.language, request.licence, request.source, request.restricted)


def _format(reader: str | None) -> str | None:
    """Return the format that a reader of mentions or of spans is called by; a table is one of mentions."""
    return "mention_table" if reader == "table" else reader
