"""Files of lexical substitution: read, written back, and faults told by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.annotation.rows import Substitutes
from aloi.base.errors import AloiError
from aloi.gold.formats import format_named
from aloi.gold.formats.substitutes.lexsub_files import (
    Instance,
    letter_of,
    pos_of,
    read_answers,
    read_gold,
    read_instances,
    read_mapping,
    read_preprocessed,
    write_answers,
    write_gold,
    write_instances,
)
from aloi.gold.model import Release

THIN = "Une «mince» <couche> & l'été.\r "
ROWS = {
    "test": (
        Substitutes("a1", "", "mince", "ADJ", THIN, 5, 10, (("fine", 3), ("peu épais", 1)), 0),
        Substitutes(
            "b2", "", "prendre en main", "VERB", "Il le prend en main.", 6, 19, (("s'occuper de", 1),), 0
        ),
        Substitutes("c3", "", "vite", "ADV", "Vite !", 0, 4, (), 0),
    )
}


@pytest.mark.parametrize("name", ["semdis", "semeval2007"])
def test_rows_read_back_with_accents_apostrophes_and_expressions(
    name: str, release: Release, tmp_path: Path
) -> None:
    export = format_named(name).write(ROWS, tmp_path, release)
    assert sorted(export.files) == ["test.xml", "test_gold.txt"]
    assert format_named(name).read(tmp_path, (0, 1)) == ROWS
    first = (tmp_path / "test_gold.txt").read_text(encoding="utf-8").split("\n")[0]
    assert (
        first
        == {
            "semdis": "mince.a a1 :: fine 3; peu épais 1;",
            "semeval2007": "mince.a a1 :: fine 3;peu épais 1;",
        }[name]
    )


def test_parts_of_speech_have_a_letter_and_come_back() -> None:
    for pos in ("NOUN", "VERB", "ADJ", "ADV", "PROPN", ""):
        assert pos_of(letter_of(pos)) == pos


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("mince.a 1 fine 3;", "expected"),
        ("mince.a 1 ::: fine 3;", "expected"),
        ("mince 1 :: fine 3;", "line 2"),
        ("mince.a 1 :: fine;", "count above 0"),
        ("mince.a 1 :: fine 0;", "count above 0"),
        ("mince.a 1 :: fine 3, légère 2;x", "count above 0"),
        ("bon.a 9 :: fine 3;", "Each was expected once"),
        (f"mince.a 1 :: {'x' * 300} 2;", "txt, line 2: There are too many characters of a substitute: 300"),
    ],
)
def test_a_broken_gold_line_is_told(line: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "gold.txt"
    path.write_text(f"bon.a 9 :: bien 2;\n{line}\n", encoding="utf-8")
    with pytest.raises(AloiError, match=said) as told:
        read_gold(path)
    assert "gold.txt, line 2" in str(told.value)


def test_a_repeated_substitute_has_its_last_count_and_is_told(tmp_path: Path) -> None:
    path = tmp_path / "gold.txt"
    path.write_text(
        "bright.a 5 :: clever 1;intelligent 2;clever 3;clever 2;\nbright.a 6 :: sunny 2;clear 1;\n",
        encoding="utf-8",
    )
    found = read_gold(path)
    assert dict(found["5"].counts) == {"clever": 2, "intelligent": 2}
    assert [one.repeats for one in found.values()] == [2, 0]
    assert write_gold([found["5"]], "") == "bright.a 5 :: clever 2;intelligent 2;\n"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("mince.a 1 : fine", "expected"),
        ("1 :: fine", r"system\.txt, line 2: '1' does not have the expected form"),
        ("bon.a 9 :: fine", "Each was expected once"),
        ("mince.a 1 :: fine\tléger", "separated by ;"),
        (f"mince.a 1 :: {'x' * 300}", "txt, line 2: There are too many characters of a substitute: 300"),
    ],
)
def test_a_broken_answer_line_is_told(line: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "system.txt"
    path.write_text(f"bon.a 9 :: bien ; beau\n{line}\n", encoding="utf-8")
    with pytest.raises(AloiError, match=said) as told:
        read_answers(path)
    assert "system.txt, line 2" in str(told.value)


def test_an_empty_answer_and_both_signs_are_read(tmp_path: Path) -> None:
    path = tmp_path / "system.txt"
    path.write_text("bon.a 9 ::\nbon.a 9 ::: bien;beau\n", encoding="utf-8")
    found = read_answers(path)
    assert [(one.answers, one.many) for one in found] == [((), False), (("bien", "beau"), True)]
    assert write_answers(found) == "bon.a 9 ::\nbon.a 9 ::: bien ; beau\n"


def test_a_mapping_is_of_a_word(tmp_path: Path) -> None:
    path = tmp_path / "mapping.txt"
    path.write_text("# forms\n\ncouper(court.a)-->coupé\ns'unir(lier.v)-->unir\n", encoding="utf-8")
    assert read_mapping(path) == {
        ("court", "a", "couper"): "coupé",
        ("lier", "v", "s'unir"): "unir",
    }
    path.write_text("couper-->coupé\n", encoding="utf-8")
    with pytest.raises(AloiError, match=r"mapping\.txt, line 1"):
        read_mapping(path)


def test_sentences_without_a_target_and_broken_xml_are_told(tmp_path: Path) -> None:
    path = tmp_path / "x.xml"
    path.write_text(
        "<corpus><lexelt item='a.n'><instance id='1'><context>rien</context></instance></lexelt></corpus>"
    )
    with pytest.raises(AloiError, match="<head>"):
        read_instances(path)
    path.write_text("<corpus><lexelt>")
    with pytest.raises(
        AloiError, match=r"X\.xml, line 1 cannot be read as XML: no element found: line 1, column 16"
    ):
        read_instances(path)
    with pytest.raises(AloiError, match=r"U\+0001"):
        write_instances([Instance("a", "n", "1", "x\x01", 0, 1)], "fr")


@pytest.mark.shared
def test_shared_files_are_written_back_as_they_are(shared: Path, tmp_path: Path) -> None:
    for path, gap in (
        (shared / "data/semdis2014/semdis2014_lexsub_gold.txt", " "),
        (shared / "data/semeval2007-lexsub-trial/lst_trial.gold", ""),
    ):
        gold = read_gold(path)
        text = path.read_text(encoding="utf-8")
        assert len(gold) == 300
        assert write_gold(list(gold.values()), gap).split() == text.split()
    answers = shared / "data/semdis2014/baseline_dicosyn.txt"
    assert write_answers(read_answers(answers)).split() == answers.read_text(encoding="utf-8").split()
    instances = read_instances(shared / "data/semdis2014/lexsubfr_semdis2014_test.xml")
    assert len(instances) == 300
    assert {one.id for one in instances} == set(
        read_gold(shared / "data/semdis2014/semdis2014_lexsub_gold.txt")
    )
    again = tmp_path / "again.xml"
    again.write_text(write_instances(instances, "french"), encoding="utf-8")
    assert read_instances(again) == instances


def test_preprocessed_sentences_have_their_target_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "t.preprocessed"
    path.write_text("fil.n\t7\t1\tle fil casse .\ncasser.a.v\t8\t0\tcassé net\n", encoding="utf-8")
    assert read_preprocessed(path) == (
        Instance("fil", "n", "7", "le fil casse .", 3, 6),
        Instance("casser", "a", "8", "cassé net", 0, 5),
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("fil.n\t7\t1", "expected"),
        ("fil\t7\t1\tle fil .", "expected"),
        ("fil.n\t7\tx\tle fil .", "expected"),
        ("fil.n\t7\t3\tle fil .", "3 tokens"),
        ("fil.n\t6\t0\tfil .", "Each was expected once"),
    ],
)
def test_a_broken_preprocessed_line_is_told(line: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "t.preprocessed"
    path.write_text(f"fil.n\t6\t0\tfil .\n{line}\n", encoding="utf-8")
    with pytest.raises(AloiError, match=said) as told:
        read_preprocessed(path)
    assert "t.preprocessed, line 2" in str(told.value)
