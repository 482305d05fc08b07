"""Routes, commands, jobs, backups and archives of a store with a campaign whose task is not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from aloi.annotation import task_packages
from aloi.storage.store import Store
from aloi.terminal.main import aloi
from aloi.workbench import jobs
from aloi.workbench.endpoints import endpoints
from tests.api.conftest import Server
from tests.workbench.lacking import ERROR, PACKAGE, TASK, lacking_task


@pytest.mark.slow
def test_each_route_answers_or_gives_the_reason(server: Server) -> None:
    pair, reasons = lacking_task(server.store), set()
    for opened in (pair.usual, pair.lacking):
        values = {"campaign": opened.campaign.id, "corpus": opened.campaign.corpus_id, "round": "1"}
        for endpoint in endpoints():
            path = endpoint.path
            for name in endpoint.path_fields:
                path = path.replace(f"{{{name}}}", values.get(name, "none"))
            answer = server.send(endpoint.method, path, json=None if endpoint.reads else {})
            assert answer.status_code < 500, (path, answer.text)
            if answer.status_code >= 400 and answer.json()["title"] == ERROR:
                reasons.add((opened.campaign.name, endpoint.method, endpoint.path))
                assert answer.json()["code"] == "aloi.task-not-installed"
                assert PACKAGE in answer.json()["detail"]
    while (job := jobs.run_one(server.store, server.folder)) is not None:
        assert job.status in ("done", "failed")
        assert "Traceback" not in str(job.error)
    assert {name for name, *_ in reasons} == {pair.lacking.campaign.name}
    assert ("multiple_choice", "GET", "/campaigns/{campaign}/items/table") in reasons
    unknown = server.send("POST", "/campaigns", json={"name": "new", "corpus": "invented", "task": TASK})
    assert (unknown.status_code, unknown.json()["code"]) == (404, "aloi.no-called")


def commands(
    group: click.Group, words: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield all commands with their words."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, (*words, name))
        elif command is not None:
            yield (*words, name), command


def arguments_of(command: click.Command, folder: Path, campaign: str) -> list[str]:
    """Return the campaign and its round as a command takes them."""
    words = []
    for parameter in command.params:
        value = {"campaign": campaign, "round": "1", "number": "1", "out": str(folder / "out")}.get(
            str(parameter.name)
        )
        if value is not None:
            words += [value] if isinstance(parameter, click.Argument) else [parameter.opts[0], value]
    return words


@pytest.mark.slow
def test_each_command_works_or_gives_the_reason(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = lacking_task(store)
    monkeypatch.setenv("ALOI_STORE", f"sqlite:///{tmp_path / 'aloi.db'}")
    status: dict[str, object] = {}
    for words, command in commands(aloi):
        if any(parameter.name == "campaign" for parameter in command.params):
            run = invoke(*words, *arguments_of(command, tmp_path, pair.lacking.campaign.name))
            assert run.exception is None or isinstance(run.exception, SystemExit), (words, run.exception)
            status[" ".join(words)] = ERROR if ERROR in run.stderr else run.exit_code
    assert len(status) > 70
    working = (
        "campaign archive",
        "campaign overview",
        "round status",
        "guideline list",
        "schema show",
        "campaign close",
    )
    refusing = ("round agreement", "annotations export", "gold freeze", "items")
    assert {name: status[name] for name in (*working, *refusing)} == {
        **dict.fromkeys(working, 0),
        **dict.fromkeys(refusing, ERROR),
    }


def invoke(*words: object) -> Result:
    return CliRunner().invoke(aloi, [*map(str, words)])


def test_backup_restore_and_archive_keep_it(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = lacking_task(store)
    name, archive = pair.lacking.campaign.name, tmp_path / "a.zip"
    monkeypatch.setenv("ALOI_STORE", f"sqlite:///{tmp_path / 'aloi.db'}")
    assert invoke("backup", tmp_path / "copy").exit_code == 0
    assert invoke("campaign", "archive", name, "--out", archive).exit_code == 0
    for way, source in (("restore", tmp_path / "copy"), ("import", archive)):
        monkeypatch.setenv("ALOI_STORE", f"sqlite:///{tmp_path / way}.db")
        monkeypatch.setattr(task_packages, "_packages", {})
        run = invoke(way, source)
        assert run.exit_code == 0, run.output
        with closing(Store.open(f"sqlite:///{tmp_path / way}.db")) as other:
            campaign = other.campaigns.get(name)
            assert (campaign.schema.task_type, task_packages.package_of(TASK)) == (TASK, PACKAGE)
            assert len(list(other.answers.revisions(other.campaigns.rounds(campaign.id)[0].id))) == 2
            assert invoke("check").exit_code == 0
