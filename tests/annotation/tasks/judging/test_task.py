"""The judging task: what it takes, what it refuses, and what it makes of several judgements."""

from __future__ import annotations

import json

import pytest

from aloi.annotation.rows import LabelledText
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import InvalidAnnotation, InvalidSchema
from aloi.base.errors import AloiError
from aloi.corpora.item_json import item_body, item_of
from aloi.corpora.model import Candidate

KIND = task("judging")
SETTINGS = KIND.default_settings()
EXAMPLE = KIND.example()


def _said(*labels: str) -> list:
    return [{"label": one} for one in labels]


def test_a_candidate_shows_its_substitute_and_survives_json() -> None:
    item = EXAMPLE.item
    assert isinstance(item, Candidate)
    assert item.replaced == "Une fine couche de glace recouvrait la vitre."
    assert item.texts == ("Une mince couche de glace recouvrait la vitre.",)
    body = json.loads(json.dumps(item_body(item)))
    assert item_of("candidate", item.id, item.corpus_id, body) == item
    assert Candidate.of(item.target, "légère").id != item.id
    with pytest.raises(AloiError, match="A substitute of 'mince' is ''"):
        Candidate.of(item.target, " ")


def test_a_bare_label_is_taken_and_others_are_refused() -> None:
    assert KIND.check("fits", EXAMPLE.item, SETTINGS) == {"label": "fits"}
    assert KIND.check({"label": ["fits"]}, EXAMPLE.item, SETTINGS) == {
        "label": "fits"
    }  # as the desk sends it
    for wrong in (
        "FITS",
        "",
        {"label": ["fits", "unsure"]},
        {"label": []},
        {"label": "maybe"},
        {"label": "fits", "more": 1},
        1,
    ):
        with pytest.raises(InvalidAnnotation, match=r"fits, does_not, unsure"):
            KIND.check(wrong, EXAMPLE.item, SETTINGS)
    with pytest.raises(InvalidAnnotation, match="kind 'target'"):
        KIND.check("fits", EXAMPLE.item.target, SETTINGS)


def test_a_tie_is_adjudicated() -> None:
    rule = KIND.gold_rules(SETTINGS)[0]
    assert rule.combine(_said("fits", "does_not", "does_not")) == {"label": "does_not"}
    assert rule.combine(_said("fits", "does_not")) is None
    assert rule.combine([]) is None


def test_distance_is_the_share_of_pairs_that_differ() -> None:
    assert KIND.distance(_said("fits", "fits", "does_not"), SETTINGS) == pytest.approx(2 / 3)
    assert KIND.distance(_said("fits"), SETTINGS) is None


def test_the_row_holds_both_sentences_and_the_known_labels() -> None:
    row = KIND.row(EXAMPLE.item, {"label": "does_not"}, SETTINGS)
    assert row == LabelledText(
        EXAMPLE.item.id,
        "Une mince couche de glace recouvrait la vitre.",
        "Une fine couche de glace recouvrait la vitre.",
        ("does_not",),
        ("fits", "does_not", "unsure"),
    )
    assert row.score == 1
    assert KIND.range(SETTINGS) == (0, 2)
    assert KIND.describe({"label": "does_not"}, SETTINGS) == "Does not fit"


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"labels": [{"name": "yes"}]},
        {"labels": [{"name": "yes"}, {"name": "yes"}]},
        {"labels": [{"name": "yes"}, {"name": "no no"}]},
        {"labels": [{"name": f"l{n}"} for n in range(10)]},
        {"labels": [{"name": "yes"}, {"name": "no"}], "more": 1},
    ],
)
def test_bad_schemas_are_refused(settings: dict) -> None:
    with pytest.raises(InvalidSchema):
        KIND.check_settings(settings)


def test_labels_of_ones_own() -> None:
    own = KIND.check_settings({"labels": [{"name": "yes"}, {"name": "not_at_all"}]})
    assert [one["title"] for one in own["labels"]] == ["Yes", "Not at all"]
    assert KIND.check("yes", EXAMPLE.item, own) == {"label": "yes"}
