"""Tables of labelled texts: their columns, their separators, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.gold.formats.labels.label_tables import Columns, class_table, read_labelled


def written(folder: Path, text: str, name: str = "train.tsv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_labels_of_one_column(tmp_path: Path) -> None:
    path = written(tmp_path, "identifier\tabstract\tspecialities\na\tUn texte\tb|a|b\nc\tAutre\t\n")
    first, second = read_labelled(path, Columns())
    assert (first.name, first.text, first.labels) == ("a", "Un texte", ("b", "a"))
    assert second.labels == ()
    assert first.where.endswith("train.tsv, line 2")


@pytest.mark.parametrize("name", ["étiquette", "étiquettes", "classe", "catégorie"])
def test_french_headers_are_known(tmp_path: Path, name: str) -> None:
    (one,) = read_labelled(written(tmp_path, f"identifiant\ttexte\t{name}\na\tUn texte\tb\n"), Columns())
    assert (one.name, one.text, one.labels) == ("a", "Un texte", ("b",))


def test_columns_and_separators_are_named(tmp_path: Path) -> None:
    path = written(tmp_path, "n,note,codes\n1,Un texte,R50.9; J18.9\n", "dev.csv")
    (one,) = read_labelled(path, Columns(text="note", label="codes", id="n", separator=";"))
    assert one.labels == ("R50.9", "J18.9")


def test_lists_of_json_lines(tmp_path: Path) -> None:
    path = written(tmp_path, '{"text": "Un texte", "labels": ["a, b", "c"]}\n', "dev.jsonl")
    (one,) = read_labelled(path, Columns())
    assert (one.name, one.labels) == ("1", ("a, b", "c"))


def test_a_column_a_label(tmp_path: Path) -> None:
    path = written(tmp_path, "text\tsurgery\tgenes\nUn\t1\t0\nDeux\tFalse\toui\nTrois\t\t0\n")
    found = read_labelled(path, Columns(one_hot=("surgery", "genes")))
    assert [one.labels for one in found] == [("surgery",), ("genes",), ()]


@pytest.mark.parametrize(
    ("text", "columns", "told"),
    [
        ("text\tother\nA\tb\n", Columns(), "column of the labels"),
        ("note\tlabel\nA\tb\n", Columns(), "column of the text"),
        ("text\tlabel\nA\tb\n", Columns(text="note"), "no column 'note'"),
        ("id\ttext\tlabel\n1\tA\tb\n1\tB\tb\n", Columns(), "'1' is repeated"),
        ("text\tlabel\n \tb\n", Columns(), "text or the id is empty"),
        ("text\ta\nA\tmaybe\n", Columns(one_hot=("a",)), "'a' contains 'maybe'"),
        ("text\tlabel\n", Columns(), "no rows"),
    ],
)
def test_bad_tables_are_refused(tmp_path: Path, text: str, columns: Columns, told: str) -> None:
    with pytest.raises(AloiError, match=told):
        read_labelled(written(tmp_path, text), columns)


def test_the_class_table(tmp_path: Path) -> None:
    train = read_labelled(written(tmp_path, "text\tlabels\nA\ta|b\nB\ta\nC\t\n"), Columns())
    dev = read_labelled(written(tmp_path, "text\tlabels\nD\tb|c\n", "dev.tsv"), Columns())
    found = class_table({"train": train, "dev": dev})
    assert [(one.label, one.counts, one.share) for one in found.rows] == [
        ("a", {"train": 2, "dev": 0}, 0.5),
        ("b", {"train": 1, "dev": 1}, 0.5),
        ("c", {"train": 0, "dev": 1}, 0.25),
    ]
    assert found.texts == {"train": 3, "dev": 1}
    assert found.labels == {"train": 3, "dev": 2}
    assert found.several == {"train": 1, "dev": 1}


@pytest.mark.shared
def test_morfitt_has_the_class_table_of_its_readme(shared: Path) -> None:
    parts = {
        name: read_labelled(shared / "data" / "morfitt" / f"{name}.tsv", Columns())
        for name in ("train", "dev")
    }
    found = class_table(parts)
    assert {one.label: (one.counts["train"], one.counts["dev"]) for one in found.rows} == {
        "veterinary": (320, 250),
        "etiology": (317, 202),
        "psychology": (255, 175),
        "surgery": (223, 169),
        "genetics": (207, 139),
        "physiology": (217, 125),
        "pharmacology": (112, 84),
        "microbiology": (115, 72),
        "immunology": (106, 86),
        "chemistry": (94, 53),
        "virology": (76, 57),
        "parasitology": (68, 34),
    }
    assert found.texts == {"train": 1514, "dev": 1022}
    assert found.labels == {"train": 2110, "dev": 1446}
    assert found.several == {"train": 449, "dev": 314}
