"""Words of corpora as tokenizers split them: those on which tokenizers differ most."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from aloi.modeling.encoders.subword_tokenizers import Document, SubwordTokenizer

_WORD = re.compile(r"[^\W\d_]{4,}")
_MOST = 10_000  # different words looked at, the most frequent ones


@dataclass(frozen=True, slots=True)
class SplitWord:
    """A word of a corpus, its frequency, and its sub-words by each tokenizer."""

    dataset: str
    word: str
    count: int
    splits: tuple[tuple[str, ...], ...]


def split_words(
    tokenizers: Sequence[SubwordTokenizer], dataset: str, documents: Iterable[Document], most: int
) -> tuple[SplitWord, ...]:
    """Return the words on which tokenizers differ most in the number of sub-words.

    Words are sequences of four letters or more, which excludes elisions and formulas; the 10,000 most
    frequent ones are used. They are sorted by the difference between the most and the fewest sub-words, then
    by their sum, the count and the alphabet. For a single tokenizer these are the words it splits most.
    """
    counted: Counter[str] = Counter()
    for document in documents:
        counted.update(_WORD.findall(document if isinstance(document, str) else " ".join(document)))
    ranked = []
    for word in sorted(counted, key=lambda word: (-counted[word], word))[:_MOST]:
        splits = tuple(one.split(word) for one in tokenizers)
        lengths = [len(each) for each in splits]
        apart = (max(lengths) - min(lengths), sum(lengths)) if lengths else (0, 0)
        ranked.append((-apart[0], -apart[1], -counted[word], word, splits))
    ranked.sort(key=lambda row: row[:4])
    return tuple(SplitWord(dataset, word, counted[word], splits) for *_, word, splits in ranked[:most])
