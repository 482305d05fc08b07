"""Readers of the published corpora of texts: parts of speech, labels, questions, similarity."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.gold.formats.source_files import Notebook, excluded
from aloi.gold.splitting.drbenchmark import drbenchmark_parts
from aloi.studies.drbenchmark.core.declarations import PARTS
from aloi.studies.drbenchmark.core.published.files import CorpusSource
from aloi.studies.drbenchmark.core.published.parsing import json_of, json_records, tab_rows, words_in, xml_of
from aloi.studies.drbenchmark.core.reading import Record

Parts = dict[str, list[Record]]
_ANSWERS = "abcde"
_WITHOUT_CHAPTER = ("Plusieurs cas cliniques", "Aucune annotation")
# Lemmas with the tag `@card@` of the tagger, which the released loader reads as numbers.
_THOUSANDS = "000"
_NUMBERS = {_THOUSANDS, "45"}
_IN_BOTH = Phrase("import-sentences-in-both", "sentences of both files, read from the first")
_FEW_FIELDS = excluded("lines", Phrase("why-few-fields", "with fewer than five fields"))
_OTHER_FIELDS = excluded("lines", Phrase("why-other-fields", "without three fields"))
_NO_CHAPTER = excluded("cases", Phrase("why-no-chapter", "without one chapter"))
_NEGATIVE = excluded("pairs", Phrase("why-negative", "with a negative number"))
_NO_TEXT = excluded("documents", Phrase("why-without-text", "without a text"))
_NO_LABEL = excluded("documents", Phrase("why-without-label", "without a label"))


def token_lines(source: CorpusSource) -> Parts:
    """Return the sentences of CAS or ESSAI: a token a line, the files of negation and speculation in turn.

    A sentence that both files have is that of the first. The order is that of a Python set of the numbers, as
    the released loader has it.
    """
    records: list[Record] = []
    seen: set[int] = set()
    for role in ("negation", "speculation"):
        for name, text in source.texts(role).items():
            by_sentence = _sentences(text, name, source.book)
            for number in set(iter(by_sentence)):  # a set of a dictionary would have another order
                if number in seen:
                    source.book.add(_IN_BOTH, f"{name}, sentence {number}")
                    continue
                seen.add(number)
                words, lemmas, tags = map(list, zip(*by_sentence[number], strict=True))
                of_sentence = {"id": str(number), "document_id": str(number)}
                records.append({**of_sentence, "tokens": words, "lemmas": lemmas, "pos_tags": tags})
    return {"all": records}


def _sentences(text: str, name: str, book: Notebook) -> dict[int, list[tuple[str, str, str]]]:
    """Return number of the sentence -> word, lemma and part of speech of its tokens."""
    by_sentence: dict[int, list[tuple[str, str, str]]] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        fields = line.rstrip("\r").split("\t")
        if len(fields) < 5:
            if line.strip():
                book.add(_FEW_FIELDS, f"{name}, line {number}")
            continue
        sentence, _, word, lemma, tag = fields[:5]
        if len(fields) >= 8:
            tag = fields[6]
        if tag == "@card@" and lemma in _NUMBERS:
            tag = "NUM"
            if lemma == _THOUSANDS:
                word = lemma = "100 000"
        if not sentence.strip().isdigit():
            raise AloiError(
                "aloi.value",
                name=Term("number-of-sentence"),
                value=repr(sentence),
                expected=Term("a-whole-number"),
            ).at(f"{name}, line {number}")
        by_sentence.setdefault(int(sentence), []).append((word, lemma, tag))
    return by_sentence


def morfitt(source: CorpusSource) -> Parts:
    """Return the abstracts of MorFITT: a table a part, labels between bars, quotes around some abstracts."""
    return {
        part: [
            {
                "id": row["identifier"],
                "abstract": row["abstract"],
                "specialities": [label for label in row["specialities"].split("|") if label],
            }
            for row in tab_rows(
                source.text(part), source.where(part), "identifier", "abstract", "specialities", quoted=True
            )
        ]
        for part in source.files.names
    }


def clister(source: CorpusSource) -> Parts:
    """Return the pairs of CLISTER: ids and similarity between tabs, and a JSON of sentences for each part."""
    parts: Parts = {}
    for part in ("train", "test"):
        sentences = json_of(source.text(f"{part}_sentences"), source.where(f"{part}_sentences"))
        where = source.where(part)
        parts[part] = [
            {
                "id": str(at),
                "document_1_id": row["id_1"],
                "document_2_id": row["id_2"],
                "text_1": _sentence(row["id_1"], sentences, where),
                "text_2": _sentence(row["id_2"], sentences, where),
                "label": row["sim"],
            }
            for at, row in enumerate(tab_rows(source.text(part), where, "id_1", "id_2", "sim"))
        ]
    return parts


def _sentence(name: str, sentences: dict[str, str], where: str) -> str:
    """Return a sentence by the first two parts of its id."""
    short = "_".join(name.split("_")[:2])
    if short not in sentences:
        raise AloiError("aloi.not-found", kind=Term("sentence-id"), name=repr(short)).at(where)
    return sentences[short]


def diamed(source: CorpusSource) -> Parts:
    """Return the clinical cases of DiaMED that have one chapter of the ICD-10."""
    parts: Parts = {}
    for part in source.files.names:
        where = source.where(part)
        records = json_records(source.text(part), where)
        _require(records, ("identifier", "clinical_case", "icd-10"), where)
        parts[part] = []
        for record in records:
            chapter = str(record["icd-10"])
            if chapter == "nan" or any(words in chapter for words in _WITHOUT_CHAPTER):
                source.book.add(_NO_CHAPTER, f"{where}, {record['identifier']}")
                continue
            parts[part].append(
                {name: record.get(name, "") for name in source.task.fields} | {"icd-10": chapter}
            )
    return parts


def frenchmedmcqa(source: CorpusSource) -> Parts:
    """Return the questions of FrenchMedMCQA with their five answers."""
    parts: Parts = {}
    for part in source.files.names:
        where = source.where(part)
        records = json_records(source.text(part), where)
        _require(records, ("id", "question", "answers", "correct_answers"), where)
        parts[part] = [
            {
                "id": record["id"],
                "question": record["question"],
                **{f"answer_{letter}": record["answers"].get(letter) for letter in _ANSWERS},
                "correct_answers": record["correct_answers"],
                "number_correct_answers": str(len(record["correct_answers"])),
                "subject_name": record.get("subject_name", ""),
            }
            for record in records
        ]
    return parts


def _require(records: Iterable[Record], columns: tuple[str, ...], where: str) -> None:
    for at, record in enumerate(records, start=1):
        missing = [column for column in columns if column not in record]
        if missing:
            table = f"{where}, record {at}"
            raise AloiError(
                "aloi.no-column", table=table, missing=missing, columns=list(record), expected=list(columns)
            )


def deft2020_pairs(source: CorpusSource) -> Parts:
    """Return the pairs of the first task of DEFT 2020; pairs with a negative number are examples."""
    parts: Parts = {}
    for part in ("train", "test"):
        where = source.where(part)
        parts[part] = []
        for pair in xml_of(source.text(part), where).iter("paire"):
            name = pair.get("id", "")
            if name.startswith("-"):
                source.book.add(_NEGATIVE, f"{where}, {name}")
                continue
            texts = {"source": words_in(pair.find("source")), "cible": words_in(pair.find("cible"))}
            parts[part].append({"id": name, "moy": pair.get("moy"), "vote": pair.get("vote"), **texts})
    return parts


def deft2020_choices(source: CorpusSource) -> Parts:
    """Return the sources of the second task of DEFT 2020, each with three numbered sentences."""
    parts: Parts = {}
    for part in ("train", "test"):
        parts[part] = [
            {
                "id": choice.get("id", ""),
                "correct_cible": choice.get("cible"),
                "source": words_in(choice.find("source")),
                **{f"cible_{target.get('num')}": words_in(target) for target in choice.findall("cible")},
            }
            for choice in xml_of(source.text(part), source.where(part)).iter("ensemble")
        ]
    return parts


def deft2021_labels(source: CorpusSource) -> Parts:
    """Return the cases of DEFT 2021 with the disorders of the patient; parts are those of the campaign."""
    texts = {PurePosixPath(name).stem: text for name, text in source.texts("texts").items()}
    labels = {
        side: _disorders(source.text(f"{side}_labels"), source.where(f"{side}_labels"), source.book)
        for side in ("train", "test")
    }
    parts: Parts = {part: [] for part in PARTS}
    for document, part in parts_of_documents(source).items():
        disorders = labels["test" if part == "test" else "train"].get(document.split(".")[0])
        if disorders is None or document not in texts:
            source.book.add(_NO_TEXT if disorders else _NO_LABEL, document)
            continue
        of_document = {"id": document, "document_id": document, "text": texts[document]}
        parts[part].append({**of_document, "specialities": disorders})
    return {part: sorted(records, key=lambda record: record["id"]) for part, records in parts.items()}


def parts_of_documents(source: CorpusSource) -> dict[str, str]:
    """Return document -> its part, by the file of the campaign and the rule of the task."""
    rows = [line.strip().split("\t") for line in source.text("distribution").split("\n")]
    sides = {row[0].removesuffix(".txt"): row[3] for row in rows if len(row) == 4}
    train = [name for name, side in sides.items() if side == "train 2021"]
    parts = {
        name: part for part, names in drbenchmark_parts(train, source.task.cuts).items() for name in names
    }
    return {
        name: parts.get(name, "test") for name, side in sides.items() if side in ("train 2021", "test 2021")
    }


def _disorders(text: str, where: str, book: Notebook) -> dict[str, list[str]]:
    """Return document -> its labels: a line for each, `document.ann`, the label and what shows it.

    Other lines are counted: the released loader passes over them.
    """
    by_document: dict[str, list[str]] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        fields = line.strip().split("\t")
        if len(fields) == 3:
            by_document.setdefault(fields[0].removesuffix(".ann"), []).append(fields[1])
        elif line.strip():
            book.add(_OTHER_FIELDS, f"{where}, line {number}")
    return by_document
