"""Leaks between parts: every row kind, by value; and what both filters keep, whatever the texts."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from aloi.errors import AloiError
from annotation.rows import (
    LabelledText,
    LinkedMention,
    MultipleChoice,
    Row,
    ScoredPair,
    Substitutes,
    TaggedPair,
    TaggedTokens,
)
from annotation.tasks import TASKS
from annotation.tasks.base import TaskType
from gold.model import LeakCheck, Split
from gold.splitting.leaks import check_leaks, filtered_parts, leak_texts, ways
from ui.texts import t


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
    assert (report.exact, report.near) == (("e",), ("n",))
    assert report.sizes == {"test": 3, "test_filtered": 2, "test_filtered_0.2": 1}
    assert [(one.item_id, one.train_id) for one in report.examples] == [("e", "t"), ("n", "t")]
    assert report.examples[0].distance == 0
    assert 0 < report.examples[1].distance < 0.2
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
    assert (report.by, report.exact) == ("sentence", ())
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
    assert report.sizes["test_filtered"] == 1


@pytest.mark.parametrize("empty", [{}, {"a": _pair("", " ")}], ids=["no item", "no text"])
def test_a_part_without_texts_is_no_part_without_leaks(empty: dict[str, Row]) -> None:
    full = {"b": _pair("La toux dure.", "Il dort.")}
    said = rf"The part '{{}}' has {len(empty)} items?, none with a text"
    with pytest.raises(AloiError, match=said.format("test")):
        check_leaks(empty, full, LeakCheck())
    with pytest.raises(AloiError, match=said.format("train")):
        check_leaks(full, empty, LeakCheck())


TEXTS = st.lists(st.text("abé ", max_size=10), min_size=1, max_size=8)


@given(test=TEXTS, train=TEXTS, threshold=st.floats(0, 1))
def test_near_kept_items_are_among_those_kept_and_no_leak_is_missed(
    test: list[str], train: list[str], threshold: float
) -> None:
    def rows(texts: list[str]) -> dict[str, Row]:
        return {str(n): LabelledText("", text, "", (), ()) for n, text in enumerate(texts)}

    assume("".join(test).strip() and "".join(train).strip())
    report = check_leaks(rows(test), rows(train), LeakCheck(threshold=threshold))
    filtered = set(rows(test)) - set(report.exact)
    near = filtered - set(report.near)
    assert near <= filtered <= set(rows(test))
    assert list(report.sizes.values()) == [len(test), len(filtered), len(near)]
    known = {text.lower().strip() for text in train} - {""}
    for item_id, text in zip(rows(test), test, strict=True):
        plain = text.lower().strip()
        assert (item_id not in filtered) == (plain in known)
        least = min((Levenshtein.distance(plain, k) / max(len(plain), len(k), 1) for k in known), default=1.0)
        if item_id in filtered and plain:
            assert (item_id not in near) == (least < threshold)
