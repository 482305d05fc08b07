"""Exports of doccano and Label Studio: spans hold the words they held, and what is left out is counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aloi.storage.store import Store
from aloi.workbench.imports.arrival import Arrival
from tests.workbench.imports import project_files as files
from tests.workbench.imports.test_label_studio import CONFIG_FILE, minimal
from tests.workbench.imports.test_project_marks import annotated, result
from tests.workbench.imports.test_projects import brought, refused

EMOJI = "🩺 Examen : le malade tousse, fièvre à 39 °C."
SIGN = [("SIGN", "fièvre")]


def marked(store: Store) -> list[tuple[str, str]]:
    """Return each span of the campaign with its label and words, in the order of the answers."""
    campaign = store.campaigns.get("c")
    items = {item.id: item for item in store.texts.corpus_items(campaign.corpus_id)}
    (only,) = store.campaigns.rounds(campaign.id)
    spans: list[tuple[str, str]] = []
    for answer in store.answers.latest(only.id):
        value: Any = answer.value
        text = items[answer.key.item_id].texts[0]
        for span in value["spans"]:
            spans.append((span["label"], " ".join(text[start:end] for start, end in span["parts"])))
    return sorted(spans)


def left(arrival: Arrival) -> dict[str, int]:
    return {each["what"] + " " + each["why"]: each["count"] for each in arrival.to_json()["left_out"]}


@pytest.mark.parametrize(
    "fields",
    [
        {"text": EMOJI, "label": [[30, 36, "SIGN"]], "Comments": []},
        {"text": EMOJI, "labels": [[30, 36, "SIGN"]]},
        {"data": EMOJI, "label": [[30, 36, "SIGN"]]},
        {"text": EMOJI, "entities": [[30, 36, "SIGN"]], "username": "admin"},
        {"text": EMOJI, "entities": [{"id": 3, "label": "SIGN", "start_offset": 30, "end_offset": 36}]},
        {"text": EMOJI, "annotations": [{"label": "SIGN", "start_offset": 30, "end_offset": 36, "user": 1}]},
    ],
    ids=["label", "labels", "data", "username", "entities", "annotations"],
)
@pytest.mark.parametrize("suffix", ["jsonl", "json"])
def test_every_layout_of_doccano_is_one_of_spans(
    suffix: str, fields: dict[str, Any], store: Store, tmp_path: Path
) -> None:
    empty = {"id": 2, **{name: [] if isinstance(fields[name], list) else "Rien." for name in fields}}
    write = files.lines if suffix == "jsonl" else files.listed
    done = brought(store, write(tmp_path / f"p.{suffix}", [empty, {"id": 1, **fields}]))
    assert (done.format, done.documents, done.answers) == ("doccano", 2, 1)
    assert marked(store) == SIGN


def test_two_users_of_one_doccano_record_stay_two(store: Store, tmp_path: Path) -> None:
    annotations = [{"label": label, "user": user} for label, user in ((1, 4), (2, 5))]
    annotations.append({"text": "écrit", "user": 4})
    path = files.lines(tmp_path / "p.jsonl", [{"id": 1, "text": "La toux.", "annotations": annotations}])
    done = brought(store, path)
    assert done.annotators == ("4", "5")
    assert left(done) == {"texts that people wrote (text to text)": 1}
    assert done.counted("labels that the export names by their number alone") == 2


def test_the_csv_of_doccano_parts_labels_and_comments(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "all.csv"
    path.write_text("id,text,label,Comments\n1,La toux.,signe#soin,à relire\n2,Rien.,,\n", encoding="utf-8")
    done = brought(store, path)
    assert (done.format, done.answers, done.comments) == ("doccano", 1, 1)
    labels: Any = store.campaigns.get("c").schema.settings["labels"]
    assert [label["name"] for label in labels] == ["signe", "soin"]


def test_texts_that_doccano_collected_are_no_labels(store: Store, tmp_path: Path) -> None:
    path = files.lines(
        tmp_path / "p.jsonl", [{"id": 1, "text": "a b", "label": ["mot " * 30], "Comments": []}]
    )
    assert refused(store, path).code == "gold.project-labels-or-texts"


def test_offsets_are_counted_as_a_person_says(store: Store, tmp_path: Path) -> None:
    record = {"id": 1, "text": "🩺🩺 a b c d", "label": [[5, 6, "X"]], "Comments": []}
    path = files.lines(tmp_path / "p.jsonl", [record])
    done = brought(store, path, offsets="code_points")
    assert (marked(store), done.to_json()["note_counts"]) == ([("X", "b")], {})


def test_offsets_of_label_studio_without_words(store: Store, tmp_path: Path) -> None:
    path = files.listed(
        tmp_path / "p.json",
        [annotated(1, 3, result("labels", start=30, end=36, labels=["SIGN"]), text=EMOJI)],
    )
    brought(store, path)
    assert marked(store) == SIGN
    assert brought(store, path).new == 0


def test_line_ends_are_counted_as_a_browser_does(store: Store, tmp_path: Path) -> None:
    text = "Motif :\r\ntoux\r\n\r\nTraitement :\r\nDoliprane 1 g\r\n"
    spans = result("labels", start=27, end=36, text="Doliprane", labels=["DRUG"])
    brought(store, files.listed(tmp_path / "p.json", [annotated(1, 3, spans, text=text)]))
    assert marked(store) == [("DRUG", "Doliprane")]


def test_no_span_that_fits_is_refused_as_that(store: Store, tmp_path: Path) -> None:
    spans = result("labels", start=2, end=6, text="absent", labels=["DRUG"])
    path = files.listed(tmp_path / "p.json", [annotated(1, 3, spans, text="🩺 toux\r\n")])
    error = refused(store, path)
    assert error.code == "gold.project-no-span-fits"
    assert {name: error.values[name] for name in ("spans", "words", "crlf", "astral")} == {
        "spans": 1, "words": 1, "crlf": 1, "astral": 1,
    }  # fmt: skip
    assert "toux" not in error.told()


def test_what_a_region_says_beside_its_label_is_counted(store: Store, tmp_path: Path) -> None:
    text = "Douleur thoracique brutale"
    sign = {**result("labels", start=0, end=7, text="Douleur", labels=["SIGN"]), "meta": {"text": ["note"]}}
    bare = result("labels", start=8, end=18, text="thoracique", labels=[])
    ranking = result("ranker", ranker={"rank": ["a", "b"]})
    page = result(
        "hypertextlabels", start="/p[1]/text()[1]", end="/p[1]/text()[1]", startOffset=0, endOffset=7,
        text="Douleur", hypertextlabels=["SIGN"],
    )  # fmt: skip
    done = brought(
        store, files.listed(tmp_path / "p.json", [annotated(1, 3, sign, bare, ranking, page, text=text)]),
        question="le_labels",
    )  # fmt: skip
    assert marked(store) == [("SIGN", "Douleur")]
    assert left(done) == {
        "regions without a label": 1, "notes at spans": 1, "rankings ": 1, "regions of HTML": 1,
    }  # fmt: skip


def test_json_min_counts_regions_without_a_label(store: Store, tmp_path: Path) -> None:
    spans = [
        {"start": 0, "end": 7, "text": "Douleur", "labels": ["SIGN"]},
        {"start": 8, "end": 18, "text": "thoracique"},
    ]
    done = brought(
        store, files.listed(tmp_path / "p.json", [minimal(1, 3, text="Douleur thoracique", label=spans)])
    )
    assert (marked(store), left(done)) == ([("SIGN", "Douleur")], {"regions without a label": 1})


def test_html_alone_is_refused_as_html(store: Store, tmp_path: Path) -> None:
    page = result(
        "hypertextlabels", start="/p[1]/text()[1]", end="/p[1]/text()[1]", startOffset=3, endOffset=10,
        globalOffsets={"start": 3, "end": 10}, text="malaise", hypertextlabels=["SIGN"],
    )  # fmt: skip
    path = files.listed(
        tmp_path / "p.json", [annotated(1, 3, page, text="<p>Un malaise &eacute;tait noté</p>")]
    )
    error = refused(store, path)
    assert error.code == "workbench.project-no-labels"
    assert "regions of HTML (1)" in error.told()


def test_offsets_of_html_hold_where_nothing_is_marked_up(store: Store, tmp_path: Path) -> None:
    page = result(
        "hypertextlabels", start="/text()[1]", end="/text()[1]", startOffset=3, endOffset=10,
        globalOffsets={"start": 3, "end": 10}, text="malaise", hypertextlabels=["SIGN"],
    )  # fmt: skip
    brought(store, files.listed(tmp_path / "p.json", [annotated(1, 3, page, text="Un malaise noté")]))
    assert marked(store) == [("SIGN", "malaise")]


def test_a_taxonomy_has_levels(store: Store, tmp_path: Path) -> None:
    chosen = result("taxonomy", taxonomy=[["Corps", "Tête"], ["Lieu"]])
    path = files.listed(tmp_path / "p.json", [annotated(1, 3, chosen, text="Une phrase.")])
    (tmp_path / CONFIG_FILE).write_text(
        '<View><Text name="text" value="$text"/><Taxonomy name="le_taxonomy" toName="text"><Choice '
        'value="Corps"><Choice value="Tête"/><Choice value="Pied"/></Choice><Choice value="Lieu"/>'
        "</Taxonomy></View>",
        encoding="utf-8",
    )
    assert brought(store, path).answers == 1
    labels: Any = store.campaigns.get("c").schema.settings["labels"]
    assert {(label["name"], label["parent"]) for label in labels} == {
        ("Corps", ""), ("Corps / Tête", "Corps"), ("Corps / Pied", "Corps"), ("Lieu", ""),
    }  # fmt: skip


def test_a_round_in_which_all_chose_the_same_comes_in(store: Store, tmp_path: Path) -> None:
    tasks = [
        annotated(number, 3, result("choices", choices=["oui"]), text=f"Phrase {number}.")
        for number in (1, 2)
    ]
    tasks[1]["annotations"].append(
        {**tasks[1]["annotations"][0], "id": 9, "completed_by": 4, "was_cancelled": True}
    )
    done = brought(store, files.listed(tmp_path / "p.json", tasks))
    assert (done.answers, done.skips, left(done)) == (2, 1, {"results of skipped annotations": 1})


def test_counts_of_notes_are_in_the_json(store: Store, tmp_path: Path) -> None:
    record = {"id": 1, "text": EMOJI, "label": [[30, 36, "SIGN"]], "Comments": []}
    done = brought(store, files.lines(tmp_path / "p.jsonl", [record]))
    assert json.dumps(done.to_json()["note_counts"]) == json.dumps(
        {"spans read as offsets in UTF-16 units, as the tool counts them": 1}
    )
