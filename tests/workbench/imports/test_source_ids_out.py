"""Ids of a source go out in the files of formats, and come in again from them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from aloi.storage.store import Store
from aloi.workbench.imports.importing import import_path
from aloi.workbench.imports.parts import ImportOptions
from aloi.workbench.releases import exporting, gold, releases
from aloi.workbench.requests.releases import ExportRequest, FreezeRequest, ReleaseRequest
from aloi.workbench.rounds.campaigns import source_ids_of
from aloi.workbench.texts.corpora import About
from tests.workbench.overriding import overriding
from tests.workbench.scene import NOW

FORMATS = {"labels": "labels", "questions": "mcqa_jsonl", "tags": "conll"}
ABOUT = About("written", "fr", "CC0", "written")
TEXTS = {"n 1": "Jean tousse", "n=2": "Marie dort", "n%3": "Paul rit"}


def written(folder: Path, form: str) -> Path:
    """Return a source whose items have ids of their own."""
    if form == "labels":
        path = folder / "texts.tsv"
        rows = "".join(f"{name}\t{text}\tx\n" for name, text in TEXTS.items())
        path.write_text(f"id\ttext\tlabel\n{rows}", encoding="utf-8")
    elif form == "questions":
        path = folder / "questions.jsonl"
        rows = "".join(
            json.dumps({"id": name, "question": text, "options": ["oui", "non"], "correct": ["A"]}) + "\n"
            for name, text in TEXTS.items()
        )
        path.write_text(rows, encoding="utf-8")
    else:
        path = folder / "tags.conll"
        rows = "".join(
            f"# id = {name}\n{text.split()[0]}\tB-PER\n{text.split()[1]}\tO\n\n"
            for name, text in TEXTS.items()
        )
        path.write_text(rows, encoding="utf-8")
    return path


def ids_by_text(store: Store, campaign: str) -> dict[str, str]:
    found = store.campaigns.get(campaign)
    ids = source_ids_of(store, found)
    items = store.texts.corpus_items(found.corpus_id)
    return {" ".join(item.texts[0].split()): ids.of_item(item.id) for item in items}


@pytest.mark.parametrize("restricted", [False, True])
@pytest.mark.parametrize(
    ("form", "name"),
    [("labels", "labelled_jsonl"), ("questions", "mcqa_jsonl"), ("tags", "conll"), ("tags", "conllu")],
)
def test_ids_go_out_and_come_in_again(
    store: Store, tmp_path: Path, form: str, name: str, restricted: bool
) -> None:
    about = About("written", "fr", "CC0", "written", restricted=restricted)
    options = ImportOptions("first", about)
    import_path(store, [written(tmp_path, form)], options, NOW, format_name=FORMATS[form])
    assert ids_by_text(store, "first") == {text: its_id for its_id, text in TEXTS.items()}
    gold.freeze(store, FreezeRequest("first"), now=NOW)
    overrides = overriding("agreement", *(["restricted"] if restricted else []))
    release = releases.build(
        store, ReleaseRequest("first", "1.0", sizes={"all": "rest"}, overrides=overrides), now=NOW
    )
    exporting.export(store, ExportRequest(release.id, name, reason="a test"), tmp_path / "out", now=NOW)
    path = next((tmp_path / "out").glob("all.*"))
    assert ("source_id" in path.read_text(encoding="utf-8")) is not restricted
    other = Store.open(f"sqlite:///{tmp_path / 'other.db'}")
    options = ImportOptions("second", ABOUT)
    import_path(other, [path], options, NOW, format_name=name)
    again = ids_by_text(other, "second")
    other.close()
    assert set(again) == set(TEXTS.values())
    if not restricted:
        assert again == {text: its_id for its_id, text in TEXTS.items()}


@pytest.mark.parametrize("name", ["conll", "conllu"])
def test_an_id_of_two_items_is_not_written(store: Store, tmp_path: Path, name: str) -> None:
    path = tmp_path / "tags.conll"
    path.write_text(
        "# id = a\nJean\tB-PER\n\n# id = a\nMarie\tO\n\n# id = a\nLuce\tB-PER\n\n", encoding="utf-8"
    )
    import_path(store, [path], ImportOptions("first", ABOUT), NOW)
    items = store.texts.corpus_items(store.campaigns.get("first").corpus_id)
    texts = {item.id: item.texts[0] for item in items}
    (round_,) = store.campaigns.rounds(store.campaigns.get("first").id)
    spans = {texts[each.key.item_id]: each.value["spans"] for each in store.answers.latest(round_.id)}
    assert {text: [span["parts"] for span in each] for text, each in spans.items()} == {
        "Jean": [[[0, 4]]], "Luce": [[[0, 4]]], "Marie": [],
    }  # fmt: skip
    gold.freeze(store, FreezeRequest("first"), now=NOW)
    overrides = overriding("agreement")
    release = releases.build(
        store, ReleaseRequest("first", "1.0", sizes={"all": "rest"}, overrides=overrides), now=NOW
    )
    exporting.export(store, ExportRequest(release.id, name), tmp_path / "out", now=NOW)
    (path,) = (tmp_path / "out").glob("all.*")
    content = path.read_text(encoding="utf-8")
    assert Counter(line for line in content.splitlines() if "source_id" in line) == Counter()
