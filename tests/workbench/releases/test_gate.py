"""A release passes the gate or is refused with every rule named; an override is logged and stands in it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.model import Pair
from aloi.storage.corrections.log import CorrectionKind
from aloi.storage.store import Store
from aloi.workbench.corrections.naming import state_licence
from aloi.workbench.releases import checking, exporting, gold, releases
from aloi.workbench.requests.corrections import LicenceRequest
from aloi.workbench.requests.releases import ExportRequest, FreezeRequest, ReleaseRequest
from tests.workbench.scene import NOW, Scene, make_scene

SIZES: dict[str, int | float | str] = {"train": 3, "test": "rest"}


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    """Return a restricted corpus, labelled by one person alone, its gold frozen."""
    made = make_scene(store, tmp_path, restricted=True)
    made.give(made.open(names=("A1",)), {"A1": (0, 1, 2, 3, 4, 5)})
    gold.freeze(store, FreezeRequest("closeness"), now=NOW)
    return made


def test_every_broken_rule_is_named_and_nothing_is_kept(scene: Scene) -> None:
    with pytest.raises(AloiError) as refused:
        releases.build(scene.store, ReleaseRequest("closeness", "1.0", sizes=SIZES), now=NOW)
    assert refused.value.code == "workbench.gate-refused"
    for language, said in (("en", "--override RULE --why TEXT"), ("fr", "--override RÈGLE --why TEXTE")):
        told = refused.value.told(language)
        assert said in told
        assert "restricted" in told
        assert "agreement" in told
        assert "Patient" not in told
    assert AloiError.from_json(refused.value.to_json()).told() == refused.value.told()
    assert scene.store.gold.releases() == []
    assert scene.store.corrections.list() == []


def test_overrides_are_logged_and_stand_in_the_release(scene: Scene) -> None:
    store = scene.store
    for number in (1, 2):  # the second release says it again, for itself
        overrides = {"agreement": " One person. ", "restricted": "Agreed by letter.", "crossing": "Unneeded."}
        request = ReleaseRequest(
            "closeness", f"{number}.0", sizes=SIZES, overrides=overrides, override_by="A2"
        )
        made = releases.build(store, request, now=NOW)
        told = [(one["rule"], one["why"], one["by"]) for one in made.manifest["gate"]["overridden"]]
        assert told == [("restricted", "Agreed by letter.", "A2"), ("agreement", "One person.", "A2")]
        assert "- Overridden: agreement (rounds 1), by A2: One person." in made.manifest["statement"]
        assert "- Passed: licence, names, identifiers, crossing, trace" in made.manifest["statement"]
        assert checking.verify(store, made.id) == []
    logged = store.corrections.list(campaign_id=scene.campaign.id)
    assert [one.kind for one in logged] == [CorrectionKind.OVERRIDE] * 4
    assert {(one.details["release"], one.details["rule"]) for one in logged} == {
        (version, rule) for version in ("1.0", "2.0") for rule in ("restricted", "agreement")
    }


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"overrides": {"license": "x"}}, "Did you mean 'licence'"),
        ({"overrides": {"agreement": " "}}, "without a reason"),
        ({"overrides": {"agreement": "x"}, "override_by": "Z9"}, "Z9"),
    ],
)
def test_wrong_overrides_are_refused(scene: Scene, fields: dict[str, Any], said: str) -> None:
    with pytest.raises(AloiError, match=said):
        releases.build(scene.store, ReleaseRequest("closeness", "1.0", sizes=SIZES, **fields), now=NOW)


def test_a_stand_off_release_leaves_without_a_word_of_its_texts(scene: Scene, tmp_path: Path) -> None:
    store = scene.store
    overrides = {"agreement": "One person."}
    request = ReleaseRequest("closeness", "1.0", sizes=SIZES, overrides=overrides, stand_off=True)
    made = releases.build(store, request, now=NOW)
    with pytest.raises(AloiError, match="restricted by a data-use agreement"):
        exporting.export(store, ExportRequest(made.id, "sts_tsv"), tmp_path / "whole", now=NOW)
    done = exporting.export(store, ExportRequest(made.id, stand_off=True), tmp_path / "out", now=NOW)
    written = {path.name: path.read_text("utf-8") for path in (tmp_path / "out").rglob("*.*")}
    assert set(done.files) == set(written)
    assert not any(word in text for text in written.values() for word in ("Patient", "dort", "tousse"))
    assert "- Stand-off release: ids and offsets, without the texts." in written["STATEMENT.md"]
    documents = {one.name: one.text for one in store.texts.documents(scene.campaign.corpus_id)}
    lines = [json.loads(line) for line in written["items.jsonl"].splitlines()]
    items = {one.id: one for one in store.texts.items(scene.items)}
    assert {one["id"] for one in lines} == set(scene.items)
    for line in lines:
        item = items[line["id"]]
        assert isinstance(item, Pair)
        assert line["value"] == {"score": scene.items.index(item.id)}
        for name, sentence in (("left", item.left), ("right", item.right)):
            place = line[name]
            text = documents[place["document"]][place["start"] : place["end"]]
            assert text == sentence.text
            assert place["sha256"] == hashlib.sha256(text.encode()).hexdigest()


def test_a_licence_is_stated_afterwards(scene: Scene) -> None:
    reason = {"why": "It came without one."}
    with pytest.raises(AloiError, match="'ask me'"):
        state_licence(scene.store, LicenceRequest(corpus="invented", licence="ask me", **reason), NOW)
    found = state_licence(scene.store, LicenceRequest(corpus="invented", licence="CC BY 4.0", **reason), NOW)
    assert found.details == {"before": "CC0-1.0", "licence": "CC BY 4.0"}
    assert scene.store.texts.corpus("invented").licence == "CC BY 4.0"
