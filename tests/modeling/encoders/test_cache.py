"""Vectors are made once for each text, kept on disk, and are those of the encoder and text asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from aloi.base.errors import AloiError
from aloi.modeling.encoders.cache import VectorCache
from aloi.modeling.encoders.transformer import Encoder

TEXTS = ["toux", "fièvre aiguë", "", "toux", "une douleur thoracique", "nuit"]


class Model:
    """Remembers what it was asked; the vector of a text is its length and its first letter's number."""

    def __init__(self, factor: float = 1.0) -> None:
        self.batches: list[list[str]] = []
        self._factor = factor

    def embed(self, texts: list[str]) -> np.ndarray:
        self.batches.append(texts)
        return np.array([[self._factor * len(text), ord(text[:1] or "a")] for text in texts])

    def encoder(self, signature: str = "one", batch: int = 2) -> Encoder:
        return Encoder("stub", signature, 2, self.embed, batch)


def by_hand(texts: list[str]) -> np.ndarray:
    raw = np.array([[len(text), ord(text[:1] or "a")] for text in texts], dtype=float)
    return np.asarray(raw / np.linalg.norm(raw, axis=1, keepdims=True))


def test_batches_are_of_distinct_texts_of_like_length_and_the_order_is_the_callers() -> None:
    model = Model()
    vectors = model.encoder().encode(TEXTS)
    assert model.batches == [["une douleur thoracique", "fièvre aiguë"], ["nuit", "toux"], [""]]
    assert vectors.dtype == np.float32
    assert vectors == pytest.approx(by_hand(TEXTS), abs=1e-6)


def test_a_kept_text_is_not_encoded_again(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path / "cache")
    first = Model().encoder().encode(TEXTS, cache=cache)
    again = Model()
    assert (again.encoder().encode(TEXTS, cache=cache) == first).all()
    assert again.batches == []
    seen: list[tuple[int, int]] = []
    vectors = again.encoder().encode([*TEXTS, "neuf"], lambda *at: seen.append(at), cache)
    assert again.batches == [["neuf"]]
    assert seen == [(6, 6)]
    assert vectors == pytest.approx(by_hand([*TEXTS, "neuf"]), abs=1e-6)


def test_another_encoder_finds_nothing_and_gets_its_own(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path)
    first = Model().encoder("one").encode(TEXTS, cache=cache)
    other = Model(factor=7.0)
    assert not np.allclose(other.encoder("two").encode(TEXTS, cache=cache), first)
    assert sum(map(len, other.batches)) == 5
    assert (Model().encoder("one").encode(TEXTS, cache=cache) == first).all()


def test_signature_and_text_are_told_apart(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path)
    cache.write("a", ["bc"], np.ones((1, 2), dtype=np.float32))
    assert cache.read("ab", ["c"], 2) == {}
    assert cache.read("a", ["bc"], 3) == {}  # a vector of another length is none
    assert cache.read("a", ["bc"], 2)["bc"].tolist() == [1, 1]


def test_what_was_done_before_a_stop_is_kept(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path)

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Model().encoder().encode(TEXTS, stop, cache)
    model = Model()
    model.encoder().encode(TEXTS, cache=cache)
    assert model.batches == [["nuit", "toux"], [""]]


def test_the_oldest_make_room(tmp_path: Path) -> None:
    limit = 200_000
    cache = VectorCache(tmp_path, limit)
    ones = np.ones((10, 384), dtype=np.float32)
    for number in range(60):
        cache.write("s", [f"{number}-{place}" for place in range(10)], ones)
        assert cache.path.stat().st_size < limit + 40_000
    assert cache.read("s", ["0-0"], 384) == {}
    assert set(cache.read("s", ["59-0", "59-9"], 384)) == {"59-0", "59-9"}


def test_a_file_that_is_no_cache_is_named(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path)
    cache.path.write_text("not a database, but long enough to be looked at" * 100, encoding="utf-8")
    with pytest.raises(AloiError, match=r"vectors\.db.* cannot be used: SQLITE_NOTADB"):
        Model().encoder().encode(TEXTS, cache=cache)


def test_two_processes_write_at_once(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; import numpy as np\n"
        "from aloi.modeling.encoders.cache import VectorCache\n"
        "for n in range(int(sys.argv[2]), int(sys.argv[2]) + 20):\n"
        "    VectorCache(Path(sys.argv[1])).write('s', [str(n)], np.full((1, 3), n, dtype=np.float32))"
    )
    workers = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path), start], cwd=Path(__file__).parents[3])
        for start in ("0", "10")
    ]
    assert [one.wait(60) for one in workers] == [0, 0]
    found = VectorCache(tmp_path).read("s", [str(number) for number in range(30)], 3)
    assert {text: vector[0] for text, vector in found.items()} == {str(n): n for n in range(30)}
