"""Requests about rounds of annotation."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated, Literal

from aloi.base.errors import AloiError
from aloi.base.requests import Option, request
from aloi.workbench.requests.shared import Campaign, Seed

RoundPurpose = Literal["pilot", "calibration", "main"]


def _items(text: str) -> int | tuple[str, ...]:
    """Return how many items a text asks for, or the ids in the table that it names."""
    return int(text) if text.isdecimal() else item_ids(Path(text))


def item_ids(path: Path) -> tuple[str, ...]:
    """Return the ids in the column `item_id` of a table, each once, in order.

    Raises
    ------
    AloiError
        No such file or column.
    """
    from aloi.corpora.readers import read_table

    if not path.is_file():
        raise AloiError("workbench.options-items", path=repr(str(path)))
    table = read_table(path)
    table.require("item_id")
    return tuple(dict.fromkeys(row.text("item_id").strip() for row in table.rows))


@request("round open")
class RoundRequest:
    """Open the next round of a campaign."""

    campaign: Campaign
    purpose: Annotated[
        RoundPurpose,
        Option(
            "A pilot runs without guideline.",
            label="Purpose",
            choices={"pilot": "Pilot", "calibration": "Calibration", "main": "Main"},
        ),
    ]
    items: Annotated[
        int | tuple[str, ...] | None,
        Option(
            "All unused items, or that many of them, drawn equally from each stratum, or those of a table "
            "with a column item_id.",
            label="Items",
            words={"all": None},
            read=_items,
            metavar="all|N|TABLE",
            example="30",
        ),
    ] = None
    annotators: Annotated[
        tuple[str, ...] | None,
        Option(
            "Annotators, by id, pseudonym or name; or all.",
            label="Annotators",
            words={"all": None},
            comma=True,
            metavar="A1,A2",
            example="A1,A2",
        ),
    ] = None
    overlap: Annotated[
        int | None,
        Option(
            "Number of answers to each item: it is labelled by the first annotators who reach it; or by all.",
            label="Answers per item",
            words={"all": None, "single": 1},
            metavar="all|single|K",
            example="2",
        ),
    ] = None
    cap: Annotated[
        int | None, Option("Maximum number of items for one annotator.", label="Maximum per annotator", low=1)
    ] = None
    seed: Annotated[Seed, Option("Random seed: the same seed draws the same items in the same order.")] = 0
    guideline: Annotated[
        bool | None,
        Option(
            "Show the latest guideline to annotators. By default a pilot has none.",
            label="Show the guideline",
        ),
    ] = None
    repeats: Annotated[
        int,
        Option(
            "Number of items that each annotator sees a second time, without notice.",
            label="Hidden repeats",
            low=0,
        ),
    ] = 0
    stop_rule: Annotated[
        str | None,
        Option(
            "The labels count as reliable if the lower bound of the measure is at least X, such as "
            "krippendorff_alpha:ordinal:0.7.",
            label="Stopping rule",
            metavar="MEASURE:LEVEL:X",
            example="krippendorff_alpha:ordinal:0.7",
        ),
    ] = None
    due: Annotated[
        date | None,
        Option(
            "Day by which annotators should have finished. Their home page shows it.",
            label="Due date",
            example="2026-12-01",
        ),
    ] = None
    shows_outcome: Annotated[
        bool,
        Option(
            "After the round is closed, annotators see their answer, the final value and the reason of the "
            "adjudication. They never see the answers of others. Do not name anyone in your reasons.",
            label="Show the results to annotators",
            flag="--show-outcome",
        ),
    ] = False
