"""The versions of a campaign's settings: `aloi schema`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.terminal.base import (
    Answer,
    Group,
    listed,
    show_progress,
    split_list,
    stated,
    with_store,
)
from aloi.terminal.corrections.log import PREVIEW, corrected, ground
from aloi.terminal.options import request_options
from aloi.workbench.requests.campaigns import RevertSchemaRequest, SchemaRequest
from aloi.workbench.requests.queries import ListSchemasRequest, ShowSchemaRequest

if TYPE_CHECKING:
    from aloi.workbench.corrections.schemas import LabelMapping
    from aloi.workbench.store.opening import Store
    from aloi.workbench.types import Json


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
@PREVIEW
@with_store
def change(store: Store, request: SchemaRequest, preview: bool) -> Answer:
    """Change the labels or settings: to those of SETTINGS (JSON), or the current ones with these options.

    Open rounds continue with them. Agreement and gold read earlier answers through the mapping.
    """
    from aloi.workbench.corrections import schemas
    from aloi.workbench.corrections.concepts import mapping_of_table

    campaign = request.campaign
    read = schemas.LabelMapping() if request.mapping is None else mapping_of_table(request.mapping)
    becomes = {old: new for old, (new,) in _pairs(request.map, "--map", 1)}
    split = dict(_pairs(request.split, "--split"))
    again = (*read.again, *request.again, *split)
    mapping = schemas.LabelMapping({**read.becomes, **becomes}, again, request.drop)
    new = [*becomes.values(), *(one for each in split.values() for one in each), *request.add]
    if request.terminology is None:
        settings = _settings(store, campaign, request.settings, [*becomes, *split, *request.drop], new)
    else:
        settings = schemas.with_other_terminology(store, campaign, request.terminology)
    arguments = (store, campaign, settings, mapping, ground(request), show_progress())
    if preview:
        return stated(to_json(schemas.schema_effect(*arguments)))
    return corrected(schemas.change_schema(*arguments))


@schema.command("revert")
@request_options(RevertSchemaRequest)
@PREVIEW
@with_store
def revert(store: Store, request: RevertSchemaRequest, preview: bool) -> Answer:
    """Revert to an earlier version, as a new one; answers excluded since then count again."""
    from aloi.workbench.corrections import schemas

    arguments = (store, request.campaign, request.version, ground(request), show_progress())
    if preview:
        return stated(to_json(schemas.earlier_schema_effect(*arguments)))
    return corrected(schemas.bring_back_schema(*arguments))


def _settings(
    store: Store, campaign: str, file: Path | None, removed: list[str], new: list[str]
) -> Mapping[str, Json]:
    """Return the settings asked for."""
    from aloi.workbench.corrections.labels import relisted
    from aloi.workbench.corrections.schemas import task_of
    from aloi.workbench.rounds.campaigns import settings_in

    if file is not None:
        return settings_in(file)
    present, kind = store.campaigns.get(campaign).schema.settings, task_of(store, campaign)
    if not kind.label_path:
        raise AloiError(
            "aloi.missing",
            name=Term("settings-of-the-task", task=kind.name),
            missing=Term("labels"),
            expected=Term("a-file-of-settings"),
            todo=Term("write-them-with-aloi"),
        )
    return relisted(kind, present, removed, new)


def _pairs(
    written: tuple[str, ...], option: str, most: int | None = None
) -> list[tuple[str, tuple[str, ...]]]:
    """Return each OLD with its NEW ones."""
    pairs = []
    for text in written:
        old, mark, rest = text.rpartition("=") if most == 1 else text.partition("=")
        new = split_list(rest)
        if not (old.strip() and mark and new) or (most is not None and len(new) > most):
            raise AloiError("aloi.value", name=option, value=repr(text), expected=Term("old-new"))
        pairs.append((old.strip(), new))
    return pairs


def _in_words(mapping: LabelMapping) -> str:
    """Return a mapping as a line of text."""
    parts = [f"{old} = {new}" for old, new in mapping.becomes.items()]
    parts += [f"{one} asked again" for one in mapping.again]
    return ", ".join(parts + [f"{one} removed" for one in mapping.dropped])
