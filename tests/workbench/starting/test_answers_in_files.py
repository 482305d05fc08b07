"""A campaign started from a file with answers: they become its round 1, or stay out on request."""

from __future__ import annotations

import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.model import Role
from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench.requests.campaigns import StartRequest
from aloi.workbench.starting.content import texts_content
from aloi.workbench.starting.setup import StartedCampaign, start_campaign

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
SCORED = "pair_ID,sentence_A,sentence_B,score,annotator\n" + "".join(
    f"{at},The fever of patient {at} fell.,The fever of {at} was high.,{(at + shift) % 6},{person}\n"
    for at in range(8)
    for shift, person in ((0, "ann"), (at % 2, "bob"))
)
LABELLED = (
    "identifier,text,specialities\n"
    "a1,Le patient est suivi pour une toux et de la fièvre.,pneumologie;infectiologie\n"
    "a2,Une fracture du poignet a été réduite sous anesthésie.,chirurgie\n"
    "a3,La radiographie de la hanche ne montre pas de lésion.,\n"
)


def start(store: Store, file: Path, task: str, **fields: Any) -> StartedCampaign:
    request = StartRequest("Mine", task=task, file=file, licence="CC0", **fields)
    return start_campaign(store, request, now=NOW)


def written(path: Path, content: str) -> Path:
    path.write_text(content, encoding="utf-8")
    return path


def test_scores_of_two_annotators_become_round_1_and_a_pilot_repeats_items(
    store: Store, tmp_path: Path
) -> None:
    boss, path = store.people.add("Boss", Role.MANAGER, NOW), written(tmp_path / "sick.csv", SCORED)
    content = texts_content("similarity", path)
    assert (content.count, content.answered, dict(content.answers)) == (8, 8, {"ann": 8, "bob": 8})
    assert (content.settings, content.labels["score:0"]) == ({}, 5)  # the ready scale has these degrees
    started = start(store, path, "similarity", annotators=(boss.pseudonym,), pilot=3)
    first, pilot = store.campaigns.rounds(started.campaign)
    assert started.answers == {"ann": 8, "bob": 8}
    assert (first.id, first.number, first.status.value) == (started.imported_round, 1, "closed")
    assert (pilot.number, len(pilot.item_ids), pilot.annotators) == (2, 3, (boss.id,))
    assert set(pilot.item_ids) < set(first.item_ids)
    assert len(store.campaigns.get("Mine").schema.settings["scales"][0]["degrees"]) == 6
    assert len(store.campaigns.guidelines(started.campaign)) == 1
    with pytest.raises(AloiError) as refused:
        start(store, path, "similarity")
    assert refused.value.code == "aloi.exists"


def test_scores_off_the_ready_scale_bring_their_own_with_the_shipped_question(
    store: Store, tmp_path: Path
) -> None:
    rows = "".join(f"a{at} b c,d e f{at},{at / 2}\n" for at in range(2, 9))
    path = written(tmp_path / "p.csv", f"left,right,score\n{rows}")
    started = start(store, path, "similarity", language="en", annotator="the authors")
    [scale] = store.campaigns.get("Mine").schema.settings["scales"]
    assert (scale["low"], scale["high"], scale["title"]) == (1, 4, "Similarity")
    assert scale["question"].startswith("How much")
    assert (started.answers, started.round) == ({"the authors": 7}, None)


def test_labels_of_texts_and_texts_without_an_answer(store: Store, tmp_path: Path) -> None:
    path = written(tmp_path / "m.csv", LABELLED)
    content = texts_content("classification", path)
    assert (content.count, content.answered, dict(content.answers)) == (3, 2, {"": 2})
    assert dict(content.labels) == {"chirurgie": 1, "infectiologie": 1, "pneumologie": 1}
    started = start(store, path, "classification", annotators=("Ada",))
    assert (started.answers, started.items, started.pilot) == ({"reference": 2}, 3, 1)
    settings = store.campaigns.get("Mine").schema.settings
    assert (settings["most"], settings["question"]) == (3, "Comment étiquetez-vous le texte ?")


def test_only_the_texts_on_request(store: Store, tmp_path: Path) -> None:
    path = written(tmp_path / "sick.csv", SCORED)
    started = start(store, path, "similarity", texts_only=True, annotators=("Ada",))
    assert (started.answers, started.imported_round, started.items, started.pilot) == ({}, None, 8, 8)


def test_answers_that_contradict_each_other_are_refused_and_the_texts_stay_usable(
    store: Store, tmp_path: Path
) -> None:
    path = written(tmp_path / "sick.csv", SCORED.replace(",ann\n", ",\n").replace(",bob\n", ",\n"))
    content = texts_content("similarity", path)
    assert content.problem is not None
    assert (content.problem["code"], content.count) == ("gold.project-nobody-named", 8)
    with pytest.raises(AloiError) as refused:
        start(store, path, "similarity")
    assert refused.value.code == "gold.project-nobody-named"
    assert store.campaigns.list() == []
    assert start(store, path, "similarity", texts_only=True).items == 8


def test_spans_of_two_directories_meet_in_round_1_once_somebody_says_these_are_people(
    store: Store, tmp_path: Path
) -> None:
    with zipfile.ZipFile(tmp_path / "e3c.zip", "w") as project:
        for person in ("ann", "bea"):
            for at in range(2):
                text = f"Douleur de la hanche droite, soulagée par le paracétamol, jour {at}."
                project.writestr(f"{person}/doc{at}.txt", text)
                project.writestr(f"{person}/doc{at}.ann", "T1\tSIGN 0 7\tDouleur\nT2\tDRUG 900 905\tX\n")
    with pytest.raises(AloiError) as doubt:
        texts_content("spans", tmp_path / "e3c.zip")
    assert (doubt.value.code, doubt.value.values["by"]) == ("workbench.annotators-of-paths", "directory")
    started = start(store, tmp_path / "e3c.zip", "spans", annotator_from="directory", pilot=None)
    assert started.answers == {"ann": 2, "bea": 2}
    assert [(one["what"], one["count"]) for one in started.left_out] == [("spans", 4)]
    assert store.campaigns.rounds(started.campaign)[0].id == started.imported_round
