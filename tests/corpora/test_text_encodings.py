"""Texts in encodings of other programs are read and told, as tables are."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.readers import read_texts, tables_told

TEXT = "Le patient présente une fièvre élevée, traitée à l’hôpital."


@pytest.mark.parametrize("encoding", ["windows-1252", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("kind", ["file", "folder", "zip"])
def test_a_text_of_another_program_is_read_and_told(tmp_path: Path, encoding: str, kind: str) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "a.txt").write_bytes(TEXT.encode(encoding))
    source = {"file": folder / "a.txt", "folder": folder, "zip": tmp_path / "texts.zip"}[kind]
    if kind == "zip":
        with zipfile.ZipFile(source, "w") as archive:
            archive.write(folder / "a.txt", "a.txt")
    with tables_told() as readings:
        assert [text.text for text in read_texts(source)] == [TEXT]
    (reading,) = readings.values()
    assert (reading.source.encoding, reading.plain) == (
        encoding.partition("-le")[0].partition("-be")[0],
        False,
    )


def test_a_text_in_no_known_encoding_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("Больной поступил с жалобами".encode("cp1251"))
    with pytest.raises(AloiError) as error:
        read_texts(path)
    assert error.value.code == "corpora.byte-0x-not-utf-8"
