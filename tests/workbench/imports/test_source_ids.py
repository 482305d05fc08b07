"""Ids of one's own: they come out with the answers, and a table may name items by them."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.readers import read_table
from aloi.corpora.terminologies.concepts import ConceptName, Terminology
from aloi.gold.formats import format_named
from aloi.notebook.stores import Workspace
from aloi.storage.store import Store
from aloi.workbench.imports.importing import import_path
from aloi.workbench.imports.parts import ImportOptions
from aloi.workbench.imports.tables import export_annotations
from aloi.workbench.releases import exporting, gold, releases
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.releases import ExportRequest, FreezeRequest, ReleaseRequest
from aloi.workbench.requests.rounds import ExportAnswersRequest
from aloi.workbench.rounds.campaigns import create_campaign
from aloi.workbench.texts.corpora import About
from tests.workbench.brought import import_annotations, import_mentions, keep_source_answers
from tests.workbench.overriding import overriding
from tests.workbench.scene import NOW

ABOUT = About("texts", "en", "CC0", "written for the test")
IDS = {"007": "It rains.", "=x,é": "It snows.", "c 3": "It is dry."}


def imported(store: Store, folder: Path, about: About = ABOUT, ids: dict[str, str] = IDS) -> Path:
    """Import labelled texts into the campaign `weather`."""
    path = folder / "weather.tsv"
    with path.open("w", encoding="utf-8", newline="") as file:
        write = csv.writer(file, delimiter="\t")
        write.writerow(["id", "text", "label"])
        write.writerows([name, text, "wet" if "dry" not in text else "dry"] for name, text in ids.items())
    import_path(store, [path], ImportOptions("weather", about), NOW, format_name="labels")
    return path


def items_by_text(store: Store) -> dict[str, str]:
    campaign = store.campaigns.get("weather")
    return {one.texts[0]: one.id for one in store.texts.corpus_items(campaign.corpus_id)}


def written(path: Path, column: str, rows: list[tuple[str, str]]) -> Path:
    lines = [f"{column}\tannotator\tvalue", *(f"{name}\tA9\t{label}" for name, label in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("suffix", [".tsv", ".csv", ".xlsx", ".jsonl", ".parquet"])
def test_they_come_out_in_every_table_and_name_items_when_it_comes_in_again(
    store: Store, tmp_path: Path, suffix: str
) -> None:
    imported(store, tmp_path)
    out = tmp_path / f"answers{suffix}"
    export_annotations(store, ExportAnswersRequest("weather"), out, now=NOW)
    rows = read_table(out).rows
    names = {row.text("left"): row.text("source_id").removeprefix("'") for row in rows}
    assert names == {text: name for name, text in IDS.items()}
    back = written(tmp_path / "back.tsv", "source_id", [(name, "dry") for name in names.values()])
    done = import_annotations(store, back, "weather", 2, NOW, add_annotators=True)
    assert (done.new, set(done.round.item_ids)) == (3, {*items_by_text(store).values()})


def test_item_id_may_hold_them_beside_ids_of_the_store(store: Store, tmp_path: Path) -> None:
    imported(store, tmp_path)
    items = items_by_text(store)
    rows = [("007", "dry"), (items["It snows."], "wet")]
    table = written(tmp_path / "back.tsv", "item_id", rows)
    done = import_annotations(store, table, "weather", 2, NOW, add_annotators=True)
    values = {one.key.item_id: one.value for one in store.answers.latest(done.round.id)}
    assert values == {items["It rains."]: {"labels": ["dry"]}, items["It snows."]: {"labels": ["wet"]}}


def test_a_notebook_has_them(store: Store, tmp_path: Path) -> None:
    imported(store, tmp_path)
    frame = Workspace(store).answers("weather")
    assert dict(zip(frame["left"], frame["source_id"], strict=True)) == {t: n for n, t in IDS.items()}


@pytest.mark.parametrize("column", ["item_id", "source_id"])
def test_an_unknown_one_is_refused_with_how_many_there_are(store: Store, tmp_path: Path, column: str) -> None:
    imported(store, tmp_path)
    # 7 is not 007: ids are compared as they are written.
    table = written(tmp_path / "back.tsv", column, [("007", "dry"), ("7", "wet"), ("zz", "wet")])
    with pytest.raises(AloiError, match=rf"column {column}, unknown ids in 2 rows"):
        import_annotations(store, table, "weather", 2, NOW, add_annotators=True)
    assert len(store.campaigns.rounds(store.campaigns.get("weather").id)) == 1


def test_one_of_several_items_is_not_exported_and_refused(store: Store, tmp_path: Path) -> None:
    imported(store, tmp_path)
    items = items_by_text(store)
    (origin,) = store.texts.origins([items["It rains."]])[items["It rains."]]
    other = items["It is dry."]
    (second,) = store.texts.items([other])
    store.texts.add_items([(second, replace(origin, item_id=other))])
    export_annotations(store, ExportAnswersRequest("weather"), tmp_path / "answers.tsv", now=NOW)
    names = {row.text("left"): row.text("source_id") for row in read_table(tmp_path / "answers.tsv").rows}
    assert names == {"It rains.": "", "It snows.": "=x,é", "It is dry.": "c 3"}
    table = written(tmp_path / "back.tsv", "source_id", [("007", "dry")])
    with pytest.raises(AloiError, match="column source_id belongs to 2 items") as refused:
        import_annotations(store, table, "weather", 2, NOW, add_annotators=True)
    assert "rains" not in str(refused.value)


def test_they_stay_in_a_restricted_corpus_and_still_name_its_items(store: Store, tmp_path: Path) -> None:
    imported(store, tmp_path, replace(ABOUT, restricted=True))
    export_annotations(
        store, ExportAnswersRequest("weather", reason="a test"), tmp_path / "answers.tsv", now=NOW
    )
    assert "source_id" not in read_table(tmp_path / "answers.tsv").columns
    table = written(tmp_path / "back.tsv", "source_id", [("Mrs Doe", "wet")])
    with pytest.raises(AloiError) as refused:
        import_annotations(store, table, "weather", 2, NOW, add_annotators=True)
    assert "Doe" not in str(refused.value)
    table = written(tmp_path / "back.tsv", "source_id", [("007", "dry")])
    assert import_annotations(store, table, "weather", 2, NOW, add_annotators=True).new == 1


def test_no_column_where_the_source_had_no_ids(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "weather.tsv"
    path.write_text("text\tlabel\nIt rains.\twet\nIt is dry.\tdry\n", encoding="utf-8")
    import_path(store, [path], ImportOptions("weather", ABOUT), NOW, format_name="labels")
    export_annotations(store, ExportAnswersRequest("weather"), tmp_path / "answers.tsv", now=NOW)
    assert "source_id" not in read_table(tmp_path / "answers.tsv").columns


def test_databases_of_concepts_are_those_of_the_source(store: Store, tmp_path: Path) -> None:
    text = "Fever, chills and cough."
    said = {"Fever": [("UMLS", "C1")], "chills": [("MESH", "D2"), ("OMIM", "7")], "cough": [("", "C9")]}
    entities = [
        {
            "id": f"T{number}",
            "type": "sign",
            "text": [word],
            "offsets": [[text.index(word), text.index(word) + len(word)]],
            "normalized": [{"db_name": database, "db_id": concept} for database, concept in concepts],
        }
        for number, (word, concepts) in enumerate(said.items(), start=1)
    ]
    passage = {"id": "p", "type": "text", "text": [text], "offsets": [[0, len(text)]]}
    document = {"id": "d", "document_id": "d", "passages": [passage], "entities": entities}
    (tmp_path / "notes.json").write_text(json.dumps([document]), encoding="utf-8")
    names = [concept for concepts in said.values() for _, concept in concepts]
    listed = [ConceptName(one, one, "en", "sign", preferred=True) for one in names]
    store.terminologies.add(Terminology.of("signs", "CC0", "invented"), listed, NOW)
    corpus = import_mentions(store, tmp_path / "notes.json", ABOUT, NOW, reader="bigbio").corpus.id
    create_campaign(store, CampaignRequest("gold", corpus, task="linking"))
    keep_source_answers(store, "gold", NOW)
    gold.freeze(store, FreezeRequest("gold"), now=NOW)
    overrides = overriding("agreement")
    made = releases.build(
        store, ReleaseRequest("gold", "1.0", sizes={"test": "rest"}, overrides=overrides), now=NOW
    )
    exporting.export(store, ExportRequest(made.id, "bigbio"), tmp_path / "out", now=NOW)
    written_back = json.loads((tmp_path / "out" / "test.jsonl").read_text(encoding="utf-8"))
    found = {
        one["text"][0]: sorted((each["db_name"], each["db_id"]) for each in one["normalized"])
        for one in written_back["entities"]
    }
    assert found == said


@pytest.mark.parametrize("restricted", [False, True])
def test_tasks_of_label_studio_carry_them_where_texts_are_free(
    store: Store, tmp_path: Path, restricted: bool
) -> None:
    imported(store, tmp_path, replace(ABOUT, restricted=restricted))
    gold.freeze(store, FreezeRequest("weather"), now=NOW)
    overrides = overriding("agreement", *(["restricted"] if restricted else []))
    made = releases.build(
        store, ReleaseRequest("weather", "1.0", sizes={"all": "rest"}, overrides=overrides), now=NOW
    )
    exporting.export(
        store, ExportRequest(made.id, "label_studio", reason="a test"), tmp_path / "out", now=NOW
    )
    tasks = json.loads((tmp_path / "out" / "all.json").read_text(encoding="utf-8"))
    names = {one["data"]["text"]: one["data"].get("source_id") for one in tasks}
    assert names == {text: None if restricted else name for name, text in IDS.items()}
    assert {one["id"] for one in tasks} == {*items_by_text(store).values()}
    rows = format_named("label_studio").read(tmp_path / "out", (0.0, 1.0))["all"]
    assert {one.id for one in rows} == {one["id"] for one in tasks}


@pytest.mark.parametrize("name", ["labelled_jsonl", "xlsx", "csv_safe", "huggingface", "croissant"])
def test_a_release_names_the_ids_beside_ours_in_every_format(store: Store, tmp_path: Path, name: str) -> None:
    imported(store, tmp_path)
    gold.freeze(store, FreezeRequest("weather"), now=NOW)
    overrides = overriding("agreement")
    made = releases.build(
        store, ReleaseRequest("weather", "1.0", sizes={"all": "rest"}, overrides=overrides), now=NOW
    )
    exporting.export(store, ExportRequest(made.id, name), tmp_path / "out", now=NOW)
    (table,) = (tmp_path / "out").rglob("*items*.tsv")
    items = items_by_text(store)
    found = {row.text("item_id"): row.text("source_id").removeprefix("'") for row in read_table(table).rows}
    assert found == {items[text]: its_id for its_id, text in IDS.items()}
