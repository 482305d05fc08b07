"""Requests that correct the setup: names, archives, deletions, further texts, exclusions."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from aloi.base.requests import Option, request
from aloi.workbench.requests.shared import Campaign, OfRound, Previewed, Reasoned, Why

Person = Annotated[str, Option("Id, pseudonym or name.", label="Person", argument=True, example="A1")]
NewName = Annotated[str, Option("New name.", label="New name", argument=True, example="beta")]


@dataclass(frozen=True)
class OfCorpus:
    """The fields of each correction of one corpus."""

    corpus: Annotated[
        str, Option("Id or name of the corpus.", label="Corrected corpus", argument=True, example="reports")
    ]


@dataclass(frozen=True)
class OfCampaign:
    """The fields of each correction of one campaign."""

    campaign: Annotated[Campaign, Option(argument=True)]


@dataclass(frozen=True)
class OfPerson:
    """The fields of each correction of one person."""

    person: Person


@dataclass(frozen=True)
class OfPersonInCampaign(OfPerson):
    """The fields of each correction about one person in one campaign."""

    campaign: Campaign


@request("corpus rename")
class RenameCorpusRequest(Reasoned, OfCorpus):
    """Change the name of a corpus."""

    name: NewName


@request("campaign rename")
class RenameCampaignRequest(Reasoned, OfCampaign):
    """Change the name of a campaign."""

    name: NewName


@request("round rename")
class RenameRoundRequest(Reasoned, OfRound):
    """Change the title of a round."""

    name: Annotated[
        str,
        Option("New title. By default none.", label="Title after its number", argument=True, example="beta"),
    ] = ""


@request("corpus hide")
class HideCorpusRequest(Reasoned, OfCorpus):
    """Hide a corpus from the lists."""


@request("campaign hide")
class HideCampaignRequest(Reasoned, OfCampaign):
    """Hide a campaign from the lists."""


@request("round hide")
class HideRoundRequest(Reasoned, OfRound):
    """Hide a round from the lists."""


@request("corpus unhide")
class UnhideCorpusRequest(Reasoned, OfCorpus):
    """Show a corpus in the lists again."""


@request("campaign unhide")
class UnhideCampaignRequest(Reasoned, OfCampaign):
    """Show a campaign in the lists again."""


@request("round unhide")
class UnhideRoundRequest(Reasoned, OfRound):
    """Show a round in the lists again."""


@request("corpus delete")
class DeleteCorpusRequest(Previewed, OfCorpus):
    """Delete a corpus without campaigns."""


@request("campaign delete")
class DeleteCampaignRequest(Previewed, OfCampaign):
    """Delete a campaign without answers."""


@request("round delete")
class DeleteRoundRequest(Previewed, OfRound):
    """Delete a round without answers."""


@request("corpus licence")
class LicenceRequest(Reasoned, OfCorpus):
    """Set the licence of the texts of a corpus."""

    why: Annotated[
        Why, Option("Source of this information, stored in the log.", label="Source of this information")
    ] = field(kw_only=True)
    licence: Annotated[
        str,
        Option(
            "Identifier of the SPDX list, or an agreement in words: parties, date, purpose.",
            label="Licence of the texts",
            argument=True,
            example="CC-BY-4.0",
        ),
    ]


@request("corpus add-texts", job="add_texts")
class AddTextsRequest(Previewed, OfCorpus):
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


@request("corpus merge", job="merge_corpus")
class MergeRequest(Previewed, OfCorpus):
    """Add the texts and items of another corpus to a corpus."""

    other: Annotated[str, Option("Other corpus.", label="The other corpus", argument=True, example="letters")]


@request("corpus revert", job="revert_texts")
class RevertTextsRequest(Previewed, OfCorpus):
    """Revert the last addition of texts to a corpus."""


@request("people withdraw")
class WithdrawRequest(Previewed, OfPersonInCampaign):
    """Take a person out of the open rounds of a campaign."""

    to: Annotated[
        str | None,
        Option(
            "Person who gets their items. By default the items are released.", label="Reassign the items to"
        ),
    ] = None


@request("people exclude", job="exclude_answers")
class ExcludeRequest(Previewed, OfPersonInCampaign):
    """Exclude the answers of a person from the agreement and gold of a campaign."""


@request("people include")
class IncludeRequest(Reasoned, OfPersonInCampaign):
    """Include the answers of a person again."""


@request("people delete")
class DeletePersonRequest(Previewed, OfPerson):
    """Delete a person who did nothing."""


@request("people erase")
class ErasePersonRequest(Previewed, OfPerson):
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
    pseudonym: Annotated[
        str,
        Option(
            "New pseudonym. An e-mail address reveals a name and would be part of every release.",
            label="New pseudonym",
        ),
    ]


@request("people invite")
class InviteRequest:
    """Create a link to choose a password."""

    role: _Role = "annotator"
    name: Annotated[
        str,
        Option(
            "Name of the invited person, who can choose another one when they join.",
            label="Name of the person",
        ),
    ] = ""
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
        Option(
            "Id or name of the campaign that the person joins in this role. They see no other one.",
            label="Campaign to join",
        ),
    ] = None


@request("people uninvite")
class UninviteRequest:
    """Cancel an invitation; its link stops working."""

    ref: Annotated[str, Option("Reference of the invitation.", label="Reference", argument=True)]
