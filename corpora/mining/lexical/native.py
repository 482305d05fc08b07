"""The kernel in C: compiled once for this processor with the compiler that is there, and kept."""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import numpy as np

from aloi.corpora.mining.lexical.scored_pairs import FoundPairs
from aloi.corpora.mining.lexical.text_arrays import Ints, PreparedTexts

SOURCE = Path(__file__).with_name("kernel.c")
_FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
_COMPILERS = ("cc", "gcc", "clang")
_SECONDS = 120  # more than a compiler takes on any machine
_POINTERS = (
    *("length", "start", "letter", "classes", "bag", "token_start", "token", "count", "square", "inverse"),
    *("posting_start", "posting", "times", "column", "dense", "first"),
)


class _Corpus(ctypes.Structure):
    """`Corpus` of kernel.c."""

    _fields_ = (
        *((name, ctypes.c_int64) for name in ("texts", "letters", "longest")),
        *((name, ctypes.c_void_p) for name in _POINTERS),
        *((name, ctypes.c_double) for name in ("threshold", "slack")),
    )


class NativeKernel:
    """The compiled kernel, on prepared texts; its calls run in parallel threads."""

    name = "native"

    def __init__(self, library: ctypes.CDLL, prepared: PreparedTexts, threshold: float) -> None:
        self._mine = library.aloi_mine
        self._mine.restype = ctypes.c_int64
        self._kept = {
            **prepared.arrays(),
            "first": prepared.first(threshold),
        }  # alive as long as the pointers
        pointers = {name: np.ascontiguousarray(self._kept[name]) for name in _POINTERS}
        self._kept |= pointers
        self._corpus = _Corpus(
            len(prepared), prepared.letters, int(prepared.length.max(initial=0)),
            *(pointers[name].ctypes.data for name in _POINTERS), threshold, prepared.slack,
        )  # fmt: skip

    def mine(self, rows: Ints, room: FoundPairs) -> tuple[int, int]:
        """Write the pairs of rows into `room`; return how many rows were done and how many pairs written."""
        rows = np.ascontiguousarray(rows, np.int32)
        n_pairs = ctypes.c_int64()
        pointers = [
            ctypes.c_void_p(array.ctypes.data) for array in (room.row, room.column, room.distance, room.dot)
        ]
        done = self._mine(
            ctypes.byref(self._corpus), ctypes.c_void_p(rows.ctypes.data), ctypes.c_int64(len(rows)),
            *pointers, ctypes.c_int64(len(room.row)), ctypes.byref(n_pairs),
        )  # fmt: skip
        if done < 0:
            raise MemoryError
        return done, n_pairs.value


@cache
def library(*more: str) -> ctypes.CDLL | None:
    """Return the compiled kernel, made now or earlier; None if no compiler makes one.

    Parameters
    ----------
    more : str
        Further flags for the compiler.
    """
    source = SOURCE.read_bytes()
    name = hashlib.sha256(b"\0".join([source, _processor().encode(), *map(str.encode, (*_FLAGS, *more))]))
    library_path = _folder() / f"lexical-{name.hexdigest()[:24]}.so"
    try:
        if not library_path.exists() and not _compile(library_path, more):
            return None
        return ctypes.CDLL(str(library_path))
    except OSError:  # no place to write, or a library that this system does not load
        return None


def _compile(target: Path, more: tuple[str, ...]) -> bool:
    """Return whether the kernel was compiled into a file; two processes that do it at once both may."""
    compiler = next(filter(None, map(shutil.which, _COMPILERS)), None)
    if compiler is None:
        return False
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        compiled = Path(folder) / target.name
        command = [compiler, *_FLAGS, *more, str(SOURCE), "-o", str(compiled), "-lm"]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=_SECONDS)
        except subprocess.SubprocessError:
            return False
        compiled.replace(target)
    return True


def _folder() -> Path:
    """Return where compiled kernels are kept: a folder of this user."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "aloi"


def _processor() -> str:
    """Return a name for the kind of processor: different machines may share a home directory."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        flags = sorted(
            {one for one in lines if one.startswith(("model name", "flags", "Features", "CPU part"))}
        )
    except OSError:
        flags = [platform.processor()]
    return "\n".join([platform.machine(), platform.system(), *flags])
