"""`aloi labels`: labelled tables counted, brought into a campaign, frozen, released and exported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.terminal.conftest import Run
from tests.terminal.overriding import overriding

TRAIN = "id\ttext\tlabels\na\tUne suture.\tsurgery\nb\tUn gène.\tgenes\nc\tGène et suture.\tsurgery|genes\n"
DEV = "id\ttext\tlabels\nd\tUne plaie.\tsurgery\n"
ABOUT = ("--language", "fr", "--licence", "CC0", "--source", "written")


@pytest.fixture
def files(folder: Path) -> tuple[Path, Path]:
    """Return two parts of a labelled corpus, written for this test."""
    for name, text in (("train", TRAIN), ("dev", DEV)):
        (folder / f"{name}.tsv").write_text(text, encoding="utf-8")
    return folder / "train.tsv", folder / "dev.tsv"


def test_the_class_table_is_told(told: Run, invoke, files: tuple[Path, Path]) -> None:
    found = told("labels", "table", *files)
    assert [(one["label"], one["counts"]) for one in found["rows"]] == [
        ("surgery", {"train": 2, "dev": 1}),
        ("genes", {"train": 2, "dev": 0}),
    ]
    shown = invoke("labels", "table", *files).stdout
    assert "surgery             2      1    75.0%" in shown


def test_labels_become_a_release(told: Run, refused, folder: Path, files: tuple[Path, Path]) -> None:
    done = told("labels", "import", *files, "--campaign", "fields", *ABOUT, "--question", "Which?")
    assert (done["texts"], done["new"], done["known"]) == (4, 4, 0)
    assert done["rounds"] == {"train": 1, "dev": 2}
    again = told("labels", "import", *files, "--campaign", "fields", *ABOUT, "--question", "Which?")
    assert (again["new"], again["known"]) == (0, 4)
    campaign = told("campaign", "list")["campaigns"][0]
    assert [one["name"] for one in campaign["settings"]["labels"]] == ["genes", "surgery"]
    assert (campaign["settings"]["least"], campaign["settings"]["most"]) == (1, 2)
    gold = told("gold", "freeze", "--campaign", "fields")
    assert {one["degree"]: one["count"] for one in gold["histogram"]} == {"genes": 2, "surgery": 3}
    parts = ("--sizes", "train=3,dev=1", "--force", "1=train", "--force", "2=dev", *overriding("agreement"))
    release = told("release", "build", "--campaign", "fields", "--version", "1.0", *parts)
    told("release", "export", release["id"], "--format", "labelled_jsonl", "--out", folder / "out")
    lines = [json.loads(one) for one in (folder / "out" / "train.jsonl").read_text("utf-8").splitlines()]
    assert {one["text"]: one["labels"] for one in lines} == {
        "Une suture.": ["surgery"],
        "Un gène.": ["genes"],
        "Gène et suture.": ["genes", "surgery"],
    }
    files[1].write_text(DEV.replace("\tsurgery", "\tgenes"), encoding="utf-8")
    assert "Round 2 of 'fields' has other answers, of the same annotators, to 1 of these 1" in refused(
        "labels", "import", *files, "--campaign", "fields", *ABOUT, "--question", "Which?"
    )


def test_files_of_one_name_are_refused(refused, folder: Path, files: tuple[Path, Path]) -> None:
    (folder / "more").mkdir()
    (folder / "more" / "train.tsv").write_text(DEV, encoding="utf-8")
    assert "unique names" in refused("labels", "table", files[0], folder / "more" / "train.tsv")


def test_a_campaign_takes_a_table_of_labels(
    told: Run, refused, folder: Path, files: tuple[Path, Path]
) -> None:
    (folder / "labels.tsv").write_text(
        "code\ttitle\tparent\nR\tSigns\t\nR05\tCough\tR\nJ\tLungs\t\n", "utf-8"
    )
    told("corpus", "import", files[0], "--name", "notes", "--language", "fr", "--licence", "CC0")
    asked = ("campaign", "create", "--name", "codes", "--corpus", "notes", "--labels", folder / "labels.tsv")
    made = told(*asked, "--most", 2, "--least", 0, "--question", "Which code?")
    assert made["task"] == "classification"
    assert made["settings"]["question"] == "Which code?"
    assert [one["parent"] for one in made["settings"]["labels"]] == ["", "R", ""]
    assert "At most one of these" in refused(*asked, "--preset", "yes_no")


@pytest.mark.shared
def test_morfitt_imports_with_its_class_table(told: Run, shared: Path) -> None:
    files = [shared / "data" / "morfitt" / f"{name}.tsv" for name in ("train", "dev")]
    done = told("labels", "import", *files, "--campaign", "morfitt", *ABOUT)
    assert (done["texts"], done["new"]) == (2536, 2536)
    counts = {one["label"]: one["counts"] for one in done["table"]["rows"]}
    assert counts["veterinary"] == {"train": 320, "dev": 250}
    assert counts["parasitology"] == {"train": 68, "dev": 34}
    assert told("gold", "freeze", "--campaign", "morfitt")["items"] == 2536
