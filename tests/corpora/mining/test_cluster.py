"""The same mining on a Dask cluster of real worker processes, one of them killed in the middle."""

from __future__ import annotations

import os
import signal

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.mining.base import Cancelled
from aloi.corpora.mining.lexical.miner import mine_lexical
from aloi.corpora.mining.lexical.sieve import Keep
from tests.corpora.mining.pools import invented

distributed = pytest.importorskip(
    "distributed", reason="NOT RUN: the extra `cluster` (Dask) is not installed"
)
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]  # Dask warns of what it closes
POOL = invented(300, seed=6)


@pytest.fixture(scope="module")
def cluster():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, scheduler_port=0
    ) as made:
        yield made


def pairs(found):
    return [(one.left.id, one.right.id, one.score, one.probability) for one in found]


def on(cluster, keep, progress=lambda done, total: True, **given):
    return mine_lexical(
        POOL, "0.3", keep=keep, pairs_a_unit=900, progress=progress,
        scheduler=cluster.scheduler_address, **given,
    )  # fmt: skip


@pytest.mark.parametrize("keep", [Keep(), Keep(3, 20, 4)], ids=str)
def test_a_cluster_gives_what_one_machine_gives(cluster, keep):
    assert pairs(on(cluster, keep)) == pairs(mine_lexical(POOL, "0.3", keep=keep))


def test_a_worker_killed_in_the_middle_costs_only_its_tasks(cluster, monkeypatch):
    monkeypatch.setattr("aloi.corpora.mining.lexical.miner._PAIRS_A_TASK", 1)
    processes = {one["pid"] for one in cluster.scheduler_info["workers"].values() if "pid" in one} or {
        one.pid for one in cluster.workers.values()
    }
    assert len(processes) == 2
    seen = []

    def watch(done, total):
        seen.append(done)
        if len(seen) == 5:
            os.kill(min(processes), signal.SIGKILL)
        return True

    assert pairs(on(cluster, Keep(), watch)) == pairs(mine_lexical(POOL, "0.3"))
    assert len(seen) == 50
    assert seen == sorted(set(seen))


def test_a_run_on_a_cluster_is_stopped_and_goes_on(cluster, tmp_path, monkeypatch):
    monkeypatch.setattr("aloi.corpora.mining.lexical.miner._PAIRS_A_TASK", 1)
    folder = tmp_path / "work"
    with pytest.raises(Cancelled):
        on(cluster, Keep(), lambda done, total: done < total / 2, folder=folder)
    seen = []
    found = on(cluster, Keep(), lambda done, total: bool(seen.append(done / total)) or True, folder=folder)
    assert seen[0] >= 0.5
    assert pairs(found) == pairs(mine_lexical(POOL, "0.3"))


def test_a_scheduler_that_is_not_there_is_told(monkeypatch):
    monkeypatch.setattr("aloi.corpora.mining.lexical.miner._SECONDS", 1)
    with pytest.raises(AloiError, match=r"127\.0\.0\.1:9"):
        mine_lexical(POOL, "0.3", scheduler="tcp://127.0.0.1:9")
