"""`aloi segment`, `aloi mine`, `aloi score sts`: from file to file."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from aloi.corpora.readers import read_table

TEXTS = {
    "cas-a": "Le Dr Alma reçoit M. Borel le 3 mai. La température est de 38,5 °C. Elle baisse le soir.",
    "cas-b": "M. Borel revient. Le patient n'a plus de fièvre ce matin.\nLe patient dort.",
}
SENTENCES = [
    ("s1", "Le patient n'a plus de fièvre ce matin."),
    ("s2", "Le patient n'a plus de toux ce matin."),
    ("s3", "Une radiographie du genou droit est demandée."),
    ("s4", "Le patient n'a plus de fièvre ce matin."),
]


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


@pytest.fixture
def texts(folder: Path) -> Path:
    (folder / "texts").mkdir()
    for name, text in TEXTS.items():
        (folder / "texts" / f"{name}.txt").write_text(text, encoding="utf-8")
    return folder / "texts"


@pytest.fixture
def sentences(folder: Path) -> Path:
    lines = ["id\ttext", *(f"{name}\t{text}" for name, text in SENTENCES)]
    (folder / "s.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder / "s.tsv"


def test_segment_gives_offsets_that_give_back_the_text(told: Any, texts: Path, folder: Path) -> None:
    counts = told("segment", texts, "--language", "fr", "--out", folder / "s.tsv")
    found = rows(folder / "s.tsv")
    assert list(found[0]) == ["id", "document_id", "index", "start", "end", "text"]
    assert [one["text"] for one in found if one["document_id"] == "cas-a"] == [
        "Le Dr Alma reçoit M. Borel le 3 mai.", "La température est de 38,5 °C.", "Elle baisse le soir.",
    ]  # fmt: skip
    for one in found:
        assert TEXTS[one["document_id"]][int(one["start"]) : int(one["end"])] == one["text"]
    assert len({one["id"] for one in found}) == len(found) == counts["sentences"] == 6
    assert counts["documents"] == 2


def test_segment_reads_a_table(told: Any, folder: Path) -> None:
    (folder / "t.csv").write_text('doc,note\nx,"Un cas. Deux cas."\n', encoding="utf-8")
    out = folder / "s.tsv"
    told("segment", "t.csv", "--language", "fr", "--out", out, "--text-column", "note", "--id-column", "doc")
    assert [(one["document_id"], one["text"]) for one in rows(out)] == [("x", "Un cas."), ("x", "Deux cas.")]


def test_mine_keeps_the_pairs_of_the_rule(told: Any, sentences: Path, folder: Path) -> None:
    report = told("mine", sentences, "--miner", "lexical", "--threshold", "0.45", "--out", folder / "p.tsv")
    found = rows(folder / "p.tsv")
    assert list(found[0]) == ["left_id", "right_id", "left", "right", "levenshtein", "cosine", "score"]
    assert [(one["left_id"], one["right_id"]) for one in found] == [("s1", "s4"), ("s1", "s2"), ("s2", "s4")]
    assert float(found[0]["score"]) == 1
    # `fièvre` and `toux`: 6 edits over 39 characters; 8 of 9 tokens in common.
    assert float(found[1]["levenshtein"]) == pytest.approx(1 - 6 / 39)
    assert float(found[1]["cosine"]) == pytest.approx(8 / 9)
    assert float(found[1]["score"]) == pytest.approx((1 - 6 / 39 + 8 / 9) / 2)
    assert (report["sentences"], report["pairs_compared"], report["pairs_kept"]) == (4, 6, 3)
    assert sum(one["count"] for one in report["histogram"]) == 3
    assert report["cpu_seconds"] >= 0


def test_mine_distinct_texts_enter_once(told: Any, sentences: Path, folder: Path) -> None:
    report = told("mine", sentences, "--distinct", "--out", folder / "p.tsv")
    assert [(one["left_id"], one["right_id"]) for one in rows(folder / "p.tsv")] == [("s1", "s2")]
    assert report["sentences"] == 3


def test_mine_nearest_by_the_packaged_encoder(told: Any, sentences: Path, folder: Path) -> None:
    told("mine", sentences, "--miner", "nearest", "--top", 1, "--distinct", "--out", folder / "p.tsv")
    found = rows(folder / "p.tsv")
    assert (found[0]["left_id"], found[0]["right_id"]) == ("s1", "s2")
    assert 0.3 < float(found[0]["score"]) < 1
    assert found[0]["levenshtein"] == ""


def test_mine_random_is_seeded(told: Any, sentences: Path, folder: Path) -> None:
    options = ("mine", sentences, "--miner", "random", "--count", 2, "--distinct", "--seed")
    told(*options, 1, "--out", folder / "a.tsv")
    told(*options, 1, "--out", folder / "b.tsv")
    assert (folder / "a.tsv").read_bytes() == (folder / "b.tsv").read_bytes()
    assert [one["score"] for one in rows(folder / "a.tsv")] == ["", ""]


def test_the_nearest_pairs_of_all_are_as_many_as_asked(told: Any, sentences: Path, folder: Path) -> None:
    asked = ("mine", sentences, "--miner", "nearest", "--top-pairs", 2, "--distinct")
    report = told(*asked, "--out", folder / "p.tsv")
    assert (report["pairs_kept"], report["method"]) == (2, "exact over all pairs")
    assert "recall" not in report
    assert report["parameters"]["top_pairs"] == 2
    assert {(one["left_id"], one["right_id"]) for one in rows(folder / "p.tsv")} >= {("s1", "s2")}


@pytest.mark.parametrize("suffix", ["tsv", "csv", "jsonl", "parquet", "xlsx"])
def test_what_was_not_measured_is_absent_in_every_file_type(
    told: Any, sentences: Path, folder: Path, suffix: str
) -> None:
    told("mine", sentences, "--miner", "random", "--count", 2, "--distinct", "--out", folder / f"p.{suffix}")
    found = read_table(folder / f"p.{suffix}").rows
    nothing = None if suffix in ("jsonl", "parquet") else ""
    assert len(found) == 2
    assert {one.values.get("score", nothing) for one in found} <= {nothing}
    if suffix == "jsonl":
        assert '""' not in (folder / "p.jsonl").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("id\ttext\na\tUn.\n", (), "at least 2"),
        ("id\tnote\na\tUn.\nb\tDeux.\n", (), "no column 'text'"),
        ("id\ttext\na\tUn.\na\tDeux.\n", (), "which line 2 has already"),
        ("id\ttext\na\tUn.\nb\t\n", (), "at least 2"),
        ("id\ttext\na\tUn.\nb\tDeux.\n", ("--miner", "magic"), "--miner is 'magic'"),
        ("id\ttext\na\tUn.\nb\tDeux.\n", ("--threshold", "high"), "high"),
        (
            "id\ttext\na\tUn.\nb\tDeux.\n",
            ("--miner", "nearest", "--encoder", "./none"),
            "no file or folder './none'",
        ),
        ("", (), "contains no rows"),
    ],
)
def test_bad_sentences_are_refused(
    refused: Any, folder: Path, text: str, options: tuple[str, ...], message: str
) -> None:
    (folder / "s.tsv").write_text(text, encoding="utf-8")
    assert message in refused("mine", "s.tsv", "--out", "p.tsv", *options)
    assert [path.name for path in folder.iterdir()] == ["s.tsv"]


def test_a_table_that_cannot_be_written_is_refused_first(refused: Any, sentences: Path, texts: Path) -> None:
    assert "p.ods" in refused("mine", sentences, "--out", "p.ods")
    assert "absent" in refused("segment", texts, "--language", "fr", "--out", "absent/s.tsv")


def test_bad_texts_are_refused(refused: Any, folder: Path) -> None:
    (folder / "t").mkdir()
    options = ("segment", "t", "--language", "fr", "--out", "s.tsv")
    assert "no .txt file" in refused(*options)
    (folder / "t" / "a.txt").write_bytes(b"Un \x81t\x8d.")
    assert "UTF-8" in refused(*options)
    assert not (folder / "s.tsv").exists()


def scores(folder: Path, name: str, values: dict[str, object]) -> Path:
    lines = ["id\tscore", *(f"{key}\t{value}" for key, value in values.items())]
    (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder / name


def test_score_sts_gives_the_worked_values(told: Any, folder: Path) -> None:
    gold = scores(folder, "g.tsv", dict(zip("abcde", (0, 5, 2.5, 3, 1), strict=True)))
    system = scores(folder, "p.tsv", dict(zip("edcba", (0, 5, 2.5, 4, 1), strict=True)))
    found = told("score", "sts", gold, system, "--scale", "0,5")
    assert found["edrm"] == pytest.approx(0.78)
    assert found["spearman"] == pytest.approx(0.8)
    assert (found["n"], found["missing"], found["out_of_range"]) == (5, 0, 0)
    assert found["edrm_variant"] == "dmax_from_system"
    assert "scale:0..5" in found["signature"]["edrm"]
    other = told("score", "sts", gold, system, "--scale", "0,5", "--variant", "dmax_from_reference")
    assert other["edrm"] == pytest.approx(0.736667, abs=1e-6)


def test_score_sts_counts_missing_and_out_of_range(told: Any, folder: Path) -> None:
    gold = scores(folder, "g.tsv", {"a": 0, "b": 5, "c": 2})
    found = told("score", "sts", gold, scores(folder, "p.tsv", {"a": 0, "b": 6, "c": "NA"}), "--scale", "0,5")
    assert (found["missing"], found["out_of_range"], found["n"]) == (1, 1, 3)
    assert found["edrm"] == pytest.approx(1 / 3)
    constant = told("score", "sts", gold, scores(folder, "q.tsv", dict.fromkeys("abc", 1)), "--scale", "0,5")
    assert constant["spearman"] is None
    assert "constant" in constant["reason"]["spearman"]


@pytest.mark.parametrize(
    ("gold", "system", "scale", "message"),
    [
        (
            {"a": 1, "b": 9},
            {"a": 1, "b": 2},
            "0,5",
            "The gold score of 'b', one of 1 outside the scale, is 9",
        ),
        ({"a": 1, "b": 2}, {"a": 1, "z": 2}, "0,5", "'z'"),
        ({"a": 1, "b": 2}, {"a": "inf", "b": 2}, "0,5", "'inf'"),
        ({"a": 1, "b": ""}, {"a": 1, "b": 2}, "0,5", "The item 'b' of g.tsv lacks a score"),
        ({"a": 1, "b": 2}, {"a": 1, "b": 2}, "0-5", "--scale is '0-5'"),
        ({"a": 1, "b": 2}, {"a": 1, "b": 2}, "5,0", "The scale is 5, 0"),
    ],
)
def test_bad_scores_are_refused(
    refused: Any, folder: Path, gold: dict[str, object], system: dict[str, object], scale: str, message: str
) -> None:
    paths = scores(folder, "g.tsv", gold), scores(folder, "p.tsv", system)
    assert message in refused("score", "sts", *paths, "--scale", scale)
