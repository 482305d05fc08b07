"""What `make bench` sets beside Aloi's filtering and ranking, on a few invented names."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.texts import bench_linking

NAMES = ["mal de tête", "toux grasse", "fièvre", "douleur du genou", "bras cassé"]


def test_names_are_varied_by_the_rule() -> None:
    found = bench_linking.varied(["toux", "mal", "toux"], 5)
    assert found == ["toux", "mal", "toux mal", "mal toux", "toux toux"]
    assert len(set(bench_linking.varied(NAMES, 40))) == 40


def test_both_ways_find_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    mentions = ["toux", "mal de tete", "fièvres", "zzz"]
    assert bench_linking.filtering(mentions, NAMES) > 0
    assert bench_linking.ranking(mentions, bench_linking.varied(NAMES, 30)) > 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.endswith(", 0 different")
    assert float(second.split(" apart")[0].split()[-1]) < 1e-12


def test_without_the_shared_folder_a_sentence_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ALOI_SHARED", str(tmp_path / "absent"))
    assert bench_linking.main() == 0
    assert capsys.readouterr().out.startswith("NOT RUN: no folder `shared`")
