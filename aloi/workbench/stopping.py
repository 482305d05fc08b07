"""A long step that looks at nobody is stopped within a second or two of a person asking for it."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from aloi.corpora.mining.base import Cancelled
from aloi.workbench.progress import Progress

_LOOK_SECONDS = 1.0
# (thread, exception class or None to take it back) -> how many threads were told.
_raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
_raise_in.argtypes = (ctypes.c_ulong, ctypes.py_object)


class Watch:
    """Looks once a second whether to go on, in a thread of its own, and raises Cancelled in the one at work.

    The one at work reads, and writes nothing that would be left half-written: a figure is kept at its end.
    What one call of numpy takes is waited for.
    """

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._last = (0, 1, "")
        self._worker = threading.get_ident()
        self._turn = threading.Lock()
        self._ended = threading.Event()
        self._stopped = False

    def progress(self, done: int, total: int, message: str) -> bool:
        """Tell how far the step is, as `aloi.workbench.progress.Progress`."""
        self._last = (done, total, message)
        return self._progress(done, total, message)

    def until_end(self) -> None:
        """Watch until the step has ended or is to stop."""
        while not self._ended.wait(_LOOK_SECONDS):
            if self._progress(*self._last):
                continue
            with self._turn:
                if not self._ended.is_set():
                    self._stopped = True
                    _raise_in(self._worker, ctypes.py_object(Cancelled))
            return

    def end(self) -> None:
        """Raise nothing from now on; take back what was raised and has not come yet."""
        with self._turn:
            self._ended.set()
            if self._stopped:
                _raise_in(self._worker, None)


@contextmanager
def stoppable(progress: Progress) -> Iterator[Progress]:
    """Give a progress function to a step; the step is stopped, with Cancelled, once `progress` says so."""
    watch = Watch(progress)
    thread = threading.Thread(target=watch.until_end, daemon=True)
    thread.start()
    try:
        yield watch.progress
    finally:
        watch.end()
        thread.join()
