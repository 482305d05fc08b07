"""Events sent to webhooks: signed, in order, again after a failure, never to an address of a private network.

Headers and signature are those of Standard Webhooks (https://www.standardwebhooks.com). For receivers without
its libraries, `x-aloi-signature` signs the body alone, with the secret as text.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import logging
import random
import threading
import uuid
from collections.abc import Callable, Collection
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from aloi.base.errors import AloiError
from aloi.storage.people.webhooks import Delivery, Webhook
from aloi.storage.store import Store
from aloi.workbench.programs.disagreements import find_disagreements
from aloi.workbench.programs.webhooks import SECRET, allowed_endpoint

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx

    from aloi.machines.addresses import MachineEndpoint

ANSWER_SECONDS = 15.0  # until a receiver must have answered
_LEASE_SECONDS = 60  # a claim without a sign of life; a request takes less
_FIRST_PAUSE, _LONGEST_PAUSE = 5.0, 3600.0
_BEFORE_CHECK = 200  # events of a webhook, before its address is checked again
_LOG_TIME = timedelta(days=30)  # events that were delivered
_IDLE_SECONDS = 1.0
_STOP_SECONDS = 8.0
_DRAINED = 65_536  # bytes of an answer that are read, so that the connection can be used again
_UNWANTED = 410
_LOG = logging.getLogger("aloi.webhooks")


def now() -> datetime:
    """Return the present time."""
    return datetime.now(UTC)


def signed_headers(webhook: Webhook, event: Delivery, body: bytes, at: datetime) -> dict[str, str]:
    """Return the headers of a request. The id is the same at each attempt, the timestamp is not."""
    event_id, timestamp = f"{webhook.id}-{event.number}", str(int(at.timestamp()))
    return {
        "content-type": "application/json",
        "user-agent": "Aloi-Webhooks",
        "webhook-id": event_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": signature(webhook.secret, event_id, timestamp, body),
        "x-aloi-event": event.kind,
        "x-aloi-delivery": event_id,
        "x-aloi-signature": f"sha256={_digest(webhook.secret.encode(), body).hex()}",
    }


def signature(secret: str, event_id: str, timestamp: str, body: bytes) -> str:
    """Return the signature of a body, its id and its time: HMAC-SHA256, in base64."""
    key = base64.b64decode(secret.removeprefix(SECRET))
    content = f"{event_id}.{timestamp}.".encode() + body
    return f"v1,{base64.b64encode(_digest(key, content)).decode()}"


def _digest(key: bytes, content: bytes) -> bytes:
    return hmac.new(key, content, hashlib.sha256).digest()


def payload(webhook: Webhook, event: Delivery) -> bytes:
    """Return the body of a request: the kind, the time, and ids."""
    data = {"campaign": webhook.campaign_id, "sequence": event.number, **event.data}
    document = {"type": event.kind, "timestamp": event.created_at.isoformat(), "data": data}
    return json.dumps(document, separators=(",", ":")).encode()


def pause_after(attempts: int) -> timedelta:
    """Return the pause after an attempt that failed: twice as long each time, up to an hour."""
    longest = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2.0 ** min(attempts - 1, 20))
    return timedelta(seconds=random.uniform(0.8, 1.0) * longest)


async def start_due(
    store: Store, networks: Collection[str], keep_going: Callable[[], bool] = lambda: True
) -> list[asyncio.Task[None]]:
    """Return the deliveries that are started: one for each webhook whose next event is due."""
    await asyncio.to_thread(find_disagreements, store)
    due = await asyncio.to_thread(store.webhooks.due, now())
    return [asyncio.create_task(_deliver(store, webhook, networks, keep_going)) for webhook in due]


async def _deliver(
    store: Store, webhook: Webhook, networks: Collection[str], keep_going: Callable[[], bool]
) -> None:
    """Send the events of a webhook in their order, until none is due or one is not acknowledged."""
    lease = uuid.uuid4().hex
    if not store.webhooks.claim(webhook.id, lease, now(), _LEASE_SECONDS):
        return
    try:
        try:
            endpoint = await asyncio.wait_for(
                asyncio.to_thread(allowed_endpoint, webhook.url, networks), ANSWER_SECONDS
            )
        except (AloiError, TimeoutError) as error:
            _note(store, webhook, lease, "address" if isinstance(error, AloiError) else "timeout")
            return
        async with _client(endpoint) as client:
            for _ in range(_BEFORE_CHECK):
                event = store.webhooks.next_event(webhook.id, lease, now()) if keep_going() else None
                if event is None:
                    break
                if not _store_answer(store, webhook, event, lease, await _send(client, webhook, event)):
                    break
    finally:
        store.webhooks.release(webhook.id, lease)


def _note(store: Store, webhook: Webhook, lease: str, answer: str) -> None:
    """Store that the next event could not be sent."""
    event = store.webhooks.next_event(webhook.id, lease, now())
    if event is not None:
        _store_answer(store, webhook, event, lease, answer)


def _store_answer(store: Store, webhook: Webhook, event: Delivery, lease: str, answer: str) -> bool:
    """Return whether a receiver acknowledged an event, after storing its answer."""
    is_delivered = answer.startswith("2")
    due_at = None if is_delivered else now() + pause_after(event.attempts + 1)
    store.webhooks.answered(event, lease, answer, now(), due_at=due_at, seconds=_LEASE_SECONDS)
    if answer == str(_UNWANTED):  # the receiver wants no more, as Standard Webhooks defines
        store.webhooks.set_active(webhook.id, False)
    return is_delivered


def _client(endpoint: MachineEndpoint) -> httpx.AsyncClient:
    """Return a client that connects to the checked address alone, and follows no redirect and no proxy."""
    import httpx

    from aloi.machines.addresses import pin

    class PinnedAsyncTransport(httpx.AsyncHTTPTransport):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            pin(request, endpoint)
            return await super().handle_async_request(request)

    return httpx.AsyncClient(
        transport=PinnedAsyncTransport(trust_env=False),
        trust_env=False,
        follow_redirects=False,
        timeout=ANSWER_SECONDS,
    )


async def _send(client: httpx.AsyncClient, webhook: Webhook, event: Delivery) -> str:
    """Return the status of the answer to a request, or why there was none in time."""
    import httpx

    body = payload(webhook, event)
    headers = signed_headers(webhook, event, body, now())
    status = ""
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            async with client.stream("POST", webhook.url, content=body, headers=headers) as response:
                status = str(response.status_code)  # acknowledged, whatever follows
                await _drain(response)
    except (TimeoutError, httpx.TimeoutException):
        return status or "timeout"
    except (httpx.HTTPError, httpx.InvalidURL):
        return status or "connection"
    return status


async def _drain(response: Any) -> None:
    size = 0
    async for part in response.aiter_raw():
        size += len(part)
        if size > _DRAINED:
            return


@contextmanager
def delivering(store: Store, networks: Collection[str]) -> Iterator[None]:
    """Deliver events in a thread within the block, beside the jobs of a worker."""
    stopped = threading.Event()
    thread = threading.Thread(target=_run, args=(store, networks, stopped), name="webhooks", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        with suppress(KeyboardInterrupt):
            thread.join(_STOP_SECONDS)


def _run(store: Store, networks: Collection[str], stopped: threading.Event) -> None:
    asyncio.run(_serve(store, networks, stopped))


async def _serve(store: Store, networks: Collection[str], stopped: threading.Event) -> None:
    """Start deliveries when they are due; a slow receiver delays its own events alone."""
    tasks: set[asyncio.Task[None]] = set()
    forgotten = None
    while not stopped.is_set():
        try:
            if forgotten != now().date():
                forgotten = now().date()
                await asyncio.to_thread(store.webhooks.forget, now() - _LOG_TIME)
            tasks |= {*await start_due(store, networks, lambda: not stopped.is_set())}
        except AloiError:  # a store that is busy once must not end the deliveries
            _LOG.exception("webhooks were not delivered")
        await asyncio.sleep(_IDLE_SECONDS)
        for task in [task for task in tasks if task.done()]:
            tasks.remove(task)
            if task.exception() is not None:
                _LOG.error("a webhook was not delivered", exc_info=task.exception())
    if tasks:
        await asyncio.wait(tasks, timeout=_STOP_SECONDS)
