"""Crowds by command: opened with attention items of a table, followed, exported, forgotten."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from aloi.base.settings import Settings
from aloi.corpora.readers import read_table
from aloi.storage.store import Store
from tests.workbench.scene import make_scene


def test_a_crowd_from_a_table_of_attention_items(invoke, refused, folder: Path) -> None:
    def answer(*arguments: str) -> dict[str, Any]:
        return json.loads(invoke(*arguments, "--json").stdout)

    store = Store.open(Settings.read().store)
    scene = make_scene(store, folder, pairs=4, people_=1)
    attention, out = folder / "attention.csv", folder / "people.csv"
    attention.write_text(
        f'item_id,value\n{scene.items[0]},"{{""score"": 5}}"\n{scene.items[0]},"{{""score"": 4}}"\n'
    )
    sizes = ("--items-per-person", "1", "--places", "3", "--answers-per-item", "1")
    of = ("--campaign", scene.campaign.id)
    assert "completion" in refused("crowd", "open", *of, *sizes)
    opened = answer(
        "crowd", "open", *of, *sizes, "--completion-code", "DONE", "--attention", str(attention),
        "--consent", "I am at least 18.", "--participant", "participantId",
    )  # fmt: skip
    assert (opened["items"], opened["attention_items"], opened["free"]) == (3, 1, 3)
    assert "?participantId={{%PROLIFIC_PID%}}&" in opened["link"]
    (crowd,) = store.crowds.of_campaign(scene.campaign.id)
    assert crowd.attention == {scene.items[0]: [{"score": 5}, {"score": 4}]}
    assert crowd.settings.consent == "I am at least 18."
    assert answer("crowd", "list", *of)["crowds"] == [answer("crowd", "status", *of, "--round", "1")]
    assert answer("crowd", "export", *of, "--round", "1", "--out", str(out))["participants"] == 0
    assert "participant" in read_table(out).columns
    assert answer("crowd", "forget", *of, "--round", "1") == {"count": 0}
    assert answer("crowd", "close", *of, "--round", "1")["closed"] is True
    store.close()
