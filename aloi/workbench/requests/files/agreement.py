"""Requests about the agreement in files: measured, compared, estimated."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from aloi.base.requests import JOB, PAGE, Option, request
from aloi.workbench.requests.shared import Detect, Normalise, Replicates, Seed

Level = Literal["nominal", "ordinal", "interval", "ratio"]
Weights = Literal["unweighted", "linear", "quadratic", "ordinal", "radical", "ratio"]
Layout = Literal["wide", "long", "counts", "spans"]

_Level = Annotated[
    Level | None,
    Option(
        "Level of measurement. Tables that Aloi exported state theirs.",
        label="Level of measurement",
        choices={
            "nominal": "labels: equal or not (nominal)",
            "ordinal": "degrees in order (ordinal)",
            "interval": "numbers with meaningful differences (interval)",
            "ratio": "numbers with a true zero (ratio)",
        },
    ),
]
_Measure = Annotated[
    tuple[str, ...],
    Option("Measure. By default all that apply.", label="Coefficients", example="krippendorff_alpha"),
]
_Weights = Annotated[
    Weights | None,
    Option(
        "Agreement weights; alpha takes the level instead. By default unweighted, and if no measure is named "
        "also those that fit the level.",
        label="Agreement weights",
    ),
]
_Cluster = Annotated[
    tuple[str, ...],
    Option(
        "Column with the document of a unit; two columns for both sides of a pair. Units of one document are "
        "clustered, and the intervals account for it.",
        label="Documents (two for pairs)",
        metavar="COLUMN",
        example="document",
    ),
]
_Unit = Annotated[
    str | None,
    Option("Column of the unit. By default the first one.", label="Column of the item", metavar="COLUMN"),
]
_Annotator = Annotated[
    str | None,
    Option("Column of the annotator, in a long table.", label="Column of the annotator", metavar="COLUMN"),
]
_Value = Annotated[
    str | None,
    Option("Column of the rating, in a long table.", label="Column of the rating", metavar="COLUMN"),
]
_Names = Annotated[tuple[str, ...], Option(comma=True, metavar="A,B", example="A1,A2")]
_Paired = Annotated[
    bool,
    Option(
        "Paired test on the units that both tables rate; other units are excluded.",
        label="The items are the same",
    ),
]
# The command `agreement difference` has these fields, and a page compares while it measures.
_COMPARISON_REASON = "The command agreement difference compares two tables."


@request("agreement", job="measure_table", roles=("adjudicator", "manager"))
class AgreementRequest:
    """Measure agreement on a table of ratings, and how that of a second table differs."""

    table: Annotated[Path, Option("Table of ratings.", argument=True, metavar="TABLE")]
    level: _Level = None
    measure: _Measure = ()
    weights: _Weights = None
    weights_by: Annotated[
        Literal["value", "rank"],
        Option(
            "Whether weights depend on the values or on their ranks.",
            label="Weights by",
            choices={"value": "value", "rank": "rank"},
        ),
    ] = "value"
    categories: Annotated[
        tuple[str, ...],
        Option(
            "All possible values, from low to high. Required if the ratings are ordered words, or if some "
            "were never used.",
            label="All degrees or labels, low to high",
            comma=True,
            metavar="A,B,C",
            example="low,middle,high",
        ),
    ] = ()
    ci: Annotated[
        Literal["score", "analytic", "bootstrap", "jackknife", "none"],
        Option("Method of the intervals; see the guide on agreement.", label="Intervals"),
    ] = "score"
    cluster: _Cluster = ()
    replicates: Annotated[Replicates, Option("Number of bootstrap replicates.", low=1)] = 1000
    seed: Annotated[Seed, Option("Random seed of the bootstrap.")] = 0
    by: Annotated[
        str | None,
        Option("Also report each group of this column.", label="Report also by", metavar="COLUMN"),
    ] = None
    unit: _Unit = None
    annotator: _Annotator = None
    value: _Value = None
    columns: Annotated[
        tuple[str, ...],
        Option(
            "Columns of ratings, in a wide table, or roles of columns such as "
            "id=item,annotator=who,label=code. By default all except columns of texts.",
            label="Columns of ratings",
            comma=True,
            metavar="A,B,C",
            example="A1,A2",
        ),
    ] = ()
    layout: Annotated[
        Layout | None,
        Option(
            "Layout of the table. By default detected from the columns.",
            label="Layout of the table",
            choices={
                "": "detected from the columns",
                "wide": "one column per annotator",
                "long": "one row per rating",
                "counts": "one column per label: number of annotators who chose it",
            },
        ),
    ] = None
    missing: Annotated[
        tuple[str, ...],
        Option(
            "Additional marker of a missing rating, besides those such as NA.",
            label="Markers of missing ratings",
            metavar="WORD",
            example="absent",
        ),
    ] = ()
    separator: Annotated[
        str | None,
        Option(
            "Separator of the labels of a cell, such as ; or a comma. By default detected from the cells.",
            label="Separator between labels",
            metavar="SIGN",
        ),
    ] = None
    normalise: Normalise = ()
    machine: Annotated[
        tuple[str, ...],
        Option(
            "Annotator that is a machine: it is tested against people, and excluded from their agreement.",
            label="Annotators that are machines",
            metavar="NAME",
            example="X1",
        ),
    ] = ()
    epsilon: Annotated[
        float,
        Option(
            "How much more often people may win against a machine that replaces them: 0.2 for experts, 0.15 "
            "for skilled people, 0.1 for a crowd.",
            label="Epsilon of the alternative annotator test",
            low=0,
            high=0.99,
        ),
    ] = 0.2
    alignment: Annotated[
        Literal["accuracy", "neg_rmse", "jaccard", "masi"] | None,
        Option(
            "How answers of machines and people are compared. By default the root mean squared error of "
            "numbers, Jaccard of sets, otherwise equal answers.",
            label="Comparison of answers",
            choices={
                "": "as the level has it",
                "accuracy": "equal or not",
                "neg_rmse": "root mean squared error",
                "jaccard": "Jaccard similarity of sets",
                "masi": "MASI similarity of sets",
            },
        ),
    ] = None
    power: Annotated[
        float | None,
        Option(
            "Also plan the test of machines: units needed for this power, from the table as a pilot.",
            label="Power of the planned test",
            low=0.01,
            high=0.99,
            metavar="P",
            example="0.8",
        ),
    ] = None
    people: Annotated[
        tuple[int, ...],
        Option(
            "Numbers of people of the planned test. By default those of the table.",
            label="People of the planned test",
            comma=True,
            metavar="N,N",
            example="3,5",
            low=2,
        ),
    ] = ()
    pairs: Annotated[
        bool | None,
        Option("Measure each pair of annotators. By default up to 100,000 units.", label="Measure each pair"),
    ] = None
    whole: Annotated[
        bool,
        Option(
            "Also report annotators, labels, items, models of annotators and a plan. It takes longer.",
            label="Full report",
        ),
    ] = False
    second: Annotated[
        Path | None,
        Option(
            "Table in the same layout, such as of another team: the difference in agreement is tested.",
            label="Second table, for comparison",
            only=(JOB, PAGE),
            reason=_COMPARISON_REASON,
        ),
    ] = None
    paired: Annotated[_Paired, Option(only=(JOB, PAGE), reason=_COMPARISON_REASON)] = False
    detect: Annotated[
        float,
        Option(
            "The smallest difference of the coefficient that matters to you.",
            label="Relevant difference",
            low=0.01,
            high=1,
            only=(JOB, PAGE),
            reason=_COMPARISON_REASON,
        ),
    ] = 0.1


@request("agreement difference", roles=())
class DifferenceRequest:
    """Test whether the agreement of two tables differs."""

    table: Annotated[Path, Option("First table.", argument=True, metavar="TABLE_A")]
    second: Annotated[Path, Option("Second table.", argument=True, metavar="TABLE_B")]
    level: _Level = None
    measure: _Measure = ()
    weights: _Weights = None
    cluster: _Cluster = ()
    unit: _Unit = None
    annotator: _Annotator = None
    value: _Value = None
    annotators: Annotated[
        _Names, Option("Only these annotators of the first table.", label="Annotators of the first table")
    ] = ()
    against: Annotated[
        _Names,
        Option(
            "Only these annotators of the second table, which may be the first one again.",
            label="Annotators of the second table",
        ),
    ] = ()
    normalise: Normalise = ()
    paired: _Paired = False
    detect: Detect = None


@request(
    "agreement estimate",
    job="estimate_table",
    conflicts=(
        ("label", "mean"),
        ("label", "system"),
        ("mean", "system"),
        ("label", "measure"),
        ("mean", "measure"),
        ("mean", "level"),
    ),
    roles=("adjudicator", "manager"),
)
class EstimateRequest:
    """Estimate a share, a mean or an agreement from few human and many machine answers."""

    table: Annotated[Path, Option("Table of ratings.", argument=True, metavar="TABLE")]
    machine: Annotated[
        str, Option("Annotator that is a machine.", label="Machine annotator", metavar="NAME", example="X1")
    ]
    label: Annotated[
        str | None, Option("Estimate the share of this label.", metavar="LABEL", example="positive")
    ] = None
    mean: Annotated[bool, Option("Estimate the mean of numbers.")] = False
    system: Annotated[
        str | None,
        Option(
            "Estimate the accuracy of the answers in this column, which has all units: those of another "
            "system, or of a person.",
            label="System or person with all answers",
            metavar="NAME",
        ),
    ] = None
    measure: Annotated[
        str | None,
        Option(
            "Estimate this coefficient of agreement of people with the column, instead of its accuracy.",
            label="Coefficient",
            metavar="MEASURE",
            example="cohen_kappa",
        ),
    ] = None
    level: _Level = None
    weights: _Weights = None
    by: Annotated[
        str | None,
        Option(
            "Also estimate each group of this column, and the differences from the first.",
            label="Estimate also by",
            metavar="COLUMN",
        ),
    ] = None
    stratum: Annotated[
        str | None,
        Option(
            "Column with the stratum of a unit, if people answered different shares of the strata.",
            metavar="COLUMN",
        ),
    ] = None
    cluster: _Cluster = ()
    unit: _Unit = None
    annotator: _Annotator = None
    value: _Value = None
    columns: Annotated[
        tuple[str, ...],
        Option(
            "Columns of human answers, in a wide table. By default all except columns of texts.",
            label="Columns of human answers",
            comma=True,
            metavar="A,B,C",
            example="A1,A2",
        ),
    ] = ()
    missing: Annotated[
        tuple[str, ...],
        Option(
            "Additional marker of a missing rating, besides those such as NA.",
            metavar="WORD",
            example="absent",
        ),
    ] = ()
    normalise: Normalise = ()
