"""Requests about programs that work with a store: tokens, webhooks, and what only programs send."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from aloi.base.requests import Option, request
from aloi.workbench.requests.shared import Campaign

_EVERYBODY = ("annotator", "adjudicator", "manager")
_OF = "Id or name of the only campaign of the token. By default all campaigns of the person."

EVENTS = (
    "round.opened",
    "round.closed",
    "annotation.submitted",
    "disagreement",
    "gold.frozen",
    "release.built",
    "job.finished",
)
_Webhook = Annotated[
    str,
    Option(
        "Id of the webhook in the list.",
        label="Webhook of the campaign",
        argument=True,
        example="0f3a9c1b2d4e",
    ),
]


@request("token create", roles=_EVERYBODY)
class TokenRequest:
    """Create a personal token for a program; it is shown once."""

    person: Annotated[
        str, Option("Person of the token: name or pseudonym.", label="Person", metavar="PERSON", example="M1")
    ]
    campaign: Annotated[str | None, Option(_OF, label="Only this campaign", metavar="CAMPAIGN")] = None
    role: Annotated[
        Literal["annotator", "adjudicator", "manager"] | None,
        Option(
            "Highest role that the token is good for. By default that of the person.",
            label="Highest role",
            choices={
                "": "(role of the person)",
                "annotator": "Annotator",
                "adjudicator": "Adjudicator",
                "manager": "Manager",
            },
        ),
    ] = None
    scope: Annotated[
        Literal["read", "write"],
        Option(
            "read: only reads. write: also changes what the person may change.",
            label="Access",
            choices={"read": "Read", "write": "Read and write"},
        ),
    ] = "read"
    days: Annotated[
        int, Option("Days until the token expires.", label="Days until it expires", low=1, high=366)
    ] = 90
    name: Annotated[str, Option("Purpose of the token, for lists.", label="Used for")] = ""


@request("token list", roles=_EVERYBODY)
class ListTokensRequest:
    """List tokens with their scopes and last use; a token itself is never shown again."""

    person: Annotated[
        str | None,
        Option("Person: name or pseudonym. By default everybody.", label="Person", metavar="PERSON"),
    ] = None


@request("token revoke", roles=_EVERYBODY)
class RevokeTokenRequest:
    """Revoke a token: it opens nothing from now on."""

    ref: Annotated[
        str,
        Option("Reference of the token in the list.", label="Token", argument=True, example="0f3a9c1b2d4e"),
    ]


@request("suggestions import", job="import_suggestions")
class SuggestionsRequest:
    """Import suggestions for items: what annotators see before they answer."""

    campaign: Campaign
    table: Annotated[
        Path,
        Option(
            "Table with the columns item_id and value; a value is an answer as JSON.",
            label="Table of suggestions",
            argument=True,
            exists=True,
        ),
    ]
    made_by: Annotated[
        str, Option("Name of the system that made them.", label="System", example="tagger 1.2")
    ]


@request("webhook add")
class WebhookRequest:
    """Send the events of a campaign to an address; the secret of the signatures is shown once."""

    campaign: Campaign
    url: Annotated[
        str,
        Option(
            "Address that receives the events.",
            label="Address",
            argument=True,
            metavar="URL",
            example="https://example.org/aloi",
        ),
    ]
    events: Annotated[
        tuple[
            Literal[
                "round.opened",
                "round.closed",
                "annotation.submitted",
                "disagreement",
                "gold.frozen",
                "release.built",
                "job.finished",
            ],
            ...,
        ],
        Option(
            "Kinds of events.",
            label="Events",
            choices={
                "round.opened": "Round opened",
                "round.closed": "Round closed",
                "annotation.submitted": "Annotation submitted",
                "disagreement": "Disagreement to decide",
                "gold.frozen": "Gold frozen",
                "release.built": "Release built",
                "job.finished": "Job finished",
            },
            flag="--event",
            metavar="EVENT",
        ),
    ] = EVENTS  # type: ignore[assignment]


@request("webhook list")
class ListWebhooksRequest:
    """List the webhooks of a campaign, with the number of events that wait."""

    campaign: Campaign


@request("webhook remove")
class RemoveWebhookRequest:
    """Delete a webhook with its events, also those that wait."""

    campaign: Campaign
    webhook: _Webhook


@request("webhook switch")
class SwitchWebhookRequest:
    """Stop or continue the deliveries of a webhook; events wait meanwhile."""

    campaign: Campaign
    webhook: _Webhook
    state: Annotated[
        Literal["on", "off"],
        Option(
            "on: deliver. off: let events wait.",
            label="Deliveries",
            argument=True,
            choices={"on": "On", "off": "Off"},
        ),
    ]


@request("webhook deliveries")
class DeliveriesRequest:
    """List the events of a webhook with their answers, the newest first."""

    campaign: Campaign
    webhook: _Webhook


@request("webhook resend")
class ResendRequest:
    """Send an event again, or all waiting events now, whatever their next attempt."""

    campaign: Campaign
    webhook: _Webhook
    number: Annotated[
        int | None,
        Option(
            "Number of the event. By default all that wait.",
            label="Number of the event",
            low=1,
            words={"waiting": None},
        ),
    ] = None
