"""A page that stays open after its login has ended shows nothing more, and nobody opens pages without end."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocket, WebSocketDisconnect
from streamlit.components.v2.bidi_component.main import _make_trigger_id
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from aloi.annotation.model import Role
from aloi.base.errors import AloiError
from aloi.base.settings import Settings
from aloi.storage.people.people import People
from aloi.storage.store import Store
from aloi.ui import session
from aloi.ui.questions.desk.parcels import unpack
from aloi.ui.server import app as server
from aloi.ui.server import auth, sockets
from aloi.ui.server.gate import COOKIE
from aloi.ui.shared.tables import give, no_markup
from aloi.workbench import access
from tests.ui.server.forms import add, sign_in
from tests.workbench.desks import open_rounds
from tests.workbench.word_campaign import make_words

STREAM = "/_stcore/stream"


class Page:
    """A page with a desk over a websocket of the whole server."""

    def __init__(self, socket: WebSocketTestSession, name: str) -> None:
        self._socket = socket
        self._hash, self._fragments, self.desk_id = "", dict[str, str](), ""
        self.shown: dict[str, Any] = {}
        self.drawn: list[str] = []
        self._held: dict[str, Any] = {}
        message = BackMsg()
        message.rerun_script.page_name = name
        self._socket.send_bytes(message.SerializeToString())
        while "desk" not in self._fragments:  # a page may begin again where its address is completed
            self._read()

    def open_list(self, event: dict[str, Any]) -> None:
        """Press the button of the list of answers, and read until the list is drawn."""
        self.draw("desk", {**event, "event_id": "event-02", "kind": "go", "value": {"list": True}})
        while "list" not in self._fragments:
            self._read()

    def draw(self, part: str, event: dict[str, Any] | None = None, query: str = "") -> str:
        """Have a part of the page drawn again; return what it says went wrong, "" for nothing."""
        message = BackMsg()
        rerun = message.rerun_script
        rerun.page_script_hash, rerun.fragment_id = self._hash, self._fragments[part]
        rerun.query_string = query
        if event is not None:
            widget = rerun.widget_states.widgets.add()
            widget.id = _make_trigger_id(self.desk_id, "events")
            widget.json_trigger_value = json.dumps([{"event": "event", "value": event}])
        self._socket.send_bytes(message.SerializeToString())
        return self._read()

    def _read(self) -> str:
        """Read what a run draws; return what it says went wrong."""
        wrong, self.shown, self.drawn = "", {}, []
        while True:
            got = ForwardMsg.FromString(self._socket.receive_bytes())
            kind = got.WhichOneof("type")
            if kind == "navigation":
                self._hash = got.navigation.page_script_hash
            elif kind == "script_finished":
                return wrong
            if kind != "delta":
                continue
            element, block = got.delta.new_element, got.delta.add_block
            which = element.WhichOneof("type")
            self.drawn += [which] if which else []
            if which == "alert":
                wrong = element.alert.body
            elif which == "bidi_component" and "answers_list" not in element.bidi_component.component_name:
                self.desk_id, self._fragments["desk"] = element.bidi_component.id, got.delta.fragment_id
                self.shown = unpack(json.loads(element.bidi_component.bytes), self._held)
            elif block.WhichOneof("type") == "expandable" and got.delta.fragment_id:
                self._fragments["list"] = got.delta.fragment_id


@pytest.fixture
def looked_up(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that grows by each login that is looked up."""
    looked, login = [], People.login

    def noted(self: People, token_hash: str, *given: Any) -> Any:
        looked.append(token_hash)
        return login(self, token_hash, *given)

    monkeypatch.setattr(People, "login", noted)
    return looked


def signed_in(client: TestClient, store: Store, person_id: str) -> None:
    seal = auth.Seal(store.people.secret("cookie"))
    client.cookies.set(COOKIE, seal.sign("login", auth.start_login(store, person_id, session.now())))


@pytest.mark.sqlite
def test_a_page_that_is_open_shows_nothing_to_who_was_switched_off(
    site: Store, whole: TestClient, looked_up: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    person_id = add(site, "Ada", Role.ANNOTATOR)
    open_rounds(site, [site.people.get("Ada")], ("similarity",), items=5)
    signed_in(whole, site, person_id)
    with whole.websocket_connect(STREAM, subprotocols=["streamlit"]) as socket:
        page = Page(socket, "annotate")
        item = page.shown["item"]
        event = {
            "event_id": "event-01", "kind": "answer", "item_id": item["id"], "occasion": item["occasion"],
            "value": {"score": 3}, "seconds": 1.0, "flag": False, "note": "", "reason": "", "based_on": None,
        }  # fmt: skip
        looked_up.clear()
        assert page.draw("desk", event) == ""
        assert page.shown["ack"] == "event-01"
        assert len(looked_up) == 1, "a click asks the store once who clicks"
        assert page.draw("desk", query="item=1") == ""
        assert page.shown["item"] == item
        assert len(looked_up) == 2
        page.open_list(event)
        looked_up.clear()
        assert page.draw("list") == ""
        assert len(looked_up) == 1
        site.people.set_disabled(person_id, True)
        for part, query in (("desk", ""), ("desk", "item=1"), ("list", "")):
            assert page.draw(part, query=query) == no_markup(AloiError("ui.signed-out").told())
            assert page.drawn == ["alert"]
        page.draw("desk", {**event, "event_id": "event-02"})
        assert page.drawn == ["alert"]
    assert "Traceback" not in "".join(capfd.readouterr())


@pytest.mark.sqlite
def test_a_page_that_is_open_shows_nothing_to_who_decides_no_more(
    site: Store, whole: TestClient, tmp_path: Path
) -> None:
    make_words(site, tmp_path, {"Une [mince/mince/ADJ] couche.": [["fin"], ["étrroit"], ["fine", "fin"]]})
    person_id = site.people.get("J1").id
    signed_in(whole, site, person_id)
    with whole.websocket_connect(STREAM, subprotocols=["streamlit"]) as socket:
        page = Page(socket, "cleaning")
        assert page.draw("desk") == ""
        assert page.shown["typed"]
        site.people.set_role(person_id, Role.ANNOTATOR)
        site.members.put(site.campaigns.list()[0].id, person_id, Role.ANNOTATOR)
        refused = AloiError("ui.role", role="annotator", roles=("adjudicator", "manager"))
        assert page.draw("desk") == no_markup(refused.told())
        assert page.drawn == ["alert"]


@pytest.mark.parametrize("given", [None, Role.ANNOTATOR])
def test_a_file_made_when_asked_for_is_made_for_who_still_may_have_it(site, monkeypatch, given):
    drawn = []
    row = SimpleNamespace(download_button=lambda *_, data, **__: drawn.append(data))
    person = site.people.get(add(site, "Ada", Role.ADJUDICATOR))
    token = auth.hash_token(auth.start_login(site, person.id, session.now()))
    with monkeypatch.context() as drawing:
        drawing.setattr(session, "_login", lambda: token)
        drawing.setattr(session.st, "session_state", {})
        session.serve_page(access.DECIDERS)
        give("Texts", lambda: "texts", "texts.csv", "texts", box=row)
    [make] = drawn
    assert make() == "texts"
    if given is None:
        site.people.end_logins(person.id)
    else:
        site.people.set_role(person.id, given)
    with pytest.raises(AloiError) as refused:
        make()
    assert refused.value.code == ("ui.signed-out" if given is None else "ui.role")


@pytest.fixture
def lasting(store: Store, settings: Settings) -> Iterator[TestClient]:
    """A client of our gate before a socket that stays open and answers."""

    async def stream(socket: WebSocket) -> None:
        await socket.accept()
        with suppress(WebSocketDisconnect):
            while True:
                await socket.send_text(await socket.receive_text())

    doors, middleware = server.front(settings, store)
    app = Starlette(routes=[*doors, WebSocketRoute(STREAM, stream)], middleware=middleware)
    with TestClient(app, follow_redirects=False) as client:
        yield client


def answers(socket: WebSocketTestSession) -> bool:
    socket.send_text("here")
    return socket.receive_text() == "here"


def test_a_socket_ends_with_its_login(store, lasting, monkeypatch):
    monkeypatch.setattr(sockets, "_CHECK_SECONDS", 0.02)
    add(store, "Ada")
    person_id = add(store, "Bob", Role.ANNOTATOR)
    sign_in(lasting)
    with lasting.websocket_connect(STREAM) as stays:
        lasting.cookies.clear()
        sign_in(lasting, "Bob")
        with lasting.websocket_connect(STREAM) as ends:
            assert answers(ends)
            store.people.set_disabled(person_id, True)
            with pytest.raises(WebSocketDisconnect) as ended:
                ends.receive_text()
            assert (ended.value.code, ended.value.reason) == (1008, "signed out")
        assert answers(stays)


def test_a_store_that_cannot_be_read_ends_no_socket(store, lasting, monkeypatch, caplog):
    monkeypatch.setattr(sockets, "_CHECK_SECONDS", 0.02)
    add(store, "Ada")
    sign_in(lasting)
    twice = threading.Semaphore(0)

    def away(*_: object) -> None:
        twice.release()
        raise AloiError("storage.driver-away", store="postgresql://db.hospital.example/aloi", code="08006")

    with lasting.websocket_connect(STREAM) as socket:
        monkeypatch.setattr(People, "login", away)
        assert twice.acquire(timeout=10)
        assert twice.acquire(timeout=10)
        assert answers(socket)
    assert "storage.driver-away" in caplog.text


def test_a_person_has_so_many_pages_open_however_often_they_sign_in(store, lasting, monkeypatch):
    monkeypatch.setattr(sockets, "MOST", 3)
    add(store, "Ada")
    add(store, "Bob")
    with ExitStack() as opened:
        for _ in range(3):
            lasting.cookies.clear()
            sign_in(lasting)
            last = opened.enter_context(lasting.websocket_connect(STREAM))
        with pytest.raises(WebSocketDisconnect) as refused, lasting.websocket_connect(STREAM):
            pass
        assert (refused.value.code, refused.value.reason) == (1008, "too many pages are open")
        last.close()
        with lasting.websocket_connect(STREAM) as again:
            assert answers(again)
        lasting.cookies.clear()
        sign_in(lasting, "Bob")
        with lasting.websocket_connect(STREAM) as another:
            assert answers(another)
