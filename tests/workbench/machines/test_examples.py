"""Examples in prompts: drawn by the seed from adjudicated calibration items, never from what is tested."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.model import Annotation, AssignmentKey, Role, Round
from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench.machines import prompting
from aloi.workbench.machines.answering import try_machine
from aloi.workbench.machines.registry import add_machine
from aloi.workbench.releases import gold, releases
from aloi.workbench.requests.machines import AddMachineRequest, TryMachineRequest
from aloi.workbench.requests.releases import FreezeRequest, ReleaseRequest
from aloi.workbench.requests.rounds import DecisionsRequest, RoundRequest
from aloi.workbench.rounds.adjudicating import import_decisions
from aloi.workbench.rounds.rounds import find_round, open_round
from tests.workbench.machines.rounds import NOW, annotated, degree_of

CALIBRATED = 40


def _calibrated(store: Store, folder: Path) -> tuple[Round, Round, dict[str, int]]:
    """Return the round of all items, a calibration round of 40 of them, and the decisions on these."""
    annotated(store, folder)
    main = find_round(store, "Pairs", 1)
    names = [store.people.get(person).pseudonym for person in main.annotators[:2]]
    chosen = main.item_ids[:CALIBRATED]
    open_round(store, RoundRequest("Pairs", "calibration", items=chosen, annotators=names, overlap=2))
    calibration = find_round(store, "Pairs", 2)
    right = {item.id: degree_of(item.texts[0]) for item in store.texts.items(chosen)}
    scale = store.campaigns.get("Pairs").schema.settings["scales"][0]["name"]
    answers = []
    for at, person in enumerate(main.annotators[:2]):
        for item_id in chosen:
            key = AssignmentKey(calibration.id, item_id, person)
            value: dict[str, Any] = {scale: (right[item_id] + at) % 6}
            event = f"2-{person[:20]}-{item_id[:20]}"
            answers.append(Annotation(key, 1, event, value, False, "", None, 1, NOW))
    store.answers.import_answers(calibration.id, answers)
    judge = store.people.add("Judy", Role.ADJUDICATOR, NOW).pseudonym
    rows = [
        {"item_id": item_id, "value": value, "why": "", "adjudicator": judge}
        for item_id, value in right.items()
    ]
    (folder / "decisions.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    import_decisions(store, DecisionsRequest("Pairs", 2, folder / "decisions.jsonl"), now=NOW)
    return main, calibration, right


def test_examples_are_drawn_by_the_seed_and_none_is_tested_or_annotated(store: Store, tmp_path: Path) -> None:
    main, calibration, right = _calibrated(store, tmp_path)
    campaign = store.campaigns.get("Pairs")
    names = [store.people.get(person).pseudonym for person in main.annotators[:2]]
    open_round(store, RoundRequest("Pairs", "main", items=main.item_ids[30:], annotators=names, overlap=2))
    asked_round = find_round(store, "Pairs", 3)

    def machine(**more: Any) -> Any:
        request = AddMachineRequest("m", endpoint="http://127.0.0.1:9/v1", model="x", **more)
        return add_machine(store, request, tmp_path, NOW)

    def drawn(**more: Any) -> list[str]:
        return [each.item.id for each in prompting.examples_of(store, campaign, asked_round, machine(**more))]

    assert drawn() == []
    first = drawn(examples=6)
    assert len({*first}) == 6
    assert drawn(examples=6) == first  # the same seed, the same examples
    assert any(drawn(examples=6, seed=seed) != first for seed in (1, 2))
    # The last ten are in the round that is annotated.
    assert {*drawn(examples=30)} == {*calibration.item_ids[:30]}
    # Their values are the decisions, and the prompt shows them.
    for example in prompting.examples_of(store, campaign, asked_round, machine(examples=6)):
        assert [*example.value.values()] == [right[example.item.id]]
    prompt = try_machine(store, TryMachineRequest("Pairs", 3, "m", version=2), NOW).prompt
    assert all(item.texts[0] in prompt for item in store.texts.items(first))

    # Items of a test split are hidden as soon as there is a release.
    gold.freeze(store, FreezeRequest("Pairs", rounds=(1,)), now=NOW)
    releases.build(store, ReleaseRequest("Pairs", "1.0", sizes={"train": 30, "test": "rest"}), now=NOW)
    tested = prompting.tested_items(store, campaign)
    left = {*calibration.item_ids[:30]} - tested
    assert len(tested) == 30
    assert 6 < len(left) < 30
    assert {*drawn(examples=len(left))} == left
    with pytest.raises(AloiError) as few:
        drawn(examples=len(left) + 1)
    assert few.value.code == "aloi.too-few"


def test_rounds_that_may_give_no_examples_are_refused(store: Store, tmp_path: Path) -> None:
    _calibrated(store, tmp_path)
    add_machine(
        store, AddMachineRequest("m", endpoint="http://127.0.0.1:9/v1", model="x", examples=2), tmp_path, NOW
    )
    # The round that is annotated, a round of another purpose, and one that does not exist.
    for annotated_round, source in ((2, 2), (2, 1), (1, 9)):
        with pytest.raises(AloiError) as refused:
            try_machine(
                store, TryMachineRequest("Pairs", annotated_round, "m", example_rounds=(source,)), NOW
            )
        assert refused.value.code == "aloi.value"
    with pytest.raises(AloiError) as few:  # round 1 has all items: none is left for examples
        try_machine(store, TryMachineRequest("Pairs", 1, "m", example_rounds=(2,)), NOW)
    assert few.value.code == "aloi.too-few"
