"""The release gate and the leak report of a large release: 20,000 pairs with 60,000 answers, made by rule.

Printed are the CPU seconds of each and the most memory held. The store is filled as by `bench_release.py`.
The gate takes 1.6 CPU seconds under load. Looking for 4,800 of its sentences among 19,200 takes 10.6, for
6,000 sentences of published corpora among 24,000 3.6. Texts of 1,500 characters share too many pieces to be
told apart by them, and take 4 millionths of a second a pair as before.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from aloi.gold.model import LeakCheck  # noqa: E402
from aloi.storage.store import Store  # noqa: E402
from aloi.workbench.releases.gate import find_broken  # noqa: E402
from aloi.workbench.releases.gold import freeze  # noqa: E402
from aloi.workbench.releases.leaks import parts_with_leaks  # noqa: E402
from aloi.workbench.releases.releases import draft  # noqa: E402
from aloi.workbench.requests.releases import FreezeRequest, ReleaseRequest  # noqa: E402
from bench.releases.bench_release import NOW, fill  # noqa: E402


def main() -> int:
    """Return 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=20_000)
    items = parser.parse_args().items
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(f"sqlite:///{Path(folder) / 'filled.db'}")
        fill(store, items)
        freeze(store, FreezeRequest("large"), now=NOW)
        request = ReleaseRequest("large", "1.0", sizes={"train": 0.8, "test": "rest"})
        inputs = draft(store, request, leaks=False)
        start = time.process_time()
        broken = find_broken(store, inputs, None, stand_off=False)
        gate = time.process_time()
        report = parts_with_leaks(inputs, [LeakCheck()], False, None).report.leaks[0]
        leaks = time.process_time()
        store.close()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"the gate on {items:,} items: {gate - start:.1f} CPU s, broken: {[one.rule for one in broken]}")
    print(f"leaks of test in train: {leaks - gate:.1f} CPU s, {report.sizes}; at most {most:.0f} MB in all")
    return 0


if __name__ == "__main__":
    sys.exit(main())
