"""The accepted values: `aloi gold`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.terminal.base import (
    OF_CAMPAIGN,
    RAW,
    Answer,
    Group,
    facts,
    now,
    split_list,
    stated,
    table,
    with_store,
)

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store
    from aloi.workbench.types import GoldModel


@click.group(cls=Group)
def gold() -> None:
    """Freeze the accepted values."""


@gold.command("freeze")
@OF_CAMPAIGN
@click.option(
    "--rule",
    help="mean, median, majority, or a model of annotators: dawid_skene, mace, ordinal_model "
    "(default: the task's own).",
)
@click.option("--rounds", metavar="1,2", help="Numbers of the rounds (default: all but pilots).")
@click.option("--uncleaned", is_flag=True, help="Use substitutes as typed, without cleaning.")
@with_store
def freeze_(store: Store, campaign: str, rule: str | None, rounds: str | None, uncleaned: bool) -> Answer:
    """Freeze the gold of a campaign; adjudicated values have priority, undecided items are listed.

    A model of annotators estimates the reliability of each annotator from all answers, and the probability
    of each category (soft labels). It needs rounds of one guideline version. Substitutes are used as decided
    in cleaning, which must be complete (`aloi clean`).
    """
    from aloi.workbench.releases.gold import describe_gold, freeze

    numbers = None if rounds is None else _rounds(rounds)
    frozen = freeze(store, campaign, rule=rule, rounds=numbers, uncleaned=uncleaned, now=now())
    summary = describe_gold(store, store.campaigns.get(campaign), frozen.gold)
    document: dict[str, Any] = {
        "id": frozen.gold.id,
        "rule": frozen.gold.rule,
        "items": len(frozen.gold.items),
        "undecided": frozen.undecided,
        "by_status": dict(summary.by_status),
        "histogram": [
            {"degree": degree, "origin": origin, "count": count}
            for (degree, origin), count in sorted(summary.histogram.items())
        ],
        "mean_tokens": summary.mean_tokens,
    }
    models = frozen.gold.models or ()
    if models:
        document["models"] = [to_json(one) for one in models]
    counts = {name: document[name] for name in ("id", "rule", "items", "mean_tokens")}
    rows = [(one["degree"], one["origin"], one["count"]) for one in document["histogram"]]
    lines = [
        *facts(**counts, undecided=len(frozen.undecided), **document["by_status"]),
        *table(("degree or label", "origin", "items"), rows),
        *(line for one in models for line in _model(one)),
    ]
    return Answer(document, lines)


@gold.command("soft")
@OF_CAMPAIGN
@click.option("--gold", "gold_", metavar="ID", help="Id of a frozen gold (default: the last one).")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Table to write.")
@RAW
@with_store
def soft_(store: Store, campaign: str, gold_: str | None, out: Path) -> Answer:
    """Write the soft labels of a gold from a model of annotators: item_id, part, category, probability."""
    from aloi.workbench.releases.gold import write_soft_labels

    written = write_soft_labels(store, campaign, out, gold=gold_)
    items = sum(one.soft is not None for one in written.items)
    return stated({"id": written.id, "rule": written.rule, "items": items, "out": str(out)})


def _model(model: GoldModel) -> list[str]:
    """Return the lines on a model of annotators: its estimates for each, then its warnings."""
    names = list(model.annotators[0].figures) if model.annotators else []
    rows = [(each.pseudonym, *each.figures.values()) for each in model.annotators]
    return [
        *facts(model=model.signature, part=model.part, converged=model.converged),
        *table(("annotator", *names), rows),
        *model.notes,
    ]


def _rounds(text: str) -> list[int]:
    parts = split_list(text)
    if not parts or not all(part.isdecimal() for part in parts):
        raise AloiError("terminal.rounds", text=repr(text))
    return [int(part) for part in parts]
