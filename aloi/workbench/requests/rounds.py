"""Requests about rounds of annotation."""

from __future__ import annotations

from dataclasses import field
from datetime import date
from pathlib import Path
from typing import Annotated, Literal

from aloi.base.errors import AloiError
from aloi.base.requests import JOB, PAGE, Option, request
from aloi.base.terms import Term
from aloi.workbench.requests.shared import (
    CACHED,
    NOT_ON_PAGES,
    By,
    Campaign,
    Columns,
    Normalise,
    OfRound,
    People,
    Previewed,
    Reason,
    Reasoned,
    ScaleName,
    Seed,
    Why,
)

RoundPurpose = Literal["pilot", "calibration", "main"]
ShowsOutcome = Annotated[
    bool,
    Option(
        "After the round is closed, annotators see their answer, the final value and the reason of the "
        "adjudication. They never see the answers of others. Do not name anyone in your reasons.",
        label="Show the results to annotators",
    ),
]


def chosen_items(text: str) -> int | tuple[str, ...]:
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
        raise AloiError(
            "aloi.value",
            name=Term("the-choice-of-items"),
            value=repr(str(path)),
            expected=Term("all-a-number"),
            todo=Term("correct-it"),
        )
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
            read=chosen_items,
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
            label="Annotations per item",
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
    shows_outcome: Annotated[ShowsOutcome, Option(flag="--show-outcome")] = False


@request("round close")
class CloseRoundRequest(OfRound):
    """Close a round: its answers can no longer change."""


@request("round reopen")
class ReopenRoundRequest(OfRound):
    """Open a closed round again."""


@request("round due")
class DueRequest(OfRound):
    """Set or remove the due date of a round."""

    due: Annotated[
        date | None,
        Option(
            "Day by which annotators should have finished, or none.",
            label="Due date",
            words={"none": None},
            example="2026-12-01",
        ),
    ]


@request("round outcome")
class OutcomeRequest(OfRound):
    """Show or hide the results of a closed round to its annotators."""

    show: Annotated[ShowsOutcome, Option(flag="--show/--hide")]


@request("round reassign")
class ReassignRequest(OfRound):
    """Reassign the open items of an absent annotator."""

    absent: Annotated[
        str,
        Option("Absent annotator.", label="Absent annotator", flag="--from", metavar="A1", example="A1"),
    ]
    to: Annotated[People, Option("Annotators who take over.", label="New annotator")]


@request("round add-annotator")
class AddAnnotatorRequest(OfRound):
    """Add an annotator to an open round."""

    person: Annotated[str, Option("Id, pseudonym or name.", label="Additional annotator")]


@request("round extend")
class ExtendRequest(Previewed, OfRound):
    """Give an open round more items, or want more answers to each."""

    items: Annotated[
        int | tuple[str, ...],
        Option(
            "Number of unused items to add, or the items of a table with a column item_id.",
            label="Items to add",
            read=chosen_items,
            metavar="N|TABLE",
            low=0,
            example="30",
        ),
    ] = 0
    overlap: Annotated[
        int | None,
        Option("New number of annotators per item.", label="Annotations per item, from now on", low=1),
    ] = None


@request("round late take", one_of=(("answers", "all"),))
class TakeLateRequest(OfRound):
    """Accept late answers."""

    answers: Annotated[
        tuple[str, ...],
        Option(
            "Ids, or unique beginnings of ids.",
            label="Late answers",
            argument=True,
            metavar="[ID]...",
            example="ab12",
        ),
    ] = ()
    all: Annotated[bool, Option("All undecided ones.", label="All late answers")] = False
    by: By = ""


@request("round late leave", one_of=(("answers", "all"),))
class LeaveLateRequest(TakeLateRequest):
    """Reject late answers."""


@request("round agreement", job="measure_round")
class RoundAgreementRequest(OfRound):
    """Measure the agreement of a round."""

    scale: Annotated[ScaleName, CACHED] = None
    ci: Annotated[
        Literal["score", "bootstrap", "analytic", "jackknife", "none"],
        Option("Method of the confidence intervals."),
        CACHED,
    ] = "score"
    seed: Annotated[Seed, Option("Random seed of the bootstrap."), CACHED] = 0
    merge: Annotated[
        tuple[str, ...],
        Option("Also measure with these labels merged.", metavar="NAME=LABEL,LABEL", example="any=yes"),
        CACHED,
    ] = ()
    uncleaned: Annotated[bool, Option("Substitutes as typed, before cleaning."), CACHED] = False
    full: Annotated[
        bool, Option("Also severity, limits of agreement, items, benchmark scales.", flag="--whole"), CACHED
    ] = False
    machine: Annotated[
        tuple[str, ...],
        Option("Also test this machine annotator against people: a name or pseudonym.", metavar="NAME"),
        CACHED,
    ] = ()
    machine_by: Annotated[
        Literal["label", "origin", "guideline"] | None,
        Option(
            "Also test machines on parts of the items: by accepted answer, by origin, or under each version "
            "of the guideline on the same items. All p-values are adjusted together.",
            label="Tests on parts of the items",
            choices={
                "": "none",
                "label": "by accepted answer",
                "origin": "by origin",
                "guideline": "by guideline version",
            },
        ),
    ] = None
    epsilon: Annotated[
        float,
        Option(
            "How much more often people may win against a machine that replaces them: 0.2 for experts, 0.15 "
            "for skilled people, 0.1 for a crowd.",
            low=0,
            high=0.99,
        ),
        CACHED,
    ] = 0.2


@request("round plan")
class PlanRequest(OfRound):
    """Compute the number of items for a target interval, and the decision of a stop rule."""

    width: Annotated[
        float,
        Option(
            "Target width of the 95% interval of alpha: from its low to its high end.",
            label="Target width of the interval",
            low=0.01,
            high=1.99,
        ),
    ] = 0.1
    teams: Annotated[
        tuple[int, ...],
        Option(
            "Numbers of annotators. By default as many as the round had.",
            label="Numbers of annotators",
            comma=True,
            metavar="2,3,5",
            example="2,3,5",
            low=2,
        ),
    ] = ()
    threshold: Annotated[
        float | None,
        Option(
            "Replay the rule: lower bound of alpha at least this.",
            label="Stop once the lower bound of alpha reaches",
            low=0,
            high=1,
        ),
    ] = None
    step: Annotated[
        int,
        Option(
            "Check the rule after each so many items.",
            label="Check after every n items",
            flag="--every",
            low=1,
        ),
    ] = 10
    scale: ScaleName = None
    seed: Annotated[Seed, Option("Random seed of the simulations."), CACHED] = 0


@request("round difference")
class RoundDifferenceRequest(OfRound):
    """Test whether two rounds, or two groups of annotators, agree equally well."""

    other: Annotated[
        int | None,
        Option("The round to compare. By default the same, for two groups.", label="Other round"),
    ] = None
    annotators: Annotated[
        People, Option("Only these annotators of the first round.", label="Annotators")
    ] = ()
    against: Annotated[
        People, Option("Only these annotators of the other round.", label="Annotators of the other round")
    ] = ()
    detect: Annotated[
        float | None,
        Option(
            "Also report the number of units that detect a difference of this size with a power of 0.8.",
            label="Relevant difference",
            metavar="D",
            low=0,
        ),
    ] = None
    scale: ScaleName = None
    measure: Annotated[
        tuple[str, ...],
        Option(
            "Measure.", example="krippendorff_alpha", only=NOT_ON_PAGES, reason="Pages compare all measures."
        ),
    ] = ()


@request("adjudicate", job="import_decisions", roles=("adjudicator", "manager"))
class DecisionsRequest(OfRound):
    """Import decisions on disagreements from a table."""

    table: Annotated[
        Path,
        Option(
            "Columns `item_id, value, why, adjudicator`.",
            label="Table of decisions",
            argument=True,
            exists=True,
        ),
    ]
    normalise: Normalise = ()


@request("annotations reopen", roles=("adjudicator", "manager"))
class ReopenRequest(Reasoned, OfRound):
    """Reopen one answer of one annotator, with a message to them."""

    why: Annotated[
        Why,
        Option("Message to the annotator, stored in the log.", label="Message to the annotator"),
    ] = field(kw_only=True)
    item: Annotated[str, Option("Id of the item.", label="Item to answer again", example="item-1")]
    annotator: Annotated[
        str, Option("Id, pseudonym or name.", label="Annotator who answers again", example="A1")
    ]


@request("annotations import")
class ImportAnswersRequest(OfRound):
    """Import answers from a table: all of it or nothing."""

    table: Annotated[
        Path,
        Option(
            "Columns `item_id, annotator, value`, or one column for each annotator.",
            label="Table of answers",
            argument=True,
            exists=True,
        ),
    ]
    columns: Columns = ()
    annotators: Annotated[
        tuple[str, ...],
        Option(
            "Columns of a wide table that hold answers. By default those with names of annotators.",
            label="Columns with answers",
            comma=True,
            metavar="A,B,C",
            example="A1,A2",
        ),
    ] = ()
    add_annotators: Annotated[
        bool, Option("Add people for unknown names.", label="Add annotators who do not exist yet")
    ] = False
    normalise: Normalise = ()


@request("annotations export", job="export_answers")
class ExportAnswersRequest:
    """Write the last answer of each annotator to each item, under pseudonyms."""

    campaign: Campaign
    round: Annotated[
        int | None, Option("Number of the round. By default all rounds.", label="Round to export")
    ] = None
    suffix: Annotated[
        Literal["xlsx", "csv", "tsv"],
        Option(
            "Format of the table.",
            label="File format",
            choices={
                "xlsx": "Excel workbook (.xlsx)",
                "csv": "CSV, for spreadsheets",
                "tsv": "TSV, for programs",
            },
            only=(JOB, PAGE),
            reason="The name of the file says it in the terminal.",
        ),
    ] = "tsv"
    reason: Reason = ""
    skips: Annotated[
        bool,
        Option(
            "Also a row for each skip: no value, its reason and note.",
            label="Include skipped items, with the reason",
        ),
    ] = False
    decimal_comma: Annotated[
        bool, Option("CSV as a French Excel opens it: `;` between cells.", label="Decimal comma")
    ] = False
