"""The accepted values: `aloi gold`."""

from __future__ import annotations

from typing import Any

import click

from errors import AloiError
from terminal.base import Answer, Group, facts, now, split_list, table, with_store


@click.group(cls=Group)
def gold() -> None:
    """Freeze the accepted values."""


@gold.command("freeze")
@click.option("--campaign", required=True, help="Id or name of the campaign.")
@click.option("--rule", help="mean, median or majority (default: the task's own).")
@click.option("--rounds", metavar="1,2", help="Numbers of the rounds (default: all but pilots).")
@with_store
def freeze_(store: Any, campaign: str, rule: str | None, rounds: str | None) -> Answer:
    """Freeze the gold of a campaign; adjudicated values win, undecided items are named."""
    from workbench.golds import describe_gold, freeze

    frozen = freeze(store, campaign, rule=rule, rounds=None if rounds is None else _rounds(rounds), now=now())
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
    counts = {name: document[name] for name in ("id", "rule", "items", "mean_tokens")}
    rows = [(one["degree"], one["origin"], one["count"]) for one in document["histogram"]]
    lines = [
        *facts(**counts, undecided=len(frozen.undecided), **document["by_status"]),
        *table(("degree", "origin", "items"), rows),
    ]
    return Answer(document, lines)


def _rounds(text: str) -> list[int]:
    parts = split_list(text)
    if not parts or not all(part.isdecimal() for part in parts):
        raise AloiError(
            f"--rounds is {text!r}.", "Numbers with commas between them were expected.", "Write 1,2."
        )
    return [int(part) for part in parts]
