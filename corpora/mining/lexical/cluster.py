"""The same run on a Dask cluster: units as tasks of some seconds; a lost worker costs only its tasks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from aloi.base.errors import AloiError
from aloi.corpora.mining.base import Cancelled
from aloi.corpora.mining.lexical.run import LexicalRun
from aloi.corpora.mining.lexical.sieve import SievedPairs

_PAIRS_A_TASK = 100_000_000  # over two CPU seconds: what a task costs beside its work is little then
_SECONDS = 20  # until a scheduler that does not answer counts as absent


def on_cluster(
    run: LexicalRun,
    units: Sequence[int],
    done: Callable[[int, SievedPairs], bool],
    address: str,
) -> None:
    """Do units on the workers of a Dask scheduler; `done` as in `in_threads`.

    The arrays are sent to each worker once. A task whose worker is lost is done by another one.

    Raises
    ------
    AloiError
        Dask is not installed, or no scheduler answers at the address.
    Cancelled
        `done` returned False.
    """
    try:
        from distributed import Client, as_completed
    except ImportError as error:
        raise AloiError("corpora.dask-missing") from error
    try:
        client = Client(address, timeout=_SECONDS, set_as_default=False)
        client.wait_for_workers(1, timeout=_SECONDS)
    except (OSError, ValueError) as error:  # a time that is over is an OSError
        raise AloiError("corpora.scheduler", address=repr(address)) from error
    size = max(1, _PAIRS_A_TASK // max(1, run.pairs // run.units))
    with client:
        sent = client.scatter(run, broadcast=True, hash=False)
        tasks = [
            client.submit(_done, sent, list(units[at : at + size]), pure=False)
            for at in range(0, len(units), size)
        ]
        for _, results in as_completed(tasks, loop=client.loop, with_results=True):
            go_on = [done(unit, kept) for unit, kept in results]  # all of them, as they are done
            if not all(go_on):
                client.cancel(tasks)
                raise Cancelled


def _done(run: LexicalRun, units: Sequence[int]) -> list[tuple[int, SievedPairs]]:
    """Return what is kept of units, on a worker."""
    return [(unit, run.do(unit)) for unit in units]
