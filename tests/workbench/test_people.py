"""People: pseudonyms, roles, and invites that work once."""

from __future__ import annotations

from datetime import timedelta

import pytest

from aloi.errors import AloiError
from annotation.model import Role
from storage.store import Store
from tests.workbench.scene import NOW, picture
from workbench import people


def test_pseudonyms_follow_the_order_of_joining_and_never_show_the_name(store: Store) -> None:
    made = [people.add_person(store, name, "annotator", NOW) for name in (" Ada ", "Bo")]
    assert [(one.name, one.pseudonym) for one in made] == [("Ada", "A1"), ("Bo", "A2")]
    given = people.add_person(store, "Cy", "adjudicator", NOW, expertise="nurse", pseudonym="J")
    assert (given.pseudonym, given.role, given.expertise) == ("J", Role.ADJUDICATOR, "nurse")
    assert store.people.list() == [*made, given]


@pytest.mark.parametrize(
    ("name", "role", "said"),
    [
        ("", "annotator", "The person has no name"),
        ("Ada", "annotator", "already"),
        ("Bo", "boss", "No role is called 'boss'(.|\n)*annotator, adjudicator, manager"),
    ],
)
def test_a_bad_person_is_refused_and_nothing_changes(store: Store, name: str, role: str, said: str) -> None:
    people.add_person(store, "Ada", "annotator", NOW)
    before = picture(store)
    with pytest.raises(AloiError, match=said):
        people.add_person(store, name, role, NOW)
    assert picture(store) == before


def test_people_are_found_by_id_pseudonym_or_name_each_once(store: Store) -> None:
    ada, bo = (people.add_person(store, name, "annotator", NOW) for name in ("Ada", "Bo"))
    assert people.find_people(store, ("A2", ada.id, "Bo", "A1")) == (bo, ada)
    with pytest.raises(AloiError, match=r"'Zoe'(.|\n)*A1, A2"):
        people.find_people(store, ("A1", "Zoe"))


def test_an_invite_is_used_once_and_only_its_hash_is_kept(store: Store) -> None:
    token = people.invite(store, "annotator", NOW, expertise="nurse", name="Ada")
    hashed = people.hash_token(token)
    assert token != hashed
    assert [one.name_hint for one in store.people.invites(NOW)] == ["Ada"]
    joined = store.people.accept_invite(hashed, "Ada", "hash", NOW)
    assert (joined.pseudonym, joined.role, joined.expertise) == ("A1", Role.ANNOTATOR, "nurse")
    with pytest.raises(AloiError, match="used already"):
        store.people.accept_invite(hashed, "Bo", "hash", NOW)
    assert store.people.invite(hashed, NOW) is None
    assert store.people.invites(NOW) == []
    assert [one.name for one in store.people.list()] == ["Ada"]


def test_an_invite_is_refused_from_the_fourteenth_day(store: Store) -> None:
    hashed = people.hash_token(people.invite(store, "annotator", NOW))
    limit = NOW + timedelta(days=people.INVITE_DAYS)
    assert store.people.invite(hashed, limit - timedelta(seconds=1)) is not None
    assert store.people.invite(hashed, limit) is None
    with pytest.raises(AloiError, match="too old"):
        store.people.accept_invite(hashed, "Ada", "hash", limit)
    assert store.people.list() == []


def test_an_invite_for_somebody_known_gives_them_a_password_and_keeps_who_they_are(store: Store) -> None:
    ada = people.add_person(store, "Ada", "annotator", NOW)
    hashed = people.hash_token(people.invite(store, "annotator", NOW, person="A1"))
    assert store.people.accept_invite(hashed, "someone else", "hash", NOW) == ada
    user = store.people.user("Ada")
    assert user is not None
    assert (user.annotator, user.password_hash) == (ada, "hash")


def test_a_bad_invite_is_refused_and_none_is_kept(store: Store) -> None:
    with pytest.raises(AloiError, match="'boss'"):
        people.invite(store, "boss", NOW)
    with pytest.raises(AloiError, match="'nobody'"):
        people.invite(store, "annotator", NOW, person="nobody")
    assert store.people.invites(NOW) == []
