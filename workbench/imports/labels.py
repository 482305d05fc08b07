"""Labelled texts into a campaign: their passages, and the labels as the answers of a reference annotator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from aloi.errors import AloiError
from annotation.model import Campaign, Round, Schema, Status
from annotation.tasks import task
from annotation.tasks.classification.task import LABELS, labels_of
from corpora.model import Json, Passage, Sentence
from corpora.readers import ReadText
from gold.formats.labels.label_tables import (
    LABEL_COLUMNS,
    ClassTable,
    Columns,
    LabelledLine,
    class_table,
    read_labelled,
)
from storage.store import Store
from workbench.candidates.passages import keep_passages
from workbench.imports.answers import Cell, check_cells, keep_cells
from workbench.people import add_person
from workbench.rounds.campaigns import create_campaign
from workbench.texts.corpora import WHOLE_TEXTS, About, add_corpus, make_corpus, whole_sentence

__all__ = [
    "LABEL_COLUMNS",
    "REFERENCE",
    "ImportedLabels",
    "columns_of",
    "import_labels",
    "labels_table",
    "read_parts",
]

REFERENCE = "reference"
_TASK = "classification"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)  # published labels do not say when they were given


@dataclass(frozen=True, slots=True)
class ImportedLabels:
    """What an import brought: one closed round a file, and the class table of them all."""

    campaign: Campaign
    rounds: Mapping[str, Round]
    texts: int
    new: int
    known: int
    table: ClassTable


def read_parts(paths: Sequence[Path], columns: Columns) -> dict[str, tuple[LabelledLine, ...]]:
    """Return the labelled texts of each file under its name without the suffix.

    Raises
    ------
    AloiError
        No file, two of the same name, or a table that cannot be read so.
    """
    if not paths or len({path.stem for path in paths}) < len(paths):
        raise AloiError(
            f"{len(paths)} files are given, called {', '.join(path.name for path in paths) or 'nothing'}.",
            "Files with names of their own were expected: each one is a part, called after it.",
            "Rename the files.",
        )
    return {path.stem: read_labelled(path, columns) for path in paths}


def columns_of(
    text: str | None, label: str | None, key: str | None, separator: str, one_hot: Sequence[str]
) -> Columns:
    """Return where a table holds texts, labels and ids; names left out are looked for."""
    return Columns(text, label, key, separator, tuple(one_hot))


def labels_table(paths: Sequence[Path], columns: Columns) -> ClassTable:
    """Return the class table of files of labelled texts, one part a file."""
    return class_table(read_parts(paths, columns))


def import_labels(
    store: Store,
    paths: Sequence[Path],
    campaign: str,
    about: About,
    now: datetime,
    *,
    columns: Columns,
    annotator: str = REFERENCE,
    question: str = "",
) -> ImportedLabels:
    """Return what came of tables of labelled texts: a corpus, its passages, and a campaign of their labels.

    Each file is one closed round, in the order given, so that a release can hold each as a part
    (`force`). An answer may have several labels where some text has, and none where some text has none.
    The same files into the same campaign again change nothing.

    Raises
    ------
    AloiError
        A broken table, or a campaign of that name with other texts, another task or other labels.
    """
    parts = read_parts(paths, columns)
    passages, corpus_id = _add_passages(store, parts, about, now)
    found = _campaign(store, campaign.strip(), corpus_id, _settings(parts, columns, question))
    person = next((one.id for one in store.people.list() if annotator in (one.pseudonym, one.name)), None)
    if person is None:
        told = "the labels as they were published, not a person"
        add_person(store, annotator, "annotator", now, expertise=told, pseudonym=annotator)
    rounds, new, known = {}, 0, 0
    for number, (part, lines) in enumerate(parts.items(), start=1):
        given = dict(zip(passages[part], lines, strict=True))
        there = len(store.campaigns.rounds(found.id)) >= number
        if there:
            rounds[part] = _known_round(store, found, number, given)
            known += len(lines)
        else:
            rounds[part] = _new_round(store, found, number, given, annotator, now)
            new += len(lines)
    texts = sum(map(len, parts.values()))
    return ImportedLabels(found, rounds, texts, new, known, class_table(parts))


def _new_round(
    store: Store,
    campaign: Campaign,
    number: int,
    given: Mapping[Passage, LabelledLine],
    annotator: str,
    now: datetime,
) -> Round:
    """Return the closed round of the labels of a file."""
    cells = [
        Cell(one.where, item, annotator, 1, {LABELS: [*one.labels]}, "", None, _EPOCH)
        for item, one in given.items()
    ]
    checked = check_cells(store, campaign, number, cells)
    kept = keep_cells(store, campaign, number, checked, now, add_annotators=False)
    store.campaigns.set_round_status(kept.round.id, Status.CLOSED)
    return store.campaigns.round(kept.round.id)


def _known_round(
    store: Store, campaign: Campaign, number: int, given: Mapping[Passage, LabelledLine]
) -> Round:
    """Return the round that holds these labels already, or raise AloiError where it holds others."""
    found = store.campaigns.rounds(campaign.id)[number - 1]
    there = {one.key.item_id: frozenset(labels_of(one.value)) for one in store.answers.latest(found.id)}
    strangers = [one for item, one in given.items() if there.get(item.id) != frozenset(one.labels)]
    if strangers:
        raise AloiError(
            f"Round {number} of {campaign.name!r} has other labels for {len(strangers)} of these texts, "
            f"such as {strangers[0].where}.",
            "A new campaign, or the files it was made of in their order, were expected.",
            "Name another campaign.",
        )
    return found


def _add_passages(
    store: Store, parts: Mapping[str, Sequence[LabelledLine]], about: About, now: datetime
) -> tuple[dict[str, list[Passage]], str]:
    """Return the stored passages of each part in its order, and the id of their corpus."""
    texts = [
        ReadText(f"{part}/{one.name}" if len(parts) > 1 else one.name, one.text, {"part": part}, one.where)
        for part, lines in parts.items()
        for one in lines
    ]
    corpus, documents = make_corpus(texts, about)
    sentences: list[Sentence] = [whole_sentence(one) for one in documents]
    add_corpus(store, corpus, documents)
    store.texts.save_sentences(corpus.id, sentences, WHOLE_TEXTS)
    made = iter([Passage.of(corpus.id, one) for one in sentences])
    found = {part: [next(made) for _ in lines] for part, lines in parts.items()}
    for part, passages in found.items():
        keep_passages(store, passages, {"by": "document", "part": part}, now)
    return found, corpus.id


def _settings(
    parts: Mapping[str, Sequence[LabelledLine]], columns: Columns, question: str
) -> dict[str, Json]:
    """Return the schema of the labels that are there: in the order of their columns, or of the alphabet."""
    lines = [one for found in parts.values() for one in found]
    names = columns.one_hot or tuple(sorted({name for one in lines for name in one.labels}))
    counts = {len(one.labels) for one in lines}
    labels: list[Json] = [{"name": name} for name in names]
    return {
        "question": question,
        "labels": labels,
        "least": min(1, min(counts)),
        "most": 1 if max(counts) <= 1 else len(names),
        "inner": False,
    }


def _campaign(store: Store, name: str, corpus_id: str, settings: Mapping[str, Json]) -> Campaign:
    """Return the campaign of that name, made when nobody has made it."""
    found = next((one for one in store.campaigns.list() if name in (one.id, one.name)), None)
    if found is None:
        return create_campaign(store, name, corpus_id, task_type=_TASK, settings=settings)
    kind = task(_TASK)
    schema = Schema(kind.name, kind.version, kind.check_settings(settings))
    if found.corpus_id != corpus_id or found.schema != schema:
        raise AloiError(
            f"The campaign {found.name!r} is there already, with other texts, another task or other labels.",
            "A new campaign, or the one made of these files, was expected.",
            "Name another campaign.",
        )
    return found
