"""An annotator in a real browser: from the key that answers to the next item in sight, and what is sent."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Page, sync_playwright

from aloi.annotation.model import Role
from aloi.storage.store import Store
from aloi.workbench.passwords import hash_password
from bench.load.desks import KEYS, Sizes, open_desks
from bench.load.filled_store import PASSWORD
from bench.load.servers import Server, serving

_WAIT = 30_000
_DESK = """
  const roots = [...document.querySelectorAll("*")].map((one) => one.shadowRoot);
  const desk = roots.find((one) => one?.querySelector(".desk"))?.aloiDesk;
"""
# Returns the ms from the next key to the frame after the one that shows the next item.
_PAINTED = f"""() => {{
  {_DESK}
  const before = desk.item;
  return new Promise((done, fail) => {{
    setTimeout(() => fail(new Error("the keys gave no next item")), {_WAIT});
    let start = 0;
    addEventListener("keydown", (event) => (start = event.timeStamp), {{ capture: true, once: true }});
    const look = () => {{
      if (desk.item === before || !start) return requestAnimationFrame(look);
      requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
    }};
    look();
  }});
}}"""
_READY = f"""() => {{
  {_DESK}
  return Boolean(desk?.view && desk.ready() && !desk.outbox.length);
}}"""


@dataclass(slots=True)
class Answers:
    """What some answers of one task took: ms to the next item, bytes of each, and the server's time."""

    painted: list[float] = field(default_factory=list)
    moved: list[float] = field(default_factory=list)
    sent: list[int] = field(default_factory=list)
    received: list[int] = field(default_factory=list)
    cpu: float = 0.0

    def bytes(self) -> list[int]:
        """Return the bytes both ways, by answer."""
        return [a + b for a, b in zip(self.sent, self.received, strict=True)]

    def painted_p95(self) -> float:
        """Return the 95th percentile of the ms to the next item."""
        return quantiles(self.painted, n=20)[-1] if len(self.painted) > 1 else self.painted[0]

    def describe(self, name: str) -> str:
        """Return the figures as one line."""
        return (
            f"{name:16} key to painted {median(self.painted):4.0f} ms, p95 {self.painted_p95():4.0f} ms; "
            f"an arrow key {median(self.moved):3.0f} ms; server {self.cpu:5.1f} CPU ms an answer; "
            f"{median(self.bytes()) / 1000:5.1f} kB an answer (most {max(self.bytes()) / 1000:.1f})"
        )


class Wire:
    """The bytes of a page's websocket, both ways."""

    def __init__(self, page: Page) -> None:
        self.sent = self.received = 0
        page.on("websocket", self._listen)

    def _listen(self, socket: object) -> None:
        socket.on("framesent", lambda one: self._count("sent", one))  # type: ignore[attr-defined]
        socket.on("framereceived", lambda one: self._count("received", one))  # type: ignore[attr-defined]

    def _count(self, way: str, payload: str | bytes) -> None:
        size = len(payload.encode() if isinstance(payload, str) else payload)
        setattr(self, way, getattr(self, way) + size)


def measure_tasks(sizes: Sizes, answers: int, folder: Path) -> dict[str, Answers]:
    """Return the figures of a round of each task, answered by keyboard in an installed browser."""
    url = f"sqlite:///{folder / 'desks.db'}"
    store = Store.open(url)
    name = "annotator in a browser"
    now = datetime.now(UTC)
    store.people.add("manager", Role.ADMINISTRATOR, now, password_hash=hash_password(PASSWORD))
    person = store.people.add(name, Role.ANNOTATOR, now, password_hash=hash_password(PASSWORD))
    rounds = open_desks(store, [person], answers + 3, sizes)
    store.close()
    ours = ("-m", "aloi.ui.server.app", "--store", url, "--host", "127.0.0.1", "--port", "{port}")
    with serving(folder, *ours) as server, browser_page() as page:
        wire = Wire(page)
        page.goto(f"{server.address}/signin?next=/annotate")
        page.locator("input[name=name]").fill(name)
        page.locator("input[name=password]").fill(PASSWORD)
        page.locator("button[type=submit]").click()
        page.wait_for_function(_READY, timeout=_WAIT)
        return {
            task: answer_all(
                page, wire, server, f"{server.address}/annotate?round={round_.id}", KEYS[task], answers
            )
            for task, round_ in rounds.items()
        }


@contextmanager
def browser_page() -> Iterator[Page]:
    """Give a page of an installed browser."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    program = os.environ.get("ALOI_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if program is None:
        raise SystemExit("no Chromium or Chrome was found: apt-get install chromium, or set ALOI_CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 800}).new_page()
        browser.close()


def answer_all(
    page: Page, wire: Wire, server: Server, address: str, keys: tuple[str, ...], answers: int
) -> Answers:
    """Answer so many items of the round at an address by keys; the first is a warm-up."""
    collected = Answers()
    page.goto(address)
    page.wait_for_function(_READY, timeout=_WAIT)
    page.locator(".count").click()
    cpu = 0.0
    for turn in range(answers + 1):
        page.wait_for_function(_READY, timeout=_WAIT)
        if turn == 1:
            cpu = server.cpu_ms()
        moved = _one_key(page)
        for key in keys[:-1]:
            page.keyboard.press(key)
        page.wait_for_function(_READY, timeout=_WAIT)
        before = (wire.sent, wire.received)
        watching = page.evaluate_handle(f"() => ({{ done: ({_PAINTED})() }})")
        page.keyboard.press(keys[-1])
        painted = watching.evaluate("one => one.done")
        page.wait_for_function(_READY, timeout=_WAIT)
        if turn:
            collected.painted.append(painted)
            collected.moved.append(moved)
            collected.sent.append(wire.sent - before[0])
            collected.received.append(wire.received - before[1])
    collected.cpu = (server.cpu_ms() - cpu) / answers
    return collected


def _one_key(page: Page) -> float:
    """Return the ms that an arrow key takes to be dealt with and laid out."""
    return float(
        page.evaluate(
            """() => { const start = performance.now();
              for (let n = 0; n < 10; n++) {
                document.body.dispatchEvent(new KeyboardEvent("keydown",
                  { key: "ArrowRight", code: `Bench${n}`, bubbles: true, cancelable: true, composed: true }));
                document.body.getBoundingClientRect();
              }
              return (performance.now() - start) / 10; }"""
        )
    )
