"""Five real annotators' scores by commands alone: ready pairs in, their agreement, their means released."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from tests.terminal.overriding import overriding

WHO = "ABCDE"
IN_ROUND = ("--campaign", "biosses", "--round", 1)


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


@pytest.mark.shared
def test_ready_pairs_and_answers_become_a_release(told: Any, shared: Path, folder: Path) -> None:
    source = shared / "data" / "biosses" / "biosses.tsv"
    about = ("--name", "biosses", "--language", "en", "--licence", "GPL-3.0")
    imported = told("corpus", "import", source, "--pairs", *about)
    assert (imported["items"], imported["documents"], imported["repeated"]) == (100, 183, 0)  # 17 stand twice
    told("campaign", "create", "--name", "biosses", "--corpus", "biosses", "--scale", "0,4")
    answers = ("annotations", "import", source, *IN_ROUND, "--annotators", ",".join(WHO))
    done = told(*answers, "--add-annotators")
    assert (done["new"], done["known"], done["annotators"]) == (500, 0, list(WHO))
    assert told(*answers)["known"] == 500
    status = told("round", "status", *IN_ROUND)
    assert (status["submitted"], status["wanted"]) == (500, 500)

    assert told("annotations", "export", "--campaign", "biosses", "--out", folder / "out.tsv")
    long_table = ("agreement", folder / "out.tsv", "--unit", "item_id", "--annotator", "annotator")
    for level, alpha in (("nominal", 0.577), ("ordinal", 0.878), ("interval", 0.874)):
        asked = ("--value", "value", "--level", level, "--measure", "krippendorff_alpha", "--ci", "none")
        [found] = told(*long_table, *asked)["results"]
        assert (round(found["value"], 3), found["ratings"]) == (alpha, 500)

    told("gold", "freeze", "--campaign", "biosses")
    sizes = ("--sizes", "train=0.6,test=rest", *overriding("crossing", "identifiers"))
    told("release", "build", "--campaign", "biosses", "--version", "1.0", *sizes)
    assert told("release", "verify", "1.0")["problems"] == []
    told("release", "export", "1.0", "--format", "sts_tsv", "--out", folder / "sts")
    released = {
        (one["sentence1"], one["sentence2"]): float(one["score"]) for one in read(folder / "sts" / "sts.tsv")
    }
    means = {
        (row["sentence1"], row["sentence2"]): sum(int(row[who]) for who in WHO) / len(WHO)
        for row in read(source)
    }
    assert len(means) == 100
    assert released == pytest.approx(means, abs=1e-12)
