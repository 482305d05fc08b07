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
    found = clinical(data)
    for name in ("train", "dev"):
        rows = read_table(data / "morfitt" / f"{name}.tsv").rows
        texts = [ReadText(f"{name}-{row.number}", row.text("abstract"), {}, name) for row in rows]
        found += _sentences(texts, name)
    rows = read_table(data / "wivico-fr-sample" / "wivico_v2_first3000.tsv").rows
    found += [row.text(column) for row in rows for column in ("wiki_sent", "viki_sent")]
    found = list(dict.fromkeys(found))
    random.Random(0).shuffle(found)
    return found


def grown(data: Path, size: int) -> list[str]:
    """Return the clinical sentences and, up to `size`, each of them less a word, then less two in a row.

    First each sentence loses its first word, then each its second, and so on. Lengths and words stay those of
    real sentences, and the share of pairs that reach 0.45 is that of clinical ones.
    """
    cut = [text.split() for text in clinical(data)]
    found = dict.fromkeys(" ".join(words) for words in cut)
    for gone, at in ((gone, at) for gone in (1, 2) for at in range(max(map(len, cut)))):
        for words in cut:
            if len(found) == size:
                return list(found)
            if at + gone <= len(words) > gone:
                found.setdefault(" ".join(words[:at] + words[at + gone :]))
    raise ValueError(f"there are {len(found)} sentences only")


def numbered(texts: Iterable[str]) -> list[Sentence]:
    """Return texts as sentences with ids that sort in their order."""
    return [Sentence(f"s{at:06}", "d", at, 0, len(text), text) for at, text in enumerate(texts)]


def _sentences(texts: Iterable[ReadText], name: str) -> list[str]:
    made = collect(texts, name=name, language="fr", licence="CC BY 4.0")
    return list(dict.fromkeys(one.text for document in made.documents for one in segment(document, "fr")))
