"""Damaged exports of other tools are refused with an error that says where, and with nothing else."""

from __future__ import annotations

import json
import random
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from aloi.base.errors import AloiError
from aloi.gold.formats.projects import TOOLS
from aloi.gold.formats.projects.model import Project, ProjectOptions
from aloi.gold.formats.projects.records import read_records
from tests.workbench.imports import project_files as files


def unpacked_doccano(folder: Path) -> Path:
    with zipfile.ZipFile(files.doccano(folder)) as packed:
        packed.extractall(folder / "doccano")
    return folder / "doccano"


def label_studio_min(folder: Path) -> Path:
    """JSON-MIN with its labelling configuration beside it."""
    lines = [
        {"id": number, "text": text, "type": "signe", "annotator": 3, "annotation_id": number,
         "lead_time": 1.0, "created_at": "2026-05-04T10:00:00Z", "updated_at": "2026-05-04T10:00:00Z",
         "place": [{"start": 0, "end": 2, "text": text[:2], "labels": ["soin"]}]}
        for number, text in enumerate(files.TEXTS.values(), start=1)
    ]  # fmt: skip
    (folder / "labeling_config.xml").write_text(
        '<View><Text name="t" value="$text"/>'
        '<Choices name="type" toName="t"><Choice value="signe"/></Choices>'
        '<Labels name="place" toName="t"><Label value="soin"/></Labels></View>',
        encoding="utf-8",
    )
    return files.listed(folder / "min.json", lines)


Writer = tuple[str, Callable[[Path], Path]]
JSON: tuple[Writer, ...] = (
    ("prodigy", files.prodigy),
    ("potato", files.potato),
    ("potato", files.potato_states),
    ("argilla", files.argilla_1),
    ("argilla", files.argilla_2),
    ("argilla", files.argilla_flat),
    ("argilla", files.argilla_rows),
    ("label_studio", files.label_studio),
    ("label_studio", label_studio_min),
    ("doccano", unpacked_doccano),
    ("uima_cas", files.uima_json),
)
LINES: tuple[Writer, ...] = (("potato", files.potato_table), ("webanno_tsv", files.webanno_tsv))
PACKED: tuple[Writer, ...] = (
    ("doccano", files.doccano),
    ("answer_sheet", files.answer_sheet),
    ("uima_cas", files.uima),
)
ODD = (
    None,
    True,
    -1,
    2**70,
    1.5,
    "",
    "🫁\u0301\u202e",
    "\t",
    [],
    [[]],
    {},
    {"": []},
    [None],
    ["x", 3],
    "2" * 5000,
)
EACH = 60  # damaged copies of each export


def each(*writers: Writer) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("name", "write"), writers, ids=[one.__name__ for _, one in writers]
    )  # fmt: skip


def read(name: str, path: Path) -> Project:
    (tool,) = (one for one in TOOLS if one.name == name)
    texts = path.parent / "data.jsonl"
    tool.accepts(path)
    return tool.read(path, ProjectOptions(texts=texts if texts.exists() else None))


def some_file(path: Path) -> Path:
    return path if path.is_file() else sorted(one for one in path.rglob("*") if one.is_file())[0]


def refused_or_read(name: str, path: Path) -> None:
    """Read an export; an error must be one of ours, and hold no text of the items."""
    told = ""
    try:
        read(name, path)
    except AloiError as error:
        told = f"{error.code}: {error.told()}"
    assert not any(text in told for text in files.TEXTS.values()), told


def damaged(value: Any, chance: random.Random) -> Any:
    """Return JSON with one value of it, anywhere, replaced or taken away."""
    if isinstance(value, dict) and value and chance.random() < 0.8:
        name = chance.choice(list(value))
        if chance.random() < 0.2:
            return {key: one for key, one in value.items() if key != name}
        return {**value, name: damaged(value[name], chance)}
    if isinstance(value, list) and value and chance.random() < 0.8:
        place = chance.randrange(len(value))
        return [*value[:place], damaged(value[place], chance), *value[place + 1 :]]
    return chance.choice(ODD)


@pytest.mark.slow
@each(*JSON, *LINES, *PACKED)
def test_two_thousand_damaged_copies(name: str, write: Callable[[Path], Path], tmp_path: Path) -> None:
    path = write(tmp_path)
    cut_or_changed(name, path, 2_000, random.Random(5))


@each(*JSON, *LINES, *PACKED)
def test_bytes_that_are_cut_or_changed(name: str, write: Callable[[Path], Path], tmp_path: Path) -> None:
    path = write(tmp_path)
    cut_or_changed(name, path, EACH, random.Random(3))


def cut_or_changed(name: str, path: Path, times: int, chance: random.Random) -> None:
    """Read copies of an export with a byte changed, some taken away, or the end cut off."""
    file = some_file(path)
    whole = file.read_bytes()
    for _ in range(times):
        place = chance.randrange(len(whole))
        cut = whole[:place]
        other = bytes([chance.randrange(256)])
        file.write_bytes(
            chance.choice((cut, whole[:place] + other + whole[place + 1 :], cut + whole[place + 7 :]))
        )
        refused_or_read(name, path)


@each(*JSON)
def test_values_of_other_types(name: str, write: Callable[[Path], Path], tmp_path: Path) -> None:
    path = write(tmp_path)
    file = some_file(path)
    records = [dict(one.values) for one in read_records(file.read_text(encoding="utf-8"), file.name)]
    chance = random.Random(4)
    for _ in range(EACH):
        place = chance.randrange(len(records))
        changed = [*records[:place], damaged(records[place], chance), *records[place + 1 :]]
        file.write_text(json.dumps(changed, ensure_ascii=False), encoding="utf-8")
        refused_or_read(name, path)


@each(*JSON, *LINES)
def test_marks_and_line_ends_of_windows_change_nothing(
    name: str, write: Callable[[Path], Path], tmp_path: Path
) -> None:
    path = write(tmp_path)
    file = some_file(path)
    before = read(name, path)
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    after = read(name, path)
    assert [one.texts for one in after.documents] == [one.texts for one in before.documents]
    assert [one.values for one in after.answers] == [one.values for one in before.answers]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('{"a": 1}\n{"a": }\n', "2", "7"),
        ('[{"a": 1},\n {"a": 2}', "2", "10"),
        ('[\n{"a": NaN}]', "2", "1"),
        ('{"a": "\\ud800"}', "1", "1"),
        ("[" * 2000 + "]" * 2000, "1", "1"),
        ('{"a": ' + "9" * 5000 + "}", "1", "1"),
    ],
)
def test_json_that_is_none_is_told_by_line_and_column(text: str, line: str, column: str) -> None:
    with pytest.raises(AloiError) as caught:
        list(read_records(text, "x.json"))
    if caught.value.code == "aloi.not-json":
        values = caught.value.values["path"].values
        assert (values["line"], values["column"]) == (line, column)
    else:
        assert caught.value.code == "gold.project-no-object"
