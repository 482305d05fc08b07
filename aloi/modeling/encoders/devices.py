"""The device and the precision of a model, checked before any long work, without loading torch at import."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Literal

from aloi.base.errors import AloiError
from aloi.base.terms import Term

DEVICES = ("auto", "cpu", "cuda")
PRECISIONS = ("auto", "fp32", "bf16")
_ASK = (
    "import torch; there = torch.cuda.is_available(); print(there, there and torch.cuda.is_bf16_supported())"
)


def check(device: str, precision: str) -> None:
    """Raise AloiError for a device that does not exist, or a precision that it does not support.

    Only a wish for CUDA costs time: it is asked in a process of its own where torch is not loaded yet, so
    that the web process never loads it.
    """
    if precision == "bf16" and device == "cpu":
        raise AloiError(
            "aloi.value",
            name=Term("device-and-precision"),
            value=("cpu", "bf16"),
            expected=Term("device-not-bf16"),
            todo=Term("precision-auto"),
        )
    if device != "cuda" and precision != "bf16":
        return
    available, half = _cuda()
    if not available:
        raise AloiError(
            "aloi.value",
            name=Term("device-and-precision"),
            value=(device, precision),
            expected=Term("device-cuda"),
            todo=Term("precision-auto"),
        )
    if precision == "bf16" and not half:
        raise AloiError(
            "aloi.value",
            name=Term("device-and-precision"),
            value=("cuda", "bf16"),
            expected=Term("device-not-bf16"),
            todo=Term("precision-auto"),
        )


def device_for(device: str) -> Literal["cpu", "cuda"]:
    """Return `cuda` if requested or available, else `cpu`; loads torch."""
    if device == "auto":
        import torch

        return "cuda" if torch.cuda.is_available() else "cpu"
    return "cuda" if device == "cuda" else "cpu"


def precision_for(precision: str, device: str) -> Literal["fp32", "bf16"]:
    """Return `bf16` if requested, or if nothing is requested and the device supports it; loads torch."""
    if precision == "auto" and device == "cuda":
        import torch

        return "bf16" if torch.cuda.is_bf16_supported() else "fp32"
    return "bf16" if precision == "bf16" else "fp32"


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


def _cuda() -> tuple[bool, bool]:
    """Return whether torch finds a CUDA device, and whether it computes in bf16."""
    if "torch" in sys.modules:
        import torch

        available = torch.cuda.is_available()
        return available, available and torch.cuda.is_bf16_supported()
    done = subprocess.run([sys.executable, "-c", _ASK], capture_output=True, text=True, check=False)
    answers = done.stdout.split()
    return answers[:1] == ["True"], answers[1:] == ["True"]


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
