"""Spans are found in the way of counting in which their words are there; others are left out and counted."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from aloi.gold.formats.mention_offsets import MarkedWords, has_words, resolve_offsets
from aloi.gold.formats.mentions.files import read_mentions
from aloi.gold.formats.source_files import Notebook
from aloi.gold.formats.spans.span_files import read_spans

TEXT = "Âgée 💊 Doliprane\r\net toux sèche, 🤒 fièvre"
WORDS = ("Doliprane", "toux", "fièvre")


def in_units(text: str, unit: str) -> int:
    """Return how long a text is, counted in a unit."""
    if unit.endswith("one"):
        text = text.replace("\r\n", "\n")
    return {"utf": len(text.encode("utf-16-le")) // 2, "byt": len(text.encode()), "cod": len(text)}[unit[:3]]


UNITS = ("code points", "utf-16", "bytes", "code points, CR LF as one", "utf-16, CR LF as one")


def offsets(unit: str, text: str = TEXT, words: tuple[str, ...] = WORDS) -> list[tuple[int, int, str]]:
    starts = [(text.index(word), word) for word in words]
    return [
        (in_units(text[:start], unit), in_units(text[: start + len(word)], unit), word)
        for start, word in starts
    ]


def brat(folder: Path, marked: list[tuple[int, int, str]]) -> tuple[Path, str]:
    (folder / "d.txt").write_bytes(TEXT.encode())
    lines = [f"T{i}\tDRUG {start} {end}\t{word}\n" for i, (start, end, word) in enumerate(marked, 1)]
    (folder / "d.ann").write_text("".join(lines), encoding="utf-8")
    return folder, "brat"


def bigbio(folder: Path, marked: list[tuple[int, int, str]]) -> tuple[Path, str]:
    entities = [
        {"id": f"e{i}", "type": "DRUG", "text": [word], "offsets": [[start, end]], "normalized": []}
        for i, (start, end, word) in enumerate(marked)
    ]
    passages = [{"text": [TEXT], "offsets": [[0, len(TEXT)]]}]
    document = {"id": "d", "document_id": "d", "passages": passages, "entities": entities}
    (folder / "d.json").write_text(json.dumps([document]), encoding="utf-8")
    return folder / "d.json", "bigbio"


def concept(folder: Path, marked: list[tuple[int, int, str]]) -> tuple[Path, str]:
    (folder / "d.txt").write_bytes(TEXT.encode())
    lines = [f"d||{start}|{end}||DRUG||{word}||C1\n" for start, end, word in marked]
    (folder / "d.concept").write_text("".join(lines), encoding="utf-8")
    return folder, "concept"


def codiesp(folder: Path, marked: list[tuple[int, int, str]]) -> tuple[Path, str]:
    with zipfile.ZipFile(folder / "train_text_files.zip", "w") as archive:
        archive.writestr("d.txt", TEXT.encode())
    lines = [f"d\tDIAGNOSTICO\tr05\t{word}\t{start} {end}\n" for start, end, word in marked]
    (folder / "trainX.tsv").write_text("".join(lines), encoding="utf-8")
    return folder / "trainX.tsv", "codiesp"


def table(folder: Path, marked: list[tuple[int, int, str]]) -> tuple[Path, str]:
    (folder / "m.texts.tsv").write_text(f'doc\ttext\nd\t"{TEXT}"\n', encoding="utf-8", newline="")
    lines = [f"d\t{start} {end}\t{word}\tC1\n" for start, end, word in marked]
    (folder / "m.annotations.tsv").write_text(
        "doc\tspan\tmention\tconcept\n" + "".join(lines), encoding="utf-8"
    )
    return folder / "m.annotations.tsv", "mantra"


WRITERS = (brat, bigbio, concept, codiesp, table)


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("write", WRITERS)
def test_words_say_how_offsets_count(
    write: Callable[..., tuple[Path, str]], unit: str, tmp_path: Path
) -> None:
    path, reader = write(tmp_path, offsets(unit))
    (row,) = read_spans(path, reader).rows
    assert [row.text[start:end] for span in row.spans for start, end in span.parts] == [*WORDS]
    mentions = read_mentions(path, reader).mentions
    assert [has_words(one.text, one.spans, one.mention) for one in mentions] == [True] * 3


@pytest.mark.parametrize("write", WRITERS)
def test_words_that_are_nowhere_near_are_left_out_and_counted(
    write: Callable[..., tuple[Path, str]], tmp_path: Path
) -> None:
    (first, *_), last = offsets("utf-16"), (3, 8, "fièvre")
    source = read_spans(*write(tmp_path, [first, last, (900, 905, "toux")]))
    (row,) = source.rows
    assert [row.text[start:end] for span in row.spans for start, end in span.parts] == ["Doliprane"]
    counts = {note.description: note.count for note in source.notes}
    assert counts["spans with offsets of other words, excluded"] == 1
    assert counts["spans outside their text, excluded"] == 1
    assert counts["spans read as offsets in UTF-16 units, as their words show"] == 1


def test_pubtator_counts_in_other_units_too(tmp_path: Path) -> None:
    path = tmp_path / "a.pubtator"
    path.write_text(
        "7|t|💊 Toux\n7|a|et fièvre\n7\t3\t7\tToux\tSIGN\tD1\n7\t11\t17\tfièvre\tSIGN\tD2\n", "utf-8"
    )
    (row,) = read_spans(path, "pubtator").rows
    assert [span.parts for span in row.spans] == [((2, 6),), ((10, 16),)]


def test_passages_are_placed_as_their_offsets_count(tmp_path: Path) -> None:
    path, _ = bigbio(tmp_path, [])
    (document,) = json.loads(path.read_text("utf-8"))
    document["passages"] = [
        {"text": ["💊 Toux"], "offsets": [[0, 7]]},
        {"text": ["et fièvre"], "offsets": [[8, 17]]},
    ]
    document["entities"] = [{"type": "SIGN", "text": ["fièvre"], "offsets": [[11, 17]], "normalized": []}]
    path.write_text(json.dumps(document), encoding="utf-8")
    (row,) = read_spans(path, "bigbio").rows
    assert (row.text, row.spans[0].parts) == ("💊 Toux et fièvre", ((10, 16),))


def test_a_chance_fit_in_code_points_follows_the_other_spans() -> None:
    text = "💊 aa aa Doliprane toux"
    marked = [
        MarkedWords(text, ((3, 4),), "a", "1"),  # code points and UTF-16 units have an a there
        MarkedWords(text, ((9, 18),), "Doliprane", "2"),
        MarkedWords(text, ((19, 23),), "toux", "3"),
    ]
    assert resolve_offsets(marked, Notebook()) == [((2, 3),), ((8, 17),), ((18, 22),)]


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16"])
def test_texts_in_other_encodings_are_read_and_noted(encoding: str, tmp_path: Path) -> None:
    text = "Fièvre élevée, œdème et « toux »."
    (tmp_path / "a.txt").write_bytes(text.encode(encoding))
    (tmp_path / "a.ann").write_bytes("T1\tSIGN 15 20\tœdème\n".encode(encoding))
    source = read_spans(tmp_path, "brat")
    (row,) = source.rows
    assert (row.text, row.spans[0].parts) == (text, ((15, 20),))
    assert [note.count for note in source.notes if note.description.startswith("files in ")] == [2]
