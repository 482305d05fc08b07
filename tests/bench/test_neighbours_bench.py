"""The plain loop that `make bench` sets beside Aloi's counts, and the goals of two million words."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.corpora.readers import ReadText
from aloi.studies.neighbours.counting import CorpusEncoder, window_counts
from aloi.studies.neighbours.parameters import Counting
from aloi.studies.neighbours.reading import reader
from bench.texts import bench_neighbours
from bench.texts.french_texts import repeated

SENTENCES = ["Le chat dort et le chien dort aussi.", "Un chat boit 2 fois, un chien boit.", "Le loup boit !"]


def test_both_count_the_same() -> None:
    counting = Counting(window=3, min_count=2)
    encoder = CorpusEncoder()
    encoder.add(reader(counting, "fr")(SENTENCES)[0])
    encoded = encoder.finish(2, 100)
    counts = window_counts(encoded, counting, lambda done, total: True)
    plain = bench_neighbours.plain_loop(SENTENCES, counting)
    assert counts is not None
    assert counts.nnz == len(plain) > 10
    for (one, other), count in plain.items():
        assert counts[encoded.words.index(one), encoded.words.index(other)] == count


def test_texts_are_repeated_by_rule() -> None:
    texts = [ReadText("a", "un deux", {}, ""), ReadText("b", "trois", {}, "")]
    assert [one.name for one in repeated(texts, 6)] == ["0-a", "0-b", "1-a", "1-b"]


def test_without_the_shared_folder_a_sentence_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ALOI_SHARED", str(tmp_path / "absent"))
    monkeypatch.setattr("sys.argv", ["bench_neighbours.py"])
    assert bench_neighbours.main() == 0
    assert capsys.readouterr().out.startswith("NOT RUN: no folder `shared`")


@pytest.mark.slow
@pytest.mark.shared
def test_two_million_words_are_asked_about_in_time(shared: Path, tmp_path: Path) -> None:
    """The goal is 60 s cold and 1 s cached; measured 1 s and 0.1 s of processor time on two cores."""
    found = bench_neighbours.measure(shared, tmp_path)
    assert found["prepare"]["tokens"] > 1_800_000
    assert found["prepare"]["cpu_seconds"] < 60
    assert found["prepare"]["memory_mb"] < 1000
    assert found["ask"]["memory_mb"] < 1000
    for order in (1, 2, 3):
        assert found["ask"][f"order {order} cold CPU s"] < 60
        assert found["ask"][f"order {order} cached CPU s"] < 1
    assert found["plain"]["same"]
