"""The most memory a process has held."""

from __future__ import annotations

import resource
from pathlib import Path


def peak_memory() -> float:
    """Return the most memory this process has held so far, in MB.

    Linux tells it of the program that runs; what `getrusage` tells there is inherited from the process that
    started it, however much larger that one is.
    """
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text(encoding="utf-8").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
