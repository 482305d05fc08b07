"""The device and the precision of a model, checked before any long work, without loading torch at import."""

from __future__ import annotations

import json
import logging
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.terms import Term

DEVICES = ("auto", "cpu", "cuda", "mps")
PRECISIONS = ("auto", "fp32", "bf16", "fp16")
_FASTER = 1.1  # a lower precision must be this many times faster: it costs exactness
# Instructions that multiply bf16 numbers; other processors imitate them, 2.7 times slower than fp32.
_BF16_FLAGS = {"amx_bf16", "avx512_bf16"}


@dataclass(frozen=True, slots=True)
class Machine:
    """The fastest device of this machine, and the precision that was measured to be fastest on each device.

    Parameters
    ----------
    precisions : dict
        Device -> the precisions that it computes in. On a GPU the one measured to be fastest is first; on a
        processor fp32 is, so that runs can be repeated on others.
    """

    device: str
    precisions: dict[str, list[str]]


def check(device: str, precision: str) -> None:
    """Raise AloiError for a device that does not exist, or a precision that it does not support.

    A machine without a GPU costs no time. Otherwise torch is asked, in a process of its own if it is not
    loaded yet, so that the web process never loads it.
    """
    if device in ("auto", "cpu") and precision in ("auto", "fp32"):
        return
    present = machine()
    chosen = present.device if device == "auto" else device
    if chosen in present.precisions and precision in ("auto", *present.precisions[chosen]):
        return
    raise AloiError(
        "aloi.value",
        name=Term("device-and-precision"),
        value=(device, precision),
        expected=Term("device-not-bf16" if chosen in present.precisions else "device-cuda"),
        todo=Term("precision-auto"),
    )


def device_for(device: str) -> str:
    """Return the requested device; for `auto` the fastest of this machine."""
    return machine().device if device == "auto" else device


def precision_for(precision: str, device: str) -> str:
    """Return the requested precision; for `auto` the one that was measured to be fastest on the device."""
    return machine().precisions.get(device, ["fp32"])[0] if precision == "auto" else precision


def cuda_devices() -> tuple[str, ...]:
    """Return the names of the CUDA devices that processes may use; asked in a process of its own."""
    command = [sys.executable, "-c", "import torch; print(torch.cuda.device_count())"]
    count = int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    named = [name for name in os.environ.get("CUDA_VISIBLE_DEVICES", "").split(",") if name]
    return tuple(named or map(str, range(count)))[:count]


def share_devices(number: int, processes: int, names: Sequence[str]) -> None:
    """Take one of the CUDA devices and a share of the processors, as process `number` of several.

    The other devices are hidden before torch is loaded: with several ones a fit would use them all.
    """
    if names:
        os.environ["CUDA_VISIBLE_DEVICES"] = names[number % len(names)]
    import torch

    torch.set_num_threads(max(1, (os.cpu_count() or 1) // processes))


@cache
def machine() -> Machine:
    """Return what torch finds on this machine."""
    processor = {"cpu": ["fp32", *(["bf16"] if _has_bf16() else [])]}
    if not _may_have_gpu():
        return Machine("cpu", processor)
    if "torch" in sys.modules:
        gpus = _gpus()
    else:
        done = subprocess.run([sys.executable, "-m", __name__], capture_output=True, text=True, check=False)
        gpus = json.loads(done.stdout) if done.returncode == 0 else {}
    return Machine(next(iter(gpus), "cpu"), processor | gpus)


def _may_have_gpu() -> bool:
    """Return whether there may be a GPU; loads nothing."""
    if sys.platform != "linux":
        return True
    return any(any(Path("/dev").glob(name)) for name in ("nvidia[0-9]*", "kfd", "dxg"))


def processor() -> str:
    """Return the processor's name from Linux, or from Python."""
    return _cpuinfo("model name") or platform.processor()


def _has_bf16() -> bool:
    """Return whether the processor has instructions for bf16."""
    return bool(_BF16_FLAGS & set(_cpuinfo("flags").split()))


def _cpuinfo(name: str) -> str:
    """Return what Linux says of the first processor under a name; nothing on other systems."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(name)), "")


def _gpus() -> dict[str, list[str]]:
    """Return the GPU that torch finds and its precisions, the fastest one first."""
    import torch

    if torch.cuda.is_available():
        native = torch.cuda.is_bf16_supported(including_emulation=False)
        return {"cuda": _fastest_first("cuda", ["fp32", *(["bf16"] if native else []), "fp16"])}
    if torch.backends.mps.is_available():
        return {"mps": _fastest_first("mps", ["fp32", "fp16"])}
    return {}


def _fastest_first(device: str, precisions: list[str]) -> list[str]:
    """Return precisions, the second one first if it is clearly faster than fp32: measured once a GPU."""
    import torch

    named = torch.cuda.get_device_name() if device == "cuda" else device
    path = user_cache() / "precision.json"
    key = f"{named}, torch {torch.__version__}"
    try:
        speeds = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        speeds = {}
    if key not in speeds:
        speeds[key] = {one: _seconds(device, one) for one in precisions[:2]}
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(speeds, indent=1), encoding="utf-8")
    first, second = (speeds[key][one] for one in precisions[:2])
    return precisions if first <= _FASTER * second else [precisions[1], precisions[0], *precisions[2:]]


def user_cache() -> Path:
    """Return the folder `aloi` in the user's cache folder."""
    root = os.environ.get("XDG_CACHE_HOME")
    return (Path(root) if root else Path.home() / ".cache") / "aloi"


def _seconds(device: str, precision: str) -> float:
    """Return the seconds of a step of a transformer layer, the best of three after one to warm up."""
    import time

    import torch

    layer = torch.nn.TransformerEncoderLayer(768, 12, 3072, batch_first=True).to(device)
    rows = torch.zeros(16, 128, 768, device=device)
    kind = {"bf16": torch.bfloat16, "fp16": torch.float16}.get(precision)
    times = []
    for _ in range(4):
        start = time.perf_counter()
        with torch.autocast(device, dtype=kind, enabled=kind is not None):
            loss = layer(rows).float().sum()
        loss.backward()
        loss.item()  # waits for the device
        times.append(time.perf_counter() - start)
    return min(times[1:])


_LOUD = ("sentence_transformers", "transformers", "datasets", "accelerate")


@contextmanager
def quiet() -> Iterator[None]:
    """Keep bars and chatter of the model libraries off the terminal within the block; errors still show."""
    from transformers.utils import logging as transformers_logging

    bars = transformers_logging.is_progress_bar_enabled()
    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    loggers = [logging.getLogger(name) for name in _LOUD]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
        if bars:
            transformers_logging.enable_progress_bar()  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    sys.stdout.write(json.dumps(_gpus()))
