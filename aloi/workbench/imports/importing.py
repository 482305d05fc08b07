"""The one way in for annotations made elsewhere: a path, its layout, its rows, items and answers.

Without a number, the answers make a round of their own. With a number they go into that round, which is
opened if it is the next one. A round of sources alone, who cannot sign in, is complete and closed once their
answers are in; answers of other sources may join it. A round with people who answer here stays open for them.
Dates are those of the source or absent. Everything is kept in one transaction, and nothing twice.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path

from aloi.annotation.model import Campaign, Status
from aloi.base.errors import AloiError, values_hidden
from aloi.base.terms import Phrase, Term
from aloi.corpora.language.segment import splitter_name
from aloi.corpora.model import Corpus, Document, Item, Json, Origin
from aloi.gold.formats.source_files import Note, excluded
from aloi.storage.store import Store
from aloi.workbench.imports.answers import (
    spelling_notes,
)
from aloi.workbench.imports.arrival import Arrival
from aloi.workbench.imports.column_roles import roles_of_table
from aloi.workbench.imports.layouts import layout_for
from aloi.workbench.imports.layouts.base import (
    Layout,
    ReadOptions,
    Source,
    SourceRow,
)
from aloi.workbench.imports.parts import ImportOptions, ImportPart
from aloi.workbench.imports.placement import Placing
from aloi.workbench.imports.source_rounds import check_parts, store_part
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.rounds.campaigns import free_campaign_id, ready_schema, source_ids_of
from aloi.workbench.texts.corpora import WHOLE_TEXTS, add_corpus, make_corpus

SKIPPED_LATE = excluded("skips", Phrase("why-answered-here", "of items answered or skipped here already"))
_LOG = logging.getLogger("aloi.imports")


def import_path(
    store: Store,
    paths: Sequence[Path],
    options: ImportOptions,
    now: datetime,
    *,
    format_name: str | None = None,
    reading: ReadOptions | None = None,
    columns: Sequence[str] = (),
    preview: bool = False,
    progress: Progress = silent,
) -> Arrival:
    """Import files or folders, each a part with its own round; return the result, or its `preview`.

    `columns` are roles of the columns of tables, `role=column`; they are remembered for the header.

    Raises
    ------
    AloiError
        A path that no layout or several layouts accept, or that cannot be read; answers that the task
        rejects, or a campaign that does not fit. Nothing is stored then.
    """
    roles = partial(roles_of_table, store, entries=columns)
    with values_hidden(_is_restricted(store, options)):
        return _import_path(
            store,
            paths,
            options,
            now,
            format_name,
            replace(reading or ReadOptions(), roles=roles, has_named_roles=bool(columns)),
            preview=preview,
            progress=progress,
        )


def _import_path(
    store: Store,
    paths: Sequence[Path],
    options: ImportOptions,
    now: datetime,
    format_name: str | None,
    reading: ReadOptions,
    *,
    preview: bool,
    progress: Progress,
) -> Arrival:
    existing = _campaign(store, options.campaign)
    language = options.about.language if options.about else ""
    if existing is not None:
        language = language or store.texts.corpus(existing.corpus_id).language
        reading = replace(
            reading,
            task=existing.schema.task_type,
            settings=existing.schema.settings,
            items={item.id: item for item in store.texts.corpus_items(existing.corpus_id)},
            source_ids=source_ids_of(store, existing),
            people=tuple(person.pseudonym for person in store.people.list()),
        )
    layout = layout_for(paths[0], format_name, reading)
    reading = replace(reading, language=language, several_parts=len(paths) > 1)
    sources = []
    for done, path in enumerate(paths):
        go_on(progress, done, len(paths) + 2, "")
        sources.append(replace(layout.read(path, replace(reading, part=path.stem)), part=path.stem))
    return bring(store, sources, options, now, layout, preview=preview, progress=progress)


def bring(
    store: Store,
    sources: Sequence[Source],
    options: ImportOptions,
    now: datetime,
    layout: Layout,
    *,
    preview: bool = False,
    progress: Progress = silent,
) -> Arrival:
    """Import sources that a layout read, and return the result: all is checked first, then stored at once."""
    with values_hidden(_is_restricted(store, options)):
        return _bring(store, sources, options, now, layout, preview=preview, progress=progress)


def _is_restricted(store: Store, options: ImportOptions) -> bool:
    """Return whether errors may not quote values: the texts are restricted, or will be."""
    campaign = _campaign(store, options.campaign)
    if campaign is not None and store.texts.corpus(campaign.corpus_id).restricted:
        return True
    return options.about is not None and options.about.restricted


def _bring(
    store: Store,
    sources: Sequence[Source],
    options: ImportOptions,
    now: datetime,
    layout: Layout,
    *,
    preview: bool,
    progress: Progress,
) -> Arrival:
    go_on(progress, len(sources), len(sources) + 2, "")
    campaign = _campaign(store, options.campaign)
    is_new = campaign is None
    corpus, documents = _texts(store, sources, options, campaign)
    if campaign is None:
        campaign = _new_campaign(store, sources, options, corpus, layout)
    elif campaign.schema.task_type != sources[0].task:
        raise AloiError(
            "aloi.wrong-kind",
            name=Term("the-campaign-name", name=repr(campaign.name)),
            kind=campaign.schema.task_type,
            expected=Term("a-campaign-of-the-task", wanted=sources[0].task),
            todo=Term("name-another-campaign-2"),
        )
    placing = Placing(store, campaign, corpus, documents, sources)
    parts, origins = _placed(placing, sources, options, layout, now)
    if options.campaign is not None:
        check_parts(store, campaign, parts, options, is_new=is_new)
    done = _arrival(layout, corpus, campaign if options.campaign is not None else None, parts)
    spellings = spelling_notes(store, [name for part in parts for name in part.names])
    done = replace(done, notes=(*done.notes, *spellings))
    if preview:
        return done
    go_on(progress, len(sources) + 1, len(sources) + 2, "")
    with store.together():
        new_corpus = bool(documents) and add_corpus(store, corpus, list(documents), now)
        if new_corpus:
            store.texts.save_sentences(corpus.id, placing.sentences, _splitter(sources, corpus))
        new_items = store.texts.add_items(origins)
        if is_new and done.campaign is not None:
            _add_campaign(store, campaign, sources[0].guideline, now)
        outcomes = [
            store_part(store, campaign, part, options, now) if done.campaign is not None else (None, 0)
            for part in parts
        ]
    rounds = {part.source.part: made for part, (made, _) in zip(parts, outcomes, strict=True) if made}
    new = sum(count for _, count in outcomes)
    late = sum(part.late_skips for part in parts if part.round is None and options.number is not None)
    notes = (*done.notes, *([Note(SKIPPED_LATE, late, "")] if late else []))
    return replace(done, rounds=rounds, new=new, new_items=new_items, new_corpus=new_corpus, notes=notes)


def _add_campaign(store: Store, campaign: Campaign, guideline: str, now: datetime) -> None:
    """Keep a new campaign, with the instructions that its source holds."""
    store.campaigns.add(campaign)
    if guideline.strip():
        store.campaigns.add_guideline(campaign.id, guideline, "", now)


def _placed(
    placing: Placing, sources: Sequence[Source], options: ImportOptions, layout: Layout, now: datetime
) -> tuple[list[ImportPart], list[tuple[Item, Origin]]]:
    """Return the rows of each source by item, and the sources of new items."""
    parts, origins = [], []
    for source in sources:
        part = ImportPart(source)
        for row in source.rows:
            item, value = placing.item(row)
            part.take(row.provenance, item, value, options.annotator)
            if isinstance(row, SourceRow):
                facts = row.provenance.origins or ({"format": layout.name},)
                source_fields = {"id": row.row.id} if row.row.id and row.provenance.has_id else {}
                origins += [(item, _origin(item, {**source_fields, **one}, now)) for one in facts]
        parts.append(part)
    return parts, origins


def _origin(item: Item, facts: Mapping[str, Json], now: datetime) -> Origin:
    return Origin(item.id, "import", facts, None, None, None, None, now)


def _campaign(store: Store, name: str | None) -> Campaign | None:
    requested = (name or "").strip()
    return next(
        (one for one in store.campaigns.list(archived=True) if requested and requested in (one.id, one.name)),
        None,
    )


def _texts(
    store: Store, sources: Sequence[Source], options: ImportOptions, campaign: Campaign | None
) -> tuple[Corpus, Sequence[Document]]:
    """Return the corpus, and its documents where it is made of the sources."""
    texts = [text for source in sources for text in source.texts]
    about = options.about
    if about is not None and about.language and about.licence and (campaign is None or texts):
        corpus, documents = make_corpus(texts, about)
        is_asked = campaign is None and options.campaign is not None
        same = _same_texts(store, corpus, _splitter(sources, corpus)) if is_asked else None
        if same is not None:
            return same, ()
        if campaign is None or corpus.id == campaign.corpus_id:
            return corpus, documents
    if campaign is None:
        raise AloiError("workbench.no-campaign-called", campaign=repr(options.campaign))
    stored = store.texts.corpus(campaign.corpus_id)
    if about is not None and about.restricted and not stored.restricted:
        raise AloiError("workbench.corpus-already-as-one-whose", name=repr(stored.name))
    return stored, ()


def _same_texts(store: Store, corpus: Corpus, splitter: str) -> Corpus | None:
    """Return a corpus of the store with the same documents on the same terms, cut into the same sentences.

    The new annotations then answer another question on the same texts.
    """
    terms = (corpus.checksum, corpus.language, corpus.licence, corpus.restricted)
    for candidate in store.texts.corpora():
        is_same = (candidate.checksum, candidate.language, candidate.licence, candidate.restricted) == terms
        if is_same and store.texts.splitter(candidate.id) == splitter:
            return candidate
    return None


def _splitter(sources: Sequence[Source], corpus: Corpus) -> str:
    """Return the splitter of the texts of sources into sentences."""
    return splitter_name(corpus.language) if any(source.sentences for source in sources) else WHOLE_TEXTS


def _new_campaign(
    store: Store, sources: Sequence[Source], options: ImportOptions, corpus: Corpus, layout: Layout
) -> Campaign:
    """Return the campaign that is to be made, or that items alone are made for."""
    name = (options.campaign or "").strip()
    if options.campaign is not None and not name:
        raise AloiError(
            "aloi.missing", name=Term("the-campaign"), missing=Term("a-name"), todo=Term("give-it-one")
        )
    if options.number not in (None, 1):
        raise AloiError("workbench.campaign-made-round-named", name=repr(name), number=options.number)
    settings = options.settings or layout.settings(
        [replace(one, language=corpus.language) for one in sources]
    )
    if options.question:
        settings = {**(settings or {}), "question": options.question}
    schema = ready_schema(store, sources[0].task, corpus.language, settings, unnamed=True)
    return Campaign(free_campaign_id(store, name), name, schema, corpus.id, Status.OPEN)


def _arrival(
    layout: Layout,
    corpus: Corpus,
    campaign: Campaign | None,
    parts: Sequence[ImportPart],
) -> Arrival:
    """Return the preview of an import of sources."""
    cells = [cell for part in parts for cell, _ in part.cells if cell.provenance.revision == 1]
    items = {item.id: item for part in parts for item in part.items.values()}
    notes = tuple(note for part in parts for note in part.source.notes)
    for note in notes:
        _LOG.info("%s: %s: %d, first %s", layout.name, note.description, note.count, note.first or "nowhere")
    return Arrival(
        format=layout.name,
        read_as=parts[0].source.read_as,
        corpus=corpus,
        campaign=campaign,
        documents=len({one.document_id for item in items.values() for one in item.sentences}),
        items=len(items),
        by_annotator=dict(sorted(Counter(cell.annotator for cell in cells).items())),
        answers=len(cells),
        skips=sum(len(part.skips) for part in parts),
        comments=sum(bool(cell.provenance.comment.strip()) for cell in cells),
        predictions=sum(len(part.predictions) for part in parts),
        notes=notes,
        counts=parts[0].source.counts,
        new=sum(len(part.answered) - part.n_existing for part in parts),
        revisions=sum(len(part.cells) - len(part.answered) for part in parts),
    )
