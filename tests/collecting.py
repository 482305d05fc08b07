"""What a run of the tests looks through before the first of them: the same files in each of its processes."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Generator, Sequence
from pathlib import Path

import pytest
from _pytest.assertion import rewrite as rewriting
from _pytest.doctest import DoctestModule


class Examples:
    """Looks for examples in docstrings where a file has any: nothing else is loaded and searched for them."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        found = yield
        if ">>>" in file_path.read_text(encoding="utf-8", errors="replace"):
            return found
        return [one for one in found if not isinstance(one, DoctestModule)]


def rewrite(config: pytest.Config, paths: Sequence[Path]) -> None:
    """Rewrite the assertions of files with tests where pytest keeps them rewritten, each in one process.

    After a fresh checkout every process would do so with every file, for longer than it takes to load them.
    """
    kept = {path: rewriting.get_cache_dir(path) / f"{path.stem}{rewriting.PYC_TAIL}" for path in paths}
    new = [path for path in paths if not kept[path].exists()]
    if sys.dont_write_bytecode or len(new) < len(paths) / 10:
        return
    count = os.cpu_count() or 1

    def work(place: int) -> None:
        state = config.stash[rewriting.assertstate_key]
        for path in new[place::count]:
            kept[path].parent.mkdir(exist_ok=True)
            source_hash, code = rewriting._rewrite_test(path, config)
            rewriting._write_pyc(state, code, source_hash, kept[path])

    fork = multiprocessing.get_context("fork")
    processes = [fork.Process(target=work, args=(place,)) for place in range(count)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
