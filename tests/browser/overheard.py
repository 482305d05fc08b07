"""What a server and a worker print, and whom they call, written down beside their data folder.

Imported by its name (`canary.OVERHEARD`) in a process that is about to become one of them, see
`processes.server`, and nowhere else: what it changes would stay for every other test.
"""

from __future__ import annotations

import os
import socket
import sys
import tempfile
from pathlib import Path
from typing import Any

from aloi.workbench import jobs
from tests.browser import processes
from tests.canary import BREAKS, CALLS, CONTROL, LOG, WORD

_CALLING = {"socket.connect", "socket.sendto", "socket.sendmsg"}
_NAMING = {"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"}
_STARTING = {"subprocess.Popen", "os.system", "os.posix_spawn", "os.exec"}
_HERE = ("127.", "::1", "localhost", "::ffff:127.")


def _whom(event: str, given: tuple[Any, ...]) -> str | None:
    """Return whom an event of the interpreter calls, None where it is this machine or nobody."""
    if event in _STARTING:
        return f"{event} {given[0]}"
    address = given[1] if event in _CALLING else given[0] if event in _NAMING else None
    if address is None or (event in _CALLING and not isinstance(address, tuple)):  # a socket of files
        return None
    host = address[0] if isinstance(address, tuple) else address
    host = host.decode() if isinstance(host, bytes) else str(host)
    return None if not host or host.startswith(_HERE) else f"{event} {host}"


def _listen(calls: Path) -> None:
    """Write down from now on whom this process calls, or asks the address of, and what it starts."""
    into = os.open(calls, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def hook(event: str, given: tuple[Any, ...]) -> None:
        whom = _whom(event, given)
        if whom is not None:
            os.write(into, f"{os.getpid()} {whom}\n".encode())

    sys.addaudithook(hook)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        control.connect((CONTROL, 9))


def _loud(**environment: str) -> None:
    """Set the environment as `processes` does; what is printed is kept, and so is who is called."""
    os.environ.update(environment)
    for name in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"):  # where Aloi runs nobody sets them
        os.environ.pop(name, None)
    folder = Path(environment["ALOI_DATA"]).parent
    for name in ("TMPDIR", "HOME"):
        own = folder / name.lower()
        own.mkdir(exist_ok=True)
        os.environ[name] = str(own)
    tempfile.tempdir = None
    log = os.open(folder / LOG, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(log, 2)
    os.dup2(log, 1)  # but for a server's line that it is ready, which `processes` waits for
    _listen(folder / CALLS)


def _break_down(store: Any, arguments: Any, folder: Path, progress: Any) -> Any:
    """Fail as a library does that quotes what it was given."""
    del arguments, folder, progress
    every = (item for corpus in store.texts.corpora() for item in store.texts.corpus_items(corpus.id))
    text = next(text for item in every for text in item.texts if WORD in text)
    raise ValueError(f"cannot read {text!r}")


processes._quiet = _loud
jobs.VERBS[BREAKS] = _break_down  # type: ignore[index]
