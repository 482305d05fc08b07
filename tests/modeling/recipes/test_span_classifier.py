"""The span classifier learns nested and discontinuous spans, and refuses none without a note."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.layers import TagSpan
from aloi.annotation.rows import LabelledSpan, TaggedTokens
from aloi.annotation.spans import tokens_and_tags
from aloi.base.errors import AloiError
from aloi.evaluation.metrics.seqeval import SPAN_F1, AllSpansF1
from aloi.evaluation.rows import answer_of
from aloi.modeling.recipes import recipe
from aloi.modeling.recipes.base import Training
from aloi.modeling.recipes.row_baselines import DictionaryTagger
from tests.modeling import tiny

_BODIES = ("bras", "pied", "dos", "genou")
_SIDES = ("droit", "gauche")


def spans_of(text: str, *marked: tuple[str, str]) -> tuple[LabelledSpan, ...]:
    """Return spans of a text by label and words; parts have `+` between them."""
    spans = []
    for label, words in marked:
        starts = [(text.index(part), len(part)) for part in words.split("+")]
        spans.append(LabelledSpan(label, tuple((start, start + length) for start, length in starts)))
    return tuple(spans)


def rows(count: int) -> tuple[TaggedTokens, ...]:
    """Return sentences with a pain, its body part inside, and in every second one a pain in two parts."""
    sentences = []
    for number in range(count):
        body, side = _BODIES[number % 4], _SIDES[number % 2]
        other = _BODIES[(number + 1) % 4]
        text = f"Il a une douleur au {body} {side}."
        marked = [("SIGN", f"douleur au {body} {side}"), ("BODY", f"{body} {side}")]
        if number % 2:
            text = f"Il a une douleur au {body} {side} et au {other}."
            marked.append(("SIGN", f"douleur+au {other}"))
        spans = spans_of(text, *marked)
        tokens, tags = tokens_and_tags(text, spans)
        sentences.append(TaggedTokens(f"r{number:02}", f"d{number // 2}", tokens, tags, text, spans))
    return tuple(sentences)


@pytest.fixture(scope="module")
def fitted(tmp_path_factory: pytest.TempPathFactory) -> Any:
    pytest.importorskip("torch")
    chosen = recipe("span_classifier")
    settings = chosen.settings({"model": str(tiny.tiny_folder()), "device": "cpu", "passes": 60})
    return chosen.fit(Training(rows(32), (), settings, 0, tmp_path_factory.mktemp("spans")))


def score(metric: AllSpansF1, predictor: Any) -> float | None:
    gold = [answer_of(row) for row in rows(32)]
    return metric.sums_of(gold, predictor.predict(rows(32)), 0, 1).observed  # type: ignore[arg-type]


def test_nested_and_discontinuous_spans_are_learnt(fitted: Any, tmp_path: Path) -> None:
    dictionary = DictionaryTagger().fit(Training(rows(32), (), DictionaryTagger().settings({}), 0, tmp_path))
    learnt, baseline = score(SPAN_F1, fitted), score(SPAN_F1, dictionary)
    assert learnt is not None
    assert baseline is not None
    assert learnt > 0.9 > baseline
    spans = SPAN_F1.spans(fitted.predict(rows(2))[1])
    assert {TagSpan("BODY", 5, 7), TagSpan("SIGN", 3, 7), TagSpan("SIGN", 3, 10, (4, 5, 6, 7))} <= spans


def test_a_second_fit_predicts_the_same_and_an_empty_row_nothing(fitted: Any, tmp_path: Path) -> None:
    chosen = recipe("span_classifier")
    settings = chosen.settings({"model": str(tiny.tiny_folder()), "device": "cpu", "passes": 60})
    again = chosen.fit(Training(rows(32), (), settings, 0, tmp_path))
    assert again.predict(rows(8)) == fitted.predict(rows(8))
    assert fitted.predict([TaggedTokens("e", "d", (), ())]) == [()]


def test_rows_without_spans_are_refused_and_long_ones_noted(tmp_path: Path) -> None:
    chosen = recipe("span_classifier")
    notes: list[str] = []
    settings = chosen.settings({"model": str(tiny.tiny_folder()), "device": "cpu", "passes": 1, "width": 2})
    chosen.fit(Training(rows(12), (), settings, 0, tmp_path, note=notes.append))
    assert notes == ["12 training spans have more than 2 words: none as long is predicted."]
    plain = tuple(TaggedTokens(f"r{at}", "d", ("il", "va"), ("O", "O")) for at in range(12))
    with pytest.raises(AloiError):
        chosen.fit(Training(plain, (), settings, 0, tmp_path))


def test_a_saved_classifier_predicts_the_same(fitted: Any, tmp_path: Path) -> None:
    fitted.save(tmp_path)
    chosen = recipe("span_classifier")
    settings = chosen.settings({"model": str(tiny.tiny_folder()), "device": "cpu"})
    loaded, weights = chosen.load(Training((), (), settings, 0, tmp_path))
    assert weights in fitted.signature
    assert loaded.labels == fitted.labels == ("BODY", "SIGN")
    unseen = rows(12)
    assert loaded.predict(unseen) == fitted.predict(unseen)
