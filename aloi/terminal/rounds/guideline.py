"""The versions of a campaign's instructions: `aloi guideline`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.terminal.base import IN, OF_CAMPAIGN, Answer, Group, listed, now, read_text, stated, with_store

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.group(cls=Group)
def guideline() -> None:
    """Write, list and show the versions of a guideline."""


@guideline.command("add")
@click.argument("file", type=IN, required=False)
@OF_CAMPAIGN
@click.option(
    "--ready", is_flag=True, help="Take the guideline shipped for the task, in the corpus's language."
)
@click.option("--why", default="", help="Why it changed (from the second version on).")
@with_store
def add(store: Store, file: Path | None, campaign: str, ready: bool, why: str) -> Answer:
    """Add FILE (Markdown) as the next version of a campaign's guideline."""
    from aloi.workbench.rounds.campaigns import add_guideline, ready_guideline

    if (file is None) is not ready:
        raise AloiError("terminal.both-file-ready-given", has_ready=bool(ready))
    if file is None:
        campaign_ = store.campaigns.get(campaign)
        text = ready_guideline(campaign_.schema.task_type, store.texts.corpus(campaign_.corpus_id).language)
    else:
        text = read_text(file)
    version = add_guideline(store, campaign, text, why, now())
    return stated(
        {"campaign": version.campaign_id, "version": version.version, "characters": len(version.text)}
    )


@guideline.command("list")
@OF_CAMPAIGN
@with_store
def list_(store: Store, campaign: str) -> Answer:
    """List the versions with the reasons for changes."""
    versions = store.campaigns.guidelines(store.campaigns.get(campaign).id)
    rows = [to_json(one, "campaign_id", "text", characters=len(one.text)) for one in versions]
    return Answer({"guidelines": rows}, listed(rows, "version", "created_at", "characters", "why_changed"))


@guideline.command("show")
@OF_CAMPAIGN
@click.option("--version", type=int, help="Number of the version (default: the latest).")
@with_store
def show(store: Store, campaign: str, version: int | None) -> Answer:
    """Show the text of a version."""
    campaign_ = store.campaigns.get(campaign)
    versions = {one.version: one for one in store.campaigns.guidelines(campaign_.id)}
    chosen = versions.get(version or max(versions, default=0))
    if chosen is None:
        raise AloiError(
            "terminal.campaign-no-guideline-version",
            name=repr(campaign_.name),
            has_version=bool(version),
            version=version,
            versions=versions,
        )
    document = to_json(chosen, "campaign_id", campaign=campaign_.id)
    return Answer(document, chosen.text.splitlines())
