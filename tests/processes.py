"""Processes of their own: copies of one that has loaded what servers, workers and pages need."""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import os
import sys
from multiprocessing.connection import Connection

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["pytest", "tests.browser.preload"])


def _run(script: str, arguments: tuple[str, ...], environment: dict[str, str], answer: Connection) -> None:
    os.environ.update(environment)
    sys.argv = ["script", *arguments]
    printed, done = io.StringIO(), False
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(script, "script", "exec"), {"__name__": "__main__"})
        done = True
    finally:  # an error is printed as that of any process
        answer.send((done, printed.getvalue()))


def printed_by(script: str, *arguments: str) -> str:
    """Return what a script prints in a process that has loaded nothing but what every page needs."""
    heard, answer = CONTEXT.Pipe(duplex=False)
    environment = {name: value for name, value in os.environ.items() if name.startswith("ALOI_")}
    process = CONTEXT.Process(target=_run, args=(script, arguments, environment, answer), daemon=True)
    process.start()
    answer.close()
    done, text = heard.recv()
    process.join()
    assert done, text
    return str(text)
