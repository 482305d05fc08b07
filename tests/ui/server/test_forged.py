"""What no honest page sends over the websocket: forged events of the desk, pages and buttons of others."""

from __future__ import annotations

import asyncio
import copy
import json
import random
import sqlite3
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from streamlit.components.v2.bidi_component.main import _make_trigger_id
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.util import calc_hash

from aloi.annotation.model import Role, Round
from aloi.storage.store import Store
from aloi.ui import session
from aloi.ui.navigation import PAGES
from aloi.workbench.passwords import hash_password
from aloi.workbench.requests.rounds import CloseRoundRequest, RoundRequest
from aloi.workbench.rounds import rounds
from bench.load.driver import PATIENCE, Tab, sign_in
from tests import simulations
from tests.browser.alone import free_port, open_pairs, open_round, server_alone
from tests.browser.site import PASSWORD

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]
FORGED = 1000
WHO = {"Ada": Role.ANNOTATOR, "Dee": Role.ADJUDICATOR, "Boss": Role.ADMINISTRATOR}


@dataclass
class Running:
    """A server on a round of Ada's, beside one of Bea's and one of Ada's that is closed, and its store."""

    address: str
    folder: Path
    store: Store
    round_id: str
    others: Round
    closed: Round

    @property
    def log(self) -> str:
        return (self.folder / "server.log").read_text(encoding="utf-8")

    def kept(self) -> dict[str, list[Any]]:
        """Return all that people can change, but for leases, drawings and logins."""
        with closing(sqlite3.connect(self.folder / "aloi.db")) as plain:
            tables = [
                name
                for (name,) in plain.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
                if name not in ("assignments", "round_items", "states", "figures", "jobs", "logins")
                and not name.startswith(("sqlite_", "concept_names_index", "sign_in"))
            ]
            rows = {name: sorted(map(repr, plain.execute(f'SELECT * FROM "{name}"'))) for name in tables}
            given = "SELECT item_id, annotator_id, flag, comment, draft, acts, skip_reason FROM assignments"
            return rows | {"assignments": sorted(map(repr, plain.execute(given)))}


@pytest.fixture
def running(store: Store, tmp_path: Path) -> Iterator[Running]:
    round_id = open_pairs(store, tmp_path, 6)
    for name, role in (("Dee", Role.ADJUDICATOR), ("Bea", Role.ANNOTATOR)):
        store.people.add(name, role, session.now(), password_hash=hash_password(PASSWORD))
    others = open_round(store, RoundRequest(tmp_path, "others", 6, "Bea"))
    closed = open_round(store, RoundRequest(tmp_path, "closed", 6, "Ada"))
    rounds.set_round_status(store, CloseRoundRequest(closed.campaign_id, closed.number))
    port = free_port()
    with server_alone(tmp_path, f"sqlite:///{tmp_path / 'aloi.db'}", port):
        yield Running(f"http://127.0.0.1:{port}", tmp_path, store, round_id, others, closed)


class Forger(Tab):
    """A tab that sends what it likes."""

    async def forge(self, payload: str, query: str = "") -> None:
        """Send the text of a message of the desk, and read until the run has ended."""
        message = BackMsg()
        rerun = message.rerun_script
        rerun.page_script_hash, rerun.fragment_id, rerun.query_string = self._hash, self._fragment, query
        widget = rerun.widget_states.widgets.add()
        widget.id = _make_trigger_id(self._component, "events")
        widget.json_trigger_value = payload
        await self._socket.send(message.SerializeToString())
        while True:
            raw = await asyncio.wait_for(self._socket.recv(), PATIENCE)
            if ForwardMsg.FromString(raw).WhichOneof("type") == "script_finished":
                return


# A bare degree, also as text, is read as an answer: none is here.
_NONSENSE: list[Any] = [
    None, True, -1, 7, 99, 3.5, 1e308, float("nan"), float("inf"), 2**70, "", "x", "\0",
    "\ud800", "é" * 9,
    "x" * 70_000, [], [3], [[[[]]]], {}, {"score": 99}, {"score": -1}, {"score": None},
    {"score": float("nan")}, {"score": 3.14159}, {"score": [3]}, {"score": True}, {"other": 3},
    {"a": {"b": {"c": 1}}},
    "<script>alert(1)</script>", "'; DROP TABLE people; --", "../../etc/passwd",
]  # fmt: skip


class Forgery:
    """Messages like those of the desk with something in them that no page sends, by chance."""

    def __init__(self, shown: dict[str, Any], strange: Sequence[str], real: Sequence[str], seed: int) -> None:
        self.chance = random.Random(seed)
        self.item, self.strange, self.real = shown["item"], strange, real
        self.named: Counter[str] = Counter()  # how often each item of another round was

    def honest(self) -> dict[str, Any]:
        return {
            "event_id": uuid.UUID(int=self.chance.getrandbits(128)).hex, "kind": "answer", "reason": "",
            "item_id": self.item["id"], "occasion": self.item["occasion"], "value": {"score": 3},
            "seconds": 1.0, "flag": False, "note": "", "based_on": None,
        }  # fmt: skip

    def message(self) -> str:
        """Return one that may not change anything."""
        choice = self.chance.choice
        event = self.honest()
        kind = choice(["value", "item", "real", "kind", "type", "missing", "whole", "text", "twice", "skip"])
        if kind == "value":
            event["value"] = choice([one for one in _NONSENSE if one != 3])
        elif kind == "item":
            event["item_id"] = choice([*self.strange, "0" * 24, "", self.item["id"] + "x"])
        elif kind == "real":  # sound in all but that the item is none of this round, nor of this person
            event["item_id"] = choice(self.real)
            event |= choice(
                [{"kind": one} for one in ("answer", "mark", "undo", "keep")]
                + [{"kind": "skip", "reason": "broken"}, {"kind": "draft", "value": {"score": 1}}]
            )
            event |= {"flag": True, "note": "forged"}
            self.named[event["item_id"]] += 1
        elif kind == "kind":
            event["kind"] = choice(["delete", "manage", "Answer", "", "import", "close", None, 3])
        elif kind == "type":
            which = choice(
                ["event_id", "item_id", "occasion", "based_on", "seconds", "kind", "at", "schema", "shown"]
            )
            sound = {
                "based_on": (None, 0, 7, 99),
                "seconds": (None, 0, 7, 99, 3.5),
                "at": (),
                "schema": (None, 7, 99),
            }
            given = [one for one in _NONSENSE if not any(one is s or one == s for s in sound.get(which, ()))]
            event[which] = choice(given)
            event["value"] = {"score": 77}  # where nonsense is taken for none, the answer is none either
        elif kind == "missing":
            del event[choice(["event_id", "item_id", "kind", "value"])]
        elif kind == "whole":
            return json.dumps([{"event": "event", "value": choice(_NONSENSE)}])
        elif kind == "text":
            return choice(
                ["", "{", "null", "[]", "3", "[1]", '[{"event": 3}]', "[" * 50, '{"event": {}}', "\ud83d"]
            )
        elif kind == "twice":
            one, two = self.honest(), copy.deepcopy(event)
            one["value"], two["value"] = {"score": 99}, "x"
            return json.dumps([{"event": "event", "value": one}, {"event": "event", "value": two}])
        else:
            event |= {"kind": "skip", "reason": choice(["", " ", None])}
        return json.dumps([{"event": "event", "value": event}])


def test_forged_events_store_nothing_and_raise_nothing(running: Running, record_property) -> None:
    cookie = sign_in(running.address, "Ada", PASSWORD)

    async def play(stack: AsyncExitStack) -> tuple[int, int]:
        tab = Forger(running.address, "annotate", cookie)
        await tab.open()
        stack.push_async_callback(tab.close)
        mine = tab.shown["item"]["id"]
        real = [*running.others.item_ids, *running.closed.item_ids]
        forgery = Forgery(tab.shown, ["not-an-item", "c0", running.round_id, mine.upper()], real, 7)
        query = f"round={running.others.id}"  # the address may name a round that is not one's own
        before, sent, broken = running.kept(), 0, 0
        while sent < FORGED:
            message = forgery.message()
            sent += 1
            try:
                await tab.forge(message.encode("utf-8", "replace").decode(), query if sent % 2 else "")
            except websockets.WebSocketException:  # the server may hang up on such a visitor
                broken += 1
                tab = Forger(running.address, "annotate", cookie)
                await tab.open()
                stack.push_async_callback(tab.close)
            if sent % 50 == 0:
                assert running.kept() == before, message[:200]
        assert running.kept() == before
        assert set(forgery.named) == set(real)
        event, _ = await tab.answer(4, 1.0)  # the desk still works
        kept = running.store.answers.revisions(running.round_id)
        assert [(one.event_id, one.value) for one in kept] == [(event, {"score": 4})]
        return sent, broken

    async def whole() -> tuple[int, int]:
        async with AsyncExitStack() as stack:
            return await play(stack)

    sent, broken = asyncio.run(whole())
    tracebacks = running.log.count("Traceback")
    record_property(
        simulations.FIGURE,
        f"forged events: {sent} sent, 0 stored, {tracebacks} tracebacks, {broken} connections ended",
    )
    assert tracebacks == 0, running.log[-3000:]
    assert running.store.check() == running.store.find_changes() == []


class Visitor:
    """A websocket of a role, which asks for pages and presses buttons by their ids."""

    def __init__(self, address: str, cookie: str) -> None:
        self._address, self._cookie = address.replace("http://", "ws://"), cookie

    async def ask(self, page: str, pressed: list[str] | None = None) -> tuple[str, list[str], list[str]]:
        """Return the page that was drawn by its hash, the ids of its buttons, and what it was told."""
        socket = await websockets.connect(
            f"{self._address}/_stcore/stream",
            subprotocols=[websockets.Subprotocol("streamlit")],
            additional_headers={"Cookie": self._cookie},
            max_size=None,
        )
        async with socket:
            message = BackMsg()
            message.rerun_script.page_script_hash = calc_hash(page)
            for button in pressed or ():
                widget = message.rerun_script.widget_states.widgets.add()
                widget.id, widget.trigger_value = button, True
            await socket.send(message.SerializeToString())
            drawn, buttons, told = "", [], []
            while True:
                got = ForwardMsg.FromString(await asyncio.wait_for(socket.recv(), PATIENCE))
                kind = got.WhichOneof("type")
                if kind == "navigation":
                    drawn = got.navigation.page_script_hash
                elif kind == "delta":
                    element = got.delta.new_element
                    which = element.WhichOneof("type")
                    if which in ("button", "download_button"):
                        buttons.append(getattr(element, which).id)
                    elif which == "exception":
                        told.append(element.exception.message)
                elif kind == "script_finished" and got.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
                    return drawn, buttons, told  # one that ends otherwise is run anew


def test_each_role_gets_its_pages_and_no_others(running: Running, record_property) -> None:
    visitors = {name: Visitor(running.address, sign_in(running.address, name, PASSWORD)) for name in WHO}

    async def play() -> int:
        asked = 0
        buttons: dict[str, list[str]] = {}
        for page in PAGES:
            drawn, buttons[page.name], told = await visitors["Boss"].ask(page.name)
            assert (drawn, told) == (calc_hash(page.name) if page.name != "home" else drawn, [])
        before = running.kept()
        for name, role in WHO.items():
            for page in PAGES:
                if role is Role.ADMINISTRATOR:
                    continue
                # With every button of a manager's page pressed, where the page is none of this role's.
                pressed = [] if role in page.roles else buttons[page.name]
                drawn, _, told = await visitors[name].ask(page.name, pressed)
                asked += 1
                assert told == [], (name, page.name)
                if page.name != "home":
                    assert (drawn == calc_hash(page.name)) == (role in page.roles), (name, page.name)
        assert running.kept() == before
        return asked

    asked = asyncio.run(play())
    assert running.log.count("Traceback") == 0
    with httpx.Client(base_url=running.address) as stranger:
        for page in PAGES:
            assert stranger.get(f"/{page.name}").headers["location"].startswith("/signin")
    record_property(
        simulations.FIGURE, f"roles: {asked} pages asked for over the websocket by two roles, as told"
    )
