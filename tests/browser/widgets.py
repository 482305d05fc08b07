"""A tiny Streamlit app around one widget, served while a test looks at it, and the desk of one who does."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlencode

from playwright.sync_api import Page, expect

FOLDER = Path(__file__).parent


@dataclass
class Desk:
    """A page with one widget; a test file has a Desk of its own, which names its app."""

    app: ClassVar[str]
    items: ClassVar[int]
    page: Page
    log: Path
    address: str

    def open(self, **query: str) -> None:
        """Open the app anew, with no event yet, and wait until keys count."""
        self.log.write_text("")
        self.page.goto(f"{self.address}/?{urlencode(query)}")
        self.at(0)

    def at(self, place: int) -> None:
        """Wait until the widget shows an item and its least time has passed."""
        expect(self.page.locator(".count")).to_have_text(f"{place} of {self.items} done", timeout=20_000)
        self.page.wait_for_timeout(400)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def events(self, kind: str = "") -> list[dict[str, Any]]:
        """Return what the widget sent, of one kind or of all, in its order."""
        found = [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines()]
        return [one for one in found if not kind or one["kind"] == kind]

    def problem(self) -> str:
        return self.page.locator(".problem.main").inner_text()


@contextmanager
def app_served(script: str, log: Path) -> Iterator[str]:
    """Give the address of an app of this folder; what its widget sends is written to `log`."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    root = FOLDER.parents[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "streamlit", "run", str(FOLDER / script), f"--server.port={port}"],
        cwd=root,
        env={**os.environ, "COMPONENT_LOG": str(log), "PYTHONPATH": str(root)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(300):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=10)
