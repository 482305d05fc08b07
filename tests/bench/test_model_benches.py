"""The benches of encoding and training, on an encoder built here and a few texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.models import bench_encode, bench_train
from tests.modeling import tiny


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    pytest.importorskip("sentence_transformers")
    return str(tiny.encoder_folder(tmp_path_factory.mktemp("tiny")))


@pytest.mark.slow
def test_aloi_and_the_default_call_give_the_same_vectors(
    folder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ratio, widest = bench_encode.compare(folder, [*tiny.texts(), *tiny.texts()])
    assert ratio > 0
    assert widest < 1e-5
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{2 * len(tiny.texts())} sentences, {len(set(tiny.texts()))} distinct")
    assert [line.split(":")[0].strip() for line in lines[1:4]] == [
        "the library's default call", "Aloi, nothing kept", "Aloi, all kept",
    ]  # fmt: skip


@pytest.mark.slow
def test_both_trainings_run_and_the_ratio_is_given(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_train.compare(folder, count=32) > 0
    assert capsys.readouterr().out.startswith("4 steps of 16 pairs")


def test_the_invented_pairs_are_the_same_each_time_and_their_scores_vary() -> None:
    items = bench_train.invented_pairs(50)
    assert items == bench_train.invented_pairs(50)
    assert 0 <= min(one.score for one in items) < 2 < 4 < max(one.score for one in items) <= 5


def test_without_models_or_data_a_sentence_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ALOI_SHARED", str(tmp_path / "absent"))
    assert bench_encode.main() == 0
    monkeypatch.setattr(bench_train, "packaged", lambda name: None)
    assert bench_train.main() == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in told] == ["NOT RUN", "NOT RUN"]
