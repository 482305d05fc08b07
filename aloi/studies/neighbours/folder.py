"""A prepared corpus in a folder: counts, words, and the texts as numbers, read back without copying."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from scipy import sparse

from aloi.studies.neighbours.counting import Encoded
from aloi.studies.neighbours.space import Space

_COUNTS, _WORDS, _CONTEXTS, _SENTENCES = "counts.npz", "words.json", "contexts.json", "sentences.parquet"
_ARRAYS = ("frequency", "ids", "places", "bounds")
_SCHEMA = pa.schema([("document", pa.string()), ("text", pa.string())])


@dataclass(frozen=True, slots=True)
class CorpusLine:
    """A sentence of a prepared corpus, and the name of its document."""

    document: str
    text: str


class SentenceWriter:
    """Writes the sentences of a corpus as they come; to be closed."""

    def __init__(self, folder: Path) -> None:
        self._writer = pq.ParquetWriter(folder / _SENTENCES, _SCHEMA)

    def add(self, lines: Sequence[CorpusLine]) -> None:
        """Write sentences, in the order of the texts."""
        columns = [[one.document for one in lines], [one.text for one in lines]]
        self._writer.write_table(pa.table(columns, schema=_SCHEMA))

    def close(self) -> None:
        """End the file."""
        self._writer.close()


def write_space(folder: Path, encoded: Encoded, space: Space) -> None:
    """Write everything but the sentences."""
    sparse.save_npz(folder / _COUNTS, space.counts, compressed=False)
    _write_names(folder / _WORDS, space.words)
    if space.contexts is not None:
        _write_names(folder / _CONTEXTS, space.contexts)
    for name in _ARRAYS:
        np.save(folder / f"{name}.npy", getattr(encoded, name))


def read_space(folder: Path) -> Space:
    """Return the counts of a prepared corpus."""
    contexts = folder / _CONTEXTS
    return Space(
        _names(folder / _WORDS),
        np.load(folder / "frequency.npy"),
        sparse.csr_matrix(sparse.load_npz(folder / _COUNTS)),
        _names(contexts) if contexts.is_file() else None,
    )


def read_encoded(folder: Path) -> Encoded:
    """Return the texts of a prepared corpus as numbers; they stay on disk until they are looked at."""
    arrays = {name: np.load(folder / f"{name}.npy", mmap_mode="r") for name in _ARRAYS}
    return Encoded(words=_names(folder / _WORDS), **arrays)


def read_lines(folder: Path, numbers: Iterable[int]) -> list[CorpusLine]:
    """Return some sentences by their number, in the requested order."""
    requested = pa.array(list(numbers), type=pa.int64())
    rows = pq.read_table(folder / _SENTENCES).take(requested).to_pylist()
    return [CorpusLine(one["document"], one["text"]) for one in rows]


def _write_names(path: Path, names: Sequence[str]) -> None:
    path.write_text(json.dumps(list(names), ensure_ascii=False), encoding="utf-8")


def _names(path: Path) -> tuple[str, ...]:
    return tuple(json.loads(path.read_text(encoding="utf-8")))
