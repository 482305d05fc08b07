"""Requests about operations of simplification."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from aloi.base.requests import JOB, PAGE, Option, request
from aloi.workbench.requests.shared import LOCAL_FILES, Reason, Seed

_FILES = "A file of the machine that the command runs on."
_OF_CAMPAIGN = (("source", "campaign"),)
_OF_FILES = (("source", "gold", "release"), ("campaign", "typology"))


@dataclass(frozen=True)
class OfOperations:
    """The fields of each request about annotated pairs: YAWAT files, or those of a campaign."""

    source: Annotated[
        tuple[Path, ...], Option("Original sentences.", exists=True, only=LOCAL_FILES, reason=_FILES)
    ] = ()
    target: Annotated[
        tuple[Path, ...], Option("Their simplifications.", exists=True, only=LOCAL_FILES, reason=_FILES)
    ] = ()
    aln: Annotated[
        tuple[Path, ...], Option("The groups, a pair a line.", exists=True, only=LOCAL_FILES, reason=_FILES)
    ] = ()
    typology: Annotated[
        Path | None,
        Option("Typology of the files, as TOML.", exists=True, only=LOCAL_FILES, reason=_FILES),
    ] = None
    campaign: Annotated[
        str | None, Option("A campaign with frozen gold, in place of files.", label="Campaign")
    ] = None
    gold: Annotated[str | None, Option("Gold of the campaign. By default the last one.", label="Gold")] = None
    release: Annotated[
        str | None, Option("Release of the campaign, instead of its gold.", label="Release")
    ] = None


@request("operations stats", roles=("adjudicator", "manager"), one_of=_OF_CAMPAIGN, conflicts=_OF_FILES)
class OperationsRequest(OfOperations):
    """Count pairs, groups and labels, co-occurring labels, and lengths of simplifications."""


@request(
    "operations subset",
    job="write_subset",
    roles=("adjudicator",),
    one_of=_OF_CAMPAIGN,
    conflicts=_OF_FILES,
)
class SubsetRequest(OfOperations):
    """Write the pairs with some operations as files aligned by line, with their references."""

    named: Annotated[
        tuple[str, ...],
        Option("A subset the typology names, such as lexical.", label="Subsets", metavar="NAME"),
    ] = ()
    having: Annotated[
        tuple[str, ...],
        Option("A label that each pair has.", label="With all of", flag="--with", metavar="LABEL"),
    ] = ()
    without: Annotated[
        tuple[str, ...],
        Option("A label that no pair has.", label="With none of", metavar="LABEL"),
    ] = ()
    reason: Reason = ""


@request("operations sari-study", job="sari_study", one_of=(("folder", "files", "campaign"),))
class SariStudyRequest:
    """Measure how counts of operations correlate with SARI, keep, add and delete."""

    folder: Annotated[
        Path | None,
        Option(
            "Folder with asset.orig.txt and, for two or more K, asset.simp.K.txt and asset.simp.K.aln.",
            argument=True,
            exists=True,
            metavar="FOLDER",
            only=LOCAL_FILES,
            reason=_FILES,
        ),
    ] = None
    files: Annotated[
        str | None,
        Option("Uploaded files of a study.", only=(JOB, PAGE), reason="The command takes a folder."),
    ] = None
    campaign: Annotated[
        str | None,
        Option("A campaign with frozen gold.", only=(JOB, PAGE), reason="The command takes a folder."),
    ] = None
    gold: Annotated[
        str | None,
        Option(
            "Gold of the campaign. By default the last one.",
            only=(JOB, PAGE),
            reason="The command takes a folder.",
        ),
    ] = None
    title: Annotated[
        str,
        Option(
            "Title of the study on its page.",
            label="Name of the study (optional)",
            only=(JOB, PAGE),
            reason="Only pages list studies.",
        ),
    ] = ""
    models: Annotated[
        tuple[Literal["lasso", "tree", "forest", "perceptron"], ...],
        Option(
            "Models to fit.",
            label="Models that predict a score from the counts of operations",
            choices={
                "lasso": "Lasso regression",
                "tree": "Regression tree",
                "forest": "Random forest",
                "perceptron": "Multilayer perceptron",
            },
            words={"none": ()},
            comma=True,
        ),
    ] = ("lasso", "tree", "forest", "perceptron")
    tune: Annotated[
        bool,
        Option(
            "Otherwise the lasso uses the published penalties (0.5 for SARI, 0.6 for keep, 0.2 for add, 0.5 "
            "for delete) and the other models fixed settings.",
            label="Tune the settings of each model (about four times the runtime)",
        ),
    ] = False
    seed: Annotated[Seed, Option("Random seed of tree, forest and perceptron.")] = 0
