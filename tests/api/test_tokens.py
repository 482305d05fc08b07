"""Tokens: shown once, limited to a campaign, a role and a scope, expired, revoked."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from aloi.annotation.model import Role
from aloi.base.errors import AloiError
from aloi.workbench.people import hash_token
from aloi.workbench.programs.tokens import create_token
from aloi.workbench.requests.programs import TokenRequest
from tests.api.conftest import Server, now
from tests.storage.test_scope import _campaign
from tests.workbench.scene import NOW


def test_only_the_hash_of_a_token_is_stored(server: Server) -> None:
    created = create_token(server.store, TokenRequest("Mona"), now())
    assert created.token.token_hash == hash_token(created.secret)
    assert created.secret not in repr(server.store.tokens.list())


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer nothing", "Basic YTpi", "bearer  "])
def test_without_a_valid_token_nothing_is_answered(server: Server, header: str) -> None:
    answer = server.client.get("/campaigns", headers={"Authorization": header} if header else {})
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert answer.headers["content-type"] == "application/problem+json"


def test_a_token_ends(server: Server) -> None:
    long_ago = now() - timedelta(days=8)
    secret = create_token(server.store, TokenRequest("Mona", days=7), long_ago).secret
    assert server.client.get("/campaigns", headers={"Authorization": f"Bearer {secret}"}).status_code == 401
    valid = server.headers("Mona")
    assert server.client.get("/campaigns", headers=valid).status_code == 200
    ref = server.client.get("/token", headers=valid).json()["ref"]
    assert server.send("DELETE", f"/tokens/{ref}", "Mona").status_code == 200
    assert server.client.get("/campaigns", headers=valid).status_code == 401
    judy = server.headers("Judy")
    server.store.people.set_disabled(server.store.people.get("Judy").id, True)
    assert server.client.get("/campaigns", headers=judy).status_code == 401


def test_a_token_that_reads_changes_nothing(server: Server) -> None:
    headers = server.headers("Mona", scope="read")
    path = f"/campaigns/{server.scene.campaign.id}"
    assert server.client.get(path, headers=headers).status_code == 200
    assert server.client.post(f"{path}/close", headers=headers).status_code == 403
    assert server.store.campaigns.get(server.scene.campaign.id).status.value == "open"
    assert server.client.post("/uploads", json={"name": "a", "size": 1}, headers=headers).status_code == 403


def test_a_role_of_a_token_is_the_highest_it_has(server: Server) -> None:
    path = f"/campaigns/{server.scene.campaign.id}"
    headers = server.headers("Mona", role="adjudicator")
    assert server.client.get(path, headers=headers).status_code == 200
    assert server.client.get(f"{path}/annotations", headers=headers).status_code == 403
    assert (
        server.client.get("/campaigns", headers=server.headers("Mona", role="annotator")).status_code == 403
    )


@pytest.mark.parametrize("person", ["Mona", "Root"])
def test_a_token_of_a_campaign_reads_nothing_of_another(server: Server, person: str) -> None:
    other = _campaign(server.store, "other")
    server.store.members.put(other.id, server.store.people.get("Mona").id, Role.MANAGER)
    mine = server.scene.campaign
    headers = server.headers(person, campaign=mine.id)

    def get(path: str) -> tuple[int, str]:
        answer = server.client.get(path, headers=headers)
        return answer.status_code, answer.text

    assert [
        listed["id"] for listed in server.client.get("/campaigns", headers=headers).json()["campaigns"]
    ] == [mine.id]
    assert "corpus of other" not in get("/corpora")[1]
    assert get(f"/campaigns/{mine.id}")[0] == 200
    for path in ("", "/items", "/annotations", "/rounds", "/members", "/guidelines", "/items/table"):
        status, text = get(f"/campaigns/{other.id}{path}")
        assert status == 404, path
        assert "other" not in text.replace(other.id, "")
    hidden = server.send("POST", f"/campaigns/{other.id}/gold", "Root", json={})
    assert hidden.status_code == 202
    assert get(f"/jobs/{hidden.json()['id']}")[0] == 404
    for method, path, body in (
        ("POST", f"/campaigns/{other.id}/gold", {}),
        ("POST", f"/campaigns/{other.id}/imports", {"path": "0" * 24}),
        ("POST", f"/campaigns/{other.id}/close", None),
    ):
        answer = server.client.request(method, path, json=body, headers=headers)
        assert answer.status_code in (404, 422), path
    assert server.store.campaigns.get(other.id).status.value == "open"
    for path in ("/corpora", "/campaigns", "/jobs/mine", "/tokens"):
        answer = server.client.post(path, json={}, headers=headers)
        assert answer.status_code in (403, 422), path
    assert (
        server.client.post("/campaigns", json={"name": "x", "corpus": "y"}, headers=headers).status_code
        == 403
    )


@pytest.mark.parametrize("person", ["Mona", "Root"])
def test_a_job_of_a_limited_token_reads_its_campaign_alone(server: Server, person: str) -> None:
    headers = server.headers(person, campaign=server.scene.campaign.id)
    path = f"/campaigns/{server.scene.campaign.id}/annotations/files"
    job = server.client.post(path, json={}, headers=headers)
    assert job.status_code == 202, job.text
    stored = server.store.jobs.get(job.json()["id"])
    assert stored.limited_to == server.scene.campaign.id


def test_a_token_makes_no_wider_token(server: Server) -> None:
    narrow = {"person": "Mona", "scope": "read", "campaign": server.scene.campaign.id}
    limited = server.headers("Mona", campaign=server.scene.campaign.id)
    assert server.client.post("/tokens", json=narrow, headers=limited).status_code == 403  # no path names it
    weaker = server.headers("Mona", role="adjudicator", scope="write")
    for body in ({"person": "Mona", "scope": "write"}, {"person": "Mona", "role": "manager"}):
        assert server.client.post("/tokens", json=body, headers=weaker).status_code == 403
    created = server.client.post(
        "/tokens", json={"person": "Mona", "role": "annotator", "days": 366}, headers=weaker
    )
    assert created.status_code == 201
    assert created.json()["token"].startswith("aloi_")
    assert created.json()["expires"] <= server.client.get("/token", headers=weaker).json()["expires"]
    stolen = server.send("POST", "/tokens", "Mona", json={"person": "Judy"})
    assert stolen.status_code == 403


def test_each_person_sees_their_own_tokens(server: Server) -> None:
    server.headers("Judy")
    server.headers("Root")
    assert {listed["person"] for listed in server.send("GET", "/tokens", "Mona").json()["tokens"]} == {
        server.store.people.get("Mona").pseudonym
    }
    judy = server.client.get("/token", headers=server.headers("Judy")).json()["ref"]
    assert server.send("DELETE", f"/tokens/{judy}", "Mona").status_code == 404
    with pytest.raises(AloiError):
        create_token(server.store, TokenRequest("Nobody"), NOW)


def test_requests_of_a_token_are_limited(make_server: Callable[..., Server]) -> None:
    server = make_server(api_rate=3)
    answers = [server.send("GET", "/campaigns", "Mona") for _ in range(4)]
    assert [listed.status_code for listed in answers] == [200, 200, 200, 429]
    assert int(answers[-1].headers["retry-after"]) >= 1
    assert server.send("GET", "/campaigns", "Judy").status_code == 200


def test_wrong_tokens_are_limited_by_address(server: Server) -> None:
    wrong = {"Authorization": "Bearer aloi_wrong"}
    statuses = [server.client.get("/campaigns", headers=wrong).status_code for _ in range(31)]
    assert statuses == [401] * 30 + [429]
