"""Requests about the items of a campaign: which of them, in which order, how many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from aloi.base.requests import Option, build, fields_of, read_text, request
from aloi.workbench.requests.shared import Campaign

ItemOrder: TypeAlias = Literal["order", "gap", "text", "answers", "score", "gold", "split"]


@request("items", roles=("manager", "adjudicator"))
class ItemsRequest:
    """List the items of a campaign with their answers."""

    campaign: Annotated[Campaign, Option(argument=True)]
    text: Annotated[
        str,
        Option("Texts or notes contain these words, without regard to capitals and accents.", label="Search"),
    ] = ""
    round: Annotated[
        int | None,
        Option(
            "Items of this round, with its answers; none for items in no round. By default the latest round "
            "of each item.",
            label="Round",
            words={"none": 0},
            low=0,
            example="1",
        ),
    ] = None
    annotator: Annotated[
        str, Option("Items that this annotator answered.", label="Annotator", example="A1")
    ] = ""
    label: Annotated[
        str, Option("Items with this label or degree among the answers.", label="Label", example="score:4")
    ] = ""
    gap: Annotated[
        float | None, Option("Answers are at least this far apart.", label="Gap at least", low=0, example="2")
    ] = None
    split: Annotated[str, Option("Items in this split of the last release.", label="Split")] = ""
    flagged: Annotated[bool, Option("Items that an annotator flagged.", label="Flagged")] = False
    skipped: Annotated[bool, Option("Items that an annotator skipped.", label="Skipped")] = False
    noted: Annotated[bool, Option("Items with a note.", label="With a note")] = False
    disputed: Annotated[bool, Option("Items whose answers differ.", label="Answers differ")] = False
    needed: Annotated[bool, Option("Items that need a decision.", label="Needs a decision")] = False
    sort: Annotated[
        ItemOrder,
        Option(
            "Order of the items: of the round, or by this column.",
            label="Sort by",
            choices={
                "order": "Order of the round",
                "gap": "Gap",
                "text": "Text",
                "answers": "Number of answers",
                "score": "Mean score",
                "gold": "Gold",
                "split": "Split",
            },
        ),
    ] = "order"
    reverse: Annotated[bool, Option("Reverse the order.", label="Reverse the order")] = False
    offset: Annotated[int, Option("Number of items to pass over.", label="First item", low=0)] = 0
    limit: Annotated[int, Option("Number of items.", label="Number of items", low=0, high=1000)] = 100


def items_request(campaign: str, query: Mapping[str, str]) -> ItemsRequest:
    """Return the request that a query states; flags are on whatever their value.

    Raises
    ------
    RequestError
        A value that is not one of its field; other names are passed over.
    """
    fields = fields_of(ItemsRequest)
    stated = {name: text for name, text in query.items() if name in fields and name != "campaign" and text}
    values = {
        name: fields[name].type is bool or read_text(fields[name], text) for name, text in stated.items()
    }
    return build(ItemsRequest, {"campaign": campaign, **values})
