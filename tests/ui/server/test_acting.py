"""All that managers can press, pressed in a tab of somebody who is one no longer: nothing comes of it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.util import calc_hash

from annotation.model import Role
from bench.load.driver import PATIENCE, sign_in
from storage.store import Store
from tests import simulations
from tests.browser.alone import free_port, server_alone
from tests.browser.site import PASSWORD
from ui import session
from ui.navigation import PAGES
from workbench.demo.similarity import Demo
from workbench.figures import refreshing
from workbench.passwords import hash_password

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]
_QUIET = 0.4  # seconds without a word after a run: what was drawn is all
# What a page computes and leases by itself, whoever looks at it.
_OWN = ("figures", "states", "logins", "assignments", "round_items", "sign_in_tries")


@dataclass
class Drawn:
    """What a page has to press and to fill in: the fragment that each button is in, by its id."""

    buttons: dict[str, str] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)
    ticks: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    hash: str = ""

    def hear(self, message: ForwardMsg) -> None:
        """Take note of a message of the server."""
        kind = message.WhichOneof("type")
        if kind == "navigation":
            self.hash = message.navigation.page_script_hash
        if kind != "delta":
            return
        element = message.delta.new_element
        which = element.WhichOneof("type")
        if which == "button":
            self.buttons[element.button.id] = message.delta.fragment_id
        elif which in ("text_input", "text_area"):
            self.texts.append(getattr(element, which).id)
        elif which == "checkbox":
            self.ticks.append(element.checkbox.id)
        elif which == "file_uploader":
            self.files.append(element.file_uploader.id)


class Tab:
    """A websocket of somebody who is signed in."""

    def __init__(self, address: str, cookie: str) -> None:
        self._address, self._cookie = address.replace("http://", "ws://"), cookie

    async def open(self, page: str) -> Drawn:
        """Open a page; return what is on it."""
        self._socket = await websockets.connect(
            f"{self._address}/_stcore/stream",
            subprotocols=[websockets.Subprotocol("streamlit")],
            additional_headers={"Cookie": self._cookie},
            max_size=None,
        )
        self.drawn = Drawn()
        await self._run(BackMsg(), calc_hash(page), "")
        return self.drawn

    async def press(self, button: str, fragment: str, *, page: str) -> None:
        """Press a button with every field filled and every box ticked."""
        message = BackMsg()
        widgets = message.rerun_script.widget_states.widgets
        for text in self.drawn.texts:
            widgets.add(id=text, string_value="forged")
        for tick in self.drawn.ticks:
            widgets.add(id=tick, bool_value=True)
        for upload in self.drawn.files:
            state = widgets.add(id=upload).file_uploader_state_value.uploaded_file_info.add()
            state.file_id, state.name, state.size = "forged", "forged.csv", 1
        widgets.add(id=button, trigger_value=True)
        await self._run(message, calc_hash(page), fragment)

    async def _run(self, message: BackMsg, page: str, fragment: str) -> None:
        message.rerun_script.page_script_hash = page
        message.rerun_script.fragment_id = fragment
        await self._socket.send(message.SerializeToString())
        ended = False
        with suppress(TimeoutError):  # a page that draws itself anew has more than one run
            while True:
                raw = await asyncio.wait_for(self._socket.recv(), _QUIET if ended else PATIENCE)
                got = ForwardMsg.FromString(raw)
                self.drawn.hear(got)
                ended = ended or got.WhichOneof("type") == "script_finished"

    async def close(self) -> None:
        await self._socket.close()


@pytest.fixture
def address(demo: Demo, store: Store, tmp_path: Path) -> Iterator[str]:
    assert demo.campaign
    for name in ("Boss", "Fallen"):
        store.people.add(name, Role.MANAGER, session.now(), password_hash=hash_password(PASSWORD))
    port = free_port()
    with server_alone(tmp_path, f"sqlite:///{tmp_path / 'aloi.db'}", port):
        yield f"http://127.0.0.1:{port}"


def kept(folder: Path) -> dict[str, list[Any]]:
    """Return all that people can change."""
    with closing(sqlite3.connect(folder / "aloi.db")) as plain:
        names = [name for (name,) in plain.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = {
            name: sorted(map(repr, plain.execute(f'SELECT * FROM "{name}"')))
            for name in names
            if name not in _OWN and not name.startswith(("sqlite_", "concept_names_index"))
        }
        given = "SELECT item_id, annotator_id, flag, comment, draft, acts, skip_reason FROM assignments"
        mine = plain.execute("SELECT * FROM jobs WHERE verb <> ?", (refreshing.VERB,))
        return rows | {"jobs": sorted(map(repr, mine)), "given": sorted(map(repr, plain.execute(given)))}


@pytest.mark.parametrize("role", [Role.ANNOTATOR, Role.ADJUDICATOR])
def test_who_is_no_manager_any_more_changes_nothing(
    address: str, store: Store, tmp_path: Path, role: Role, record_property: simulations.Record
) -> None:
    fallen = store.people.get("Fallen")
    pages = [one for one in PAGES if role not in one.roles]
    pressed = 0

    async def play(cookie: str) -> None:
        nonlocal pressed
        for page in pages:
            store.people.set_role(fallen.id, Role.MANAGER)
            tab = Tab(address, cookie)
            drawn = await tab.open(page.name)
            assert drawn.hash == calc_hash(page.name), page.name
            buttons = dict(drawn.buttons)
            store.people.set_role(fallen.id, role)
            before = kept(tmp_path)
            for button, fragment in buttons.items():
                for way in dict.fromkeys(("", fragment)):
                    await tab.press(button, way, page=page.name)
                    pressed += 1
            after = kept(tmp_path)
            assert after == before, (page.name, [name for name in before if before[name] != after[name]])
            await tab.close()

    asyncio.run(play(sign_in(address, "Fallen", PASSWORD)))
    tracebacks = (tmp_path / "server.log").read_text(encoding="utf-8").count("Traceback")
    record_property(
        simulations.FIGURE,
        f"actions: {pressed} presses on {len(pages)} pages of managers by one who is {role.value} now, "
        f"0 changes, {tracebacks} tracebacks",
    )
    assert pressed > 2 * len(pages)
    assert tracebacks == 0


def test_a_manager_changes_something_by_the_same_presses(address: str, tmp_path: Path) -> None:
    """So that the test above could fail."""

    async def play(cookie: str) -> None:
        tab = Tab(address, cookie)
        drawn = await tab.open("store")
        for button, fragment in dict(drawn.buttons).items():
            await tab.press(button, fragment, page="store")
        await tab.close()

    before = kept(tmp_path)
    asyncio.run(play(sign_in(address, "Boss", PASSWORD)))
    assert kept(tmp_path)["jobs"] != before["jobs"]
