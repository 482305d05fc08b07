"""Agreement on substitutes, by part of speech, and what adjudication and diagnosis make of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.annotation.model import AssignmentKey, Role
from aloi.corpora.model import Json
from aloi.storage.store import Store
from aloi.workbench.agreement.diagnosis import diagnose
from aloi.workbench.agreement.report import round_report, trend
from aloi.workbench.agreement.substitutes import substitute_agreement
from aloi.workbench.releases import gold
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.releases import FreezeRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds import adjudicating, campaigns, rounds
from aloi.workbench.texts.corpora import About
from tests.workbench.brought import import_targets
from tests.workbench.scene import NOW

GIVEN: dict[str, list[list[str]]] = {
    "mince": [["fin", "léger"], ["fin"], ["étroit"]],
    "arrêter": [["stopper"], ["stopper"], []],
}


@pytest.fixture
def campaign(store: Store, tmp_path: Path) -> str:
    path = tmp_path / "t.tsv"
    path.write_text(
        "sentence\ttarget\tlemma\tpos\n"
        "Une mince couche.\tmince\tmince\tADJ\nIl arrête tout.\tarrête\tarrêter\tVERB\n",
        encoding="utf-8",
    )
    import_targets(store, path, About("lexical", "fr", "CC0", "test"), NOW)
    for name in ("A1", "A2", "A3"):
        store.people.add(name, Role.ANNOTATOR, NOW)
    made = campaigns.create_campaign(
        store, CampaignRequest("substitutes", store.texts.corpora()[0].id, task="substitution")
    )
    people = [one.id for one in store.people.list()]
    opened = rounds.open_round(store, RoundRequest(made.id, purpose="main", annotators=people))
    for item in store.texts.items(list(opened.item_ids)):
        for person, words in zip(people, GIVEN[item.lemma], strict=True):  # type: ignore[union-attr]
            value: Json = {"substitutes": [*words], "none": not words}
            store.answers.submit(
                AssignmentKey(opened.id, item.id, person), f"given-{person}-{item.id}", value, seconds=1.0,
                flag=False, comment="", shown={}, guideline_version=None, now=NOW,
            )  # fmt: skip
    return made.id


def test_figures_of_all_and_of_each_part_of_speech(store: Store, campaign: str) -> None:
    everything, adjective, verb = substitute_agreement(store, campaign, 1, replicates=50)
    assert (everything.pos, adjective.pos, verb.pos) == (None, "ADJ", "VERB")
    # mince: {fin, léger} and {fin} share 1 of 2, the others nothing; arrêter: the silent one is left out.
    assert adjective.pairwise.value == pytest.approx((1 / 2) / 3)
    assert verb.pairwise.value == 1
    assert everything.pairwise.value == pytest.approx((1 / 6 + 1) / 2)
    assert adjective.mode.value == pytest.approx(2 / 3)
    assert (everything.items, everything.with_mode) == (2, 2)
    assert (everything.tokens, everything.types, everything.most_types) == (3, 2, 3)
    assert everything.none_share == pytest.approx(1 / 6)
    assert "pos:ADJ" in adjective.pairwise.signature


def test_nothing_is_disputed_and_gold_gathers(store: Store, campaign: str) -> None:
    assert adjudicating.queue(store, campaign, 1).disputes == ()
    found = diagnose(store, campaign, 1)
    assert (found.findings, found.labels) == ((), ())
    assert round_report(store, campaign, 1, ci="none").views[0].crosscheck.difference is None
    assert [one.measure for _, one in trend(store, campaign)] == ["pairwise_agreement"]
    frozen = gold.freeze(store, FreezeRequest(campaign, rounds=[1], uncleaned=True), now=NOW).gold
    values = {store.texts.item(one.item_id).lemma: one.value for one in frozen.items}  # type: ignore[union-attr]
    assert values == {
        "mince": {"substitutes": [["fin", 2], ["léger", 1], ["étroit", 1]], "annotators": 3},
        "arrêter": {"substitutes": [["stopper", 2]], "annotators": 3},
    }
