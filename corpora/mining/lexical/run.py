"""One search through all pairs by a C or numba kernel, in units for threads or other machines."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from fractions import Fraction
from typing import Protocol

import numpy as np

from aloi.base.errors import AloiError
from aloi.base.names import known_name
from aloi.base.terms import Phrase, Term
from aloi.corpora.mining.base import Cancelled
from aloi.corpora.mining.lexical.native import NativeKernel, library
from aloi.corpora.mining.lexical.scored_pairs import FoundPairs, Scored, decided
from aloi.corpora.mining.lexical.sieve import Sieve, SievedPairs
from aloi.corpora.mining.lexical.text_arrays import Ints, PreparedTexts

PAIRS_A_UNIT = 25_000_000  # about a second: what a person who stops it waits for, and what a crash costs
_MOST_UNITS = 1_000
_ROOM = 1 << 16  # pairs that a kernel writes at once, unless a row may have more


class LexicalRun:
    """The pairs of texts that reach a threshold, unit by unit; what is kept does not depend on their number.

    Parameters
    ----------
    prepared : PreparedTexts
        N texts.
    sieve : Sieve
        Keeps the requested ones of the pairs that reach the threshold.
    engine : str
        `native`, `compiled`, or empty for the fastest available one.
    pairs_a_unit : int
        About how many pairs are compared at once.
    """

    def __init__(
        self,
        prepared: PreparedTexts,
        threshold: Fraction,
        sieve: Sieve,
        *,
        engine: str = "",
        pairs_a_unit: int = PAIRS_A_UNIT,
    ) -> None:
        self.prepared, self.threshold, self.sieve, self.engine = prepared, threshold, sieve, engine
        self.kernel: Kernel = kernel(prepared, float(threshold), engine)
        self.pairs = len(prepared) * (len(prepared) - 1) // 2
        self.units = unit_count(len(prepared), pairs_a_unit)

    def __getstate__(self) -> dict[str, object]:
        """Return all but the kernel: another process, perhaps another processor, makes its own."""
        return {name: value for name, value in vars(self).items() if name != "kernel"}

    def __setstate__(self, state: dict[str, object]) -> None:
        """Make the kernel of this machine."""
        vars(self).update(state)
        self.kernel = kernel(self.prepared, float(self.threshold), self.engine)

    def rows(self, unit: int) -> Ints:
        """Return the rows of a unit: every so many by length, so that units cost about the same."""
        return np.arange(unit, len(self.prepared), self.units, dtype=np.int32)

    def pairs_of(self, unit: int) -> int:
        """Return how many pairs a unit compares: each row with all before it."""
        return int(self.rows(unit).sum(dtype=np.int64))

    def do(self, unit: int) -> SievedPairs:
        """Return what is kept of a unit; threads may do several at once."""
        room = FoundPairs.room(max(_ROOM, len(self.prepared)))
        sieved, rows = self.sieve.empty(), self.rows(unit)
        parts: list[Scored] = []
        while len(rows):
            done, n_pairs = self.kernel.mine(rows, room)
            rows = rows[done:]
            parts.append(decided(self.prepared, self.threshold, room.part(n_pairs)))
            if sum(map(len, parts)) >= _ROOM or not len(rows):
                sieved, parts = self.sieve.add(sieved, Scored.joined(parts)), []
        return sieved


def unit_count(texts: int, pairs_a_unit: int = PAIRS_A_UNIT) -> int:
    """Return in how many units all pairs of texts are compared."""
    return max(1, min(_MOST_UNITS, texts, -(-(texts * (texts - 1) // 2) // pairs_a_unit)))


def exact_threshold(threshold: str | Fraction) -> Fraction:
    """Return a threshold as a fraction.

    Raises
    ------
    AloiError
        No number in (0, 1].
    """
    try:
        exact = Fraction(threshold)
    except (ValueError, ZeroDivisionError):
        exact = Fraction(0)
    if not 0 < exact <= 1:
        raise AloiError(
            "aloi.value",
            name=Term("threshold"),
            value=repr(threshold),
            expected=Term("number-up-to", low=0, high=1),
        )
    return exact


def in_threads(
    run: LexicalRun,
    units: Iterable[int],
    done: Callable[[int, SievedPairs], bool],
    threads: int | None = None,
) -> None:
    """Run units in threads. `done` gets each unit in the calling thread, and returns whether to continue.

    Raises
    ------
    Cancelled
        `done` returned False.
    """
    waiting, n_threads = iter(units), threads or cores()
    under_way: dict[Future[SievedPairs], int] = {}
    with ThreadPoolExecutor(n_threads) as pool:
        while True:
            while len(under_way) < n_threads and (unit := next(waiting, None)) is not None:
                under_way[pool.submit(run.do, unit)] = unit
            if not under_way:
                return
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                if not done(under_way.pop(future), future.result()):
                    raise Cancelled


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def join(sieve: Sieve, parts: Sequence[SievedPairs]) -> list[SievedPairs]:
    """Return parts, merged if they are many and bounded, so that memory is bounded too."""
    return [sieve.merge(parts)] if sieve.keep.bounded and len(parts) > 16 else list(parts)


ENGINES = ("native", "compiled")


class Kernel(Protocol):
    """Finds the pairs that may reach a threshold among texts that were prepared."""

    name: str

    def mine(self, rows: Ints, room: FoundPairs) -> tuple[int, int]:
        """Write the pairs of rows with the texts before each; return rows done, and pairs written.

        It stops before a row that might not fit into the remaining memory.
        """
        ...


def kernel(prepared: PreparedTexts, threshold: float, engine: str = "") -> Kernel:
    """Return the kernel of a name, or the fastest that this machine has.

    Raises
    ------
    AloiError
        No engine has the name.
    OSError
        `native` was requested by name, and no compiler can build it.
    """
    if engine:
        known_name(engine, ENGINES, Phrase("kind-engine", "engine"))
    native_library = library() if engine in ("", "native") else None
    if native_library is not None:
        return NativeKernel(native_library, prepared, threshold)
    if engine == "native":
        raise OSError("no C compiler can build the kernel")
    from aloi.corpora.mining.lexical.numba_kernel import CompiledKernel

    return CompiledKernel(prepared, threshold)
