"""Study tokenizers on texts: fertility of each, terms as they split, vocabularies two by two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from corpora.model import Json
from corpora.readers import read_table, read_texts
from errors import AloiError
from gold.formats.conll import read_conll
from modeling.fertility import Fertility, Overlap, fertility, overlap
from modeling.tokenizers import Document, load_tokenizer


@dataclass(frozen=True, slots=True)
class TokenizerStudy:
    """What was found: one fertility a model, the overlap of vocabularies, and terms split by each model."""

    fertilities: tuple[Fertility, ...]
    overlap: Overlap
    terms: Mapping[str, tuple[tuple[str, ...], ...]]

    def to_json(self) -> dict[str, Json]:
        """Return the document of `aloi fertility --json`."""
        shared: list[Json] = [list(row) for row in self.overlap.shared]
        shares: list[Json] = [list(row) for row in self.overlap.shares]
        terms: dict[str, Json] = {
            term: {one.model: list(parts) for one, parts in zip(self.fertilities, splits, strict=True)}
            for term, splits in self.terms.items()
        }
        return {
            "models": [one.to_json() for one in self.fertilities],
            "vocabulary": {
                "models": list(self.overlap.models),
                "sizes": list(self.overlap.sizes),
                "shared": shared,
                "shares": shares,
            },
            "terms": terms,
        }


def study_tokenizers(
    models: Sequence[str],
    texts: Path,
    *,
    text_column: str | None = None,
    id_column: str | None = None,
    words_column: str | None = None,
    terms: Sequence[str] = (),
    replicates: int = 1000,
    seed: int = 0,
) -> TokenizerStudy:
    """Return the fertility of tokenizers on texts, and how their vocabularies overlap.

    Parameters
    ----------
    models : sequence of str
        Packaged models, folders with a tokenizer, or hub names; each once.
    texts : Path
        A CoNLL file, whose sentences are documents of known words; or texts as `read_texts` reads them.
    words_column : str or None
        The column of a table with the words of each row: a list, or words with a space between them.
    terms : sequence of str
        Terms whose sub-words are wanted.

    Raises
    ------
    AloiError
        A model or file that cannot be read, or two models of one name.
    """
    documents = _documents(texts, text_column, id_column, words_column)
    tokenizers = [load_tokenizer(one) for one in models]
    names = [one.name for one in tokenizers]
    if len(set(names)) < len(names) or not names:
        raise AloiError(
            f"The models are called {', '.join(names) or 'nothing'}.",
            "At least one model, each with a name of its own, was expected.",
            "Name each once; rename one of two folders that are called the same.",
        )
    return TokenizerStudy(
        tuple(fertility(one, documents, replicates=replicates, seed=seed) for one in tokenizers),
        overlap(tokenizers),
        {term: tuple(one.split(term) for one in tokenizers) for term in terms},
    )


def _documents(
    path: Path, text_column: str | None, id_column: str | None, words_column: str | None
) -> list[Document]:
    if path.suffix.lower() == ".conll":
        return [one.tokens for one in read_conll(path)]
    if words_column is None:
        return [one.text for one in read_texts(path, text_column=text_column, id_column=id_column)]
    table = read_table(path)
    table.require(words_column)
    found: list[Document] = []
    for row in table.rows:
        value = row.values.get(words_column)
        words = map(str, value) if isinstance(value, (list, tuple)) else row.text(words_column).split(" ")
        found.append(tuple(word for word in words if word))
    return found
