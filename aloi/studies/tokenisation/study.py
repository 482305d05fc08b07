"""Study tokenizers on data sets: fertility of each, words as they split, vocabularies two by two."""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aloi.base.errors import AloiError
from aloi.base.records import from_json, to_json
from aloi.base.requests import from_data
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.corpora.readers import read_table, read_texts, write_table
from aloi.corpora.readers.tables import SUFFIXES, open_table
from aloi.gold.formats.spans.conll import read_conll
from aloi.modeling.encoders.subword_tokenizers import Document, SubwordTokenizer, load_tokenizer
from aloi.storage.store import Store
from aloi.studies.tokenisation import UPLOADS
from aloi.studies.tokenisation.fertility import (
    Fertility,
    Overlap,
    SplitWord,
    fertility,
    overlap,
    split_words,
)
from aloi.studies.tokenisation.requests import FertilityRequest
from aloi.workbench.progress import Progress, go_on, silent

# Columns that hold the texts of a table, as they are called in the corpora people have.
TEXTS = ("text", "texte", "sentence", "abstract", "document", "mention", "name")


@dataclass(frozen=True, slots=True)
class DatasetFertility:
    """The fertilities of tokenizers on one data set, in the order of the models."""

    name: str
    models: tuple[Fertility, ...]


@dataclass(frozen=True, slots=True)
class TokenizerStudy:
    """Results: fertilities by data set, the overlap of vocabularies, and the splits of words and terms."""

    datasets: tuple[DatasetFertility, ...]
    overlap: Overlap
    terms: Mapping[str, tuple[tuple[str, ...], ...]]
    examples: tuple[SplitWord, ...] = ()

    @property
    def models(self) -> tuple[str, ...]:
        """The names of the models."""
        return self.overlap.models

    def to_json(self) -> dict[str, Json]:
        """Return the document of `aloi fertility --json`; `models` are those of the first data set."""
        examples: list[Json] = [to_json(one, splits=self._named(one.splits)) for one in self.examples]
        datasets: list[Json] = [
            {"dataset": dataset.name, "models": [each.to_json() for each in dataset.models]}
            for dataset in self.datasets
        ]
        return {
            "models": [one.to_json() for one in self.datasets[0].models],
            "datasets": datasets,
            "vocabulary": to_json(self.overlap, shares=self.overlap.shares),
            "terms": {term: self._named(splits) for term, splits in self.terms.items()},
            "examples": examples,
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> TokenizerStudy:
        """Return the study that `to_json` wrote."""
        vocabularies = from_json(Overlap, document["vocabulary"])

        def splits(named: Mapping[str, Sequence[str]]) -> tuple[tuple[str, ...], ...]:
            return tuple(tuple(named[one]) for one in vocabularies.models)

        return cls(
            tuple(
                DatasetFertility(dataset["dataset"], tuple(map(Fertility.from_json, dataset["models"])))
                for dataset in document["datasets"]
            ),
            vocabularies,
            {term: splits(named) for term, named in document["terms"].items()},
            tuple(from_json(SplitWord, one, splits=splits(one["splits"])) for one in document["examples"]),
        )

    def fertility_rows(self) -> list[dict[str, object]]:
        """Return a row a data set and model, as tables and CSV show them."""
        return [
            {
                "dataset": dataset.name,
                "model": model_fertility.model,
                "plain": model_fertility.plain,
                "plain_low": model_fertility.intervals[1].low if model_fertility.intervals[1] else None,
                "plain_high": model_fertility.intervals[1].high if model_fertility.intervals[1] else None,
                "drbenchmark": model_fertility.drbenchmark,
                "drbenchmark_low": model_fertility.intervals[0].low if model_fertility.intervals[0] else None,
                "drbenchmark_high": model_fertility.intervals[0].high
                if model_fertility.intervals[0]
                else None,
                "documents": model_fertility.documents,
                "words": model_fertility.words,
                "subwords": model_fertility.subwords,
                "signature": model_fertility.signature,
            }
            for dataset in self.datasets
            for model_fertility in dataset.models
        ]

    def overlap_rows(self) -> list[dict[str, object]]:
        """Return a row for each pair of models: the share of the first's vocabulary in the second."""
        vocabulary = self.overlap
        return [
            {
                "model": model,
                "entries": vocabulary.sizes[i],
                "other": other,
                "shared": vocabulary.shared[i][j],
                "share": vocabulary.shares[i][j],
            }
            for i, model in enumerate(vocabulary.models)
            for j, other in enumerate(vocabulary.models)
        ]

    def split_rows(self) -> list[dict[str, object]]:
        """Return a row a word: its sub-words by each model, with spaces between them."""
        rows: list[dict[str, object]] = [
            {"dataset": "", "word": term, "count": "", **self._written(splits)}
            for term, splits in self.terms.items()
        ]
        return rows + [
            {
                "dataset": example.dataset,
                "word": example.word,
                "count": example.count,
                **self._written(example.splits),
            }
            for example in self.examples
        ]

    def _named(self, splits: Sequence[Sequence[str]]) -> dict[str, Json]:
        return {name: list(parts) for name, parts in zip(self.models, splits, strict=True)}

    def _written(self, splits: Sequence[Sequence[str]]) -> dict[str, object]:
        return {name: " ".join(parts) for name, parts in zip(self.models, splits, strict=True)}


def study_tokenizers(
    request: FertilityRequest, datasets: Mapping[str, Sequence[Document]], *, progress: Progress = silent
) -> TokenizerStudy:
    """Return the fertility of tokenizers on data sets, and how their vocabularies overlap.

    `datasets` has the documents of each data set by its name, as `read_documents` gives them.

    Raises
    ------
    AloiError
        A model that cannot be read, two of one name, no data set, or one without documents.
    Cancelled
        `progress` said to stop.
    """
    models = request.models
    total = len(models) * (len(datasets) + 1)
    tokenizers: list[SubwordTokenizer] = []
    for model in models:
        go_on(progress, len(tokenizers), total, model)
        tokenizers.append(load_tokenizer(model))
    _check_names([one.name for one in tokenizers], len(datasets))
    done = len(tokenizers)
    measured_sets: list[DatasetFertility] = []
    words: list[SplitWord] = []
    for name, documents in datasets.items():
        measured = []
        for tokenizer in tokenizers:
            go_on(progress, done, total, f"{tokenizer.name}, {name}")
            measured.append(fertility(tokenizer, documents, replicates=request.replicates, seed=request.seed))
            done += 1
        measured_sets.append(DatasetFertility(name, tuple(measured)))
        if request.examples:
            words += split_words(tokenizers, name, documents, request.examples)
    splits = _split(tokenizers, request.terms)
    return TokenizerStudy(tuple(measured_sets), overlap(tokenizers), splits, tuple(words))


def _check_names(names: Sequence[str], datasets: int) -> None:
    if len(set(names)) < len(names) or not names or not datasets:
        raise AloiError("workbench.models-called-on-data-sets", names=names, datasets=datasets)


def study_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the study a page asked for, as `TokenizerStudy.to_json` writes it."""
    request = from_data(FertilityRequest, arguments)
    upload = folder / UPLOADS / Path(request.upload or "none").name
    try:
        datasets: dict[str, Sequence[Document]] = {}
        for corpus_id in request.corpora:
            corpus = store.texts.corpus(corpus_id)
            datasets[corpus.name] = [one.text for one in store.texts.documents(corpus.id)]
        for path in sorted(upload.glob("*")):
            datasets[_free_name(path.stem, datasets)] = read_documents(path)
        study_result = study_tokenizers(request, datasets, progress=progress)
    finally:
        shutil.rmtree(upload, ignore_errors=True)
    return study_result.to_json()


def keep_texts(paths: Sequence[Path], data: Path) -> str:
    """Return the name under which uploaded data sets are kept for the job, after a look at each.

    Raises
    ------
    AloiError
        A file whose texts cannot be read; then nothing is kept.
    """
    for path in paths:
        read_documents(path)
    name = uuid.uuid4().hex
    (data / UPLOADS / name).mkdir(parents=True)
    for path in paths:
        shutil.copyfile(path, data / UPLOADS / name / path.name)
    return name


def read_documents(
    path: Path,
    text_column: str | None = None,
    id_column: str | None = None,
    words_column: str | None = None,
) -> list[Document]:
    """Return the documents of a data set: texts, or the words of each if the file has them.

    Parameters
    ----------
    path : Path
        A CoNLL file, whose sentences are documents of known words; a table; or texts as `read_texts` reads
        them.
    text_column : str or None
        The column of a table with the texts; by default one that is called so.
    words_column : str or None
        The column of a table with the words of each row: a list, or words with a space between them.

    Raises
    ------
    AloiError
        A file that cannot be read, or a table without such a column.
    """
    if path.suffix.lower() == ".conll":
        return [one.tokens for one in read_conll(path)]
    if words_column is not None:
        return _words(path, words_column)
    if path.suffix.lower() in SUFFIXES and text_column is None:
        columns, rows, _ = open_table(path)
        columns_by_name = {name.lower(): name for name in columns}
        named = next((columns_by_name[one] for one in TEXTS if one in columns_by_name), None)
        if named is not None:
            return [text for row in rows if (text := row.text(named)).strip()]
    return [one.text for one in read_texts(path, text_column=text_column, id_column=id_column)]


def write_rows(path: Path, rows: Sequence[Mapping[str, object]]) -> None:
    """Write the rows of a study as a table, or raise AloiError if there are none."""
    if not rows:
        raise AloiError(
            "aloi.no-content",
            path=path,
            content=Term("no-row-2"),
            expected=Term("least-one-row"),
            todo=Term("name-terms"),
        )
    write_table(path, tuple(rows[0]), rows)


def _words(path: Path, column: str) -> list[Document]:
    table = read_table(path)
    table.require(column)
    documents: list[Document] = []
    for row in table.rows:
        value = row.values.get(column)
        words = map(str, value) if isinstance(value, (list, tuple)) else row.text(column).split(" ")
        documents.append(tuple(word for word in words if word))
    return documents


def _split(
    tokenizers: Sequence[SubwordTokenizer], terms: Sequence[str]
) -> dict[str, tuple[tuple[str, ...], ...]]:
    return {term: tuple(one.split(term) for one in tokenizers) for term in terms}


def _free_name(name: str, used_names: Mapping[str, object]) -> str:
    number = 1
    while (f"{name} ({number})" if number > 1 else name) in used_names:
        number += 1
    return f"{name} ({number})" if number > 1 else name
