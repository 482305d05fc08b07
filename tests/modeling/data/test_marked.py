"""Attributes and relations as labelled texts, and the baseline of relations."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from aloi.annotation.rows import LabelledRelation, LabelledSpan, LabelledText, TaggedTokens
from aloi.annotation.spans import tokens_and_tags
from aloi.base.errors import AloiError
from aloi.modeling.data.dataset import Dataset, dataset
from aloi.modeling.data.marked import HEAD, RELATIONS, TAIL, marked_dataset, marked_rows, with_markers
from aloi.modeling.data.sentences import by_sentence
from aloi.modeling.recipes import recipe
from aloi.modeling.recipes.base import Training
from aloi.modeling.recipes.row_baselines import marked_pair
from aloi.workbench.models import data as data_module
from aloi.workbench.models.data import load
from tests.modeling.row_cases import prescriptions


def test_markers_of_nested_and_adjacent_spans() -> None:
    text = "forte toux sèche"
    outer, inner = LabelledSpan("SIGN", ((0, 10),)), LabelledSpan("DEGREE", ((0, 5),))
    expected = "[head:SIGN][tail:DEGREE]forte[/tail:DEGREE] toux[/head:SIGN] sèche"
    assert with_markers(text, {HEAD: outer, TAIL: inner}) == expected
    assert with_markers(text, {TAIL: inner, HEAD: outer}) == expected
    parts = LabelledSpan("SIGN", ((0, 5), (11, 16)))
    assert with_markers(text, {"": parts}) == "[SIGN]forte[/SIGN] toux [SIGN]sèche[/SIGN]"


def data_of(count: int) -> Dataset:
    return dataset("clinical", TaggedTokens, {"train": by_sentence(prescriptions(count))})


def rows_of(data: Dataset) -> tuple[LabelledText, ...]:
    return tuple(row for part in data.parts.values() for row in part if isinstance(row, LabelledText))


def test_every_span_and_relation_is_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = data_of(6)
    monkeypatch.setattr(data_module, "read", lambda path, **options: source)
    values = load(None, f"{tmp_path}#certainty")
    assert values.name == "clinical#certainty"
    assert [row.labels for row in rows_of(values)[:3]] == [("negated",), ("affirmed",), ("none",)]
    assert rows_of(values)[0].text == "Pas de [SIGN]toux[/SIGN]. sodium 5 mg et iode 10 mg."
    assert rows_of(values)[0].all_labels == ("affirmed", "negated", "none")
    pairs = load(None, f"{tmp_path}#relations")
    assert sum(len(row.labels) for row in rows_of(pairs)) == 12
    assert {label for row in rows_of(pairs) for label in row.labels} == {"dose"}
    # Two drugs and two doses a document: four pairs, two of them related.
    assert len(rows_of(pairs)) == 24
    clusters = {name: one.clusters for name, one in pairs.provenance["train"].items()}
    assert {clusters[row.id]["document"] for row in rows_of(pairs)} == {(f"d{at:02}",) for at in range(6)}


def test_rows_to_predict_are_all_spans_and_pairs_without_labels() -> None:
    rows = by_sentence(prescriptions(1))
    assert len(marked_rows(rows, "certainty")) == 7
    pairs = marked_rows(rows, RELATIONS)
    assert len(pairs) == 5 * 4 + 2 * 1
    assert {one.labels for one in pairs} == {()}
    trained = {one.id: one.text for one in rows_of(marked_dataset(data_of(1), RELATIONS))}
    assert trained.items() <= {one.id: one.text for one in pairs}.items()


def test_sentences_that_a_relation_joins_stay_together() -> None:
    text = "Il prend du fer. La dose est de 5 mg. Il va bien."
    spans = (LabelledSpan("DRUG", ((12, 15),)), LabelledSpan("DOSE", ((32, 36),)))
    tokens, tags = tokens_and_tags(text, spans)
    row = TaggedTokens("d1", "d1", tokens, tags, text, spans, (LabelledRelation("dose", 0, 1),))
    assert [len(one.relations) for one in by_sentence([row])] == [1, 0]
    assert len(by_sentence([replace(row, relations=())])) == 3


def test_an_unknown_attribute_is_refused_with_those_there_are() -> None:
    with pytest.raises(AloiError, match=r"certainty.*relations"):
        marked_dataset(data_of(2), "time")


def test_the_nearest_head_is_related(tmp_path: Path) -> None:
    rows = rows_of(marked_dataset(data_of(12), RELATIONS))
    nearest = recipe("nearest_pair")
    fitted = nearest.fit(Training(rows, (), nearest.settings({}), 0, tmp_path))
    # The drug before the second dose is the nearest of both; so is that after the first one.
    gold = [row.labels for row in rows]
    assert set(fitted.predict(rows)) == {(), ("dose",)}
    assert sum(a == b for a, b in zip(fitted.predict(rows), gold, strict=True)) >= 0.5 * len(rows)
    assert fitted.predict([replace(rows[0], text="sans signe")]) == [()]


def test_a_text_without_markers_is_no_pair() -> None:
    assert marked_pair("il prend du fer") is None
    assert marked_pair("[head:A]x[/head:A]") is None
    pair = marked_pair("[head:A]x[/head:A] et [tail:B]y[/tail:B]")
    assert pair is not None
    assert pair == (("A", "B"), ("x et y", 5), 4)
