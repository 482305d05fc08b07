"""Imports as jobs: reading a file, checking every answer and storing them takes longer than a page may."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from aloi.annotation.rows import NO_CONCEPT
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.requests import from_data, info_of
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Json, Mention
from aloi.corpora.readers import TableReading, tables_told
from aloi.corpora.readers.bioc.documents import is_bioc
from aloi.corpora.readers.roles import ColumnRole as Role
from aloi.corpora.readers.tables import SUFFIXES
from aloi.gold.formats.labels.label_tables import Columns
from aloi.storage.event_log.entries import who_acts
from aloi.storage.store import Store
from aloi.workbench.imports.arrival import Arrival
from aloi.workbench.imports.column_roles import remember_roles, roles_of_table
from aloi.workbench.imports.importing import bring, import_path
from aloi.workbench.imports.layouts import layout_named
from aloi.workbench.imports.layouts.base import ReadOptions, Source, SourceProvenance, StoredItem
from aloi.workbench.imports.layouts.mentions import SOURCE_CONCEPTS, concepts_given
from aloi.workbench.imports.layouts.role_tables import ROLE_TABLE
from aloi.workbench.imports.parts import REFERENCE, ImportOptions
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.requests.imports import ImportRequest, SourceAnswersRequest
from aloi.workbench.requests.texts import CorpusRequest
from aloi.workbench.rounds.campaigns import typology_settings
from aloi.workbench.texts.corpora import About, Imported, import_corpus
from aloi.workbench.texts.pairs import PAIR, PAIR_ROLES, PairColumns, import_pairs

IMPORT, TEXTS = "import_annotations", "import_texts"
SOURCE = info_of(SourceAnswersRequest).job


def import_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Import a file, or preview it, and return the output of `aloi import`, with `place`, `odd`, `counts`.

    `tables` in the result describes how each table was read.
    """
    del folder
    with tables_told() as read:
        arrival = import_annotations(store, from_data(ImportRequest, arguments), datetime.now(UTC), progress)
    return {**summary(arrival), "tables": readings(read)}


def import_annotations(
    store: Store, request: ImportRequest, now: datetime, progress: Progress = silent
) -> Arrival:
    """Return the result of an import of annotations, or its preview; see `import_path`."""
    about = About(
        request.campaign or "", request.language, request.licence, request.source, request.restricted
    )
    options = ImportOptions(
        None if request.alone else request.campaign,
        about,
        request.round,
        None if request.typology is None else typology_settings(request.typology, "spaces"),
        request.annotator or REFERENCE,
        request.others,
        request.add_annotators,
    )
    reading = ReadOptions(
        task=request.task,
        annotators=request.annotators,
        annotator=request.annotator,
        normalise=request.normalise,
        columns=Columns(separator=request.separator),
        group=request.group,
        texts=request.texts,
        around=request.around,
        question=request.question,
        fields=request.text_field,
        offsets=request.offsets or "",
        scheme=request.scheme,
        annotator_from=request.annotator_from or "",
    )
    arrival = import_path(
        store,
        [request.path],
        options,
        now,
        format_name=request.format or (ROLE_TABLE if request.columns else None),
        reading=reading,
        columns=request.columns,
        preview=request.preview,
        progress=progress,
    )
    if request.path.is_file() and not request.preview:
        remember_roles(store, request.path, request.columns, now)
    return arrival


def import_texts_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the name of a corpus made of a file, how much it holds, and the job that splits its texts."""
    del folder
    request, now, splitting = from_data(CorpusRequest, arguments), datetime.now(UTC), None
    go_on(progress, 0, 1, "")
    with tables_told() as read:
        done = import_texts(store, request, now)
    if not (request.pairs or request.targets):
        splitting = store.jobs.add("segment", {"corpus": done.corpus.id}, who_acts() or "", now).id
    return to_json(done, "corpus", name=done.corpus.name, splitting=splitting, tables=readings(read))


def import_texts(store: Store, request: CorpusRequest, now: datetime) -> Imported:
    """Return the corpus made of texts, of ready pairs or of targets; importing twice changes nothing."""
    about = About(request.name, request.language, request.licence, request.source, request.restricted)
    if request.targets:
        layout = {".xml": "semdis", ".preprocessed": "semeval2007"}.get(
            request.path.suffix.lower(), "targets"
        )
        arrival = import_path(store, [request.path], ImportOptions(None, about), now, format_name=layout)
        return Imported(arrival.corpus, arrival.documents, arrival.items, arrival.new_corpus)
    if request.path.suffix.lower() not in SUFFIXES or is_bioc(request.path):
        return import_corpus(store, request.path, about, now=now)
    return _import_table(store, request, about, now)


def _import_table(store: Store, request: CorpusRequest, about: About, now: datetime) -> Imported:
    """Return the corpus made of the texts or pairs of a table, with roles by names of columns or guessed."""
    named = ((Role.TEXT, request.text_column), (Role.ID, request.id_column),
             (Role.LEFT, request.left_column), (Role.RIGHT, request.right_column))  # fmt: skip
    entries = (*request.columns, *(f"{role}={name}" for role, name in named if name))
    used, required = (PAIR_ROLES, PAIR) if request.pairs else ((Role.ID, Role.TEXT), (Role.TEXT,))
    roles = roles_of_table(store, request.path, entries, used=used, required=required)
    if request.pairs:
        columns = PairColumns.of(roles)
        left, right = (request.left_document or columns.left_document,
                       request.right_document or columns.right_document)  # fmt: skip
        columns = replace(columns, left_document=left, right_document=right)
        done = import_pairs(store, request.path, about, now, columns)
    else:
        text, its_id = roles.column(Role.TEXT), roles.column(Role.ID) or ""
        ignored = roles.columns(Role.IGNORE)
        done = import_corpus(
            store, request.path, about, text_column=text, id_column=its_id, ignored=ignored, now=now
        )
    remember_roles(store, request.path, request.columns, now, used)
    return done


def source_answers_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the result of storing the concepts of a source."""
    del folder
    request = from_data(SourceAnswersRequest, arguments)
    go_on(progress, 0, 1, "")
    return summary(keep_source_answers(store, request, datetime.now(UTC)))


def readings(read_tables: Mapping[Path, TableReading]) -> dict[str, Any]:
    """Return how tables were read, by their names, as a page says it."""
    return {path.name: to_json(reading) for path, reading in read_tables.items()}


def summary(arrival: Arrival) -> dict[str, Any]:
    """Return the summary of an import for a page."""
    counts = {name: count for name, count in arrival.counts.items() if isinstance(count, int)}
    odd = [str(note) for note in arrival.counts.get("notes", ())]
    location = arrival.campaign.name if arrival.campaign else arrival.corpus.name
    return {
        **arrival.to_json(),
        "corpus": arrival.corpus.name,
        "place": location,
        "odd": odd,
        "counts": counts,
    }


def keep_source_answers(store: Store, request: SourceAnswersRequest, now: datetime) -> Arrival:
    """Return the concepts in the source of a campaign's mentions, stored as the answers of a closed round.

    They are the answers of one annotator, so that gold can be frozen from them and released. A mention with
    several concepts in the source has a composite answer. A repeated call changes nothing. `counts` has the
    mentions answered, `linked` to concepts and `none`. Two kinds of mentions are omitted: `silent` ones
    without an annotation in the source, and `several`, with several concepts if the campaign accepts one.

    Raises
    ------
    AloiError
        A campaign of another task, or a source that gives no concepts.
    """
    stored_campaign = store.campaigns.get(request.campaign)
    if stored_campaign.schema.task_type != "linking":
        raise AloiError(
            "aloi.wrong-kind",
            name=Term("the-campaign-name", name=repr(stored_campaign.name)),
            kind=stored_campaign.schema.task_type,
            expected=Term("a-campaign-of-the-task", wanted="linking"),
            todo=Term("name-another-campaign-2"),
        )
    mentions = [
        mention
        for mention in store.texts.corpus_items(stored_campaign.corpus_id)
        if isinstance(mention, Mention)
    ]
    origins = store.texts.origins([mention.id for mention in mentions])
    counts = dict.fromkeys(("linked", "none", "silent", "several"), 0)
    rows = []
    for mention in mentions:
        fields = [str(each.parameters.get("concept", "")) for each in origins.get(mention.id, ())]
        parts = concepts_given(fields).split("|")
        concepts: list[Json] = [*sorted(part for part in parts if part and part.upper() not in NO_CONCEPT)]
        several = len(concepts) > 1 and not stored_campaign.schema.settings["composite"]
        kind = "silent" if parts == [""] else "several" if several else "linked" if concepts else "none"
        counts[kind] += 1
        if kind in ("linked", "none"):
            rows.append(StoredItem(SourceProvenance(mention.id), mention, {"concepts": concepts}))
    if not rows:
        raise AloiError(
            "workbench.source-mentions-gives-none-them",
            mentions=len(mentions),
            name=repr(stored_campaign.name),
        )
    source = Source(
        "linking",
        Phrase("layout-concepts-of-source", "concepts of the source"),
        tuple(rows),
        people=SOURCE_CONCEPTS,
        counts=counts,
    )
    return bring(
        store,
        [source],
        ImportOptions(stored_campaign.id, annotator=request.annotator),
        now,
        layout_named("mantra"),
    )
