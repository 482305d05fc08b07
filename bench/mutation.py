"""Whether the tests notice mistakes: a seeded sample of mutants, and the share of them that a test kills.

    .venv/bin/python bench/mutation.py --seed 0 --sample 100

The sample is drawn evenly from the rooms whose numbers and files people rely on. Each mutant is put into a
temporary copy of the checkout, never into the checkout itself, and the tests that could kill it run until
one fails: those in the mirrored folder, then those of its layer or that name the module, then those
elsewhere, in each those first that name what is changed, then the nearest importer, as many as take
`--seconds` of the processor without a mutant. A test kills where it fails again alone, so that none does
which a busy machine broke. A run that takes three times as long and more is hung, and counts as killed,
where the same tests without the mutant are not as slow at that moment. Printed: a line a mutant, and last a
table by room with the score in percent.

Why not mutmut or cosmic-ray: neither draws a sample or chooses tests by mutant, removes calls or swaps
arguments, so nearly all of this would remain, beside six or twelve packages more.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import gc
import importlib
import json
import multiprocessing
import os
import py_compile
import random
import re
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Generator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from itertools import islice
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from bench.importers import below_aloi, distances, doors_to, examples, importers
from bench.mutants import Mutant, is_one, mutants

ROOT = Path(__file__).resolve().parents[1]
ROOMS: Mapping[str, tuple[str, ...]] = {  # the first that holds a module is its room
    "jobs": ("aloi/workbench/jobs.py", "aloi/storage/jobs.py"),
    "agreement": ("agreement/",),
    "evaluation": ("aloi/evaluation/",),
    "storage": ("aloi/storage/",),
    "gold/formats": ("aloi/gold/formats/",),
}
# What has been released is frozen; a table of what simulations gave, which a slow test simulates again.
_LEFT_ALONE = ("aloi/storage/migrations/", "agreement/intervals/coverage.py")
_NOT_COPIED = (".venv", ".git", "__pycache__", ".*_cache", ".hypothesis", "aloi-data", "build", "*.db*")
# Loaded once and inherited by every run of tests; none of them is ours, nor a plugin of pytest.
_HEAVY = ("numpy", "scipy.stats", "sklearn.metrics", "sqlalchemy", "alembic")
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
_RAN = (0, 1, 2, 5)  # exit statuses of pytest: passed, failed, not imported, no test found
_AT_ONCE = 6  # test files measured together
_TIMES, _MORE = 3, 20.0  # a run is hung after so many times what it takes unmutated, and these seconds


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one mutant: killed, survived or timeout, by which test, after how many seconds."""

    mutant: Mutant
    outcome: str
    by: str
    seconds: float


@dataclass(slots=True, eq=False)  # a plugin of pytest has a hash
class Report:
    """What a run of pytest told: its exit status, failed tests, files it could not import, seconds a file.

    `cpu` are those of the processor, which are the same on a busy machine, of ended children too.
    """

    status: int = 0
    failed: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    cpu: dict[str, float] = field(default_factory=dict)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, bool, bool]:
        """Note how much of the processor a test took."""
        file, begun = item.nodeid.split("::")[0], sum(os.times()[:4])
        try:
            return (yield)
        finally:
            self.cpu[file] = self.cpu.get(file, 0.0) + sum(os.times()[:4]) - begun

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note how long a test took, and whether it failed."""
        file = report.nodeid.split("::")[0]
        self.seconds[file] = self.seconds.get(file, 0.0) + report.duration
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note a file that could not be imported."""
        if report.failed:
            self.broken.append(report.nodeid)


class Checkout:
    """A copy of the checkout, in which one module at a time is mutated and tested."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = folder / "checkout"
        shutil.copytree(root, self.root, symlinks=True, ignore=shutil.ignore_patterns(*_NOT_COPIED))
        # A pyc of a time and a size would be taken for that of the next mutant, made within the same second.
        by_hash = py_compile.PycInvalidationMode.CHECKED_HASH
        compared_folders = re.compile("/golden/.*/")  # folders that tests compare file by file
        compileall.compile_dir(self.root, quiet=2, rx=compared_folders, invalidation_mode=by_hash)
        self._importers = importers(self.root)
        self._words = {
            path.relative_to(self.root).as_posix(): set(re.findall(r"\w+", path.read_text(encoding="utf-8")))
            for path in sorted((self.root / "tests").rglob("test_*.py"))
        }
        self._examples = examples(self.root)
        self._seconds: dict[str, float] = {}
        self._cpu: dict[str, float] = {}
        self.failing: set[str] = set()  # without any mutant: these kill nothing

    def try_out(self, mutant: Mutant, seconds: float) -> Result:
        """Return what the tests say about a mutant; the copy is then as it was."""
        begun = time.perf_counter()
        spent = 0.0
        doors = doors_to(ast.parse((self.root / mutant.module).read_bytes()), mutant.line)
        for tier in self.choose(mutant.module, doors):
            tests = self._within(tier, seconds - spent)
            if not tests:
                continue
            usual = sum(self._seconds[test] for test in tests)
            spent += sum(self._cpu[test] for test in tests)
            outcome, by = self._killed(mutant, tests, _TIMES * usual + _MORE)
            if outcome != "survived":
                return Result(mutant, outcome, by, time.perf_counter() - begun)
        return Result(mutant, "survived", "", time.perf_counter() - begun)

    def choose(self, module: str, doors: Set[str] = frozenset()) -> list[list[str]]:
        """Return the files with tests that reach a module: the mirrored folder's, then others, then the rest.

        What stands in the mirrored folder may reach it through a fixture alone. The others stand in the
        layer or name the module. `doors` are names by which tests may call what is changed.
        """
        far, name = distances(module, self._importers), Path(module).stem
        mirrored = module.removeprefix("aloi/")
        folder, layer = f"tests/{Path(mirrored).parent.as_posix()}/", f"tests/{mirrored.split('/')[0]}/"
        near = [test for test in self._words if test.startswith(folder) or test in far]
        near.sort(
            key=lambda test: (
                Path(test).stem != f"test_{name}",
                name not in self._words[test],
                not doors & self._words[test],
                far.get(test, len(far)),
                test,
            )
        )
        examples_of = [module, *sorted(self._examples.get(module, set()) - {module})]
        tiers: list[list[str]] = [[*map(below_aloi, examples_of)], [], []]  # doctests first
        for test in near:
            if not test.startswith("tests/browser/"):
                named = test.startswith(layer) or name in self._words[test]
                tiers[0 if test.startswith(folder) else 1 if named else 2].append(test)
        return tiers

    def _within(self, tests: Sequence[str], seconds: float) -> list[str]:
        """Return the first of some files with tests: those that together take so many seconds unmutated."""
        chosen: list[str] = []
        for index, test in enumerate(tests):
            if seconds <= 0:
                break
            if test not in self._seconds:
                self._measure([one for one in tests[index : index + _AT_ONCE] if one not in self._seconds])
            seconds -= self._cpu[test]
            if test not in self.failing:
                chosen.append(test)
        return chosen

    def _measure(self, tests: Sequence[str]) -> None:
        report = run_tests(self.root, tests)
        if report is None or report.status not in _RAN:
            raise RuntimeError(f"pytest did not run these files, without any mutant: {' '.join(tests)}")
        self.failing.update(report.failed, report.broken)
        self._seconds.update({test: report.seconds.get(test, 0.0) for test in tests})
        self._cpu.update({test: report.cpu.get(test, 0.0) for test in tests})

    def _killed(self, mutant: Mutant, tests: Sequence[str], limit: float) -> tuple[str, str]:
        skipped = {test for test in self.failing if "::" in test}
        while True:
            chosen = [*tests, "-x", *(f"--deselect={test}" for test in sorted(skipped))]
            try:
                report = self._mutated(mutant, chosen, limit)
            except TimeoutError:
                begun = time.perf_counter()
                run_tests(self.root, chosen)
                now = _TIMES * (time.perf_counter() - begun) + _MORE
                if now <= 2 * limit:
                    return "timeout", f"more than {limit:.0f} s"
                limit = now  # the machine is busier than when these tests were measured
                continue
            if report is None or report.status not in _RAN:
                return "killed", "the end of pytest"
            if report.broken:
                return "killed", report.broken[0]
            if not report.failed:
                return "survived", ""
            with suppress(TimeoutError):
                again = self._mutated(mutant, [report.failed[0]], limit)
                if again and again.status == 0:  # it failed by chance, or for what ran before it
                    skipped.add(report.failed[0])
                    continue
            return "killed", report.failed[0]

    def _mutated(self, mutant: Mutant, arguments: Sequence[str], limit: float) -> Report | None:
        path = self.root / mutant.module
        source = path.read_bytes()
        path.write_bytes(mutant.applied(source))
        try:
            return run_tests(self.root, arguments, limit)
        finally:
            path.write_bytes(source)


def run_tests(root: Path, arguments: Sequence[str], limit: float | None = None) -> Report | None:
    """Return what pytest reports from a process of its own; None when that ended before.

    Raises
    ------
    TimeoutError
        When it takes longer than `limit` seconds, counted while this process is not stopped; whatever it
        started is then ended.
    """
    fork = multiprocessing.get_context("fork")
    receiving, sending = fork.Pipe(duplex=False)
    process = fork.Process(target=_pytest, args=(root, [*arguments], sending))
    process.start()
    sending.close()
    try:
        slices: list[float | None] = [None] if limit is None else [1.0] * int(limit) + [limit % 1]
        if not any(receiving.poll(each) for each in slices):
            raise TimeoutError
        report = receiving.recv()
        process.join(10)  # threads that a mutant left may never end
    except EOFError:
        return None
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.join()
        receiving.close()
    return Report(**report)


def _pytest(root: Path, arguments: list[str], sending: Connection) -> None:
    gc.freeze()  # pytest collects garbage at its end, five times: not what was inherited
    os.setsid()
    os.chdir(root)
    sys.dont_write_bytecode = True
    shared = os.environ.get("ALOI_SHARED") or str(ROOT.parent / "shared")
    os.environ.update(PYTHONPATH=str(root), PYTHONDONTWRITEBYTECODE="1", ALOI_SHARED=shared)
    sys.path[:] = [str(root), *(entry for entry in sys.path if Path(entry or ".").resolve() != ROOT)]
    ours = {path.stem for path in root.iterdir()}
    for name in [name for name in sys.modules if name.split(".")[0] in ours]:
        del sys.modules[name]  # what the copy holds is loaded from the copy
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    sys.stdout = sys.stderr = os.fdopen(nowhere, "w")
    fixed = [
        "-q",
        "-p",
        "no:cacheprovider",
        "-m",
        "not browser and not slow",
        f"--basetemp={root.parent / 'tmp'}",
    ]
    report = Report()
    report.status = int(pytest.main([*fixed, *arguments], plugins=[report]))
    sending.send(asdict(report))


def draw(root: Path, prefix: str, size: int, seed: int) -> list[Mutant]:
    """Return about `size` mutants, as many from each room, of the modules whose path begins with a prefix."""
    rooms: dict[str, list[Mutant]] = {}
    for path in sorted(root.rglob("*.py")):
        module = path.relative_to(root).as_posix()
        room = room_of(module)
        if room and module.startswith(prefix) and not module.startswith(_LEFT_ALONE):
            rooms.setdefault(room, []).extend(mutants(module, path.read_bytes()))
    chance = random.Random(seed)
    drawn = []
    for room in (room for room in ROOMS if room in rooms):
        each = -(-size // len(rooms))
        chance.shuffle(rooms[room])
        told_apart = (one for one in rooms[room] if is_one(one, (root / one.module).read_bytes()))
        drawn += sorted(islice(told_apart, each), key=lambda one: (one.module, one.start))
    return drawn


def room_of(module: str) -> str:
    """Return the room a module belongs to, "" for none."""
    return next((room for room, starts in ROOMS.items() if module.startswith(starts)), "")


def table(results: Sequence[Result]) -> str:
    """Return killed, timed out and survived mutants and the score of each room and of all."""
    lines = [f"{'room':<14}{'mutants':>8}{'killed':>8}{'timeout':>8}{'survived':>9}{'score':>8}"]
    for room in (*ROOMS, "all"):
        ones = [one.outcome for one in results if room in ("all", room_of(one.mutant.module))]
        if ones:
            counts = [ones.count(outcome) for outcome in ("killed", "timeout", "survived")]
            cells = "".join(f"{count:>{width}}" for count, width in zip(counts, (8, 8, 9), strict=True))
            lines.append(f"{room:<14}{len(ones):>8}{cells}{1 - counts[2] / len(ones):>8.0%}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--sample", type=int, default=100, help="mutants, about as many from each room")
    parser.add_argument("--module", default="", metavar="PREFIX", help="only modules whose path begins so")
    parser.add_argument(
        "--seconds", type=float, default=40, help="of the processor that a mutant may cost, unmutated"
    )
    parser.add_argument("--json", action="store_true", help="print JSON; the lines go to standard error")
    options = parser.parse_args(arguments)
    os.environ.update(_ONE_THREAD)
    for name in _HEAVY:
        importlib.import_module(name)
    results = []
    with tempfile.TemporaryDirectory(prefix="aloi-mutation-") as folder:
        checkout = Checkout(ROOT, Path(folder))
        for mutant in draw(ROOT, options.module, options.sample, options.seed):
            result = checkout.try_out(mutant, options.seconds)
            results.append(result)
            by = f" by {result.by}" if result.by else ""
            change = f"{mutant.before} -> {mutant.after}"
            print(
                f"{mutant.module}:{mutant.line} {mutant.operator}: {change}: {result.outcome}{by}",
                f"({result.seconds:.0f} s)",
                file=sys.stderr if options.json else sys.stdout,
                flush=True,
            )
        for test in sorted(checkout.failing):
            print(f"fails without any mutant, and was left out: {test}", file=sys.stderr)
    score = sum(one.outcome != "survived" for one in results) / len(results) if results else None
    if options.json:
        rows = [{**asdict(one), "room": room_of(one.mutant.module)} for one in results]
        print(
            json.dumps({"seed": options.seed, "score": score, "mutants": rows}, ensure_ascii=False, indent=1)
        )
    else:
        print(table(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
