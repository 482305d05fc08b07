"""What a person may read of a store is narrowed where it is read, and what they add is theirs."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import func, select

from aloi.annotation.model import Campaign, Role, Schema
from aloi.base.errors import AloiError
from aloi.corpora.model import Corpus, Document
from aloi.storage import tables as t
from aloi.storage.scope import PersonScope, narrowed
from aloi.storage.store import Store
from tests.workbench.scene import NOW, Scene, make_scene

SCHEMA = Schema("similarity", 1, {"dimensions": [{"name": "score", "low": 0, "high": 5, "step": 1}]})


def _campaign(store: Store, name: str) -> Campaign:
    corpus = Corpus(f"corpus-{name}", f"corpus {name}", "fr", "CC0-1.0", "", "0" * 64, False)
    store.texts.add_corpus(corpus, [Document(f"d-{name}", corpus.id, "d", f"text of {name}", {})], NOW)
    campaign = Campaign(f"campaign-{name}", name, SCHEMA, corpus.id)
    store.campaigns.add(campaign)
    return campaign


@pytest.fixture
def two(store: Store) -> dict[str, Any]:
    """Two managers, each with a campaign, and an administrator."""
    people = {name: store.people.add(name, Role.MANAGER, NOW) for name in ("Ada", "Bo")}
    people["Root"] = store.people.add("Root", Role.ADMINISTRATOR, NOW, password_hash="x")
    stores = {name: store.as_person(one.id, Role.MANAGER) for name, one in people.items()}
    campaigns = {name: _campaign(stores[name], f"of {name}") for name in ("Ada", "Bo")}
    return {"people": people, "stores": stores, "campaigns": campaigns}


def test_each_manager_sees_their_own_and_an_administrator_all(store: Store, two: dict[str, Any]) -> None:
    stores = two["stores"]
    assert [one.name for one in stores["Ada"].campaigns.list()] == ["of Ada"]
    assert [one.name for one in stores["Bo"].texts.corpora()] == ["corpus of Bo"]
    assert [one.name for one in stores["Root"].campaigns.list()] == ["of Ada", "of Bo"]
    assert [one.name for one in stores["Ada"].people.list()] == ["Ada", "Root"]
    assert [one.name for one in stores["Root"].people.list()] == ["Ada", "Bo", "Root"]
    with pytest.raises(AloiError) as raised:
        stores["Ada"].campaigns.get("of Bo")
    assert "of Ada" in str(raised.value)
    assert str(raised.value).count("of Bo") == 1  # as it was typed
    assert stores["Ada"].texts.documents("corpus-of Bo") == []
    assert len(stores["Bo"].texts.documents("corpus-of Bo")) == 1


def test_an_account_that_is_off_or_changed_sees_so_at_once(store: Store, two: dict[str, Any]) -> None:
    mine, person = two["stores"]["Ada"], two["people"]["Ada"]
    store.people.set_role(person.id, Role.ADMINISTRATOR)
    assert len(mine.campaigns.list()) == 2
    store.people.set_role(person.id, Role.ANNOTATOR)
    assert len(mine.campaigns.list()) == 1
    store.people.set_disabled(person.id, True)
    assert mine.campaigns.list() == mine.texts.corpora() == mine.people.list() == []


def test_a_role_counts_in_its_campaign_alone(store: Store, two: dict[str, Any]) -> None:
    person, other = two["people"]["Ada"], two["campaigns"]["Bo"]
    store.members.put(other.id, person.id, Role.ANNOTATOR)
    assert [one.name for one in two["stores"]["Ada"].campaigns.list()] == ["of Ada"]
    anything = store.as_person(person.id, *Role)
    assert [one.name for one in anything.campaigns.list()] == ["of Ada", "of Bo"]
    assert store.members.roles(person.id) == {
        two["campaigns"]["Ada"].id: Role.MANAGER,
        other.id: Role.ANNOTATOR,
    }
    with pytest.raises(AloiError) as raised:
        anything.members.put(other.id, person.id, Role.MANAGER)
    assert raised.value.code == "aloi.not-allowed"


def test_the_last_manager_stays_unless_an_administrator_ends_it(store: Store, two: dict[str, Any]) -> None:
    stores, ada, campaign = two["stores"], two["people"]["Ada"], two["campaigns"]["Ada"]
    for end in (
        lambda whose: whose.members.remove(campaign.id, ada.id),
        lambda whose: whose.members.put(campaign.id, ada.id, Role.ADJUDICATOR),
    ):
        with pytest.raises(AloiError) as raised:
            end(stores["Ada"])
        assert raised.value.code == "aloi.only-one"
    stores["Root"].members.remove(campaign.id, ada.id)
    assert stores["Ada"].campaigns.list() == []
    assert stores["Root"].members.of(campaign.id) == []
    with pytest.raises(AloiError) as raised:
        stores["Root"].members.remove(campaign.id, ada.id)
    assert raised.value.code == "aloi.not-found"
    with pytest.raises(ValueError, match="no role in a campaign"):
        stores["Root"].members.put(campaign.id, ada.id, Role.ADMINISTRATOR)


def test_what_concerns_the_store_is_up_to_administrators(store: Store, two: dict[str, Any]) -> None:
    mine, bo = two["stores"]["Ada"], two["people"]["Bo"]
    refused = (
        lambda: mine.people.add("New", Role.ANNOTATOR, NOW),
        lambda: mine.people.set_role(bo.id, Role.ANNOTATOR),
        lambda: mine.people.set_disabled(bo.id, True),
        lambda: mine.people.add_invite("t", Role.MANAGER, NOW, NOW),
        lambda: mine.people.add_invite("t", Role.MANAGER, NOW, NOW, person_id=bo.id),
        lambda: mine.setup.delete_person(bo.id),
        mine.check,
        mine.find_changes,
        mine.examine,
        lambda: mine.mend_log({}),
    )
    for refuse in refused:
        with pytest.raises(AloiError) as raised:
            refuse()
        assert raised.value.code == "aloi.not-allowed"
    with pytest.raises(AloiError) as raised:
        mine.people.add_invite("t", Role.ANNOTATOR, NOW, NOW, campaign_id=two["campaigns"]["Bo"].id)
    assert raised.value.code == "aloi.not-allowed"


def test_only_managers_begin_campaigns(store: Store) -> None:
    person = store.people.add("Cy", Role.ANNOTATOR, NOW)
    with pytest.raises(AloiError) as raised:
        _campaign(store.as_person(person.id, *Role), "new")
    assert raised.value.code == "aloi.not-allowed"


def test_a_corpus_of_two_campaigns_is_changed_by_who_manages_both(store: Store, two: dict[str, Any]) -> None:
    mine, corpus_id = two["stores"]["Ada"], two["campaigns"]["Ada"].corpus_id
    mine.setup.rename_corpus(corpus_id, "renamed")
    other = Campaign("second", "second", SCHEMA, corpus_id)
    store.campaigns.add(other)
    for change in (
        lambda: mine.setup.rename_corpus(corpus_id, "again"),
        lambda: mine.setup.set_archived("corpora", corpus_id, archived=True),
        lambda: mine.setup.delete_corpus(corpus_id),
        lambda: mine.setup.state_licence(corpus_id, "CC-BY-4.0"),
    ):
        with pytest.raises(AloiError) as raised:
            change()
        assert raised.value.code == "aloi.in-use"


def test_who_joins_a_round_is_a_member_and_stays_named_when_they_leave(scene: Scene) -> None:
    round_ = scene.open()
    store, campaign = scene.store, scene.campaign
    person = store.people.get("A1")
    assert store.members.roles(person.id) == {campaign.id: Role.ANNOTATOR}
    assert [one.id for one in store.as_person(person.id, Role.ANNOTATOR).campaigns.rounds()] == [round_.id]
    store.members.remove(campaign.id, person.id)
    assert store.as_person(person.id, *Role).campaigns.list() == []
    boss = store.people.add("Boss", Role.MANAGER, NOW)
    store.members.put(campaign.id, boss.id, Role.MANAGER)
    assert person in store.as_person(boss.id, Role.MANAGER).people.list()
    assert person not in [one.person for one in store.members.of(campaign.id)]


def test_jobs_are_of_who_asked_and_who_manages_what_they_are_of(store: Store, two: dict[str, Any]) -> None:
    stores, of_bo = two["stores"], two["campaigns"]["Bo"]
    job = stores["Root"].jobs.add("freeze", {"campaign": of_bo.name}, "M3", NOW)
    training = stores["Ada"].jobs.add("train", {}, "M1", NOW)
    assert [one.id for one in stores["Ada"].jobs.list()] == [training.id]
    assert [one.id for one in stores["Bo"].jobs.list()] == [job.id]
    assert stores["Ada"].jobs.queue(None).waiting == 2  # a worker serves everybody
    with pytest.raises(AloiError):
        stores["Ada"].jobs.get(job.id)


def test_what_lies_in_the_data_folder_is_of_who_made_it_and_whom_it_is_shared_with(
    store: Store, two: dict[str, Any]
) -> None:
    stores, people = two["stores"], two["people"]
    stores["Ada"].members.record_author("run", "r1")
    stores["Bo"].members.record_author("run", "r2")
    assert stores["Ada"].members.shared("run") == {"r1"}
    assert stores["Root"].members.shared("run") is None
    stores["Ada"].members.share("run", "r1", people["Bo"].id)
    assert stores["Bo"].members.shared("run") == {"r1", "r2"}


def test_every_part_of_a_query_is_narrowed(store: Store, two: dict[str, Any]) -> None:
    scope = PersonScope(two["people"]["Ada"].id, frozenset({Role.MANAGER}))
    other = t.campaigns.alias("other")
    inner = select(other.c.id).where(other.c.id == t.campaigns.c.id).exists()
    for query in (
        select(t.campaigns.c.name),
        select(other.c.name),
        select(t.campaigns.c.name).where(inner),
        select(select(t.campaigns.c.name).subquery()),
        select(t.campaigns.c.name).join(t.corpora, t.corpora.c.id == t.campaigns.c.corpus_id),
        select(t.campaigns.c.name).union_all(select(t.campaigns.c.name)),
    ):
        with store._database.read() as connection:
            assert set(connection.execute(narrowed(query, scope)).scalars()) == {"of Ada"}
            assert "of Bo" in set(connection.execute(query).scalars())
    count = select(func.count()).select_from(t.campaigns)
    with store._database.read() as connection:
        assert connection.execute(narrowed(count, scope)).scalar() == 1


def test_every_table_is_narrowed_or_said_to_be_of_all() -> None:
    of_all = {
        "secrets", "sign_in_tries", "states", "figures", "terminologies", "concept_names", "concept_keys",
        "machines",
    }  # fmt: skip
    assert set(PersonScope("p", frozenset()).conditions) == set(t.metadata.tables) - of_all


@pytest.fixture
def scene(store: Store, tmp_path: Any) -> Scene:
    return make_scene(store, tmp_path, pairs=3, people_=2)
