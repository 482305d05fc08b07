"""The spans of a round: exact and partial F1 by pair, by label, labels ignored, and token alpha."""

from __future__ import annotations

import pytest

from aloi.storage.store import Store
from aloi.workbench.agreement.diagnosis import diagnose
from aloi.workbench.agreement.report import round_report
from aloi.workbench.agreement.spans import soft_spans, span_report
from aloi.workbench.rounds.adjudicating import queue
from tests.workbench.span_campaign import TEXTS, answer_all, make

ANSWERS = {
    "A1": {
        "a": [("disorder", "cancer du poumon"), ("anatomy", "poumon")],
        "b": [("sign", "toux sèche"), ("drug", "paracétamol")],
        "d": [("sign", "Douleur … droit")],
    },
    "A2": {
        "a": [("disorder", "cancer du poumon droit"), ("anatomy", "poumon")],
        "b": [("disorder", "toux sèche"), ("drug", "paracétamol")],
    },
}


@pytest.fixture
def marked(store: Store) -> Store:
    answer_all(store, make(store), ANSWERS)
    return store


def test_f1_is_that_of_a_hand_count(marked: Store) -> None:
    found = span_report(marked, "marks", 1)
    exact, partial = found.means
    # A1 marked 5 spans, A2 4: the lung and the drug are the same.
    assert exact.f1.value == pytest.approx(2 * 2 / (5 + 4))
    # The cancer overlaps with its label; the cough has two labels.
    assert partial.precision.value == pytest.approx(3 / 4)
    assert partial.recall.value == pytest.approx(3 / 5)
    blind_exact, blind_partial = found.blind
    assert blind_exact.f1.value == pytest.approx(2 * 3 / 9)
    assert blind_partial.precision.value == 1
    assert blind_partial.recall.value == pytest.approx(4 / 5)
    assert {label: one[0].f1.value for label, one in found.labels.items()} == {
        "anatomy": 1, "disorder": 0, "drug": 1, "sign": 0,
    }  # fmt: skip
    assert [(one.a, one.b, one.match) for one in found.pairs] == [
        ("A1", "A2", "exact"), ("A1", "A2", "partial"),
    ]  # fmt: skip
    assert exact.f1.units == 4
    assert exact.f1.interval is not None


def test_round_and_diagnosis_show_tokens(marked: Store) -> None:
    report = round_report(marked, "marks", 1, ci="none")
    assert [one.name for one in report.views] == ["tokens", "tokens:marked", "tokens:sets"]
    alpha = {one.name: one.results[0].value for one in report.views}
    # 28 tokens by two annotators; marked or not: "droit" of a, "Douleur" and "droit" of d are disputed.
    # A1 marks 8 tokens, A2 7: 15 of 56.
    assert alpha["tokens:marked"] == pytest.approx(1 - (6 / 56) / (2 * 15 * 41 / (56 * 55)))
    assert diagnose(marked, "marks", 1).labels


def test_texts_on_which_spans_differ_are_adjudicated_widest_first(marked: Store) -> None:
    found = queue(marked, "marks", 1)
    items = {one.id: one.texts[0] for one in marked.texts.items([each.item_id for each in found.disputes])}
    assert [items[one.item_id] for one in found.disputes] == [TEXTS["d"], *sorted((TEXTS["a"], TEXTS["b"]))]


def test_soft_spans_grant_nearness(marked: Store) -> None:
    found = soft_spans(marked, "marks", 1)
    assert found.gamma.documents == 3
    assert found.gamma.value is not None
    exact = span_report(marked, "marks", 1).means[0].f1.value
    assert exact is not None
    assert exact < found.gamma.value < 1
    assert set(found.alpha_u.labels) == {"anatomy", "disorder", "drug", "sign"}
    assert found.alpha_u.labels["anatomy"] == found.alpha_u.labels["drug"] == 1
