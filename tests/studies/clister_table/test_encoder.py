"""The table of CLISTER with a sentence encoder that is fine-tuned: a tiny one, in seconds."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.studies.clister_table.requests import ClisterTableRequest
from aloi.studies.clister_table.study import make_table, plan_of
from tests.modeling import tiny

SPLIT = "train=.5,dev=.2,test=.3"


def _tables(folder: Path) -> list[str]:
    """Write two sources of pairs and return their paths."""
    pytest.importorskip("sentence_transformers")
    sources = []
    for name, seed in (("general", 7), ("clinical", 8)):
        lines = ["id\tsentence1\tsentence2\tscore"]
        lines += [f"{name}-{one.id}\t{one.left}\t{one.right}\t{one.score}" for one in tiny.pairs(60, seed)]
        (folder / f"{name}.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        sources.append(str(folder / f"{name}.tsv"))
    return sources


def test_an_encoder_is_tuned_on_each_and_all_sources(tmp_path: Path) -> None:
    request = ClisterTableRequest(
        tuple(_tables(tmp_path)),
        recipe="sbert_sts",
        settings={"model": str(tiny.tiny_folder()), "epochs": 6, "learning_rate": 1e-3, "device": "cpu"},
        scale={"": (tiny.LOW, tiny.HIGH)},
        split=SPLIT,
        items=20,
        seeds=(0, 1),
        replicates=100,
    )
    table = make_table(None, request, tmp_path / "data")
    assert len(table.runs) == 4
    for test in table.comparison.tests:
        values = {one.name: one.value for one in test.family.scores if one.name in table.runs}
        assert len(values) == 4
        assert None not in values.values()
        assert len({*values.values()}) > 1  # training changes the scores


def test_the_recommended_settings_are_those_of_the_recipe(tmp_path: Path) -> None:
    request = ClisterTableRequest(
        tuple(_tables(tmp_path)),
        preset="recommended",
        settings={"model": str(tiny.tiny_folder()), "epochs": 3},
        scale={"": (tiny.LOW, tiny.HIGH)},
        split=SPLIT,
        items=20,
    )
    for row in plan_of(None, request).rows[1:]:
        assert (row.spec.settings["loss"], row.spec.settings["epochs"]) == ("cosent", 3)
