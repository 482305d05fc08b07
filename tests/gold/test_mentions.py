"""Readers of linked mentions: each form, places that do not fit, and the counts of the shared corpora."""

from __future__ import annotations

import json
import zipfile
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aloi.annotation.rows import LinkedMention
from aloi.base.errors import AloiError
from aloi.gold.formats.mentions.bigbio import BigBio, read_bigbio
from aloi.gold.formats.mentions.biosyn import read_names
from aloi.gold.formats.mentions.files import READERS, read_mentions
from aloi.gold.formats.source_files import Mentions

TEXT = "Toux grasse et fièvre,\npuis douleur du genou droit."


def _noted(found: Mentions) -> dict[str, int]:
    return {one.description: one.count for one in found.notes}


def _brat(folder: Path) -> Path:
    folder.mkdir()
    (folder / "a.txt").write_text(TEXT, encoding="utf-8")
    lines = [
        "T1\tC0010200 0 11\tToux grasse",
        '#1\tAnnotatorNotes T1\t"C0010200", "Cough", "Sign or Symptom" ,"DISO"',
        "T2\tDISO 15 21\tfièvre",
        "N1\tReference T2 UMLS:C0015967\tFever",
        "N2\tReference T2 UMLS:C0424755\tFever symptoms",
        "T3\tMORFOLOGIA 28 35;45 50\tdouleur droit",
        "#2\tAnnotatorNotes T3\t8000/6",
        "T4\tDISO 0 4\ttaux",
        "T5\tDISO 40 99\tgenou",
        "R1\tCauses Arg1:T1 Arg2:T2",
        "T6\tbroken",
    ]
    (folder / "a.ann").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def test_brat_finds_concepts_where_corpora_put_them(tmp_path: Path) -> None:
    found = read_mentions(_brat(tmp_path / "brat"))
    assert [(one.id, one.group, one.concept) for one in found.mentions] == [
        ("a:T1", "DISO", "C0010200"),
        ("a:T2", "DISO", "C0015967|C0424755"),
        ("a:T3", "MORFOLOGIA", "8000/6"),
        ("a:T4", "DISO", ""),
        ("a:T5", "DISO", ""),
    ]
    assert found.mentions[2].spans == ((28, 35), (45, 50))
    assert found.mentions[1].concepts == ("C0015967", "C0424755")
    assert _noted(found) == {
        "offsets that do not match the mention": 1,
        "offsets outside the text": 1,
        "relations, excluded": 1,
        "lines that cannot be read": 1,
    }
    counts = found.counts()
    assert (counts["mentions"], counts["linked"], counts["empty"], counts["discontinuous"]) == (5, 3, 2, 1)


def test_brat_reads_alike_from_a_folder_an_archive_and_a_file(tmp_path: Path) -> None:
    folder = _brat(tmp_path / "brat")
    with zipfile.ZipFile(tmp_path / "brat.zip", "w") as archive:
        for one in sorted(folder.iterdir()):
            archive.write(one, one.name)
    whole = read_mentions(folder)
    assert read_mentions(tmp_path / "brat.zip") == whole == read_mentions(folder / "a.ann")
    (folder / "a.txt").unlink()
    assert _noted(read_mentions(folder / "a.ann"))["no text next to the annotations"] == 1


def test_codiesp_takes_diagnoses_and_says_what_it_left_out(tmp_path: Path) -> None:
    lines = [
        "d1\tDIAGNOSTICO\tr05\tToux grasse\t0 11",
        "d1\tPROCEDIMIENTO\t3e0\tgenou\t39 44",
        "d1\tDIAGNOSTICO\tr52\tdouleur droit\t28 35;45 50",
        "d1\tDIAGNOSTICO\tr50\tfièvre\tnulle part",
        "d2\tDIAGNOSTICO\tr51\tmigraine\t0 8",
        "d1\tr50",
    ]
    (tmp_path / "trainX.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    with zipfile.ZipFile(tmp_path / "train_text_files.zip", "w") as archive:
        archive.writestr("text_files/d1.txt", TEXT)
    found = read_mentions(tmp_path / "trainX.tsv", "codiesp")
    assert [one.concept for one in found.mentions] == ["r05", "r52", "r50", "r51"]
    assert found.mentions[1].spans == ((28, 35), (45, 50))
    assert _noted(found) == {
        "lines of PROCEDIMIENTO, excluded": 1,
        "offsets that cannot be read": 1,
        "no text of this document": 1,
        "lines that cannot be read": 1,
    }
    assert [one.concept for one in read_mentions(tmp_path / "trainX.tsv", "codiesp-p").mentions] == ["3e0"]
    assert len(read_mentions(tmp_path / "trainX.tsv", "codiesp-x").mentions) == 5


def test_biosyn_files_and_dictionaries(tmp_path: Path) -> None:
    (tmp_path / "1.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "1.concept").write_text(
        "1||0|11||Disease||Toux grasse||C0010200\n1||15|21||Disease||fièvre||C1+C2|C3\n"
        "1||28|35|45|50||Disease||douleur droit||CUI-less\nbroken\n",
        encoding="utf-8",
    )
    found = read_mentions(tmp_path / "1.concept")
    assert [one.concepts for one in found.mentions] == [("C0010200",), ("C1", "C2", "C3"), ()]
    assert found.mentions[2].spans == ((28, 35), (45, 50))
    assert _noted(read_mentions(tmp_path, "concept")) == {"lines that cannot be read": 1}
    assert read_mentions(tmp_path, "concept").mentions[0].text == TEXT
    (tmp_path / "dictionary.txt").write_text("C1|C2||mal de tête\nC3||a||b\n||x\n", encoding="utf-8")
    assert read_names(tmp_path / "dictionary.txt") == (
        (("C1|C2", "mal de tête"), ("C3", "a||b")),
        ("line 3",),
    )


def test_the_released_form_of_a_concept_line_has_start_and_end_as_fields(tmp_path: Path) -> None:
    (tmp_path / "2.concept").write_text("2||0||11||Disease||Toux grasse||C0010200\n", encoding="utf-8")
    (row,) = read_mentions(tmp_path / "2.concept").mentions
    assert (row.spans, row.group, row.mention, row.concept) == (
        ((0, 11),),
        "Disease",
        "Toux grasse",
        "C0010200",
    )


def test_pubtator_places_count_through_title_and_abstract(tmp_path: Path) -> None:
    path = tmp_path / "corpus.pubtator"
    path.write_text(
        "7|t|Toux grasse\n7|a|et fièvre\n7\t0\t11\tToux grasse\tDisease\tD003371\n"
        "7\t15\t21\tfièvre\tDisease\tD005334|D000001\n7\t15\t21\tfièvres\tDisease\t-1\n"
        "7\tCID\tD1\tD2\n8\t0\t1\tx\tDisease\n",
        encoding="utf-8",
    )
    found = read_mentions(path)
    assert found.mentions[1].text[15:21] == "fièvre"
    assert [one.concepts for one in found.mentions] == [("D003371",), ("D005334", "D000001"), (), ()]
    assert found.counts()["without_concept"] == 1
    assert found.counts()["empty"] == 1
    assert _noted(found) == {
        "offsets that do not match the mention": 1,
        "lines without a mention (relations)": 1,
        "no text of this document": 1,
    }


def test_bigbio_puts_passages_at_their_places(tmp_path: Path) -> None:
    document = {
        "id": "x",
        "document_id": "d",
        "passages": [
            {"text": ["Titre"], "offsets": [[0, 5]]},
            {"text": ["mal de tête"], "offsets": [[6, 17]]},
        ],
        "entities": [
            {"id": "e1", "type": "DISO", "text": ["mal", "tête"], "offsets": [[6, 9], [13, 17]],
             "normalized": [{"db_name": "UMLS", "db_id": "C1"}, {"db_name": "UMLS", "db_id": "C2"}]},
            {"id": "e1", "type": "DISO", "text": "mal", "offsets": [[0, 3]], "normalized": []},
            {"id": "e3"},
        ],
    }  # fmt: skip
    (tmp_path / "d.json").write_text(json.dumps([document]), encoding="utf-8")
    found = read_mentions(tmp_path / "d.json")
    assert [(one.id, one.mention, one.concept) for one in found.mentions] == [
        ("e1", "mal tête", "C1|C2"),
        ("e1#2", "mal", ""),
    ]
    assert _noted(found) == {
        "offsets that do not match the mention": 1,
        "entities that cannot be read": 1,
        "mentions with the id of an earlier mention, counted too": 1,
    }
    (tmp_path / "d.json").write_text("{}", encoding="utf-8")
    with pytest.raises(AloiError, match=r"d\.json, document 1 lacks `entities`"):
        read_bigbio(tmp_path / "d.json")


def test_tables_name_their_columns(tmp_path: Path) -> None:
    (tmp_path / "m.tsv").write_text("id\tmention\tconcept_id\n1\ttoux\tC1\n1\tx\tCUILESS\n", encoding="utf-8")
    found = read_mentions(tmp_path / "m.tsv")
    assert [(one.id, one.concepts) for one in found.mentions] == [("1", ("C1",)), ("1#2", ())]
    (tmp_path / "m.tsv").write_text("id\tname\n1\ttoux\n", encoding="utf-8")
    with pytest.raises(AloiError, match=r"m\.tsv has no column 'mention'; its columns are 'id', 'name'"):
        read_mentions(tmp_path / "m.tsv")
    for columns in ("id\tmention", "id\tconcept_id"):  # one of the two is not enough
        (tmp_path / "m.tsv").write_text(f"{columns}\n1\ttoux\n", encoding="utf-8")
        with pytest.raises(AloiError) as refused:
            read_mentions(tmp_path / "m.tsv", "table")
        assert refused.value.code == "aloi.no-column"
    with pytest.raises(AloiError, match="called 'bart'"):
        read_mentions(tmp_path / "m.tsv", "bart")
    with pytest.raises(AloiError, match="There is no"):
        read_mentions(tmp_path / "absent.tsv")


@pytest.mark.parametrize("reader", sorted(READERS))
def test_every_reader_tells_a_file_of_another_form(reader: str, tmp_path: Path) -> None:
    path = tmp_path / "prose.tsv"
    path.write_text("Il dort.\nElle lit.\n", encoding="utf-8")
    with pytest.raises(AloiError, match=r"prose\.tsv"):
        read_mentions(path, reader)


UNTOLD: Any = SimpleNamespace(manifest={})  # a release that says nothing of its sources
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@given(
    text=TEXTS, mention=TEXTS, group=TEXTS, concept=TEXTS, start=st.integers(0, 19), size=st.integers(0, 9)
)
def test_bigbio_rows_read_back_equal(
    text: str,
    mention: str,
    group: str,
    concept: str,
    start: int,
    size: int,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("bigbio")
    spans = ((start, start + size), (start + size + 1, start + size + 3))
    rows = {
        "train": (
            LinkedMention("a", "d", text, spans, mention, group, concept),
            LinkedMention("b", "d", text, (), mention, "", "CUILESS"),
            LinkedMention("c", "e", "", ((0, 1),), "x", "", ""),
        )
    }
    for name, content in BigBio().files(rows, UNTOLD).items():
        (folder / name).write_bytes(content.encode())
    assert BigBio().read(folder, (0.0, 1.0)) == rows


def test_no_id_of_bigbio_stands_twice_in_the_data_set(tmp_path: Path) -> None:
    def mention(name: str, document: str, text: str = "Toux.") -> LinkedMention:
        return LinkedMention(name, document, text, ((0, 4),), "Toux", "SIGN", "C1")

    rows = {
        "train": (mention("a", "d"), mention("b", "d"), mention("c", "d", "Toux, fièvre.")),
        "test": (mention("e", "d"), mention("f@test", "g")),
        "test_filtered": (mention("e", "d"),),
    }
    ids: list[str] = []
    for name, content in BigBio().files(rows, UNTOLD).items():
        (tmp_path / name).write_text(content, encoding="utf-8")  # type: ignore[arg-type]
        for document in map(json.loads, str(content).splitlines()):
            ids += [document["id"], *(one["id"] for one in document["passages"] + document["entities"])]
    assert len(set(ids)) == len(ids) == 5 + 5 + 6
    assert BigBio().read(tmp_path, (0.0, 1.0)) == rows


@pytest.mark.shared
@pytest.mark.parametrize(
    ("language", "documents", "mentions", "disorders", "concepts"),
    [("english", 550, 1963, 613, 457), ("french", 250, 1052, 340, 259), ("spanish", 200, 756, 266, 210)],
)
def test_mantra_has_its_counts(
    language: str, documents: int, mentions: int, disorders: int, concepts: int, shared: Path
) -> None:
    found = read_mentions(shared / "data" / "mantra-gsc" / f"{language}.annotations.tsv")
    assert (found.counts()["documents"], found.counts()["linked"]) == (documents, mentions)
    cut = [one for one in found.mentions if one.group == "DISO"]
    assert (len(cut), len({one.concept for one in cut})) == (disorders, concepts)
    assert found.notes == ()


@pytest.mark.shared
def test_mantra_reads_alike_from_its_brat_files(shared: Path) -> None:
    folder = shared / "data" / "mantra-gsc"
    brat, table = read_mentions(folder / "french_brat.zip"), read_mentions(folder / "french.annotations.tsv")

    def said(found: Mentions) -> Counter[tuple[object, ...]]:
        return Counter(
            (one.text.strip(), one.spans, one.mention, one.group, one.concept) for one in found.mentions
        )

    assert said(brat) == said(table)
    assert brat.counts()["documents"] == 250


@pytest.mark.shared
def test_e3c_tells_linked_from_without_concept_and_from_empty(shared: Path) -> None:
    found = read_mentions(shared / "data" / "e3c-french" / "layer1_clinentity.tsv")
    counts = found.counts()
    assert (counts["mentions"], counts["linked"], counts["without_concept"], counts["empty"]) == (
        1327,
        1085,
        207,
        35,
    )
    assert counts["documents"] == 81
    assert found.notes == ()


@pytest.mark.shared
def test_codiesp_reads_whole_with_its_odd_place(shared: Path) -> None:
    folder = shared / "data" / "codiesp"
    train, test = (read_mentions(folder / f"{part}X.tsv", "codiesp") for part in ("train", "test"))
    assert (len(train.mentions), len(test.mentions)) == (7209, 3665)
    assert _noted(test) == {
        "lines of PROCEDIMIENTO, excluded": 1112,
        "offsets that do not match the mention": 1,
    }
