"""French sentences for the bench of the miner: clinical ones, a mix, and 100,000 by rule."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path

from aloi.corpora.collection import collect
from aloi.corpora.language.segment import segment
from aloi.corpora.model import Sentence
from aloi.corpora.readers import ReadText, read_table, read_texts


def clinical(data: Path) -> list[str]:
    """Return the distinct sentences of the clinical cases of E3C."""
    return _sentences(read_texts(data / "e3c-french" / "texts.tsv"), "e3c")


def mixed(data: Path) -> list[str]:
    """Return distinct sentences of E3C, MORFITT (abstracts) and WiViCo, shuffled by a fixed seed."""
    sentences = clinical(data)
    for name in ("train", "dev"):
        rows = read_table(data / "morfitt" / f"{name}.tsv").rows
        texts = [ReadText(f"{name}-{row.number}", row.text("abstract"), {}, name) for row in rows]
        sentences += _sentences(texts, name)
    rows = read_table(data / "wivico-fr-sample" / "wivico_v2_first3000.tsv").rows
    sentences += [row.text(column) for row in rows for column in ("wiki_sent", "viki_sent")]
    sentences = list(dict.fromkeys(sentences))
    random.Random(0).shuffle(sentences)
    return sentences


def grown(data: Path, size: int) -> list[str]:
    """Return the clinical sentences and, up to `size`, each of them less a word, then less two in a row.

    First each sentence loses its first word, then each its second, and so on. Lengths and words stay those of
    real sentences, and the share of pairs that reach 0.45 is that of clinical ones.
    """
    cut = [text.split() for text in clinical(data)]
    sentences = dict.fromkeys(" ".join(words) for words in cut)
    for n_removed, at in ((n_removed, at) for n_removed in (1, 2) for at in range(max(map(len, cut)))):
        for words in cut:
            if len(sentences) == size:
                return list(sentences)
            if at + n_removed <= len(words) > n_removed:
                sentences.setdefault(" ".join(words[:at] + words[at + n_removed :]))
    raise ValueError(f"there are {len(sentences)} sentences only")


def numbered(texts: Iterable[str]) -> list[Sentence]:
    """Return texts as sentences with ids that sort in their order."""
    return [Sentence(f"s{at:06}", "d", at, 0, len(text), text) for at, text in enumerate(texts)]


def _sentences(texts: Iterable[ReadText], name: str) -> list[str]:
    collection = collect(texts, name=name, language="fr", licence="CC BY 4.0")
    return list(
        dict.fromkeys(one.text for document in collection.documents for one in segment(document, "fr"))
    )
