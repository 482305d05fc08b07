"""What single tools say in their own way: marked words, ratings, choices of two, types and relations."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import aloi
from aloi.storage.store import Store
from tests.workbench.imports import project_files as files
from tests.workbench.imports.test_projects import brought, refused


def annotated(number: int, who: int, *results: dict[str, Any], **data: str) -> dict[str, Any]:
    said = {"id": number, "completed_by": who, "result": [*results], "was_cancelled": False, "lead_time": 1.5}
    return {"id": number, "data": data, "annotations": [said], "predictions": []}


def result(kind: str, **value: Any) -> dict[str, Any]:
    return files._result(f"le_{kind}", kind, value)


def test_spans_of_label_studio_stand_where_its_words_are(store: Store, tmp_path: Path) -> None:
    text = files.TEXTS["b"]
    start = text.index("repos")
    marked = result("labels", start=start + 1, end=start + 6, text="repos", labels=["soin"])
    attribute = result("choices", start=start + 1, end=start + 6, text="repos", choices=["léger"])
    relation = {"type": "relation", "from_id": "x1", "to_id": "x2", "direction": "right"}
    image = result("rectanglelabels", x=1, rectanglelabels=["y"])
    done = brought(
        store,
        files.listed(tmp_path / "p.json", [annotated(1, 3, marked, attribute, relation, image, text=text)]),
    )
    counted = {one["what"] + " " + one["why"]: one["count"] for one in done.to_json()["left_out"]}
    assert counted == {
        "relations of excluded spans": 1,
        "results of the kind 'rectanglelabels'": 1,
    }
    (only,) = store.campaigns.rounds(store.campaigns.get("c").id)
    (answer,) = store.answers.latest(only.id)
    assert (answer.value, answer.seconds) == (
        {"spans": [{"label": "soin", "parts": [[start, start + 5]], "attributes": {"le_choices": "léger"}}]},
        1.5,
    )


def test_ratings_of_single_texts_come_in_as_labels(store: Store, tmp_path: Path) -> None:
    tasks = [annotated(n, 3, result("rating", rating=n), text=f"Phrase {n}.") for n in (1, 2, 4)]
    done = brought(store, files.listed(tmp_path / "p.json", tasks))
    assert (
        done.counted("ratings of single texts, which come in as labels: agreement does not see their order")
        == 3
    )
    labels = store.campaigns.get("c").schema.settings["labels"]
    assert [one["name"] for one in labels] == ["1", "2", "3", "4"]  # type: ignore[union-attr,index,call-overload]


def test_which_of_two_is_a_question_with_two_options(store: Store, tmp_path: Path) -> None:
    sides = ("left", "right", "tie")
    tasks = [
        annotated(n, 3, result("pairwise", selected=side), un=f"Phrase {n}.", deux=f"Énoncé {n}.")
        for n, side in enumerate(sides)
    ]
    assert brought(store, files.listed(tmp_path / "p.json", tasks)).answers == 3
    (only,) = store.campaigns.rounds(store.campaigns.get("c").id)
    assert sorted(str(one.value) for one in store.answers.latest(only.id)) == [
        "{'correct': ['A', 'B']}", "{'correct': ['A']}", "{'correct': ['B']}",
    ]  # fmt: skip


def test_spans_relations_and_unnamed_members_of_doccano(store: Store, tmp_path: Path) -> None:
    entity = {"id": 1, "label": "soin", "start_offset": 2, "end_offset": 9}
    one = {"id": 7, "text": files.TEXTS["c"], "entities": [entity], "relations": [{"id": 1}], "Comments": []}
    done = brought(store, files.lines(tmp_path / "all.jsonl", [one]))
    relations = sum(note.count for note in done.notes if note.description.startswith("relations"))
    assert (done.annotators, relations) == (("reference",), 1)
    (only,) = store.campaigns.rounds(store.campaigns.get("c").id)
    (answer,) = store.answers.latest(only.id)
    assert answer.value == {"spans": [{"label": "soin", "parts": [[2, 9]]}]}


def test_labels_that_may_be_written_texts_are_asked_about(store: Store, tmp_path: Path) -> None:
    texts = [{"id": n, "text": f"Phrase {n}.", "label": [f"Réponse {n}."], "Comments": []} for n in range(4)]
    path = files.lines(tmp_path / "t.jsonl", texts)
    assert refused(store, path).code == "gold.project-labels-or-texts"
    assert brought(store, path, question="label").answers == 4


@pytest.mark.parametrize(
    "write", [files.webanno_tsv, files.uima, files.uima_json], ids=lambda one: one.__name__
)
def test_what_people_marked_in_inception_comes_in(
    store: Store, tmp_path: Path, write: Callable[[Path], Path]
) -> None:
    done = brought(store, write(tmp_path))
    assert (done.documents, done.answers, done.annotators) == (4, 8, ("alice", "bob"))
    relations = sum(note.count for note in done.notes if note.description.startswith("relations"))
    assert relations == (2 if write is files.webanno_tsv else 0)
    campaign = store.campaigns.get("c")
    names = {one.id: one.pseudonym for one in store.people.list()}
    documents = {one.id: one.name for one in store.texts.documents(campaign.corpus_id)}
    items = {one.id: one for one in store.texts.corpus_items(campaign.corpus_id)}
    (only,) = store.campaigns.rounds(campaign.id)
    for one in store.answers.latest(only.id):
        text = documents[items[one.key.item_id].sentences[0].document_id].removesuffix(".txt")
        assert isinstance(one.value, dict)
        told = {(each["label"], *map(tuple, each["parts"])) for each in one.value["spans"]}  # type: ignore[union-attr,index,call-overload,arg-type]
        wanted = files.marked(text, names[one.key.annotator_id])
        assert told == {(label.replace(" ", "_"), (start, end)) for start, end, label in wanted}


@pytest.mark.sqlite
def test_agreement_on_marked_words_is_what_a_hand_finds(tmp_path: Path) -> None:
    """Of the tokens of the four texts both mark the same, but for one word of b that Alice alone marks."""
    url = f"sqlite:///{tmp_path / 'aloi.db'}"
    store = Store.open(url)
    brought(store, files.webanno_tsv(tmp_path))
    store.close()
    tokens = sum(len(re.findall(r"\w+[’']|\w+|[^\w\s]", text)) for text in files.TEXTS.values())
    with aloi.open(url) as opened:
        found = {one.measure: one.value for one in opened.agreement("c", 1, ci="none").results}
    assert found["percent_agreement"] == pytest.approx((tokens - 1) / tokens)


def test_types_must_stand_beside_xmi(store: Store, tmp_path: Path) -> None:
    path = files.uima(tmp_path)
    for one in path.rglob("TypeSystem.xml"):
        one.unlink()
    assert refused(store, path).code == "gold.project-no-types"


def test_what_brat_says_beside_spans_is_counted_by_kind(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "marqué"
    folder.mkdir()
    (folder / "a.txt").write_text(files.TEXTS["a"], encoding="utf-8")
    lines = [
        "T1\tSigne 3 7\ttoux", "A1\tNégation T1", "M2\tPassé T1", "R1\tCause Arg1:T1 Arg2:T1",
        "E1\tSigne:T1", "#1\tAnnotatorNotes T1\tà relire", "N1\tReference T1 UMLS:C0010200\ttoux",
    ]  # fmt: skip
    (folder / "a.ann").write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = brought(store, folder)
    counted = {one["what"]: one["count"] for one in done.to_json()["left_out"]}
    assert counted == {"relations": 1, "concepts": 1}  # of a span with itself


def test_two_people_in_one_table_stay_two(store: Store, tmp_path: Path) -> None:
    """Without ids a text is one document, whoever labelled it; a mean of people is refused."""
    head = "text\tannotator\tlabel\n"
    rows = "".join(f"{files.TEXTS[text]}\t{who}\t{label}\n" for text, who, label in files.SAID if label)
    path = tmp_path / "t.tsv"
    path.write_text(head + rows + "La toux cède.\tmoyenne\tsigne\n", encoding="utf-8")
    assert refused(store, path).code == "gold.project-person-is-computed"
    path.write_text(head + rows, encoding="utf-8")
    done = brought(store, path)
    assert (done.documents, done.answers, done.annotators) == (4, 7, ("alice", "bob"))
