"""The model of a run on the Hub: only if its training data are releases that passed the release checks."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from aloi.annotation.rows import ScoredPair
from aloi.base.errors import AloiError
from aloi.gold.releasing.gate import RULE_NAMES
from aloi.modeling.data.dataset import dataset
from aloi.modeling.recipes import recipe
from aloi.modeling.runs.execute import execute
from aloi.modeling.runs.spec import DataUse, RunSpec
from aloi.workbench.models.runs import runs_folder
from aloi.workbench.models.sharing.exporting import push_run
from aloi.workbench.releases.pushing import HubAccount
from aloi.workbench.requests.models.runs import PushRunRequest
from tests.modeling.recipes.cases import ROWS, quick
from tests.workbench.releases.test_pushing import REPOSITORY, SECRET, StandIn, hub
from tests.workbench.scene import NOW

__all__ = ["hub"]
SOURCE = "clinical:1.0"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("push")


@pytest.fixture(scope="module")
def run(data: Path) -> str:
    """Return a run whose training data are a release, by the name of its source."""
    recipe_, rows = recipe("sbert_sts"), ROWS[ScoredPair]
    pairs = dataset("clinical 1.0", ScoredPair, {"train": rows, "test": rows})
    train, test = (DataUse(SOURCE, part, pairs.name, pairs.checksum, len(rows)) for part in ("train", "test"))
    spec = RunSpec(recipe_.name, quick(recipe_, epochs=1, keep_model=True), (train,), None, (test,), (1,))
    return execute(spec, {SOURCE: pairs}, runs_folder(data) / spec.id).id


def store_with(gate: bool = True, *, restricted: bool = False, logged: list[str] | None = None) -> Any:
    """Return what stands in for a store with one release."""
    manifest = {
        "corpus": {"language": "fr", "licence": "CC-BY-4.0", "restricted": restricted},
        **({"gate": {"rules": dict.fromkeys(RULE_NAMES)}} if gate else {}),
    }
    release = SimpleNamespace(version="1.0", campaign_id="c", manifest=manifest)
    corpus = SimpleNamespace(id="k", name="ward", restricted=restricted)

    def log(corpus_id: str, content: str, reason: str, now: object) -> None:
        (logged if logged is not None else []).append(f"{content}: {reason}")

    return SimpleNamespace(
        gold=SimpleNamespace(release=lambda name: release),
        campaigns=SimpleNamespace(get=lambda name: SimpleNamespace(corpus_id="k")),
        texts=SimpleNamespace(corpus=lambda name: corpus, log_export=log),
    )


def push(store: Any, data: Path, run: str, address: str, reason: str = "") -> Any:
    request = PushRunRequest(run, REPOSITORY, private=True, reason=reason)
    return push_run(store, request, data, HubAccount(SECRET, address), now=NOW)


def test_a_model_is_pushed_as_one_commit_with_its_card(hub: str, data: Path, run: str) -> None:
    done = push(store_with(), data, run, hub)
    assert done.address == f"{hub}/{REPOSITORY}"
    assert StandIn.commits == [f"Run {run}"]
    assert {"README.md", "modules.json", "model.safetensors", "aloi.json"} <= set(StandIn.files)
    assert "old.txt" not in StandIn.files
    card = StandIn.files["README.md"].decode()
    assert "- fr" in card
    assert "| train | clinical 1.0/train | 24 | fr | CC-BY-4.0 |" in card


def test_what_the_release_checks_did_not_see_stays_here(hub: str, data: Path, run: str) -> None:
    with pytest.raises(AloiError, match="before these release checks"):
        push(store_with(gate=False), data, run, hub)

    def absent(name: str) -> Any:
        raise AloiError("aloi.no-content", path=name, content="x")

    store = store_with()
    store.gold = SimpleNamespace(release=absent)
    with pytest.raises(AloiError, match=r"is of the kind clinical 1\.0/train"):
        push(store, data, run, hub)
    with pytest.raises(AloiError, match="data-use agreement"):
        push(store_with(restricted=True), data, run, hub)
    assert StandIn.commits == []
    logged: list[str] = []
    push(store_with(restricted=True, logged=logged), data, run, hub, reason="The board agreed.")
    assert logged == [f"model of run {run}: The board agreed."]
