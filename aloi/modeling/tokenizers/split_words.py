"""Words of corpora as tokenizers split them: those on which tokenizers part most."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from aloi.modeling.tokenizers.load import Document, SubwordTokenizer

_WORD = re.compile(r"[^\W\d_]{4,}")
_MOST = 10_000  # different words looked at, the most frequent ones


@dataclass(frozen=True, slots=True)
class SplitWord:
    """A word of a corpus, how often it stands there, and its sub-words by each tokenizer."""

    dataset: str
    word: str
    count: int
    splits: tuple[tuple[str, ...], ...]


def split_words(
    tokenizers: Sequence[SubwordTokenizer], dataset: str, documents: Iterable[Document], most: int
) -> tuple[SplitWord, ...]:
    """Return the words on which tokenizers part most, by how many sub-words they make of them.

    Words are stretches of four letters or more, so that neither an elision nor a formula stands among them;
    the 10,000 most frequent ones are looked at. The difference between the most and the fewest sub-words
    decides, then their sum, then the count, then the alphabet. One tokenizer alone gives the words it splits
    most.
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
