"""`aloi campaign member`, and every command with `--as`: no word of a campaign that is not the person's."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import click
import pytest

from aloi.storage.store import Store
from aloi.terminal.main import aloi
from tests.workbench.eight_campaigns import PARTS, WORDS, Eight, make_eight


@pytest.fixture
def eight(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("ALOI_STORE", f"sqlite:///{folder / 'eight.db'}")
    monkeypatch.setenv("ALOI_DATA", str(folder / "data"))
    with closing(Store.open(f"sqlite:///{folder / 'eight.db'}")) as store:
        yield make_eight(store, folder)


def _commands(group: click.Group, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], click.Command]]:
    commands = []
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            commands += _commands(command, (*path, name))
        elif any("--as" in option.opts for option in command.params):
            commands.append(((*path, name), command))
    return commands


def _arguments(command: click.Command, number: int, eight: Eight, folder: Path) -> list[str]:
    """Return arguments of a command that name a campaign by its id, its corpus, its round."""
    campaign = eight.campaigns[number]
    values = {
        "campaign": campaign.id, "campaign_": campaign.id,
        "corpus": campaign.corpus_id, "corpus_": campaign.corpus_id,
        "number": "1", "round": "1", "round_number": "1", "person": "nobody", "annotator": "nobody",
        "absent": "nobody", "why": "why", "reason": "reason", "by": "M2", "out": str(folder / "out.tsv"),
    }  # fmt: skip
    arguments = []
    for option in command.params:
        if isinstance(option, click.Argument) or option.required:
            value = values.get(option.name or "", "1")
            if isinstance(option.type, click.Path) and option.type.exists:
                value = str(folder / f"{number}.tsv")
            elif isinstance(option.type, click.Choice):
                value = str(option.type.choices[0])
            arguments += [value] if isinstance(option, click.Argument) else [option.opts[0], value]
    return arguments


@pytest.mark.parametrize(
    "name", [one if one == "Ada" else pytest.param(one, marks=pytest.mark.slow) for one in (*PARTS, "Idle")]
)
def test_no_command_says_a_word_of_anothers_campaign(
    eight: Eight, invoke: Callable[..., Any], folder: Path, name: str
) -> None:
    commands = _commands(aloi)
    assert len(commands) > 60
    leaks = {}
    for path, command in commands:
        if path[0] in ("backup", "store"):
            continue  # of administrators, and tested as such
        for number in (2, 7):
            result = invoke(*path, *_arguments(command, number, eight, folder), "--as", name)
            seen = {one for part in PARTS.get(name, ((), (), ()))[:2] for one in part}
            words = [word for at, word in enumerate(WORDS) if at not in seen]
            # What was typed may come back.
            shown = [word for word in words if word in result.stdout + result.stderr]
            if shown and number not in seen:
                leaks[path, number] = shown
    assert leaks == {}


def test_lists_are_of_ones_own_campaigns(eight: Eight, told: Callable[..., Any]) -> None:
    for name, (manages, adjudicates, _) in PARTS.items():
        seen = {one["name"] for one in told("campaign", "list", "--as", name)["campaigns"]}
        assert seen == {f"campaign {WORDS[number]}" for number in (*manages, *adjudicates)}
        corpora = {one["name"] for one in told("corpus", "list", "--as", name)["corpora"]}
        assert corpora == {f"corpus {WORDS[number]}" for number in manages}
        names = json.dumps(told("people", "list", "--as", name))
        assert [number for number, word in enumerate(WORDS) if f"Person {word}" in names] == [*manages]
    assert len(told("campaign", "list", "--as", "Root")["campaigns"]) == 8
    assert told("campaign", "list", "--as", "Idle")["campaigns"] == []
    assert len(told("campaign", "list")["campaigns"]) == 8


def test_members_are_added_listed_and_removed(
    eight: Eight, invoke: Callable[..., Any], told: Callable[..., Any]
) -> None:
    campaign = eight.campaigns[0].name
    before = told("campaign", "member", "list", campaign, "--as", "Ada")["members"]
    assert [one["role"] for one in before] == ["manager", "adjudicator", *["annotator"] * 3]
    added = told("campaign", "member", "add", campaign, "--person", "Cy", "--role", "manager", "--as", "Ada")
    assert added["role"] == "manager"
    told("campaign", "member", "remove", campaign, "--person", "Ada", "--as", "Ada")
    assert invoke("campaign", "member", "list", campaign, "--as", "Ada").exit_code == 2
    last = invoke("campaign", "member", "remove", campaign, "--person", "Cy", "--as", "Cy")
    assert last.exit_code == 2
    assert "only manager of the campaign" in last.stderr
    stranger = invoke("campaign", "member", "add", campaign, "--person", "Ada", "--as", "Bo")
    assert stranger.exit_code == 2
    wrong = invoke("campaign", "member", "add", campaign, "--person", "Bo", "--role", "administrator")
    assert wrong.exit_code == 2
    told("campaign", "member", "remove", campaign, "--person", "Cy")


def test_administration_is_not_for_managers(eight: Eight, invoke: Callable[..., Any], folder: Path) -> None:
    for command in (
        ("backup", folder / "copy.db"),
        ("people", "add", "--name", "New"),
        ("people", "invite"),
        ("people", "invite", "--person", "Root"),
        ("people", "invite", "--role", "administrator"),
    ):
        refused = invoke(*command, "--as", "Ada")
        assert refused.exit_code == 2, command
        assert "administrator" in refused.stderr, command


def test_an_invitation_carries_its_campaign(eight: Eight, told: Callable[..., Any]) -> None:
    told("people", "invite", "--campaign", eight.campaigns[1].name, "--role", "adjudicator", "--as", "Ada")
    assert len(told("people", "invites", "--as", "Ada")["invites"]) == 1
    assert told("people", "invites", "--as", "Bo")["invites"] == []
