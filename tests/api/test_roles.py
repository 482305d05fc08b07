"""Each route for each role: the roles that may call it, and the answer that the others receive."""

from __future__ import annotations

from aloi.annotation.model import Role
from aloi.base.requests import info_of
from aloi.workbench.endpoints import Endpoint, endpoints
from tests.api.conftest import Server

# Who has which role in the campaign of the scene; Otto manages nothing in it.
PEOPLE = {
    "Root": "administrator",
    "Mona": "manager",
    "Judy": "adjudicator",
    "A1": "annotator",
    "Otto": "stranger",
}


def _path(endpoint: Endpoint, server: Server) -> str:
    values = {"campaign": server.scene.campaign.id, "corpus": server.scene.campaign.corpus_id, "round": "1"}
    path = endpoint.path
    for name in endpoint.path_fields:
        path = path.replace(f"{{{name}}}", values.get(name, "none"))
    return path


def _allowed(endpoint: Endpoint, role: str) -> bool:
    """Return whether a role in the campaign is enough for the request, as it declares."""
    needed = {Role(one) for one in info_of(endpoint.request).roles} or {Role.MANAGER}
    return role == "administrator" or (role == "manager") or (role in needed)


def test_each_route_answers_the_roles_that_its_request_declares(server: Server) -> None:
    server.scene.open(names=("A1", "A2"))
    wrong = []
    for endpoint in endpoints():
        for person, role in PEOPLE.items():
            body = None if endpoint.reads else {}
            answer = server.send(endpoint.method, _path(endpoint, server), person, json=body)
            if not _expected(endpoint, role, answer.status_code):
                wrong.append((endpoint.method, endpoint.path, role, answer.status_code, answer.text[:200]))
    assert wrong == []


def _expected(endpoint: Endpoint, role: str, status: int) -> bool:
    if status >= 500:
        return False
    if role == "stranger":  # a manager elsewhere: nothing of this campaign exists for them
        return status in (404, 422) if "campaign" in endpoint.path_fields else True
    return status in (403, 404) if not _allowed(endpoint, role) else status != 403


def test_a_stranger_reads_nothing_of_the_campaign(server: Server) -> None:
    server.scene.open(names=("A1", "A2"))
    for endpoint in endpoints():
        if endpoint.reads:
            path = _path(endpoint, server)
            text = server.send("GET", path, "Otto").text.casefold().replace(server.scene.campaign.id, "")
            for word in ("patient", "closeness", server.scene.campaign.corpus_id):
                assert word not in text, endpoint.path
