"""Crowds by command: opened with attention items of a table, followed, exported, forgotten."""

from __future__ import annotations

from pathlib import Path

from aloi.base.settings import Settings
from aloi.corpora.readers import read_table
from aloi.storage.store import Store
from tests.workbench.scene import make_scene


def test_a_crowd_from_a_table_of_attention_items(told, refused, folder: Path) -> None:
    store = Store.open(Settings.read().store)
    scene = make_scene(store, folder, pairs=4, people_=1)
    attention, consent, out = folder / "attention.csv", folder / "consent.txt", folder / "people.csv"
    attention.write_text(
        f'item_id,value\n{scene.items[0]},"{{""score"": 5}}"\n{scene.items[0]},"{{""score"": 4}}"\n'
    )
    consent.write_text("I am at least 18.\n")
    sizes = ("--items-per-person", "1", "--places", "3", "--answers-per-item", "1")
    of = ("--campaign", scene.campaign.id)
    assert "completion" in refused("crowd", "open", *of, *sizes)
    opened = told(
        "crowd", "open", *of, *sizes, "--completion-code", "DONE", "--attention", str(attention),
        "--consent", str(consent), "--participant", "participantId",
    )  # fmt: skip
    assert (opened["items"], opened["attention_items"], opened["free"]) == (3, 1, 3)
    assert "?participantId={{%PROLIFIC_PID%}}&" in opened["link"]
    (crowd,) = store.crowds.of_campaign(scene.campaign.id)
    assert crowd.attention == {scene.items[0]: [{"score": 5}, {"score": 4}]}
    assert crowd.settings.consent == "I am at least 18."
    assert told("crowd", "list", *of)["crowds"] == [told("crowd", "status", *of, "--round", "1")]
    assert told("crowd", "export", *of, "--round", "1", "--out", str(out))["participants"] == 0
    assert "participant" in read_table(out).columns
    assert told("crowd", "forget", *of, "--round", "1") == {"count": 0}
    assert told("crowd", "close", *of, "--round", "1")["closed"] is True
    store.close()
