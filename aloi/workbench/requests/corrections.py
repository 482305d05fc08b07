"""Requests that correct the setup: names, archives, deletions, further texts, exclusions."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from aloi.base.requests import Option, request
from aloi.workbench.requests.shared import By, Campaign, OfRound, Why

Person = Annotated[str, Option("Id, pseudonym or name.", label="Person", argument=True, example="A1")]
NewName = Annotated[str, Option("New name.", label="New name", argument=True, example="beta")]


@dataclass(frozen=True, slots=True)
class OfCorpus:
    """The fields of each correction of one corpus."""

    corpus: Annotated[
        str, Option("Id or name of the corpus.", label="Corrected corpus", argument=True, example="reports")
    ]
    why: Why
    by: By = field(default="", kw_only=True)


@dataclass(frozen=True, slots=True)
class OfCampaign:
    """The fields of each correction of one campaign."""

    campaign: Annotated[Campaign, Option(argument=True)]
    why: Why
    by: By = field(default="", kw_only=True)


@dataclass(frozen=True, slots=True)
class RoundCorrection(OfRound):
    """The fields of each correction of one round."""

    why: Why
    by: By = field(default="", kw_only=True)


@request("corpus rename")
class RenameCorpusRequest(OfCorpus):
    """Change the name of a corpus."""

    name: NewName


@request("campaign rename")
class RenameCampaignRequest(OfCampaign):
    """Change the name of a campaign."""

    name: NewName


@request("round rename")
class RenameRoundRequest(RoundCorrection):
    """Change the title of a round."""

    name: NewName


@request("corpus hide")
class HideCorpusRequest(OfCorpus):
    """Hide a corpus from the lists."""


@request("campaign hide")
class HideCampaignRequest(OfCampaign):
    """Hide a campaign from the lists."""


@request("round hide")
class HideRoundRequest(RoundCorrection):
    """Hide a round from the lists."""


@request("corpus unhide")
class UnhideCorpusRequest(OfCorpus):
    """Show a corpus in the lists again."""


@request("campaign unhide")
class UnhideCampaignRequest(OfCampaign):
    """Show a campaign in the lists again."""


@request("round unhide")
class UnhideRoundRequest(RoundCorrection):
    """Show a round in the lists again."""


@request("corpus delete")
class DeleteCorpusRequest(OfCorpus):
    """Delete a corpus without campaigns."""


@request("campaign delete")
class DeleteCampaignRequest(OfCampaign):
    """Delete a campaign without answers."""


@request("round delete")
class DeleteRoundRequest(RoundCorrection):
    """Delete a round without answers."""


@request("corpus licence")
class LicenceRequest(OfCorpus):
    """Set the licence of the texts of a corpus."""

    licence: Annotated[
        str,
        Option(
            "SPDX id, or an agreement in words.",
            label="Licence of the texts",
            argument=True,
            example="CC-BY-4.0",
        ),
    ]


@request("corpus add-texts")
class AddTextsRequest(OfCorpus):
    """Add texts to a corpus as its next version."""

    path: Annotated[
        Path, Option("Folder or zip of .txt, or a table.", label="New texts", argument=True, exists=True)
    ]
    text_column: Annotated[
        str | None, Option("Column of the texts (tables).", label="Column of the texts", metavar="C")
    ] = None
    id_column: Annotated[
        str | None, Option("Column of the ids (tables).", label="Column of the ids", metavar="C")
    ] = None


@request("corpus merge")
class MergeRequest(OfCorpus):
    """Add the texts and items of another corpus to a corpus."""

    other: Annotated[str, Option("Other corpus.", label="Other corpus", argument=True, example="letters")]


@request("corpus revert")
class RevertTextsRequest(OfCorpus):
    """Revert the last addition of texts to a corpus."""


@dataclass(frozen=True, slots=True)
class PersonCorrection:
    """The fields of each correction about one person in one campaign."""

    person: Person
    campaign: Campaign
    why: Why
    by: By = field(default="", kw_only=True)


@request("people withdraw")
class WithdrawRequest(PersonCorrection):
    """Take a person out of the open rounds of a campaign."""

    to: Annotated[
        str | None,
        Option("Person who gets their items. By default the items are released.", label="Replacement"),
    ] = None


@request("people exclude")
class ExcludeRequest(PersonCorrection):
    """Exclude the answers of a person from the agreement and gold of a campaign."""


@request("people include")
class IncludeRequest(PersonCorrection):
    """Include the answers of a person again."""


@dataclass(frozen=True, slots=True)
class OfPerson:
    """The fields of each correction of one person."""

    person: Person
    why: Why
    by: By = field(default="", kw_only=True)


@request("people delete")
class DeletePersonRequest(OfPerson):
    """Delete a person who did nothing."""


@request("people erase")
class ErasePersonRequest(OfPerson):
    """Erase the identity of a person permanently; the answers are kept."""


_Role = Annotated[str, Option("Role: annotator, adjudicator, manager or administrator.", label="Role")]
_Expertise = Annotated[str, Option("Expertise, such as nurse or linguist.", label="Expertise")]


@request("people add")
class PersonRequest:
    """Add a person without a password: answers can be imported in their name."""

    name: Annotated[
        str,
        Option(
            "Name, shown on the page People only; others see the pseudonym.",
            label="Name of the person",
            example="Ada",
        ),
    ]
    role: _Role = "annotator"
    expertise: _Expertise = ""
    pseudonym: Annotated[
        str | None, Option("Pseudonym. By default the next free one of A1, A2, ...", label="Pseudonym")
    ] = None


@request("people rename")
class RenamePersonRequest:
    """Change the pseudonym of a source of imported answers."""

    person: Person
    pseudonym: Annotated[str, Option("New pseudonym.", label="New pseudonym")]


@request("people invite")
class InviteRequest:
    """Create a link to choose a password."""

    role: _Role = "annotator"
    name: Annotated[str, Option("Name of the invited person.", label="Name of the person")] = ""
    expertise: _Expertise = ""
    person: Annotated[
        str | None,
        Option(
            "Existing person (id, pseudonym or name) who gets a password; earlier links expire.",
            label="Existing person",
        ),
    ] = None
    campaign: Annotated[
        str | None,
        Option("Id or name of the campaign that the person joins in this role.", label="Campaign to join"),
    ] = None


@request("people uninvite")
class UninviteRequest:
    """Cancel an invitation; its link stops working."""

    ref: Annotated[str, Option("Reference of the invitation.", label="Reference", argument=True)]
