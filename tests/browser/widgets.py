"""A tiny Streamlit app around one widget, served while a test looks at it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FOLDER = Path(__file__).parent


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
