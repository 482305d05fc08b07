"""The id of a run never means two models or two data sets, and earlier runs keep theirs."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from aloi.base.errors import AloiError
from aloi.base.records import from_json
from aloi.evaluation.rows import Provenance
from aloi.modeling.data.dataset import Dataset, dataset
from aloi.modeling.encoders.devices import Machine
from aloi.modeling.recipes.sbert_sts import SBERT_STS
from aloi.modeling.runs.inputs import contents, gather
from aloi.modeling.runs.spec import RunSpec
from tests.modeling.made_runs import data, items, spec

A = data("A")
# The id and the fields of a run of an earlier version, as its folder holds them.
EARLIER: dict[str, Any] = {
    "recipe": "sbert_sts",
    "settings": {"model": "me5-small", "freeze_embeddings": "auto"},
    "train": [{"source": "A", "part": "train", "name": "A", "checksum": "c1", "items": 20}],
    "dev": None,
    "tests": [{"source": "A", "part": "test", "name": "A", "checksum": "c1", "items": 30}],
    "seeds": [0],
    "train_items": None,
    "subset": 0,
}


def clustered(size: int, prefix: str = "d") -> Dataset:
    """Return test pairs in documents of so many pairs."""
    rows = items(30)
    provenance = {
        row.id: Provenance(clusters={"document": (f"{prefix}{at // size}",)}) for at, row in enumerate(rows)
    }
    return dataset("A", type(rows[0]), {"test": rows}, {"test": provenance})


def id_of(test: Dataset) -> str:
    """Return the id of a run that is scored on a test."""
    request = spec([A], [test])
    use = replace(request.tests[0], clusters=test.clusters_of("test"))
    return replace(request, tests=(use,)).id


def test_an_earlier_run_keeps_its_id() -> None:
    import hashlib

    plain = json.loads(json.dumps(EARLIER))
    for use in (*plain["train"], *plain["tests"]):
        del use["source"], use["name"]
    expected = hashlib.sha256(json.dumps(plain, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
    assert from_json(RunSpec, EARLIER).id == expected[:12]


def test_other_clusters_are_another_run_and_other_names_are_not() -> None:
    assert id_of(clustered(5)) == id_of(clustered(5, "name "))
    assert len({id_of(clustered(size)) for size in (1, 3, 5)}) == 3
    assert clustered(1).clusters_of("test") == ""


def test_clusters_that_changed_since_the_run_was_planned_are_refused() -> None:
    test = clustered(5)
    request = spec([A], [test])
    use = replace(request.tests[0], clusters=test.clusters_of("test"))
    planned = replace(request, train=(), dev=None, tests=(use,))
    assert gather(planned, {"A": test}).tests
    with pytest.raises(AloiError, match="changed"):
        gather(planned, {"A": clustered(3)})


def test_the_files_of_a_model_decide_and_not_its_path(tmp_path: Path) -> None:
    request = spec([A], [A])
    ids = {}
    for name, text in (("one", "x"), ("copy", "x"), ("other", "y")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "config.json").write_text(text, encoding="utf-8")
        settings = {**request.settings, "model": str(folder)}
        ids[name] = replace(request, settings=settings, contents=contents(settings)).id
    assert ids["one"] == ids["copy"] != ids["other"]
    assert contents({"model": "me5-small", "teacher": None}) == {}


def test_a_revision_of_a_model_of_the_hub_is_another_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = pytest.importorskip("huggingface_hub")
    request = spec([A], [A])
    ids = []
    for commit in ("a" * 40, "b" * 40, "a" * 40):
        path = tmp_path / "snapshots" / commit / "config.json"
        monkeypatch.setattr(hub, "hf_hub_download", lambda name, file, path=path: str(path))
        settings = {**request.settings, "model": "lab/encoder"}
        assert contents(settings) == {"model": commit}
        ids.append(replace(request, settings=settings, contents=contents(settings)).id)
    assert ids[0] == ids[2] != ids[1]

    def absent(name: str, file: str) -> str:
        raise OSError(name, file)

    monkeypatch.setattr(hub, "hf_hub_download", absent)
    assert contents({"model": "lab/encoder"}) == {}


@pytest.mark.parametrize(
    ("machine", "frozen", "precision"),
    [
        (Machine("cpu", {"cpu": ["fp32"]}), True, "fp32"),
        (Machine("cuda", {"cpu": ["fp32"], "cuda": ["bf16", "fp32"]}), False, "bf16"),
        (Machine("mps", {"cpu": ["fp32"], "mps": ["fp32", "fp16"]}), False, "fp32"),
    ],
)
def test_what_auto_means_here_is_in_the_settings(
    machine: Machine, frozen: bool, precision: str, tiny_encoder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aloi.modeling.encoders.devices.machine", lambda: machine)
    monkeypatch.setattr("aloi.modeling.encoders.packages.Packaged.check", lambda self: None)
    settings = SBERT_STS.settings({"model": "me5-small"})
    assert (settings["freeze_embeddings"], settings["precision"]) == (frozen, precision)
    assert SBERT_STS.settings({"model": str(tiny_encoder)})["freeze_embeddings"] is False
    assert SBERT_STS.settings({"model": "me5-small", "freeze_embeddings": True})["freeze_embeddings"] is True
