"""Tokenizers on data sets: `aloi fertility`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.base.errors import AloiError
from aloi.terminal.base import (
    BOOTSTRAP,
    IN,
    OUT,
    RAW,
    Answer,
    Command,
    measured,
    show_progress,
    table,
    text_columns,
)

if TYPE_CHECKING:
    from aloi.studies.tokenisation.study import TokenizerStudy


@click.command("fertility", cls=Command)
@click.option(
    "--model",
    "models",
    multiple=True,
    required=True,
    metavar="NAME_OR_FOLDER",
    help="A packaged model, a folder with a tokenizer, or a hub name; once for each.",
)
@click.option(
    "--texts",
    multiple=True,
    required=True,
    type=IN,
    help="A .conll file, a table, a folder or .zip of .txt; once for each data set.",
)
@text_columns
@click.option("--words-column", metavar="C", help="Column of the words of each row (a table only).")
@click.option("--term", "terms", multiple=True, help="A term to show as it splits; once for each.")
@click.option(
    "--examples",
    default=0,
    show_default=True,
    help="Number of words per data set that the models split differently.",
)
@click.option("--csv", type=OUT, help="Fertility by data set and model, as CSV.")
@click.option("--overlap-csv", type=OUT, help="CSV file for the pairwise overlap of vocabularies.")
@click.option("--splits-csv", type=OUT, help="Terms and examples as they split, as CSV.")
@RAW
@BOOTSTRAP
def fertility(
    models: tuple[str, ...], texts: tuple[Path, ...], text_column: str | None, id_column: str | None,
    words_column: str | None, csv: Path | None, overlap_csv: Path | None, splits_csv: Path | None,
    **options: Any,
) -> Answer:  # fmt: skip
    """Count the sub-words that tokenizers make of a word, and compare their vocabularies.

    plain: sub-words by words, over all texts. drbenchmark: with special tokens, mean over documents.
    """
    from aloi.studies.tokenisation.study import read_documents, study_tokenizers, write_rows

    names = [one.stem or one.name for one in texts]
    if len(set(names)) < len(names):
        raise AloiError("terminal.data-sets-called", names=names)
    datasets = {
        name: read_documents(path, text_column, id_column, words_column)
        for name, path in zip(names, texts, strict=True)
    }
    study = study_tokenizers(models, datasets, progress=show_progress(), **options)
    for path, rows in (
        (csv, study.fertility_rows()),
        (overlap_csv, study.overlap_rows()),
        (splits_csv, study.split_rows()),
    ):
        if path is not None:
            write_rows(path, rows)
    return Answer(study.to_json(), _lines(study))


def _lines(study: TokenizerStudy) -> list[str]:
    """Return the tables for people."""
    values = (("plain", "95% interval"), ("drbenchmark", "95% interval"))
    head = ("model", *values, "documents", "words", "sub-words")
    lines: list[str] = []
    for dataset in study.datasets:
        rows = []
        for tokenizer in dataset.models:
            protocol_interval, plain = tokenizer.intervals
            fertility = (
                measured(tokenizer, value=tokenizer.plain, interval=plain),
                measured(tokenizer, value=tokenizer.drbenchmark, interval=protocol_interval),
            )
            rows.append(
                (tokenizer.model, *fertility, tokenizer.documents, tokenizer.words, tokenizer.subwords)
            )
        lines += [dataset.name, *table(head, rows), ""]
    if len(study.models) > 1:
        lines.append("share of the row's vocabulary that the column's has")
        overlap = study.overlap
        lines += table(
            ("model", "entries", *overlap.models),
            [
                (model, size, *shares)
                for model, size, shares in zip(overlap.models, overlap.sizes, overlap.shares, strict=True)
            ],
        )
        lines.append("")
    splits = study.split_rows()
    if splits:
        lines += table(tuple(splits[0]), [tuple(row.values()) for row in splits])
    return lines
