"""Webhooks: each event is delivered in order, signed, once it was acknowledged never again."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import random
import socket
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from sqlalchemy import text

from aloi.annotation.model import AssignmentKey
from aloi.base.errors import AloiError
from aloi.machines.addresses import ip_of, is_public
from aloi.storage.store import Store
from aloi.workbench import jobs
from aloi.workbench.programs import delivery
from aloi.workbench.programs.disagreements import find_disagreements
from aloi.workbench.programs.webhooks import add_webhook, deliveries, list_webhooks, resend, switch_webhook
from aloi.workbench.requests.programs import (
    DeliveriesRequest,
    ListWebhooksRequest,
    ResendRequest,
    SwitchWebhookRequest,
    WebhookRequest,
)
from aloi.workbench.requests.rounds import CloseRoundRequest
from aloi.workbench.rounds.rounds import set_round_status
from tests.processes import CONTEXT
from tests.workbench.programs.receiver import FAIL, OK, REDIRECT, SLOW, UNWANTED, Receiver, receiving
from tests.workbench.scene import NOW, Scene, make_scene

LOCAL = ("127.0.0.0/8", "::1/128")


def now() -> datetime:
    return datetime.now(UTC)


def deliver(store: Store) -> None:
    """Deliver what is due, each webhook once."""

    async def run() -> None:
        await asyncio.gather(*await delivery.start_due(store, LOCAL))

    asyncio.run(run())


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    return make_scene(store, tmp_path, pairs=4, people_=2)


def _work_through(scene: Scene) -> list[str]:
    """Open a round, answer, close it, freeze gold, run a job; return the kinds of events in order."""
    round_ = scene.open(names=("A1", "A2"), overlap=2)
    scene.give(round_, {"A1": [0, 1, 2, 5], "A2": [0, 1, 2, 0]})
    find_disagreements(scene.store)
    set_round_status(scene.store, CloseRoundRequest(scene.campaign.id, round_.number))
    job = jobs.start(scene.store, "freeze_gold", {"campaign": scene.campaign.id, "rule": "mean"}, "", now())
    while jobs.run_one(scene.store, scene.folder) is not None:
        pass
    assert scene.store.jobs.get(job.id).status == "done", scene.store.jobs.get(job.id).error
    kinds = ["round.opened", *["annotation.submitted"] * 8, "disagreement", "round.closed"]
    return [*kinds, "gold.frozen", "job.finished"]


def _verified(secret: str, headers: dict[str, str], body: bytes) -> bool:
    """Return whether a signature is that of Standard Webhooks, computed independently."""
    content = b".".join([headers["webhook-id"].encode(), headers["webhook-timestamp"].encode(), body])
    key = base64.b64decode(secret.split("_", 1)[1])
    expected = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    plain = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return (
        headers["webhook-signature"].split(" ") == [f"v1,{expected}"]
        and headers["x-aloi-signature"] == f"sha256={plain}"
        and headers["x-aloi-delivery"] == headers["webhook-id"]
        and headers["x-aloi-event"] == json.loads(body)["type"]
    )


def test_the_signature_is_that_of_the_published_example() -> None:
    """The example of the libraries of Standard Webhooks."""
    secret, body = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", b'{"test": 2432232314}'
    signed = delivery.signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", body)
    assert signed == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_receiver_that_fails_gets_every_event_in_order_and_none_twice(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "ANSWER_SECONDS", 0.3)
    store, receiver = scene.store, Receiver()
    with receiving(receiver):
        webhook = add_webhook(store, WebhookRequest(scene.campaign.id, receiver.url), now(), LOCAL)
        kinds = _work_through(scene)
        for mode in (FAIL, SLOW, REDIRECT):
            receiver.mode = mode
            deliver(store)
            deliver(store)  # it waits before the next attempt
            store.webhooks.resend(webhook.id, None)
    deliver(store)  # nobody listens
    [state] = list_webhooks(store, ListWebhooksRequest(scene.campaign.id))
    assert (state.waiting, state.answer) == (len(kinds), "connection")
    assert [event_id.split("-")[1] for event_id, *_ in receiver.requests] == ["1"] * 3
    receiver.mode = OK
    with receiving(receiver, urlsplit(receiver.url).port or 0):
        store.webhooks.resend(webhook.id, None)
        deliver(store)
        deliver(store)
    documents = receiver.documents()
    assert [document["type"] for document in documents] == kinds
    assert [document["data"]["sequence"] for document in documents] == list(range(1, len(kinds) + 1))
    assert len(set(receiver.acknowledged)) == len(receiver.acknowledged) == len(kinds)
    assert all(_verified(webhook.secret, headers, body) for _, headers, body in receiver.requests)
    assert not any(_verified("whsec_AAAA", headers, body) for _, headers, body in receiver.requests)
    [disagreement] = [one["data"] for one in documents if one["type"] == "disagreement"]
    assert disagreement["item_id"] == scene.items[3]
    sent = json.dumps(documents)
    assert [word for word in ("Patient", "Person", '"score"') if word in sent] == []
    assert [event.attempts for event in store.webhooks.deliveries(webhook.id, None, 100)][-1] == 5


def _open_and_fail(scene: Scene) -> None:
    with scene.store.together():
        scene.open(names=("A1", "A2"), overlap=2)
        raise RuntimeError


def test_events_are_stored_with_their_change_or_not_at_all(scene: Scene) -> None:
    store = scene.store
    request = WebhookRequest(scene.campaign.id, "https://192.0.2.1/x", ("round.opened", "disagreement"))
    webhook = add_webhook(store, request, now(), ("192.0.2.0/24",))
    with pytest.raises(RuntimeError):
        _open_and_fail(scene)
    scene.open(names=("A1",), overlap=1)  # on the connection of the transaction that was cancelled
    log = DeliveriesRequest(scene.campaign.id, webhook.id[:12])
    assert [event.kind for event in deliveries(store, log, None, 10)] == ["round.opened"]
    with pytest.raises(AloiError) as error:
        resend(store, ResendRequest(scene.campaign.id, webhook.id, 7))
    assert error.value.code == "aloi.not-found"


def test_disagreements_are_reported_when_nobody_may_answer_and_once(scene: Scene) -> None:
    store = scene.store
    request = WebhookRequest(scene.campaign.id, "https://192.0.2.1/x", ("disagreement",))
    webhook = add_webhook(store, request, now(), ("192.0.2.0/24",))

    def reported() -> list[str]:
        find_disagreements(store)
        events = store.webhooks.deliveries(webhook.id, None, 100)
        return [str(event.data["item_id"]) for event in reversed(events)]

    round_ = scene.open(names=("A1", "A2"), overlap=2)
    scene.give(round_, {"A1": [0, 0, 0, 5]})
    assert reported() == []
    scene.give(round_, {"A2": [5, 0, None, None]})
    assert reported() == [scene.items[0]]
    assert store.webhooks.checks(10) == []
    scene.give(round_, {"A2": [None, None, 5, 5]})
    set_round_status(store, CloseRoundRequest(scene.campaign.id, round_.number))
    assert reported() == [
        scene.items[0],
        scene.items[2],
    ]  # all of the round was checked; the first is not reported again
    store.webhooks.forget(now() + timedelta(days=1))
    assert len(store.webhooks.deliveries(webhook.id, None, 100)) == 2


def test_one_worker_delivers_at_a_time_and_another_after_it_was_killed(scene: Scene) -> None:
    store, receiver = scene.store, Receiver()
    with receiving(receiver):
        webhook = add_webhook(store, WebhookRequest(scene.campaign.id, receiver.url), now(), LOCAL)
        scene.open(names=("A1",), overlap=1)
        assert store.webhooks.claim(webhook.id, "killed", now(), 60)
        assert store.webhooks.due(now()) == []
        deliver(store)
        assert receiver.requests == []
        assert not store.webhooks.claim(webhook.id, "other", now(), 60)
        later = now() + timedelta(seconds=61)
        assert store.webhooks.claim(webhook.id, "next", later, 60)
        assert store.webhooks.next_event(webhook.id, "killed", later) is None  # it lost its claim
        store.webhooks.release(webhook.id, "next")
        deliver(store)
        assert [one.rsplit("-", 1)[1] for one in receiver.acknowledged] == ["1"]
        store.webhooks.resend(webhook.id, 1)
        deliver(store)
        assert len(receiver.acknowledged) == 2  # a manager requested it


def test_deliveries_stop_while_switched_off_and_after_410(scene: Scene) -> None:
    store, receiver = scene.store, Receiver()
    with receiving(receiver):
        webhook = add_webhook(store, WebhookRequest(scene.campaign.id, receiver.url), now(), LOCAL)
        assert switch_webhook(store, SwitchWebhookRequest(scene.campaign.id, webhook.id, "off")).waiting == 0
        scene.open(names=("A1",), overlap=1)
        deliver(store)
        assert receiver.requests == []
        assert switch_webhook(store, SwitchWebhookRequest(scene.campaign.id, webhook.id, "on")).waiting == 1
        receiver.mode = UNWANTED
        deliver(store)
        [state] = list_webhooks(store, ListWebhooksRequest(scene.campaign.id))
        assert (state.webhook.active, state.waiting, state.answer) == (False, 1, "410")


PRIVATE = (
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
    "224.0.0.1", "255.255.255.255", "192.0.2.7", "198.18.0.1", "240.0.0.1", "::", "::1", "fe80::1%eth0",
    "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:0:10.0.0.1", "::127.0.0.1",
    "64:ff9b::127.0.0.1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "2002:a00:1::", "2001:db8::1",
    "2001:0:4136:e378:8000:63bf:80ff:fffe", "64:ff9b:1::a00:1",
)  # fmt: skip


def test_addresses_that_are_not_public_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [address for address in PRIVATE if is_public(address)] == []
    for address in ("8.8.8.8", "::ffff:8.8.8.8", "2606:4700:4700::1111", "64:ff9b::808:808"):
        assert is_public(address), address
    assert str(ip_of("::ffff:127.0.0.1")) == "127.0.0.1"


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/", "https://127.0.0.1/", "https://localhost/x", "https://2130706433/",
        "https://0x7f.1/", "https://017700000001/", "https://[::1]/", "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:7f00:1]/", "https://[fe80::1]/", "https://[64:ff9b::7f00:1]/", "ftp://8.8.8.8/",
        "https://user:word@8.8.8.8/", "http://8.8.8.8/", "https://169.254.169.254/latest/meta-data",
    ],
)  # fmt: skip
def test_no_webhook_is_added_for_a_private_address(scene: Scene, url: str) -> None:
    with pytest.raises(AloiError):
        add_webhook(scene.store, WebhookRequest(scene.campaign.id, url), now(), ())
    assert scene.store.webhooks.of_campaign(scene.campaign.id) == []


def test_a_name_that_changes_its_address_is_checked_before_each_delivery(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, receiver = scene.store, Receiver()
    names: dict[str, list[str]] = {"hook.example": ["8.8.8.8"]}
    resolved: list[str] = []

    def resolve(host: str, port: int, **_: object) -> list[tuple[object, ...]]:
        resolved.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in names.get(host, [host])]

    monkeypatch.setattr("aloi.machines.addresses.socket.getaddrinfo", resolve)
    with receiving(receiver):
        port = urlsplit(receiver.url).port
        url = f"https://hook.example:{port}/x"
        webhook = add_webhook(store, WebhookRequest(scene.campaign.id, url), now(), ())
        scene.open(names=("A1",), overlap=1)
        for addresses in (["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["::ffff:127.0.0.1"]):
            names["hook.example"] = addresses
            asyncio.run(_pass(store, ()))
            [event] = store.webhooks.deliveries(webhook.id, None, 5)
            assert (event.status, event.answer) == ("waiting", "address")
            store.webhooks.resend(webhook.id, None)
        assert receiver.requests == []


async def _pass(store: Store, networks: tuple[str, ...]) -> None:
    await asyncio.gather(*await delivery.start_due(store, networks))


def test_the_connection_goes_to_the_checked_address(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name resolves to the receiver at the check, and to nothing that listens at any later question."""
    store, receiver, resolved = scene.store, Receiver(), []

    def resolve(host: str, port: int, **_: object) -> list[tuple[object, ...]]:
        resolved.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    with receiving(receiver):
        url = f"http://hook.example:{urlsplit(receiver.url).port}/x"
        monkeypatch.setattr("aloi.machines.addresses.socket.getaddrinfo", resolve)
        add_webhook(store, WebhookRequest(scene.campaign.id, url), now(), LOCAL)
        scene.open(names=("A1",), overlap=1)
        resolved.clear()
        deliver(store)
        assert len(receiver.acknowledged) == 1
        assert [host for host in resolved if host == "hook.example"] == ["hook.example"]
        [(_, headers, _)] = receiver.requests
        assert headers["host"].startswith("hook.example:")


def _deliver_until_killed(url: str) -> None:
    store = Store.open(url)
    with delivery.delivering(store, LOCAL):
        time.sleep(600)


def _answer_until_killed(url: str, round_id: str, items: list[str], person_id: str) -> None:
    store = Store.open(url)
    for item_id in items:
        key = AssignmentKey(round_id, item_id, person_id, 1)
        store.answers.submit(
            key, f"event-{item_id}", {"score": 1}, seconds=1.0, flag=False, comment="", shown={},
            guideline_version=None, now=NOW,
        )  # fmt: skip


def _wait_for(receiver: Receiver, count: int, total: int) -> None:
    """Wait until so many requests were acknowledged."""
    until = time.monotonic() + 120
    while len(receiver.acknowledged) < count and len(set(receiver.acknowledged)) < total:
        assert time.monotonic() < until, "nothing is delivered"
        time.sleep(0.01)


@pytest.mark.slow
@pytest.mark.sqlite
def test_killed_programs_lose_no_event(tmp_path: Path) -> None:
    """Both the program that answers and the worker that delivers are killed several times."""
    url, receiver, chance = f"sqlite:///{tmp_path / 'aloi.db'}", Receiver(), random.Random(48)
    with closing(Store.open(url)) as store, receiving(receiver):
        scene = make_scene(store, tmp_path, pairs=300, people_=1)
        request = WebhookRequest(scene.campaign.id, receiver.url, ("annotation.submitted",))
        webhook = add_webhook(store, request, now(), LOCAL)
        round_ = scene.open(names=("A1",), overlap=1)
        arguments = (url, round_.id, list(scene.items), store.people.get("A1").id)
        kills = 0
        while len(set(receiver.acknowledged)) < len(scene.items):
            programs = (
                CONTEXT.Process(target=_answer_until_killed, args=arguments, daemon=True),
                CONTEXT.Process(target=_deliver_until_killed, args=(url,), daemon=True),
            )
            for program in programs:
                program.start()
            _wait_for(receiver, len(receiver.acknowledged) + chance.randint(10, 70), len(scene.items))
            for program in programs:
                program.kill()
                program.join()
            kills += 1
            with store._database.write() as connection:  # as if the claim of the killed worker had expired
                connection.execute(text("UPDATE webhooks SET lease = NULL, lease_expires = NULL"))
        assert kills > 3
        deliver(store)  # an acknowledgement of the last one may not have been stored
        numbers = [int(one.rsplit("-", 1)[1]) for one in receiver.acknowledged]
        assert sorted(set(numbers)) == list(range(1, len(scene.items) + 1))
        assert numbers == sorted(numbers)
        assert len(numbers) - len(set(numbers)) <= kills  # acknowledged, and killed before that was stored
        answered = {one["data"]["event_id"] for one in receiver.documents()}
        assert answered == {f"event-{item}" for item in scene.items}
        assert all(_verified(webhook.secret, headers, body) for _, headers, body in receiver.requests)
