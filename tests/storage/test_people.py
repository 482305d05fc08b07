"""Accounts, one-time links, logins and the store's own secrets."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import event, update

from aloi.annotation.model import Annotator, Role
from aloi.base.errors import AloiError
from aloi.storage import tables
from aloi.storage.people.model import Login, User
from aloi.storage.store import Store
from tests.storage.world import NOW

LATER = NOW + timedelta(days=1)


def test_people_get_the_next_free_pseudonym(store: Store) -> None:
    first = store.people.add("Someone", Role.ANNOTATOR, NOW, expertise="nurse")
    named = store.people.add("Another", Role.ADJUDICATOR, NOW, pseudonym="A3")
    third = store.people.add("Third", Role.ANNOTATOR, NOW)
    fourth = store.people.add("Fourth", Role.ANNOTATOR, NOW)
    assert [one.pseudonym for one in (first, named, third, fourth)] == ["A1", "A3", "A2", "A4"]
    assert first == Annotator(first.id, "Someone", "A1", Role.ANNOTATOR, "nurse")
    assert store.people.list() == [first, named, third, fourth]
    for ref in (first.id, "A1", "Someone"):
        assert store.people.get(ref) == first


def test_names_and_pseudonyms_are_taken_once(store: Store) -> None:
    store.people.add("Someone", Role.ANNOTATOR, NOW)
    for name, pseudonym in (("Someone", None), ("Other", "A1")):
        with pytest.raises(AloiError, match="already"):
            store.people.add(name, Role.ANNOTATOR, NOW, pseudonym=pseudonym)
    assert len(store.people.list()) == 1


def test_nobodys_name_is_what_another_one_is_called_by(store: Store) -> None:
    """People sign in by either: whoever had both would come before whoever had it first."""
    store.people.add("Someone", Role.ANNOTATOR, NOW)
    store.people.add_invite("t", Role.ANNOTATOR, LATER, NOW)
    refused = (
        lambda: store.people.add("A1", Role.ADMINISTRATOR, NOW),
        lambda: store.people.add("Other", Role.ANNOTATOR, NOW, pseudonym="Someone"),
        lambda: store.people.accept_invite("t", "A1", "hash", NOW),
        lambda: store.people.add_sources(["Other", "Someone"], NOW),
    )
    for call in refused:
        with pytest.raises(AloiError) as told:
            call()
        assert told.value.code == "aloi.exists"
    assert len(store.people.list()) == 1
    assert store.people.add("A2", Role.ANNOTATOR, NOW).pseudonym == "A2"  # one's own is


def test_sources_of_answers_come_after_who_is_there_or_not_at_all(store: Store) -> None:
    ada = store.people.add("Ada", Role.ANNOTATOR, NOW)
    made = store.people.add_sources(["w2", "w1"], NOW, "crowd")
    assert [(one.name, one.pseudonym, one.expertise, one.is_source) for one in made] == [
        ("w2", "w2", "crowd", True),
        ("w1", "w1", "crowd", True),
    ]
    assert store.people.list() == [ada, *made]
    with pytest.raises(AloiError, match="'Ada'"):
        store.people.add_sources(["w3", "Ada"], NOW)
    assert store.people.list() == [ada, *made]


def test_somebody_is_found_without_reading_everybody(store: Store) -> None:
    for number in range(1, 4):
        store.people.add(f"A{number % 3 + 1}", Role.ANNOTATOR, NOW, pseudonym=f"P{number}")
    read: list[str] = []
    event.listen(store._database.engine, "before_cursor_execute", lambda *of: read.append(of[2]))
    for ref, pseudonym in (("P2", "P2"), ("A2", "P1"), (store.people.list()[2].id, "P3")):
        read.clear()
        assert store.people.get(ref).pseudonym == pseudonym
        [query] = [one for one in read if "FROM people" in one]
        assert "WHERE" in query


def test_accounts_roles_and_the_last_administrator(store: Store) -> None:
    assert store.people.user("Boss") is None
    assert store.people.has_administrator() is False
    boss = store.people.add_first_administrator("Boss", "hash", NOW)
    assert store.people.user("Boss") == User(boss, "hash", False)
    assert store.people.has_administrator() is True
    with pytest.raises(AloiError, match="already"):
        store.people.add_first_administrator("Other", "hash", NOW)
    with pytest.raises(AloiError, match="only administrator"):
        store.people.set_disabled(boss.id, True)
    with pytest.raises(AloiError, match="only administrator"):
        store.people.set_role(boss.id, Role.ANNOTATOR)
    second = store.people.add("Second", Role.ANNOTATOR, NOW)
    store.people.set_password(second.id, "hash2")
    store.people.set_role(second.id, Role.ADMINISTRATOR)
    store.people.set_disabled(boss.id, True)
    assert store.people.user("Boss") == User(boss, "hash", True)
    assert store.people.get("Second").role is Role.ADMINISTRATOR
    with pytest.raises(AloiError):
        store.people.set_password("nobody", "x")


def test_logins_end_by_time_by_hand_and_when_switched_off(store: Store) -> None:
    store.people.add("Boss", Role.ADMINISTRATOR, NOW, password_hash="x")
    person = store.people.add("Someone", Role.ANNOTATOR, NOW)
    for token in ("t1", "t2"):
        store.people.add_login(token, person.id, LATER, NOW)
    assert store.people.login("t1", NOW) == Login(person, LATER)
    assert store.people.login("t1", LATER) is None
    assert store.people.login("unknown", NOW) is None
    store.people.end_login("t1")
    assert store.people.login("t1", NOW) is None
    assert store.people.login("t2", NOW) is not None
    store.people.set_disabled(person.id, True)
    store.people.set_disabled(person.id, False)
    assert store.people.login("t2", NOW) is None


def test_a_link_is_used_once_even_by_many_at_the_same_time(store: Store) -> None:
    store.people.add_invite("t", Role.ADJUDICATOR, LATER, NOW, name_hint="Dr B", expertise="surgery")
    found = store.people.invite("t", NOW)
    assert found is not None
    assert (found.role, found.name_hint, found.expertise, found.person) == (
        Role.ADJUDICATOR, "Dr B", "surgery", None,
    )  # fmt: skip

    def accept(number: int) -> str:
        try:
            return store.people.accept_invite("t", f"person {number}", "hash", NOW).name
        except AloiError as error:
            return error.found

    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(accept, range(8)))
    assert sum(one.startswith("person") for one in outcomes) == 1
    assert [(one.role, one.expertise) for one in store.people.list()] == [(Role.ADJUDICATOR, "surgery")]
    assert store.people.invite("t", NOW) is None


def test_a_link_that_fails_stays_usable_and_an_old_one_is_not(store: Store) -> None:
    taken = store.people.add("Someone", Role.ANNOTATOR, NOW)
    store.people.add_invite("t", Role.ANNOTATOR, LATER, NOW)
    with pytest.raises(AloiError, match="already"):
        store.people.accept_invite("t", "Someone", "hash", NOW)
    assert store.people.accept_invite("t", "New", "hash", NOW).pseudonym == "A2"
    store.people.add_invite("old", Role.ANNOTATOR, LATER, NOW)
    assert store.people.invite("old", LATER) is None
    store.people.add_invite("mine", Role.ANNOTATOR, LATER, NOW, person_id=taken.id)
    assert store.people.accept_invite("mine", "ignored", "hash", NOW) == taken
    assert store.people.user("Someone") == User(taken, "hash", False)


def test_open_links_are_listed(store: Store) -> None:
    store.people.add_invite("t1", Role.ANNOTATOR, LATER, NOW, name_hint="one")
    store.people.add_invite("t2", Role.ANNOTATOR, LATER, NOW, name_hint="two")
    store.people.accept_invite("t1", "One", "hash", NOW)
    assert [one.name_hint for one in store.people.invites(NOW)] == ["two"]
    assert store.people.invites(LATER) == []


def test_links_for_somebody_known_end_with_what_takes_their_place(store: Store) -> None:
    store.people.add("Boss", Role.ADMINISTRATOR, NOW, password_hash="x")
    ada, bo = (store.people.add(name, Role.ANNOTATOR, NOW) for name in ("Ada", "Bo"))
    store.people.add_invite("of Bo", Role.ANNOTATOR, LATER, NOW, person_id=bo.id)
    store.people.add_invite("of nobody yet", Role.ANNOTATOR, LATER + timedelta(1), NOW)

    def left() -> list[str]:
        return [one.token_hash for one in store.people.invites(NOW)]

    ends = {
        "a newer one": lambda: store.people.add_invite("newer", Role.ANNOTATOR, LATER, NOW, person_id=ada.id),
        "a new password": lambda: store.people.set_password(ada.id, "hash"),
        "being switched off": lambda: store.people.set_disabled(ada.id, True),
    }
    for what, end in ends.items():
        store.people.add_invite("of Ada", Role.ANNOTATOR, LATER, NOW, person_id=ada.id)
        end()
        assert store.people.invite("of Ada", NOW) is None, what
        with pytest.raises(AloiError, match="used, cancelled or expired"):
            store.people.accept_invite("of Ada", "Ada", "hash", NOW)
    assert left() == ["of Bo", "of nobody yet"]
    store.people.accept_invite("of Bo", "", "hash", NOW)
    store.people.end_invite("of nobody yet")
    assert left() == []


def test_two_links_of_a_person_from_an_older_store_end_with_the_first_taken_up(store: Store) -> None:
    ada, bo = (store.people.add(name, Role.ANNOTATOR, NOW) for name in ("Ada", "Bo"))
    store.people.add_invite("t1", Role.ANNOTATOR, LATER, NOW, person_id=ada.id)
    store.people.add_invite("t2", Role.ANNOTATOR, LATER, NOW, person_id=bo.id)
    with store._database.write() as connection:
        connection.execute(update(tables.invites).values(person_id=ada.id))
    store.people.accept_invite("t1", "", "hash", NOW)
    assert store.people.invites(NOW) == []


def test_a_secret_is_made_once_for_each_store(store: Store, tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        made = set(pool.map(lambda _: store.people.secret("cookie"), range(8)))
    assert len(made) == 1
    assert len(made.copy().pop()) == 32
    assert store.people.secret("other") not in made
    second = Store.open(f"sqlite:///{tmp_path / 'second.db'}")
    assert second.people.secret("cookie") not in made
    second.close()


@pytest.mark.parametrize(("sign", "told"), [("\0", "U+0000"), ("\ud800", "U+D800")])
def test_a_name_that_no_server_keeps_is_refused_by_every_store(store: Store, sign: str, told: str) -> None:
    with pytest.raises(AloiError, match=re.escape(told)) as refused:
        store.people.add(f"Ann{sign}a", Role.ANNOTATOR, NOW)
    assert "Ann" not in str(refused.value)
    with pytest.raises(AloiError, match=re.escape(told)):
        store.people.user(f"Ann{sign}a")
    assert list(store.people.list()) == []
