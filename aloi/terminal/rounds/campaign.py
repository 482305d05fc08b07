"""Campaigns: `aloi campaign`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.terminal.base import (
    IN,
    Answer,
    Group,
    facts,
    listed,
    now,
    numbers,
    split_list,
    stated,
    table,
    with_store,
    with_store_of_deciders,
)

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store
    from aloi.workbench.types import Campaign, Json


@click.group(cls=Group)
def campaign() -> None:
    """Create campaigns, close them, assume scores of random pairs."""


@campaign.command("create")
@click.option("--name", required=True, help="Name of the campaign.")
@click.option("--corpus", required=True, help="Id or name of its corpus.")
@click.option("--task", default="similarity", show_default=True, help="Type of task.")
@click.option("--preset", help="A ready schema, such as score or dimensions.")
@click.option("--scale", metavar="LOW,HIGH[,STEP]", help="One scale of your own, such as 0,4.")
@click.option("--settings", "settings_file", type=IN, help="A whole schema, as JSON.")
@click.option(
    "--labels", "labels_file", type=IN,
    help="Labels of the task classification: a table name, title, parent, gloss, key; of the task spans: "
    "name, title, gloss, key.",
)  # fmt: skip
@click.option("--question", help="Question to annotators (with --labels, or for the task linking).")
@click.option("--least", type=int, default=1, show_default=True, help="Fewest labels a text (with --labels).")
@click.option("--most", type=int, default=1, show_default=True, help="Most labels a text (with --labels).")
@click.option("--inner", is_flag=True, help="Labels above others may be given too (with --labels).")
@click.option("--unit", default="tokens", show_default=True, help="Unit of spans: tokens or characters.")
@click.option("--nested", is_flag=True, help="Spans may share characters (with --labels).")
@click.option("--broken", is_flag=True, help="Spans may have several parts (with --labels).")
@click.option("--terminology", help="Terminology of the task linking (default: the store's only one).")
@click.option(
    "--candidates", type=int, help="Candidates shown beside a mention (linking; 0 for search alone)."
)
@click.option("--order", help="Order of the candidates: ranked or shuffled (linking).")
@click.option("--one-concept", is_flag=True, help="An answer is one concept, never several (linking).")
@click.option("--must-link", is_flag=True, help="Every mention has a concept (linking).")
@with_store
def create(
    store: Store, name: str, corpus: str, task: str, preset: str | None, scale: str | None,
    settings_file: Path | None, labels_file: Path | None, question: str | None, one_concept: bool,
    must_link: bool, **options: Any,
) -> Answer:  # fmt: skip
    """Start a campaign: one task on one corpus."""
    from aloi.workbench.rounds.campaigns import create_campaign, labels_settings

    if sum(one is not None for one in (preset, scale, settings_file, labels_file)) > 1:
        raise AloiError("terminal.more-than-one-preset-scale")
    settings = _settings(scale, settings_file)
    if labels_file is not None and task == "spans":
        from aloi.workbench.imports.layouts.spans import span_settings

        marks = {name: options[name] for name in ("unit", "nested", "broken")}
        settings = span_settings(labels_file, {**marks, "question": question or ""})
    elif labels_file is not None:
        limits = {name: options[name] for name in ("least", "most", "inner")}
        settings, task = labels_settings(labels_file, question=question or "", **limits), "classification"
    if task == "linking" and settings is None:
        parts = {
            **{name: options[name] for name in ("terminology", "candidates", "order")},
            "question": question,
        }
        settings = {name: value for name, value in parts.items() if value is not None}
        settings |= {"composite": not one_concept, "none": not must_link}
    campaign = create_campaign(store, name, corpus, task_type=task, settings=settings, preset=preset)
    return _answer(campaign)


@campaign.command("list")
@click.option("--archived", is_flag=True, help="Also list hidden (archived) ones.")
@with_store_of_deciders
def list_(store: Store, archived: bool) -> Answer:
    """List the campaigns."""
    campaigns = [
        {**_document(campaign_), "rounds": len(store.campaigns.rounds(campaign_.id))}
        for campaign_ in store.campaigns.list(archived=archived)
    ]
    return Answer({"campaigns": campaigns}, listed(campaigns, "name", "id", "task", "status", "rounds"))


@campaign.command("overview")
@click.argument("campaign_", metavar="CAMPAIGN")
@with_store
def overview_(store: Store, campaign_: str) -> Answer:
    """Show the progress of CAMPAIGN (id or name): late annotators, expected end, hours, agreement."""
    from aloi.terminal.rounds.overview import overview_document, overview_lines
    from aloi.workbench.overview.campaign import campaign_overview

    overview = campaign_overview(store, campaign_, now())
    return Answer(overview_document(overview), overview_lines(overview))


@campaign.command("wanted")
@click.argument("campaign_", metavar="CAMPAIGN")
@click.option(
    "--share",
    "shares",
    multiple=True,
    metavar="LEVEL=PARTS",
    help="Which part of the items should have this score, in per cent or any parts; repeatable.",
)
@click.option("--even", is_flag=True, help="As many items of each score.")
@with_store
def target_shares(store: Store, campaign_: str, shares: tuple[str, ...], even: bool) -> Answer:
    """Set or show the target distribution of scores of CAMPAIGN (id or name), for its overview."""
    from aloi.workbench.overview.scores import state_wanted, wanted_levels

    if shares and even:
        raise AloiError("terminal.wanted-share-and-even")
    if shares or even:
        stated_shares = state_wanted(store, campaign_, dict(map(_share, shares)))
    else:
        stated_shares = store.campaigns.get(campaign_)
    levels = [{"level": one.level, "share": one.share} for one in wanted_levels(stated_shares)]
    document = {"campaign": stated_shares.name, "stated": bool(stated_shares.wanted_shares), "levels": levels}
    return Answer(
        document, table(("level", "share"), [(one["level"], f"{one['share']:.1%}") for one in levels])
    )


@campaign.command("close")
@click.argument("campaign_", metavar="CAMPAIGN")
@with_store
def close(store: Store, campaign_: str) -> Answer:
    """Close CAMPAIGN (id or name): no new rounds."""
    return _set_status(store, campaign_, "closed")


@campaign.command("open")
@click.argument("campaign_", metavar="CAMPAIGN")
@with_store
def open_(store: Store, campaign_: str) -> Answer:
    """Open CAMPAIGN (id or name) again."""
    return _set_status(store, campaign_, "open")


@campaign.command("assume")
@click.argument("campaign_", metavar="CAMPAIGN")
@click.argument("candidates", type=IN)
@click.option("--count", required=True, type=click.IntRange(min=1), help="Random pairs wanted.")
@click.option(
    "--checked", required=True, type=click.IntRange(min=0), help="How many of the closest you read."
)
@click.option(
    "--suspect", "suspects", multiple=True, metavar="LEFT,RIGHT", help="A pair to replace; repeatable."
)
@click.option("--ceiling", type=float, help="Also replace every pair whose cosine is above this.")
@click.option("--value", type=float, help="The assumed score (default: the lowest of the scale).")
@click.option("--why", required=True, help="The ground of the assumption, printed in the release.")
@click.option("--seed", default=0, show_default=True, help="The seed of the draw.")
@click.option("--encoder", default="", help="The encoder of the draw.")
@with_store
def assume_(
    store: Store, campaign_: str, candidates: Path, suspects: tuple[str, ...], checked: int, **options: Any
) -> Answer:
    """Assume the lowest score for random pairs (`aloi corpus random`), after the closest were read."""
    from aloi.workbench.candidates.random_pairs import assume

    done = assume(
        store,
        campaign_,
        candidates,
        checked=checked,
        suspects={_pair(one) for one in suspects},
        now=now(),
        **options,
    )
    document = to_json(done, items=len(done.item_ids))
    return Answer(
        document, facts(items=len(done.item_ids), replaced=done.replaced, closest_cosine=done.closest)
    )


def _settings(scale: str | None, settings_file: Path | None) -> Mapping[str, Json] | None:
    """Return the schema's settings asked for, None for the task's default."""
    from aloi.workbench.rounds.campaigns import scale_settings, settings_in

    if settings_file is not None:
        return settings_in(settings_file)
    return None if scale is None else scale_settings(*numbers(scale, "--scale", (2, 3)))


def _set_status(store: Store, name: str, status: str) -> Answer:
    from aloi.workbench.rounds.campaigns import set_status
    from aloi.workbench.rounds.options import status as parse_status

    return _answer(set_status(store, name, parse_status(status)))


def _pair(text: str) -> tuple[str, str]:
    parts = split_list(text)
    if len(parts) != 2:
        raise AloiError("terminal.suspect", text=repr(text))
    return parts[0], parts[1]


def _share(text: str) -> tuple[str, float]:
    level, _, parts = text.rpartition("=")
    try:
        return level.strip(), float(parts)
    except ValueError:
        raise AloiError("terminal.wanted-share", text=repr(text)) from None


def _document(campaign_: Campaign) -> dict[str, object]:
    return {
        "id": campaign_.id,
        "name": campaign_.name,
        "corpus": campaign_.corpus_id,
        "task": campaign_.schema.task_type,
        "status": campaign_.status.value,
        "archived": campaign_.archived,
        "settings": campaign_.schema.settings,
    }


def _answer(campaign_: Campaign) -> Answer:
    return stated(_document(campaign_), "id", "name", "task", "status")
