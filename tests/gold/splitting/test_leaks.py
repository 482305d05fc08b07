"""Leaks between parts: every row kind, by value; and what both filters keep, whatever the texts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from aloi.annotation.rows import (
    LabelledText,
    LinkedMention,
    MultipleChoice,
    Row,
    ScoredPair,
    Substitutes,
    TaggedPair,
    TaggedTokens,
)
from aloi.annotation.tasks import TASKS
from aloi.annotation.tasks.base import TaskType
from aloi.base.errors import AloiError
from aloi.corpora.mining.base import Cancelled
from aloi.gold.model import LeakCheck, LeakReport, SharedGround, Split, SplitLeak
from aloi.gold.splitting.leaks import Grounds, check_leaks, checks_between, filtered_parts, leak_texts, ways
from aloi.gold.splitting.near_texts import nearest_vectors, normalised
from aloi.ui.texts import t


def _pair(left: str, right: str) -> ScoredPair:
    return ScoredPair("", "", "", left, right, 1, 0, 5)


def _target(sentence: str, lemma: str) -> Substitutes:
    return Substitutes("", "", lemma, "NOUN", sentence, 0, 1, (), 1)


def _tokens(text: str) -> TaggedTokens:
    return TaggedTokens("", "", tuple(text.split()), ("O",) * len(text.split()))


# By row kind: a row of training, one that is equal, one that is near, one that is neither; and the way.
KINDS: dict[str, tuple[Row, Row, Row, Row]] = {
    "sentence": (
        _pair("La toux dure.", "Il dort."),
        _pair("Un autre jour.", " la toux DURE. "),
        _pair("La toux dura.", "Un autre jour."),
        _pair("Rien de tel.", "Un autre jour."),
    ),
    "pair": (
        _pair("La toux dure.", "Il dort."),
        _pair("Il dort.", "La toux dure."),
        _pair("La toux dura.", "Il dort."),
        _pair("La toux dure.", "Un autre jour."),
    ),
    "source": (
        TaggedPair("", "", "", ("La", "toux", "dure"), ("x",), (), False),
        TaggedPair("", "", "", ("la", "toux", "dure"), ("y",), (), False),
        TaggedPair("", "", "", ("La", "toux", "dura"), ("x",), (), False),
        TaggedPair("", "", "", ("Rien", "de", "tel"), ("x",), (), False),
    ),
    "sentence of a target": (
        _target("Le dossier est clos.", "dossier"),
        _target("Le dossier est clos.", "clos"),
        _target("Le dossier est clot.", "dossier"),
        _target("Il range son dossier.", "dossier"),
    ),
    "lemma": (
        _target("Le dossier est clos.", "dossier"),
        _target("Il range son dossier.", "dossier"),
        _target("Le dossier est clos.", "dossiers"),
        _target("Le dossier est clos.", "clos"),
    ),
    "text": (
        LabelledText("", "Toux sèche", "", ("a",), ("a", "b")),
        LabelledText("", "toux sèche", "", ("b",), ("a", "b")),
        LabelledText("", "Toux sèches", "", ("a",), ("a", "b")),
        LabelledText("", "Toux sèche", "au matin", ("a",), ("a", "b")),
    ),
    "text of tokens": (
        _tokens("Toux sèche ce matin"),
        TaggedTokens("", "", ("x",), ("O",), "toux sèche ce matin"),
        _tokens("Toux sèche le matin"),
        _tokens("Fièvre ce matin"),
    ),
    "mention": (
        LinkedMention("", "", "", (), "nausea", "", "C1"),
        LinkedMention("", "", "", (), "Nausea ", "", "C2"),
        LinkedMention("", "", "", (), "nausee", "", "C1"),
        LinkedMention("", "", "", (), "mal", "", "C1"),
    ),
    "question": (
        MultipleChoice("", "Quel organe filtre ?", ("a", "b"), (0,)),
        MultipleChoice("", "quel organe filtre ?", ("c", "d"), (1,)),
        MultipleChoice("", "Quel organe filtra ?", ("a", "b"), (0,)),
        MultipleChoice("", "Quel os casse ?", ("a", "b"), (0,)),
    ),
}


@pytest.mark.parametrize("way", KINDS)
def test_each_row_kind_is_compared_by_its_texts(way: str) -> None:
    train, equal, near, other = KINDS[way]
    by = way.split(" of ")[0]
    report = check_leaks({"e": equal, "n": near, "o": other}, {"t": train}, LeakCheck(by=by))
    equal_ones = {one.item_id for one in (*report.exact, *report.normalised)}
    assert (equal_ones, [one.item_id for one in report.near]) == ({"e"}, ["n"])
    assert report.sizes == {"full": 3, "filtered": 2, "filtered_0.2": 1}
    assert [(one.item_id, one.train_id) for one in report.nearest] == [("e", "t"), ("n", "t")]
    assert report.nearest[0].distance == 0
    assert 0 < report.nearest[1].distance < 0.2
    assert by in ways(type(train))
    assert f";by:{by};threshold:0.2;" in report.signature


@pytest.mark.parametrize("one", TASKS, ids=lambda one: one.name)
def test_the_rows_of_every_task_can_be_compared(one: TaskType) -> None:
    settings = one.check_settings(one.default_settings())
    row = one.row(one.example().item, one.example().gold, settings)
    for way in ways(one.row_kind):
        assert any(leak_texts(row, way)), way
        assert t(f"releases.leaks_by_{way}")


def test_the_first_way_is_the_usual_one() -> None:
    report = check_leaks({"a": _target("Le dossier.", "x")}, {"b": _target("Autre.", "x")}, LeakCheck())
    assert (report.by, report.exact, report.near) == ("sentence", (), ())
    assert leak_texts(_pair("a", "b")) == ("a", "b")


def test_what_is_left_is_parts_of_its_own() -> None:
    train, equal, near, other = KINDS["mention"]
    test = {"e": equal, "n": near, "o": other}
    report = check_leaks(test, {"t": train}, LeakCheck("held_out", threshold=0.3), thresholds=(0.0, 0.1, 1.0))
    assert filtered_parts(("o", "e", "n"), report) == (
        Split("held_out_filtered", ("o", "n"), within="held_out"),
        Split("held_out_filtered_0.3", ("o",), within="held_out"),
    )
    assert report.curve == ((0.0, 2), (0.1, 2), (1.0, 0))
    all_gone = check_leaks({"e": equal}, {"t": train}, LeakCheck())
    assert filtered_parts(("e",), all_gone) == ()


def test_a_wrong_way_or_threshold_is_refused() -> None:
    pair = {"a": _pair("a", "b")}
    with pytest.raises(AloiError, match="is called 'lemma'"):
        check_leaks(pair, pair, LeakCheck(by="lemma"))
    with pytest.raises(AloiError, match="threshold is 2"):
        check_leaks(pair, pair, LeakCheck(threshold=2))


def test_empty_texts_leak_from_nowhere() -> None:
    report = check_leaks({"a": _pair("", "x")}, {"b": _pair(" ", "y")}, LeakCheck())
    assert report.sizes["filtered"] == 1


@pytest.mark.parametrize("empty", [{}, {"a": _pair("", " ")}], ids=["no item", "no text"])
def test_a_part_without_texts_is_no_part_without_leaks(empty: dict[str, Row]) -> None:
    full = {"b": _pair("La toux dure.", "Il dort.")}
    said = rf"The split '{{}}', of {len(empty)} items, lacks a text"
    with pytest.raises(AloiError, match=said.format("test")):
        check_leaks(empty, full, LeakCheck())
    with pytest.raises(AloiError, match=said.format("train")):
        check_leaks(full, empty, LeakCheck())


def _texts(*texts: str) -> dict[str, Row]:
    return {str(n): LabelledText("", text, "", (), ()) for n, text in enumerate(texts)}


def test_a_leak_is_exact_normalised_or_near_and_told_by_ids_alone() -> None:
    train = _texts("La toux dure.", "Rien de tel ici.")
    test = _texts("La toux dure.", "la  TOUX\u00a0dûre.", "La toux dura.", "Un autre jour viendra.", " ")
    report = check_leaks(test, train, LeakCheck(by="text"))
    found = [[(one.item_id, one.train_id) for one in each] for each in (report.exact, report.normalised)]
    assert found == [[("0", "0")], [("1", "0")]]
    assert report.near == (SplitLeak("2", "0", 1 / 13),)
    assert report.sizes == {"full": 5, "filtered": 3, "filtered_0.2": 2}
    assert "toux" not in str(report.to_json())
    assert LeakReport.from_json(report.to_json()) == report


def test_a_report_of_an_earlier_release_is_read() -> None:
    old = {"test": "test", "train": "train", "by": "text", "threshold": 0.2, "signature": "s"}
    old |= {"sizes": {"test": 3, "test_filtered": 2, "test_filtered_0.2": 1}, "exact": ["a"], "near": ["b"]}
    example = {"item_id": "b", "train_id": "t", "distance": 0.1, "text": "x", "train_text": "y"}
    report = LeakReport.from_json({**old, "examples": [example]})
    assert (report.exact, report.near) == ((SplitLeak("a", "", 0.0),), (SplitLeak("b", "t", 0.1),))
    assert report.sizes == {"full": 3, "filtered": 2, "filtered_0.2": 1}


def test_shared_documents_and_sources_are_told() -> None:
    grounds = Grounds.of(
        {"0": ["d1"], "1": ["d2"], "2": ["d3"], "t": ["d1", "d4"]},
        {"d2": {"Patient": "P 7", "year": "2020"}, "d3": {"year": "2020"}, "d4": {"patient": "p 7"}},
        {"2": {"source": " "}},
    )
    train: dict[str, Row] = {"t": LabelledText("", "Rien.", "", (), ())}
    report = check_leaks(_texts("Un.", "Deux mots.", "Trois mots ici."), train, LeakCheck(), grounds=grounds)
    assert (report.documents, report.sources) == (SharedGround(1, ("0",)), SharedGround(1, ("1",)))
    assert "p 7" not in str(report.to_json()).lower()


def test_an_encoder_measures_nearness_by_its_cosine() -> None:
    vectors = {"Il tousse.": (1, 0), "La toux.": (0.9, 0.19**0.5), "Il court.": (0, 1)}

    def search(texts, references, limit, watch):  # type: ignore[no-untyped-def]
        both = [np.array([vectors[one] for one in each]) for each in (texts, references)]
        return nearest_vectors(*both, limit, "axes", watch)

    check = LeakCheck(encoder="axes", threshold=0.15)
    report = check_leaks(_texts("La toux.", "Il court."), _texts("Il tousse."), check, search=search)
    assert [(one.item_id, round(one.distance, 9)) for one in report.near] == [("0", 0.1)]
    assert report.sizes == {"full": 2, "filtered": 2, "filtered_cosine_0.85": 1}
    assert "distance:1-cosine;encoder:axes,strict" in report.signature
    assert [one.name for one in filtered_parts(("0", "1"), report)] == [
        "test_filtered",
        "test_filtered_cosine_0.85",
    ]


def test_every_two_parts_are_checked_and_nearness_where_it_can_be_measured() -> None:
    found = checks_between({"test": 5, "extra": 3, "train": 9, "dev": 2})
    assert [(one.test, one.train) for one in found] == [
        ("dev", "train"),
        ("test", "train"),
        ("test", "dev"),
        ("extra", "train"),
        ("extra", "dev"),
        ("extra", "test"),
    ]
    assert {one.threshold for one in found} == {0.2}
    assert checks_between({"train": 80_000, "test": 20_000})[0].threshold == 0


def test_texts_of_a_part_are_compared_as_they_were_made_once() -> None:
    parts = {"train": _texts("Un."), "dev": _texts("Un.", "Deux."), "test": _texts("UN", "Deux.", "Trois.")}
    checks = checks_between({part: len(rows) for part, rows in parts.items()})
    apart = [check_leaks(parts[one.test], parts[one.train], one) for one in checks]
    compared: dict = {}
    assert [check_leaks(parts[one.test], parts[one.train], one, compared=compared) for one in checks] == apart
    assert sorted(part for part, _ in compared) == ["dev", "test", "train"]


def test_a_search_that_is_stopped_says_so() -> None:
    told = []

    def watch(done: int, total: int) -> bool:
        told.append((done, total))
        return len(told) < 2

    asked = _texts(*(f"{number}" for number in range(600)))
    with pytest.raises(Cancelled):
        check_leaks(asked, _texts("x", "xxxx"), LeakCheck(), watch=watch)
    assert told == [(256, 600), (512, 600)]


TEXTS = st.lists(st.text("abéÉ e", max_size=10), min_size=1, max_size=8)


@given(test=TEXTS, train=TEXTS, threshold=st.floats(0, 1))
def test_near_kept_items_are_among_those_kept_and_no_leak_is_missed(
    test: list[str], train: list[str], threshold: float
) -> None:
    def rows(texts: list[str]) -> dict[str, Row]:
        return {str(n): LabelledText("", text, "", (), ()) for n, text in enumerate(texts)}

    assume("".join(test).strip() and "".join(train).strip())
    report = check_leaks(rows(test), rows(train), LeakCheck(threshold=threshold))
    filtered = set(rows(test)) - {one.item_id for one in (*report.exact, *report.normalised)}
    near = filtered - {one.item_id for one in report.near}
    assert near <= filtered <= set(rows(test))
    assert list(report.sizes.values()) == [len(test), len(filtered), len(near)]
    known = {normalised(text) for text in train} - {""}
    for item_id, text in zip(rows(test), test, strict=True):
        plain = normalised(text)
        assert (item_id not in filtered) == (plain in known)
        least = min((Levenshtein.distance(plain, k) / max(len(plain), len(k), 1) for k in known), default=1.0)
        if item_id in filtered and plain:
            assert (item_id not in near) == (least < threshold)
