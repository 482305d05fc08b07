"""CPU time of the lexical miner on a Dask cluster of two worker processes, beside threads of one process.

    .venv/bin/python bench/texts/bench_cluster.py

20,000 sentences of the mix of `bench_mining`, of which a part is kept. Printed for each turn: CPU seconds of
one process, of this process and the workers of the cluster, and their ratio; last the middle one of the
ratios and whether pairs and scores are the same. The start of the cluster is left out: each worker has loaded
what it needs in a small run before. The goal: 1.3 times the CPU time at most.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from pathlib import Path

from aloi.corpora.mining.lexical.miner import mine_lexical
from aloi.corpora.mining.lexical.sieve import Keep
from aloi.corpora.model import Sentence
from bench.texts.mined_texts import mixed, numbered

DATA = Path(os.environ.get("ALOI_SHARED", "../shared")) / "data"
SIZE, WARM, WORKERS, TURNS, GOAL = 20_000, 2_000, 2, 3, 1.3
KEEP = Keep(500, 1000)
Pairs = list[tuple[str, str, float]]


def mined(sentences: list[Sentence], scheduler: str = "") -> Pairs:
    """Return the pairs that are kept."""
    pairs = mine_lexical(sentences, "0.45", keep=KEEP, scheduler=scheduler)
    return [(one.left.id, one.right.id, one.score) for one in pairs]


def alone(sentences: list[Sentence]) -> tuple[Pairs, float]:
    """Return the pairs that threads of this process find, and its CPU seconds."""
    begun = time.process_time()
    return mined(sentences), time.process_time() - begun


def together(sentences: list[Sentence]) -> tuple[Pairs, float, float]:
    """Return the pairs that a cluster finds, and the CPU seconds of this process and of its workers.

    The scheduler runs in this process, so that its time counts.
    """
    import psutil
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=WORKERS, threads_per_worker=1, processes=True, dashboard_address=None, scheduler_port=0
    ) as cluster:
        mined(sentences[:WARM], cluster.scheduler_address)
        workers = psutil.Process().children(recursive=True)
        own_cpu, workers_cpu = time.process_time(), spent(workers)
        pairs = mined(sentences, cluster.scheduler_address)
        return pairs, time.process_time() - own_cpu, spent(workers) - workers_cpu


def spent(processes: list[object]) -> float:
    """Return the CPU seconds of processes."""
    return sum(sum(one.cpu_times()[:2]) for one in processes)  # type: ignore[attr-defined]


def main() -> int:
    try:
        import distributed
    except ImportError:
        print("NOT RUN: the extra `cluster` (Dask) is not installed")
        return 0
    print(f"{SIZE} sentences, {WORKERS} workers of Dask {distributed.__version__}")
    sentences = numbered(mixed(DATA)[:SIZE])
    mined(sentences[:WARM])
    ratios, same = [], True
    for _ in range(TURNS):
        expected, single_cpu = alone(sentences)
        pairs, own_cpu, workers_cpu = together(sentences)
        same &= pairs == expected
        ratios.append((own_cpu + workers_cpu) / single_cpu)
        print(
            f"  one process {single_cpu:.2f} CPU s; cluster {own_cpu:.2f} here, "
            f"{workers_cpu:.2f} in workers; ratio {ratios[-1]:.2f}",
            flush=True,
        )
    middle = statistics.median(ratios)
    well = same and middle <= GOAL
    print(
        f"{middle:.2f} times the CPU time of one process (goal {GOAL}), "
        f"{'same pairs and scores' if same else 'OTHER PAIRS OR SCORES'}: {'met' if well else 'missed'}"
    )
    return 0 if well else 1


if __name__ == "__main__":  # workers are started anew and import this file
    sys.exit(main())
