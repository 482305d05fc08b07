"""The CLISTER rule, exactly: the mean of Levenshtein similarity and token cosine reaches a threshold."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from aloi.corpora.mining.base import Cancelled, MiningProgress, go_on
from aloi.corpora.mining.lexical.checkpoint import UnitFolder, fingerprint
from aloi.corpora.mining.lexical.cluster import on_cluster
from aloi.corpora.mining.lexical.pairs import MinedPairs
from aloi.corpora.mining.lexical.prepared import prepare
from aloi.corpora.mining.lexical.run import PAIRS_A_UNIT, LexicalRun, exact_threshold, in_threads, join
from aloi.corpora.mining.lexical.sieve import Keep, Sieve, SievedPairs
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

    All pairs count, and equality does, decided in whole numbers. The result is the same for any engine,
    threads, units and order of the sentences; of each pair the one that stands first is the left one.

    Parameters
    ----------
    threshold : str or Fraction
        In (0, 1]; a decimal such as "0.45" is taken exactly.
    progress : callable
        Called after each unit with (pairs compared, pairs in all).
    engine : str
        `native`, `compiled`, or empty for the faster one that is here.
    folder : Path or None
        Where units that are done lie, so that a run that was killed or stopped goes on; removed at the end.
    resume : bool
        Whether what an equal run left there counts.
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
