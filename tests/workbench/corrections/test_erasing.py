"""A person is erased: who they are is in no byte any more, what they gave is what it was."""

from __future__ import annotations

import json
import zipfile
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.model import AssignmentKey, Role, Round
from aloi.base.errors import AloiError
from aloi.storage.model import StoredResult
from aloi.storage.store import Store
from aloi.workbench import people
from aloi.workbench.agreement.report import round_report
from aloi.workbench.corrections import erasure, exclusion
from aloi.workbench.imports.answers import make_people
from aloi.workbench.releases.checking import verify
from aloi.workbench.releases.gold import freeze
from aloi.workbench.releases.releases import build
from aloi.workbench.requests.corrections import (
    ErasePersonRequest,
    ExcludeRequest,
    IncludeRequest,
    InviteRequest,
    PersonRequest,
)
from aloi.workbench.requests.imports import ImportRequest
from aloi.workbench.requests.releases import ArchiveRequest, FreezeRequest, ReleaseRequest
from aloi.workbench.requests.store import BackupRequest
from aloi.workbench.store.archiving import archive_campaign, import_archive
from aloi.workbench.store.backup import backup, restore
from aloi.workbench.store.check import check
from tests.workbench.overriding import overriding
from tests.workbench.scene import NOW, Scene, make_scene

NAME = "Zénobie Quidam-Ödland"
CRAFT = "qualified nurse of ward XQZ"
ASKED = {"why": f"{NAME} asked for it.", "by": "M1"}
RULES = overriding("licence", "names", "identifiers", "agreement", "crossing", "trace")


def filled(store: Store, folder: Path) -> tuple[Scene, Round]:
    """Fill a store in which the annotator A4 has a name, an account, and a past that others wrote about."""
    store.people.add("Boss", Role.ADMINISTRATOR, NOW, password_hash="hash")
    scene = make_scene(store, folder)
    link = people.invite(store, InviteRequest("annotator", expertise=CRAFT, name=NAME), NOW)
    known = store.people.accept_invite(people.hash_token(link), NAME, "their password", NOW)
    assert (known.pseudonym, known.expertise) == ("A4", CRAFT)
    store.people.add_login("a login", known.id, NOW + timedelta(days=1), NOW)
    people.invite(store, InviteRequest("annotator", person=known.id, name=NAME), NOW)
    store.people.prefer(known.id, "about", f"I am {NAME}")
    one = scene.open(names=("A1", "A4"))
    scene.give(one, {"A1": (1, 2, 3, 4, 5, 0), "A4": (1, 2, 3, 4, 4, 0)})
    exclusion.exclude(
        store, ExcludeRequest(campaign="closeness", person="A4", why=f"{NAME} was away.", by="M1"), NOW
    )
    exclusion.include(store, IncludeRequest(campaign="closeness", person="A4", why="Back.", by="M1"), NOW)
    store.texts.log_export(scene.campaign.corpus_id, "a table", f"for {NAME}", NOW)
    job = store.jobs.add("train", {"told": [{NAME: f"by {NAME}."}]}, "M1", NOW)
    store.cached_results.save(StoredResult("any", f"of {NAME}", "1", 1, NAME, None, NOW, 0.0))
    assert store.jobs.get(job.id).arguments == {"told": [{NAME: f"by {NAME}."}]}
    freeze(store, FreezeRequest("closeness"), now=NOW)
    build(
        store,
        ReleaseRequest("closeness", "1.0", sizes={"train": 2, "test": "rest"}, overrides=RULES),
        now=NOW,
    )
    return scene, one


def given(store: Store, one: Round) -> str:
    """Return all that people gave and what was made of it, as one text."""
    manifest = store.gold.release("closeness:1.0").manifest
    parts: list[Any] = [
        repr(store.answers.revisions(one.id)),
        repr(store.gold.golds(one.campaign_id)),
        json.dumps(manifest, default=list),
        json.dumps(round_report(store, "closeness", 1).to_json()),
        [(each.id, each.pseudonym, each.role) for each in store.people.list()],
        freeze(store, FreezeRequest("closeness"), now=NOW).gold.id,
    ]
    return repr(parts)


def files_holding(folder: Path, *words: str) -> set[str]:
    """Return the files of a folder that hold one of some words, plain or as JSON and UTF-16 write them."""
    forms = [
        form
        for word in words
        for form in (word.encode(), json.dumps(word)[1:-1].encode(), word.encode("utf-16-le"))
    ]
    return {
        one.name for one in folder.rglob("*") if one.is_file() and any(f in one.read_bytes() for f in forms)
    }


def test_the_name_is_gone_and_what_was_given_stays(store: Store, tmp_path: Path) -> None:
    _, one = filled(store, tmp_path)
    before, told = given(store, one), erasure.erasure(store, ErasePersonRequest(person="A4", preview=True))
    assert told == erasure.Erased("A4", 4, {})
    done, _ = erasure.erase_person(store, ErasePersonRequest(person=NAME, **ASKED), NOW)
    assert done == told
    assert given(store, one) == before
    assert verify(store, "closeness:1.0") == []
    found = check(store)
    assert found.problems == ()

    who = store.people.get("A4")
    assert (who.name, who.expertise, store.people.preferences(who.id)) == ("A4", "", {})
    assert store.people.user(NAME) is None
    user = store.people.user("A4")
    assert user is not None
    assert (user.password_hash, user.disabled) == (None, True)
    assert store.people.login("a login", NOW) is None
    assert store.people.invites(NOW) == []
    assert who not in store.people.workers()
    whys = [each.why for each in store.corrections.list()]
    assert whys == ["A4 was away.", "Back.", "A4 asked for it."]
    assert [each.arguments for each in store.jobs.list(9)] == [{"told": [{"A4": "by A4."}]}]
    corpus_id = store.campaigns.get("closeness").corpus_id
    assert [each.reason for each in store.texts.logged_exports(corpus_id)] == ["for A4"]


def test_nobody_comes_back_as_who_was_erased(store: Store, tmp_path: Path) -> None:
    filled(store, tmp_path)
    erasure.erase_person(store, ErasePersonRequest(person="A4", **ASKED), NOW)
    who = store.people.get("A4")
    for refused in (
        lambda: store.people.set_disabled(who.id, False),
        lambda: people.invite(store, InviteRequest("annotator", person="A4"), NOW),
    ):
        with pytest.raises(AloiError) as raised:
            refused()
        assert raised.value.code == "aloi.value"
    again, _ = erasure.erase_person(store, ErasePersonRequest(person="A4", **ASKED), NOW)
    assert again.pseudonym == "A4"
    assert [each.kind.value for each in store.corrections.list()].count("erase") == 1
    assert people.add_person(store, PersonRequest(NAME, "annotator"), NOW).pseudonym == "A5"


def test_the_last_manager_and_whoever_asks_are_not_erased(store: Store, tmp_path: Path) -> None:
    filled(store, tmp_path)
    with pytest.raises(AloiError) as raised:
        erasure.erase_person(store, ErasePersonRequest(person="M1", why="Why not", by="A4"), NOW)
    assert raised.value.code == "aloi.only-one"
    with pytest.raises(AloiError) as raised:
        erasure.erase_person(store, ErasePersonRequest(person="M1", **ASKED), NOW)
    assert raised.value.code == "aloi.not-allowed"
    with pytest.raises(AloiError) as raised:
        erasure.erase_person(store, ErasePersonRequest(person="A4", why=" ", by="M1"), NOW)
    assert raised.value.code == "aloi.field-missing"
    assert store.people.get(NAME).pseudonym == "A4"


def test_what_stays_is_told(store: Store, tmp_path: Path) -> None:
    scene, one = filled(store, tmp_path)
    key: AssignmentKey = scene.key(one, 0, "A1")
    store.answers.submit(key, "again", {"score": 2}, seconds=1.0, flag=False, comment=f"Ask {NAME}!",
                         shown={}, guideline_version=one.guideline_version, now=NOW)  # fmt: skip
    assert erasure.erasure(store, ErasePersonRequest(person="A4", preview=True)).left == {
        "annotations": 1,
        "assignments": 1,
    }
    erasure.erase_person(store, ErasePersonRequest(person="A4", **ASKED), NOW)
    assert check(store).problems == ()
    assert [each.comment for each in store.answers.revisions(one.id) if each.comment] == [f"Ask {NAME}!"]


def test_a_source_called_by_an_address_gets_a_pseudonym(store: Store, tmp_path: Path) -> None:
    scene = make_scene(store, tmp_path)
    address = "z.quidam@example.org"
    make_people(store, [address], NOW)
    one = scene.open(names=("A1", "A2"))
    scene.give(one, {"A1": (1,) * 6, "A2": (2,) * 6})
    done, _ = erasure.erase_person(store, ErasePersonRequest(person=address, why="Asked."), NOW)
    assert done.pseudonym == "A4"
    assert [each.name for each in store.people.list()][-1] == "A4"
    assert address not in repr([store.people.list(), store.corrections.list()])
    assert check(store).problems == ()


@pytest.mark.sqlite
def test_no_byte_of_the_store_or_of_what_is_made_of_it_holds_the_name(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    own = Store.open(f"sqlite:///{folder / 'aloi.db'}")
    filled(own, tmp_path)
    words = ("Zénobie", "Quidam", "their password")
    backup(own, BackupRequest(tmp_path / "old.db"), tmp_path)
    assert files_holding(folder, *words)
    assert files_holding(tmp_path, *words) >= {"old.db"}
    (tmp_path / "old.db").unlink()
    _, swept = erasure.erase_person(own, ErasePersonRequest(person="A4", **ASKED), NOW)
    assert swept
    assert files_holding(folder, *words) == set()
    copy = backup(own, BackupRequest(tmp_path / "new.db"), tmp_path)
    restore(copy.path, tmp_path / "back.db")
    archive = archive_campaign(own, ArchiveRequest("closeness", names=True), tmp_path / "a.zip", now=NOW)
    with zipfile.ZipFile(archive.path) as opened:
        opened.extractall(tmp_path / "archive")
    assert files_holding(tmp_path, "A4") >= {"aloi.db", "new.db", "back.db", "people.jsonl"}
    assert files_holding(tmp_path, *words) == set()
    own.close()


def test_an_archive_brings_whom_it_knew_under_the_pseudonym(store: Store, tmp_path: Path) -> None:
    filled(store, tmp_path)
    path = tmp_path / "a.zip"
    archive_campaign(store, ArchiveRequest("closeness", names=True), path, now=NOW)
    erasure.erase_person(store, ErasePersonRequest(person="A4", **ASKED), NOW)
    with pytest.raises(AloiError) as raised:  # nothing is left by which they are known
        import_archive(store, ImportRequest(path, "a copy"), NOW)
    assert raised.value.code == "workbench.archive-people"
    import_archive(store, ImportRequest(path, "a copy", people="same"), NOW)  # of the time before
    assert store.people.get("A4").name == "A4"
    assert store.people.user(NAME) is None
    assert check(store).problems == ()
