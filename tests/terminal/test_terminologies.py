"""`aloi terminology`: import, list, search, show, made of mentions, remove; backup and check carry them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

ABOUT = ("--licence", "CC0-1.0", "--source", "written for the test")
TABLE = (
    "concept_id\tname\tlanguage\tgroup\tpreferred\n"
    "C1\tFièvre\tfr\tDISO\t1\nC1\tFever\ten\tDISO\t1\n"
    "C2\tFièvre jaune\tfr\tDISO\t0\nC3\tPoumon\tfr\tANAT\t1\n"
)
MENTIONS = (
    "id\tdocument_id\tmention\tgroup\tconcept_id\n"
    "1\td1\tFièvre\tDISO\tC1\n2\td1\tfièvre\tDISO\tC1\n3\td2\tfièvre\tDISO\tC1\n4\td2\tpyrexie\tDISO\tC1\n"
    "5\td2\ttoux et fièvre\tDISO\tC1|C9\n6\td3\tpoumon\tANAT\tC3\n7\td3\tchose\tDISO\tCUILESS\n"
)


@pytest.fixture
def imported(folder: Path, told):
    (folder / "t.tsv").write_text(TABLE, encoding="utf-8")
    made = told("terminology", "import", "t.tsv", "--name", "Little", *ABOUT)
    assert [one["file"] for one in made.pop("tables_read")] == ["t.tsv"]
    return made


def test_a_table_is_imported_searched_and_shown(told, invoke, imported):
    assert (imported["concepts"], imported["names"], imported["languages"]) == (3, 4, ["en", "fr"])
    assert told("terminology", "list") == [imported]
    found = told("terminology", "search", "Little", "fievre")
    assert [(one["concept_id"], one["name"], one["rank"]) for one in found] == [
        ("C1", "Fièvre", 0),
        ("C2", "Fièvre jaune", 1),
    ]
    assert told("terminology", "search", "Little", "f", "--language", "en")[0]["name"] == "Fever"
    assert told("terminology", "search", "Little", '"*') == []
    shown = told("terminology", "show", "Little", "C1")
    assert [(one["name"], one["language"]) for one in shown["names"]] == [("Fever", "en"), ("Fièvre", "fr")]
    lines = invoke("terminology", "search", "Little", "poum").stdout.splitlines()
    assert lines[1].split() == ["C3", "Poumon", "fr", "ANAT"]


def test_only_what_is_asked_for_is_imported(folder, told, imported):
    more = ("--languages", "fr", "--groups", "ANAT")
    assert told("terminology", "import", "t.tsv", "--name", "Lungs", *ABOUT, *more)["names"] == 1


def test_names_of_mentions_make_a_terminology(folder, told):
    (folder / "m.tsv").write_text(MENTIONS, encoding="utf-8")
    made = told("terminology", "from-mentions", "fr=m.tsv", "--name", "Gold", *ABOUT)
    assert (made["concepts"], made["names"], made["groups"]) == (2, 3, ["ANAT", "DISO"])
    shown = told("terminology", "show", "Gold", "C1")["names"]
    assert [(one["name"], one["preferred"]) for one in shown] == [("fièvre", True), ("pyrexie", False)]
    (folder / "e.tsv").write_text("id\tmention\tconcept_id\n1\tfever\tC1\n", encoding="utf-8")
    both = told("terminology", "from-mentions", "fr=m.tsv", "en=e.tsv", "--name", "Both", *ABOUT)
    assert (both["concepts"], both["names"], both["languages"]) == (2, 4, ["en", "fr"])
    shown = told("terminology", "show", "Both", "C1")["names"]
    assert [one["name"] for one in shown] == ["fever", "fièvre", "pyrexie"]


def test_an_exported_terminology_is_imported_equal_and_ranked_with(folder, told, imported):
    assert told("terminology", "export", "Little", "--out", "out.tsv")["names"] == 4
    again = told("terminology", "import", "out.tsv", "--name", "Again", *ABOUT)
    assert again["checksum"] == imported["checksum"]
    (folder / "m.tsv").write_text("id\tmention\tconcept_id\n1\tpoumons\tC3\n", encoding="utf-8")
    ranked = told("linking", "rank", "--dictionary", "out.tsv", "--mentions", "m.tsv", "--ranker", "tfidf")
    assert (ranked["names"], ranked["acc@1"]) == (4, 1.0)


def test_bad_input_is_refused_and_nothing_is_stored(folder, told, invoke, imported):
    (folder / "bad.txt").write_text("C1||one\nC2 two\n", encoding="utf-8")
    for arguments, said in (
        (("import", "bad.txt", "--name", "Bad", *ABOUT), "bad.txt, line 2"),
        (("import", "none.tsv", "--name", "Bad", *ABOUT), "no file or folder none.tsv"),
        (("import", "t.tsv", "--name", "Bad", "--licence", " "), "lacks a licence"),
        (
            ("import", "t.tsv", "--name", "Little", "--languages", "fr", *ABOUT),
            "with other names, already exists",
        ),
        (("import", "t.tsv", "--name", "Bad", "--languages", "zz", *ABOUT), "contains no name"),
        (("search", "None", "x"), "The terminology 'None' does not exist"),
        (("search", "Little", "x", "--language", "zz"), "the language 'zz' does not exist"),
        (("show", "Little", "C8"), "The concept 'C8' does not exist"),
    ):
        done = invoke("terminology", *arguments)
        assert (done.exit_code, said in done.stderr) == (2, True), done.stderr
    assert told("terminology", "list") == [imported]


def test_a_backup_carries_them_and_check_sees_what_is_wrong(folder, told, invoke, imported):
    told("backup", "copy.db")
    told("terminology", "remove", "Little")
    assert told("terminology", "list") == []
    store = "sqlite:///copy.db"
    assert told("terminology", "list", "--store", store) == [imported]
    assert told("check", "--store", store)["problems"] == []
    with sqlite3.connect(folder / "copy.db") as plain:
        plain.execute("UPDATE concept_names SET name = 'Fieber', key = 'fieber' WHERE name = 'Fever'")
    plain.close()
    problems = invoke("check", "--store", store, "--json").stdout
    assert "does not hold the names that were imported" in problems
    assert "the full-text table does not hold the names" in problems
    with sqlite3.connect(folder / "copy.db") as plain:
        plain.execute("DELETE FROM concept_names WHERE name = 'Fieber'")
    plain.close()
    problems = invoke("check", "--store", store, "--json").stdout
    assert "counts 4 names of 3 concepts; it has 3 of 3" in problems
    assert "has 3 names, of which 4 can be searched" in problems
