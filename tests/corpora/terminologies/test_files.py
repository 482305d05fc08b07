"""Files of terminologies: tables, BioSyn's dictionaries, the RRF files of UMLS."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.terminologies.concepts import ConceptName, Terminology, search_key
from aloi.corpora.terminologies.files import Selection, read_terminology


def _file(folder: Path, name: str, content: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
    return path


def _conso(
    cui: str, language: str, name: str, marks: str = "P|PF|Y", sab: str = "MSH", suppress: str = "N"
) -> str:
    ts, stt, preferred = marks.split("|")
    return f"{cui}|{language}|{ts}|L1|{stt}|S1|{preferred}|A1||||{sab}|MH|D1|{name}|0|{suppress}||\n"


def _umls(folder: Path) -> Path:
    lines = (
        _conso("C0015967", "ENG", "Fever"),
        _conso("C0015967", "ENG", "Fever", "S|VO|N", "SNOMEDCT_US"),
        _conso("C0015967", "ENG", "Pyrexia", "S|PF|N"),
        _conso("C0015967", "ENG", "Old fever", suppress="O"),
        _conso("C0015967", "FRE", "Fièvre", sab="MSHFRE"),
        _conso("C0024109", "ENG", "Lung"),
        _conso("C0024109", "FRE", "Poumon", sab="MSHFRE"),
    )
    _file(folder, "MRCONSO.RRF", "".join(lines))
    _file(
        folder,
        "MRSTY.RRF",
        "C0015967|T184|A2|Sign or Symptom|AT1|256|\nC0024109|T023|A1|Body Part|AT2|256|\n",
    )
    return folder


def test_a_table_is_read_by_what_its_columns_are_called(tmp_path: Path) -> None:
    path = _file(
        tmp_path,
        "t.tsv",
        "CUI\tTerm\tLang\tSemantic_group\tISPREF\nC1\tFièvre\tfr\tDISO\tY\nC1|C2\tFever\t\t\tN\n",
    )
    assert list(read_terminology(path, Selection(language="en"))) == [
        ConceptName("C1", "Fièvre", "fr", "DISO", True),
        ConceptName("C1", "Fever", "en"),
        ConceptName("C2", "Fever", "en"),
    ]
    assert [one.name for one in read_terminology(path, Selection(groups=("DISO",)))] == ["Fièvre"]


def test_french_headers_are_known(tmp_path: Path) -> None:
    path = _file(tmp_path, "t.tsv", "code\tnom\tlangue\tgroupe\nC1\tFièvre\tfr\tDISO\n")
    assert list(read_terminology(path)) == [ConceptName("C1", "Fièvre", "fr", "DISO")]


def test_a_dictionary_of_biosyn_has_a_concept_or_several_a_line(tmp_path: Path) -> None:
    path = _file(tmp_path, "d.txt", "D001||fever\nD002|OMIM:1||lung || cancer\n\n")
    assert list(read_terminology(path, Selection(language="en"))) == [
        ConceptName("D001", "fever", "en"),
        ConceptName("D002", "lung || cancer", "en"),
        ConceptName("OMIM:1", "lung || cancer", "en"),
    ]


def test_umls_gives_names_once_a_language_with_their_group_and_none_suppressed(tmp_path: Path) -> None:
    every = list(read_terminology(_umls(tmp_path)))
    assert every == [
        ConceptName("C0015967", "Fever", "en", "DISO", True),
        ConceptName("C0015967", "Pyrexia", "en", "DISO", False),
        ConceptName("C0015967", "Fièvre", "fr", "DISO", True),
        ConceptName("C0024109", "Lung", "en", "ANAT", True),
        ConceptName("C0024109", "Poumon", "fr", "ANAT", True),
    ]
    path = tmp_path / "MRCONSO.RRF"
    french = [one for one in every if one.language == "fr"]
    assert list(read_terminology(path, Selection(languages=("FRE",)))) == french
    assert list(read_terminology(path, Selection(vocabularies=("MSHFRE",)))) == french
    assert list(read_terminology(path, Selection(groups=("ANAT",)))) == every[3:]


def test_groups_need_the_file_of_semantic_types(tmp_path: Path) -> None:
    _umls(tmp_path)
    (tmp_path / "MRSTY.RRF").unlink()
    assert {one.group for one in read_terminology(tmp_path)} == {""}
    with pytest.raises(AloiError, match=r"MRSTY\.RRF"):
        list(read_terminology(tmp_path, Selection(groups=("DISO",))))


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.tsv", "concept_id\tname\nC1\tfever\nC2\t \n", "a.tsv, line 3: the row lacks a name"),
        ("b.tsv", "concept_id\tname\nC1|\tfever\n", "b.tsv, line 2: the concept is 'C1|'"),
        ("c.tsv", "concept_id\tlabels\nC1\tfever\n", "c.tsv has no column 'name'; its columns are"),
        (
            "d.tsv",
            "cui\tname\tpreferred\nC1\tfever\tmaybe\n",
            "d.tsv, line 2: the column 'preferred' contains 'maybe'",
        ),
        ("e.txt", "C1||fever\nC2 lung\n", "e.txt, line 2: 'C2 lung' does not have the expected form"),
        ("f.RRF", "C1|ENG|P\n", "f.RRF, line 1: 'C1|ENG|P' does not have the expected form"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, name: str, content: str, said: str) -> None:
    with pytest.raises(AloiError) as caught:
        list(read_terminology(_file(tmp_path, name, content)))
    assert said in str(caught.value)


def test_vocabularies_are_those_of_umls_alone(tmp_path: Path) -> None:
    path = _file(tmp_path, "a.tsv", "concept_id\tname\nC1\tfever\n")
    with pytest.raises(AloiError, match="has no source vocabularies"):
        list(read_terminology(path, Selection(vocabularies=("MSH",))))
    with pytest.raises(AloiError, match="no file"):
        list(read_terminology(tmp_path / "none.txt"))


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Fièvre (œdème)", "fievre oedeme"),
        ("  COVID-19 ", "covid 19"),
        ("E\u0301tat", "etat"),
        ("Straße", "strasse"),
        ("№ ½", "no 1 2"),
        ("+/-", "+/-"),
        ("l'os", "l os"),
        ("a" * 600, "a" * 500),
    ],
)
def test_keys_know_neither_case_nor_accents_nor_signs(text: str, key: str) -> None:
    assert search_key(text) == key


def test_a_terminology_has_a_name() -> None:
    assert Terminology.of(" ICD   10 ").name == "ICD 10"
    assert Terminology.of("ICD 10").id == Terminology.of("ICD  10 ").id != Terminology.of("icd 10").id
    with pytest.raises(AloiError, match="The name of the terminology is ''"):
        Terminology.of(" ")
