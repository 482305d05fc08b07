"""The CLISTER rule, exactly: the mean of Levenshtein similarity and token cosine reaches a threshold."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.corpora.mining.base import Cancelled, MiningProgress, go_on
from aloi.corpora.mining.lexical.run import PAIRS_A_UNIT, LexicalRun, exact_threshold, in_threads, join
from aloi.corpora.mining.lexical.scored_pairs import MinedPairs, Scored
from aloi.corpora.mining.lexical.sieve import Keep, Sieve, SievedPairs
from aloi.corpora.mining.lexical.text_arrays import prepare
from aloi.corpora.model import Sentence

EVERYTHING = Keep()


def mine_lexical(
    sentences: Sequence[Sentence],
    threshold: str | Fraction,
    *,
    keep: Keep = EVERYTHING,
    progress: MiningProgress = go_on,
    engine: str = "",
    threads: int | None = None,
    pairs_a_unit: int = PAIRS_A_UNIT,
    folder: Path | None = None,
    resume: bool = True,
    scheduler: str = "",
) -> MinedPairs:
    """Return the pairs whose lexical score is at least the threshold, by falling score then ids.

    All pairs count, and the comparison with the threshold is exact, in integers. The result is the same for
    any engine, threads, units and order of the sentences. In each pair, the first sentence in order is left.

    Parameters
    ----------
    threshold : str or Fraction
        In (0, 1]; a decimal such as "0.45" is taken exactly.
    progress : callable
        Called after each unit with (pairs compared, pairs in all).
    engine : str
        `native`, `compiled`, or empty for the fastest available one.
    folder : Path or None
        Directory of finished units, so that a killed or stopped run can be resumed; removed at the end.
    resume : bool
        Whether the units of an equal earlier run are used.
    scheduler : str
        Address of a Dask scheduler whose workers do the work; empty for threads of this process.

    Raises
    ------
    AloiError
        A threshold that is no number in (0, 1], or a scheduler that does not answer.
    Cancelled
        `progress` returned False.
    """
    exact = exact_threshold(threshold)
    ids, texts = [one.id for one in sentences], [one.text for one in sentences]
    sieve = Sieve(keep, ids)
    run = LexicalRun(prepare(texts), exact, sieve, engine=engine, pairs_a_unit=pairs_a_unit)
    done = None
    if folder is not None:
        done = UnitFolder(folder, fingerprint(ids, texts, exact, keep, run.units), resume=resume)
    merged = _done(run, progress, done, scheduler, threads)
    return MinedPairs(sentences, *sieve.final(merged), merged.counts, run.kernel.name)


def _done(
    run: LexicalRun, progress: MiningProgress, folder: UnitFolder | None, scheduler: str, threads: int | None
) -> SievedPairs:
    """Return what is kept of a whole run: of the units that a folder has, and of those left to do."""
    parts: list[SievedPairs] = []
    compared = 0
    left: list[int] = []

    def count(unit: int, pairs: SievedPairs) -> None:
        nonlocal parts, compared
        parts = join(run.sieve, [*parts, pairs])
        compared += run.pairs_of(unit)

    def done(unit: int, pairs: SievedPairs) -> bool:
        if folder is not None:
            folder.save(unit, pairs)
        count(unit, pairs)
        return progress(compared, run.pairs)

    for unit in range(run.units):
        before = None if folder is None else folder.load(unit)
        if before is None:
            left.append(unit)
        else:
            count(unit, before)
    if compared and not progress(compared, run.pairs):
        raise Cancelled
    if scheduler:
        on_cluster(run, left, done, scheduler)
    else:
        in_threads(run, left, done, threads)
    if folder is not None:
        folder.close()
    return run.sieve.merge(parts)


_ARITHMETIC = 1  # increased if the same texts would give other pairs or scores
_NAME = "run.json"
_ARRAYS = ("left", "right", "levenshtein", "cosine")


class UnitFolder:
    """The folder of one run.

    Parameters
    ----------
    folder : Path
        Created if needed; files of another run in it are removed.
    asked : str
        The identity of the run, from `fingerprint`.
    resume : bool
        Whether units of an earlier run are used.
    """

    def __init__(self, folder: Path, mine_fingerprint: str, *, resume: bool = True) -> None:
        self.folder = folder
        path = folder / _NAME
        if folder.exists() and not (
            resume and path.exists() and path.read_text(encoding="utf-8") == mine_fingerprint
        ):
            shutil.rmtree(folder)
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(mine_fingerprint, encoding="utf-8")

    def save(self, unit: int, sieved: SievedPairs) -> None:
        """Keep what a unit found; the file appears only when it is complete."""
        pairs = sieved.pairs
        part = self.folder / f"{unit}.part"
        with part.open("wb") as file:
            np.savez(file, counts=sieved.counts, **{name: getattr(pairs, name) for name in _ARRAYS})
        part.replace(self.folder / f"{unit}.npz")

    def load(self, unit: int) -> SievedPairs | None:
        """Return the stored result of a unit, None if it is not done."""
        try:
            with (self.folder / f"{unit}.npz").open("rb") as file, np.load(file) as read:
                return SievedPairs(read["counts"], Scored(*(read[name] for name in _ARRAYS)))
        except (
            OSError,
            ValueError,
            KeyError,
            EOFError,
            BadZipFile,
        ):  # none, or one that a full disk cut short
            return None

    def close(self) -> None:
        """Remove the folder: the run is over."""
        shutil.rmtree(self.folder, ignore_errors=True)


def fingerprint(ids: Sequence[str], texts: Sequence[str], threshold: Fraction, keep: Keep, units: int) -> str:
    """Return the identity of a run: sentences, threshold, selection, and units."""
    digest = hashlib.sha256()
    for sentence_part in (part for pair in zip(ids, texts, strict=True) for part in pair):
        written = sentence_part.encode("utf-8", "surrogatepass")
        digest.update(len(written).to_bytes(8, "big") + written)
    parameters = {
        "texts": digest.hexdigest(),
        "threshold": str(threshold),
        "keep": to_json(keep),
        "units": units,
    }
    return json.dumps({**parameters, "arithmetic": _ARITHMETIC}, sort_keys=True)


_PAIRS_A_TASK = 100_000_000  # over two CPU seconds: the overhead of a task is small then
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
        raise AloiError("aloi.extra-missing", package="dask", extra="cluster") from error
    try:
        client = Client(address, timeout=_SECONDS, set_as_default=False)
        client.wait_for_workers(1, timeout=_SECONDS)
    except (OSError, ValueError) as error:  # a time that is over is an OSError
        raise AloiError("corpora.scheduler", address=repr(address)) from error
    size = max(1, _PAIRS_A_TASK // max(1, run.pairs // run.units))
    with client:
        sent = client.scatter(run, broadcast=True, hash=False)
        tasks = [
            client.submit(_sieved_batch, sent, list(units[at : at + size]), pure=False)
            for at in range(0, len(units), size)
        ]
        for _, results in as_completed(tasks, loop=client.loop, with_results=True):
            go_on = [done(unit, kept) for unit, kept in results]  # all of them, when they are done
            if not all(go_on):
                client.cancel(tasks)
                raise Cancelled


def _sieved_batch(run: LexicalRun, units: Sequence[int]) -> list[tuple[int, SievedPairs]]:
    """Return what is kept of units, on a worker."""
    return [(unit, run.do(unit)) for unit in units]
