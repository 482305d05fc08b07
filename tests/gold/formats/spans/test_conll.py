"""CoNLL files: read as they come, written and read back, errors by line."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aloi.annotation.rows import TaggedTokens
from aloi.annotation.tag_schemes import Scheme
from aloi.base.errors import AloiError
from aloi.gold.formats import format_named
from aloi.gold.formats.source_files import Notebook
from aloi.gold.formats.spans.conll import (
    OTHER_COMMENTS,
    OTHER_TAGS,
    STRAY_TAGS,
    Conll,
    read_conll,
    read_tagged,
    with_b_prefix,
)

RELEASE: Any = SimpleNamespace(manifest={})  # of items without another id
SCALE = (0.0, 1.0)


def _file(folder: Path, text: str) -> Path:
    path = folder / "a.conll"
    path.write_bytes(text.encode("utf-8"))
    return path


def test_columns_comments_and_boundaries(tmp_path: Path) -> None:
    assert read_conll(_file(tmp_path, "-DOCSTART- O\na O\n-DOCSTART- O\n\nb O"))[1].document == "document 2"
    path = _file(
        tmp_path,
        "\ufeff-DOCSTART- -X- O\n\n# sent_id = s1\n# document = d1\nUne DET O\ntoux  NOM   B-SYMP \r\n\n\n"
        "# \tO\nid = 3\tB-X\n# id = s2\nFin\u00a0nette\tO",
    )
    first, second, third = read_conll(path)
    assert (first.tokens, first.tags) == (("Une", "toux"), ("O", "B-SYMP"))
    assert (first.id, first.document, first.lines) == ("s1", "d1", (5, 6))
    assert (second.tokens, second.tags, second.id) == (("# ", "id = 3"), ("O", "B-X"), "")
    assert (third.tokens, third.id, third.document) == (("Fin\u00a0nette",), "s2", "d1")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Une O\ntoux\n", r"a\.conll, line 2: 'toux' lacks a token or its tag"),
        ("Une\tO\n\tO\n", "line 2: .* lacks a token"),
        ("Une\tO\nb\t\n", r"a\.conll, line 2: 'b\\t' lacks a token or its tag"),
        ("\n\n", "contains no token"),
    ],
)
def test_broken_files_are_told_by_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(AloiError, match=said):
        read_conll(_file(tmp_path, text))
    with pytest.raises(AloiError, match="cannot be read"):
        read_conll(tmp_path / "absent.conll")


def test_rows_are_written_and_read_back(tmp_path: Path) -> None:
    rows = {
        "train": (
            TaggedTokens("s1", "d1", ("Une", "toux"), ("O", "B-SYMP")),
            TaggedTokens("s2", "", ("#", "deux mots"), ("O", "B-X")),
        ),
        "test": (TaggedTokens("s3", "d2", ("Fin",), ("B-NOM",)),),
    }
    files = Conll().files(rows, RELEASE)
    assert files["train.conll"].startswith(
        "-DOCSTART- -X- O O\n\nUne\t-\tid=s1\tdocument=d1\tO\ntoux\t-\tid=s1\tdocument=d1\tB-SYMP\n\n"
    )
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    back = format_named("conll").read(tmp_path, SCALE)
    assert back["test"] == rows["test"]
    assert back["train"][0] == rows["train"][0]
    assert back["train"][1].tokens == ("#", "deux mots")
    assert rows["train"][0].score == 1


def test_ids_of_any_characters_and_files_written_before_are_read(tmp_path: Path) -> None:
    row = TaggedTokens("a b\t#é", "d/%\n1", ("x", "y"), ("O", "B-L"))
    (tmp_path / "p.conll").write_text(Conll().files({"p": [row]}, RELEASE)["p.conll"], encoding="utf-8")
    assert Conll().read(tmp_path, SCALE) == {"p": (row,)}
    before = "# id = s1\n# document = d1\nUne\tO\n\n# id = s2\n# document = d1\nToux\tB-X\n\n"
    (tmp_path / "p.conll").write_text(before, encoding="utf-8")
    assert [(one.id, one.document_id) for one in Conll().read(tmp_path, SCALE)["p"]] == [  # type: ignore[union-attr]
        ("s1", "d1"),
        ("s2", "d1"),
    ]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.consumer
def test_spacy_converts_the_files(tmp_path: Path) -> None:
    spacy = pytest.importorskip("spacy")
    from spacy.cli.convert import convert
    from spacy.tokens import DocBin

    rows = [
        TaggedTokens("s1", "d1", ("Une", "toux", "sèche"), ("O", "B-SIGN", "I-SIGN")),
        TaggedTokens("s2", "d1", ("Fièvre", "."), ("B-SIGN", "O")),
        TaggedTokens("s3", "d2", ("Rien", "."), ("O", "O")),
    ]
    (tmp_path / "train.conll").write_text(
        Conll().files({"train": rows}, RELEASE)["train.conll"], encoding="utf-8"
    )
    convert(tmp_path / "train.conll", tmp_path, file_type="spacy", converter="ner", silent=True)
    found = list(DocBin().from_disk(tmp_path / "train.spacy").get_docs(spacy.blank("fr").vocab))
    assert [[token.text for token in one] for one in found] == [
        ["Une", "toux", "sèche", "Fièvre", "."],
        ["Rien", "."],
    ]
    assert [[(ent.text, ent.label_) for ent in one.ents] for one in found] == [
        [("toux sèche", "SIGN"), ("Fièvre", "SIGN")],
        [],
    ]


def test_a_document_does_not_run_on_to_rows_without_one(tmp_path: Path) -> None:
    rows = [TaggedTokens("a", "d1", ("x",), ("O",)), TaggedTokens("b", "", ("y",), ("O",))]
    (tmp_path / "p.conll").write_text(Conll().files({"p": rows}, RELEASE)["p.conll"], encoding="utf-8")
    assert [one.document_id for one in Conll().read(tmp_path, SCALE)["p"]] == ["d1", ""]


_CELLS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\t\r\n"), min_size=1).filter(
    lambda one: one.strip(" ") == one and not one.startswith("-DOCSTART-")
)


@given(rows=st.lists(st.lists(st.tuples(_CELLS, _CELLS), min_size=1, max_size=4), min_size=1, max_size=3))
def test_every_token_and_tag_survives(
    rows: list[list[tuple[str, str]]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    made = tuple(
        TaggedTokens(f"s{at}", "", tuple(one for one, _ in row), tuple(tag for _, tag in row))
        for at, row in enumerate(rows)
    )
    folder = tmp_path_factory.mktemp("conll")
    (folder / "p.conll").write_bytes(Conll().files({"p": made}, RELEASE)["p.conll"].encode())
    assert Conll().read(folder, SCALE) == {"p": made}


@pytest.mark.parametrize("token", ["", " ", "a\tb", "a\nb", "-DOCSTART-"])
def test_what_a_line_cannot_carry_is_refused(token: str) -> None:
    with pytest.raises(AloiError, match="A token or tag of the row 'a' is '"):
        Conll().files({"p": [TaggedTokens("a", "", (token,), ("O",))]}, RELEASE)


def test_sentences_without_id_are_called_by_their_place(tmp_path: Path) -> None:
    _file(tmp_path, "x O\n\ny O\n")
    assert [one.id for one in Conll().read(tmp_path, SCALE)["a"]] == ["a-1", "a-2"]
    with pytest.raises(AloiError, match=r"no \.conll file"):
        Conll().read(tmp_path.parent / "nowhere", SCALE)


def test_parts_of_speech_get_their_prefix() -> None:
    assert with_b_prefix(["NOM", "B-ADJ", "O"]) == ("B-NOM", "B-ADJ", "B-O")


def test_comments_numbers_and_other_columns_of_tags(tmp_path: Path) -> None:
    notebook = Notebook()
    text = "# text = Paul dort\n# http://a\n1\tPaul\tB-PER\tO\n2\tdort\tO\tO\n3\t#\tO\tO\n\n1\tLyon\tB-LOC\tO"
    first, second = read_conll(_file(tmp_path, text), notebook)
    assert (first.tokens, second.tokens) == (("Paul", "dort", "#"), ("Lyon",))
    assert {one.description: one.count for one in notebook.notes()} == {OTHER_TAGS: 1, OTHER_COMMENTS: 2}
    assert read_conll(_file(tmp_path, "# O\n#tag B-X\nx O\n"))[0].tokens == ("#", "#tag", "x")
    assert read_conll(_file(tmp_path, "x O\ry B-X\r\rz O"))[0].tokens == ("x", "y")


def test_files_of_a_set_share_a_scheme_and_are_read_as_iob2(tmp_path: Path) -> None:
    (tmp_path / "train.conll").write_text("x B-A\ny L-A\nz U-A\n", encoding="utf-8")
    (tmp_path / "test.conll").write_text("x B-A\ny I-A\n", encoding="utf-8")
    parts = Conll().read(tmp_path, SCALE)
    assert [row.tags for part in ("train", "test") for row in parts[part]] == [  # type: ignore[union-attr]
        ("B-A", "I-A", "B-A"),
        ("B-A", "I-A"),
    ]
    source = read_tagged(sorted(tmp_path.glob("*.conll")))
    assert source.scheme is Scheme.BILOU
    assert [(one.description, one.count, one.first) for one in source.notes] == [
        (STRAY_TAGS, 1, "test.conll, line 2")
    ]
