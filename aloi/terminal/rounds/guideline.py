"""The versions of a campaign's instructions: `aloi guideline`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.terminal.base import Answer, Group, listed, now, stated, with_store
from aloi.terminal.options import request_options
from aloi.workbench.requests.campaigns import GuidelineRequest
from aloi.workbench.requests.queries import ListGuidelinesRequest, ShowGuidelineRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.group(cls=Group)
def guideline() -> None:
    """Write, list and show the versions of a guideline."""


@guideline.command("add")
@request_options(GuidelineRequest)
@with_store
def add(store: Store, request: GuidelineRequest) -> Answer:
    """Add FILE (Markdown) as the next version of a campaign's guideline."""
    from aloi.workbench.rounds.campaigns import add_guideline

    version = add_guideline(store, request, now())
    return stated(
        {"campaign": version.campaign_id, "version": version.version, "characters": len(version.text)}
    )


@guideline.command("list")
@request_options(ListGuidelinesRequest)
@with_store
def list_(store: Store, request: ListGuidelinesRequest) -> Answer:
    """List the versions with the reasons for changes."""
    versions = store.campaigns.guidelines(store.campaigns.get(request.campaign).id)
    rows = [to_json(one, "campaign_id", "text", characters=len(one.text)) for one in versions]
    return Answer({"guidelines": rows}, listed(rows, "version", "created_at", "characters", "why_changed"))


@guideline.command("show")
@request_options(ShowGuidelineRequest)
@with_store
def show(store: Store, request: ShowGuidelineRequest) -> Answer:
    """Show the text of a version."""
    campaign_, version = store.campaigns.get(request.campaign), request.version
    versions = {one.version: one for one in store.campaigns.guidelines(campaign_.id)}
    chosen = versions.get(version or max(versions, default=0))
    if chosen is None:
        raise AloiError(
            "aloi.not-listed",
            kind=Term("in-the-campaign-name-the-version", name=repr(campaign_.name)),
            name=version,
            known=versions,
            todo=Term("name-one-of-them-or-add"),
        )
    document = to_json(chosen, "campaign_id", campaign=campaign_.id)
    return Answer(document, chosen.text.splitlines())
