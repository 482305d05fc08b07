"""A database that fails is told in three lines, and no text of a restricted corpus is among them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench.jobs import run_one, start

SECRET = "La patiente de la chambre secrète tousse."
_IMPORT = ("--name", "ward", "--language", "fr", "--licence", "none", "--restricted")


@pytest.fixture
def texts(folder: Path) -> Path:
    """Return a folder of texts that need more room than a small database has."""
    made = folder / "texts"
    made.mkdir()
    for number in range(30):
        (made / f"t{number:02}.txt").write_text(f"{SECRET} {number}. " * 200, encoding="utf-8")
    return made


@pytest.fixture
def url(folder: Path) -> str:
    found = f"sqlite:///{folder / 'aloi.db'}"
    Store.open(found).close()
    return found


@pytest.fixture
def full(folder: Path, url: str) -> Iterator[Callable[[], None]]:
    """Return a function from which on no database takes more room than this one has now."""

    def limit(connection: sqlite3.Connection, record: object) -> None:
        del record
        connection.execute("PRAGMA max_page_count = 1").close()  # the least is what it has

    yield lambda: event.listen(Engine, "connect", limit)
    if event.contains(Engine, "connect", limit):
        event.remove(Engine, "connect", limit)


def overwrite(path: Path, share: float) -> None:
    """Overwrite 50,000 bytes of a file, from this share of it on."""
    content = bytearray(path.read_bytes())
    start = int(len(content) * share)
    content[start : start + 50_000] = b"\xff" * 50_000
    path.write_bytes(content)


def test_a_full_disk_is_told_without_texts(texts: Path, url: str, full, refused) -> None:
    full()
    told = refused("corpus", "import", texts, *_IMPORT, "--store", url)
    assert "is full" in told
    assert "permission" not in told
    assert "secrète" not in told


def test_a_read_only_file_is_told_without_texts(texts: Path, url: str, refused) -> None:
    closed = url.replace("sqlite:///", "sqlite:///file:") + "?mode=ro&uri=true"
    told = refused("corpus", "import", texts, *_IMPORT, "--store", closed)
    assert "permissions" in told
    assert "secrète" not in told


def test_a_store_held_by_another_program_is_told(
    texts: Path, folder: Path, url: str, refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aloi.storage.database._BUSY_MS", 20)
    with closing(sqlite3.connect(folder / "aloi.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        told = refused("corpus", "import", texts, *_IMPORT, "--store", url)
    assert "another program" in told
    assert "secrète" not in told


def test_a_damaged_file_is_told_without_texts(texts: Path, folder: Path, url: str, invoke, refused) -> None:
    assert invoke("corpus", "import", texts, *_IMPORT, "--store", url).exit_code == 0
    overwrite(folder / "aloi.db", 0.8)
    told = refused("corpus", "segment", "ward", "--store", url)
    assert "damaged" in told
    assert "aloi restore" in told
    assert "secrète" not in told


def test_the_check_of_a_damaged_file_says_where_in_three_lines(
    texts: Path, folder: Path, url: str, invoke
) -> None:
    assert invoke("corpus", "import", texts, *_IMPORT, "--store", url).exit_code == 0
    sound = invoke("check", "--store", url, "--json")
    found = json.loads(sound.stdout)
    assert len(found.pop("head")) == 64
    counts = {"documents": 30, "sentences": 0, "releases": 0, "answers": 0, "events": 1}
    assert (sound.exit_code, found) == (0, {"sound": True, **counts, "problems": []})
    overwrite(folder / "aloi.db", 0.8)
    told = invoke("check", "--store", url)
    assert (told.exit_code, told.stderr) == (1, "")
    lines = told.stdout.splitlines()
    assert len(lines) == 3
    assert "is damaged: the tables documents cannot be read" in lines[0]
    assert "aloi restore" in lines[2]
    document = json.loads(invoke("check", "--store", url, "--json").stdout)
    assert not document["sound"]
    assert [(one["table"], one["id"]) for one in document["problems"]] == [("documents", None)]
    assert "secrète" not in json.dumps(document, ensure_ascii=False)


def test_the_check_of_a_file_whose_start_is_damaged(url: str, folder: Path, invoke) -> None:
    overwrite(folder / "aloi.db", 0)
    told = invoke("check", "--store", url)
    assert (told.exit_code, len(told.stdout.splitlines())) == (1, 3)
    assert json.loads(invoke("check", "--store", url, "--json").stdout)["sound"] is False


def test_bytes_that_are_no_text_are_told_without_texts(
    texts: Path, folder: Path, url: str, invoke, refused
) -> None:
    assert invoke("corpus", "import", texts, *_IMPORT, "--store", url).exit_code == 0
    with closing(sqlite3.connect(folder / "aloi.db")) as plain, plain:
        plain.execute("UPDATE documents SET text = CAST(CAST(text AS BLOB) || X'FF' AS TEXT)")
    told = refused("corpus", "segment", "ward", "--store", url)
    assert "damaged" in told
    assert "secrète" not in told


def test_a_job_says_no_text_of_what_it_could_not_write(
    texts: Path, folder: Path, url: str, full, invoke
) -> None:
    assert invoke("corpus", "import", texts, *_IMPORT, "--store", url).exit_code == 0
    store = Store.open(url)
    start(store, "segment", {"corpus": "ward"}, "A1", datetime(2026, 3, 2, tzinfo=UTC))
    store.close()
    full()
    store = Store.open(url)
    job = run_one(store, folder)
    store.close()
    assert job is not None
    assert job.status == "failed"
    assert job.error is not None
    assert "is full" in job.error
    assert len(job.error.splitlines()) <= 3
    assert "secrète" not in job.error


def test_an_error_of_the_program_shows_no_parameters(store: Store) -> None:
    unstorable = {"text": SECRET, "set": {1}}
    with pytest.raises(Exception, match="JSON") as failure:
        store.jobs.add("mine", unstorable, "A1", datetime(2026, 3, 2, tzinfo=UTC))  # type: ignore[arg-type]
    assert not isinstance(failure.value, AloiError)
    assert "secrète" not in str(failure.value)
