"""Requests that list and show the content of the store."""

from __future__ import annotations

from typing import Annotated

from aloi.base.requests import Option, request
from aloi.workbench.requests.shared import LOCAL_FILES, Campaign, OfRound

_DECIDERS = ("adjudicator", "manager")
_Archived = Annotated[bool, Option("Also list hidden (archived) ones.", label="Archived")]
_OneCampaign = Annotated[Campaign, Option(argument=True)]
_Version = Annotated[
    int | None, Option("Number of the version. By default the latest.", label="Version of the campaign")
]
_Terminology = Annotated[
    str, Option("Name of the terminology.", label="Name", argument=True, example="little")
]


@request("corpus list")
class ListCorporaRequest:
    """List the corpora with their counts."""

    archived: _Archived = False


@request("campaign list", roles=_DECIDERS)
class ListCampaignsRequest:
    """List the campaigns."""

    archived: _Archived = False


@request("campaign overview")
class OverviewRequest:
    """Show the progress of a campaign: late annotators, expected end, hours, agreement."""

    campaign: _OneCampaign


@request("campaign member list")
class MembersRequest:
    """List the members of a campaign."""

    campaign: _OneCampaign


@request("guideline list")
class ListGuidelinesRequest:
    """List the versions of a guideline with the reasons for changes."""

    campaign: Campaign


@request("guideline show")
class ShowGuidelineRequest:
    """Show the text of a version of a guideline."""

    campaign: Campaign
    version: _Version = None


@request("schema list")
class ListSchemasRequest:
    """List the versions of a schema, with why each changed and what became of the labels before."""

    campaign: Campaign


@request("schema show")
class ShowSchemaRequest:
    """Show the settings of a version of a schema."""

    campaign: Campaign
    version: _Version = None


@request("round status", roles=_DECIDERS)
class RoundStatusRequest(OfRound):
    """Show the progress of a round, its stop rule and the next step."""


@request("round late list")
class ListLateRequest(OfRound):
    """List the late answers of a round: annotator, time, reason, and the current answer."""

    decided: Annotated[bool, Option("Also those that were taken or left.", label="Decided ones too")] = False


@request("spans agreement")
class SpanAgreementRequest:
    """Show the agreement on spans, attributes and relations, and what annotators made of suggestions."""

    campaign: _OneCampaign
    round: Annotated[int, Option("Number of the round.", label="Round number")]
    soft: Annotated[
        bool,
        Option(
            "Also compute gamma, gamma_cat and alpha_u, which give partial credit to near spans.",
            label="Gamma and alpha_u",
        ),
    ] = False


@request("clean list", roles=_DECIDERS)
class ListCleaningRequest:
    """List each answer with its item and its decision or proposal."""

    campaign: Campaign


@request("clean table", roles=_DECIDERS)
class CleaningTableRequest:
    """Count the answers by outcome: seven rows that sum to the number collected."""

    campaign: Campaign


@request("plugins check")
class CheckPluginsRequest:
    """Check each plug-in against the contract of its group; exit 1 if one fails."""

    name: Annotated[
        str | None,
        Option(
            "Name of a package or of a plug-in. By default all.",
            label="Package or plug-in",
            argument=True,
            only=LOCAL_FILES,
            reason="Pages and programs do not list plug-ins.",
        ),
    ] = None


@request("corrections")
class CorrectionsRequest:
    """List the corrections with person, time and reason, newest first."""

    campaign: Annotated[str | None, Option("Id or name of a campaign. By default all.", label="Campaign")] = (
        None
    )
    corpus: Annotated[str | None, Option("Id or name of a corpus. By default all.", label="Corpus")] = None


@request("terminology search")
class SearchConceptsRequest:
    """Search a terminology for concepts whose names contain some words, the last of them a prefix."""

    name: _Terminology
    text: Annotated[str, Option("Words of a name.", label="Words", argument=True)]
    limit: Annotated[int, Option("Concepts at most.", label="Concepts at most", low=1)] = 20
    language: Annotated[str | None, Option("Only names in this language.", label="Language")] = None
    group: Annotated[str | None, Option("Only concepts of this semantic group.", label="Semantic group")] = (
        None
    )


@request("terminology show")
class ShowConceptRequest:
    """Show all the names of a concept of a terminology."""

    name: _Terminology
    concept_id: Annotated[str, Option("Id of the concept.", label="Concept", argument=True, example="C1")]


@request("terminology export")
class ExportTerminologyRequest:
    """Write the names of a terminology as a table."""

    name: _Terminology
