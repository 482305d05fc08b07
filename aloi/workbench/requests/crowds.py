"""Requests about crowds: rounds whose annotators come by a link of a platform or of a survey."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field
from datetime import date
from pathlib import Path
from typing import Annotated, Any

from aloi.base.errors import AloiError, quoted
from aloi.base.requests import Option, request
from aloi.base.terms import Term
from aloi.workbench.requests.rounds import RoundPurpose, chosen_items
from aloi.workbench.requests.shared import Campaign, OfRound, Seed

_CODE = "Code that the {} shows to participants."


def attention_answers(text: str) -> dict[str, list[Any]]:
    """Return the accepted answers by item of a table `item_id, value`; several rows of an item accept each.

    Raises
    ------
    AloiError
        No such file or column, or a value that is no JSON.
    """
    from aloi.corpora.readers import read_table

    table = read_table(Path(text))
    table.require("item_id", "value")
    accepted: dict[str, list[Any]] = {}
    for row in table.rows:
        cell: Any = row.values["value"]
        try:
            value = json.loads(cell) if isinstance(cell, str) else cell
        except (ValueError, RecursionError):
            raise AloiError(
                "aloi.value",
                name=Term("the-column-value"),
                value=quoted(cell),
                expected=Term("an-answer-as-json"),
            ).at(table.where(row)) from None
        accepted.setdefault(row.text("item_id").strip(), []).append(value)
    return accepted


@request("crowd open")
class CrowdRequest:
    """Open a round for people who come by a link, without accounts or names."""

    campaign: Campaign
    places: Annotated[int, Option("Number of participants who may finish.", label="Places", low=1)]
    items_per_person: Annotated[
        int, Option("Number of items of a participant.", label="Items per participant", low=1)
    ]
    overlap: Annotated[
        int,
        Option(
            "Number of answers to each item, by different participants.",
            label="Annotations per item",
            flag="--answers-per-item",
            low=1,
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
    purpose: Annotated[
        RoundPurpose,
        Option(
            "A pilot runs without guideline.",
            label="Purpose",
            choices={"pilot": "Pilot", "calibration": "Calibration", "main": "Main"},
        ),
    ] = "main"
    completion_code: Annotated[
        str | None, Option(_CODE.format("last page"), label="Completion code", example="C1A2B3C4")
    ] = None
    completion_url: Annotated[
        str | None,
        Option(
            "Address to which participants return when they have finished.",
            label="Completion address",
            metavar="URL",
            example="https://app.prolific.com/submissions/complete?cc=C1A2B3C4",
        ),
    ] = None
    participant: Annotated[
        str, Option("Name of the participant id in the link.", label="Parameter of the participant")
    ] = "PROLIFIC_PID"
    study: Annotated[str, Option("Name of the study id in the link.", label="Parameter of the study")] = (
        "STUDY_ID"
    )
    session: Annotated[
        str, Option("Name of the session id in the link.", label="Parameter of the session")
    ] = "SESSION_ID"
    attention: Annotated[
        Mapping[str, Any],
        Option(
            "Table of attention items, with the columns item_id and value; a value is an answer as JSON. "
            "Several rows of an item accept each of these answers.",
            label="Attention items",
            read=attention_answers,
            metavar="TABLE",
        ),
    ] = field(default_factory=dict)
    allowed_failures: Annotated[
        int,
        Option("Number of attention items that a participant may fail.", label="Allowed failures", low=0),
    ] = 1
    screened_out_code: Annotated[
        str | None,
        Option(_CODE.format("page of participants who failed"), label="Code of participants who failed"),
    ] = None
    return_url: Annotated[
        str | None,
        Option(
            "Address for people who cannot take part: full, closed, time over, screened out.",
            label="Return address",
            metavar="URL",
            example="https://app.prolific.com/submissions/complete?cc=RETURN",
        ),
    ] = None
    consent: Annotated[
        str | None,
        Option("Text to which participants consent before they start.", label="Consent"),
    ] = None
    closes: Annotated[
        date | None,
        Option("Last day, in UTC, on which participants may start.", label="Last day", example="2026-12-01"),
    ] = None
    seed: Annotated[Seed, Option("Random seed of the items of each participant and of their order.")] = 0


@request("crowd list")
class ListCrowdsRequest:
    """List the crowds of a campaign with their links and places."""

    campaign: Campaign


@request("crowd status")
class CrowdStatusRequest(OfRound):
    """Count the participants of a crowd: started, finished, screened out, timed out, median minutes."""


@request("crowd close")
class CloseCrowdRequest(OfRound):
    """Let nobody new in; participants who started may finish."""


@request("crowd export")
class ExportCrowdRequest(OfRound):
    """List the participants of a crowd with their ids, status, minutes and attention items."""


@request("crowd forget")
class ForgetCrowdRequest(OfRound):
    """Delete the ids of the platform; answers and pseudonyms stay."""
