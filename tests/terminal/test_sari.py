"""`aloi score sari`: from aligned files to SARI and its parts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sacrebleu.metrics import BLEU

LINES = {
    "source": ["About 95 species are currently accepted.", "The cat perched on the mat."],
    "system": ["About 95 you now get in.", "Cat on mat."],
    "r1": ["About 95 species are currently known.", "The cat sat on the mat."],
    "r2": ["About 95 species are now accepted.", "The cat is on the mat."],
    "r3": ["95 species are now accepted.", "The cat sat."],
}


@pytest.fixture
def arguments(folder: Path) -> list[str]:
    for name, lines in LINES.items():
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    options = ["--source", "source", "--system", "system"]
    return [
        "score",
        "sari",
        *options,
        *(part for name in ("r1", "r2", "r3") for part in ("--reference", name)),
    ]


def test_the_whole_and_each_sentence(told: Callable[..., Any], arguments: list[str]) -> None:
    found = told(*arguments, "--per-sentence", "--replicates", 50)
    names = ("sari", "add", "keep", "delete")
    assert [found[name] for name in names] == pytest.approx([33.174726, 6.25, 24.673440, 68.600737], abs=1e-6)
    assert len(found["per_sentence"]) == 2
    assert set(found["per_sentence"][0]) == {*names, "bleu", "readability"}
    for name in names:
        low, high = found["ci"][name]
        values = [one[name] for one in found["per_sentence"]]
        # With two sentences the extreme resamples are one sentence twice.
        assert low == pytest.approx(min(values))
        assert high == pytest.approx(max(values))
    assert found["ci_method"] == "bootstrap-percentile-sentences-50-seed0"
    assert "variant:default|sentences:2|references:3" in found["signature"]["sari"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "windows-1252"])
def test_files_in_other_encodings_score_alike(
    told: Callable[..., Any], arguments: list[str], folder: Path, encoding: str
) -> None:
    before = told(*arguments, "--replicates", 0)
    for name in ("source", "r2"):
        (folder / name).write_bytes(
            ("\n".join(LINES[name]).replace("About", "À peu près") + "\n").encode(encoding)
        )
    (folder / "system").write_text("\n".join(LINES["system"]).replace("About", "À peu près") + "\n", "utf-8")
    found = told(*arguments, "--replicates", 0)
    assert found["sari"] != before["sari"]
    for name in ("source", "r2"):
        (folder / name).write_text("\n".join(LINES[name]).replace("About", "À peu près") + "\n", "utf-8")
    assert told(*arguments, "--replicates", 0)["sari"] == found["sari"]
    assert {one["file"]: one["encoding"] for one in found.get("tables_read", [])} == (
        {} if encoding == "utf-8-sig" else dict.fromkeys(("source", "r2"), encoding)
    )


def test_a_variant_without_intervals(told: Callable[..., Any], arguments: list[str]) -> None:
    found = told(*arguments, "--variant", "precision_deletion", "--replicates", 0)
    assert found["delete"] == pytest.approx(56.458333, abs=1e-6)
    assert found["ci"]["delete"] is None
    assert "per_sentence" not in found


def test_bleu_and_readability_stand_beside_sari(told: Callable[..., Any], arguments: list[str]) -> None:
    found = told(*arguments, "--per-sentence", "--replicates", 50)
    references = [LINES[name] for name in ("r1", "r2", "r3")]
    scorer = BLEU()
    assert found["bleu"] == pytest.approx(scorer.corpus_score(LINES["system"], references).score, abs=1e-12)
    assert found["signature"]["bleu"].startswith(f"bleu|{scorer.get_signature()}|sentences:2|ci:bootstrap")
    low, high = found["ci"]["bleu"]
    assert low <= found["bleu"] <= high
    # By hand, words a line plus the percentage of words of 7 letters or more: species, currently, ...
    lix = found["readability"]
    assert (lix["measure"], lix["better"]) == ("lix", "lower")
    assert lix["source"] == pytest.approx((6 + 300 / 6 + 6 + 100 / 6) / 2)
    assert lix["system"] == pytest.approx((6 + 3) / 2)
    assert lix["references"] == pytest.approx(
        ((6 + 200 / 6 + 6 + 200 / 6 + 5 + 40) / 3 + (6 + 6 + 3) / 3) / 2
    )
    assert "lix|side:system|sentences:2|references:3|formula:textstat-0.7" in lix["signature"]["system"]
    assert found["per_sentence"][1]["readability"]["system"] == 3
    alone = told(*arguments, "--beside", "none", "--replicates", 50)
    assert "bleu" not in alone
    assert "readability" not in alone
    assert alone["ci"]["sari"] == found["ci"]["sari"]


def test_an_empty_output_is_scored(told: Callable[..., Any], arguments: list[str], folder: Path) -> None:
    (folder / "system").write_text("\n\n", encoding="utf-8")
    found = told(*arguments)
    assert found["keep"] == 0
    assert found["delete"] > 0
    assert found["bleu"] == 0
    assert found["readability"]["system"] is None
    assert found["readability"]["reason"] == {"system": "no line has a word"}


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("r2", "one line\n", "1 in r2, 2 in source"),
        ("system", "a\nb\nc\n", "3 in system, 2 in source"),
        ("r1", "", "r1 contains no line"),
        ("source", "", "source contains no line"),
        ("r3", "a\n  \n", "ine 2 of r3 lacks a text"),
        ("r1", "caf\udcff\udc81\nb\n", "r1, line 1: byte 3 (0xff) is not UTF-8"),
    ],
)
def test_files_that_do_not_fit_are_refused(
    refused: Callable[..., str], arguments: list[str], folder: Path, name: str, text: str, said: str
) -> None:
    (folder / name).write_bytes(text.encode("utf-8", errors="surrogateescape"))
    assert said in refused(*arguments)


def test_wrong_options_are_refused(refused: Callable[..., str], arguments: list[str]) -> None:
    assert "--reference" in refused(*arguments[:6])
    assert "One of these was expected: default, paper_version" in refused(*arguments, "--variant", "new")
    assert "at least 0" in refused(*arguments, "--replicates", -1)
    assert "One of these was expected: bleu, readability" in refused(*arguments, "--beside", "meteor")


def test_people_read_a_table(invoke: Callable[..., Any], arguments: list[str]) -> None:
    shown = invoke(*arguments).stdout
    assert "33.1747" in shown
    assert "2 sentences, 3 references, variant default" in shown
    with pytest.raises(json.JSONDecodeError):
        json.loads(shown)
