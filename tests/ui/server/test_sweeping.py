"""Pages that were left free what they held, though the collector comes to it late."""

from __future__ import annotations

import gc
import threading
import time
import weakref

import pytest

from aloi.ui.server import app


class Left:
    """What refers to itself."""

    def __init__(self) -> None:
        self.itself = self


def test_what_refers_to_itself_is_freed_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "_SWEEP_SECONDS", 0.01)
    gc.disable()
    try:
        left = weakref.ref(Left())
        assert left() is not None
        ended = threading.Event()
        sweeping = threading.Thread(target=app.sweep, args=(ended,))
        sweeping.start()
        deadline = time.monotonic() + 30
        while left() is not None and time.monotonic() < deadline:
            time.sleep(0.01)
        ended.set()
        sweeping.join(30)
        assert left() is None
        assert not sweeping.is_alive()
    finally:
        gc.enable()
