"""Items of every kind survive JSON; bad places and options are refused in words."""

from __future__ import annotations

import json

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.item_json import item_body, item_of
from aloi.corpora.model import Candidate, Mention, Pair, Passage, Question, Sentence, Target

TEXT = "Une fièvre et des frissons nocturnes."
SENTENCE = Sentence("s", "d", 0, 0, len(TEXT), TEXT)
TARGET = Target.of("c", SENTENCE, 4, 10, "fièvre", "NOUN")
ITEMS = (
    Pair.of("c", SENTENCE, SENTENCE),
    TARGET,
    Candidate.of(TARGET, "température"),
    Passage.of("c", SENTENCE),
    Mention.of("c", SENTENCE, ((4, 10), (27, 36)), "DISO"),
    Question.of("c", SENTENCE, ("oui", "non")),
)


@pytest.mark.parametrize("item", ITEMS, ids=lambda one: one.kind)
def test_an_item_survives_json(item):
    body = json.loads(json.dumps(item_body(item)))
    assert item_of(item.kind, item.id, item.corpus_id, body) == item


def test_kinds_of_the_same_place_have_ids_of_their_own():
    assert len({one.id for one in ITEMS}) == len(ITEMS)
    assert Mention.of("c", SENTENCE, ((4, 10),)).id != Mention.of("c", SENTENCE, ((4, 10),), "DISO").id


def test_a_broken_mention_reads_with_its_parts():
    assert ITEMS[4].mention == "fièvre nocturnes"


@pytest.mark.parametrize("spans", [(), ((4, 4),), ((4, 10), (9, 12)), ((30, 99),), ((-1, 3),)])
def test_places_outside_the_text_are_refused(spans):
    with pytest.raises(AloiError, match="offsets"):
        Mention.of("c", SENTENCE, spans)


@pytest.mark.parametrize("options", [(), ("oui",), ("oui", " "), ("oui", "oui")])
def test_options_that_cannot_be_told_apart_are_refused(options):
    with pytest.raises(AloiError, match="options"):
        Question.of("c", SENTENCE, options)


def test_an_unknown_kind_is_told():
    with pytest.raises(AloiError, match="The item i is of the kind 'sound'"):
        item_of("sound", "i", "c", {})
