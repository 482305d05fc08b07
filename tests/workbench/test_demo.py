"""The same seed makes the same demo, another seed another one."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage.store import Store
from workbench.demo import Demo, build_demo
from workbench.store.check import check


@pytest.mark.slow
def test_a_seed_decides_the_content_of_the_demo(tmp_path: Path) -> None:
    made: list[Demo] = []
    for number, seed in enumerate((0, 0, 1)):
        store = Store.open(f"sqlite:///{tmp_path / f'{number}.db'}")
        made.append(build_demo(store, tmp_path / str(number), seed))
        assert check(store).problems == ()
        store.close()
    first, same, other = (one.release.checksum for one in made)
    assert first == same
    assert first != other
    assert [one.pseudonym for one in made[0].people] == [one.pseudonym for one in made[2].people]
