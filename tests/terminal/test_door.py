"""The door itself: help, usage errors, exit statuses, and how quickly it opens."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from aloi.terminal.main import aloi

ROOT = Path(__file__).parents[2]
# Top-level commands and the commands of each group, as outside scripts rely on them.
CONTRACT = {
    "segment", "mine", "agreement", "score sts", "score sari", "formats", "corpus import",
    "corpus list", "corpus segment",
    "people add", "people list", "people invite", "people invites", "people uninvite",
    "guideline add", "guideline list", "guideline show",
    "campaign create", "campaign list", "campaign close", "campaign open", "campaign assume", "round open",
    "campaign overview", "campaign wanted",
    "round late list", "round late take", "round late leave",
    "round close", "round reopen", "round status", "round reassign", "round add-annotator",
    "annotations import", "annotations export", "adjudicate", "gold freeze", "release build", "release list",
    "release diff", "release verify", "release export", "serve", "work", "demo", "check", "backup", "restore",
    "operations stats", "operations sari-study", "round agreement",
    "recipes", "train", "evaluate", "run list", "run show", "run verify",
}  # fmt: skip


def commands(group: click.Group, before: str = "") -> dict[str, click.Command]:
    """Return every command that does something, by its full name."""
    found = {}
    context = click.Context(group)
    for name in group.list_commands(context):
        one = group.get_command(context, name)
        assert one is not None
        if isinstance(one, click.Group):
            found.update(commands(one, f"{before}{name} "))
        else:
            found[before + name] = one
    return found


def test_every_command_of_the_contract_is_there() -> None:
    assert set(commands(aloi)) >= CONTRACT


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_reader_that_leaves_early_is_no_error(options: list[str]) -> None:
    command = shlex.join([sys.executable, "-m", "aloi.terminal.main", "formats", *options])
    piped = f"{command} | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", piped], capture_output=True, text=True, cwd=ROOT, check=True)
    assert (done.stdout, done.stderr) == ("0\n", "")


@pytest.mark.parametrize("name", sorted(commands(aloi)))
def test_every_command_explains_itself_and_takes_json(name: str) -> None:
    result = CliRunner().invoke(aloi, [*name.split(), "--help"])
    assert result.exit_code == 0
    assert "--json" in result.stdout
    assert len(result.stdout.split("\n\n")[1].strip()) > 10


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("bogus",), "No such command 'bogus'"),
        (("mine",), "SENTENCES is missing"),
        (("mine", "absent.tsv", "--out", "p.tsv"), "SENTENCES is absent.tsv: there is no such file"),
        (("corpus", "list", "--nonsense"), "No such option"),
        (("release", "build", "--campaign", "x"), "--version is missing"),
    ],
)
def test_usage_errors_are_short_and_exit_2(
    refused: Callable[..., str], folder: Path, arguments: tuple[str, ...], message: str
) -> None:
    assert message in refused(*arguments)
    assert list(folder.iterdir()) == []


def test_without_a_command_the_help_is_shown(invoke: Callable[..., Result]) -> None:
    result = invoke()
    assert result.exit_code == 2
    assert "agreement" in result.stderr


def test_an_input_that_may_not_be_read_is_no_traceback(refused: Callable[..., str], folder: Path) -> None:
    (folder / "table.tsv").mkdir()
    refused("agreement", "table.tsv", "--level", "nominal")


@pytest.mark.parametrize("url", ["nonsense", "nothing://x", "mysql://someone:secret@nowhere/x"])
def test_a_store_that_cannot_be_opened_is_told(refused: Callable[..., str], folder: Path, url: str) -> None:
    message = refused("people", "list", "--store", url)
    assert "database URL such as sqlite:///aloi-data/aloi.db" in message
    assert "secret" not in message
    assert list(folder.iterdir()) == []


def test_temporary_files_of_a_command_lie_in_the_data_folder_where_there_is_one(
    told: Callable[..., object], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tempfile.gettempdir()
    told("people", "list", "--store", "sqlite:///elsewhere.db")
    assert tempfile.gettempdir() == before
    assert not (folder / "aloi-data").exists()
    told("people", "list")
    assert tempfile.gettempdir() == str(folder / "aloi-data" / "temporary")
    monkeypatch.setattr(tempfile, "tempdir", before)
    shutil.rmtree(folder / "aloi-data" / "temporary")
    (folder / "aloi-data" / "temporary").write_text("in the way")
    told("people", "list")  # needs none
    assert tempfile.gettempdir() == before


def test_a_file_that_is_no_database_is_told(refused: Callable[..., str], folder: Path) -> None:
    (folder / "notes.db").write_text(
        "Not a database, but more than a hundred bytes of notes. " * 3, encoding="utf-8"
    )
    assert "cannot be opened" in refused("people", "list", "--store", "sqlite:///notes.db")


def test_formats_names_those_of_the_contract(told: Callable[..., dict[str, list[dict[str, str]]]]) -> None:
    names = [one["name"] for one in told("formats")["formats"]]
    assert names[:3] == ["sts_tsv", "clister", "drbenchmark_jsonl"]


def test_help_opens_quickly_and_loads_nothing_heavy() -> None:
    code = (
        "import sys, resource, click.testing\nfrom aloi.terminal.main import aloi\n"
        "result = click.testing.CliRunner().invoke(aloi, ['--help'])\n"
        "used = resource.getrusage(resource.RUSAGE_SELF)\n"
        "heavy = {'numpy', 'scipy', 'pandas', 'sqlalchemy', 'streamlit', 'torch'} & set(sys.modules)\n"
        "print(result.exit_code, sorted(heavy), used.ru_utime + used.ru_stime)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    status, heavy, seconds = (
        done.stdout.split(" ", 2)[0],
        done.stdout.split("[")[1][0],
        done.stdout.split()[-1],
    )
    assert (status, heavy) == ("0", "]")
    assert float(seconds) < 1  # half of it on a quiet machine


def test_the_installed_command_is_this_one(tmp_path: Path) -> None:
    [script] = entry_points(group="console_scripts", name="aloi")
    assert script.value == "aloi.terminal.main:main"
    table = tmp_path / "t.tsv"
    table.write_text("unit\tA\tB\n1\tx\tx\n2\ty\tx\n3\ty\ty\n", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "aloi.terminal.main",
        "agreement",
        str(table),
        "--level",
        "nominal",
        "--json",
    ]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    assert {one["measure"] for one in json.loads(done.stdout)["results"]} >= {"cohen_kappa", "gwet_ac1"}
    wrong = subprocess.run(
        [*command[:4], "nothing.tsv"], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "Traceback" not in wrong.stderr
