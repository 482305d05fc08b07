"""Every command without each required option, and with nonsense for each option: exit 2, nothing stored."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from aloi.terminal import base
from aloi.terminal.main import aloi
from aloi.terminal.options import FieldType

# They serve or work on until they are stopped; `fertility` loads a tokenizer for each name it is given.
LASTING = {("serve",), ("work",), ("demo",), ("fertility",)}
STORE = "aloi-data/aloi.db"
NONSENSE = ["", "\0x"]
MORE_NONSENSE = ["-1", "folder", "nonexistent", "nan", "1e400", "é", "x" * 300, "table.csv", "../..", "--"]


def commands(command: click.Command = aloi, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the path of each command that is no group."""
    for name, child in children(command).items():
        yield from commands(child, (*path, name))
    if not isinstance(command, click.Group):
        yield path


def children(command: click.Command) -> Mapping[str, click.Command]:
    """Return the commands of a group, or those that the first word of a command may name."""
    if not isinstance(command, click.Group):
        others: Mapping[str, click.Command] = getattr(command, "others", {})
        return others
    context = click.Context(command)
    named = {name: command.get_command(context, name) for name in command.list_commands(context)}
    return {name: child for name, child in named.items() if child is not None}


def command_of(path: tuple[str, ...]) -> click.Command:
    command: click.Command = aloi
    for name in path:
        command = children(command)[name]
    return command


def plausible(parameter: click.Parameter) -> str:
    """Return a value that the type of an option or argument takes; files exist, names do not."""
    kind = parameter.type
    if isinstance(kind, FieldType):
        field = kind.field
        kinds = {int: "1", float: "0.5", Path: "table.csv"}
        return field.option.example or (
            str(field.literals[0]) if field.literals else kinds.get(field.type, "x")
        )
    if isinstance(kind, click.Choice):
        return str(kind.choices[0])
    if isinstance(kind, click.Path):
        return "new.tsv" if "out" in str(parameter.name) else "table.csv"
    if isinstance(kind, click.types.IntParamType):
        return "1"
    return "0.5" if isinstance(kind, click.types.FloatParamType) else "x"


def arguments(
    command: click.Command, *, without: click.Parameter | None = None, nonsense: tuple[str, str] | None = None
) -> list[str]:
    """Return what a command needs: all but one of it, or one parameter (by its name) with nonsense."""
    options: list[str] = []
    positional: list[str] = []
    for parameter in command.params:
        chosen = nonsense is not None and parameter.name == nonsense[0]
        if parameter is without or not (parameter.required or chosen):
            continue
        value = nonsense[1] if chosen and nonsense else plausible(parameter)
        if isinstance(parameter, click.Argument):
            positional.append(value)
        elif not getattr(parameter, "is_flag", False):
            options += [parameter.opts[0], *[value] * max(1, parameter.nargs)]
    return [*options, *(["--"] if any(one.startswith("-") for one in positional) else []), *positional]


@lru_cache(1)
def rows_of(folder: Path, content: tuple[bytes, bytes]) -> list[str]:
    """Return what the store holds, which is read once as long as neither its file nor its log changes."""
    del content
    connection = sqlite3.connect(folder / STORE)
    try:
        names = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        return [str(connection.execute(f'SELECT * FROM "{name}"').fetchall()) for name in sorted(names)]
    finally:
        connection.close()


def state(folder: Path) -> tuple[list[str], dict[str, bytes]]:
    """Return what the store holds, and every other file."""
    store, log = folder / STORE, folder / f"{STORE}-wal"
    rows = rows_of(folder, (store.read_bytes(), log.read_bytes() if log.exists() else b""))
    files = {
        str(one.relative_to(folder)): one.read_bytes()
        for one in folder.rglob("*")
        if one.is_file() and not one.name.startswith("aloi.db")
    }
    return rows, files


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with an empty store, a table and a folder."""
    folder = tmp_path_factory.mktemp("commands")
    (folder / "folder").mkdir()
    (folder / "table.csv").write_text("id,text\n1,Bonjour.\n")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        patched.delenv("ALOI_STORE", raising=False)
        assert CliRunner().invoke(aloi, ["corpus", "list"]).exit_code == 0
    return folder


@pytest.fixture
def here(store: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the store, which is also the current one."""
    monkeypatch.chdir(store)
    monkeypatch.delenv("ALOI_STORE", raising=False)
    monkeypatch.setattr(base, "_TOLD_EVERY_SECONDS", math.inf)  # a busy machine has no lines of progress more
    return store


def run(path: tuple[str, ...], given: list[str], *, must_fail: bool) -> tuple[bool, str | None]:
    """Return whether a command was refused, and what was wrong: a traceback, another status, many lines."""
    result = CliRunner().invoke(aloi, [*path, *given])
    lines = result.stderr.strip().splitlines()
    shown = f"{' '.join(path)} {[one[:20] for one in given]}"
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        return True, f"{shown}: {result.exception!r}"
    if result.exit_code == 0 and not must_fail:
        return False, None  # what means nothing may still be a name, a word or a column
    if result.exit_code != 2 or not 1 <= len(lines) <= 3:
        return True, f"{shown}: exit {result.exit_code}, {len(lines)} lines: {lines[:3]}"
    return True, None


@pytest.mark.parametrize("path", [one for one in commands() if one not in LASTING], ids=" ".join)
def test_a_command_refuses_what_it_lacks_and_what_means_nothing(path: tuple[str, ...], here: Path) -> None:
    walk(path, NONSENSE, here)


@pytest.mark.slow
@pytest.mark.parametrize("path", [one for one in commands() if one not in LASTING], ids=" ".join)
def test_a_command_refuses_more_that_means_nothing(path: tuple[str, ...], here: Path) -> None:
    walk(path, MORE_NONSENSE, here)


def walk(path: tuple[str, ...], nonsense: list[str], folder: Path) -> None:
    """Run a command without each parameter it needs, and with nonsense for each that takes a value.

    What is refused must leave the store and the files as they were; what is accepted may change them.
    """
    problems = []
    before = state(folder)
    for given, must_fail in cases(command_of(path), nonsense):
        refused, problem = run(path, given, must_fail=must_fail)
        if problem is not None:
            problems.append(problem)
        after = state(folder)
        if refused and after != before:
            problems.append(f"{' '.join(path)} {given}: refused, and something was stored")
        before = after
    assert not problems, "\n".join(problems)


def cases(command: click.Command, nonsense: list[str]) -> Iterator[tuple[list[str], bool]]:
    """Yield the arguments of each run, and whether it must be refused."""
    for parameter in command.params:
        if parameter.required:
            yield arguments(command, without=parameter), True
        if not getattr(parameter, "is_flag", False):
            for value in nonsense:
                yield arguments(command, nonsense=(str(parameter.name), value)), "\0" in value


def test_the_walk_knows_every_command() -> None:
    paths = list(commands())
    assert len(paths) > 100
    assert set(paths) >= LASTING
    assert arguments(command_of(("corpus", "import")))[:2] == ["--name", "ward"]


def test_a_folder_of_several_dictionaries_is_refused(here: Path) -> None:
    several = here / "folder" / "dictionaries"
    several.mkdir()
    for name in ("a.dict", "b.dict"):
        (several / name).write_text("C1||heart\n")
    given = ["--dictionary", str(several), "--mentions", "table.csv", "--ranker", "tfidf"]
    assert run(("linking", "rank"), given, must_fail=True) == (True, None)
