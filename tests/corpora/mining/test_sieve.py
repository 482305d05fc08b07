"""What a lexical run keeps: the same however the work was split or cut off."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from aloi.base.errors import AloiError
from aloi.corpora.mining.base import Cancelled
from aloi.corpora.mining.lexical.miner import UnitFolder, mine_lexical
from aloi.corpora.mining.lexical.sieve import Keep
from aloi.corpora.mining.sample import bin_of, draw, histogram
from tests.corpora.mining.pools import invented

POOL = invented(90, seed=5)
EVERYTHING = mine_lexical(POOL, "0.3")
KEEPS = (Keep(4), Keep(0, 25), Keep(3, 10), Keep(3, 10, 2), Keep(0, 30, 3), Keep(4, seed=1))


def pairs(found):
    return [(frozenset((one.left.id, one.right.id)), one.score, one.probability) for one in found]


@pytest.mark.parametrize("keep", KEEPS, ids=str)
def test_the_sample_is_the_same_for_any_split_and_order(keep):
    expected = mine_lexical(POOL, "0.3", keep=keep, pairs_a_unit=10**9)
    assert 0 < len(expected) < len(EVERYTHING)
    turned = random.Random(1).sample(POOL, len(POOL))
    for pool, pairs_a_unit in ((POOL, 1), (POOL, 500), (turned, 77)):
        found = mine_lexical(pool, "0.3", keep=keep, pairs_a_unit=pairs_a_unit, threads=3)
        assert set(pairs(found)) == set(pairs(expected))
        assert found.counts.tolist() == EVERYTHING.counts.tolist()


def test_the_histogram_is_of_everything():
    found = mine_lexical(POOL, "0.3", keep=Keep(1))
    scores = [one.score for one in EVERYTHING]
    assert found.counts.sum() == len(EVERYTHING)
    for one in histogram(scores):
        assert found.counts[one.number] == one.count == sum(map(one.holds, scores))


def test_a_reservoir_holds_so_many_of_each_bin_with_their_chance():
    found = mine_lexical(POOL, "0.3", keep=Keep(4))
    there = Counter(bin_of(one.score).name for one in EVERYTHING)
    kept = Counter(bin_of(one.score).name for one in found)
    assert max(there.values()) > 4
    assert kept == {name: min(4, count) for name, count in there.items()}
    for one in found:
        assert one.probability == min(1, 4 / there[bin_of(one.score).name])
    assert set(pairs(found)) != set(pairs(mine_lexical(POOL, "0.3", keep=Keep(4, seed=1))))


def test_each_pair_of_a_bin_is_kept_about_as_often():
    place = int(EVERYTHING.counts.argmax())
    inside = [one for one in EVERYTHING if bin_of(one.score).number == place]
    times = Counter()
    for seed in range(60):
        found = mine_lexical(POOL, "0.3", keep=Keep(len(inside) // 2, seed=seed), pairs_a_unit=10**9)
        times.update(key for key, score, _ in pairs(found) if bin_of(score).number == place)
    counts = np.array([times[key] for key, _, _ in pairs(inside)])
    expected = 60 * (len(inside) // 2) / len(inside)
    assert abs(counts.mean() - expected) < 1e-9
    assert abs(counts - expected).max() < 4.5 * (60 / 4) ** 0.5


def test_the_best_are_there_and_have_no_chance_unless_drawn():
    found = mine_lexical(POOL, "0.3", keep=Keep(0, 25))
    assert [one.score for one in found] == [one.score for one in EVERYTHING[:25]]
    assert {one.probability for one in found} == {None}
    both = {key: chance for key, _, chance in pairs(mine_lexical(POOL, "0.3", keep=Keep(4, 25)))}
    drawn = {key: chance for key, _, chance in pairs(mine_lexical(POOL, "0.3", keep=Keep(4)))}
    assert set(both) == set(drawn) | {key for key, _, _ in pairs(found)}
    assert all(both[key] == drawn.get(key) for key in both)


@pytest.mark.parametrize("cap", [1, 3])
def test_no_sentence_stands_in_more_pairs_than_the_cap(cap):
    free = mine_lexical(POOL, "0.3", keep=Keep(12, 40))
    found = mine_lexical(POOL, "0.3", keep=Keep(12, 40, cap))
    most = [
        max(Counter(one.id for pair in some for one in (pair.left, pair.right)).values())
        for some in (free, found)
    ]
    assert most[0] > cap == most[1]
    assert {one.probability for one in found} == {None}


def test_a_draw_from_what_was_kept_has_the_chance_of_both():
    found = mine_lexical(POOL, "0.3", keep=Keep(6))
    there = Counter(bin_of(one.score).name for one in EVERYTHING)
    for one in draw(found, 2, seed=0).chosen:
        assert one.probability == pytest.approx(min(1, 2 / there[one.stratum]))
    assert {
        one.probability for one in draw(mine_lexical(POOL, "0.3", keep=Keep(0, 9)), 2, seed=0).chosen
    } == {None}


@pytest.mark.parametrize("wrong", [(-1, 0, 0), (0, -2, 0), (1, 0, -1), (0, 0, 3)])
def test_bounds_that_make_no_sense_are_refused(wrong):
    with pytest.raises(AloiError, match="The number of pairs per bin, of best pairs and per sentence is"):
        Keep(*wrong)


@pytest.mark.parametrize("keep", [Keep(), Keep(3, 10, 2)], ids=str)
def test_a_run_that_was_stopped_goes_on(tmp_path, keep):
    folder = tmp_path / "work"
    told = []

    def stop(done, total):
        told.append(done / total)
        return done < 0.7 * total

    def again(**given):
        seen = []
        found = mine_lexical(
            POOL, "0.3", keep=keep, pairs_a_unit=200, threads=1, folder=folder,
            progress=lambda done, total: bool(seen.append(done / total)) or True, **given,
        )  # fmt: skip
        return seen[0], pairs(found)

    with pytest.raises(Cancelled):
        mine_lexical(POOL, "0.3", keep=keep, pairs_a_unit=200, threads=1, folder=folder, progress=stop)
    assert told[-1] >= 0.7
    expected = pairs(mine_lexical(POOL, "0.3", keep=keep))
    assert again() == (told[-1], expected)
    assert not folder.exists()
    with pytest.raises(Cancelled):
        mine_lexical(POOL, "0.3", keep=keep, pairs_a_unit=200, threads=1, folder=folder, progress=stop)
    first, found = again(resume=False)
    assert (first < 0.1, found) == (True, expected)


def test_units_of_another_run_or_cut_short_do_not_count(tmp_path):
    folder = tmp_path / "work"

    def stopped(threshold):
        with pytest.raises(Cancelled):
            mine_lexical(
                POOL,
                threshold,
                pairs_a_unit=200,
                threads=1,
                folder=folder,
                progress=lambda done, total: False,
            )
        return sorted(one.name for one in folder.glob("*.npz"))

    stopped("0.4")
    assert pairs(mine_lexical(POOL, "0.3", pairs_a_unit=200, folder=folder)) == pairs(EVERYTHING)
    (only,) = stopped("0.3")
    (folder / only).write_bytes((folder / only).read_bytes()[:60])
    assert UnitFolder(folder, (folder / "run.json").read_text(encoding="utf-8")).load(0) is None
    assert pairs(mine_lexical(POOL, "0.3", pairs_a_unit=200, folder=folder)) == pairs(EVERYTHING)


KILLED = """
import os, signal, sys
from pathlib import Path
from aloi.corpora.mining.lexical.miner import mine_lexical
from tests.corpora.mining.test_sieve import POOL
def progress(done, total):
    if done >= 0.7 * total:
        os.kill(os.getpid(), signal.SIGKILL)
    return True
mine_lexical(POOL, "0.3", pairs_a_unit=200, threads=1, folder=Path(sys.argv[1]), progress=progress)
"""


def test_a_run_killed_at_seventy_percent_goes_on(tmp_path):
    folder = tmp_path / "work"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    ended = subprocess.run([sys.executable, "-c", KILLED, str(folder)], env=environment, check=False)
    assert ended.returncode == -signal.SIGKILL
    seen = []
    found = mine_lexical(
        POOL, "0.3", pairs_a_unit=200, threads=1, folder=folder,
        progress=lambda done, total: bool(seen.append(done / total)) or True,
    )  # fmt: skip
    assert 0.7 <= seen[0] < 0.8
    assert pairs(found) == pairs(EVERYTHING)
