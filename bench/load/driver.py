"""Simulated annotators: they sign in as a browser does and speak Streamlit's websocket protocol."""

from __future__ import annotations

import asyncio
import http.cookiejar
import json
import random
import re
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass, field
from typing import Any

import websockets
from streamlit.components.v2.bidi_component.main import _make_trigger_id
from streamlit.proto.Alert_pb2 import Alert
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from aloi.ui.questions.desk.parcels import unpack

PATIENCE = 30.0
_TOKEN = re.compile(r'name="form_token" value="([^"]+)"')


@dataclass(slots=True)
class Clicks:
    """What a stretch of clicking gave: latencies in ms, answered events by item, and what went wrong."""

    latencies: list[float] = field(default_factory=list)
    events: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def sign_in(address: str, name: str, password: str, trusting: ssl.SSLContext | None = None) -> str:
    """Return the Cookie header of somebody who has just signed in through the form.

    `trusting` says which certificates are believed where the address is one of https.
    """
    jar = http.cookiejar.CookieJar()
    opener = urllib.request.build_opener(
        urllib.request.HTTPCookieProcessor(jar), urllib.request.HTTPSHandler(context=trusting), _NoRedirect
    )
    with opener.open(f"{address}/signin", timeout=PATIENCE) as page:
        match = _TOKEN.search(page.read().decode("utf-8"))
    if match is None:
        raise RuntimeError("the sign-in page carries no form token")
    form = {"name": name, "password": password, "form_token": match[1], "next": "/annotate"}
    try:
        opener.open(f"{address}/signin", urllib.parse.urlencode(form).encode(), timeout=PATIENCE).close()
    except urllib.error.HTTPError as answer:  # the redirect of a sign-in, or a refusal
        answer.close()
    if not any(cookie.name == "aloi_login" for cookie in jar):
        raise RuntimeError(f"{name} could not sign in")
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Leaves a redirect to the caller: its page is not wanted."""

    def redirect_request(self, *_: Any) -> None:
        """Follow nothing."""


class Tab:
    """A browser tab on a page that holds the annotate component.

    `bytes` counts what each answer sent and received; `shown` is what the component shows now: nothing once
    no item waits. `sent` is the last event, which a page sends again until it hears that it is kept.
    """

    def __init__(
        self, address: str, page: str, cookie: str | None = None, trusting: ssl.SSLContext | None = None
    ) -> None:
        self._address = address.replace("http", "ws", 1)
        self._trusting = trusting
        self._page = page
        self._headers = {"Cookie": cookie} if cookie else {}
        self._hash = self._component = self._fragment = self._query = ""
        self._held: dict[str, Any] = {}
        self.bytes: list[int] = []
        self.shown: dict[str, Any] = {}
        self.sent: dict[str, Any] | None = None

    async def open(self) -> None:
        """Connect, and wait until an item is drawn."""
        self._socket = await websockets.connect(
            f"{self._address}/_stcore/stream",
            subprotocols=[websockets.Subprotocol("streamlit")],
            additional_headers=self._headers,
            max_size=None,
            compression=None,
            ping_interval=None,
            ssl=self._trusting,
        )
        self.shown = {}
        self._held.clear()  # a page that is loaded anew holds nothing
        self._query = ""
        message = BackMsg()
        message.rerun_script.page_name = self._page
        await self._socket.send(message.SerializeToString())
        await self._until_finished("")
        if not self.shown:
            raise RuntimeError("the page drew no item")

    async def close(self) -> None:
        """Leave the page."""
        await self._socket.close()

    async def answer(self, score: int, seconds: float) -> tuple[str, float]:
        """Answer the item on the screen: return the event id and the ms until the next item came."""
        item = self.shown["item"]
        event = {
            "event_id": uuid.uuid4().hex, "kind": "answer", "item_id": item["id"], "reason": "",
            "occasion": item["occasion"], "value": {"score": score}, "seconds": seconds, "flag": False,
            "note": "", "based_on": self.shown.get("revision"),
        }  # fmt: skip
        milliseconds = await self.send(event)
        if self.shown and self.shown["item"]["id"] == item["id"]:
            # It came from another tab meanwhile: that one stands, and the page shows it.
            raise RuntimeError("the item had an answer already")
        return event["event_id"], milliseconds

    async def send(self, event: dict[str, Any]) -> float:
        """Send an event of the desk: return the ms until the page had told that it is kept."""
        self.sent = event
        message = BackMsg()
        rerun = message.rerun_script
        rerun.page_script_hash, rerun.fragment_id = self._hash, self._fragment
        rerun.query_string = self._query  # a browser says at each run what its address bar holds
        widget = rerun.widget_states.widgets.add()
        widget.id = _make_trigger_id(self._component, "events")
        widget.json_trigger_value = json.dumps([{"event": "event", "value": event}])
        begun = time.perf_counter()
        await self._socket.send(message.SerializeToString())
        self.bytes.append(len(message.SerializeToString()))
        arrived = await self._until_finished(event["event_id"])
        if self.shown.get("error"):
            raise RuntimeError(self.shown["error"])
        return (arrived - begun) * 1000

    async def _until_finished(self, event_id: str) -> float:
        """Read messages until the run that dealt with the event ends; return when its drawing came."""
        arrived, is_told = 0.0, False
        while True:
            raw = await asyncio.wait_for(self._socket.recv(), PATIENCE)
            message = ForwardMsg.FromString(raw)
            if self.bytes:
                self.bytes[-1] += len(raw)
            kind = message.WhichOneof("type")
            if kind == "navigation":
                self._hash = message.navigation.page_script_hash
            elif kind == "page_info_changed":
                self._query = message.page_info_changed.query_string
            elif kind == "delta" and message.delta.new_element.WhichOneof("type") == "bidi_component":
                component = message.delta.new_element.bidi_component
                self._component, self._fragment = component.id, message.delta.fragment_id
                self.shown = unpack(json.loads(component.bytes), self._held)
                arrived = arrived or time.perf_counter()
            elif kind == "delta" and message.delta.new_element.WhichOneof("type") == "alert":
                alert = message.delta.new_element.alert
                if alert.format == Alert.ERROR:  # the answer may be kept or not: the page does not say
                    raise RuntimeError(alert.body)
                is_told = True  # the page has no desk: nothing waits any more
            elif kind == "script_finished" and event_id and is_told and not arrived:
                self.shown = {}
                return time.perf_counter()
            elif kind == "script_finished" and (not event_id or arrived):
                if event_id and self.shown["ack"] != event_id:
                    raise RuntimeError("the page did not acknowledge the answer")
                return arrived


async def open_all(tabs: list[Tab]) -> None:
    """Open every tab, a few at a time."""
    few = asyncio.Semaphore(5)

    async def open_one(tab: Tab) -> None:
        async with few:
            await tab.open()

    await asyncio.gather(*map(open_one, tabs))


async def click(tabs: list[Tab], seconds: float, think: float, seed: int) -> Clicks:
    """Let every tab answer for some seconds, thinking `think` seconds on average before each answer.

    One for which no item waits any more has ended.
    """
    clicks = Clicks()
    end = time.perf_counter() + seconds

    async def work(tab: Tab, chance: random.Random) -> None:
        while tab.shown:
            pause = chance.expovariate(1 / think)
            if time.perf_counter() + pause >= end:
                return
            await asyncio.sleep(pause)
            item = tab.shown["item"]["id"]
            try:
                event_id, latency = await tab.answer(chance.randrange(6), round(pause, 3))
            except (RuntimeError, OSError, TimeoutError, websockets.WebSocketException) as error:
                clicks.problems.append(f"{type(error).__name__}: {error}")
                return
            clicks.events[event_id] = item
            clicks.latencies.append(latency)

    await asyncio.gather(*(work(tab, random.Random(f"{seed}:{n}")) for n, tab in enumerate(tabs)))
    return clicks
