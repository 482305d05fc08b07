"""All French text of the shared folder, repeated by rule up to a number of words."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from aloi.corpora.language.tokens import WORD
from aloi.corpora.readers import ReadText, read_table


def french_texts(shared: Path) -> Iterator[ReadText]:
    """Give every French text of the folder `shared` once, under a name of its own."""
    data = shared / "data"
    for name in ("train", "dev", "test"):
        with (data / "stsb-multi-mt-fr" / f"stsb-fr-{name}.csv").open(encoding="utf-8", newline="") as lines:
            for number, row in enumerate(csv.reader(lines)):
                yield _text(f"stsb-{name}-{number}-1", row[0])
                yield _text(f"stsb-{name}-{number}-2", row[1])
    tables = (
        ("e3c-french/texts.tsv", ("text",)),
        ("morfitt/train.tsv", ("abstract",)),
        ("morfitt/dev.tsv", ("abstract",)),
        ("mantra-gsc/french.texts.tsv", ("text",)),
        ("wivico-fr-sample/wivico_v2_first3000.tsv", ("wiki_sent", "viki_sent")),
    )
    for file, columns in tables:
        for number, row in enumerate(read_table(data / file).rows):
            for column in columns:
                yield _text(f"{file}-{number}-{column}", row.text(column))
    root = ElementTree.parse(data / "semdis2014" / "lexsubfr_semdis2014_test.xml").getroot()
    for number, context in enumerate(root.iter("context")):
        yield _text(f"semdis-{number}", "".join(context.itertext()))


def repeated(texts: list[ReadText], words: int) -> list[ReadText]:
    """Return the texts again and again in their order, each time under new names, up to a number of words."""
    repeated_texts: list[ReadText] = []
    count, turn = 0, 0
    lengths = [len(WORD.findall(text.text)) for text in texts]
    while count < words:
        for text, length in zip(texts, lengths, strict=True):
            repeated_texts.append(_text(f"{turn}-{text.name}", text.text))
            count += length
            if count >= words:
                break
        turn += 1
    return repeated_texts


def _text(name: str, text: str) -> ReadText:
    return ReadText(name, text, {}, name)
