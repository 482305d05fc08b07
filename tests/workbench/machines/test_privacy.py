"""Where texts go, and the key: an endpoint elsewhere, redirects, proxies, and everything that is stored."""

from __future__ import annotations

import json
import socket
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from aloi.base.errors import AloiError
from aloi.machines import addresses
from aloi.machines.addresses import checked_url, resolve
from aloi.storage.store import Store
from aloi.workbench.machines.answering import answer_round, try_machine
from aloi.workbench.machines.registry import add_machine
from aloi.workbench.requests.campaigns import StartRequest
from aloi.workbench.requests.machines import AddMachineRequest, AnswerMachineRequest, TryMachineRequest
from aloi.workbench.starting.setup import start_campaign
from tests.machines import server as rules
from tests.machines.server import serve
from tests.processes import CONTEXT

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
KEY, WORD = "canary-key-5f1c", "Zyxquillard"
COUNT = 12


def _started(store: Store, folder: Path, *, restricted: bool = False) -> None:
    lines = [f"{at}\tPatient {at} {WORD} coughs.\tPatient {at} sleeps." for at in range(COUNT)]
    table = folder / "pairs.tsv"
    table.write_text("\n".join(["pair_ID\tsentence_A\tsentence_B", *lines]), encoding="utf-8")
    terms: dict[str, Any] = {"licence": "CC0", "language": "en", "annotators": ("Ada",), "pilot": None}
    start_campaign(store, StartRequest("C", file=table, restricted=restricted, **terms), now=NOW)
    table.unlink()


def _elsewhere(monkeypatch: pytest.MonkeyPatch, address: str = "192.0.2.7") -> None:
    """Let each name have the address of another machine."""
    monkeypatch.setattr(
        addresses.socket, "getaddrinfo", lambda host, port, **more: [(2, 1, 6, "", (address, port))]
    )


def test_loopback_is_what_every_address_of_a_name_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert resolve("http://127.0.0.1:9/v1").local
    for url in (
        "ftp://x/v1",
        "http://",
        "http://me:secret@localhost/v1",
        "http://localhost/v1?key=1",
        "http://a:b/",
    ):
        with pytest.raises(AloiError) as refused:
            checked_url(url)
        assert "secret" not in str(refused.value)
    both = [(2, 1, 6, "", ("127.0.0.1", 1)), (2, 1, 6, "", ("192.0.2.7", 1))]
    monkeypatch.setattr(addresses.socket, "getaddrinfo", lambda host, port, **more: both)
    assert not resolve("http://localhost/v1").local


def test_a_restricted_corpus_stays_here_and_another_asks_once(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _started(store, tmp_path, restricted=True)
    add_machine(store, AddMachineRequest("m", endpoint="https://far.example/v1", model="x"), tmp_path, NOW)
    _elsewhere(monkeypatch)
    for reason in ("", "We may."):
        with pytest.raises(AloiError) as refused:
            answer_round(store, AnswerMachineRequest("C", 1, "m", sending_reason=reason), tmp_path, NOW)
        assert refused.value.code == "workbench.machine-outside-restricted"
        request = TryMachineRequest("C", 1, "m", send=True, sending_reason=reason)
        with pytest.raises(AloiError) as refused:
            try_machine(store, request, NOW)
        assert refused.value.code == "workbench.machine-outside-restricted"
    corpus = store.texts.corpora()[0]
    assert store.texts.logged_exports(corpus.id) == []


def test_a_free_corpus_needs_a_reason_once(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _started(store, tmp_path)
    with serve() as served:
        # The name belongs to another machine; the connection of the test ends on this one.
        add_machine(store, AddMachineRequest("m", endpoint=served.url, model="x"), tmp_path, NOW)
        real = addresses._is_loopback
        monkeypatch.setattr(addresses, "_is_loopback", lambda address: False)
        with pytest.raises(AloiError) as refused:
            answer_round(store, AnswerMachineRequest("C", 1, "m"), tmp_path, NOW)
        assert refused.value.code == "workbench.machine-outside"
        assert served.requests == []
        try_machine(store, TryMachineRequest("C", 1, "m", send=True, sending_reason="A study."), NOW)
        answer_round(store, AnswerMachineRequest("C", 1, "m"), tmp_path, NOW)
        monkeypatch.setattr(addresses, "_is_loopback", real)
    (entry,) = store.texts.logged_exports(store.texts.corpora()[0].id)
    assert (entry.reason, served.url in entry.exported) == ("A study.", True)


def test_proxies_redirects_and_names_cannot_lead_elsewhere(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _started(store, tmp_path, restricted=True)
    with serve() as proxy, serve(lambda number, body: rules.REDIRECT) as served:
        for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url.removesuffix("/v1"))
        add_machine(store, AddMachineRequest("m", endpoint=served.url, model="x"), tmp_path, NOW)
        with pytest.raises(AloiError, match="redirect"):
            answer_round(store, AnswerMachineRequest("C", 1, "m", parallel=1), tmp_path, NOW)
        assert (len(served.requests), proxy.requests) == (1, [])
    with serve() as served:
        port = served.url.split(":")[2].split("/")[0]
        hosts: list[str] = []
        real = socket.getaddrinfo

        def changing(host: str, *rest: Any, **more: Any) -> Any:
            hosts.append(host)
            if host == "model.test":  # the second answer of the name would be another machine
                return (
                    real("127.0.0.1", *rest, **more) if hosts.count(host) == 1 else real("192.0.2.7", *rest)
                )
            return real(host, *rest, **more)

        monkeypatch.setattr(socket, "getaddrinfo", changing)
        url = f"http://model.test:{port}/v1"
        add_machine(store, AddMachineRequest("n", endpoint=url, model="x"), tmp_path, NOW)
        hosts.clear()
        done = answer_round(store, AnswerMachineRequest("C", 1, "n", parallel=1), tmp_path, NOW)
        assert done.answered == COUNT
        assert served.headers[0]["Host"] == f"model.test:{port}"
        assert hosts.count("model.test") == 1


def test_the_key_is_sent_and_stored_nowhere(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _started(store, tmp_path, restricted=True)
    monkeypatch.setenv("CANARY_KEY", KEY)
    caplog.set_level("DEBUG")
    kinds = [rules.LEAK, rules.LEAK, rules.FAIL, rules.ANSWER]
    with serve(lambda number, body: kinds[min(number, 3)]) as served:
        request = AddMachineRequest("m", endpoint=served.url, model="x", key_env="CANARY_KEY")
        add_machine(store, request, tmp_path, NOW)
        answer_round(store, AnswerMachineRequest("C", 1, "m", parallel=1), tmp_path, NOW)
    assert served.headers[0]["Authorization"] == f"Bearer {KEY}"
    with serve(lambda number, body: rules.DENY) as served:
        add_machine(
            store, AddMachineRequest("m", endpoint=served.url, model="x", key_env="CANARY_KEY"), tmp_path, NOW
        )
        with pytest.raises(AloiError) as refused:
            answer_round(store, AnswerMachineRequest("C", 1, "m", parallel=1), tmp_path, NOW)
    assert KEY not in str(refused.value)
    assert KEY not in caplog.text
    assert WORD not in caplog.text
    assert KEY not in json.dumps([str(machine) for machine in store.machines.list()])
    store.close()
    for path in tmp_path.rglob("*"):
        if path.is_file():
            assert KEY.encode() not in path.read_bytes(), path.name
    monkeypatch.delenv("CANARY_KEY")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "key").write_text(KEY, encoding="utf-8")
    key_file = str(tmp_path / "data/key")
    request = AddMachineRequest("m", endpoint="http://127.0.0.1:9/v1", model="x", key_file=key_file)
    with pytest.raises(AloiError, match="data folder"):
        add_machine(store, request, tmp_path / "data", NOW)


def _annotate(url: str, folder: Path) -> None:
    """Let the machine annotate the round, in a process of its own."""
    answer_round(Store.open(url), AnswerMachineRequest("C", 1, "m", parallel=1), folder, datetime.now(UTC))


@pytest.mark.sqlite
def test_killed_half_way_and_resumed_no_stored_answer_is_asked_again(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'killed.db'}"
    store = Store.open(url)
    _started(store, tmp_path)
    with serve(seconds=0.1) as served:
        add_machine(store, AddMachineRequest("m", endpoint=served.url, model="x"), tmp_path, NOW)
        round_id = store.campaigns.rounds()[0].id
        process = CONTEXT.Process(target=_annotate, args=(url, tmp_path), daemon=True)
        process.start()
        until = time.monotonic() + 120
        while len(store.machines.answers(round_id)) < COUNT // 2 and time.monotonic() < until:
            time.sleep(0.05)
        process.kill()
        process.join()
        stored = len(store.machines.answers(round_id))
        assert COUNT // 2 <= stored < COUNT
        done = answer_round(store, AnswerMachineRequest("C", 1, "m"), tmp_path, NOW)
    store.close()
    assert (done.already_answered, done.answered) == (stored, COUNT - stored)
    twice = [text for text, count in Counter(served.acknowledged).items() if count > 1]
    assert len(twice) <= 1  # a reply that arrived as the process was killed, and was not stored
    assert len({*served.acknowledged}) == COUNT
