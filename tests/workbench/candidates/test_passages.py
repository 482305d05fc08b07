"""Passages of stored texts: whole documents, paragraphs and sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.base.requests import from_data
from aloi.corpora.model import Passage
from aloi.storage.store import Store
from aloi.workbench.candidates.passages import make_passages
from aloi.workbench.requests.candidates import PassagesRequest
from aloi.workbench.texts.corpora import About, import_corpus
from tests.workbench.scene import NOW

LONG = "  Elle tousse. Elle dort bien.\n \nLe scanner est normal.\n\n\nFin du compte rendu.\n"
SHORT = "Une seule phrase."


@pytest.fixture
def corpus(store: Store, tmp_path: Path) -> str:
    """Return a corpus of two invented documents, not split."""
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "a.txt").write_text(LONG, encoding="utf-8")
    (folder / "b.txt").write_text(SHORT, encoding="utf-8")
    return import_corpus(store, folder, About("notes", "fr", "CC0", "written")).corpus.id


@pytest.mark.parametrize(
    ("by", "texts"),
    [
        ("document", [LONG.strip(), SHORT]),
        (
            "paragraph",
            ["Elle tousse. Elle dort bien.", "Le scanner est normal.", "Fin du compte rendu.", SHORT],
        ),
        (
            "sentence",
            [
                "Elle tousse.",
                "Elle dort bien.",
                "Le scanner est normal.",
                "Fin du compte rendu.",
                "Une seule phrase.",
            ],
        ),
    ],
)
def test_passages_are_stretches_of_the_texts(store: Store, corpus: str, by: str, texts: list[str]) -> None:
    made = make_passages(store, PassagesRequest(corpus, by), NOW)
    items = store.texts.items(made.item_ids)
    sources = {one.id: one.text for one in store.texts.documents(corpus)}
    assert [one.text for one in items if isinstance(one, Passage)] == texts
    for one in items:
        place = one.sentences[0]
        assert sources[place.document_id][place.start : place.end] == place.text
    assert made.new == len(texts)
    origins = store.texts.origins(made.item_ids)
    assert {(one.miner, one.parameters["by"]) for each in origins.values() for one in each} == {
        ("import", by)
    }
    assert make_passages(store, PassagesRequest(corpus, by), NOW).new == 0


def test_an_unknown_size_is_refused(store: Store, corpus: str) -> None:
    with pytest.raises(AloiError, match="document, paragraph, sentence"):
        from_data(PassagesRequest, {"corpus": corpus, "by": "chapter"})
