"""Scored pairs and labelled texts from tables with any columns: one row per item or per answer."""

from __future__ import annotations

import csv
import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.model import Status
from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench.agreement.report import round_report
from aloi.workbench.imports.arrival import Arrival
from aloi.workbench.imports.jobs import import_annotations
from aloi.workbench.imports.tables import export_annotations
from aloi.workbench.requests.imports import ImportRequest
from aloi.workbench.requests.rounds import ExportAnswersRequest

NOW = datetime(2026, 5, 4, tzinfo=UTC)
SICK = "pair_ID,sentence_A,sentence_B,entailment_label,relatedness_score,who"
PAIRS = (("1", "A dog runs.", "A cat runs."), ("2", "Kids play outside.", "The kids are outdoors."))


def bring(store: Store, path: Path, name: str = "pairs", **more: Any) -> Arrival:
    about = {"language": "en", "licence": "CC0-1.0"}
    return import_annotations(store, ImportRequest(path, name, **{**about, **more}), NOW)


def write(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def long_rows(person: str, *scores: str) -> list[str]:
    return [f"{','.join(pair)},NEUTRAL,{score},{person}" for pair, score in zip(PAIRS, scores, strict=True)]


def answers(store: Store, name: str = "pairs", number: int = 1) -> dict[tuple[str, str], Any]:
    """Return the values of a round by annotator and first text."""
    campaign = store.campaigns.get(name)
    round_ = store.campaigns.rounds(campaign.id)[number - 1]
    names = {person.id: person.pseudonym for person in store.people.list()}
    items = {item.id: item.texts[0] for item in store.texts.corpus_items(campaign.corpus_id)}
    return {
        (names[each.key.annotator_id], items[each.key.item_id]): next(iter(each.value.values()))  # type: ignore[union-attr]
        for each in store.answers.latest(round_.id)
    }


def test_scored_pairs_of_two_annotators_agree_in_a_round_that_is_complete(
    store: Store, tmp_path: Path
) -> None:
    path = write(tmp_path / "sick.csv", SICK, *long_rows("ann", "3", "5"), *long_rows("bob", "2", "4.5"))
    done = bring(store, path)
    assert (done.items, done.by_annotator, done.new) == (2, {"ann": 2, "bob": 2}, 4)
    assert answers(store)["bob", "Kids play outside."] == 4.5
    campaign = store.campaigns.get("pairs")
    assert campaign.schema.settings["scales"][0]["low"] == 2  # type: ignore[index,call-overload]
    (round_,) = store.campaigns.rounds(campaign.id)
    assert (round_.status, store.answers.waiting(round_.annotators[0])) == (Status.CLOSED, [])
    assert all(one.value is not None for one in round_report(store, "pairs", 1).views[0].results)
    again = bring(store, path)
    assert (again.new, again.new_items, len(store.campaigns.rounds(campaign.id))) == (0, 0, 1)
    out = tmp_path / "out.tsv"
    export_annotations(store, ExportAnswersRequest("pairs"), out, now=NOW)
    assert bring(store, out, round=1).new == 0  # by item_id, as any table of answers
    assert store.check() == []


def test_annotators_who_come_one_after_the_other_meet_in_a_round(store: Store, tmp_path: Path) -> None:
    first = write(tmp_path / "ann.csv", SICK, *long_rows("ann", "1", "5"))
    second = write(
        tmp_path / "bob.csv", SICK, *long_rows("bob", "2", "4"), "3,A dog runs.,Kids play outside.,X,3,bob"
    )
    bring(store, first)
    done = bring(store, second, round=1, preview=True)
    assert (done.new, done.by_annotator) == (3, {"bob": 3})
    assert bring(store, second, round=1).new == 3
    (round_,) = store.campaigns.rounds(store.campaigns.get("pairs").id)
    assert (round_.status, len(round_.item_ids), len(round_.annotators)) == (Status.CLOSED, 3, 2)
    assert len(store.answers.latest(round_.id)) == 5
    assert bring(store, second, round=1).new == 0
    assert store.check() == []


def test_a_file_per_annotator_is_one_import(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    for person, scores in (("ann", ("1", "5")), ("bob", ("2", "4"))):
        rows = [",".join((*pair, score)) for pair, score in zip(PAIRS, scores, strict=True)]
        write(folder / f"{person}.csv", "id,left,right,score", *rows)
    with pytest.raises(AloiError) as refused:
        bring(store, folder)
    assert (refused.value.code, refused.value.values["by"]) == ("workbench.annotators-of-paths", "file")
    assert bring(store, folder, annotator_from="file").by_annotator == {"ann": 2, "bob": 2}


@pytest.mark.parametrize(
    ("names", "by"), [(("ann.csv", "bob.csv"), "file"), (("ann/labels.csv", "bob/labels.csv"), "directory")]
)
def test_a_zip_of_tables_is_read_like_a_directory(
    store: Store, tmp_path: Path, names: tuple[str, str], by: str
) -> None:
    with zipfile.ZipFile(tmp_path / "labels.zip", "w") as archive:
        for name, label in zip(names, ("virology", "genetics"), strict=True):
            archive.writestr(name, f"id,text,label\na1,Un texte.,{label}\na2,Un autre.,virology\n")
    with pytest.raises(AloiError) as refused:
        bring(store, tmp_path / "labels.zip")
    assert (refused.value.code, refused.value.values["by"]) == ("workbench.annotators-of-paths", by)
    arrived = bring(store, tmp_path / "labels.zip", annotator_from=by)
    assert arrived.by_annotator == {"ann": 2, "bob": 2}
    assert arrived.items == 2


def test_tables_without_a_common_item_are_parts(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "parts"
    for name, text in (("train", "Un texte."), ("test", "Un autre texte.")):
        (folder / name).mkdir(parents=True)
        write(folder / name / "labels.csv", "text,label", f"{text},virology", f"{text} Et fin.,genetics")
    assert bring(store, folder).by_annotator == {"reference": 4}
    write(folder / "test" / "labels.csv", "text,label", "Un texte.,genetics")
    with pytest.raises(AloiError) as refused:
        bring(store, folder, "again")
    assert refused.value.code == "workbench.annotators-of-paths"


def test_annotators_come_from_a_column_on_request_or_the_table_is_refused(
    store: Store, tmp_path: Path
) -> None:
    rows = [",".join((*pair, score, who)) for pair in PAIRS for score, who in (("1", "ann"), ("3", "bob"))]
    path = write(tmp_path / "p.csv", "id,left,right,score,annotator", *rows)
    assert bring(store, path, annotator_from="column").by_annotator == {"ann": 2, "bob": 2}
    bare = write(tmp_path / "ann.csv", "id,left,right,score", ",".join((*PAIRS[0], "1")))
    with pytest.raises(AloiError) as refused:
        bring(store, bare, "bare", annotator_from="column")
    assert (refused.value.code, refused.value.values["roles"]) == ("corpora.role-missing", ("annotator",))
    assert bring(store, bare, "bare", annotator_from="file").by_annotator == {"ann": 1}
    with pytest.raises(AloiError) as refused:
        bring(store, bare, "other", annotator_from="directory")
    assert refused.value.code == "workbench.no-annotators-of-paths"
    lines = write(tmp_path / "n.conll", "Toux\tB-SIGN", "sèche\tO")
    with pytest.raises(AloiError) as refused:
        bring(store, lines, "lines", annotator_from="column")
    assert refused.value.code == "workbench.no-annotators-of-paths"


def test_wide_tables_have_a_column_per_annotator(store: Store, tmp_path: Path) -> None:
    rows = ["1\tUn chat.\tUn chien.\t1\t2", "2\tIl pleut.\tIl neige.\t\t4"]
    path = write(tmp_path / "wide.tsv", "Réf\tphrase_1\tphrase_2\tAnne\tPaul", *rows)
    with pytest.raises(AloiError) as refused:
        bring(store, path)
    assert refused.value.code == "corpora.columns-unsure"
    columns = ("left=phrase_1", "right=phrase_2", "score=Anne", "score=Paul", "id=Réf")
    assert bring(store, path, columns=columns).by_annotator == {"Anne": 1, "Paul": 2}
    assert bring(store, path, "again").by_annotator == {"Anne": 1, "Paul": 2}  # as chosen before


def test_labels_of_one_s_own_names_come_in(store: Store, tmp_path: Path) -> None:
    rows = ("a1\tUn texte.\tvirology|genetics", "a2\tUn autre.\tgenetics")
    path = write(tmp_path / "morfitt.tsv", "identifier\ttext\tspecialities", *rows)
    assert bring(store, path, "morfitt").answers == 2
    assert answers(store, "morfitt")["reference", "Un texte."] == ["genetics", "virology"]
    rows = tuple(f"{row}\t{who}" for who in ("u1", "u2") for row in rows)
    path = write(tmp_path / "coders.tsv", "Nr\tPhrase\tcatégorie\tcodeur", *rows)
    assert bring(store, path, "coders").by_annotator == {"u1": 2, "u2": 2}


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        (["1,A.,B.,3", "1,A.,B.,4"], "gold.project-nobody-named"),
        (["1,A.,B.,3", "1,C.,D.,4"], "gold.project-id-has-two-texts"),
        (["1,A.,,3"], "aloi.missing"),
    ],
)
def test_rows_that_may_be_lost_are_refused(store: Store, tmp_path: Path, rows: list[str], code: str) -> None:
    with pytest.raises(AloiError) as refused:
        bring(store, write(tmp_path / "t.csv", "id,sentence1,sentence2,score", *rows))
    assert refused.value.code == code
    assert store.texts.corpora() == []


@pytest.mark.shared
def test_published_tables_come_in(store: Store, tmp_path: Path, shared: Path) -> None:
    with (shared / "data/stsb-multi-mt-fr/stsb-fr-dev.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.reader(stream))[:200]
    lines = [json.dumps({"sentence1": a, "sentence2": b, "score": float(c)}) for a, b, c in rows]
    done = bring(store, write(tmp_path / "stsb.jsonl", *lines), "stsb")
    assert (done.items, done.answers) == (len({(a, b) for a, b, _ in rows}),) * 2
    with pytest.raises(AloiError) as refused:
        bring(store, shared / "data/stsb-multi-mt-fr/stsb-fr-dev.csv", "headless", format="role_table")
    assert refused.value.code == "corpora.no-header"
    columns = ("id=id", "left=sentence1", "right=sentence2", *(f"score={name}" for name in "ABCDE"))
    biosses = bring(store, shared / "data/biosses/biosses.tsv", "biosses", columns=columns)
    assert biosses.by_annotator == dict.fromkeys("ABCDE", 100)
    alphas = {one.measure: one.value for one in round_report(store, "biosses", 1).views[0].results}
    assert alphas["krippendorff_alpha"] == pytest.approx(0.874, abs=0.01)
