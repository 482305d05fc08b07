"""A word of a restricted corpus, looked for in all that a whole path by commands prints and writes.

It may stand in what was given, in the store and its copies, in the candidates that were asked for as a file,
and nowhere else without a reason.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.terminal.overriding import overriding
from tests.terminal.test_store_path import REPORTS, write

pytestmark = pytest.mark.slow
CANARY = "Zyxquillard"
BELONGS = {"c.tsv", "aloi.db", "aloi.db-wal", "aloi.db-shm", "copy.db"}


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return the addresses that anything connects to from now on."""
    found: list[object] = []

    def connect(self: socket.socket, address: object) -> None:
        found.append(address)
        raise OSError("no network here")

    monkeypatch.setattr(socket.socket, "connect", connect)
    monkeypatch.setattr(socket.socket, "connect_ex", connect)
    return found


def holding(folder: Path) -> set[str]:
    """Return the files that hold the word, whatever their form is."""
    word = CANARY.lower().encode()
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and word in path.read_bytes().lower()
    }


def test_a_restricted_text_stands_only_where_it_belongs(
    told: Any, invoke: Callable[..., Any], folder: Path, connections: list[object]
) -> None:
    printed: list[str] = []

    def run(*arguments: object) -> Any:
        result = invoke(*arguments)
        printed.append(f"{arguments}: {result.stdout}{result.stderr}")
        return result

    def done(*arguments: object) -> Any:
        result = run(*arguments)
        assert result.exit_code == 0, result.stderr
        return result

    texts = folder / "texts"
    texts.mkdir()
    for name, text in REPORTS.items():
        whole = text.replace("depuis", f"{CANARY} depuis").replace(" est ", f" {CANARY} est ")
        (texts / f"{name}.txt").write_text(whole, encoding="utf-8")
    store = ("--store", f"sqlite:///{folder / 'aloi.db'}")
    about = ("--name", "ward", "--language", "fr", "--licence", "data-use agreement", "--restricted")
    done("corpus", "import", texts, *about, *store)
    done("corpus", "segment", "ward", *store)
    done("corpus", "mine", "ward", "--threshold", "0.3", "--out", folder / "c.tsv", *store)
    mine = ("corpus", "mine", "ward", "--threshold", "0.3", "--scheduler", "tcp://192.0.2.1:8786")
    assert run(*mine, "--out", folder / "no.tsv", *store).exit_code == 2
    draw = ("--threshold", "0.3", "--per-bin", 3, "--seed", 1)
    items = told("corpus", "draw", "ward", folder / "c.tsv", *draw, *store)["item_ids"]
    for name in ("Ada Novel", "Bo Novel"):
        done("people", "add", "--name", name, *store)
    done("people", "add", "--name", "Cy Novel", "--role", "adjudicator", *store)
    done("campaign", "create", "--name", "likeness", "--corpus", "ward", *store)
    done("guideline", "add", "--campaign", "likeness", "--ready", *store)
    its = ("--campaign", "likeness")
    done("round", "open", *its, "--purpose", "main", "--annotators", "A1,A2", *store)
    answers = [[item, who, place % 6] for place, item in enumerate(items) for who in ("A1", "A2")]
    answers[1][2] = 5
    table = write(folder / "answers.tsv", ["item_id", "annotator", "value"], answers)
    wrong = write(
        folder / "wrong.tsv", ["item_id", "annotator", "value"], [[items[0], "A1", "x"], ["no", "A1", 1]]
    )
    assert run("annotations", "import", wrong, *its, "--round", 1, *store).exit_code == 2
    done("annotations", "import", table, *its, "--round", 1, *store)
    decisions = [[items[0], 1, "Read twice.", "A3"]]
    columns = ["item_id", "value", "why", "adjudicator"]
    done("adjudicate", write(folder / "d.tsv", columns, decisions), *its, "--round", 1, *store)
    for look in (("round", "status", *its, "--round", 1), ("round", "agreement", *its, "--round", 1)):
        done(*look, *store)
    done("campaign", "overview", "likeness", *store)
    done("gold", "freeze", *its, *store)
    build = ("release", "build", *its, "--sizes", "train=0.5,test=rest", "--seed", 2, "--version")
    assert run(*build, "1.0", *store).exit_code == 2  # the gate
    why = overriding("agreement", "crossing", "licence", "identifiers")
    done(*build, "1.0", "--stand-off", *why, *store)
    done("release", "export", "1.0", "--stand-off", "--out", folder / "out", *store)
    assert (
        run("release", "export", "1.0", "--format", "sts_tsv", "--out", folder / "no", *store).exit_code == 2
    )
    assert run("annotations", "export", *its, "--round", 1, "--out", folder / "no.tsv", *store).exit_code == 2
    assert run("campaign", "archive", "likeness", "--out", folder / "no.zip", *store).exit_code == 2
    done("backup", folder / "copy.db", *store)
    done("check", *store)
    done("release", "verify", "1.0", *store)

    assert [line for line in printed if CANARY.lower() in line.lower()] == []
    found = {one for one in holding(folder) if not one.startswith("texts/")}
    assert found - BELONGS == set()
    assert {"aloi.db", "copy.db"} <= found  # so the word would have been found
    assert connections == []
