"""People by command: invitations that are listed and ended, names that are taken."""

from __future__ import annotations


def test_invitations_are_listed_and_ended(told, refused, invoke) -> None:
    told("people", "add", "--name", "Ada")
    told("people", "invite", "--name", "Bo", "--role", "adjudicator")
    for _ in range(2):  # the second takes the place of the first
        told("people", "invite", "--person", "A1")
    bo, ada = told("people", "invites")["invites"]
    assert (bo["name"], bo["role"], bo["pseudonym"]) == ("Bo", "adjudicator", "")
    assert (ada["name"], ada["role"], ada["pseudonym"]) == ("Ada", "annotator", "A1")
    assert bo["ref"] in invoke("people", "invites").stdout
    assert told("people", "uninvite", bo["ref"]) == {"ref": bo["ref"], "name": "Bo"}
    assert told("people", "invites")["invites"] == [ada]
    assert "aloi people invites" in refused("people", "uninvite", bo["ref"])


def test_nobody_is_called_what_another_one_signs_in_as(told, refused) -> None:
    told("people", "add", "--name", "Ada")
    assert "already" in refused("people", "add", "--name", "A1", "--role", "manager")
    assert len(told("people", "list")["people"]) == 1
