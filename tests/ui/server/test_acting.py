"""All that managers can press, pressed in a tab of somebody who is one no longer: nothing comes of it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Common_pb2 import FileUploaderState, StringArray
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.util import calc_hash

from aloi.annotation.model import Role
from aloi.storage.store import Store
from aloi.ui import session
from aloi.ui.navigation import PAGES
from aloi.workbench import jobs
from aloi.workbench.cache import refresh as refreshing
from aloi.workbench.demo.similarity import Demo
from aloi.workbench.passwords import hash_password
from bench.load.driver import PATIENCE, sign_in
from tests import simulations
from tests.browser import processes
from tests.browser.alone import free_port, server_alone
from tests.browser.site import PASSWORD

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]
FEWEST_CHANGED = 10  # of the pages of managers; others ask for a file, or only show
_TURNS = 2  # a button may bring up another one
_QUIET = 0.4  # seconds without a word after a run: what was drawn is all
# What a page computes and leases by itself, whoever looks at it.
_OWN = ("figures", "states", "logins", "assignments", "round_items", "sign_in_tries")


@dataclass
class Drawn:
    """What a page has to press and to fill in: the fragment that each button is in, by its id."""

    buttons: dict[str, str] = field(default_factory=dict)
    filled: dict[str, WidgetState] = field(default_factory=dict)
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
        elif which in _FIELDS:
            widget = getattr(element, which)
            self.filled[widget.id] = WidgetState(id=widget.id, **_FIELDS[which](widget))


def _chosen(widget: Any) -> list[str]:
    """Return what a choice begins with, or the first that it offers where that is nothing."""
    at = (
        widget.default
        if isinstance(widget.default, Sequence)
        else [widget.default][: widget.HasField("default")]
    )
    return [widget.options[one] for one in at] or list(widget.options[:1])


def _uploaded(widget: Any) -> dict[str, Any]:
    state = FileUploaderState()
    state.uploaded_file_info.add(file_id="forged", name="forged.csv", size=1)
    return {"file_uploader_state_value": state}


# How each field is filled in: it keeps what it begins with, since forms refuse nonsense from managers too.
_FIELDS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "text_input": lambda one: {"string_value": one.default or "forged"},
    "text_area": lambda one: {"string_value": one.default or "forged"},
    "checkbox": lambda one: {"bool_value": True},
    "selectbox": lambda one: {"string_value": next(iter(_chosen(one)), None)},
    "radio": lambda one: {"string_value": next(iter(_chosen(one)), None)},
    "multiselect": lambda one: {"string_array_value": StringArray(data=_chosen(one))},
    "number_input": lambda one: {
        "double_value": one.default if one.HasField("default") else max(1.0, one.min if one.has_min else 1.0)
    },
    "date_input": lambda one: {"string_array_value": StringArray(data=list(one.default) or ["2030/01/02"])},
    "file_uploader": _uploaded,
}


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

    async def press(self, button: str, fragment: str, page: str) -> None:
        """Press a button with every field filled and every box ticked."""
        message = BackMsg()
        widgets = message.rerun_script.widget_states.widgets
        widgets.extend(self.drawn.filled.values())
        widgets.add(id=button, trigger_value=True)
        await self._run(message, calc_hash(page), fragment)

    async def open_filled(self, page: str, store: Store, folder: Path) -> Drawn:
        """Open a page with the figures that it asks for, which a worker computes; return what is on it."""
        await self.open(page)
        await self.close()
        while jobs.run_one(store, folder, "figures") is not None:
            pass
        return await self.open(page)

    async def press_all(self, page: str) -> int:
        """Press every button, within its fragment and without, and those that come up; return how often."""
        pressed = 0
        done: set[str] = set()
        for _ in range(_TURNS):
            for button, fragment in [one for one in self.drawn.buttons.items() if one[0] not in done]:
                done.add(button)
                for way in dict.fromkeys(("", fragment)):
                    await self.press(button, way, page)
                    pressed += 1
        return pressed

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
        store.people.add(name, Role.ADMINISTRATOR, session.now(), password_hash=hash_password(PASSWORD))
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
            store.people.set_role(fallen.id, Role.ADMINISTRATOR)
            tab = Tab(address, cookie)
            drawn = await tab.open_filled(page.name, store, tmp_path)
            assert drawn.hash == calc_hash(page.name), page.name
            store.people.set_role(fallen.id, role)
            before = kept(tmp_path)
            pressed += await tab.press_all(page.name)
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


def test_a_manager_changes_something_by_the_same_presses(
    demo: Demo, store: Store, tmp_path: Path, record_property: simulations.Record
) -> None:
    """So that the test above could fail: page by page, each on a store as it was."""
    assert demo.campaign
    store.people.add("Boss", Role.ADMINISTRATOR, session.now(), password_hash=hash_password(PASSWORD))
    changed: dict[str, list[str]] = {}

    async def play(page: str, folder: Path, cookie: str) -> list[str]:
        tab = Tab(f"http://127.0.0.1:{processes.port()}", cookie)
        with closing(Store.open(f"sqlite:///{folder / 'aloi.db'}")) as its:
            await tab.open_filled(page, its, folder)
        before = kept(folder)
        await tab.press_all(page)
        await tab.close()
        after = kept(folder)
        return [name for name in before if before[name] != after[name]]

    for page in [one.name for one in PAGES if Role.ANNOTATOR not in one.roles]:
        folder = tmp_path / page
        folder.mkdir()
        with (
            closing(sqlite3.connect(tmp_path / "aloi.db")) as whole,
            closing(sqlite3.connect(folder / "aloi.db")) as copy,
        ):
            whole.backup(copy)
        server = processes.server(f"sqlite:///{folder / 'aloi.db'}", folder)
        try:
            cookie = sign_in(f"http://127.0.0.1:{processes.port()}", "Boss", PASSWORD)
            changed[page] = asyncio.run(play(page, folder, cookie))
        finally:
            processes.stop(server)
    unchanged = [page for page, tables in changed.items() if not tables]
    record_property(
        simulations.FIGURE,
        f"actions: the same presses by a manager change something on {len(changed) - len(unchanged)} of "
        f"{len(changed)} pages; nothing on {', '.join(unchanged) or 'none'}",
    )
    assert len(changed) - len(unchanged) >= FEWEST_CHANGED, changed
