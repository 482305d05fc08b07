"""BioC: offsets as producers count them, concepts as they write them, files in every packing."""

from __future__ import annotations

import gzip
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.readers import read_texts
from aloi.corpora.readers.bioc.documents import is_bioc
from aloi.gold.formats.mentions.bioc_concepts import concepts_of
from aloi.gold.formats.mentions.files import read_mentions
from aloi.gold.formats.source_files import Mentions
from aloi.gold.formats.spans.span_files import read_spans

TITLE, ABSTRACT = "Toux 💊 grasse", "et fièvre à 39"


def annotation(words: str, *locations: tuple[int, int], **infons: Any) -> dict[str, Any]:
    return {
        "id": words, "infons": {"type": "SIGN", **infons}, "text": words,
        "locations": [{"offset": offset, "length": length} for offset, length in locations],
    }  # fmt: skip


def document(*passages: tuple[int, str, list[dict[str, Any]]], **more: Any) -> dict[str, Any]:
    return {
        "id": "7",
        "passages": [
            {"offset": offset, "text": text, "annotations": each} for offset, text, each in passages
        ],
        **more,
    }


def read(folder: Path, *documents: dict[str, Any]) -> Mentions:
    path = folder / "c.json"
    path.write_text(json.dumps({"documents": documents}), "utf-8")
    return read_mentions(path)


def marked(mentions: Mentions) -> list[str]:
    return [" ".join(one.text[a:b] for a, b in one.spans) for one in mentions.mentions]


def notes(mentions: Mentions) -> dict[str, int]:
    return {note.description: note.count for note in mentions.notes}


@pytest.mark.parametrize(
    ("second", "offsets", "note"),
    [
        (14, (0, 7, 17), ""),  # code points
        (15, (0, 8, 18), "spans read as offsets in UTF-16 units, as their words show"),
        (17, (0, 10, 20), "spans read as offsets in bytes, as their words show"),
        (14, (0, 7, 3), "spans whose offsets count from the start of their passage"),
        (13, (0, 7, 17), "spans whose offsets count from the start of the document, with one character"),
        (14, (0, 7, 16), "spans whose offsets count from the start of the document, with no character"),
        (15, (0, 7, 18), ""),  # two characters between the passages
    ],
)
def test_offsets_count_as_the_words_say(
    tmp_path: Path, second: int, offsets: tuple[int, int, int], note: str
) -> None:
    first = [annotation("Toux", (offsets[0], 4)), annotation("grasse", (offsets[1], 6))]
    lengths = {20: 7}.get(offsets[2], 6)  # è is two bytes
    mentions = read(
        tmp_path,
        document((0, TITLE, first), (second, ABSTRACT, [annotation("fièvre", (offsets[2], lengths))])),
    )
    assert marked(mentions) == ["Toux", "grasse", "fièvre"]
    assert mentions.mentions[0].text.replace("\n\n", "\n") == f"{TITLE}\n{ABSTRACT}"
    assert [what.startswith(note) for what in notes(mentions)] == ([True] if note else [])


def test_a_repeated_word_stands_where_the_other_annotations_say_how_offsets_count(tmp_path: Path) -> None:
    text = "💊💊💊💊💊💊 toux, toux et grasse"
    mentions = read(
        tmp_path,
        document((0, text, [annotation("grasse", (27, 6))])),
        document((0, text, [annotation("toux", (13, 4))]), id="8"),  # in code points the other "toux"
    )
    assert [one.spans for one in mentions.mentions] == [((21, 27),), ((7, 11),)]


def test_annotations_of_sentences_and_of_documents(tmp_path: Path) -> None:
    sentences = [
        {"offset": 14, "text": "et fièvre.", "annotations": [annotation("fièvre", (17, 6))]},
        {"offset": 25, "text": "Rien.", "annotations": [annotation("Rien", (25, 4))]},
    ]
    source = document((0, TITLE, []), annotations=[annotation("grasse et", (7, 9))])
    source["passages"].append({"offset": 14, "sentences": sentences})
    mentions = read(tmp_path, source)
    assert mentions.mentions[0].text == f"{TITLE}\net fièvre. Rien."
    assert marked(mentions) == ["fièvre", "Rien", "grasse\net"]
    assert not mentions.notes


@pytest.mark.parametrize("words", ["Toux grasse", "Toux...grasse", "Toux|grasse", "Toux 💊 grasse"])
def test_discontinuous_mentions_however_their_words_are_joined(tmp_path: Path, words: str) -> None:
    mentions = read(tmp_path, document((0, TITLE, [annotation(words, (0, 4), (7, 6))])))
    assert mentions.mentions[0].spans == ((0, 4), (7, 13))
    (row,) = read_spans(tmp_path / "c.json").rows
    assert [span.parts for span in row.spans] == [((0, 4), (7, 13))]


@pytest.mark.parametrize(
    ("infons", "concept", "databases"),
    [
        ({"identifier": ["MESH:D003110"]}, "MESH:D003110", {"MESH:D003110": "MESH"}),
        ({"identifier": ["MESH:D1;MESH:D2"]}, "MESH:D1|MESH:D2", {"MESH:D1": "MESH", "MESH:D2": "MESH"}),
        ({"identifier": ["MESH:D1,MESH:D2"]}, "MESH:D1|MESH:D2", {"MESH:D1": "MESH", "MESH:D2": "MESH"}),
        ({"identifier": ["1956"], "database": ["ncbi_gene"]}, "1956", {"1956": "ncbi_gene"}),
        ({"MESH": ["D1"]}, "D1", {"D1": "MESH"}),
        ({"NCBI Gene": ["672"], "NCBI Homologene": ["5276"]}, "672", {"672": "NCBI Gene"}),
        ({"identifier": ["-"]}, "-", {}),
        ({"identifier": ["D1|-"]}, "D1", {"D1": ""}),
        ({}, "", {}),
        ({"identifier": ["tmVar:p|SUB|V|600|E;HGVS:p.V600E;RS#:113"]}, "rs113", {"rs113": ""}),
        ({"identifier": ["tmVar:p|SUB|V|600|E;HGVS:p.V600E"]}, "", {}),
    ],
)  # fmt: skip
def test_concepts(infons: dict[str, list[str]], concept: str, databases: dict[str, str]) -> None:
    read_concept, linked, *_ = concepts_of(infons)
    assert (read_concept, dict(linked)) == (concept, databases)


def test_what_does_not_come_in_is_counted(tmp_path: Path) -> None:
    annotations = [
        annotation("Toux", (0, 4), score=0.9, annotator="ann"),
        annotation("grasse"),
        annotation("", (0, 4)),
        annotation("@@@@", (0, 4)),
        annotation("Toux", (990, 4)),
    ]
    source = document((0, TITLE, annotations), relations=[{}, {}], infons={"year": "2020"})
    mentions = read(tmp_path, source, {**source, "passages": [{"offset": 0, "text": "Autre."}]})
    assert notes(mentions) == {
        "relations, excluded": 4,
        "infons of documents, passages and sentences, excluded": 2,
        "annotations without a location, excluded": 1,
        "annotations without a text, excluded": 1,
        "infons that name annotators (their annotations are merged), excluded": 1,
        "infons of annotations, excluded": 1,
        "documents with the id of an earlier document of another text, numbered": 1,
        "offsets that do not match the mention": 1,
        "offsets outside the text": 1,
        "mentions with the id of an earlier mention, counted too": 1,
    }
    assert mentions.documents == 2


XML = (
    '<!DOCTYPE collection SYSTEM "BioC.dtd"><collection><source/><document><id>7</id><passage>'
    "<offset>0</offset><text>Toux &amp; fièvre</text><annotation id='1'><infon key='type'>S</infon>"
    "<location offset='7' length='6'/><text>fièvre</text></annotation></passage></document></collection>"
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "windows-1252", "declared latin-1"])
def test_xml_in_any_encoding(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "c.xml"
    if encoding.startswith("declared"):
        path.write_bytes(b'<?xml version="1.0" encoding="ISO-8859-1"?>' + XML.encode("latin-1"))
    else:
        path.write_bytes(XML.encode(encoding))
    mentions = read_mentions(path)
    assert [one.text for one in mentions.mentions] == ["Toux & fièvre"]
    assert notes(mentions) == (
        {"files in windows-1252, read as such": 1} if encoding == "windows-1252" else {}
    )


@pytest.mark.parametrize("packing", ["file", "gz", "zip", "folder", "zip of gz"])
def test_packed_files_are_detected_by_their_content(tmp_path: Path, packing: str) -> None:
    path = tmp_path / "x"
    if packing == "file":
        path = path.with_suffix(".xml")
        path.write_text(XML, "utf-8")
    elif packing == "gz":
        path = path.with_suffix(".gz")
        path.write_bytes(gzip.compress(XML.encode()))
    elif packing == "folder":
        path.mkdir()
        (path / "a.xml").write_text(XML, "utf-8")
        (path / "settings.json").write_text("{}", "utf-8")
    else:
        path = path.with_suffix(".zip")
        with zipfile.ZipFile(path, "w") as archive:
            if packing == "zip":
                archive.writestr("a.xml", XML)
            else:
                archive.writestr("a.xml.gz", gzip.compress(XML.encode()))
    assert is_bioc(path)
    mentions = read_mentions(path)
    assert marked(mentions) == ["fièvre"]
    assert notes(mentions) == ({"files that are not BioC, excluded": 1} if packing == "folder" else {})
    assert [(text.name, text.text) for text in read_texts(path)] == [("7", "Toux & fièvre")]
    assert len(read_spans(path).rows[0].spans) == 1


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (XML.replace("<source/>", "<source>"), "aloi.unreadable"),
        (XML[:-20], "aloi.unreadable"),
        (XML.replace("&amp;", "&agrave;"), "corpora.bioc-entity"),
        (XML.replace("&amp;", "&a;").replace('"BioC.dtd"', '"x" [<!ENTITY a "b">]'), "corpora.bioc-entity"),
        (XML.replace("&amp;", "&a;").replace('"BioC.dtd"', '"x" [<!ENTITY a SYSTEM "file:///etc/passwd">]'),
         "corpora.bioc-entity"),
        ("<collection><passage/></collection>", "aloi.no-content"),
        ('{"documents": [{"passages": [{"offset": 0, "text": "x"', "aloi.not-json"),
        ('{"passages": [{"offset": 0, "x": ' + "[" * 100_000, "aloi.not-json"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused(tmp_path: Path, content: str, code: str) -> None:
    path = tmp_path / ("c.xml" if content.startswith("<") else "c.json")
    path.write_text(content, "utf-8")
    with pytest.raises(AloiError) as refused:
        read_mentions(path, "bioc")
    assert refused.value.code == code


def test_a_gzip_bomb_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "c.xml.gz"
    path.write_bytes(gzip.compress(XML.encode() + b" " * 3_000_000))
    with pytest.raises(AloiError) as refused:
        read_mentions(path, "bioc")
    assert refused.value.code == "corpora.archive-unpacks-more-than-times"
