"""The versions of a campaign's settings: `aloi schema`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.terminal.base import (
    Answer,
    Group,
    listed,
    now,
    show_progress,
    stated,
    with_store,
)
from aloi.terminal.corrections.log import corrected
from aloi.terminal.options import request_options
from aloi.workbench.requests.campaigns import RevertSchemaRequest, SchemaRequest
from aloi.workbench.requests.queries import ListSchemasRequest, ShowSchemaRequest

if TYPE_CHECKING:
    from aloi.workbench.corrections.schemas import LabelMapping
    from aloi.workbench.store.opening import Store


@click.group(cls=Group)
def schema() -> None:
    """Change the labels or other settings of a campaign, version by version; answers stay as given."""


@schema.command("list")
@request_options(ListSchemasRequest)
@with_store
def list_(store: Store, request: ListSchemasRequest) -> Answer:
    """List the versions, with why each changed and what became of the labels before."""
    from aloi.workbench.corrections.schemas import schema_versions

    rows, plain = [], []
    for version in schema_versions(store, request.campaign):
        step = version.mappings.get(str(version.version - 1))
        mapping = {} if step is None else {name: value for name, value in to_json(step).items() if value}
        row = to_json(version, "campaign_id", "settings", "mappings")
        rows.append({**row, "mapping": mapping})
        plain.append({**row, "mapping": "" if step is None else _in_words(step)})
    return Answer({"versions": rows}, listed(plain, "version", "created_at", "why_changed", "mapping"))


@schema.command("show")
@request_options(ShowSchemaRequest)
@with_store
def show(store: Store, request: ShowSchemaRequest) -> Answer:
    """Show the settings of a version; edit them and give them to `aloi schema change`."""
    from aloi.workbench.corrections.schemas import schema_versions

    campaign, version = request.campaign, request.version
    versions = {one.version: one for one in schema_versions(store, campaign)}
    chosen = versions.get(version or max(versions))
    if chosen is None:
        raise AloiError(
            "aloi.not-listed",
            kind=Term("the-earlier-version", name=repr(store.campaigns.get(campaign).name)),
            name=version,
            known=[*versions],
            todo=Term("name-an-earlier"),
        )
    return stated(to_json(chosen, "campaign_id", "mappings"))


@schema.command("change")
@request_options(SchemaRequest)
@with_store
def change(store: Store, request: SchemaRequest) -> Answer:
    """Change the labels or settings: to those of SETTINGS (JSON), or the current ones with these options.

    Open rounds continue with them. Agreement and gold read earlier answers through the mapping.
    """
    from aloi.workbench.corrections import schemas

    if request.preview:
        return stated(to_json(schemas.schema_effect(store, request, show_progress())))
    return corrected(schemas.change_schema(store, request, now(), show_progress()))


@schema.command("revert")
@request_options(RevertSchemaRequest)
@with_store
def revert(store: Store, request: RevertSchemaRequest) -> Answer:
    """Revert to an earlier version, as a new one; answers excluded since then count again."""
    from aloi.workbench.corrections import schemas

    if request.preview:
        return stated(to_json(schemas.earlier_schema_effect(store, request, show_progress())))
    return corrected(schemas.bring_back_schema(store, request, now(), show_progress()))


def _in_words(mapping: LabelMapping) -> str:
    """Return a mapping as a line of text."""
    parts = [f"{old} = {new}" for old, new in mapping.becomes.items()]
    parts += [f"{one} asked again" for one in mapping.again]
    return ", ".join(parts + [f"{one} removed" for one in mapping.dropped])
