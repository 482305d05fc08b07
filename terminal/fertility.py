"""Tokenizers on texts: `aloi fertility`."""

from __future__ import annotations

from pathlib import Path

import click

from terminal.base import Answer, Command, table
from terminal.files import IN, text_columns


@click.command("fertility", cls=Command)
@click.option(
    "--model",
    "models",
    multiple=True,
    required=True,
    metavar="NAME_OR_FOLDER",
    help="A packaged model, a folder with a tokenizer, or a hub name; once for each.",
)
@click.option("--texts", required=True, type=IN, help="A .conll file, a table, a folder or .zip of .txt.")
@text_columns
@click.option("--words-column", metavar="C", help="Column of the words of each row (a table only).")
@click.option("--term", "terms", multiple=True, help="A term to show as it splits; once for each.")
@click.option(
    "--replicates", default=1000, show_default=True, help="Bootstrap replicates; 0 for no interval."
)
@click.option("--seed", default=0, show_default=True, help="Seed of the bootstrap.")
def fertility(
    models: tuple[str, ...],
    texts: Path,
    text_column: str | None,
    id_column: str | None,
    words_column: str | None,
    terms: tuple[str, ...],
    replicates: int,
    seed: int,
) -> Answer:
    """Count the sub-words that tokenizers make of a word, and compare their vocabularies.

    plain: sub-words by words, over all texts. drbenchmark: with special tokens, mean over documents.
    """
    from workbench.tokenising import study_tokenizers

    found = study_tokenizers(
        models,
        texts,
        text_column=text_column,
        id_column=id_column,
        words_column=words_column,
        terms=terms,
        replicates=replicates,
        seed=seed,
    )
    head = (
        "model",
        "plain",
        "95 % interval",
        "drbenchmark",
        "95 % interval",
        "documents",
        "words",
        "sub-words",
    )
    rows = []
    for one in found.fertilities:
        theirs, plain = (f"[{i.low:.4f}, {i.high:.4f}]" if i else "-" for i in one.intervals)
        rows.append(
            (one.model, one.plain, plain, one.drbenchmark, theirs, one.documents, one.words, one.subwords)
        )
    lines = table(head, rows)
    if len(models) > 1:
        lines += ["", "share of the row's vocabulary that the column's has"]
        lines += table(
            ("model", "entries", *found.overlap.models),
            [
                (model, size, *shares)
                for model, size, shares in zip(
                    found.overlap.models, found.overlap.sizes, found.overlap.shares, strict=True
                )
            ],
        )
    if found.terms:
        lines.append("")
        lines += table(
            ("term", *found.overlap.models),
            [(term, *(" ".join(parts) for parts in splits)) for term, splits in found.terms.items()],
        )
    return Answer(found.to_json(), lines)
