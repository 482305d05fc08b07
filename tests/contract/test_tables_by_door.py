"""Everyday tables through every door: each is read as the clean one, refused, or told; none silently wrong.

A door is a verb that takes a table; it gives what it made of the table in a form that can be compared. A row
of the matrix is a way in which people and their programs write a table.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from aloi.annotation.tasks.classification.label_list import read_label_table, read_labels
from aloi.annotation.tasks.judging.task import Judging
from aloi.base.errors import AloiError
from aloi.corpora.model import Sentence
from aloi.corpora.readers import TableReading, read_table, read_texts, tables_told
from aloi.corpora.terminologies.files import read_terminology
from aloi.gold.formats.labels.label_tables import Columns, read_labelled
from aloi.gold.formats.mentions.tables import read_mention_table
from aloi.modeling.data.scored_tables import ScoreColumns, read_pairs
from aloi.workbench.agreement.tables import table_report
from aloi.workbench.candidates import pairs as mined_pairs
from aloi.workbench.candidates import substitutes
from aloi.workbench.candidates.suggestions import read_dictionary
from aloi.workbench.candidates.targets import read_target_rows
from aloi.workbench.files import candidate_pairs
from aloi.workbench.files.score_labels import score_labels
from aloi.workbench.files.score_pairs import score_sts
from aloi.workbench.requests.files.agreement import AgreementRequest
from aloi.workbench.requests.files.scores import LabelsRequest, StsRequest
from aloi.workbench.rounds.answer_cells import AnswerCells
from aloi.workbench.texts import pairs as ready_pairs
from tests.corpora.spreadsheets import Day, Formula, Look, Shown, Wrong, write_ods, write_xlsx

Rows = list[list[Any]]
LABELS = ("fièvre", "toux sèche", "douleur")


@dataclass(frozen=True)
class Door:
    """A verb, the clean table it takes, and the column whose cells are spoilt."""

    take: Callable[[Path], object]
    clean: Rows
    spoilt: int
    numbers: bool = False


def _texts(path: Path) -> object:
    return [(one.name, one.text) for one in read_texts(path, text_column="text", id_column="id")]


def _agreement(path: Path) -> object:
    report = table_report(AgreementRequest(path, level="nominal", measure=("krippendorff_alpha",), ci="none"))
    return report.results[0].value


def _numbers_agree(path: Path) -> object:
    report = table_report(
        AgreementRequest(path, level="interval", measure=("krippendorff_alpha",), ci="none")
    )
    return report.results[0].value


def _gold(path: Path, rows: Rows) -> Path:
    gold = path.with_name("gold-of-it.csv")
    gold.write_text("\n".join(",".join(map(str, row)) for row in rows) + "\n", encoding="utf-8")
    return gold


def _labels(path: Path) -> object:
    return [
        one.value for one in score_labels(LabelsRequest(_gold(path, LABELLED), path, replicates=0)).scores
    ]


def _scores(path: Path) -> object:
    report = score_sts(StsRequest(_gold(path, SCORED), path, (0, 5), replicates=0))
    return report.spearman.value, report.missing


def _labelled(path: Path) -> object:
    return [(one.name, one.text, one.labels) for one in read_labelled(path, Columns())]


def _pairs(path: Path) -> object:
    parts = read_pairs(path, (0, 5), ScoreColumns(), "train")
    return [(one.id, one.left, one.right, one.score) for one, _ in parts["train"]]


def _answers_to(task: str, settings: dict[str, Any]) -> Callable[[Path], object]:
    def take(path: Path) -> object:
        table = read_table(path)
        table.require("item_id", "value")
        cells = AnswerCells.of(table, ["value"], task, settings)
        given = [(row, row.values["value"]) for row in table.rows]
        return [
            (row.text("item_id"), None if cells.is_missing(value) else cells.value(row, "value"))
            for row, value in given
        ]

    return take


def _ready_pairs(path: Path) -> object:
    table = read_table(path)
    columns = ready_pairs.guessed_columns(path)
    return [(one.text, one.document[0]) for one in ready_pairs._sides(table, columns)]


def _mined_pairs(path: Path) -> object:
    known = [Sentence(one, "d", 0, 0, 5, "texte") for one in (*IDS, "b")]
    store: Any = SimpleNamespace(texts=SimpleNamespace(sentences=lambda _: known))
    return [(one.left.id, one.right.id, one.score) for one in mined_pairs.read_candidates(store, "c", path)]


def _targets(path: Path) -> object:
    return [replace(one, where="") for one in read_target_rows(path)]


def _sentences(path: Path) -> object:
    return [(one.id, one.text) for one in candidate_pairs._sentences(read_table(path))]


def _mentions(path: Path) -> object:
    return [(one.mention, one.concept) for one in read_mention_table(path).mentions]


def _terminology(path: Path) -> object:
    return [(one.concept_id, one.name) for one in read_terminology(path)]


IDS = [f"{at:03}" for at in range(12)]
LABELLED: Rows = [["id", "label"], *([one, LABELS[at % 3]] for at, one in enumerate(IDS))]
SCORED: Rows = [["id", "score"], *([one, at % 5 + 0.5] for at, one in enumerate(IDS))]
PEOPLE = ("Anaïs", "Bruno")
RATED: Rows = [["unit", *PEOPLE], *([one, LABELS[at % 3], LABELS[at % 4 % 3]] for at, one in enumerate(IDS))]
DEGREES: Rows = [["unit", *PEOPLE], *([one, at % 5 + 0.5, at % 4 + 0.5] for at, one in enumerate(IDS))]
TEXTS: Rows = [["id", "text", "label"], *([one, f"texte {one}", given] for one, given in LABELLED[1:])]
ANSWERS: Rows = [["item_id", "value"], *LABELLED[1:]]
_SIDES = ["id", "sentence1", "sentence2", "score"]
PAIRS: Rows = [_SIDES, *([one, f"a {one}", "b", score] for one, score in SCORED[1:])]
CONCEPTS: Rows = [["concept_id", "name"], *([f"C{one}", name] for one, name in LABELLED[1:])]
OPERATED: Rows = [
    ["item_id", "value"],
    *([one, json.dumps({"groups": [{"label": "ins", "target": [at]}]})] for at, one in enumerate(IDS)),
]
JUDGED: Rows = [["item_id", "value"], *([one, ("fits", "does_not")[at % 2]] for at, one in enumerate(IDS))]
SUBSTITUTES: Rows = [["target", "substitute"], *([f"mot {one}", name] for one, name in LABELLED[1:])]
MINED: Rows = [["left_id", "right_id", "score"], *([one, "b", at % 5 / 8] for at, one in enumerate(IDS))]
TARGETS: Rows = [
    ["sentence_id", "lemma", "pos", "distance", "keep", "text", "note", "start", "end"],
    *([one, "mot", "n", at % 4 + 0.5, "yes", "un mot", "-", at, at + 3] for at, one in enumerate(IDS)),
]
MENTIONED: Rows = [["id", "mention", "concept_id"], *([one, name, f"C{one}"] for one, name in LABELLED[1:])]
LISTED: Rows = [["name", "title"], *([f"{at:02}", f"libellé {at}"] for at in range(6))]
CLASSES = {"labels": [{"name": name} for name in LABELS], "question": "", "least": 1, "most": 1}
DOORS: dict[str, Door] = {
    "agreement": Door(_agreement, RATED, 1),
    "agreement of numbers": Door(_numbers_agree, DEGREES, 1, numbers=True),
    "score labels": Door(_labels, LABELLED, 1),
    "score sts": Door(_scores, SCORED, 1, numbers=True),
    "labels import": Door(_labelled, TEXTS, 2),
    "answers and decisions": Door(_answers_to("classification", CLASSES), ANSWERS, 1),
    "judgements": Door(_answers_to("judging", Judging().presets()["fits"]), JUDGED, 1),
    "operations": Door(_answers_to("operations", {}), OPERATED, 1),
    "ready pairs": Door(_ready_pairs, [row[:3] for row in PAIRS], 1),
    "mined pairs": Door(_mined_pairs, MINED, 2, numbers=True),
    "candidate substitutes": Door(lambda path: substitutes._pairs(path, None), SUBSTITUTES, 1),
    "proposed targets": Door(_targets, TARGETS, 3, numbers=True),
    "sentences to mine": Door(_sentences, [row[:2] for row in TEXTS], 1),
    "mentions": Door(_mentions, MENTIONED, 1),
    "training pairs": Door(_pairs, PAIRS, 3, numbers=True),
    "texts": Door(_texts, [[*row[:2]] for row in TEXTS], 1),
    "terminology": Door(_terminology, CONCEPTS, 1),
    "labels of a campaign": Door(lambda path: read_labels(read_label_table(path)), LISTED, 1),
}
OF_LABELS = ("agreement", "score labels", "labels import", "answers and decisions")


def delimited(rows: Rows, separator: str = ",", mark: str = ".", end: str = "\n") -> str:
    def cell(value: object) -> str:
        text = (
            str(value).replace(".", mark) if isinstance(value, float) else "" if value is None else str(value)
        )
        quotes = text.replace('"', '""')
        return f'"{quotes}"' if any(one in text for one in (separator, "\n", '"')) else text

    return "".join(separator.join(map(cell, row)) + end for row in rows)


def titled(rows: Rows) -> Rows:
    blank = [None] * len(rows[0])
    return [["Campagne de mars", *blank[1:]], blank, *rows, blank]


Write = Callable[[Path, Rows], Path]


def as_text(name: str, encoding: str, *told: str, rows: Callable[[Rows], Rows] = list) -> Write:
    def write(folder: Path, cells: Rows) -> Path:
        path = folder / name
        path.write_bytes(delimited(rows(cells), *told).encode(encoding))
        return path

    return write


SAME: dict[str, Write] = {
    "semicolon and decimal comma": as_text("t.csv", "utf-8-sig", ";", ",", "\r\n"),
    "windows-1252": as_text("t.csv", "windows-1252", ";", ",", "\r\n"),
    "UTF-16 with a mark": as_text("t.csv", "utf-16", "\t", ","),
    "UTF-16 without a mark": as_text("t.csv", "utf-16-le", "\t", ","),
    "tabs": as_text("t.tsv", "utf-8", "\t"),
    "a title row": as_text("t.csv", "utf-8", ";", rows=titled),
    "blank columns": as_text("t.csv", "utf-8", rows=lambda rows: [[*row, None, None] for row in rows]),
    ".xlsx with a title and a second sheet": lambda folder, rows: write_xlsx(
        folder / "t.xlsx", {"Feuil1": titled(rows), "Feuil2": [["x", "y"], ["1", "2"]]}
    ),
    ".ods": lambda folder, rows: write_ods(folder / "t.ods", {"Feuil1": rows}),
    "ids shown as 007": lambda folder, rows: write_xlsx(
        folder / "t.xlsx",
        {"F": [[Shown(int(row[0]), "zeros") if len(str(row[0])) == 3 and str(row[0]).isdigit() else row[0],
                *row[1:]] for row in rows]},
    ),
    "numbers stored as text": lambda folder, rows: write_xlsx(
        folder / "t.xlsx", {"F": [[str(cell).replace(".", ",") for cell in row] for row in rows]}
    ),
    "computed formulas": lambda folder, rows: write_xlsx(
        folder / "t.xlsx",
        {"F": [[Formula("A1", cell) if isinstance(cell, float) else cell for cell in row] for row in rows]},
    ),
    "hidden rows": lambda folder, rows: write_xlsx(folder / "t.xlsx", {"F": rows}, Look(rows=(3,))),
}  # fmt: skip


def spoil(cells: Rows, door: Door, word: object, every: int = 4) -> Rows:
    """Return the table with every fourth cell of the spoilt column replaced, or changed by a function."""
    return [
        [
            (word(cell) if callable(word) else word)
            if at and not at % every and place == door.spoilt
            else cell
            for place, cell in enumerate(row)
        ]
        for at, row in enumerate(cells)
    ]


def twice(rows: Rows) -> Rows:
    return [*rows, rows[1]]


# What may be read in two ways, or not at all: refused or told, whatever reads it.
DOUBTFUL: dict[str, Callable[[Path, Door], Path]] = {
    "N/A": lambda folder, door: as_text("t.csv", "utf-8")(folder, spoil(door.clean, door, "N/A")),
    "NaN": lambda folder, door: as_text("t.csv", "utf-8")(folder, spoil(door.clean, door, "NaN")),
    "null": lambda folder, door: as_text("t.csv", "utf-8")(folder, spoil(door.clean, door, "null")),
    "#N/A": lambda folder, door: as_text("t.csv", "utf-8")(folder, spoil(door.clean, door, "#N/A")),
    "the header again": lambda folder, door: as_text("t.csv", "utf-8")(folder, [*door.clean, door.clean[0]]),
    "an id twice": lambda folder, door: as_text("t.csv", "utf-8")(folder, twice(door.clean)),
    "a column twice": lambda folder, door: as_text("t.csv", "utf-8")(
        folder, [[*row, row[-1]] for row in door.clean]
    ),
    "a cell beyond the header": lambda folder, door: as_text("t.csv", "utf-8")(
        folder, [[*row, *(["x"] if at == 3 else [])] for at, row in enumerate(door.clean)]
    ),
    "merged cells": lambda folder, door: write_xlsx(folder / "t.xlsx", {"F": door.clean}, Look("B2:B4")),
    "two header rows": lambda folder, door: write_xlsx(
        folder / "t.xlsx", {"F": [["", "Tour 1"], *door.clean]}, Look("B1:C1")
    ),
    "a formula without a value": lambda folder, door: write_xlsx(
        folder / "t.xlsx", {"F": spoil(door.clean, door, Formula("A1"))}
    ),
    "ids cut to 15 digits": lambda folder, door: write_xlsx(
        folder / "t.xlsx", {"F": [*door.clean[:2], [12345678901234567, *door.clean[2][1:]], *door.clean[3:]]}
),
    "hidden sheets alone": lambda folder, door: write_xlsx(
        folder / "t.xlsx", {"F": door.clean}, Look(sheets=("F",))
    ),
}  # fmt: skip
LABEL_TWINS: dict[str, Callable[[str], str]] = {
    "NFD": lambda cell: unicodedata.normalize("NFD", cell),
    "capitals": str.upper,
    "no-break spaces": lambda cell: cell.replace(" ", "\u00a0"),
}
OF_NUMBERS = ("45 %", "4,5", "1-févr", "n. c.", "inf")


def took(door: Door, path: Path) -> tuple[object, Mapping[Path, TableReading]]:
    with tables_told() as told:
        found = door.take(path)
    return found, told


@pytest.mark.parametrize("name", DOORS)
@pytest.mark.parametrize("way", SAME)
def test_written_otherwise_it_is_the_same_table(name: str, way: str, tmp_path: Path) -> None:
    door = DOORS[name]
    wanted = door.take(as_text("clean.csv", "utf-8")(tmp_path, door.clean))
    assert took(door, SAME[way](tmp_path, door.clean))[0] == wanted


@pytest.mark.parametrize("name", DOORS)
@pytest.mark.parametrize("way", DOUBTFUL)
def test_what_is_doubtful_is_refused_or_told(name: str, way: str, tmp_path: Path) -> None:
    door = DOORS[name]
    if (name, way) in ALLOWED:
        return
    path = DOUBTFUL[way](tmp_path, door)
    try:
        _, told = took(door, path)
    except AloiError:
        return
    assert not told[path].plain


# A terminology has a concept in as many rows as it has names, and `NaN` or `Null` may be one; a title of a
# label may be any word; the answers of two people to one item are two rows. Of substitutes and targets
# the same again adds nothing; a mention of two concepts may be two rows.
ALLOWED = {
    *(("terminology", way) for way in ("N/A", "NaN", "null", "#N/A", "an id twice")),
    *(("labels of a campaign", way) for way in ("N/A", "NaN", "null", "#N/A", "an id twice")),
    ("texts", "an id twice"),
    *((name, "an id twice") for name in ("answers and decisions", "judgements", "operations")),
    *((name, "an id twice") for name in ("candidate substitutes", "proposed targets", "mentions")),
    ("training pairs", "an id twice"),
}


@pytest.mark.parametrize("name", OF_LABELS)
@pytest.mark.parametrize("way", LABEL_TWINS)
def test_twins_of_labels_are_told_or_refused(name: str, way: str, tmp_path: Path) -> None:
    door = DOORS[name]
    path = as_text("t.csv", "utf-8")(tmp_path, spoil(door.clean, door, LABEL_TWINS[way], every=2))
    try:
        _, told = took(door, path)
    except AloiError as error:
        refused = error
    else:
        refused = None
        assert any(not one.joined for one in told[path].twins)
    assert refused is None or "--normalise" in refused.todo


@pytest.mark.parametrize("name", [one for one, door in DOORS.items() if door.numbers])
@pytest.mark.parametrize("word", OF_NUMBERS)
def test_what_is_no_number_is_refused(name: str, word: str, tmp_path: Path) -> None:
    door = DOORS[name]
    with pytest.raises(AloiError):
        door.take(as_text("t.csv", "utf-8", ";")(tmp_path, spoil(door.clean, door, word)))


@pytest.mark.parametrize("name", [one for one in DOORS if one not in ("terminology", "labels of a campaign")])
def test_dates_that_a_spreadsheet_made_are_refused(name: str, tmp_path: Path) -> None:
    door = DOORS[name]
    with pytest.raises(AloiError):
        door.take(write_xlsx(tmp_path / "t.xlsx", {"F": spoil(door.clean, door, Day(45000))}))


CANARY = "Le patient canari dort depuis hier"


@pytest.mark.parametrize("name", DOORS)
def test_errors_quote_no_text_whichever_column_holds_it(name: str, tmp_path: Path) -> None:
    door = DOORS[name]
    refused = []
    for place in range(len(door.clean[0])):
        for word in (CANARY, f" {CANARY}, 4 %", f"{{{CANARY}", f"{CANARY} | | {CANARY * 30}"):
            rows = [
                [*row[:place], f"{word} {at % 4}", *row[place + 1 :]] for at, row in enumerate(door.clean)
            ]
            for table in ([door.clean[0], *rows[1:]], rows[1:]):  # with its header, and without
                try:
                    door.take(as_text("t.csv", "utf-8", ";")(tmp_path, table))
                except AloiError as error:
                    refused.append(error.told())
    assert refused
    assert [one for one in refused if "canari" in one] == []


def test_lines_that_are_no_json_are_not_quoted(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    for line in (f'{{"text": "{CANARY}"', f'"{CANARY}"', f'{{"{CANARY}": 1, "{CANARY}": 2}}', CANARY):
        path.write_text(f"{line}\n", encoding="utf-8")
        with pytest.raises(AloiError) as raised:
            read_table(path)
        assert "canari" not in raised.value.told()


def test_errors_of_a_spreadsheet_are_missing(tmp_path: Path) -> None:
    for name in ("score sts", "answers and decisions", "agreement"):
        door = DOORS[name]
        shown = door.take(write_xlsx(tmp_path / "t.xlsx", {"F": spoil(door.clean, door, Wrong("#N/A"))}))
        assert shown == door.take(as_text("t.csv", "utf-8")(tmp_path, spoil(door.clean, door, None)))


def test_a_dictionary_of_spans_is_a_table_without_a_header(tmp_path: Path) -> None:
    path = tmp_path / "d.tsv"
    path.write_bytes("fièvre\tsigne\r\n# remarque\r\ntoux sèche\tsigne\r\n".encode("windows-1252"))
    assert read_dictionary(path) == [("fièvre", "signe"), ("toux sèche", "signe")]
