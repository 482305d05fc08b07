"""Spans suggested: from a dictionary or other files, what fits, and what annotators made of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.annotation.model import LabelMapping
from aloi.annotation.rows import LabelledRelation, LabelledSpan
from aloi.annotation.tasks.spans.dictionary import SpanDictionary
from aloi.annotation.tasks.spans.values import spans_of
from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.corpora.terminologies.concepts import ConceptName, Terminology
from aloi.storage.store import Store
from aloi.workbench.candidates.suggestions import (
    prefill_from_dictionary,
    prefill_from_spans,
    prefill_from_terminology,
    read_dictionary,
    save_spans,
    suggestion_use,
)
from aloi.workbench.corrections import schemas
from tests.workbench.labelled import changed_schema
from tests.workbench.scene import NOW
from tests.workbench.span_campaign import PLAIN, TEXTS, answer_all, make, spans_in

LIST = (
    "# invented\ncancer du poumon\tdisorder\npoumon\tanatomy\ntoux\tsign\nTOUX SÈCHE\tsign\n"
    "paracétamol\tpoison\n"
)


def written(tmp_path: Path, content: str, name: str = "list.tsv") -> Path:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
    return path


def suggested(store: Store, campaign_id: str) -> dict[str, list[tuple[str, str]]]:
    """Return (label, words) by text."""
    found = {}
    items = store.texts.corpus_items(store.campaigns.get(campaign_id).corpus_id)
    for name, text in TEXTS.items():
        item = next(one for one in items if one.texts == (text,))
        kept = store.suggestions.of(campaign_id, item.id)
        if kept is not None:
            found[name] = [
                (span.label, " … ".join(text[start:end] for start, end in span.parts))
                for span in spans_of(kept.value)
            ]
    return found


def test_the_longest_name_at_a_place_is_found() -> None:
    book = SpanDictionary.of([("toux", "sign"), ("toux sèche", "dry"), ("toux", "other"), ("  ", "no")])
    assert book.find("Toux, TOUX SÈCHE") == tuple(
        spans_in("Toux, TOUX SÈCHE", [("sign", "Toux"), ("dry", "TOUX SÈCHE")])
    )
    assert SpanDictionary.of([]).find("Toux") == ()


def test_a_dictionary_is_looked_up_in_every_text(store: Store, tmp_path: Path) -> None:
    campaign = make(store)
    done = prefill_from_dictionary(store, "marks", written(tmp_path, LIST), NOW)
    assert (done.items, done.texts, done.made_by) == (4, 4, "dictionary list.tsv")
    assert done.spans == {"disorder": 1, "sign": 1}
    assert done.unknown == {"poison": 1}
    assert suggested(store, campaign.id) == {
        "a": [("disorder", "cancer du poumon")], "b": [("sign", "toux sèche")], "c": [], "d": [],
    }  # fmt: skip


def test_a_word_list_takes_one_label(tmp_path: Path) -> None:
    path = written(tmp_path, "toux\n\nfièvre\tsign\n")
    assert read_dictionary(path, "drug") == [("toux", "drug"), ("fièvre", "sign")]
    with pytest.raises(AloiError, match=r"Line 1 of list\.tsv, with 'toux', lacks a label"):
        read_dictionary(path)


def test_spans_of_another_system_are_brought_onto_the_same_texts(store: Store, tmp_path: Path) -> None:
    campaign = make(store, PLAIN)
    written(tmp_path, "Pas de cancer\ndu  poumon droit.\n", "out/x.txt")
    written(
        tmp_path,
        "T1\tdisorder 7 24\tcancer du poumon\nT2\tdrug 18 24\tpoumon\n"
        "T3\tdrug 0 3;4 6\tPas de\nT4\tdrug 7 9\tca\n",
        "out/x.ann",
    )
    written(tmp_path, "Texte inconnu.", "out/y.txt")
    written(tmp_path, "", "out/y.ann")
    done = prefill_from_spans(store, "marks", tmp_path / "out", NOW)
    # Two spans lie across the longer one; "Pas de" is in one piece; "ca" is widened, then across.
    assert suggested(store, campaign.id) == {"a": [("drug", "Pas de"), ("disorder", "cancer du poumon")]}
    assert (done.texts, done.unmatched, done.widened, done.unfit) == (1, 1, 1, 2)


def test_conll_sentences_find_their_texts(store: Store, tmp_path: Path) -> None:
    campaign = make(store)
    lines = (
        "Une\tO\ntoux\tB-sign\nsèche\tI-sign\n,\tO\ntraitée\tO\npar\tO\ndu\tO\nparacétamol\tB-drug\n.\tO\n"
    )
    prefill_from_spans(store, "marks", written(tmp_path, lines, "x.conll"), NOW)
    assert suggested(store, campaign.id) == {"b": [("sign", "toux sèche"), ("drug", "paracétamol")]}


def test_files_of_other_texts_and_other_campaigns_are_refused(store: Store, tmp_path: Path) -> None:
    make(store)
    with pytest.raises(AloiError, match="contains none of the 1 texts"):
        prefill_from_spans(store, "marks", written(tmp_path, "Autre\tO\n", "x.conll"), NOW)
    with pytest.raises(AloiError, match="The campaign 'other' does not exist"):
        prefill_from_dictionary(store, "other", written(tmp_path, LIST), NOW)


def test_what_annotators_made_of_suggestions_is_counted(store: Store) -> None:
    campaign = make(store)
    items = {one.texts[0]: one.id for one in store.texts.corpus_items(campaign.corpus_id)}
    marks = {
        "a": [("disorder", "cancer du poumon"), ("anatomy", "poumon")],
        "b": [("sign", "toux"), ("drug", "Une")],
    }
    ready = {items[TEXTS[name]]: spans_in(TEXTS[name], found) for name, found in marks.items()}
    save_spans(store, "marks", "a model", ready, NOW)
    answer_all(
        store,
        campaign,
        {
            "A1": {"a": marks["a"], "b": [("sign", "toux sèche"), ("drug", "paracétamol")]},
            "A2": {"a": [("disorder", "cancer du poumon")]},
        },
    )
    together, one, two = suggestion_use(store, "marks", 1)
    # A1 kept two, made "toux" longer, removed "Une", added the drug. A2 kept one, removed three.
    assert (one.annotator, one.suggested, one.unchanged, one.changed, one.removed, one.added) == (
        "A1",
        4,
        2,
        1,
        1,
        1,
    )
    assert (two.unchanged, two.changed, two.removed, two.added) == (1, 0, 3, 0)
    assert (together.annotator, together.texts, together.suggested, together.unchanged) == (None, 4, 8, 3)
    assert together.share_kept == pytest.approx(3 / 8)


def test_without_suggestions_there_is_nothing_to_count(store: Store) -> None:
    answer_all(store, make(store), {"A1": {}})
    assert suggestion_use(store, "marks", 1) == ()


def test_names_of_a_terminology_are_looked_up_in_the_language_of_the_texts(store: Store) -> None:
    campaign = make(store)
    names = [
        ConceptName("C1", "Toux sèche", "fr", "sign"),
        ConceptName("C2", "cancer", "en", "disorder"),
        ConceptName("C3", "du", "fr", "disorder"),
        ConceptName("C4", "poumon", "", "ANAT"),
    ]
    store.terminologies.add(Terminology.of("small"), names, NOW)
    done = prefill_from_terminology(store, "marks", "small", NOW)
    assert (done.made_by, done.spans, done.unknown) == ("terminology small", {"sign": 1}, {"ANAT": 1})
    done = prefill_from_terminology(store, "marks", "small", NOW, label="anatomy", group="ANAT")
    assert suggested(store, campaign.id)["a"] == [("anatomy", "poumon")]
    with pytest.raises(AloiError, match="no name to look up"):
        prefill_from_terminology(store, "marks", "small", NOW, group="none")


def test_suggestions_follow_the_labels_of_a_later_schema(store: Store) -> None:
    campaign = make(store, PLAIN)
    items = {one.texts[0]: one.id for one in store.texts.corpus_items(campaign.corpus_id)}
    marks = {"a": [("disorder", "cancer")], "b": [("disorder", "toux"), ("drug", "paracétamol")]}
    ready = {items[TEXTS[name]]: spans_in(TEXTS[name], found) for name, found in marks.items()}
    save_spans(store, campaign.id, "by hand", ready, NOW)
    reason = {"why": "A sign is no disorder"}
    settings: dict[str, Json] = {"labels": [{"name": "sign"}, {"name": "drug"}]}
    schemas.change_schema(
        store, changed_schema("marks", settings, LabelMapping({"disorder": "sign"}), **reason), NOW
    )
    assert suggested(store, campaign.id) == {
        "a": [("sign", "cancer")],
        "b": [("sign", "toux"), ("drug", "paracétamol")],
    }


def test_attributes_and_relations_are_suggested_as_far_as_the_schema_has_them(store: Store) -> None:
    campaign = make(
        store,
        {
            "labels": [{"name": "drug"}, {"name": "dose"}],
            "attributes": [{"name": "certainty", "values": ["affirmed", "negated"], "labels": ["drug"]}],
            "relations": [{"name": "has_dose", "from": ["drug"], "to": ["dose"]}],
        },
    )
    item = next(one for one in store.texts.corpus_items(campaign.corpus_id) if one.texts[0] == TEXTS["b"])
    spans = [
        LabelledSpan("drug", ((4, 8),), (("certainty", ("negated",)), ("grade", ("1",)))),
        LabelledSpan("dose", ((9, 14),), (("certainty", ("negated",)),)),
        LabelledSpan("strange", ((16, 23),)),
    ]
    relations = [
        LabelledRelation("has_dose", 0, 1),
        LabelledRelation("has_dose", 1, 0),
        LabelledRelation("has_dose", 0, 2),
    ]
    done = save_spans(store, campaign.id, "a model", {item.id: spans}, NOW, {item.id: relations})
    assert done.unknown == {"certainty:negated": 1, "grade:1": 1, "relation:has_dose": 1, "strange": 1}
    assert done.spans == {"dose": 1, "drug": 1}
    value = store.suggestions.of(campaign.id, item.id).value
    assert [one.attributes for one in spans_of(value)] == [(("certainty", ("negated",)),), ()]
    assert value["relations"] == [{"type": "has_dose", "from": "s1", "to": "s2"}]
