"""What a project says is stored or counted, in every format: answers, skips, revisions, spans, the rest."""

from __future__ import annotations

import gzip
import json
import random
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from aloi.annotation.tasks.spans.values import spans_of
from aloi.storage.store import Store
from aloi.workbench.imports.importing import import_path
from aloi.workbench.imports.layouts import layout_named
from aloi.workbench.imports.layouts.base import SourceRow
from aloi.workbench.imports.parts import ImportOptions
from aloi.workbench.texts.corpora import About
from tests.workbench.imports.generated.bioc import element
from tests.workbench.imports.generated.world import Written, read_back
from tests.workbench.imports.test_generated_rounds import READ, WRITERS
from tests.workbench.scene import NOW

ABOUT = About("written", "fr", "CC0", "written")
# Sources that give items, with answers of nobody by name: their items are counted.
ITEMS = ("semdis", "semeval2007", "targets")


def written(name: str, seed: int, folder: Path) -> Written:
    if name == "docbin":
        pytest.importorskip("spacy")
    (folder / str(seed)).mkdir()
    return WRITERS[name](random.Random(f"{name}-{seed}"), folder / str(seed))


@pytest.mark.parametrize("name", WRITERS)
def test_what_was_written_is_stored(name: str, store: Store, tmp_path: Path) -> None:
    project = written(name, 1, tmp_path)
    expected = project.expected
    if name == "table":  # answers to the items of a campaign, which the table does not hold
        source = layout_named(name).read(project.path, project.reading)
        assert len(expected.answers) + len(expected.skips) == len(source.rows)
        return
    campaign = None if name == "targets" else "c"
    arrival = import_path(
        store, [project.path], ImportOptions(campaign, ABOUT), NOW, format_name=name, reading=project.reading
    )
    if name in ITEMS:
        assert arrival.items == len(expected.answers)
        return
    counts = (arrival.answers, arrival.skips, arrival.revisions, arrival.comments)
    assert counts == (
        len(expected.answers), len(expected.skips), expected.revisions, len(expected.comments)
    )  # fmt: skip
    rounds = [round_.id for round_ in arrival.rounds.values()]
    answers = [answer for round_ in rounds for answer in store.answers.latest(round_)]
    assert len(answers) == len(expected.answers)
    if arrival.campaign is not None and arrival.campaign.schema.task_type == "spans":
        spans = sum(len(spans_of(answer.value)) for answer in answers)
        assert spans == sum(map(len, expected.answers.values()))


def _brat(path: Path) -> dict[str, int]:
    target = next(iter(sorted(path.glob("*.ann"))))
    lines = "R9\tr Arg1:T1 Arg2:T1\nE9\tx:T1\nA9\tx T1\nT99\tx 1 1\t\nT98\tx 0 2\t@@@@\nT97\tx 9990 9999\tx\n"
    target.write_bytes(target.read_bytes() + lines.encode() + b"#9\tAnnotatorNotes R9\tnote\n")
    (path / "alone.txt").write_text("Jamais annoté.", encoding="utf-8")
    return {
        "relations of a span with itself": 1, "events of another type": 1, "zero width": 1,
        "with offsets of other words": 1, "spans outside their text": 1, "notes on other than spans": 1,
        "texts without an .ann file": 1,
    }  # fmt: skip


def _bigbio(path: Path) -> dict[str, int]:
    documents = json.loads(path.read_text("utf-8"))
    document = documents[0]
    entity = {"type": "x", "normalized": []}
    document["entities"] += [
        {**entity, "id": "z1", "text": [""], "offsets": [[1, 1]]},
        {**entity, "id": "z2", "text": ["@@@@"], "offsets": [[0, 2]]},
        {**entity, "id": "z3", "text": ["x"], "offsets": [[9990, 9999]]},
        {**entity, "id": "z4"},
    ]
    document["relations"], document["events"], document["coreferences"] = [{}], [{}, {}], [{}]
    path.write_text(json.dumps(documents), encoding="utf-8")
    return {
        "relations, excluded": 1, "events, excluded": 2, "coreferences, excluded": 1, "zero width": 1,
        "with offsets of other words": 1, "spans outside their text": 1, "entities that cannot be read": 1,
    }  # fmt: skip


def _bioc(path: Path) -> dict[str, int]:
    if path.is_dir():
        path = next(iter(sorted(path.glob("*.json"))))
    packed = path.suffix == ".gz"
    text = (gzip.decompress(path.read_bytes()) if packed else path.read_bytes()).decode()
    places = [[(1, 0)], [(0, 2)], [(9990, 9)], [("a", 2)], [(0, 2)], [], []]
    words = ["@@", "@@@@", "@@", "@@", "", "@@", "@@"]
    added = [
        {"id": f"z{i}", "infons": {"identifier": "tmVar:c|SUB|G|94|C"}, "text": words[i],
         "locations": [{"offset": offset, "length": length} for offset, length in places[i]]}
        for i in range(len(places))
    ]  # fmt: skip
    if text.startswith("<"):
        elements = "".join(element("annotation", each) for each in added)
        content = text.replace("</passage>", elements + '<relation id="z"/></passage>', 1)
    else:
        first, then = text.split('"annotations": [', 1)
        comma = "" if then.lstrip().startswith("]") else ","
        content = f'{first}"annotations": [{json.dumps(added)[1:-1]}{comma}{then}'
        first, then = content.split('"relations": [', 1)
        content = f'{first}"relations": [{{}}{"" if then.lstrip().startswith("]") else ","}{then}'
    path.write_bytes(gzip.compress(content.encode()) if packed else content.encode())
    return {
        "zero width": 1, "with offsets of other words": 1, "spans outside their text": 1,
        "with an unreadable location": 1, "without a text": 1, "without a location": 2,
        "relations, excluded": 1, "identifiers of variants": 3,
    }  # fmt: skip


def _pubtator(path: Path) -> dict[str, int]:
    text = path.read_text("utf-8")
    document = text.partition("|")[0]
    lines = [
        "1\t1\t\tx\tC1", "0\t2\t@@@@\tx\tC1", "9990\t9999\tx\tx\tC1", "CID\tD1\tD2", "rien",
    ]  # fmt: skip
    path.write_bytes((text + "".join(f"{document}\t{line}\n" for line in lines)).encode())
    return {
        "zero width": 1, "with offsets of other words": 1, "spans outside their text": 1,
        "lines without a mention (relations)": 1, "relations between concepts": 1,
    }  # fmt: skip


def _concept(path: Path) -> dict[str, int]:
    target = next(iter(sorted(path.glob("*.concept"))))
    lines = ["1|1||x||||C1", "0|2||x||@@@@||C1", "9990|9999||x||x||C1", "a|b||x||x||C1"]
    target.write_bytes(
        target.read_bytes() + "".join(f"{target.stem}||{line}\n" for line in lines).encode() + b"rien\n"
    )
    return {
        "zero width": 1, "with offsets of other words": 1, "spans outside their text": 1,
        "spans without a text or offsets": 1, "lines that cannot be read": 1,
    }  # fmt: skip


def _mantra(path: Path) -> dict[str, int]:
    text = path.read_text("utf-8")
    document = text.split("\n")[1].split("\t")[1]
    lines = [
        f"901\t{document}\t1 1\tx\tx\tC1", f"902\t{document}\t0 2\t@@@@\tx\tC1",
        f"903\t{document}\t9990 9999\tx\tx\tC1", f"904\t{document}\tnulle part\tx\tx\tC1",
        "905\tnowhere\t0 1\tx\tx\tC1",
    ]  # fmt: skip
    path.write_bytes((text + "".join(f"{line}\n" for line in lines)).encode())
    return {
        "zero width": 1, "with offsets of other words": 1, "spans outside their text": 1,
        "spans without a text or offsets": 2, "no text of this document": 1,
    }  # fmt: skip


def _codiesp(path: Path) -> dict[str, int]:
    text = path.read_text("utf-8")
    document = text.partition("\t")[0]
    lines = [
        "DIAGNOSTICO\tr1\tx\t1 1", "DIAGNOSTICO\tr1\t@@@@\t0 2", "DIAGNOSTICO\tr1\tx\t9990 9999",
        "PROCEDIMIENTO\tr1\tx\t0 1", "rien",
    ]  # fmt: skip
    path.write_bytes((text + "".join(f"{document}\t{line}\n" for line in lines)).encode())
    return {
        "zero width": 1, "with offsets of other words": 1, "spans outside their text": 1,
        "lines of PROCEDIMIENTO, excluded": 1, "lines that cannot be read": 1,
    }  # fmt: skip


def _label_studio(path: Path) -> dict[str, int]:
    tasks = json.loads(path.read_text("utf-8"))
    (annotation, *_) = (one for task in tasks for one in task["annotations"] if not one["was_cancelled"])
    value = {"labels": ["signe"]}
    head = {"from_name": "answer", "to_name": "text", "type": "labels"}
    annotation["result"] += [
        {**head, "id": "z1", "value": {**value, "start": 0, "end": 4, "text": "@@@@"}},
        {**head, "id": "z2", "value": {**value, "start": 9990, "end": 9999, "text": "@@@@"}},
        {"type": "relation", "from_id": "z1", "to_id": "z2"},
    ]
    path.write_text(json.dumps(tasks), encoding="utf-8")
    return {"relations": 1, "with offsets of other words": 2}


def _doccano(path: Path) -> dict[str, int]:
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    name, text = next(iter(files.items()))
    lines = [json.loads(line) for line in text.splitlines()]
    line = next(line for line in lines if line.get("entities") or line.get("label"))
    if "entities" in line:
        line["entities"].append({"id": 99, "label": "signe", "start_offset": 9990, "end_offset": 9999})
        line["relations"] = [*line["relations"], {"id": 9, "from_id": 0, "to_id": 0, "type": "x"}]
    else:
        line["label"].append([9990, 9999, "signe"])
    files[name] = "".join(json.dumps(each) + "\n" for each in lines)
    with zipfile.ZipFile(path, "w") as archive:
        for each, content in files.items():
            archive.writestr(each, content)
    return {"spans outside their text": 1, **({"relations": 1} if "entities" in line else {})}


# What is put into a project, and the notes that must count it: each text stands in exactly so many.
ADD: dict[str, Callable[[Path], dict[str, int]]] = {
    "brat": _brat,
    "bigbio": _bigbio,
    "bioc": _bioc,
    "pubtator": _pubtator,
    "concept": _concept,
    "mantra": _mantra,
    "codiesp": _codiesp,
    "label_studio": _label_studio,
    "doccano": _doccano,
}


@pytest.mark.parametrize("name", ADD)
def test_what_no_task_takes_is_counted_and_all_else_is_read(name: str, tmp_path: Path) -> None:
    def is_of_spans(project: Written) -> bool:
        values = [value for value in project.expected.answers.values() if value]
        return bool(values) and all(isinstance(value, frozenset) for value in values)

    project = next(
        each for seed in range(40) if is_of_spans(each := written(name, seed, tmp_path))
    )  # some formats hold labels too
    read = READ.get(name, read_back)
    before = read(layout_named(name).read(project.path, project.reading))
    added = ADD[name](project.path)
    source = layout_named(name).read(project.path, project.reading)
    after = read(source)
    assert all(isinstance(row, SourceRow) for row in source.rows)
    assert (after.answers, after.skips, after.revisions) == (before.answers, before.skips, before.revisions)

    def counted(of: dict[str, int], what: str) -> int:
        return sum(count for note, count in of.items() if what in note)

    assert {
        what: counted(dict(after.left_out), what) - counted(dict(before.left_out), what) for what in added
    } == added
