"""The document is complete, its examples work, and the application answers as it says."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi import checks as openapi_checks

from aloi.annotation.model import Role
from aloi.api.app import build
from aloi.api.examples import EXAMPLES, ITEMS, UPLOAD
from aloi.base.requests import JOB, fields_of
from aloi.base.settings import Settings
from aloi.storage.store import Store
from aloi.workbench.endpoints import Endpoint, endpoint_of, endpoints, split_values
from tests.api.conftest import Server

# Answers of every path: these checks need no exception.
_CHECKS = (
    schemathesis.checks.not_a_server_error,
    openapi_checks.status_code_conformance,
    openapi_checks.content_type_conformance,
    openapi_checks.response_schema_conformance,
)


def _document(server: Server) -> dict[str, Any]:
    document: dict[str, Any] = server.client.get("/openapi.json").json()
    return document


def test_the_document_has_each_field_of_each_request(server: Server) -> None:
    document = _document(server)
    assert document["openapi"].startswith("3.1")
    for endpoint in endpoints():
        operation = document["paths"][endpoint.path][endpoint.method.lower()]
        body = (
            operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
        )
        named = {value["name"] for value in operation["parameters"]} | set(body.get("properties", {}))
        offered = {name for name, field in fields_of(endpoint.request).items() if field.offered(JOB)}
        assert offered | set(endpoint.path_fields) <= named, endpoint.path
        assert operation["summary"]
        assert {"401", "403", "404", "422", "429"} <= set(operation["responses"])
    ids = [value["operationId"] for path in document["paths"].values() for value in path.values()]
    assert len(ids) == len(set(ids))


def test_examples_run_from_texts_to_gold(server: Server) -> None:
    document = _document(server)
    upload_id = server.upload("pairs.tsv", ITEMS.encode())
    for name, example in EXAMPLES.items():
        endpoint = endpoint_of(name)
        values = {key: upload_id if value == UPLOAD else value for key, value in example.items()}
        values = {
            key: server.store.people.get("Root").pseudonym if value == "M1" else value
            for key, value in values.items()
        }
        path, body = split_values(endpoint, values)
        if name == "round close":
            _answer_all(server.store)
        answer = server.send(endpoint.method, path, json=body)
        assert answer.status_code in (200, 201, 202), (name, answer.text)
        _check_answer(document, endpoint, answer)
        if endpoint.is_job:
            server.done(answer)
    operation = document["paths"]["/corpora"]["post"]
    assert operation["requestBody"]["content"]["application/json"]["example"]["path"] == UPLOAD


def _answer_all(store: Store) -> None:
    campaign = store.campaigns.get("similar")
    for round_ in store.campaigns.rounds(campaign.id):
        for work in store.answers.assignments(round_.id):
            if work.status == "pending" and round_.status == "open":
                store.answers.submit(
                    work.key, f"e-{work.key.item_id}-{work.key.annotator_id}", {"score": 3.0}, seconds=1.0,
                    flag=False, comment="", shown={}, guideline_version=1, now=datetime.now(UTC),
                )  # fmt: skip


def _check_answer(document: dict[str, Any], endpoint: Endpoint, answer: Any) -> None:
    documented = document["paths"][endpoint.path][endpoint.method.lower()]["responses"][
        str(answer.status_code)
    ]
    schema = documented["content"]["application/json"]["schema"]
    jsonschema.validate(answer.json(), {**schema, "components": document["components"]})


@pytest.fixture
def calls(store: Store, tmp_path: Path) -> Any:
    """The document as Schemathesis reads it, and the header of a token of an administrator."""
    from tests.api.conftest import now
    from tests.workbench.scene import NOW, make_scene

    scene = make_scene(store, tmp_path)
    store.people.add("Root", Role.ADMINISTRATOR, NOW, password_hash="x")
    scene.open(names=("A1", "A2"))
    app = build(Settings(store="", data=tmp_path / "data", api_rate=1_000_000), store, now)
    return schemathesis.openapi.from_asgi("/openapi.json", app), store


def _run(calls: Any, most: int) -> None:
    from aloi.workbench.programs.tokens import create_token
    from aloi.workbench.requests.programs import TokenRequest
    from tests.api.conftest import now

    schema, store = calls
    secret = create_token(store, TokenRequest("Root", scope="write"), now()).secret
    headers = {"Authorization": f"Bearer {secret}"}
    problems: list[str] = []
    for result in schema.get_all_operations():
        operation = result.ok()

        @settings(
            max_examples=most, deadline=None, database=None, derandomize=True,
            phases=(Phase.explicit, Phase.generate), suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        @_drawn_from(operation)
        def call(case: Any) -> None:
            # A store with nothing of that name answers 404 alone: half of the calls name what is there.
            for name, value in (("campaign", "closeness"), ("corpus", "invented"), ("round", 1)):
                if case.path_parameters and name in case.path_parameters and len(str(case.body)) % 2:
                    case.path_parameters[name] = value
            case.call_and_validate(headers=headers, checks=_CHECKS)

        try:
            call()
        except Exception as error:  # noqa: BLE001 - all operations are called, and all problems are shown
            problems.append(f"{operation.label}: {str(error)[:600]}")
    assert problems == []


def _drawn_from(operation: Any) -> Any:
    from hypothesis import given

    return given(case=operation.as_strategy())


def test_no_call_is_answered_by_an_error_of_the_server_or_undocumented(calls: Any) -> None:
    _run(calls, 3)


@pytest.mark.slow
def test_many_calls_are_answered_as_documented(calls: Any) -> None:
    _run(calls, 60)


def test_the_page_of_the_document_needs_nothing_from_elsewhere(server: Server) -> None:
    page = server.client.get("/", headers={"Accept-Language": "fr"})
    assert page.status_code == 200
    assert "interface REST" in page.text
    assert "http://" not in page.text
    assert "https://" not in page.text
    assert "<script" not in page.text
    for endpoint in endpoints():
        assert f"<code>{endpoint.path}</code>" in page.text
