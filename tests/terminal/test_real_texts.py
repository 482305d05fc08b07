"""The whole path by commands alone on 249 real documents, as a person would type it."""

from __future__ import annotations

import csv
import hashlib
from pathlib import Path
from typing import Any

import pytest

from tests.terminal.overriding import overriding

PER_BIN = 12
WHY = "The two readings are two degrees apart or more."


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


def write(path: Path, columns: list[str], rows: list[list[object]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, delimiter="\t", lineterminator="\n").writerows([columns, *rows])
    return path


def degree(item: str, who: str) -> int:
    """Return a made-up answer from 0 to 5: what a person would say has nothing to do with it."""
    common = hashlib.sha256(item.encode()).digest()[0] % 6
    moved = hashlib.sha256(f"{item}|{who}".encode()).digest()[0] % 4 == 0
    return min(5, common + 2) if moved else common


@pytest.mark.shared
@pytest.mark.slow
def test_real_documents_become_a_release(told: Any, folder: Path, shared: Path) -> None:
    texts = shared / "data" / "e3c-french" / "texts.tsv"
    about = ("--name", "e3c", "--language", "fr", "--licence", "CC-BY-NC-4.0")
    assert told("corpus", "import", texts, *about)["documents"] == 249
    sentences = told("corpus", "segment", "e3c")["sentences"]
    mined = told("corpus", "mine", "e3c", "--out", folder / "c.tsv")
    assert mined["pairs_kept"] > 0
    assert mined["sentences"] <= sentences
    items = told("corpus", "draw", "e3c", folder / "c.tsv", "--per-bin", PER_BIN, "--seed", 7)["item_ids"]
    for name, role in (("Ada", "annotator"), ("Bo", "annotator"), ("Cy", "adjudicator")):
        told("people", "add", "--name", name, "--role", role)
    told("campaign", "create", "--name", "likeness", "--corpus", "e3c")
    told("guideline", "add", "--campaign", "likeness", "--ready")
    rule = "krippendorff_alpha:ordinal:0.2"
    told("round", "open", "--campaign", "likeness", "--purpose", "main", "--seed", 7, "--stop-rule", rule)
    answers = [[item, who, degree(item, who)] for item in items for who in ("A1", "A2")]
    table = write(folder / "a.tsv", ["item_id", "annotator", "value"], answers)
    in_round = ("--campaign", "likeness", "--round", 1)
    assert told("annotations", "import", table, *in_round)["new"] == 2 * len(items)
    stop_rule = told("round", "status", *in_round)["stop_rule"]
    wide = [[item, degree(item, "A1"), degree(item, "A2")] for item in items]
    options = ("--level", "ordinal", "--measure", "krippendorff_alpha", "--categories", "0,1,2,3,4,5")
    [alpha] = told("agreement", write(folder / "w.tsv", ["unit", "A1", "A2"], wide), *options)["results"]
    assert stop_rule["result"]["value"] == pytest.approx(alpha["value"], abs=1e-12)
    apart = [item for item in items if abs(degree(item, "A1") - degree(item, "A2")) >= 2]
    decisions = [[item, degree(item, "A1"), WHY, "A3"] for item in apart]
    decided = write(folder / "d.tsv", ["item_id", "value", "why", "adjudicator"], decisions)
    assert told("adjudicate", decided, *in_round)["decided"] == len(apart) > 0
    gold = told("gold", "freeze", "--campaign", "likeness")
    assert gold["by_status"]["adjudicated"] == len(apart)
    building = ("release", "build", "--campaign", "likeness", "--sizes", "train=0.6,test=rest", "--seed", 7)
    building += overriding("agreement", "crossing", "identifiers")
    release = told(*building, "--version", "1.0")
    assert told("release", "verify", "1.0")["problems"] == []
    files = told("release", "export", "1.0", "--format", "sts_tsv", "--out", folder / "out")["files"]
    [name] = [name for name in files if name.endswith(".tsv")]
    rows = read(folder / "out" / name)
    assert {one["id"] for one in rows} == set(items)
    by_id = {one["id"]: float(one["score"]) for one in rows}
    for item in items:
        first, second = degree(item, "A1"), degree(item, "A2")
        assert by_id[item] == (first if item in apart else (first + second) / 2)
    assert told("check")["problems"] == []
    assert len(release["checksum"]) == 64
