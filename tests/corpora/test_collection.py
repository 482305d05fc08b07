"""A corpus from texts: ids made of content, and what is refused."""

from __future__ import annotations

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.collection import collect
from aloi.corpora.readers import ReadText

TEXTS = [ReadText("a", "Un.", {"site": "Lyon"}), ReadText("b", "Deux.")]


def test_the_same_texts_make_the_same_ids() -> None:
    made = collect(TEXTS, name="Cas", language="fr", licence="CC BY 4.0", source="inventé")
    again = collect(TEXTS, name="Cas", language="fr", licence="CC0")
    assert made.corpus.id == again.corpus.id
    assert [document.id for document in made.documents] == [document.id for document in again.documents]
    assert (made.documents[0].name, made.documents[0].metadata) == ("a", {"site": "Lyon"})
    assert (made.corpus.licence, made.corpus.source, made.corpus.restricted) == (
        "CC BY 4.0",
        "inventé",
        False,
    )


def test_another_text_makes_another_corpus() -> None:
    made = collect(TEXTS, name="Cas", language="fr", licence="CC0")
    other = collect([TEXTS[0], ReadText("b", "Trois.")], name="Cas", language="fr", licence="CC0")
    assert made.corpus.id != other.corpus.id
    assert len(made.corpus.checksum) == 64


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"name": " "}, "The name of the corpus is ''"),
        ({"licence": ""}, "The licence of the corpus is ''"),
        ({"language": "French"}, "'French'"),
        ({"texts": []}, "no text"),
    ],
)
def test_bad_descriptions_are_refused(change: dict[str, object], found: str) -> None:
    told: dict[str, object] = {"texts": TEXTS, "name": "Cas", "language": "fr", "licence": "CC0", **change}
    texts = told.pop("texts")
    with pytest.raises(AloiError, match=found):
        collect(texts, **told)  # type: ignore[arg-type]
