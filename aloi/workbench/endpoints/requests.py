"""Requests that only programs make: pages and commands show the same in their own ways."""

from __future__ import annotations

from typing import Annotated

from aloi.base.requests import Option, request
from aloi.workbench.requests.machines import ExampleRounds, MachineName, MachineVersion, PromptGuideline
from aloi.workbench.requests.shared import Campaign, OfRound, Reason

_DECIDERS = ("adjudicator", "manager")


@request("round list", roles=_DECIDERS)
class ListRoundsRequest:
    """List the rounds of a campaign."""

    campaign: Campaign


@request("campaign show", roles=_DECIDERS)
class ShowCampaignRequest:
    """Show a campaign: its task, settings and status."""

    campaign: Campaign


@request("item list")
class ItemFeedRequest:
    """List the items of a campaign's corpus with their texts, ordered by id."""

    campaign: Campaign
    reason: Reason = ""


@request("annotation list")
class AnnotationFeedRequest:
    """List the answers of a campaign in the order in which they came.

    A later call with `next_cursor` returns what came since. Each revision of an answer is a row; a withdrawn
    answer is a row whose value is null.
    """

    campaign: Campaign
    round: Annotated[int | None, Option("Number of a round. By default all rounds.")] = None


@request("adjudication list", roles=_DECIDERS)
class DecisionListRequest(OfRound):
    """List the decisions of a round, the current one of each item."""


@request("dispute list", job="list_disputes", roles=_DECIDERS)
class DisputesRequest(OfRound):
    """List the items of a round that need a decision, the widest difference first."""


@request("machine prompt")
class MachinePromptRequest(OfRound):
    """Show the prompt of an item as it would be sent; nothing is sent."""

    name: MachineName
    item: Annotated[str | None, Option("Id of the item. By default the first of the round.")] = None
    version: MachineVersion = None
    guideline: PromptGuideline = None
    example_rounds: ExampleRounds = ()
    reason: Reason = ""


@request("machine predictions")
class MachineAnswersRequest(OfRound):
    """List the answers of a machine to a round, and the reasons of the items without answer."""

    name: MachineName
    version: MachineVersion = None
    guideline: Annotated[
        int | None, Option("Version of the guideline in the prompt. By default all versions.", low=1)
    ] = None


@request("release show")
class ShowReleaseRequest:
    """Show a release: its checksum, its splits and its release checks."""

    release: Annotated[str, Option("Id or version of the release, or CAMPAIGN:VERSION.", example="1.0")]
