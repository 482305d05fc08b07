"""The table of CLISTER with a sentence encoder that is fine-tuned: a tiny one, in seconds."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.studies.clister_table.requests import ClisterTableRequest
from aloi.studies.clister_table.study import make_table
from tests.modeling import tiny


def test_an_encoder_is_tuned_on_each_and_all_sources(tmp_path: Path) -> None:
    pytest.importorskip("sentence_transformers")
    sources = []
    for name, seed in (("general", 7), ("clinical", 8)):
        lines = ["id\tsentence1\tsentence2\tscore"]
        lines += [f"{name}-{one.id}\t{one.left}\t{one.right}\t{one.score}" for one in tiny.pairs(60, seed)]
        (tmp_path / f"{name}.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        sources.append(str(tmp_path / f"{name}.tsv"))
    request = ClisterTableRequest(
        tuple(sources),
        recipe="sbert_sts",
        settings={"model": str(tiny.tiny_folder()), "epochs": 6, "learning_rate": 1e-3, "device": "cpu"},
        scale={"": (tiny.LOW, tiny.HIGH)},
        split="train=.5,dev=.2,test=.3",
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
