"""Annotated spans from elsewhere into a campaign: their texts, and the spans as answers of a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from pathlib import Path

from aloi.errors import AloiError
from annotation.model import Campaign, Round, Schema
from annotation.rows import LabelledSpan, TaggedTokens
from annotation.spans import CHARACTERS, TOKENS, in_order, overlap, snap, trimmed
from annotation.tasks import task
from annotation.tasks.classification.label_list import parse_labels
from annotation.tasks.spans.task import value_of
from corpora.model import Json, Passage
from corpora.readers import ReadText
from gold.formats.base import read_text
from gold.formats.source_files import Note, Notebook
from gold.formats.spans.span_files import read_spans
from storage.store import Store
from workbench.candidates.passages import keep_passages
from workbench.imports.answers import Cell, check_cells, keep_cells
from workbench.rounds.campaigns import create_campaign
from workbench.texts.corpora import WHOLE_TEXTS, About, add_corpus, make_corpus, whole_sentence

TASK = "spans"
REFERENCE = "reference"
_COLUMNS = ("name", "title", "gloss", "key")
_OUTER = "spans in the white space around their text, left out"
_STRANGE = "texts the first annotator does not have, left out"
_TWICE = "texts that stand there twice, the first taken"
_EMPTY = "texts without a word, left out"


@dataclass(frozen=True, slots=True)
class ImportedSpans:
    """What an import brought.

    `read` counts the spans of the source, `spans` those that stand in answers, by label; `unit` is what the
    campaign marks: tokens where every span fits them, else characters. `notes` tell what was unusual.
    """

    campaign: Campaign
    round: Round
    passages: int
    read: int
    spans: Mapping[str, int]
    unit: str
    new: int
    known: int
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    """What an annotator marked in one text, places those in the passage; `where` is what errors name."""

    passage: Passage
    spans: tuple[LabelledSpan, ...]
    annotator: str
    where: str


def import_spans(
    store: Store,
    path: Path,
    campaign: str,
    about: About,
    now: datetime,
    *,
    reader: str | None = None,
    annotator: str = REFERENCE,
    others: Mapping[str, Path] | None = None,
) -> ImportedSpans:
    """Return what came of a source of spans: a corpus, and answers of `annotator` in round 1 of a campaign.

    A campaign of that name is made where there is none, with the labels found. Nothing that is odd is
    fatal: it is counted in the notes. The same source into the same campaign again changes nothing.

    Parameters
    ----------
    reader : str, optional
        One of `gold.formats.spans.span_files.names`; by default what the path says.
    others : mapping, optional
        Where further annotators marked the same texts, by name. Texts the first one does not have are left
        out and counted.

    Raises
    ------
    AloiError
        A source that cannot be read, without a text or a span; a campaign of that name with other texts,
        another task, or labels that do not hold these.
    """
    source = read_spans(path, reader)
    notebook = Notebook()
    texts = _texts(source.rows, path, notebook)
    corpus, documents = make_corpus([text for text, _ in texts], about)
    stretches = [whole_sentence(one) for one in documents]
    passages = {
        text.text.strip(): Passage.of(corpus.id, one) for one, (text, _) in zip(stretches, texts, strict=True)
    }
    rows = [(annotator, path, row) for _, row in texts]
    notes = [*source.notes]
    for name, place in (others or {}).items():
        more = read_spans(place, reader)
        notes += more.notes
        rows += [(name, place, row) for row in more.rows]
    found = _marked(rows, passages, notebook)
    counts = Counter(span.label for one in found for span in one.spans)
    if not counts:
        raise AloiError(
            f"{path.name} holds {len(texts)} texts and no span.",
            "Spans to import were expected.",
            "Choose another reader, or import the texts as a corpus.",
        )
    settings = schema_of([one.spans for one in found], [one.passage.text for one in found])
    known = next((one for one in store.campaigns.list() if campaign in (one.id, one.name)), None)
    if known is not None and (known.schema.task_type, known.corpus_id) != (TASK, corpus.id):
        raise AloiError(
            f"The campaign {known.name!r} is there already, with other texts or another task.",
            "A new campaign, or the one made of this source, was expected.",
            "Name another campaign.",
        )
    kind = task(TASK)
    schema = known.schema if known else Schema(kind.name, kind.version, settings)
    for one in found:
        kind.check(value_of(one.spans), one.passage, schema.settings)
    add_corpus(store, corpus, documents)
    store.texts.save_sentences(corpus.id, stretches, WHOLE_TEXTS)
    keep_passages(store, list(passages.values()), {"file": path.name}, now)
    made = known or create_campaign(store, campaign.strip(), corpus.id, task_type=TASK, settings=settings)
    cells = [_cell(one, now) for one in found]
    kept = keep_cells(store, made, 1, check_cells(store, made, 1, cells), now, add_annotators=True)
    return ImportedSpans(
        campaign=made,
        round=kept.round,
        passages=len(passages),
        read=sum(len(row.spans) for _, _, row in rows),
        spans=dict(sorted(counts.items())),
        unit=str(made.schema.settings["unit"]),
        new=kept.new,
        known=kept.known,
        notes=(*notes, *notebook.notes()),
    )


def schema_of(spans: Sequence[Sequence[LabelledSpan]], texts: Sequence[str]) -> dict[str, Json]:
    """Return the settings that hold these spans: their labels, the unit, whether nested and broken."""
    labels = sorted({span.label for each in spans for span in each})
    fits = all(snap(each, text, TOKENS).widened == 0 for each, text in zip(spans, texts, strict=True))
    raw: dict[str, Json] = {
        "labels": [{"name": label} for label in labels],
        "unit": TOKENS if fits else CHARACTERS,
        "nested": any(overlap(a, b) for each in spans for a, b in combinations(each, 2)),
        "broken": any(len(span.parts) > 1 for each in spans for span in each),
    }
    return task(TASK).check_settings(raw)


def span_settings(source: Path | str, limits: Mapping[str, Json]) -> dict[str, Json]:
    """Return settings of the task with the labels of a table, a file or its text: name, title, gloss, key.

    Raises
    ------
    AloiError
        No label, a line with more columns, or limits the task refuses.
    """
    written = read_text(source) if isinstance(source, Path) else source
    first = next((one for one in written.splitlines() if one.strip()), "")
    delimiter = next((one for one in "\t;," if one in first), "\t")
    named = any(cell.strip().lower() in ("name", "label", "code") for cell in first.split(delimiter))
    head = "" if named else delimiter.join(_COLUMNS) + "\n"
    listed = parse_labels(head + written if first else "")
    labels: list[Json] = [
        {column: one[column] for column in _COLUMNS if column in one}
        for one in listed
        if isinstance(one, dict)
    ]
    return task(TASK).check_settings({**limits, "labels": labels})


def _texts(
    rows: Sequence[TaggedTokens], path: Path, notebook: Notebook
) -> list[tuple[ReadText, TaggedTokens]]:
    """Return the texts as documents, called by their ids, or by their documents where an id stands twice."""
    ids = Counter(row.id for row in rows)
    found = []
    for row in rows:
        if not row.text.strip():
            notebook.add(_EMPTY, row.id)
            continue
        name = row.id if ids[row.id] == 1 else f"{row.document_id}/{row.id}"
        found.append((ReadText(name, row.text, {}, f"{path.name}, {name}"), row))
    return found


def _marked(
    rows: Sequence[tuple[str, Path, TaggedTokens]], passages: Mapping[str, Passage], notebook: Notebook
) -> list[_Found]:
    """Return what each annotator marked in the passages, each text once an annotator."""
    found: list[_Found] = []
    seen: set[tuple[str, str]] = set()
    for annotator, path, row in rows:
        where = f"{path.name}, {row.id}"
        passage = passages.get(row.text.strip())
        if passage is None:
            notebook.add(_STRANGE, where)
        elif (annotator, passage.id) in seen:
            notebook.add(_TWICE, where)
        else:
            seen.add((annotator, passage.id))
            spans = _within(row.spans, row.text, notebook, where)
            found.append(_Found(passage, spans, annotator, where))
    return found


def _within(
    spans: Sequence[LabelledSpan], text: str, notebook: Notebook, where: str
) -> tuple[LabelledSpan, ...]:
    """Return spans with places in the passage, which is the text without its outer white space."""
    shift, inner = len(text) - len(text.lstrip()), text.strip()
    found = []
    for span in spans:
        moved = [
            (max(start - shift, 0), min(end - shift, len(inner)))
            for start, end in span.parts
            if max(start - shift, 0) < min(end - shift, len(inner))
        ]
        if parts := trimmed(moved, inner):
            found.append(LabelledSpan(span.label, parts))
        else:
            notebook.add(_OUTER, where)
    return in_order(found)


def _cell(one: _Found, now: datetime) -> Cell:
    return Cell(
        where=one.where,
        item=one.passage,
        annotator=one.annotator,
        occasion=1,
        value=value_of(one.spans),
        comment="",
        seconds=None,
        submitted_at=now,
    )
