"""Seen mentions: the worked values, the released script's bound, and CodiEsp's row of the paper."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from aloi.annotation.rows import LinkedMention
from aloi.base.errors import AloiError
from aloi.gold.formats.mentions.concept_dictionary import dictionary_of, read_dictionary
from aloi.gold.formats.mentions.files import read_mentions
from aloi.gold.splitting.mention_leaks import Size, curve, describe, filter_mentions
from aloi.gold.splitting.near_texts import Mode, nearest_texts


def _mention(text: str, concept: str = "C1") -> LinkedMention:
    return LinkedMention(text, "", "", (), text, "", concept)


def _texts(found: tuple[LinkedMention, ...]) -> list[str]:
    return [one.mention for one in found]


def test_equal_then_near_mentions_are_left_out_and_duplicates_stay() -> None:
    test = [_mention(one) for one in ("Nausea ", "nausee", "depressed", "depressed", "mal")]
    found = filter_mentions(test, ["nausea", "depression"])
    assert _texts(found.full) == ["Nausea ", "nausee", "depressed", "depressed", "mal"]
    assert _texts(found.filtered) == ["nausee", "depressed", "depressed", "mal"]
    assert _texts(found.near) == ["depressed", "depressed", "mal"]
    wider = filter_mentions(test, ["nausea", "depression"], threshold=0.31)
    assert _texts(wider.near) == ["mal"]


def test_the_threshold_is_strict_and_checked() -> None:
    assert _texts(filter_mentions([_mention("abcde")], ["abcdx"]).near) == ["abcde"]  # 1/5 is not under 0.2
    assert _texts(filter_mentions([_mention("abcdef")], ["abcdex"]).near) == []
    with pytest.raises(AloiError, match=r"threshold is 1\.5"):
        filter_mentions([_mention("a")], ["b"], threshold=1.5)


def test_curve_counts_what_is_left() -> None:
    test = [_mention("nausee", "C1"), _mention("depressed", "C2"), _mention("mal", "CUILESS")]
    assert curve(test, ["nausea", "depression"], (0.31, 0.0, 0.2)) == (
        (0.0, Size(3, 2)),
        (0.2, Size(2, 1)),
        (0.31, Size(1, 0)),
    )


WORDS = st.lists(st.text("abé", max_size=12), min_size=1, max_size=12)


@given(texts=WORDS, references=WORDS, limit=st.floats(0, 1))
def test_no_near_reference_is_missed(texts: list[str], references: list[str], limit: float) -> None:
    found = nearest_texts(texts, references, limit).distances
    for text, value in zip(texts, found, strict=True):
        least = min(Levenshtein.distance(text, one) / max(len(text), len(one), 1) for one in references)
        assert value < limit if least < limit else value >= limit
        if least < limit:
            assert value == pytest.approx(least)


@st.composite
def edited(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """Return sentences of few words, so that they share much, and some of them with edits here and there."""
    words = st.sampled_from(["toux", "sèche", "et", "fièvre", "😀", "37,2", "aaaa"])
    known = draw(st.lists(st.lists(words, min_size=1, max_size=12).map(" ".join), min_size=1, max_size=8))
    texts = []
    for text in draw(st.lists(st.sampled_from(known), min_size=1, max_size=6)):
        letters = [*text]
        for at in draw(st.lists(st.integers(0, len(text) - 1), max_size=len(text) // 3)):
            letters[at] = draw(st.sampled_from(["", "x", "é ", "a"]))
        texts.append("".join(letters))
    return texts, known


@given(texts=edited(), limit=st.sampled_from([0.05, 0.1, 0.2, 0.25, 0.3, 0.5]))
def test_texts_that_share_rare_pieces_are_all_measured(
    texts: tuple[list[str], list[str]], limit: float
) -> None:
    asked, known = texts
    found = nearest_texts(asked, known, limit)
    for text, value, place in zip(asked, found.distances, found.places, strict=True):
        every = [Levenshtein.distance(text, one) / max(len(text), len(one), 1) for one in known]
        if min(every) > limit + 1e-6:
            assert (value, place) == (1, -1)
        elif min(every) < limit:
            assert value == every[place] == min(every)


@given(texts=WORDS, references=WORDS, thresholds=st.lists(st.floats(0, 1), min_size=1, max_size=4))
def test_a_curve_is_the_filter_at_each_threshold(
    texts: list[str], references: list[str], thresholds: list[float]
) -> None:
    assume(any(texts) and any(references))
    test = [_mention(text, text[:1]) for text in texts]
    for mode in Mode:
        apart = {
            at: Size.of(filter_mentions(test, references, threshold=at, mode=mode).near) for at in thresholds
        }
        assert dict(curve(test, references, thresholds, mode)) == apart


@pytest.mark.parametrize(
    ("test", "references", "said"),
    [
        ([], ["toux"], "test set contains no mention"),
        (["", " "], ["toux"], "test set contains 2 mentions or names, none with a text"),
        (["toux"], [], "reference contains no mention"),
        (["toux"], ["", " "], "reference contains 1 mention or name, without a text"),
    ],
)
@pytest.mark.parametrize("mode", Mode)
def test_a_side_without_texts_is_no_side_without_leaks(
    test: list[str], references: list[str], said: str, mode: Mode
) -> None:
    mentions = [_mention(one) for one in test]
    with pytest.raises(AloiError, match=said):
        filter_mentions(mentions, references, mode=mode)
    with pytest.raises(AloiError, match=said):
        curve(mentions, references, (0.1, 0.2), mode)


@pytest.mark.parametrize("thresholds", [(0.2, 1.5), (-0.1, 0.2)])
def test_a_curve_checks_its_thresholds(thresholds: tuple[float, ...]) -> None:
    with pytest.raises(AloiError, match="from 0 to 1"):
        curve([_mention("a")], ["b"], thresholds)


@pytest.mark.shared
def test_filtering_equals_the_published_rules(shared: Path) -> None:
    blocks = json.loads((shared / "reference" / "metrics.json").read_text(encoding="utf-8"))
    block = blocks["filtering"]
    for text, told in block["mentions"].items():
        found = filter_mentions([_mention(text)], block["reference_set"], threshold=block["threshold"])
        assert bool(found.filtered) == told["kept_filtered"] == (not told["exact"])
        assert bool(found.near) == told["kept_filtered_02"]
        (value,) = nearest_texts([text.lower()], block["reference_set"], 1.0).distances
        assert value == pytest.approx(told["min_norm_distance"], abs=1e-6)
    long = blocks["filtering_long"]
    (exact,) = nearest_texts([long["mention"]], [long["vocab"]], 0.2).distances
    assert exact == pytest.approx(long["normalised"], abs=1e-6)
    (missed,) = nearest_texts([long["mention"]], [long["vocab"]], 0.2, Mode.COMPATIBLE).distances
    assert (missed < 0.2) == long["reference_code_hit"]


@pytest.mark.shared
def test_codiesp_gives_the_row_of_the_paper(shared: Path) -> None:
    folder = shared / "data" / "codiesp"
    train, test = (read_mentions(folder / f"{part}X.tsv", "codiesp").mentions for part in ("train", "test"))
    told = describe(train, test)
    assert (told.all, told.train, told.test) == (Size(10874, 2206), Size(7209, 1767), Size(3665, 1143))
    assert round(told.mean_length, 2) == 15.84
    assert round(100 * told.numerals, 2) == 1.05
    found = filter_mentions(test, [one.mention for one in train])
    assert (Size.of(found.full), Size.of(found.filtered), Size.of(found.near)) == (
        Size(3665, 1143),
        Size(1386, 841),
        Size(1167, 750),
    )


def test_dictionaries_are_read_and_made(tmp_path: Path) -> None:
    (tmp_path / "d.tsv").write_text("concept_id\tname\nC1\tToux\n\tx\n", encoding="utf-8")
    read = read_dictionary(tmp_path / "d.tsv")
    assert (read.names, read.concepts) == (("Toux",), ("C1",))
    assert [(one.description, one.count, one.first) for one in read.notes] == [
        ("lines without a concept or a name", 1, "line 3")
    ]
    (tmp_path / "d.txt").write_text("C1|C2||toux\n", encoding="utf-8")
    assert read_dictionary(tmp_path / "d.txt").concepts == ("C1|C2",)
    (tmp_path / "d.txt").write_text("toux\n", encoding="utf-8")
    with pytest.raises(AloiError, match="contains no name"):
        read_dictionary(tmp_path / "d.txt")
    made = dictionary_of(
        [_mention("Toux", "C2"), _mention("toux", "C1"), _mention("x", "CUILESS"), _mention("y", "C4+C3")]
    )
    assert (made.names, made.concepts) == (("toux", "y"), ("C1|C2", "C3|C4"))
