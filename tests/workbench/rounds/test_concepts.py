"""Concepts as annotators see them: candidates and their order, searches, names."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from aloi.annotation.fields import MentionedConcept
from aloi.annotation.model import AssignmentKey
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.corpora.terminologies.concepts import ConceptName, Terminology
from aloi.storage.store import Store
from aloi.storage.texts.corpora import Suggestion
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.rounds.campaigns import create_campaign
from aloi.workbench.rounds.concepts import candidates_of, described, names_of, search_concepts, terminology_of
from tests.workbench.linking_campaign import linking_campaign, terminology
from tests.workbench.scene import NOW

MADE = Suggestion(
    "tfidf",
    {"terminology": "signs", "candidates": [{"id": f"X{place}", "name": "n"} for place in range(1, 10)]},
    NOW,
)


def question(**settings: object) -> MentionedConcept:
    kind = task("linking")
    chosen = kind.check_settings({"terminology": "signs", **settings})
    (field,) = kind.fields(kind.example().item, chosen)
    assert isinstance(field, MentionedConcept)
    return field


def key(item: str = "i", annotator: str = "a") -> AssignmentKey:
    return AssignmentKey("r", item, annotator, 1)


def test_candidates_come_with_their_names_in_every_language(store: Store) -> None:
    terminology(store)
    first, second, third = candidates_of(store, question(candidates=3), MADE, key())
    assert (first.id, first.name, first.group, first.matched) == ("X1", "fièvre", "DISO", "n")
    assert first.others == (("en", "fever"), ("fr", "pyrexie"))
    assert (second.id, third.id) == ("X2", "X3")
    english = candidates_of(store, question(candidates=2), MADE, key(), "en")
    assert [one.name for one in english] == ["fièvre", "céphalée"]  # the preferred names come first
    assert candidates_of(store, question(candidates=0), MADE, key()) == ()
    assert candidates_of(store, question(), None, key()) == ()


def test_a_candidate_the_terminology_no_longer_has_is_shown_all_the_same(store: Store) -> None:
    terminology(store)
    last = candidates_of(store, question(), MADE, key())[-1]
    assert (last.id, last.name, last.others) == ("X9", "n", ())
    assert candidates_of(store, question(terminology="gone"), MADE, key())[0].name == "n"


def test_an_order_of_chance_is_that_of_the_assignment(store: Store) -> None:
    terminology(store)
    shuffled = question(order="shuffled", candidates=8)
    ids = [one.id for one in candidates_of(store, question(candidates=8), MADE, key())]
    orders = [
        [one.id for one in candidates_of(store, shuffled, MADE, key(item, name))]
        for item in ("i", "j")
        for name in ("a", "b")
    ]
    assert all(sorted(one) == ids for one in orders)
    assert len({tuple(one) for one in orders}) == 4
    again = [one.id for one in candidates_of(store, shuffled, MADE, key())]
    assert again == orders[0]


def test_a_search_finds_names_of_any_language_and_ids(store: Store) -> None:
    terminology(store)
    assert [one.id for one in search_concepts(store, "signs", "fiev")] == ["X1", "X8"]
    found = search_concepts(store, "signs", "headac")
    assert [(one.id, one.name, one.matched) for one in found] == [("X2", "céphalée", "headache")]
    assert [one.id for one in search_concepts(store, "signs", " X5 ")] == ["X5"]
    assert search_concepts(store, "signs", "  ") == ()
    assert search_concepts(store, "nothing", "fièvre") == ()
    assert len(search_concepts(store, "signs", "fièvre", limit=1)) == 1


def test_a_terminology_is_known_by_name_or_id(store: Store) -> None:
    made = terminology(store)
    assert terminology_of(store, made.id) == terminology_of(store, "signs") == made
    assert terminology_of(store, "") is None
    assert names_of(store, "signs", ["X1", "Z"]) == {"X1": "fièvre"}


def test_without_preferred_names_those_of_the_language_of_the_texts_are_shown(store: Store) -> None:
    names = [ConceptName("X1", "fever", "en"), ConceptName("X1", "fièvre", "fr")]
    store.terminologies.add(Terminology.of("plain"), names, NOW)
    assert names_of(store, "plain", ["X1"], "fr") == {"X1": "fièvre"}
    assert names_of(store, "plain", ["X1"], "de") == {"X1": "fever"}
    (found,) = search_concepts(store, "plain", "fever", "fr")
    assert (found.name, found.matched, found.others) == ("fièvre", "fever", (("en", "fever"),))


def test_answers_are_told_with_names(store: Store, tmp_path: Path) -> None:
    campaign, _ = linking_campaign(store, tmp_path)
    told = described(store, campaign, [{"concepts": ["X4", "X5"]}, {"concepts": []}, {"concepts": ["Z"]}])
    assert told == ["X4 toux + X5 expectoration", "no concept", "Z"]


def test_a_campaign_takes_the_only_terminology_and_names_the_choice_of_several(
    store: Store, tmp_path: Path
) -> None:
    campaign, _ = linking_campaign(store, tmp_path)
    assert campaign.schema.settings["terminology"] == "signs"
    other = terminology(store, "other")
    with pytest.raises(AloiError, match="signs, other"):
        create_campaign(store, CampaignRequest("second", campaign.corpus_id, task="linking"))
    settings = {"terminology": other.id, "composite": False}
    made = create_campaign(
        store, CampaignRequest("second", campaign.corpus_id, task="linking", settings=settings)
    )
    assert (made.schema.settings["terminology"], made.schema.settings["composite"]) == ("other", False)
    with pytest.raises(AloiError, match="The terminology 'third' does not exist"):
        create_campaign(
            store,
            CampaignRequest("third", campaign.corpus_id, task="linking", settings={"terminology": "third"}),
        )


def test_a_campaign_without_any_terminology_is_refused(store: Store, tmp_path: Path) -> None:
    campaign, _ = linking_campaign(store, tmp_path)
    store.terminologies.remove(replace(terminology(store)).id)
    with pytest.raises(AloiError, match="terminologies in the store is 0"):
        create_campaign(store, CampaignRequest("second", campaign.corpus_id, task="linking"))
