"""Tables and JSON lines of labelled texts, of questions, and of answers to items that are stored."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Sequence
from pathlib import Path

from aloi.annotation.tasks import task
from aloi.corpora.model import Item, Pair, Sentence
from aloi.workbench.imports.layouts.base import ReadOptions, RowStatus, Source, StoredItem
from tests.corpora.spreadsheets import Cell, write_xlsx
from tests.workbench.imports.generated.world import (
    Document,
    Expected,
    Features,
    Written,
    expected_of,
    texts_of,
    world,
)

_KINDS = ("csv", "semicolon", "tsv", "jsonl", "xlsx")  # cells of a workbook have one kind of line end


def labelled_table(rng: random.Random, folder: Path) -> Written:
    """A text a row, labels with | between them; one person answers all."""
    kind = rng.choice(_KINDS)
    made = world(rng, "labels", Features(people=1, crlf=kind != "xlsx"), complete=True)
    columns = rng.choice(
        (("id", "text", "labels"), ("identifiant", "texte", "étiquettes"), ("doc_id", "sentence", "label"))
    )
    rows = [[one.document, made.document(one.document).text, "|".join(one.value)] for one in made.statements]
    path = _table(rng, kind, folder, "corpus", columns, rows)
    return Written(path, expected_of(made, names={made.people[0]: ""}), ReadOptions(task="classification"))


def labelled_jsonl(rng: random.Random, folder: Path) -> Written:
    """A folder of `<part>.jsonl` with `labels.json`."""
    made = world(rng, "labels", Features(people=1), complete=True)
    (folder / "labels.json").write_text(json.dumps(list(made.labels)), encoding="utf-8")
    lines = [
        {
            "id": one.document,
            "text": made.document(one.document).text,
            "second": "",
            "labels": list(one.value),
        }
        for one in made.statements
    ]
    cut = rng.randint(1, len(lines) - 1)
    for part, listed in (("train", lines[:cut]), ("test", lines[cut:])):
        text = "".join(json.dumps(one, ensure_ascii=rng.random() < 0.5) + "\n" for one in listed)
        (folder / f"{part}.jsonl").write_text(text, encoding="utf-8")
    return Written(folder, expected_of(made, names={made.people[0]: ""}), ReadOptions(task="classification"))


def answer_sheet(rng: random.Random, folder: Path) -> Written:
    """A row an answer: text, annotator, labels, with a reason for skips; notes and seconds beside."""
    kind = rng.choice(_KINDS)
    made = world(rng, "labels", Features(skips=True, comments=True, seconds=True, crlf=kind != "xlsx"))
    columns = ("id", "text", "annotator", "label", "comment", "skip", "seconds")
    rows = [
        [
            one.document, made.document(one.document).text, one.annotator, "|".join(one.value or ()),
            one.comment, "context" if one.skipped else "", f"{one.seconds:g}",
        ]
        for one in made.statements
    ]  # fmt: skip
    return Written(_table(rng, kind, folder, "answers", columns, rows), expected_of(made))


def questions(rng: random.Random, folder: Path) -> Written:
    """Questions with two to five options and one or several right ones, in any of three layouts."""
    features = Features()
    texts = texts_of(rng, rng.randint(2, 6), features)
    answers, lines = {}, []
    layout = rng.choice(("options", "letters", "answers"))
    for number, text in enumerate(texts):
        options = texts_of(rng, rng.randint(2, 5), features)
        right = sorted(rng.sample(range(len(options)), rng.randint(1, len(options))))
        letters = "abcde"[: len(options)]
        line: dict[str, object] = {"id": f"q{number}", "question": text}
        if layout == "options":
            line |= {"options": options, "correct": [letters[one].upper() for one in right]}
        elif layout == "letters":
            line |= {f"answer_{name}": option for name, option in zip(letters, options, strict=True)}
            line["correct_answers"] = [letters[one] for one in right]
        else:
            line |= {"answers": dict(zip(letters, options, strict=True)), "correct_answers": right}
        lines.append(line)
        answers[text.strip(), ""] = tuple(right)
    path = folder / "q.jsonl"
    if rng.random() < 0.5:
        path.write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
    else:
        path = folder / "q.json"
        path.write_text(json.dumps(lines, ensure_ascii=False, indent=1), encoding="utf-8")
    return Written(path, Expected(answers, ids=frozenset(f"q{one}" for one in range(len(texts)))))


def answers(rng: random.Random, folder: Path) -> Written:
    """Answers to stored pairs, by item and person, or a column a person; items by id or by both texts."""
    kind = rng.choice(_KINDS)
    features = Features(lines=False, odd=False, skips=True, comments=True, seconds=True)
    made = world(rng, "rating", features)
    while all(one.skipped for one in made.statements):  # a wide table would hold no answer
        made = world(rng, "rating", features)
    items = {one.id: _pair(one) for one in made.documents}
    wide = rng.random() < 0.5
    by_id = wide or rng.random() < 0.5
    key = ["item_id"] if by_id else ["left", "right"]

    def names(document: Document) -> list[str]:
        return [items[document.id].id] if by_id else [document.text, document.second]

    if wide:
        columns = [*key, *made.people]
        rows = []
        for one in made.documents:
            said = {each.annotator: each for each in made.of(one.id)}
            cells = [
                "" if who not in said or said[who].skipped else f"{said[who].value:g}" for who in made.people
            ]
            rows.append([*names(one), *cells])
    else:
        columns = [*key, "annotator", "value", "comment", "skip", "seconds"]
        rows = [
            [
                *names(made.document(one.document)), one.annotator, "" if one.skipped else f"{one.value:g}",
                one.comment, "context" if one.skipped else "", f"{one.seconds:g}",
            ]
            for one in made.statements
        ]  # fmt: skip
    path = _table(rng, kind, folder, "answers", columns, rows)
    settings = task("similarity").check_settings({"scales": [{"name": "score", "low": 0, "high": 5}]})
    stored: dict[str, Item] = {one.id: one for one in items.values()}
    reading = ReadOptions(
        task="similarity",
        settings=settings,
        items=stored,
        people=made.people,
        annotators=made.people if wide else (),
    )
    expected = expected_of(made, with_ids=False)
    if wide:
        expected = Expected(expected.answers)
    return Written(path, expected, reading)


def answers_read(source: Source) -> Expected:
    """Return what a table of answers to stored pairs says."""
    rows = [one for one in source.rows if isinstance(one, StoredItem)]
    keys = {id(one): ("\0".join(one.item.texts), one.provenance.annotator) for one in rows}
    said = [one for one in rows if one.provenance.status is RowStatus.ANSWER]
    return Expected(
        answers={keys[id(one)]: float(str(one.value)) for one in said},
        skips=frozenset(keys[id(one)] for one in rows if one.provenance.status is RowStatus.SKIP),
        comments={keys[id(one)]: one.provenance.comment for one in said if one.provenance.comment},
        seconds={keys[id(one)]: one.provenance.seconds for one in said if one.provenance.seconds is not None},
    )


def _pair(one: Document) -> Pair:
    sides = [
        Sentence(f"{one.id}-{i}", f"{one.id}-{i}", 0, 0, len(text), text)
        for i, text in enumerate((one.text, one.second))
    ]
    return Pair.of("corpus", *sides)


def _table(
    rng: random.Random,
    kind: str,
    folder: Path,
    name: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
) -> Path:
    """Return a table as .csv (comma or semicolon), .tsv with quotes, .jsonl or .xlsx."""
    if kind == "xlsx":
        cells: list[list[Cell]] = [[*columns], *([*row] for row in rows)]
        return write_xlsx(folder / f"{name}.xlsx", {"Feuille 1": cells})
    if kind == "jsonl":
        path = folder / f"{name}.jsonl"
        text = "".join(
            json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False) + "\n" for row in rows
        )
        path.write_text(text, encoding="utf-8")
        return path
    out = io.StringIO(newline="")
    writer = csv.writer(
        out,
        delimiter={"csv": ",", "semicolon": ";", "tsv": "\t"}[kind],
        lineterminator=rng.choice(("\n", "\r\n")),
    )
    writer.writerow(columns)
    writer.writerows(rows)
    path = folder / f"{name}.{'tsv' if kind == 'tsv' else 'csv'}"
    path.write_bytes(out.getvalue().encode(rng.choice(("utf-8", "utf-8-sig"))))
    return path
