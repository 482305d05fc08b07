"""Interface to the kernels: the C one if a compiler is available, else that of numba. Same results."""

from __future__ import annotations

from typing import Protocol

from aloi.base.names import known_name
from aloi.corpora.mining.lexical.native import NativeKernel, library
from aloi.corpora.mining.lexical.scored_pairs import FoundPairs
from aloi.corpora.mining.lexical.text_arrays import Ints, PreparedTexts

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
        known_name(engine, ENGINES, "engine")
    native_library = library() if engine in ("", "native") else None
    if native_library is not None:
        return NativeKernel(native_library, prepared, threshold)
    if engine == "native":
        raise OSError("no C compiler can build the kernel")
    from aloi.corpora.mining.lexical.numba_kernel import CompiledKernel

    return CompiledKernel(prepared, threshold)
