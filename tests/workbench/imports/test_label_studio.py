"""Label Studio both ways: what leaves comes in again and leaves the same; its configuration and JSON-MIN."""

from __future__ import annotations

import csv
import io
import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.model import Role
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.gold.formats import format_named
from aloi.gold.formats.projects import label_studio
from aloi.gold.formats.projects.label_studio_config import CONFIG_FILE
from aloi.gold.formats.projects.model import ProjectOptions, QuestionForm
from aloi.gold.formats.projects.sheet import AnswerSheet
from aloi.gold.releasing.companions import companion_files
from aloi.gold.releasing.manifest import rows_by_split
from aloi.storage.store import Store
from aloi.workbench.imports.importing import import_path
from aloi.workbench.imports.layouts.base import ReadOptions
from aloi.workbench.imports.parts import ImportOptions
from aloi.workbench.releases.gold import freeze
from aloi.workbench.releases.releases import build
from aloi.workbench.requests.releases import FreezeRequest, ReleaseRequest
from aloi.workbench.texts.corpora import About
from tests.workbench.desks import answer_differently, open_rounds
from tests.workbench.overriding import overriding
from tests.workbench.scene import NOW

CONFIG = """<View><Text name="t" value="$phrase"/><Header value="x"/>
<Choices name="ton" toName="t" choice="single">
<Choice value="neutre"/><Choice value="vif" alias="v"/></Choices>
<Rating name="force" toName="t" maxRating="7"/></View>"""


def exported(store: Store, campaign: str, folder: Path) -> Path:
    freeze(store, FreezeRequest(campaign, uncleaned=True), now=NOW)
    overrides = overriding("agreement")  # all say the same: nothing by which it would be defined
    release = build(
        store, ReleaseRequest(campaign, "1.0", sizes={"all": "rest"}, overrides=overrides), now=NOW
    )
    form = format_named("label_studio")
    form.write(rows_by_split(release.manifest), folder, release, companion_files(release))
    return folder


def said(folder: Path) -> list[Any]:
    """Return what an export says of each item, without ids."""
    tasks = json.loads((folder / "all.json").read_text(encoding="utf-8"))
    texts = [[one["data"][name] for name in one["data"] if not name.endswith("_id")] for one in tasks]
    kept = ("completed_by", "result", "lead_time", "ground_truth")
    return sorted(
        ([text, [[each.get(name) for name in kept] for each in one["annotations"]]]
         for text, one in zip(texts, tasks, strict=True)),
        key=json.dumps,
    )  # fmt: skip


@pytest.mark.parametrize("name", ["similarity", "classification", "spans", "multiple_choice"])
def test_an_export_comes_in_and_leaves_the_same(name: str, store: Store, tmp_path: Path) -> None:
    people = tuple(store.people.add(one, Role.ANNOTATOR, NOW, pseudonym=one) for one in ("A1", "A2"))
    opened = open_rounds(store, people, items=3)[name]
    for person in people:  # each alone, so that all say the same and it is the gold
        answer_differently(store, (person,), [opened])
    first = exported(store, opened.campaign.id, tmp_path / "first")
    with closing(Store.open(f"sqlite:///{tmp_path / 'other.db'}")) as other:
        about = About("c", "fr", "CC0-1.0", "written for the test")
        reading = ReadOptions(task=name)
        done = import_path(other, [first], ImportOptions("c", about), NOW, reading=reading)
        assert (done.format, done.items, done.answers, done.annotators) == (
            "label_studio",
            3,
            6,
            ("A1", "A2"),
        )
        assert {one["what"]: one["count"] for one in done.to_json()["left_out"]} == {"gold": 3}
        campaign = other.campaigns.get("c")
        assert task(campaign.schema.task_type).name == name
        assert said(exported(other, "c", tmp_path / "second")) == said(first)


def written(folder: Path, name: str, content: Any) -> Path:
    folder.mkdir(exist_ok=True)
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def minimal(number: int, who: int, **fields: Any) -> dict[str, Any]:
    return {"id": number, **fields, "annotator": who, "annotation_id": 10 * number + who, "lead_time": 2.5,
            "created_at": f"2026-05-04T10:0{who}:00Z", "updated_at": f"2026-05-04T10:0{who}:30Z"}  # fmt: skip


def test_json_min_and_the_configuration_beside_it(tmp_path: Path) -> None:
    lines = [
        minimal(1, 3, phrase="Il tousse.", source="a", ton="neutre", force=[{"rating": 6}]),
        minimal(1, 4, phrase="Il tousse.", source="a", ton="v", force=[{"rating": 2}]),
        minimal(2, 3, phrase="Il dort.", source="b", ton="neutre"),
    ]
    path = written(tmp_path / "p", "p.json", lines)
    tool = label_studio.LabelStudio()
    assert tool.accepts(path)
    with pytest.raises(AloiError, match="source"):
        tool.read(path, ProjectOptions())  # `phrase`, `source` and `ton` may each be the text
    without = tool.read(path, ProjectOptions(fields=("phrase",), question="ton"))
    written(tmp_path / "p", CONFIG_FILE, CONFIG)
    project = tool.read(path, ProjectOptions())
    assert [one.texts for one in project.documents] == [("Il tousse.",), ("Il dort.",)]
    assert [dict(one.metadata) for one in project.documents] == [{"source": "a"}, {"source": "b"}]
    assert [(one.annotator, dict(one.values), one.seconds) for one in project.answers] == [
        ("3", {"ton": ("neutre",), "force": 6.0}, 2.5),
        ("4", {"ton": ("v",), "force": 2.0}, 2.5),
        ("3", {"ton": ("neutre",)}, 2.5),
    ]
    assert [one.values["ton"] for one in without.answers] == [one.values["ton"] for one in project.answers]
    ton, force = project.questions
    assert (ton.form, dict(ton.labels), ton.several) == (
        QuestionForm.LABELS, {"neutre": "neutre", "v": "vif"}, False,
    )  # fmt: skip
    assert (force.form, force.low, force.high) == (QuestionForm.RATING, 1.0, 7.0)


@pytest.mark.parametrize(("name", "mark"), [("p.csv", ","), ("p.tsv", "\t")])
def test_its_tables_hold_what_json_min_holds(name: str, mark: str, tmp_path: Path) -> None:
    spans = [{"start": 0, "end": 2, "text": "Il", "labels": ["QUI"]}]
    lines = [
        minimal(1, 3, phrase="Il tousse,\nfort.", source="[a] b", ton="neutre", force=[{"rating": 6}]),
        minimal(1, 4, phrase="Il tousse,\nfort.", source="[a] b", ton="v", force=[{"rating": 2}]),
        minimal(2, 3, phrase="Il dort.", source="[a] b", ton={"choices": ["neutre", "v"]}, qui=spans),
    ]
    as_json = written(tmp_path / "json", "p.json", lines)
    columns = list(dict.fromkeys(key for one in lines for key in one))
    table = io.StringIO()
    sheet = csv.DictWriter(table, columns, delimiter=mark)
    sheet.writeheader()
    for one in lines:  # as the tool writes them: what is no text is JSON
        sheet.writerow(
            {key: value if isinstance(value, str) else json.dumps(value) for key, value in one.items()}
        )
    as_table = written(tmp_path / "table", name, table.getvalue())
    for folder in ("json", "table"):
        written(tmp_path / folder, CONFIG_FILE, CONFIG)
    tool = label_studio.LabelStudio()
    assert tool.accepts(as_table)
    assert not AnswerSheet().accepts(as_table)
    told, expected = (tool.read(path, ProjectOptions(fields=("phrase",))) for path in (as_table, as_json))
    assert [(one.id, one.texts, one.metadata) for one in told.documents] == [
        (one.id, one.texts, one.metadata) for one in expected.documents
    ]
    assert [replace(one, where="") for one in told.answers] == [
        replace(one, where="") for one in expected.answers
    ]
    assert len(told.answers) == 3
    assert {key for one in told.answers for key in one.values} >= {"ton", "force"}


def test_what_may_be_any_field_is_asked_and_bad_xml_told(tmp_path: Path) -> None:
    tool = label_studio.LabelStudio()
    path = written(tmp_path / "p", "p.json", [minimal(1, 3, text="Il tousse.", ton="neutre")])
    with pytest.raises(AloiError, match="does not show which field is the answer") as caught:
        tool.read(path, ProjectOptions())
    assert caught.value.values["names"] == "text, ton" or list(caught.value.values["names"]) == [
        "text",
        "ton",
    ]
    for text, place in (
        ("<View>\n<Text></View>", ("2", "9")),
        ('<!DOCTYPE x [<!ENTITY a "b">]><View/>', ("1", "1")),
    ):
        written(tmp_path / "p", CONFIG_FILE, text)
        with pytest.raises(AloiError, match="not a labelling configuration") as caught:
            tool.read(path, ProjectOptions())
        assert (caught.value.values["line"], caught.value.values["column"]) == place
