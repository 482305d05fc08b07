"""DocBin files: spaCy reads text, entities and every span; those of others come in; damage is told."""

from __future__ import annotations

import sys
import zlib
from pathlib import Path

import pytest

from aloi.annotation.rows import LabelledSpan, TaggedTokens
from aloi.annotation.spans import tokens_and_tags
from aloi.base.errors import AloiError
from aloi.gold.formats.spans.docbin import DocBinFiles
from aloi.gold.formats.spans.span_files import read_spans
from tests.gold.formats.test_round_trips import release_of_rows

TEXT = "Une toux  sèche,\nsans fièvre 🫁.\t"
SPANS = (
    LabelledSpan("SIGN", ((4, 15),)),
    LabelledSpan("PART", ((6, 8),)),  # inside a token, and inside another span
    LabelledSpan("NEG", ((17, 21), (29, 30))),  # broken
)


def row(name: str, text: str, spans: tuple[LabelledSpan, ...]) -> TaggedTokens:
    return TaggedTokens(name, "d1", *tokens_and_tags(text, spans), text, spans)


ROWS = (row("a", TEXT, SPANS), TaggedTokens("b", "", ("Fièvre", "."), ("B-SIGN", "O")), row("c", "Rien", ()))


@pytest.mark.consumer
def test_spacy_reads_text_entities_and_spans(tmp_path: Path) -> None:
    spacy = pytest.importorskip("spacy")
    from spacy.tokens import DocBin

    DocBinFiles().write({"train": ROWS}, tmp_path, release_of_rows(ROWS, named=False))
    docs = list(DocBin().from_disk(tmp_path / "train.spacy").get_docs(spacy.blank("fr").vocab))
    assert [one.text for one in docs][::2] == [TEXT, "Rien"]
    assert [(one.text, one.label_) for one in docs[0].ents] == [(TEXT[4:15], "SIGN")]
    spans = [(one.text, one.label_, one.start_char) for one in docs[0].spans["sc"]]
    assert spans == [(TEXT[4:15], "SIGN", 4), ("ux", "PART", 6), ("sans", "NEG", 17), ("🫁", "NEG", 29)]
    assert [token.text for token in docs[1]] == ["Fièvre", "."]
    assert [(one.text, one.label_) for one in docs[1].ents] == [("Fièvre", "SIGN")]
    assert DocBinFiles().read(tmp_path, (0, 1)) == {"train": ROWS}


@pytest.mark.consumer
def test_files_of_others_come_in(tmp_path: Path) -> None:
    spacy = pytest.importorskip("spacy")
    from spacy.tokens import Doc, DocBin

    doc = Doc(spacy.vocab.Vocab(), words=["Toux", "sèche", "."], ents=["B-SIGN", "I-SIGN", "O"])
    DocBin(docs=[doc]).to_disk(tmp_path / "dev.spacy")
    spans = (LabelledSpan("SIGN", ((0, 10),)),)
    expected = TaggedTokens("dev-1", "", *tokens_and_tags("Toux sèche . ", spans), "Toux sèche . ", spans)
    for path in (tmp_path, tmp_path / "dev.spacy"):
        assert read_spans(path, "docbin").parts == {"dev": (expected,)}


@pytest.mark.consumer
def test_what_other_programs_stored_is_counted(tmp_path: Path) -> None:
    spacy = pytest.importorskip("spacy")
    from spacy.tokens import Doc, DocBin, Span

    doc = Doc(spacy.vocab.Vocab(), words=["Toux", "sèche", "."], ents=["B-SIGN", "I-SIGN", "O"])
    doc.spans["sc"] = [Span(doc, 0, 1, label="SIGN")]
    doc.spans["ruler"] = [Span(doc, 0, 1, label="X"), Span(doc, 1, 2, label="X")]
    doc.cats = {"acute": 1.0}
    doc[0].lemma_ = "toux"
    doc.user_data |= {("._.", "attributes", 0, 4): "negated", ("._.", "relations", None, None): {(0, 1): {}}}
    doc.user_data["origin"] = "ward"
    DocBin(docs=[doc], store_user_data=True, attrs=["ENT_TYPE", "ENT_IOB", "LEMMA"]).to_disk(
        tmp_path / "a.spacy"
    )
    source = read_spans(tmp_path / "a.spacy")
    assert [row.spans for row in source.rows] == [(LabelledSpan("SIGN", ((0, 4),)),)]
    assert sorted(note.count for note in source.notes) == [1, 1, 1, 1, 2, 2]
    assert all(note.description.endswith(", excluded") for note in source.notes)
    DocBinFiles().write({"train": ROWS}, tmp_path / "out", release_of_rows(ROWS, named=False))
    assert read_spans(tmp_path / "out", "docbin").notes == ()


def test_what_cannot_be_read_or_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    monkeypatch.setitem(sys.modules, "spacy.tokens", None)
    with pytest.raises(AloiError, match="is not installed") as caught:
        DocBinFiles().write({"train": ROWS}, tmp_path / "out", release_of_rows(ROWS, named=False))
    assert "pip install" in caught.value.told()
    assert not (tmp_path / "out").exists()
    monkeypatch.undo()
    pytest.importorskip("spacy")
    (tmp_path / "a.spacy").write_bytes(b"nothing")
    with pytest.raises(AloiError, match="cannot be read as a DocBin"):
        read_spans(tmp_path / "a.spacy")
    (tmp_path / "a.spacy").write_bytes(zlib.compress(b" " * 3_000_000))
    with pytest.raises(AloiError, match="unpacks to more than 200 times"):
        read_spans(tmp_path / "a.spacy")
