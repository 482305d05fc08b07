"""A store whose whole content can be compared, an invented corpus, and an encoder of three lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from aloi.corpora.model import Corpus
from aloi.storage.store import Store
from aloi.storage.tables import metadata
from aloi.workbench.requests.texts import SegmentRequest
from aloi.workbench.texts import corpora

TEXTS = {
    "a": "Le patient A1 a de la fièvre. Le patient A1 a de la toux.",
    "b": "La patiente A2 a de la fièvre. La patiente A2 dort bien.",
    "c": "Aucune allergie connue. Le scanner est normal ce matin.",
    "d": "Le scanner est normal ce soir. La plaie est propre.",
}

Content = Callable[[], list[str]]


@pytest.fixture
def content(store: Store) -> Content:
    """Return a function that gives every row of every table of the store.

    Counters of changes are left out: writing the same again is one, and costs a figure counted anew.
    """

    def dump() -> list[str]:
        with store._database.read() as connection:
            return [
                f"{table.name}: {row}"
                for table in metadata.sorted_tables
                if table.name != "states"
                for row in sorted(map(str, connection.execute(table.select())))
            ]

    return dump


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    """Return a folder of four invented reports of two sentences each."""
    folder = tmp_path / "texts"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def about() -> corpora.About:
    """Return what is asked about the invented corpus."""
    return corpora.About("ward", "fr", "CC0-1.0", "invented")


@pytest.fixture
def corpus(store: Store, texts: Path, about: corpora.About) -> Corpus:
    """Return the invented corpus, stored and split into its eight sentences."""
    imported = corpora.import_corpus(store, texts, about).corpus
    assert corpora.segment_corpus(store, SegmentRequest(imported.id)).sentences == 8
    return imported


class CountingEncoder:
    """Unit vectors (N, 26) from how often each letter stands in a text: alike texts are near."""

    signature = "letters"

    def encode(self, texts: Sequence[str], progress: object = None, cache: object = None) -> np.ndarray:
        counts = np.array([[text.lower().count(chr(97 + n)) + 0.01 for n in range(26)] for text in texts])
        return np.asarray(counts / np.linalg.norm(counts, axis=1, keepdims=True), dtype=np.float32)


@pytest.fixture
def small_encoder(monkeypatch: pytest.MonkeyPatch) -> CountingEncoder:
    """Put an encoder without a model in the place where the verbs look for one."""
    made = CountingEncoder()
    monkeypatch.setattr("aloi.workbench.encoding.encoder", lambda name, cache: made)
    return made
