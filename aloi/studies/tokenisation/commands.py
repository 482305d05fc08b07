"""Tokenizers on data sets: `aloi fertility`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.studies.tokenisation.requests import FertilityRequest
from aloi.terminal.base import (
    RAW,
    Answer,
    Command,
    measured,
    show_progress,
    table,
)
from aloi.terminal.options import output_option, request_options

if TYPE_CHECKING:
    from aloi.studies.tokenisation.study import TokenizerStudy


@click.command("fertility", cls=Command)
@request_options(FertilityRequest)
@output_option("Fertility by data set and model, as CSV.", "--csv")
@output_option("CSV file for the pairwise overlap of vocabularies.", "--overlap-csv")
@output_option("Terms and examples as they split, as CSV.", "--splits-csv")
@RAW
def fertility(
    request: FertilityRequest, csv: Path | None, overlap_csv: Path | None, splits_csv: Path | None
) -> Answer:
    """Count the sub-words that tokenizers make of a word, and compare their vocabularies.

    plain: sub-words by words, over all texts. drbenchmark: with special tokens, mean over documents.
    """
    from aloi.studies.tokenisation.study import read_documents, study_tokenizers, write_rows

    names = [one.stem or one.name for one in request.texts]
    if len(set(names)) < len(names):
        raise AloiError(
            "aloi.value",
            name=Term("names-of-the-data"),
            value=", ".join(names),
            expected=Term("a-unique-name-for-each"),
            todo=Term("rename-one-of-the-files-with-the-same"),
        )
    datasets = {
        name: read_documents(path, request.text_column, request.id_column, request.words_column)
        for name, path in zip(names, request.texts, strict=True)
    }
    study = study_tokenizers(request, datasets, progress=show_progress())
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
