"""Uploaded data sets: kept once, unpacked safely."""

from __future__ import annotations

import zipfile

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.readers import base
from aloi.workbench.models import data as model_data
from aloi.workbench.texts import uploads

TABLE = "id\tsentence1\tsentence2\tscore\n" + "".join(f"{i}\ta {i}\tb {i}\t{i % 5}\n" for i in range(12))


def zipped(path, files):
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def test_a_table_is_kept_once_and_read(tmp_path):
    upload = tmp_path / "pairs.tsv"
    upload.write_text(TABLE, encoding="utf-8")
    data = tmp_path / "data"
    first, second = uploads.keep(upload, data), uploads.keep(upload, data)
    assert first == second
    assert uploads.data_sets(data) == [first]
    assert first.name == "pairs.tsv"
    assert len(model_data.load(None, str(first), scale=(0, 4)).parts["all"]) == 12
    assert [one.name for one in data.iterdir()] == [uploads.FOLDER]


def test_the_same_table_under_another_name_is_kept_beside_it(tmp_path):
    data = tmp_path / "data"
    for name in ("pairs.tsv", "again.tsv"):
        (tmp_path / name).write_text(TABLE, encoding="utf-8")
        uploads.keep(tmp_path / name, data)
    assert [one.name for one in uploads.data_sets(data)] == ["again.tsv", "pairs.tsv"]


def test_what_a_killed_process_left_half_made_is_no_data_set(tmp_path, monkeypatch):
    upload = tmp_path / "pairs.tsv"
    upload.write_text(TABLE, encoding="utf-8")
    seen = []

    def cut(source, target):
        target.write_text(TABLE[:20], encoding="utf-8")
        seen.extend(uploads.data_sets(tmp_path / "data"))
        assert [one.name for one in (tmp_path / "data").iterdir()] == [uploads.FOLDER]
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(uploads.shutil, "copyfile", cut)
    with pytest.raises(OSError, match="No space"):
        uploads.keep(upload, tmp_path / "data")
    assert seen == uploads.data_sets(tmp_path / "data") == []


def test_a_folder_in_an_archive_is_read_by_part(tmp_path):
    upload = zipped(
        tmp_path / "my set.zip",
        {"set/train.tsv": TABLE, "set/test.tsv": TABLE, "set/run.sh": "x", "__MACOSX/set/train.tsv": "x"},
    )
    found = uploads.keep(upload, tmp_path / "data")
    assert sorted(one.name for one in found.iterdir()) == ["test.tsv", "train.tsv"]
    assert found.name == "my set"
    assert set(model_data.load(None, str(found), scale=(0, 4)).parts) == {"train", "test"}


@pytest.mark.parametrize("name", ["../train.tsv", "/train.tsv", "a/../../train.tsv"])
def test_an_archive_cannot_write_elsewhere(tmp_path, name):
    with pytest.raises(AloiError, match="points outside"):
        uploads.keep(zipped(tmp_path / "bad.zip", {name: TABLE}), tmp_path / "data")
    assert uploads.data_sets(tmp_path / "data") == []


def test_what_cannot_be_a_data_set_is_refused(tmp_path, monkeypatch):
    text = tmp_path / "notes.txt"
    text.write_text("hello", encoding="utf-8")
    with pytest.raises(AloiError, match="which is not supported"):
        uploads.keep(text, tmp_path / "data")
    broken = tmp_path / "broken.zip"
    broken.write_bytes(b"PK but not really")
    with pytest.raises(AloiError, match=r"broken\.zip cannot be read as ZIP"):
        uploads.keep(broken, tmp_path / "data")
    with pytest.raises(AloiError, match="0 files"):
        uploads.keep(zipped(tmp_path / "empty.zip", {"a.txt": "x"}), tmp_path / "data")
    monkeypatch.setattr(base, "MAX_TOTAL", 100)
    with pytest.raises(AloiError, match=r"train\.tsv: There are too many bytes: more than 100"):
        uploads.keep(zipped(tmp_path / "big.zip", {"train.tsv": TABLE}), tmp_path / "data")
    assert uploads.data_sets(tmp_path / "data") == []
