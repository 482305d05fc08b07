"""The versions of a campaign's settings: `aloi schema`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.terminal.base import (
    IN,
    OF_CAMPAIGN,
    Answer,
    Group,
    listed,
    show_progress,
    split_list,
    stated,
    with_store,
)
from aloi.terminal.corrections.log import GROUND, corrected, ground

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store
    from aloi.workbench.types import Json

_PREVIEW = click.option("--preview", is_flag=True, help="Only show what would change.")


@click.group(cls=Group)
def schema() -> None:
    """Change the labels or other settings of a campaign, version by version; answers stay as given."""


@schema.command("list")
@OF_CAMPAIGN
@with_store
def list_(store: Store, campaign: str) -> Answer:
    """List the versions, with why each changed and what became of the labels before."""
    from aloi.workbench.corrections.schemas import schema_versions

    rows = []
    for version in schema_versions(store, campaign):
        step = version.mappings.get(str(version.version - 1))
        mapping = {} if step is None else {name: value for name, value in to_json(step).items() if value}
        rows.append({**to_json(version, "campaign_id", "settings", "mappings"), "mapping": mapping})
    plain = [{**row, "mapping": _in_words(row["mapping"])} for row in rows]
    return Answer({"versions": rows}, listed(plain, "version", "created_at", "why_changed", "mapping"))


@schema.command("show")
@OF_CAMPAIGN
@click.option("--version", type=int, help="Number of the version (default: the current one).")
@with_store
def show(store: Store, campaign: str, version: int | None) -> Answer:
    """Show the settings of a version; edit them and give them to `aloi schema change`."""
    from aloi.workbench.corrections.schemas import schema_versions

    versions = {one.version: one for one in schema_versions(store, campaign)}
    chosen = versions.get(version or max(versions))
    if chosen is None:
        raise AloiError(
            "workbench.schema-no-version",
            name=repr(store.campaigns.get(campaign).name),
            version=version,
            versions=[*versions],
        )
    return stated(to_json(chosen, "campaign_id", "mappings"))


@schema.command("change")
@click.argument("settings_file", metavar="[SETTINGS]", type=IN, required=False)
@OF_CAMPAIGN
@click.option(
    "--map", "maps", multiple=True, metavar="OLD=NEW", help="Rename OLD to NEW, or merge it into NEW."
)
@click.option(
    "--split",
    "splits",
    multiple=True,
    metavar="OLD=NEW,NEW",
    help="Split OLD; its items are annotated again.",
)
@click.option("--again", multiple=True, metavar="LABEL", help="Annotate items with LABEL again.")
@click.option(
    "--drop", multiple=True, metavar="LABEL", help="Remove LABEL from the answers, without new annotation."
)
@click.option("--add", multiple=True, metavar="LABEL", help="Additional label.")
@click.option("--terminology", help="New terminology; items with missing concepts are annotated again.")
@click.option(
    "--mapping",
    "table",
    type=IN,
    metavar="TABLE",
    help="Table for --terminology with the columns old and new (or those of SSSOM), one concept each.",
)
@GROUND
@_PREVIEW
@with_store
def change(
    store: Store, settings_file: Path | None, campaign: str, maps: tuple[str, ...], splits: tuple[str, ...],
    again: tuple[str, ...], drop: tuple[str, ...], add: tuple[str, ...], terminology: str | None,
    table: Path | None, why: str, by: str, preview: bool,
) -> Answer:  # fmt: skip
    """Change the labels or settings: to those of SETTINGS (JSON), or the current ones with these options.

    Open rounds continue with them. Agreement and gold read earlier answers through the mapping.
    """
    from aloi.workbench.corrections import schemas
    from aloi.workbench.corrections.concepts import mapping_of_table

    read = schemas.LabelMapping() if table is None else mapping_of_table(table)
    becomes = {old: new for old, (new,) in _pairs(maps, "--map", 1)}
    split = dict(_pairs(splits, "--split"))
    mapping = schemas.LabelMapping({**read.becomes, **becomes}, (*read.again, *again, *split), drop)
    new = [*becomes.values(), *(one for each in split.values() for one in each), *add]
    if terminology is None:
        settings = _settings(store, campaign, settings_file, [*becomes, *split, *drop], new)
    else:
        settings = schemas.with_other_terminology(store, campaign, terminology)
    arguments = (store, campaign, settings, mapping, ground(why, by), show_progress())
    if preview:
        return stated(to_json(schemas.schema_effect(*arguments)))
    return corrected(schemas.change_schema(*arguments))


@schema.command("revert")
@OF_CAMPAIGN
@click.option("--version", type=int, required=True, help="Number of the version to revert to.")
@GROUND
@_PREVIEW
@with_store
def revert(store: Store, campaign: str, version: int, why: str, by: str, preview: bool) -> Answer:
    """Revert to an earlier version, as a new one; answers excluded since then count again."""
    from aloi.workbench.corrections import schemas

    arguments = (store, campaign, version, ground(why, by), show_progress())
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
        raise AloiError("workbench.schema-file-needed", task=kind.name)
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
            raise AloiError("terminal.mapping-written", option=option, text=repr(text))
        pairs.append((old.strip(), new))
    return pairs


def _in_words(mapping: dict[str, Any]) -> str:
    """Return a mapping as a line of text."""
    parts = [f"{old} = {new}" for old, new in mapping.get("becomes", {}).items()]
    parts += [f"{one} asked again" for one in mapping.get("again", ())]
    return ", ".join(parts + [f"{one} removed" for one in mapping.get("dropped", ())])
