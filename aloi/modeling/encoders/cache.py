"""Encode each distinct text once, in batches of like length, and keep the vectors on disk."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aloi.base.errors import AloiError

Vectors = NDArray[np.float32]
FILE = "vectors.db"
GIBIBYTE = 2**30
_ASKED_AT_ONCE = 500  # texts looked up by one query: SQLite takes a bounded number of values
_WAIT_SECONDS = 60.0  # for another process that writes
_TABLE = """
CREATE TABLE IF NOT EXISTS vectors (
    place INTEGER PRIMARY KEY,
    key BLOB NOT NULL UNIQUE,
    vector BLOB NOT NULL
)
"""


@dataclass(frozen=True, slots=True)
class VectorCache:
    """Vectors of texts in one SQLite file, found by the encoder's signature and the text.

    Several processes may use it at once. No text is stored, only its SHA-256 with the signature.

    Parameters
    ----------
    folder : Path
        The folder of `vectors.db`; created by the first write.
    limit : int
        Approximate maximal size of the file in bytes. At that size the oldest quarter of the vectors is
        dropped.
    """

    folder: Path
    limit: int = GIBIBYTE

    @property
    def path(self) -> Path:
        """Return the file, which need not exist."""
        return self.folder / FILE

    def read(self, signature: str, texts: Sequence[str], dimension: int) -> dict[str, Vectors]:
        """Return the vectors (D,) of those texts that are cached."""
        if not self.path.is_file():
            return {}
        by_key = {_key(signature, text): text for text in texts}
        keys = list(by_key)
        vectors: dict[str, Vectors] = {}
        with self._opened() as connection:
            for start in range(0, len(keys), _ASKED_AT_ONCE):
                part = keys[start : start + _ASKED_AT_ONCE]
                query = f"SELECT key, vector FROM vectors WHERE key IN ({','.join('?' * len(part))})"
                for key, blob in connection.execute(query, part):
                    if len(blob) == 4 * dimension:
                        vectors[by_key[key]] = np.frombuffer(blob, dtype="<f4").astype(np.float32)
        return vectors

    def write(self, signature: str, texts: Sequence[str], vectors: Vectors) -> None:
        """Store the vectors (N, D) of N texts; existing texts do not change."""
        rows = [
            (_key(signature, text), np.asarray(vector, dtype="<f4").tobytes())
            for text, vector in zip(texts, vectors, strict=True)
        ]
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._opened() as connection, connection:
            connection.execute("BEGIN IMMEDIATE")
            self._make_room(connection)
            connection.executemany("INSERT OR IGNORE INTO vectors (key, vector) VALUES (?, ?)", rows)

    def _make_room(self, connection: sqlite3.Connection) -> None:
        """Drop the oldest quarter once the pages in use reach the limit; SQLite then fills their place."""
        pages, free, size = (
            connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("page_count", "freelist_count", "page_size")
        )
        if (pages - free) * size >= self.limit:
            quarter = connection.execute("SELECT (COUNT(*) + 3) / 4 FROM vectors").fetchone()[0]
            oldest = "DELETE FROM vectors WHERE place IN (SELECT place FROM vectors ORDER BY place LIMIT ?)"
            connection.execute(oldest, (quarter,))

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection to the file, with its table; raise AloiError if it cannot be used."""
        try:
            with closing(sqlite3.connect(self.path, timeout=_WAIT_SECONDS)) as connection:
                connection.execute(_TABLE)
                yield connection
        except sqlite3.Error as error:
            raise AloiError(
                "modeling.kept-vectors-cannot-used",
                path=repr(str(self.path)),
                error=getattr(error, "sqlite_errorname", type(error).__name__),
            ) from None


def encode_distinct(
    embed: Callable[[list[str]], np.ndarray],
    texts: Sequence[str],
    *,
    signature: str,
    dimension: int,
    batch: int,
    cache: VectorCache | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Vectors:
    """Return unit vectors (N, D), one a text in order; each distinct text is embedded at most once.

    Texts are batched by length, the longest first, to reduce padding. Each batch is stored at once, so that
    an interrupted run resumes after it. The composition of a batch may change a vector by rounding, about
    1e-6.

    Parameters
    ----------
    embed : callable
        Takes texts, returns their vectors (n, D), not yet normalised.
    texts : sequence of str
        May be empty: an array (0, D) comes back.
    signature : str
        Signature of the encoder; vectors of another signature are not read from the cache.
    batch : int
        Texts handed to `embed` at once.
    progress : callable, optional
        Called with (distinct texts done, distinct texts in all) after each batch; it may raise to stop.
    """
    distinct = list(dict.fromkeys(texts))
    row = {text: place for place, text in enumerate(distinct)}
    vectors = np.empty((len(distinct), dimension), dtype=np.float32)
    cached = cache.read(signature, distinct, dimension) if cache is not None else {}
    for text, vector in cached.items():
        vectors[row[text]] = vector
    missing = sorted((text for text in distinct if text not in cached), key=lambda text: (-len(text), text))
    for start in range(0, len(missing), batch):
        part = missing[start : start + batch]
        embedded = unit(embed(part))
        vectors[[row[text] for text in part]] = embedded
        if cache is not None:
            cache.write(signature, part, embedded)
        if progress is not None:
            progress(len(cached) + start + len(part), len(distinct))
    return vectors[[row[text] for text in texts]]


def unit(vectors: np.ndarray) -> Vectors:
    """Return vectors (N, D) scaled to length 1, float32; a zero vector stays one."""
    scaled = np.asarray(vectors, dtype=np.float32)
    norms = np.linalg.norm(scaled, axis=1, keepdims=True)
    return np.asarray(scaled / np.where(norms > 0, norms, 1), dtype=np.float32)


def _key(signature: str, text: str) -> bytes:
    return hashlib.sha256(f"{signature}\0{text}".encode()).digest()
