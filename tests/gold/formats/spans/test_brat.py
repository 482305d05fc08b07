"""Brat folders: rows read back, what brat itself needs, odd files counted; other spans read alike."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aloi.annotation.rows import LabelledRelation, LabelledSpan, TaggedTokens
from aloi.annotation.spans import in_order, tokens_and_tags, trimmed
from aloi.annotation.tasks import task
from aloi.annotation.tasks.spans.values import spans_of
from aloi.base.errors import AloiError
from aloi.gold.formats import format_named, formats_for
from aloi.gold.formats.brat_files import BratFile, _read_lines
from aloi.gold.formats.source_files import Notebook
from aloi.gold.formats.spans.brat import _row
from aloi.gold.formats.spans.span_files import read_spans
from aloi.gold.model import Release
from tests.gold.formats.test_round_trips import release_of_rows

TEXT = "Pas de cancer\ndu poumon 𝛼 droit."
SCALE = (0.0, 1.0)


def row(text: str, *spans: LabelledSpan, name: str = "r1") -> TaggedTokens:
    return TaggedTokens(name, "d", *tokens_and_tags(text, spans), text, in_order(spans))


def span(label: str, *parts: tuple[int, int]) -> LabelledSpan:
    return LabelledSpan(label, parts)


ROWS = {
    "train": [
        replace(
            row(
                TEXT,
                span("DIS", (7, 23)),
                replace(span("ANA", (17, 23)), attributes=(("side", ("left", "right")),)),
                replace(span("DIS", (7, 13), (26, 31)), attributes=(("certainty", ("negated",)),)),
            ),
            relations=(LabelledRelation("in", 0, 2), LabelledRelation("same", 1, 0)),
        ),
        row("Rien.", name="r2"),
    ],
    "test": [row("Toux sèche.", span("SIGN", (0, 4)), name="a/b %é")],
}


@pytest.mark.parametrize("name", [one.name for one in formats_for(TaggedTokens)])
def test_rows_read_back_but_for_what_is_lost(name: str, release: Release, tmp_path: Path) -> None:
    if name == "docbin":
        pytest.importorskip("spacy", reason="NOT RUN: pip install spacy")
    one = format_named(name)
    one.write(ROWS, tmp_path / "out", release)
    back = one.read(tmp_path / "out", SCALE)

    def kept(found: dict) -> dict:
        return {
            part: [one.restored(each) for each in sorted(rows, key=lambda r: r.id)]
            for part, rows in found.items()
        }

    assert kept(back) == kept(ROWS)


def test_files_are_those_brat_opens(release: Release, tmp_path: Path) -> None:
    export = format_named("brat").write(ROWS, tmp_path / "out", release)
    assert (tmp_path / "out/train/r1.txt").read_bytes().decode() == TEXT
    assert (tmp_path / "out/train/r1.ann").read_text(encoding="utf-8") == (
        "T1\tDIS 7 13;26 31\tcancer droit\nT2\tDIS 7 13;14 23\tcancer du poumon\nT3\tANA 17 23\tpoumon\n"
        "A1\tcertainty T1 negated\nA2\tside T3 left\nA3\tside T3 right\n"
        "R1\tin Arg1:T1 Arg2:T3\nR2\tsame Arg1:T2 Arg2:T1\n"
    )
    assert (tmp_path / "out/train/r2.ann").read_text() == ""
    conf = (tmp_path / "out/annotation.conf").read_text()
    assert conf.startswith("[entities]\nANA\nDIS\nSIGN\n")
    assert "<OVERLAP>" in conf
    assert "\nin\tArg1:DIS, Arg2:ANA\n" in conf
    assert "\ncertainty\tArg:DIS, Value:negated\nside\tArg:ANA, Value:left|right\n" in conf
    assert "test/a%2Fb %25%C3%A9.ann" in export.files
    export_again = format_named("brat").write(ROWS, tmp_path / "out", release)
    assert export_again.files == export.files


def test_another_annotation_in_a_part_is_refused(release: Release, tmp_path: Path) -> None:
    (tmp_path / "train").mkdir()
    (tmp_path / "train" / "stranger.ann").write_text("")
    with pytest.raises(AloiError, match=r"train/stranger\.ann"):
        format_named("brat").write(ROWS, tmp_path, release)


def test_rows_without_text_are_written_with_single_spaces(release: Release, tmp_path: Path) -> None:
    bare = TaggedTokens("s1", "", ("Pas", "de", "toux"), ("O", "O", "B-SIGN"))
    format_named("brat").write({"all": [bare]}, tmp_path / "out", release)
    [back] = format_named("brat").read(tmp_path / "out", SCALE)["all"]
    assert (back.text, back.tags) == ("Pas de toux", bare.tags)
    assert back.spans == (span("SIGN", (7, 11)),)


def test_a_label_with_a_space_is_refused(release: Release, tmp_path: Path) -> None:
    with pytest.raises(AloiError, match="two words"):
        format_named("brat").write({"all": [row("Toux", span("two words", (0, 4)))]}, tmp_path / "o", release)


# What breaks files of places: tabs, quotes, line ends of every sort, letters of two code points, astral.
HARD = st.sampled_from(
    [*"aé𝛼 \t\n\r\x0b\x1c\x85\u2028\xa0\"';|#", "e\u0301", "👩\u200d⚕️", "  ", "\r\n", "T1"]
)
TEXTS = st.one_of(
    st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=40),
    st.lists(HARD, min_size=1, max_size=20).map("".join),
)
DRAWN = st.lists(st.tuples(st.integers(0, 38), st.integers(1, 9), st.integers(1, 9)), max_size=4)


def survives(text: str, drawn: list[tuple[int, int, int]]) -> None:
    spans = []
    for at, (start, size, gap) in enumerate(drawn):
        parts = [(start, min(len(text), start + size)), (start + size + gap, start + size + gap + 2)]
        sound = trimmed([part for part in parts if part[0] < part[1] <= len(text)], text)
        if sound:
            spans.append(LabelledSpan(f"L{at}", sound))
    one = row(text, *spans)
    files = format_named("brat").files({"p": [one]}, release_of_rows((one,), named=False))
    lines = files["p/r1.ann"].splitlines()
    assert len(lines) == len(one.spans)
    for line in lines:  # as brat's own reader checks them
        _, places, words = line.split("\t", 2)
        each = [tuple(map(int, place.split())) for place in places.split(" ", 1)[1].split(";")]
        assert words == " ".join(text[start:end] for start, end in each)
    notebook = Notebook()
    found = BratFile("p/r1", files["p/r1.txt"])
    _read_lines(found, "p/r1.ann", files["p/r1.ann"], notebook)
    assert _row(found, found.text, notebook) == replace(one, document_id="p/r1")
    assert notebook.notes() == ()


@given(TEXTS, DRAWN)
def test_any_text_and_spans_survive_the_files(text: str, drawn: list[tuple[int, int, int]]) -> None:
    survives(text, drawn)


@pytest.mark.slow
@settings(max_examples=10_000, deadline=None)
@given(TEXTS, DRAWN)
def test_ten_thousand_texts_and_their_spans_survive_the_files(
    text: str, drawn: list[tuple[int, int, int]]
) -> None:
    survives(text, drawn)


def test_tabs_in_spans_and_hidden_names_survive(release: Release, tmp_path: Path) -> None:
    form = format_named("brat")
    rows = {"p": [row("Dose\t5\tmg", span("DOSE", (0, 9)), name=".r")]}
    form.write(rows, tmp_path, release)
    assert (tmp_path / "p/%2Er.ann").read_text() == "T1\tDOSE 0 9\tDose\t5\tmg\n"
    [back] = form.read(tmp_path, SCALE)["p"]
    assert replace(back, document_id="d") == rows["p"][0]


def test_odd_files_are_counted_and_not_fatal(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Une toux sèche.", encoding="utf-8")
    (tmp_path / "a.ann").write_text(
        "T1\tSIGN 4 8\ttoux\nT2\tSIGN 4 8\tfièvre\nT3\tSIGN 40 48\ttoux\n"
        "R1\tCause Arg1:T1 Arg2:T2\nT4\tSIGN 4\n",
        encoding="utf-8",
    )
    (tmp_path / "b.ann").write_text("T1\tSIGN 0 4\ttoux\n", encoding="utf-8")
    found = read_spans(tmp_path)
    [one] = found.parts["all"]
    assert (one.id, one.spans) == ("a", (span("SIGN", (4, 8)),))  # T2 is at the same place, with other words
    assert {note.description.split(",")[0]: note.count for note in found.notes} == {
        "no text next to the annotations": 1,
        "lines that cannot be read": 1,
        "relations of excluded spans": 1,
        "spans with offsets of other words": 1,
        "spans outside their text": 1,
    }
    with pytest.raises(AloiError):
        format_named("brat").read(tmp_path, SCALE)


def test_a_zip_and_conll_files_are_read_as_spans(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "set.zip", "w") as archive:
        archive.writestr("dev/x.txt", "Une toux.")
        archive.writestr("dev/x.ann", "T1\tSIGN 4 8\ttoux\n")
    assert read_spans(tmp_path / "set.zip").parts["dev"][0].spans == (span("SIGN", (4, 8)),)
    (tmp_path / "set.conll").write_text("Une\tO\ntoux\tB-SIGN\nsèche\tI-SIGN\n", encoding="utf-8")
    [one] = read_spans(tmp_path / "set.conll").rows
    assert (one.text, one.spans) == ("Une toux sèche", (span("SIGN", (4, 14)),))
    with pytest.raises(AloiError, match="brat, conll"):
        read_spans(tmp_path / "set.conll", "nothing")


def test_the_row_of_the_task_is_what_brat_reads_back(release: Release, tmp_path: Path) -> None:
    kind = task("spans")
    example = kind.example()
    made = kind.row(example.item, example.gold, kind.default_settings())
    format_named("brat").write({"all": [made]}, tmp_path / "out", release)
    [back] = format_named("brat").read(tmp_path / "out", SCALE)["all"]
    assert back.spans == spans_of(example.gold)
    assert replace(back, document_id="") == replace(made, document_id="")


@pytest.mark.shared
def test_entities_of_e3c_keep_their_places(shared: Path) -> None:
    found = read_spans(shared / "data/e3c-french/layer1_clinentity.tsv", "e3c")
    assert len(found.rows) == 81
    notes = {note.description: note.count for note in found.notes}
    twice = sum(count for what, count in notes.items() if "twice" in what)
    assert sum(len(one.spans) for one in found.rows) + twice == 1327
    assert not any("outside" in what for what in notes)


@pytest.mark.shared
def test_mantra_brat_of_french(shared: Path, release: Release, tmp_path: Path) -> None:
    found = read_spans(shared / "data/mantra-gsc/french_brat.zip")
    assert len(found.rows) == 250
    labels = {span.label for one in found.rows for span in one.spans}
    assert {"ANAT", "CHEM", "DISO", "PROC"} < labels
    assert not any("C0" in label for label in labels)  # concepts are no labels
    assert sum(len(one.spans) > 1 for one in found.rows) > 0
    format_named("brat").write(dict(found.parts), tmp_path / "out", release)
    back = format_named("brat").read(tmp_path / "out", SCALE)
    assert {one.id: one.spans for one in found.rows} == {
        one.id: one.spans for rows in back.values() for one in rows
    }
