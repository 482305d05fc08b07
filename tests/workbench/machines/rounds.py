"""A round of pairs with the answers of three people, and a model that answers nearly as they do."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from aloi.annotation.model import Annotation, AssignmentKey
from aloi.storage.store import Store
from aloi.workbench.machines.answering import answer_round
from aloi.workbench.machines.registry import add_machine
from aloi.workbench.requests.campaigns import StartRequest
from aloi.workbench.requests.machines import AddMachineRequest, AnswerMachineRequest
from aloi.workbench.starting.setup import start_campaign

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
COUNT = 60


def degree_of(text: str) -> int:
    """Return the right degree of a pair from its number."""
    return int("".join(letter for letter in text if letter.isdigit())) % 6


def annotated(
    store: Store,
    folder: Path,
    count: int = COUNT,
    name: str = "Pairs",
    word: str = "",
    answered: int | None = None,
    **more: Any,
) -> str:
    """Return a campaign with a round of pairs and the answers of three people, who err on a seventh.

    They answer all items, or the first ones.
    """
    lines = [f"{at}\tPatient {at} coughs{word}.\tPatient {at} sleeps." for at in range(count)]
    table = folder / "pairs.tsv"
    table.write_text("\n".join(["pair_ID\tsentence_A\tsentence_B", *lines]), encoding="utf-8")
    terms: dict[str, Any] = {
        "file": table,
        "licence": "CC0",
        "language": "en",
        "annotators": ("Ada", "Bo", "Cy"),
        "pilot": None,
        **more,
    }
    campaign = start_campaign(store, StartRequest(name, **terms), now=NOW).campaign
    round_ = store.campaigns.rounds(campaign)[0]
    scale = store.campaigns.get(campaign).schema.settings["scales"][0]["name"]
    answers = []
    for at, person in enumerate(round_.annotators):
        for item in store.texts.items(round_.item_ids[:answered]):
            degree = degree_of(item.texts[0])
            wrong = (degree * 7 + at + int(item.id[:4], 16)) % 7 == 0
            key = AssignmentKey(round_.id, item.id, person)
            event = f"{person[:20]}-{item.id[:20]}"
            value = {scale: (degree + 1) % 6 if wrong else degree}
            answers.append(Annotation(key, 1, event, value, False, "", None, 1, NOW))
    store.answers.import_answers(round_.id, answers)
    return str(campaign)


def right_reply(body: dict[str, Any]) -> str:
    """Answer the right degree of most pairs; the first of the two texts decides in doubt."""
    shown = body["messages"][-1]["content"]
    degree = degree_of(shown.split("</text>")[0])
    if shown.startswith("First: <text>Patient") and "sleeps" in shown.split("</text>")[0]:
        degree = max(0, degree - 1)
    name = json.loads(body["messages"][0]["content"].split("\n\n")[-1])["required"][0]
    return json.dumps({name: degree, "confidence": 0.8})


def ask(store: Store, folder: Path, url: str, **more: Any) -> None:
    """Let a new machine annotate the round."""
    add_machine(store, AddMachineRequest("m", endpoint=url, model="tiny", **more), folder, NOW)
    answer_round(store, AnswerMachineRequest("Pairs", 1, "m", parallel=4), folder, NOW)
