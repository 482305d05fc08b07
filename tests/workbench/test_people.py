"""People: pseudonyms, roles, and invites that work once."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

from aloi.annotation.model import Role
from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench import people
from aloi.workbench.imports.importing import import_path
from aloi.workbench.imports.parts import ImportOptions
from aloi.workbench.releases.gold import freeze
from aloi.workbench.releases.releases import build
from aloi.workbench.requests.corrections import (
    InviteRequest,
    PersonRequest,
    RenamePersonRequest,
    UninviteRequest,
)
from aloi.workbench.requests.releases import FreezeRequest, ReleaseRequest
from aloi.workbench.texts.corpora import About
from tests.workbench.imports import project_files
from tests.workbench.scene import NOW, picture


def test_pseudonyms_follow_the_order_of_joining_and_never_show_the_name(store: Store) -> None:
    made = [people.add_person(store, PersonRequest(name, "annotator"), NOW) for name in (" Ada ", "Bo")]
    assert [(one.name, one.pseudonym) for one in made] == [("Ada", "A1"), ("Bo", "A2")]
    given = people.add_person(
        store, PersonRequest("Cy", "adjudicator", expertise="nurse", pseudonym="J"), NOW
    )
    assert (given.pseudonym, given.role, given.expertise) == ("J", Role.ADJUDICATOR, "nurse")
    assert store.people.list() == [*made, given]


@pytest.mark.parametrize(
    ("name", "role", "said"),
    [
        ("", "annotator", "The person lacks a name"),
        ("Ada", "annotator", "already"),
        ("Bo", "boss", "No role is called 'boss'(.|\n)*annotator, adjudicator, manager"),
    ],
)
def test_a_bad_person_is_refused_and_nothing_changes(store: Store, name: str, role: str, said: str) -> None:
    people.add_person(store, PersonRequest("Ada", "annotator"), NOW)
    before = picture(store)
    with pytest.raises(AloiError, match=said):
        people.add_person(store, PersonRequest(name, role), NOW)
    assert picture(store) == before


def test_people_are_found_by_id_pseudonym_or_name_each_once(store: Store) -> None:
    ada, bo = (people.add_person(store, PersonRequest(name, "annotator"), NOW) for name in ("Ada", "Bo"))
    assert people.find_people(store, ("A2", ada.id, "Bo", "A1")) == (bo, ada)
    with pytest.raises(AloiError, match=r"'Zoe'(.|\n)*A1, A2"):
        people.find_people(store, ("A1", "Zoe"))


def test_an_invite_is_used_once_and_only_its_hash_is_kept(store: Store) -> None:
    token = people.invite(store, InviteRequest("annotator", expertise="nurse", name="Ada"), NOW)
    hashed = people.hash_token(token)
    assert token != hashed
    assert [one.name_hint for one in store.people.invites(NOW)] == ["Ada"]
    joined = store.people.accept_invite(hashed, "Ada", "hash", NOW)
    assert (joined.pseudonym, joined.role, joined.expertise) == ("A1", Role.ANNOTATOR, "nurse")
    with pytest.raises(AloiError, match="used, cancelled"):
        store.people.accept_invite(hashed, "Bo", "hash", NOW)
    assert store.people.invite(hashed, NOW) is None
    assert store.people.invites(NOW) == []
    assert [one.name for one in store.people.list()] == ["Ada"]


def test_an_invite_is_refused_from_the_fourteenth_day(store: Store) -> None:
    hashed = people.hash_token(people.invite(store, InviteRequest("annotator"), NOW))
    limit = NOW + timedelta(days=people.INVITE_DAYS)
    assert store.people.invite(hashed, limit - timedelta(seconds=1)) is not None
    assert store.people.invite(hashed, limit) is None
    with pytest.raises(AloiError, match="expired"):
        store.people.accept_invite(hashed, "Ada", "hash", limit)
    assert store.people.list() == []


def test_an_invite_for_somebody_known_gives_them_a_password_and_keeps_who_they_are(store: Store) -> None:
    ada = people.add_person(store, PersonRequest("Ada", "annotator"), NOW)
    hashed = people.hash_token(people.invite(store, InviteRequest("annotator", person="A1"), NOW))
    assert store.people.accept_invite(hashed, "someone else", "hash", NOW) == ada
    user = store.people.user("Ada")
    assert user is not None
    assert (user.annotator, user.password_hash) == (ada, "hash")


def test_a_bad_invite_is_refused_and_none_is_kept(store: Store) -> None:
    with pytest.raises(AloiError, match="'boss'"):
        people.invite(store, InviteRequest("boss"), NOW)
    with pytest.raises(AloiError, match="'nobody'"):
        people.invite(store, InviteRequest("annotator", person="nobody"), NOW)
    assert store.people.invites(NOW) == []


def test_an_invite_is_ended_by_what_it_is_called(store: Store) -> None:
    for name in ("Ada", "Bo"):
        people.invite(store, InviteRequest("annotator", name=name), NOW)
    [bo] = [one for one in store.people.invites(NOW) if one.name == "Bo"]
    assert people.end_invite(store, UninviteRequest(bo.ref), NOW) == bo
    assert [one.name for one in store.people.invites(NOW)] == ["Ada"]
    for ref in (bo.ref, "", "Ada"):
        with pytest.raises(AloiError) as refused:
            people.end_invite(store, UninviteRequest(ref), NOW)
        assert refused.value.code == "aloi.not-found"
    assert len(store.people.invites(NOW)) == 1


def test_a_source_called_by_an_address_gets_a_pseudonym_and_is_found_again(
    store: Store, tmp_path: Path
) -> None:
    path = project_files.label_studio(tmp_path)
    options = ImportOptions("c", About("c", "fr", "CC0-1.0", "made"))
    import_path(store, [path], options, NOW)
    sizes = {"all": "rest"}
    freeze(store, FreezeRequest("c"), now=NOW)
    with pytest.raises(AloiError) as refused:
        build(store, ReleaseRequest("c", "1.0", sizes=sizes), now=NOW)
    assert "identifiers" in refused.value.values["rules"]
    assert "alice" not in refused.value.told()
    for place, who in enumerate(("alice", "bob"), start=1):
        renamed = people.rename_source(store, RenamePersonRequest(f"{who}@exemple.invalid", f" L{place} "))
        assert (renamed.pseudonym, store.people.get(renamed.id)) == (f"L{place}", renamed)
    with pytest.raises(AloiError, match="no longer"):
        build(store, ReleaseRequest("c", "1.0", sizes=sizes), now=NOW)
    freeze(store, FreezeRequest("c"), now=NOW)
    release = build(store, ReleaseRequest("c", "1.0", sizes=sizes), now=NOW)
    assert "exemple.invalid" not in json.dumps(release.manifest, default=list)
    again = import_path(store, [path], options, NOW)
    assert (again.new, again.already_stored) == (0, 7)
    assert store.check() == []


def test_nobody_else_is_renamed_and_no_pseudonym_is_taken_twice(store: Store) -> None:
    store.people.add("Ada", Role.ANNOTATOR, NOW, pseudonym="A1")
    store.people.add_sources(["x@y.fr"], NOW)
    refusals = (
        ("A1", "B", "aloi.wrong-kind"),
        ("x@y.fr", "A1", "aloi.exists"),
        ("x@y.fr", "Ada", "aloi.exists"),
        ("x@y.fr", " ", "aloi.missing"),
    )
    for ref, name, code in refusals:
        with pytest.raises(AloiError) as refused:
            people.rename_source(store, RenamePersonRequest(ref, name))
        assert refused.value.code == code
