"""CoNLL-U of other tools: tags in any scheme, where they stand, and the text that words make."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from aloi.annotation.tag_schemes import SchemeTag, entities_of
from aloi.base.errors import AloiError
from aloi.gold.formats.spans.conllu import ConllU
from aloi.gold.formats.spans.conllu_files import EMPTY_NODES, OTHER_TEXT, is_conllu, read_conllu_files
from aloi.gold.formats.spans.span_files import read_spans
from aloi.terminal import main as cli

WORDS = ("Jean", "Dupont", "Marie", "vit", "à", "Lyon")
SCHEMES = {
    "IOB1": ("I-PER", "I-PER", "B-PER", "O", "O", "I-LOC"),
    "IOB2": ("B-PER", "I-PER", "B-PER", "O", "O", "B-LOC"),
    "IOE2": ("I-PER", "E-PER", "E-PER", "O", "O", "E-LOC"),
    "IOBES": ("B-PER", "E-PER", "S-PER", "O", "O", "S-LOC"),
    "BILOU": ("B-PER", "L-PER", "U-PER", "O", "O", "U-LOC"),
    "BMES": ("B-PER", "E-PER", "S-PER", "O", "O", "S-LOC"),
}
ENTITIES = [("PER", 0, 2), ("PER", 2, 3), ("LOC", 5, 6)]
WRITERS = {
    "NER=": "NER={}",
    "ner=": "start_char=0|end_char=4|ner={}",
    "NE=": "SpaceAfter=Yes|NE={}",
    "alone": "{}",
}


def lines(tags: tuple[str, ...], misc: str = "NER={}", words: tuple[str, ...] = WORDS) -> str:
    rows = [
        "\t".join((str(number), word, *"_" * 7, misc.format(tag)))
        for number, (word, tag) in enumerate(zip(words, tags, strict=True), start=1)
    ]
    return "\n".join([*rows, "", ""])


def written(folder: Path, content: str, name: str = "a.conllu") -> Path:
    path = folder / name
    path.write_text(content, encoding="utf-8")
    return path


def answered(*words: object) -> Any:
    done = CliRunner().invoke(cli.aloi, [*map(str, words), "--json"])
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_tags_of_every_scheme_are_the_same_spans(tmp_path: Path, scheme: str, writer: str) -> None:
    path = written(tmp_path, lines(SCHEMES[scheme], WRITERS[writer]))
    (row,) = ConllU().read(path.parent, (0, 5))[path.stem]
    assert entities_of([SchemeTag(tag[0], tag[2:]) for tag in row.tags]) == ENTITIES
    source = read_spans(path)
    (spans,) = [row.spans for row in source.rows]
    assert [(span.label, source.rows[0].text[slice(*span.parts[0])]) for span in spans] == [
        ("PER", "Jean Dupont"),
        ("PER", "Marie"),
        ("LOC", "Lyon"),
    ]
    assert source.scheme == ("IOBES" if scheme == "BMES" else scheme)


def test_labels_without_a_letter_are_read_as_io(tmp_path: Path) -> None:
    path = written(tmp_path, lines(("PER", "PER", "O", "O", "O", "LOC")))
    (row,) = ConllU().read(path.parent, (0, 5))[path.stem]
    assert row.tags == ("B-PER", "I-PER", "O", "O", "O", "B-LOC")


def test_parts_of_speech_in_misc_stay(tmp_path: Path) -> None:
    tags = ("NOM", "NOM", "NOM", "VER", "PRP", "NOM")
    (row,) = ConllU().read(written(tmp_path, lines(tags)).parent, (0, 5))["a"]
    assert row.tags == tags


def test_a_column_of_conllu_plus_holds_the_tags(tmp_path: Path) -> None:
    content = "# global.columns = ID FORM UD:NE\n1\tJean\tI-PER\n2\tDupont\tI-PER\n3\tvit\t_\n\n"
    path = written(tmp_path, content, "a.conllup")
    (row,) = read_spans(path).rows
    assert [(span.label, span.parts) for span in row.spans] == [("PER", ((0, 11),))]


def test_words_of_a_range_stand_where_it_stands(tmp_path: Path) -> None:
    content = "\n".join(
        "\t".join((number, form, *"_" * 7, misc))
        for number, form, misc in (
            ("1", "Retour", "_"),
            ("2-3", "du", "_"),
            ("2", "de", "_"),
            ("3", "le", "ner=B-LOC"),
            ("4", "Mans", "ner=E-LOC|SpaceAfter=No"),
            ("4.1", "hier", "ner=S-DATE"),
            ("5", ".", "_"),
        )
    )
    path = written(tmp_path, f"# text = Retour du Mans.\n{content}\n\n")
    source = read_spans(path)
    (row,) = source.rows
    assert row.text == "Retour du Mans."
    assert [(span.label, row.text[slice(*span.parts[0])]) for span in row.spans] == [("LOC", "du Mans")]
    assert [(note.description, note.count) for note in source.notes] == [(EMPTY_NODES, 1)]
    (sentence,) = read_conllu_files([path]).sentences[path]
    assert sentence.tokens == ("Retour", "de", "le", "Mans", ".")


SPANS = '# spans = [{"label": "PER", "parts": [[0, 11]]}, {"label": "LOC", "parts": [[24, 28]]}]\n'


def test_entries_of_spans_say_what_an_older_comment_says(tmp_path: Path) -> None:
    path = written(tmp_path, SPANS + lines(SCHEMES["IOB2"], "NER={}|SPAN").replace(
        "|SPAN", "|Span1[certainty]=a\\cb,c|Span1[é\\s1]=|Rel1[lives\\sin]=2", 1
    ).replace("|SPAN", ""))  # fmt: skip
    (row,) = ConllU().read(path.parent, (0, 5))["a"]
    person = {"label": "PER", "parts": [[0, 11]], "attributes": [["certainty", ["a,b", "c"]], ["é 1", [""]]]}
    relation = [{"type": "lives in", "head": 0, "tail": 1}]
    older = SPANS.replace('{"label": "PER", "parts": [[0, 11]]}', json.dumps(person))
    content = f"{older}# relations = {json.dumps(relation)}\n{lines(SCHEMES['IOB2'])}"
    (tmp_path / "older").mkdir()
    assert ConllU().read(written(tmp_path / "older", content).parent, (0, 5))["a"] == (row,)
    assert row.spans[0].attributes == (("certainty", ("a,b", "c")), ("é 1", ("",)))


@pytest.mark.parametrize("entry", ["Span3[certainty]=a", "Rel1[in]=3", "Rel1[in]=0", "Rel2[in]=LOC"])
def test_entries_of_spans_that_do_not_exist_are_refused(tmp_path: Path, entry: str) -> None:
    path = written(tmp_path, SPANS + lines(SCHEMES["IOB2"], f"NER={{}}|{entry}"))
    with pytest.raises(AloiError) as error:
        ConllU().read(path.parent, (0, 5))
    assert error.value.code == "aloi.unreadable"
    assert "a.conllu" in str(error.value)


def test_a_text_that_tokens_do_not_make_is_counted(tmp_path: Path) -> None:
    path = written(tmp_path, "# text = Une autre.\n" + lines(SCHEMES["IOB2"]))
    assert [(note.description, note.count) for note in read_spans(path).notes] == [(OTHER_TEXT, 1)]


def test_a_named_scheme_is_used_and_others_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, lines(SCHEMES["IOB1"]))
    assert read_spans(path, "conllu", "IOB1").scheme == "IOB1"
    with pytest.raises(AloiError) as error:
        read_spans(path, "conllu", "IOE2")
    assert error.value.code == "annotation.tags-other-scheme"


def test_files_are_known_by_their_lines() -> None:
    assert is_conllu(lines(SCHEMES["IOB2"]).split("\n"))
    assert not is_conllu(["1\tJean\tB-PER"])
    assert not is_conllu(["\t".join(("1", "Jean", *"_" * 7, "PER"))])  # the last column of CoNLL
    assert not is_conllu([])


@pytest.mark.parametrize("name", ["a.conllu", "a.conll", "a.txt"])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_scores_and_imports_read_the_scheme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scheme: str, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    gold = written(tmp_path, lines(SCHEMES[scheme], WRITERS["ner="]), f"gold-{name}")
    predicted = written(tmp_path, lines((*SCHEMES[scheme][:5], "O"), WRITERS["ner="]), name)
    document = answered("score", "tags", gold, predicted, "--replicates", "0")
    assert [document[part] for part in ("precision", "recall")] == [1.0, pytest.approx(2 / 3)]
    about = ("--campaign", "c", "--language", "fr", "--licence", "CC0-1.0", "--preview")
    document = answered("import", gold, *about)
    assert document["format"] == "conllu"
    assert document["read_as"] == f"spans (conllu, tags in {'IOBES' if scheme == 'BMES' else scheme})"
