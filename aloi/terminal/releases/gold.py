"""The accepted values: `aloi gold`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.base.records import to_json
from aloi.terminal.base import (
    OUT,
    RAW,
    Answer,
    Group,
    facts,
    now,
    stated,
    table,
    with_store,
)
from aloi.terminal.options import TerminalOption, request_options
from aloi.workbench.requests.releases import FreezeRequest, SoftLabelsRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store
    from aloi.workbench.types import GoldModel


@click.group(cls=Group)
def gold() -> None:
    """Freeze the accepted values."""


@gold.command("freeze")
@request_options(FreezeRequest)
@with_store
def freeze_(store: Store, request: FreezeRequest) -> Answer:
    """Freeze the gold of a campaign; adjudicated values have priority, undecided items are listed.

    A model of annotators estimates the reliability of each annotator from all answers, and the probability
    of each category (soft labels). It needs rounds of one guideline version. Substitutes are used as decided
    in cleaning, which must be complete (`aloi clean`).
    """
    from aloi.workbench.releases.gold import describe_gold, freeze

    frozen = freeze(store, request, now=now())
    summary = describe_gold(store, store.campaigns.get(request.campaign), frozen.gold)
    document: dict[str, Any] = {
        "id": frozen.gold.id,
        "rule": frozen.gold.rule,
        "items": len(frozen.gold.items),
        "undecided": frozen.undecided,
        "by_status": dict(summary.by_status),
        "histogram": [
            {"degree": degree, "origin": origin, "count": count}
            for (degree, origin), count in summary.histogram.items()
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
@request_options(SoftLabelsRequest)
@click.option(
    "--out",
    type=OUT,
    required=True,
    cls=TerminalOption,
    help="Table to write.",
    reason="The page of releases downloads this table.",
)
@RAW
@with_store
def soft_(store: Store, request: SoftLabelsRequest, out: Path) -> Answer:
    """Write the soft labels of a gold from a model of annotators: item_id, part, category, probability."""
    from aloi.workbench.releases.gold import write_soft_labels

    gold_ = write_soft_labels(store, request, out)
    items = sum(one.soft is not None for one in gold_.items)
    return stated({"id": gold_.id, "rule": gold_.rule, "items": items, "out": str(out)})


def _model(model: GoldModel) -> list[str]:
    """Return the lines on a model of annotators: its estimates for each, then its warnings."""
    names = list(model.annotators[0].figures) if model.annotators else []
    rows = [(each.pseudonym, *each.figures.values()) for each in model.annotators]
    return [
        *facts(model=model.signature, part=model.part, converged=model.converged),
        *table(("annotator", *names), rows),
        *model.notes,
    ]
