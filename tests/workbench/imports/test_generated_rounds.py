"""Random projects of every format: people, answers, places, skips, notes and counts are what was written."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from aloi.workbench.imports.layouts import find_layout, layout_named
from aloi.workbench.imports.layouts.base import Source
from tests.workbench.imports.generated import (
    argilla,
    bioc,
    cas,
    marked_files,
    potato,
    prodigy,
    studio,
    tables,
    words,
)
from tests.workbench.imports.generated.world import Expected, Written, check, read_back

WRITERS: dict[str, Callable[[random.Random, Path], Written]] = {
    "brat": marked_files.brat,
    "conll": marked_files.conll,
    "conllu": marked_files.conllu,
    "docbin": marked_files.docbin,
    "bigbio": marked_files.bigbio,
    "bioc": bioc.bioc,
    "pubtator": marked_files.pubtator,
    "concept": marked_files.concept,
    "mantra": marked_files.mantra,
    "codiesp": marked_files.codiesp,
    "labelled_table": tables.labelled_table,
    "labelled_jsonl": tables.labelled_jsonl,
    "answer_sheet": tables.answer_sheet,
    "mcqa_jsonl": tables.questions,
    "table": tables.answers,
    "yawat": words.yawat,
    "semdis": words.semdis,
    "semeval2007": words.semeval2007,
    "targets": words.targets,
    "swords": words.swords,
    "label_studio": studio.label_studio,
    "doccano": studio.doccano,
    "webanno_tsv": cas.webanno_tsv,
    "uima_cas": cas.uima_cas,
    "prodigy": prodigy.prodigy,
    "argilla": argilla.argilla,
    "potato": potato.potato,
}
# Rows that hold no answer of one person to one text are brought into the same form by their own functions.
READ: dict[str, Callable[[Source], Expected]] = {
    "table": tables.answers_read,
    **dict.fromkeys(("semdis", "semeval2007", "targets"), words.targets_read),
}
FEW, MANY = range(10), range(10, 2010)


def _check(name: str, seeds: range, folder: Path) -> None:
    if name == "docbin":
        pytest.importorskip("spacy")
    for seed in seeds:
        target = folder / str(seed)
        target.mkdir()
        written = WRITERS[name](random.Random(f"{name}-{seed}"), target)
        source = layout_named(name).read(written.path, written.reading)
        try:
            assert find_layout(written.path, written.reading.task).name == name
            check(written, READ.get(name, read_back)(source))
        except AssertionError as error:
            raise AssertionError(f"project {seed} of {name}: {error}") from error


@pytest.mark.parametrize("name", WRITERS)
def test_projects_are_read_as_they_were_written(name: str, tmp_path: Path) -> None:
    _check(name, FEW, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", WRITERS)
def test_two_thousand_projects_are_read_as_they_were_written(name: str, tmp_path: Path) -> None:
    _check(name, MANY, tmp_path)
