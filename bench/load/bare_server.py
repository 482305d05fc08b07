"""Serve the bare page as `aloi serve` serves its pages: same program, same options, nothing else.

With a path, the page keeps its items and answers in a SQLite file: the next item is read from it and each
answer is one write, by the standard library alone. Without one, items stand in memory and answers are lost.
"""

from __future__ import annotations

import gc
import sqlite3
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import streamlit as st
import uvicorn
from streamlit import config

from aloi.ui.texts import section
from bench.load.filled_store import invented_sentences

_OPTIONS = {
    "browser.gatherUsageStats": False,
    "client.toolbarMode": "minimal",
    "runner.postScriptGC": False,
    "server.fileWatcherType": "none",
    "server.headless": True,
}
_SENTENCES = invented_sentences(1200, 0)
ITEMS = [(a.text, b.text) for a, b in zip(_SENTENCES[::2], _SENTENCES[1::2], strict=True)]
SCALES = [
    {
        "name": "score", "title": "Similarity", "question": "", "low": 0, "high": 5, "step": 1,
        "degrees": [{"value": n, "gloss": f"degree {n}", "left": "", "right": ""} for n in range(6)],
    }
]  # fmt: skip
WORDS = section("component")


class SavedAnswers:
    """Items and answers in a SQLite file, in WAL mode: one read and one write for each answer."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        self._connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode=WAL")
        # As ours: an answer that was acknowledged outlives a power cut.
        self._connection.execute("PRAGMA synchronous=FULL")
        self._connection.execute("CREATE TABLE items (id INTEGER PRIMARY KEY, left_text, right_text)")
        self._connection.execute(
            "CREATE TABLE answers (item INTEGER, event TEXT UNIQUE, score REAL, seconds REAL)"
        )
        self._connection.executemany(
            "INSERT INTO items VALUES (?, ?, ?)", [(n, *p) for n, p in enumerate(ITEMS)]
        )

    def item(self, index: int) -> tuple[str, str]:
        """Return the two texts of an item."""
        with self._lock:
            query = "SELECT left_text, right_text FROM items WHERE id = ?"
            left, right = self._connection.execute(query, (index % len(ITEMS),)).fetchone()
            return left, right

    def save(self, index: int, event: Mapping[str, Any]) -> None:
        """Keep an answer."""
        values = (index, event["event_id"], event["value"]["score"], event["seconds"])
        with self._lock:
            self._connection.execute("INSERT INTO answers VALUES (?, ?, ?, ?)", values)


class Lost:
    """Items in memory; answers go nowhere."""

    def item(self, index: int) -> tuple[str, str]:
        """Return the two texts of an item."""
        return ITEMS[index % len(ITEMS)]

    def save(self, index: int, event: Mapping[str, Any]) -> None:
        """Keep nothing."""


answer_log: SavedAnswers | Lost = Lost()


def main(port: int, path: str = "") -> None:
    # The page imports this module by its name; here it may be `__main__`.
    import bench.load.bare_server

    bench.load.bare_server.answer_log = SavedAnswers(Path(path)) if path else Lost()
    for name, value in _OPTIONS.items():
        config.set_option(name, value)
    application = st.App(Path(__file__).with_name("bare_app.py"))
    server = uvicorn.Config(application, host="127.0.0.1", port=port, log_level="warning", access_log=False)
    gc.collect()
    gc.freeze()
    uvicorn.Server(server).run()


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
