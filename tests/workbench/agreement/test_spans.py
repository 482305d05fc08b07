"""The spans of a round: exact and partial F1 by pair, by label, labels ignored, and token alpha."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aloi.agreement.parts.attributes import AttributeDocument, ComparedAttribute, MarkedSpan
from aloi.agreement.parts.relations import Relation, RelationDocument
from aloi.agreement.parts.spans import Span
from aloi.annotation.rows import LabelledRelation
from aloi.annotation.tasks.spans.values import value_of
from aloi.corpora.model import Json
from aloi.storage.store import Store
from aloi.workbench.agreement.diagnosis import diagnose
from aloi.workbench.agreement.full_report.span_details import span_details
from aloi.workbench.agreement.html import html_report
from aloi.workbench.agreement.report import round_report
from aloi.workbench.agreement.sections import latex_report, round_sections
from aloi.workbench.agreement.spans import (
    details_of_round,
    round_span_tables,
    soft_spans,
    span_report,
    span_tables,
)
from aloi.workbench.annotation import answering
from aloi.workbench.rounds.adjudicating import queue
from tests.workbench.scene import NOW
from tests.workbench.span_campaign import TEXTS, answer_all, make, spans_in

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
    assert found.gamma_cat is not None
    assert set(found.gamma_k) == {"anatomy", "disorder", "drug", "sign"}
    assert set(found.alpha_u.labels) == {"anatomy", "disorder", "drug", "sign"}
    assert found.alpha_u.labels["anatomy"] == found.alpha_u.labels["drug"] == 1


def test_reports_have_the_agreement_on_spans_with_gamma(marked: Store) -> None:
    tables = round_span_tables(marked, "marks", 1)
    soft, f1 = soft_spans(marked, "marks", 1), span_report(marked, "marks", 1)
    assert {row[0]: row[1].value for row in tables[0].rows} == {
        "Exact F1 of spans, mean over pairs": f1.means[0].f1.value,
        "Partial F1 of spans, mean over pairs": f1.means[1].f1.value,
        "Gamma": soft.gamma.value,
        "Gamma-cat": soft.gamma_cat.value,
        "Krippendorff's alpha_u": soft.alpha_u.value,
    }
    assert [row[0] for row in tables[1].rows][2:] == ["anatomy", "disorder", "drug", "sign"]
    without = span_tables(f1, None)
    assert [len(row) for table in without for row in table.rows] == [3, 3, *[4] * 6]
    report = round_report(marked, "marks", 1, ci="none")
    page = html_report(marked, report, diagnose(marked, "marks", 1), [], tables)
    assert all("Gamma-cat" in text for text in (page, latex_report(round_sections(report), more=tables)))


def test_attributes_and_relations_of_a_round_are_those_of_a_count_by_hand(store: Store) -> None:
    values: list[Json] = [{"name": "affirmed"}, {"name": "negated"}]
    settings: dict[str, Json] = {
        "labels": [{"name": "disorder"}, {"name": "drug"}],
        "attributes": [
            {"name": "certainty", "values": values, "labels": ["disorder"], "default": "affirmed"}
        ],
        "relations": [{"name": "treats", "from": ["drug"], "to": ["disorder"], "directed": True}],
    }
    campaign = make(store, settings, "details")
    answer_all(store, campaign, {"A1": {}, "A2": {}})
    round_ = store.campaigns.rounds(campaign.id)[0]
    items = {item.texts[0]: item.id for item in store.texts.items(list(round_.item_ids))}
    (cancer,) = spans_in(TEXTS["a"], [("disorder", "cancer du poumon")])
    cough, drug = spans_in(TEXTS["b"], [("disorder", "toux sèche"), ("drug", "paracétamol")])
    for name, certainty in (("A1", "affirmed"), ("A2", "negated")):
        person, desk = store.people.get(name), answering.desk(store, round_.id)
        treats = [LabelledRelation("treats", 1, 0)] if name == "A1" else []
        answers = {
            "a": value_of([replace(cancer, attributes=(("certainty", ("negated",)),))]),
            "b": value_of([replace(cough, attributes=(("certainty", (certainty,)),)), drug], treats),
        }
        for text, answer in answers.items():
            item_id, event_id = items[TEXTS[text]], f"{name}-{text}-again"
            event = answering.Event(event_id, "answer", item_id, 1, answer, 1.0, False, "", "")
            answering.answer(store, desk, person.id, event, NOW, 60)
    document = details_of_round(store, campaign.id, 1).to_json()
    (kappa,) = [
        one for one in document["attributes"] if (one["measure"], one["match"]) == ("cohen_kappa", "exact")
    ]
    assert (kappa["value"], kappa["matched"], kappa["units"]) == (0, 2, 2)
    assert document["most_disputed_attribute"] == "certainty"
    assert document["relations"]["exact"]["f1"] == 0
    assert document["relations"]["by_type"]["treats"]["exact"]["texts"] == 4
    diagnosis = diagnose(store, campaign.id, 1)
    report = round_report(store, campaign.id, 1, ci="none")
    page = html_report(store, report, diagnosis, [])
    latex = latex_report(round_sections(report), more=diagnosis.details.tables())
    for text in (page, latex):
        assert all(word in text for word in ("certainty", "treats", "Cohen", "Type alone"))


def test_the_lowest_attribute_and_type_of_relations_are_findings() -> None:
    """ "side" never differs and "certainty" does in every second text; nobody draws the same "treats"."""
    span, other = Span(0, 4, "disorder"), Span(5, 9, "drug")
    texts, drawn = [], []
    for at in range(12):
        side = ("left", "right")[at % 3 == 0]
        negated = ("affirmed", "negated")[at % 2]
        texts.append(AttributeDocument(str(at), {
            name: (MarkedSpan(span, {"certainty": (value,), "side": (side,)}), MarkedSpan(other, {}))
            for name, value in (("A1", "affirmed"), ("A2", negated))
        }))  # fmt: skip
        treats = {"A1": (span, other), "A2": (other, span)}
        drawn.append(RelationDocument(str(at), {
            name: (Relation("same", span, other, True), Relation("treats", *ends, True))
            for name, ends in treats.items()
        }))  # fmt: skip
    compared = [
        ComparedAttribute("certainty", ("affirmed", "negated"), ("disorder",), False),
        ComparedAttribute("side", ("left", "right"), ("disorder",), False),
    ]
    details = span_details(texts, compared, drawn, ["same", "treats"])
    findings = {one.kind: one for one in details.findings()}
    assert {kind: one.about for kind, one in findings.items()} == {
        "attribute": ("certainty",), "relation": ("treats",)
    }  # fmt: skip
    assert findings["relation"].size == 0
    assert details.tables()[0].rows[0][0] == "certainty"  # the most disputed first
    assert len(details.tables()) == 2  # a single pair has no tables of pairs


def test_a_report_has_a_row_for_each_pair_of_three_annotators() -> None:
    """A1 and A2 are equal everywhere; A3 differs from both in every text."""
    span, other = Span(0, 4, "disorder"), Span(5, 9, "drug")
    texts, drawn = [], []
    for at in range(12):
        value = ("affirmed", "negated")[at % 2]
        differing = ("negated", "affirmed")[at % 2]
        texts.append(AttributeDocument(str(at), {
            name: (MarkedSpan(span, {"certainty": (chosen,)}),)
            for name, chosen in (("A1", value), ("A2", value), ("A3", differing))
        }))  # fmt: skip
        drawn.append(RelationDocument(str(at), {
            "A1": (Relation("treats", span, other),),
            "A2": (Relation("treats", span, other),),
            "A3": (Relation("treats", other, span),),
        }))  # fmt: skip
    compared = [ComparedAttribute("certainty", ("affirmed", "negated"))]
    _, _, attributes, relations = span_details(texts, compared, drawn, ["treats"]).tables()
    kappas = {row[2]: row[4].value for row in attributes.rows if row[1] == "exact" and "Cohen" in str(row[3])}
    assert kappas == {"A1 / A2": 1, "A1 / A3": -1, "A2 / A3": -1}
    assert {row[0]: row[1].value for row in relations.rows} == {"A1 / A2": 1, "A1 / A3": 0, "A2 / A3": 0}
