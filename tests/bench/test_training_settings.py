"""The comparison of losses and settings: cells in order, resumed, and a table of those that are finished."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.models import training_settings as module
from tests.modeling import tiny


@pytest.mark.slow
def test_an_interrupted_comparison_continues_and_prints_its_cells(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("sentence_transformers")
    folder = tmp_path / "data" / "stsb-multi-mt-fr"
    folder.mkdir(parents=True)
    for part, count, seed in (("train", 40, 1), ("dev", 12, 2), ("test", 30, 3)):
        lines = [f"{one.left},{one.right},{one.score}\n" for one in tiny.pairs(count, seed)]
        (folder / f"stsb-fr-{part}.csv").write_text("".join(lines), encoding="utf-8")
    call = [str(tmp_path), str(tmp_path / "out"), "--model", str(tiny.tiny_folder()), "--items", "20"]
    assert module.main([*call, "--stop", "0"]) == 0
    assert capsys.readouterr().out == "no fit is finished\n"
    module.main([*call, "--stop", "2"])
    first = capsys.readouterr().out.splitlines()
    assert [line.partition(", seed")[0] for line in first[:2]] == [module.PUBLISHED, module.RECOMMENDED]
    module.main([*call, "--stop", "1"])
    second = capsys.readouterr().out.splitlines()
    assert second[0].startswith(f"{module.UNTUNED}, seed 0")
    rows = {line.split(" | ")[0].strip("| "): line for line in second[3:] if line.startswith("|")}
    assert set(rows) == {module.PUBLISHED, module.RECOMMENDED, module.UNTUNED}
    assert " | 1 | " in rows[module.RECOMMENDED]
    assert 0 < float(rows[module.RECOMMENDED].split(" | ")[4]) <= 1  # the adjusted p
    assert rows[module.PUBLISHED].split(" | ")[4] == ""
