"""The CLISTER rule, exactly: the mean of Levenshtein similarity and token cosine reaches a threshold."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from corpora.mining.base import Cancelled, MiningProgress, go_on
from corpora.mining.lexical.checkpoint import UnitFolder, fingerprint
from corpora.mining.lexical.kept import Keep, Kept, Sieve
from corpora.mining.lexical.pairs import MinedPairs
from corpora.mining.lexical.prepared import prepare
from corpora.mining.lexical.run import PAIRS_A_UNIT, LexicalRun, exact_threshold, in_threads, join
from corpora.model import Sentence

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
) -> MinedPairs:
    """Return the pairs whose lexical score is at least the threshold, by falling score then ids.

    All pairs count, and equality does, decided in whole numbers. The result depends neither on the engine nor
    on threads and units; of the pairs themselves, on the order of the sentences only in which one is the
    left.

    Parameters
    ----------
    sentences : sequence of Sentence
        N sentences; of each pair the one that stands first is the left one.
    threshold : str or Fraction
        In (0, 1]; a decimal such as "0.45" is taken exactly.
    keep : Keep
        What is kept of them, if not all.
    progress : callable
        Called after each unit with (pairs compared, pairs in all).
    engine : str
        `native`, `compiled`, or empty for the faster one that is here.
    threads : int or None
        One a core if None.
    folder : Path or None
        Where each unit is kept once it is done, so that a run that was killed or stopped goes on; it is
        removed at the end.
    resume : bool
        Whether what an equal run left there counts.

    Raises
    ------
    AloiError
        A threshold that is no number in (0, 1].
    Cancelled
        `progress` returned False.
    """
    exact = exact_threshold(threshold)
    ids, texts = [one.id for one in sentences], [one.text for one in sentences]
    sieve = Sieve(keep, ids)
    run = LexicalRun(prepare(texts), exact, sieve, engine=engine, pairs_a_unit=pairs_a_unit)
    kept = None
    if folder is not None:
        kept = UnitFolder(folder, fingerprint(ids, texts, exact, keep, run.units), resume=resume)
    parts: list[Kept] = []
    compared = 0
    left: list[int] = []
    for unit in range(run.units):
        before = None if kept is None else kept.load(unit)
        if before is None:
            left.append(unit)
        else:
            parts = join(sieve, [*parts, before])
            compared += run.pairs_of(unit)

    def done(unit: int, found: Kept) -> bool:
        nonlocal parts, compared
        if kept is not None:
            kept.save(unit, found)
        parts = join(sieve, [*parts, found])
        compared += run.pairs_of(unit)
        return progress(compared, run.pairs)

    if compared and not progress(compared, run.pairs):
        raise Cancelled
    in_threads(run, left, done, threads)
    whole = sieve.merge(parts)
    if kept is not None:
        kept.close()
    return MinedPairs(sentences, *sieve.final(whole), whole.counts, run.kernel.name)
