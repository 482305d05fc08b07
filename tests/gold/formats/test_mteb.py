"""Tasks of MTEB: MTEB itself loads what stands in the folder, and scores encoders on it without a network."""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.rows import LabelledText, LinkedMention, Row, ScoredPair
from aloi.base.errors import AloiError
from aloi.gold.formats.mteb.task_folder import Mteb
from aloi.gold.model import Release
from tests.gold.formats.test_round_trips import release_of_rows

KNOWN = ("respire", "digère")
WORDS = ("dure", "revient", "inquiète", "cesse", "varie", "augmente", "diminue", "surprend")
LUNGS, GUTS = (tuple(f"{what} {word}" for word in WORDS) for what in ("Cette toux", "Ce foie"))


def _labelled(labels: Mapping[str, Sequence[str]], second: str = "") -> dict[str, list[Row]]:
    texts = {**dict.fromkeys(LUNGS, KNOWN[0]), **dict.fromkeys(GUTS, KNOWN[1])}
    rows: list[Row] = [
        LabelledText(f"{place}", text, second and f"{second} {place}", tuple(labels[its]), KNOWN)
        for place, (text, its) in enumerate(texts.items())
    ]
    return {"train": rows[::2], "test": rows[1::2]}


def _pairs() -> dict[str, list[Row]]:
    rows: list[Row] = [
        ScoredPair(f"{place}", "l", "r", one, other, score, 0.0, 4.0)
        for place, (one, other, score) in enumerate(
            [*((LUNGS[0], each, 3.5) for each in LUNGS[1:4]), *((LUNGS[0], each, 0.5) for each in GUTS[1:4])]
        )
    ]
    return {"all": rows}


def _judged() -> dict[str, list[Row]]:
    rows: list[Row] = [
        LabelledText(f"{place}", LUNGS[0], each, (KNOWN[place % 2],), (*KNOWN, "unsure"))
        for place, each in enumerate(one for both in zip(LUNGS[1:], GUTS[1:], strict=True) for one in both)
    ]
    return {"train": rows[:8], "test": rows[8:]}


def _mentions() -> dict[str, list[Row]]:
    def row(name: str, mention: str, concept: str) -> Row:
        return LinkedMention(
            name, "d", f"Il a {mention}.", ((5, 5 + len(mention)),), mention, "DISO", concept
        )

    learnt = [row("1", "toux sèche", "C1"), row("2", "foie gros", "C2"), row("3", "bile", "C3|C2")]
    asked = [row("4", "une toux", "C1"), row("5", "foie", "C2"), row("6", "rien", "CUILESS")]
    return {"train": learnt, "test": asked, "further": [row("7", "bile claire", "C9")]}


ROWS = {
    "STS": _pairs,
    "PairClassification": _judged,
    "Classification": lambda: _labelled({one: (one,) for one in KNOWN}),
    "MultilabelClassification": lambda: _labelled({KNOWN[0]: KNOWN, KNOWN[1]: (KNOWN[1],)}),
    "Retrieval": _mentions,
}


def release_of(rows: Mapping[str, Sequence[Row]]) -> Release:
    return release_of_rows(tuple(one for found in rows.values() for one in found), named=False)


def chance() -> Any:
    """Return the encoder that MTEB itself compares with: vectors by chance."""
    import mteb

    return mteb.get_model("mteb/baseline-random-encoder")


@pytest.fixture(scope="module")
def counting() -> Any:
    """Return an encoder by the parts of words: what texts share is what makes them alike."""
    pytest.importorskip("mteb")
    import numpy as np
    from mteb.models.model_implementations.random_baseline import RandomEncoderBaseline

    class Counting(RandomEncoderBaseline):
        def encode(self, inputs: Any, **more: Any) -> Any:
            rows = []
            for batch in inputs:
                for text in batch["text"]:
                    row = np.full(128, 1e-3, dtype=np.float32)
                    for word in text.lower().replace(",", " ").split():
                        row[sum(word[:4].encode()) % 128] += len(word) > 3
                    rows.append(row)
            return np.stack(rows)

    model = Counting("mteb/baseline-random-encoder", None)
    model.mteb_model_meta = chance().mteb_model_meta
    return model


def task_at(folder: Path) -> Any:
    spec = importlib.util.spec_from_file_location("gold_task", folder / "task.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.GoldTask()


@pytest.mark.slow
@pytest.mark.consumer
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", ROWS)
def test_mteb_scores_encoders(kind: str, counting: Any, tmp_path: Path) -> None:
    import mteb

    rows = ROWS[kind]()
    Mteb().write(rows, tmp_path, release_of(rows))
    task = task_at(tmp_path)
    task.metadata._validate_metadata()
    part = "all" if kind == "STS" else "test"
    assert (task.metadata.type, task.metadata.eval_langs) == (kind, ["fra-Latn"])
    for model, least in ((counting, 0.85), (chance(), -1.0)):
        (found,) = mteb.evaluate(model, task, cache=None, show_progress_bar=False).task_results
        assert found.task_name == "Épreuve1_0"
        assert found.scores[part][0]["main_score"] >= least, found.scores


@pytest.mark.parametrize("kind", ROWS)
def test_what_the_task_needs_beside_its_rows(kind: str, tmp_path: Path) -> None:
    rows = ROWS[kind]()
    export = Mteb().write(rows, tmp_path, release_of(rows))
    back = Mteb().read(tmp_path, (0.0, 4.0))
    assert back == {part: tuple(sorted(each, key=lambda one: one.id)) for part, each in rows.items()}
    told = (tmp_path / "task.py").read_text(encoding="utf-8")
    assert str(tmp_path) not in told
    compile(told, "task.py", "exec")
    if kind == "Retrieval":
        assert [*export.lost.values()] == [2]
        assert "eval_splits=['test']" in told
    if kind in ("Classification", "MultilabelClassification", "Retrieval"):
        with pytest.raises(AloiError, match="no other split is left for evaluation"):
            Mteb().files({"test": rows["test"]}, release_of(rows))


def test_nothing_of_a_release_runs_in_the_file() -> None:
    rows = _pairs()
    release = release_of(rows)
    campaign = {"name": '"""\n\'); import os #', "task": "similarity", "settings": {}}
    made = replace(release, version="1\n", manifest={**release.manifest, "campaign": campaign})
    told = str(Mteb().files(rows, made)["task.py"])
    calls = {ast.unparse(one.func) for one in ast.walk(ast.parse(told)) if isinstance(one, ast.Call)}
    assert calls == {
        "Path", "Path(__file__).resolve", "TaskMetadata", "load", "Dataset", "pq.read_table", "DatasetDict",
        "table", "mteb.evaluate", "mteb.get_model", "GoldTask", "print", "result.to_dict",
    }  # fmt: skip
    assert "import os" not in [line.strip() for line in told.splitlines()]
