"""Corpora as their authors distribute them: all twenty are read, and exclusions are counted."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

from aloi.annotation.rows import LabelledText, TaggedTokens
from aloi.base.errors import AloiError
from aloi.studies.drbenchmark import suite
from aloi.studies.drbenchmark.core.data import load
from aloi.studies.drbenchmark.core.declarations import task, tasks
from aloi.studies.drbenchmark.core.published.reading import PUBLISHED_READERS
from aloi.studies.drbenchmark.core.published.words import (
    Piece,
    aligned_tags,
    at_punctuation,
    at_spaces,
    outermost,
    released_tags,
    sentences,
)
from tests.studies.drbenchmark.distributed import put, write_corpora


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    corpora, tables = tmp_path_factory.mktemp("corpora"), tmp_path_factory.mktemp("tables")
    write_corpora(corpora, tables)
    return corpora, tables


@pytest.fixture(scope="module")
def corpora(folders: tuple[Path, Path]) -> Path:
    return folders[0]


def _rows(name: str, folder: Path, *, released: bool = False) -> list[object]:
    data = load(task(name), folder, released=released)
    return [*data.train, *data.validation, *data.test]


def test_twenty_of_twenty_corpora_are_read_and_exclusions_are_told(corpora: Path) -> None:
    checked = suite.check(corpora)
    assert {one.task.name: one.problem for one in checked if one.status != "present"} == {}
    assert len(checked) == 20
    notes = {one.task.name: {note.description: note.count for note in one.notes} for one in checked}
    assert notes["cas_pos"] == {"sentences of both files, read from the first": 10}
    assert notes["diamed"] == {"cases without one chapter, excluded": 6}
    [issue] = notes["deft2021_ner"]
    assert "the label issue, which the task does not have" in issue
    assert notes["quaero_emea"] == {"sentences without words, excluded": 20}
    assert notes["deft2020_sts"] == {"pairs with a negative number, excluded": 2}


@pytest.mark.parametrize(
    "name",
    [
        "quaero_emea",
        "quaero_medline",
        "mantra_emea",
        "mantra_patents",
        "pxcorpus_ner",
        "cas_pos",
        "e3c_temporal",
    ],
)
def test_words_and_tags_are_those_of_the_tables(folders: tuple[Path, Path], name: str) -> None:
    """Fixtures have the same sentences in both layouts; the second file of CAS has other tags."""

    def content(folder: Path) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
        rows = [row for row in _rows(name, folder) if isinstance(row, TaggedTokens)]
        return sorted((row.tokens, row.tags) for row in rows)

    published, tables = (content(folder) for folder in folders)
    assert published if name == "e3c_temporal" else published == tables
    if name == "e3c_temporal":  # clinical documents of the first layer are read too
        assert set(tables) <= set(published)


@pytest.mark.parametrize("name", ["morfitt", "diamed", "frenchmedmcqa", "deft2020_cls", "deft2020_sts"])
def test_texts_and_labels_are_those_of_the_tables(folders: tuple[Path, Path], name: str) -> None:
    published, table = (load(task(name), folder).checksum for folder in folders)
    assert published == table


def test_parts_of_deft_2021_are_those_of_the_campaign(corpora: Path) -> None:
    for name in ("deft2021_ner", "deft2021_cls"):
        data = load(task(name), corpora)
        documents = [
            {row.document_id if isinstance(row, TaggedTokens) else row.id for row in part}
            for part in (data.train, data.validation, data.test)
        ]
        assert [len(one) for one in documents] == [10, 5, 5]
        assert documents[2] == {f"doc-{at}" for at in range(3, 20, 4)}
    [row] = [
        row for row in _rows("deft2021_cls", corpora) if isinstance(row, LabelledText) and row.id == "doc-0"
    ]
    assert row.labels == ("immunitaire", "etatsosy")
    assert load(task("deft2021_cls"), corpora).all_labels == task("deft2021_cls").labels


def test_an_archive_is_read_like_its_folder(corpora: Path, tmp_path: Path) -> None:
    for name, archive in (("quaero_medline", "QUAERO_FrenchMed_brat.zip"), ("morfitt", "morfitt.zip")):
        source = corpora / ("QUAERO_FrenchMed" if name.startswith("q") else "MORFITT")
        with ZipFile(tmp_path / archive, "w") as target:
            for path in sorted(source.rglob("*.*")):
                target.write(path, path.relative_to(corpora))
        assert load(task(name), tmp_path).checksum == load(task(name), corpora).checksum


def test_an_incomplete_corpus_is_counted_and_cannot_be_run(corpora: Path, tmp_path: Path) -> None:
    shutil.copytree(corpora / "MORFITT", tmp_path / "MORFITT")
    (tmp_path / "MORFITT" / "test.tsv").unlink()
    [row] = suite.check(tmp_path, ["morfitt"])
    assert (row.status, row.sizes) == ("incomplete", (42, 6, 0))
    assert "lacks test.tsv" in row.problem
    with pytest.raises(AloiError, match=r"lacks test\.tsv"):
        load(task("morfitt"), tmp_path)


def test_unknown_labels_are_refused(corpora: Path, tmp_path: Path) -> None:
    shutil.copytree(corpora / "MORFITT", tmp_path / "MORFITT")
    path = tmp_path / "MORFITT" / "dev.tsv"
    path.write_text(
        path.read_text(encoding="utf-8").replace("microbiology", "microbiologie"), encoding="utf-8"
    )
    shutil.copytree(corpora / "pxslu", tmp_path / "pxslu")
    tags = tmp_path / "pxslu" / "PxSLU_conll.txt"
    tags.write_text(tags.read_text(encoding="utf-8").replace("B-drug", "B-drugs", 1), encoding="utf-8")
    problems = {one.task.name: one.problem for one in suite.check(tmp_path, ["morfitt", "pxcorpus_ner"])}
    assert "'specialities' contains 'microbiologie'" in problems["morfitt"]
    assert "'ner_tags' contains 'B-drugs'" in problems["pxcorpus_ner"]


def test_utterances_of_pxcorpus_must_be_as_many_in_every_file(corpora: Path, tmp_path: Path) -> None:
    shutil.copytree(corpora / "pxslu", tmp_path / "pxslu")
    path = tmp_path / "pxslu" / "seq.label"
    path.write_text(path.read_text(encoding="utf-8").partition("\n")[2], encoding="utf-8")
    with pytest.raises(AloiError, match="60, 59, 60"):
        load(task("pxcorpus_cls"), tmp_path)


def test_repeated_ids_of_questions_get_a_number(corpora: Path, tmp_path: Path) -> None:
    shutil.copytree(corpora / "frenchmedmcqa", tmp_path / "frenchmedmcqa")
    path = tmp_path / "frenchmedmcqa" / "train.json"
    questions = json.loads(path.read_text(encoding="utf-8"))
    questions[1]["id"] = questions[0]["id"]
    path.write_text(json.dumps(questions), encoding="utf-8")
    data = load(task("frenchmedmcqa"), tmp_path)
    assert data.train[1].id == f"{data.train[0].id}#2"
    assert [note.count for note in data.notes] == [1]


def test_units_of_mantra_in_brat_have_the_group_of_the_note(tmp_path: Path) -> None:
    folder = tmp_path / "mantra" / "French"
    for name, kind in (("EMEA_x", "CHEM"), ("Medline_x", "Manufactured Object")):
        put(folder / name / "0001_d1.u1.txt", "Prise de calmol, le soir.\n")
        put(
            folder / name / "0001_d1.u1.ann",
            f'T1\tC01 9 15\tcalmol\n#1\tAnnotatorNotes T1\t"C01", "calmol", "Drug" ,"{kind}"\n',
        )
        for at in range(2, 11):
            put(folder / name / f"{at:04d}_d1.u{at}.txt", "Rien.")
            put(folder / name / f"{at:04d}_d1.u{at}.ann", "")
    [unit] = [
        row
        for row in _rows("mantra_emea", tmp_path)
        if isinstance(row, TaggedTokens) and row.id == "0001_d1.u1"
    ]
    assert unit.tokens == ("Prise", "de", "calmol,", "le", "soir.")
    assert unit.tags == ("O", "O", "B-CHEM", "O", "O")
    notes = load(task("mantra_medline"), tmp_path).notes
    assert [(note.count, "MANUFACTURED OBJECT" in note.description) for note in notes] == [(1, True)]


def test_numbers_that_the_tagger_left_are_read_as_the_loader_reads_them(tmp_path: Path) -> None:
    lines = [
        "1\t0\t@card@\t000\t@card@\t_",
        "1\t1\tmg\tmg\tNOM\tABR\tNOM\t_",
        "1\t2\tquarante-cinq\t45\t@card@\t_",
    ]
    for number in range(2, 12):
        lines.append(f"{number}\t0\tNon\tnon\tADV\t_")
    put(tmp_path / "cas" / "CAS_neg.txt", "\n".join(lines))
    put(tmp_path / "cas" / "CAS_spec.txt", "short line\n12\t0\tOui\toui\tINT\t_\n")
    [row] = [row for row in _rows("cas_pos", tmp_path) if isinstance(row, TaggedTokens) and row.id == "1"]
    assert row.tokens == ("100 000", "mg", "quarante-cinq")
    assert row.tags == ("B-NUM", "B-NOM", "B-NUM")


# Words and tags by hand; the released loaders count words and so put `infarctus` on `du`.
_TEXT = "L'infarctus du myocarde (3,5 mg). Non !"


def test_words_of_deft_2021_are_cut_at_punctuation() -> None:
    assert at_punctuation(_TEXT) == [
        *("L'", "infarctus", "du", "myocarde", "(", "3,5", "mg", ")", ".", "Non", "!")
    ]
    assert sentences(at_punctuation(_TEXT)) == [(0, 9), (9, 11)]
    assert sentences(["a", "."]) == [(0, 2)]


def test_an_annotation_inside_a_word_is_on_that_word_or_as_released_on_the_next() -> None:
    pieces = [Piece("T1", "DISO", 2, 11)]
    words = at_spaces(_TEXT)
    assert aligned_tags(_TEXT, words, pieces) == ["B-DISO", *["O"] * 6]
    assert released_tags(_TEXT, words, pieces, at_spaces, shifted=False) == ["O", "B-DISO", *["O"] * 5]


def test_the_longest_of_nested_annotations_is_tagged() -> None:
    pieces = [Piece("T1", "ANAT", 15, 23), Piece("T2", "DISO", 2, 23)]
    assert outermost(pieces) == pieces[1:]
    words = at_punctuation(_TEXT)
    tags = aligned_tags(_TEXT, words, pieces[1:])
    assert tags[:5] == ["O", "B-DISO", "I-DISO", "I-DISO", "O"]
    assert released_tags(_TEXT, words, pieces[1:], at_punctuation, shifted=True) == tags


def test_separators_are_those_of_the_protocol(corpora: Path) -> None:
    for released, between in ((False, " | (2) "), (True, " \N{SYMBOL FOR UNIT SEPARATOR} (2) ")):
        row = _rows("deft2020_cls", corpora, released=released)[0]
        assert isinstance(row, LabelledText)
        assert between in row.second


def test_every_layout_has_a_reader() -> None:
    assert {layout.reader for one in tasks() for layout in one.layouts} == set(PUBLISHED_READERS)
    assert all(one.labels for one in tasks() if one.type.name != "similarity")


def _parts_as_released(numbers: list[int]) -> list[set[str]]:
    """Return the parts of the sentences of CAS as the released loader makes them: a set of numpy numbers."""
    names = [str(number) for number in set(np.array(numbers))]
    random.seed(4)
    for _ in range(3):
        random.shuffle(names)
    return [set(part) for part in np.split(names, [int(len(names) * 0.7), int(len(names) * 0.8)])]


def test_parts_of_cas_are_those_of_the_loader_for_any_numbers(tmp_path: Path) -> None:
    numbers = random.Random(1).sample(range(100_000), 400)
    assert [*set(numbers)] != [*set(dict.fromkeys(numbers))]  # the order depends on how the set is made
    put(tmp_path / "cas" / "CAS_neg.txt", "".join(f"{number}\t0\tOui\toui\tINT\t_\n\n" for number in numbers))
    put(tmp_path / "cas" / "CAS_spec.txt", "")
    data = load(task("cas_pos"), tmp_path)
    parts = [{row.id for row in part} for part in (data.train, data.validation, data.test)]
    assert parts == _parts_as_released(numbers)


def test_quotes_around_abstracts_are_not_text(corpora: Path, tmp_path: Path) -> None:
    shutil.copytree(corpora / "MORFITT", tmp_path / "MORFITT")
    path = tmp_path / "MORFITT" / "test.tsv"
    head, first, *rest = path.read_text(encoding="utf-8").splitlines()
    fields = first.split("\t")
    fields[head.split("\t").index("abstract")] = '" Une ""innovation"" "'
    path.write_text("\n".join((head, "\t".join(fields), *rest)) + "\n", encoding="utf-8")
    row = load(task("morfitt"), tmp_path).test[0]
    assert isinstance(row, LabelledText)
    assert row.text == ' Une "innovation" '


def test_cases_of_diamed_must_be_a_list_of_objects(corpora: Path, tmp_path: Path) -> None:
    shutil.copytree(corpora / "DiaMED", tmp_path / "DiaMED")
    put(next(tmp_path.rglob("validation.json")), '{"identifier": "1"}')
    with pytest.raises(AloiError, match="it is not a list of objects"):
        load(task("diamed"), tmp_path)


def test_lines_of_deft_2021_without_three_fields_are_counted(corpora: Path, tmp_path: Path) -> None:
    shutil.copytree(corpora / "deft2021", tmp_path / "deft2021")
    path = tmp_path / "deft2021" / "evaluations" / "ref-train-deft2021.txt"
    path.write_text(path.read_text(encoding="utf-8") + "doc-0.ann\tpeau\t\n", encoding="utf-8")
    data = load(task("deft2021_cls"), tmp_path)
    assert {note.description: note.count for note in data.notes}["lines without three fields, excluded"] == 1
    assert all("peau" not in row.labels for row in data.train if getattr(row, "id", "") == "doc-0")


def test_an_utterance_is_its_line_or_as_released_its_words(corpora: Path, tmp_path: Path) -> None:
    shutil.copytree(corpora / "pxslu", tmp_path / "pxslu")
    path = tmp_path / "pxslu" / "seq.in"
    path.write_text(path.read_text(encoding="utf-8").upper(), encoding="utf-8")
    for released in (False, True):
        texts = [
            row.text
            for row in _rows("pxcorpus_cls", tmp_path, released=released)
            if isinstance(row, LabelledText)
        ]
        assert all(text.isupper() != released for text in texts)


def test_the_validation_part_of_e3c_is_not_read(folders: tuple[Path, Path]) -> None:
    published, tables = (load(task("e3c_clinical"), folder) for folder in folders)
    assert published.sizes[:2] == tables.sizes[:2]


@pytest.mark.shared
def test_corpora_of_the_project_are_read_as_they_lie(shared: Path) -> None:
    checked = {one.task.name: one for one in suite.check(shared / "data")}
    for name in ("mantra_emea", "mantra_medline", "mantra_patents"):
        assert checked[name].sizes == checked[name].expected
    assert checked["morfitt"].sizes == (1514, 1022, 0)
    assert checked["e3c_clinical"].sizes == (0, 0, 1112)
    assert {name for name, one in checked.items() if one.sizes} == {
        *("mantra_emea", "mantra_medline", "mantra_patents", "morfitt", "e3c_clinical")
    }


@pytest.mark.slow
def test_a_tiny_model_and_the_baselines_run_on_all_corpora(corpora: Path, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from aloi.modeling.encoders.tiny import tiny_model
    from aloi.studies.drbenchmark.core.synthetic_data import phrases
    from aloi.studies.drbenchmark.requests import SuiteRunRequest

    encoder = str(tiny_model(tmp_path / "tiny", phrases()))
    for how in ("aloi", "drbenchmark"):
        request = SuiteRunRequest(
            how,
            corpora,
            (encoder,),
            seeds=(1,),
            protocol="aloi" if how == "aloi" else "drbenchmark",
            processes=2,
            settings={"epochs": 1, "max_length": 64},
        )
        state = suite.run(request, tmp_path)
        assert (state.ran, state.failed, state.absent) == (60, {}, {})
        assert len(suite.results(how, tmp_path, 100).tasks) == 20
