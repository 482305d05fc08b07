"""Cancellation of a long step that checks nothing itself, within a second or two of a person's request."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from aloi.corpora.mining.base import Cancelled
from aloi.workbench.progress import Message, Progress

_LOOK_SECONDS = 1.0
# (thread, exception class or None to withdraw it) -> the number of notified threads.
_raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
_raise_in.argtypes = (ctypes.c_ulong, ctypes.py_object)


class Watch:
    """Checks once a second, in its own thread, whether to continue; raises Cancelled in the working thread.

    The working thread reads, and writes no partial results: a result is stored at its end. A single call of
    numpy is not interrupted.
    """

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._last: tuple[int, int, Message] = (0, 1, "")
        self._worker = threading.get_ident()
        self._turn = threading.Lock()
        self._ended = threading.Event()
        self._stopped = False

    def progress(self, done: int, total: int, message: Message) -> bool:
        """Report the progress of the step, as `aloi.workbench.progress.Progress`."""
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
        """Raise nothing from now on; withdraw an exception that was raised but not delivered yet."""
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
