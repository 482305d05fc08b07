"""Readers of the published corpora with entities: brat, UIMA, XML of Mantra and token lines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath
from xml.etree import ElementTree

from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.corpora.language.segment import segment
from aloi.corpora.model import Document
from aloi.gold.formats.brat_files import BratFile, read_brat_files
from aloi.gold.formats.source_files import Notebook, excluded
from aloi.studies.drbenchmark.core.declarations import PARTS
from aloi.studies.drbenchmark.core.published.files import CorpusSource
from aloi.studies.drbenchmark.core.published.parsing import json_of, tab_rows, xml_of
from aloi.studies.drbenchmark.core.published.texts import Parts, parts_of_documents
from aloi.studies.drbenchmark.core.published.words import (
    Piece,
    Splitter,
    aligned_tags,
    at_punctuation,
    at_spaces,
    offsets_of,
    outermost,
    released_tags,
    sentences,
)
from aloi.studies.drbenchmark.core.reading import Record

NESTED = excluded("annotations", Phrase("why-inside-longer", "inside a longer one"))
_EMPTY = excluded("sentences", Phrase("why-without-words", "without words"))
_NO_PART = excluded("documents", Phrase("why-of-no-part", "of no part"))
_NO_INTENT = excluded("utterances", Phrase("why-without-intent", "without intent"))
_SEGMENTED = Phrase("import-sentences-segmented", "sentences made by the segmenter of Aloi")
_UIMA = {"custom": "{http:///webanno/custom.ecore}", "cas": "{http:///uima/cas.ecore}"}
_SEGMENTS = "{http:///de/tudarmstadt/ukp/dkpro/core/api/segmentation/type.ecore}"


def quaero(source: CorpusSource) -> Parts:
    """Return the sentences of QUAERO: titles are whole, leaflets end at full stops."""
    return {
        part: [
            record
            for brat_file in _brat_files(source, part)
            for record in _tagged(
                source, brat_file, at_spaces, cut=source.task.config == "emea", shifted=False
            )
        ]
        for part in source.files.names
    }


def deft2021_entities(source: CorpusSource) -> Parts:
    """Return the sentences of the cases of DEFT 2021; parts are made of documents."""
    parts: Parts = {part: [] for part in PARTS}
    of_document = parts_of_documents(source)
    for brat_file in _brat_files(source, "texts"):
        part = of_document.get(PurePosixPath(brat_file.document).name)
        if part is None:
            source.book.add(_NO_PART, brat_file.document)
            continue
        parts[part] += _tagged(source, brat_file, at_punctuation, cut=True, shifted=True)
    return parts


def _brat_files(source: CorpusSource, role: str) -> list[BratFile]:
    """Return the annotated files of a role, by name."""
    names = {str(PurePosixPath(name).with_suffix("")) for name in source.files.names[role]}
    if not source.files.root.is_dir():
        return [each for each in read_brat_files(source.files.root, Notebook()) if each.document in names]
    folders = sorted({PurePosixPath(name).parent for name in source.files.names[role]})
    return [
        brat_file
        for folder in folders
        for brat_file in read_brat_files(source.files.root / folder, Notebook())
    ]


def _tagged(
    source: CorpusSource, brat_file: BratFile, splitter: Splitter, *, cut: bool, shifted: bool
) -> list[Record]:
    """Return the sentences of a text, or the text, with their tags."""
    text, document = brat_file.text or "", PurePosixPath(brat_file.document).name
    words = splitter(text)
    pieces = outermost(_pieces(source, brat_file))
    tags = (
        released_tags(text, words, pieces, splitter, shifted=shifted)
        if source.released
        else aligned_tags(text, words, pieces)
    )
    ranges = sentences(words) if cut else [(0, len(words))]
    if cut and not shifted and words[-1:] == ["."]:
        source.book.add(_EMPTY, brat_file.document)  # a row of the released loader of QUAERO
    if not words:
        source.book.add(_EMPTY, brat_file.document)
        return []
    return [
        {
            "id": f"{document}_{at}" if cut else document,
            "document_id": document,
            "tokens": list(words[start:end]),
            "ner_tags": tags[start:end],
        }
        for at, (start, end) in enumerate(ranges)
    ]


def _pieces(source: CorpusSource, brat_file: BratFile) -> list[Piece]:
    """Return the pieces of the annotations whose label the task has."""
    pieces = []
    for name, (label, spans, _) in brat_file.types.items():
        where = f"{brat_file.document}, {name}"
        if source.fits(label, where):
            pieces += [Piece(name, label, start, end) for start, end in spans]
    lost = len(pieces) - len(outermost(pieces))
    if lost:
        source.book.add(NESTED, brat_file.document, lost)
    return pieces


def mantra(source: CorpusSource) -> Parts:
    """Return the units of Mantra GSC in its XML: a `unit` has a `text`, and `e` with group and offsets."""
    records = []
    for unit in xml_of(source.text("all"), source.where("all")).iter("unit"):
        name, text = unit.get("id", ""), (unit.findtext("text") or "").rstrip()
        pieces = []
        for at, entity in enumerate(unit.findall("e")):
            label = (entity.get("grp") or "").upper()
            start, length = (int(entity.get(key) or 0) for key in ("offset", "len"))
            if source.fits(label, f"unit {name}"):
                pieces.append(Piece(str(at), label, start, start + length))
        records.append(_mantra_unit(name, text, pieces))
    return {"all": records}


def mantra_brat(source: CorpusSource) -> Parts:
    """Return the units of Mantra GSC in brat, where the type is the concept and the note has the group."""
    records = []
    for brat_file in _brat_files(source, "all"):
        pieces = []
        for name, (_, spans, _) in brat_file.types.items():
            note = json_of(f"[{brat_file.remarks.get(name, '')}]", f"{brat_file.document}, note on {name}")
            label = str(note[-1]).upper() if note else ""
            if source.fits(label, f"{brat_file.document}, {name}"):
                pieces += [Piece(name, label, start, end) for start, end in spans]
        document = PurePosixPath(brat_file.document).name
        records.append(_mantra_unit(document, (brat_file.text or "").rstrip(), pieces))
    return {"all": records}


def _mantra_unit(name: str, text: str, pieces: Sequence[Piece]) -> Record:
    """Return a unit: words between single spaces, each with the label of the first piece that touches it."""
    words = text.split(" ")
    tags = ["O"] * len(words)
    starts = [sum(len(word) + 1 for word in words[:at]) for at in range(len(words))]
    counts: dict[str, int] = {}
    for piece in pieces:
        for at, start in enumerate(starts):
            if tags[at] == "O" and start <= piece.end and piece.start <= start + len(words[at]):
                counts[piece.name] = counts.get(piece.name, 0) + 1
                tags[at] = f"{'B' if counts[piece.name] == 1 else 'I'}-{piece.label}"
    return {"id": name, "tokens": words, "ner_tags": tags}


def e3c(source: CorpusSource) -> Parts:
    """Return the sentences of E3C in UIMA, with the tokens of the corpus.

    The released loader makes its tokens anew, with another tokeniser.
    """
    parts: Parts = {}
    for part in source.files.names:
        texts = source.texts(part)
        records = [record for name, text in texts.items() for record in _uima(source, xml_of(text, name))]
        parts[part] = [{"id": str(at), **record} for at, record in enumerate(records)]
    return parts


def _uima(source: CorpusSource, root: ElementTree.Element) -> Iterable[Record]:
    sofa = root.find(f"{_UIMA['cas']}Sofa")
    text = sofa.get("sofaString", "") if sofa is not None else ""
    spans = {label: _spans(root, f"{_UIMA['custom']}{label}") for label in source.task.labels}
    words = _spans(root, f"{_SEGMENTS}Token")
    for start, end in _spans(root, f"{_SEGMENTS}Sentence"):
        inside = [word for word in words if start <= word[0] and word[1] <= end]
        if not inside:
            source.book.add(_EMPTY, f"offset {start}")
            continue
        yield {
            "text": text[start:end],
            "tokens": [text[first:last] for first, last in inside],
            "ner_tags": _tags_inside(inside, spans),
        }


def _spans(root: ElementTree.Element, name: str) -> list[tuple[int, int]]:
    return [(int(each.get("begin", "0")), int(each.get("end", "0"))) for each in root.iter(name)]


def _tags_inside(words: Sequence[tuple[int, int]], spans: dict[str, list[tuple[int, int]]]) -> list[str]:
    """Return the tags of words: a word inside several entities has that of the last one."""
    tags = ["O"] * len(words)
    for label, entities in spans.items():
        for start, end in entities:
            covered = [at for at, word in enumerate(words) if start <= word[0] and word[1] <= end]
            for at in covered:
                tags[at] = f"{'B' if at == covered[0] else 'I'}-{label}"
    return tags


def e3c_tables(source: CorpusSource) -> Parts:
    """Return the first layer of E3C from two tables: texts as JSON strings, and clinical entities.

    The tables have no sentences: those of Aloi's segmenter are read.
    """
    entities: dict[str, list[tuple[int, int]]] = {}
    where = source.where("entities")
    for row in tab_rows(source.text("entities"), where, "doc", "start", "end", quoted=True):
        entities.setdefault(row["doc"], []).append((int(row["start"]), int(row["end"])))
    source.book.add(_SEGMENTED, where)
    [label] = source.task.labels
    records: list[Record] = []
    for row in tab_rows(source.text("test"), source.where("test"), "doc", "text", quoted=True):
        text = json.loads(row["text"])
        document = Document(row["doc"], "", row["doc"], text)
        for sentence in segment(document, "fr"):
            words = at_punctuation(sentence.text)
            offsets = [(sentence.start + a, sentence.start + b) for a, b in offsets_of(sentence.text, words)]
            tags = _tags_inside(offsets, {label: entities.get(row["doc"], [])})
            records.append(
                {"id": str(len(records)), "text": sentence.text, "tokens": words, "ner_tags": tags}
            )
    return {"test": records}


def pxcorpus(source: CorpusSource) -> Parts:
    """Return the utterances of PxCorpus: a line each of words and intent, and the tags of its words.

    Tags are in a file of token lines, or in `seq.out`, a line an utterance.
    """
    texts, intents = (source.text(role).split("\n") for role in ("words", "intents"))
    if "tags" in source.files.names:
        tagged = [
            (text.split(), line.split())
            for text, line in zip(texts, source.text("tags").split("\n"), strict=False)
        ]
    else:
        tagged = [_token_lines(block) for block in source.text("token_lines").replace("\r", "").split("\n\n")]
    used = [at for at, text in enumerate(texts) if text.strip()]
    sizes = len(used), sum(bool(each.strip()) for each in intents), sum(bool(words) for words, _ in tagged)
    if len(set(sizes)) > 1:
        raise AloiError(
            "aloi.value", name=Term("utterances-by-file"), value=sizes, expected=Term("as-many-each")
        ).at(str(source.files.root))
    records: list[Record] = []
    for at in used:
        words, tags = tagged[at]
        if not intents[at].strip():
            source.book.add(_NO_INTENT, f"line {at + 1}")
            continue
        of_utterance = {"id": str(len(records)), "text": texts[at].strip(), "label": intents[at].strip()}
        records.append({**of_utterance, "tokens": words, "ner_tags": tags})
    return {"all": records}


def _token_lines(block: str) -> tuple[list[str], list[str]]:
    pairs = [line.split("\t") for line in block.split("\n") if line.strip()]
    broken = next((pair for pair in pairs if len(pair) != 2), None)
    if broken is not None:
        raise AloiError("aloi.value", name=Term("number-of-fields"), value=len(broken), expected=2)
    return [word for word, _ in pairs], [tag for _, tag in pairs]
