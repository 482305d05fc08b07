"""Names of other sites that lead to this machine."""

from __future__ import annotations

import socket
from dataclasses import replace

import pytest
from starlette.websockets import WebSocketDisconnect

from aloi.ui.server import hosts
from aloi.ui.texts import t
from tests.ui.server.forms import add, sign_in


@pytest.mark.parametrize(
    ("host", "answers"),
    [
        ("localhost", True),
        ("LOCALHOST:8501", True),
        ("aloi.localhost:8501", True),
        ("127.0.0.1:8501", True),
        ("192.168.1.20:8501", True),
        ("[::1]:8501", True),
        ("[fe80::1]", True),
        ("testserver.", True),
        ("evil.example", False),
        ("evil.example:8501", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("127.0.0.1@evil.example", False),
        ("", False),
        ("évil.example", False),
    ],
)
def test_only_addresses_and_own_names_are_answered(client, store, host, answers):
    add(store, "Ada")
    header = host.encode("utf-8")
    for path in ("/signin", "/healthz", "/assets/aloi.css"):
        answer = client.get(path, headers={"host": header})
        assert (answer.status_code == 200) == answers
        if not answers:
            assert answer.status_code == 421
            assert "ALOI_ORIGINS" in answer.text


def test_the_message_names_the_host_that_was_asked_for(client):
    answer = client.get("/signin", headers={"host": "server.lab.example:8501"})
    assert answer.text == t("signin.other_name", host="server.lab.example:8501")
    assert "<" not in client.get("/signin", headers={"host": "<script>"}).text


def test_a_websocket_under_another_name_is_refused(client, store):
    add(store, "Ada")
    sign_in(client)
    headers = {"host": "evil.example", "origin": "http://evil.example"}
    with (
        pytest.raises(WebSocketDisconnect) as ended,
        client.websocket_connect("/_stcore/stream", headers=headers),
    ):
        pass
    assert ended.value.code == 1008


def test_names_are_those_of_the_settings_and_of_a_machine_that_others_reach(settings):
    assert hosts.names_of(replace(settings, host="127.0.0.1")) == set()
    own = socket.gethostname().lower()
    assert own in hosts.names_of(replace(settings, host="0.0.0.0"))
    declared = replace(settings, host="127.0.0.1", origins=("https://Aloi.example.org",))
    assert hosts.names_of(declared) == {"aloi.example.org"}
    assert hosts.names_of(replace(settings, proxies=("127.0.0.1",))) is None  # the proxy decides
