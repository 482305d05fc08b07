"""Answers of a release, from its manifest or its Hugging Face folder, measured as its rounds were."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import TaskType
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Item, Json, Pair, Passage, Sentence
from aloi.corpora.readers import Row, read_table
from aloi.corpora.readers.read_as import ReadAs, TableReading, tell
from aloi.corpora.readers.tables import SUFFIXES
from aloi.workbench.agreement.full_report.views import CountedAnswer, main_views
from aloi.workbench.agreement.reading.exported_answers import ExportedAnswers, ExportedRound, no_schema

if TYPE_CHECKING:
    from aloi.gold.releasing.answers import AskedInRounds

_RAW = "raw"  # the folder of answers in a Hugging Face folder
# Round, occasion and the answer itself.
RoundAnswer = tuple[str, int, CountedAnswer]


def read_released(path: Path) -> ExportedAnswers | None:
    """Return the answers of a release; None if a path is no release.

    A release may be its zip, its `manifest.json`, or a folder that contains the manifest. It may also be a
    Hugging Face folder with its `raw/`, that `raw/` folder, or a single file: the answers of one split.

    Raises
    ------
    AloiError
        A manifest that differs from the frozen one, files of several releases, or a file of answers from
        before releases recorded the label schema.
    """
    raw = _raw_files(path)
    if raw:
        return _of_files(path, raw)
    if path.suffix.lower() in SUFFIXES and not path.is_dir():
        return None  # a table: nothing of releases is loaded for it
    from aloi.gold.releasing.answers import asked_in, released_answers
    from aloi.gold.releasing.release_files import frozen_manifest

    manifest = None if path.suffix.lower() in SUFFIXES else frozen_manifest(path)
    if manifest is None:
        if path.is_dir():
            raise _no_answers(path)
        return None
    answers = released_answers(manifest)
    rows = [
        (str(answer.round), answer.occasion, CountedAnswer(answer.item, answer.annotator, answer.value))
        for answer in answers
    ]
    return _answers(path, asked_in(manifest), rows, ReadAs())


def _no_answers(path: Path) -> AloiError:
    return AloiError(
        "aloi.no-content",
        path=path,
        content=Term("no-answers-of-a-release"),
        expected=Term("release-its-zip"),
        todo=Term("name-the-folder"),
    )


def _raw_files(path: Path) -> list[Path]:
    """Return the Parquet files of answers at a path."""
    if path.is_dir():
        folder = path / _RAW if (path / _RAW).is_dir() else path
        return [one for one in sorted(folder.glob("*.parquet")) if _schema_of_file(one) is not None]
    return [path] if path.suffix.lower() == ".parquet" and _schema_of_file(path) is not None else []


def _schema_of_file(path: Path) -> AskedInRounds | None:
    """Return the label schemas of the rounds of a file of answers, from its folder; None for other files."""
    from aloi.gold.formats.huggingface.folder import (
        card_of,  # loads every format, which most tables never need
    )

    return card_of(path).questions


def _of_files(path: Path, files: Sequence[Path]) -> ExportedAnswers:
    schemas = [schema for one in files if (schema := _schema_of_file(one)) is not None]
    if any(one != schemas[0] for one in schemas):
        raise AloiError(
            "aloi.too-many",
            name=Term("releases-of-the-answers", path=path),
            count=Term("several"),
            most=1,
            todo=Term("measure-them"),
        )
    kind = task(schemas[0].task)
    seen: set[tuple[str, ...]] = set()
    rows: list[RoundAnswer] = []
    for file in files:
        for row in read_table(file, quiet=True).rows:
            # An item of a split that a leakage filter made is in another split, too.
            key = tuple(row.text(name) for name in ("id", "annotator", "round", "occasion"))
            if key in seen:
                continue
            seen.add(key)
            try:
                value: Json = json.loads(row.text("value"))
            except (ValueError, RecursionError):
                raise no_schema(f"{file}, row {row.number}") from None
            answer = CountedAnswer(_item(kind, row), row.text("annotator"), value)
            rows.append((row.text("round"), int(row.text("occasion")), answer))
    return _answers(path, schemas[0], rows, ReadAs())


def _item(kind: TaskType, row: Row) -> Item:
    """Return the item of an answer, as far as views need it: its texts and their documents."""
    name, texts, documents = row.text("id"), row.values["texts"], row.values["document_ids"]
    if not isinstance(texts, list) or not isinstance(documents, list) or not texts or not documents:
        raise no_schema(f"row {row.number}")
    sentences = [
        Sentence(f"{at} of {name}", str(document), 0, 0, len(str(text)), str(text))
        for at, (text, document) in enumerate(zip(texts, documents, strict=False))
    ]
    if kind.item_kind == Pair.kind and len(sentences) > 1:
        return Pair(name, "", sentences[0], sentences[1])
    return Passage(name, "", sentences[0])


def _answers(
    path: Path, schema: AskedInRounds, rows: Iterable[RoundAnswer], source: ReadAs
) -> ExportedAnswers:
    """Return the rounds of answers: first occasions, of the annotators who are not excluded."""
    rounds: dict[str, list[CountedAnswer]] = {}
    left_out: Counter[str] = Counter()
    repeats = 0
    for number, occasion, answer in rows:
        if answer.annotator in schema.left_out:
            left_out[answer.annotator] += 1
        elif occasion != 1:
            repeats += 1
        else:
            rounds.setdefault(number, []).append(answer)
    if not rounds:
        raise _no_answers(path)
    dropped = [(f"answers of {name}", f"excluded in the campaign ({n})") for name, n in left_out.items()]
    dropped += [("hidden repeats", f"not of the first occasion ({repeats})")] if repeats else []
    reading = TableReading(source, layout="long", task=schema.task, dropped=tuple(dropped))
    tell(path, reading)
    parts = tuple(
        ExportedRound(number, tuple(answers), _context(number, schema))
        for number, answers in sorted(rounds.items(), key=lambda each: int(each[0]))
    )
    return ExportedAnswers(tuple(main_views(task(schema.task).views(schema.settings))), parts, reading)


def _context(number: str, schema: AskedInRounds) -> Mapping[str, str]:
    without = "+".join(schema.left_out)
    return {
        "round": number,
        "guideline": str(schema.guidelines.get(number) or "none"),
        **({"without": without} if without else {}),
    }
