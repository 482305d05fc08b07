"""The machine of a run: programs, processor, threads, and the energy used."""

from __future__ import annotations

import os
import platform
import resource
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from aloi.agreement.result import program_version
from aloi.corpora.model import Json
from aloi.modeling.encoders.devices import processor

_PACKAGES = ("numpy", "scipy", "scikit-learn")
# Named only where they were used: their versions say nothing of a run of string similarities.
_LOADED = {"torch": "torch", "sentence-transformers": "sentence_transformers", "transformers": "transformers",
           "spacy": "spacy", "onnxruntime": "onnxruntime"}  # fmt: skip
_POWERCAP = Path("/sys/class/powercap")


def environment(device: str) -> dict[str, Json]:
    """Return programs and their versions, processor, cores, threads, processes of a launcher, and device."""
    versions: dict[str, Json] = {"aloi": program_version(), "python": platform.python_version()}
    for name in (*_PACKAGES, *(package for package, module in _LOADED.items() if module in sys.modules)):
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            continue
    return {
        **versions,
        "system": f"{platform.system()} {platform.machine()}",
        "processor": processor() or "unknown",
        "cores": _cores(),
        "threads": _threads(),
        "processes": int(os.environ.get("WORLD_SIZE", "1")),
        "device": _device(device),
        "peak_memory_bytes": peak_memory(device),
    }


def peak_memory(device: str) -> int:
    """Return the most bytes that this process has used so far; on a GPU, those of the GPU."""
    if device == "cuda" and "torch" in sys.modules:
        from torch import cuda

        return int(cuda.max_memory_allocated())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak  # kilobytes, except on a Mac


class EnergyMeter:
    """Adds up the energy of the processor packages, measured by RAPL.

    The counters turn over (at some 262 kJ), so `sample` is to be called every few minutes.
    """

    def __init__(self, folder: Path = _POWERCAP) -> None:
        self._counters: list[tuple[Path, int]] = []
        self._last: list[int] = []
        self._joules = 0.0
        try:
            # intel-rapl:0 is a package; intel-rapl:0:1 is a part of it and would count twice.
            for path in sorted(folder.glob("intel-rapl:*")):
                if path.name.count(":") == 1:
                    span = int((path / "max_energy_range_uj").read_text())
                    self._counters.append((path / "energy_uj", span))
            self._last = [int(path.read_text()) for path, _ in self._counters]
        except (OSError, ValueError):
            self._counters = []

    def sample(self) -> None:
        """Add the energy since the last sample."""
        try:
            now = [int(path.read_text()) for path, _ in self._counters]
        except (OSError, ValueError):
            self._counters = []
            return
        for (_, span), before, after in zip(self._counters, self._last, now, strict=True):
            self._joules += ((after - before) % (span + 1)) / 1e6
        self._last = now

    def joules(self) -> float | None:
        """Return the energy so far in joules; None if the machine does not measure it."""
        self.sample()
        return self._joules if self._counters else None


def _cores() -> int:
    """Return the cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _threads() -> int:
    """Return the threads that a computation takes."""
    if "torch" in sys.modules:
        from torch import get_num_threads

        return int(get_num_threads())
    declared = os.environ.get("OMP_NUM_THREADS", "")
    return int(declared) if declared.isdecimal() else _cores()


def _device(device: str) -> str:
    """Return the device, with its name if it is a GPU."""
    if device == "cuda" and "torch" in sys.modules:
        from torch import cuda

        return f"cuda ({cuda.get_device_name()})"
    return device
