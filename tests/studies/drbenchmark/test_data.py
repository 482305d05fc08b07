"""Data of the suite: invented sets in every schema are read, cut and checked; absent ones say what to do."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from aloi.annotation.rows import LabelledText, MultipleChoice, ScoredPair, TaggedTokens
from aloi.base.errors import AloiError
from aloi.corpora.readers import write_table
from aloi.gold.splitting.drbenchmark import drbenchmark_parts
from aloi.studies.drbenchmark.core.data import load, presence
from aloi.studies.drbenchmark.core.declarations import Task, task, tasks
from aloi.studies.drbenchmark.core.synthetic_data import write_suite


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("suite")
    write_suite(found)
    return found


@pytest.mark.parametrize("one", tasks(), ids=lambda one: one.name)
def test_invented_data_of_every_schema_is_read(one: Task, folder: Path) -> None:
    data = load(one, folder)
    assert presence(one, folder).present
    assert sum(data.sizes) == 60
    assert data.sizes[2] == 12
    kinds = {"tagged": TaggedTokens, "pair": ScoredPair, "question": MultipleChoice}
    assert {type(row) for row in (*data.train, *data.validation, *data.test)} == {
        kinds.get(one.reader, LabelledText)
    }
    first = next(path for path in sorted((folder / one.name).glob("*.jsonl")))
    record = json.loads(first.read_text(encoding="utf-8").split("\n")[0])
    assert set(record) <= set(one.fields)
    assert set(one.fields) - set(record) == set()


def test_the_same_seed_writes_the_same_files(folder: Path, tmp_path: Path) -> None:
    write_suite(tmp_path, chosen=[task("morfitt")])
    again = load(task("morfitt"), tmp_path)
    assert again.checksum == load(task("morfitt"), folder).checksum
    write_suite(tmp_path, seed=1, chosen=[task("morfitt")])
    assert load(task("morfitt"), tmp_path).checksum != again.checksum


def test_parts_are_cut_as_the_loaders_cut(folder: Path) -> None:
    data = load(task("clister"), folder)
    ids = [json.loads(line)["id"] for line in _lines(folder / "clister" / "train.jsonl")]
    wanted = drbenchmark_parts(ids, (0.8333,))
    assert [row.id for row in data.train] == list(wanted["train"])
    assert [row.id for row in data.validation] == list(wanted["validation"])
    entities = load(task("deft2021_ner"), folder)
    parts = (entities.train, entities.validation)
    train, validation = ({row.document_id for row in part if isinstance(row, TaggedTokens)} for part in parts)
    assert train
    assert not train & validation


def test_a_text_table_gives_the_same_rows_as_json_lines(folder: Path, tmp_path: Path) -> None:
    for name, suffix in (("morfitt", "tsv"), ("cas_pos", "csv"), ("frenchmedmcqa", "parquet")):
        (tmp_path / name).mkdir()
        for path in (folder / name).glob("*.jsonl"):
            records = [json.loads(line) for line in _lines(path)]
            labels = folder / name / "labels.json"
            if labels.is_file():
                shutil.copy(labels, tmp_path / name)
            if suffix != "parquet":
                records = [
                    {
                        key: json.dumps(value) if isinstance(value, list) else value
                        for key, value in one.items()
                    }
                    for one in records
                ]
            write_table(tmp_path / name / f"{path.stem}.{suffix}", list(records[0]), records)
        assert load(task(name), tmp_path).checksum == load(task(name), folder).checksum


def test_labels_between_bars_and_bare_parts_of_speech_are_read(tmp_path: Path) -> None:
    (tmp_path / "morfitt").mkdir()
    for part in ("train", "validation", "test"):
        (tmp_path / "morfitt" / f"{part}.tsv").write_text(
            "id\tabstract\tspecialities\n1\tUn texte\tvirology|etiology\n2\tUn autre\t\n", encoding="utf-8"
        )
    first, second = load(task("morfitt"), tmp_path).train
    assert isinstance(first, LabelledText)
    assert isinstance(second, LabelledText)
    assert (first.labels, second.labels) == (("etiology", "virology"), ())
    (tmp_path / "cas_pos").mkdir()
    lines = [
        {"id": str(at), "document_id": "d", "tokens": ["le", "bras"], "pos_tags": ["DET:ART", "B-NOM"]}
        for at in range(20)
    ]
    (tmp_path / "cas_pos" / "all.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    row = load(task("cas_pos"), tmp_path).train[0]
    assert isinstance(row, TaggedTokens)
    assert row.tags == ("B-DET:ART", "B-NOM")


def test_absent_data_says_what_to_do(tmp_path: Path) -> None:
    for one in tasks():
        found = presence(one, tmp_path)
        assert not found.present
        assert one.obtain in found.todo
        assert f"aloi suite fetch {one.name}" in found.todo
    with pytest.raises(AloiError, match=r"train\.jsonl, test\.jsonl or train\.jsonl, validation\.jsonl"):
        load(task("clister"), tmp_path)


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("clister", {"label": 7}, r"'label' contains 7\..*from 0 to 5"),
        ("pxcorpus_ner", {"ner_tags": [0]}, "of tags is 5, 1"),
        ("pxcorpus_cls", {"label": "other"}, "'label' contains 'other'"),
        ("pxcorpus_cls", {"label": 9}, "contains 9"),
        ("morfitt", {"id": "1"}, "appears twice"),
        ("deft2020_cls", {"cible_2": None}, "has no column 'cible_2'"),
    ],
)
def test_broken_records_are_told(
    folder: Path, tmp_path: Path, name: str, change: dict[str, object], said: str
) -> None:
    shutil.copytree(folder / name, tmp_path / name)
    path = sorted((tmp_path / name).glob("*.jsonl"))[-1]
    lines = _lines(path)
    lines[0] = json.dumps({**json.loads(lines[0]), **change})
    lines[1] = json.dumps({**json.loads(lines[1]), **({"id": "1"} if "id" in change else {})})
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(AloiError, match=f"(?s){said}"):
        load(task(name), tmp_path)


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()
