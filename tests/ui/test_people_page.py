"""The page of people: invitations that nobody has taken up are listed and ended."""

from __future__ import annotations

from aloi.annotation.model import Role
from aloi.storage.store import Store
from aloi.ui import session
from aloi.ui.texts import t
from aloi.workbench import people
from aloi.workbench.requests.corrections import InviteRequest
from tests.ui.pages import open_page, plain, press, said


def test_open_invitations_are_listed_and_ended(site: Store) -> None:
    at = open_page(site, "people")
    assert t("people.invites", count=1) not in [one.label for one in at.expander]
    site.people.add("Ada", Role.ANNOTATOR, session.now(), pseudonym="A1")
    people.invite(site, InviteRequest("annotator", person="A1"), session.now())
    at.text_input[0].set_value("Zoe <b>")
    press(at, t("people.do_invite"))
    at.text_input[0].set_value("Yan")
    press(at, t("people.do_invite"))
    for_zoe, for_yan, for_all = (one.value for one in at.code)
    assert for_all == f"Zoe <b>: {for_zoe}\nYan: {for_yan}"
    yan = next(one for one in site.people.invites(session.now()) if one.name == "Yan")
    at.button(key=f"people:end_invite:{yan.ref}").click().run()
    assert [one.value for one in at.code] == [for_zoe]
    assert t("people.invites", count=2) in [one.label for one in at.expander]
    assert "Ada (A1)" in plain(said(at))
    zoe = next(one for one in site.people.invites(session.now()) if one.name == "Zoe <b>")
    at.button(key=f"people:end_invite:{zoe.ref}").click().run()
    assert [one.name for one in site.people.invites(session.now())] == ["Ada"]
    assert t("people.invites", count=1) in [one.label for one in at.expander]
    assert list(at.code) == []  # the link that was ended is to be sent to nobody
    assert t("people.invite_ended") in [one.value for one in at.toast]


def test_ending_one_that_was_taken_up_meanwhile_ends_no_other(site: Store) -> None:
    tokens = {
        name: people.invite(site, InviteRequest("annotator", name=name), session.now())
        for name in ("Bo", "Cy")
    }
    at = open_page(site, "people")
    [bo] = [one for one in site.people.invites(session.now()) if one.name == "Bo"]
    site.people.accept_invite(people.hash_token(tokens["Bo"]), "Bo", "hash", session.now())
    at.button(key=f"people:end_invite:{bo.ref}").click().run()
    assert not at.exception
    assert [one.name for one in site.people.invites(session.now())] == ["Cy"]
