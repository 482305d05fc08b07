"""Words marked in sentences, with the substitutes people gave them: XML, lines of tokens, tables."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from aloi.annotation.rows import Substitutes
from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Phrase
from aloi.corpora.language.dictionary import POS_LETTERS
from aloi.corpora.language.word_list import lemma_of
from aloi.corpora.model import Json
from aloi.corpora.readers import ReadText, Row, SourceTable, read_table
from aloi.gold.formats.source_files import Note
from aloi.gold.formats.substitutes.lexsub_files import (
    GoldLine,
    Instance,
    pos_of,
    read_gold,
    read_instances,
    read_preprocessed,
)
from aloi.workbench.imports.layouts.base import (
    Layout,
    ReadOptions,
    RowStatus,
    Source,
    SourceProvenance,
    SourceRow,
    Stretch,
    columns_of,
    files_of,
    first_lines,
    trimmed,
)

_TASK = "substitution"
SENTENCE_COLUMNS = ("sentence", "text", "phrase", "context")
_MOST = 10  # substitutes of an answer
_POS = ("NOUN", "VERB", "ADJ", "ADV")
_ANONYMOUS = (
    "The gold gives the number of annotators of each substitute, not their names. Substitutes are "
    "distributed to {prefix}-1, {prefix}-2 and so on. Counts are valid. Agreement and results of single "
    "annotators are meaningless here."
)


class _LexsubLayout(Layout):
    """Sentences with a marked word, and their gold in the same folder, if there is any."""

    tasks = (_TASK,)
    sentences: str

    def files(self, path: Path) -> list[tuple[Path, Path | None]]:
        """Return each file of sentences with its gold."""
        return [(one, _gold_of(one)) for one in files_of(path, self.sentences)]

    def read(self, path: Path, options: ReadOptions) -> Source:
        """Return the targets; substitutes counted in gold are dealt out to annotators without names."""
        self.task(options)
        reader = read_instances if self.sentences == ".xml" else read_preprocessed
        instances: list[Instance] = []
        gold: dict[str, GoldLine] = {}
        for file, gold_path in self.files(path) or [(path, None)]:
            instances += reader(file)
            gold |= read_gold(gold_path) if gold_path is not None else {}
        return target_source(instances, gold, path, options.annotator or self.name)

    def settings(self, sources: Sequence[Source]) -> Mapping[str, Json] | None:
        """Return the schema that accepts all gold values."""
        del sources
        return {"most": _MOST, "none": True, "refuse": []}


class SemDisLayout(_LexsubLayout):
    """The XML of SemDis 2014: `lexelt`, `instance`, `context`, `head`."""

    name = "semdis"
    title = Phrase("layout-lexical-substitution-xml", "lexical substitution in XML (SemDis 2014)")
    sentences = ".xml"

    def accepts(self, path: Path) -> bool:
        """Return whether there is XML of lexical substitution."""
        files = files_of(path, self.sentences)
        return bool(files) and any(
            "<lexelt" in line or "<corpus" in line for line in first_lines(files[0], (".xml",))
        )


class SemEvalLayout(_LexsubLayout):
    """Lines of tokens, as the sentences of SemEval-2007 are passed on."""

    name = "semeval2007"
    title = Phrase(
        "layout-lexical-substitution-lines", "lexical substitution in lines of tokens (SemEval-2007)"
    )
    sentences = ".preprocessed"

    def accepts(self, path: Path) -> bool:
        """Return whether there is a file of such lines."""
        return bool(files_of(path, self.sentences))


class TargetTable(Layout):
    """A sentence a row, its target given as a word that occurs once in it, or by its offsets."""

    name = "targets"
    title = Phrase("layout-table-sentences-word", "a table of sentences with a word marked")
    tasks = (_TASK,)

    def accepts(self, path: Path) -> bool:
        """Return whether a table has sentences and targets, or places, and no mentions."""
        columns = columns_of(path)
        placed = columns.issuperset(("start", "end")) or "target" in columns
        return bool(columns.intersection(SENTENCE_COLUMNS)) and placed and "mention" not in columns

    def read(self, path: Path, options: ReadOptions) -> Source:
        """Return the targets of a table, rows in order; a lemma that is not given is looked up."""
        self.task(options)
        return target_source(_of_table(read_table(path), options.language), {}, path, self.name)


def target_source(
    instances: Sequence[Instance], gold: Mapping[str, GoldLine], path: Path, prefix: str
) -> Source:
    """Return targets, and the answers that add up to the counts of their gold, dealt out word by word."""
    rows: list[SourceRow] = []
    for instance in instances:
        outer = trimmed(instance.text)
        counts = gold[instance.id].counts if instance.id in gold else {}
        where = f"{path.name}, {instance.id}"
        row = Substitutes(
            instance.id, "", instance.lemma, pos_of(instance.pos), instance.text.strip(),
            instance.start - outer, instance.end - outer, tuple(counts.items()), 0,
        )  # fmt: skip
        provenance = SourceProvenance(where, RowStatus.ITEM, origins=({"file": path.name},))
        rows.append(SourceRow(provenance, row, (Stretch(instance.id),)))
        for number, words in enumerate(_dealt(counts), 1):
            answer = replace(provenance, status=RowStatus.ANSWER, annotator=f"{prefix}-{number}")
            rows.append(
                SourceRow(answer, row, (Stretch(instance.id),), value={"substitutes": words, "none": False})
            )
    return Source(
        _TASK,
        Phrase("layout-targets-with-gold", "targets in sentences, with gold")
        if gold
        else Phrase("layout-targets-sentences", "targets in sentences"),
        tuple(rows),
        tuple(
            ReadText(instance.id, instance.text, {}, f"{path.name}, {instance.id}") for instance in instances
        ),
        notes=(Note(Phrase("import-anonymous-gold", _ANONYMOUS, prefix=prefix), len(gold), ""),)
        if gold
        else (),
        people="a place in the counts of a gold, not a person",
    )


def _dealt(counts: Mapping[str, int]) -> list[list[Json]]:
    """Return the words of as few annotators as can have given them, each word to as many as gave it."""
    hands = max(max(counts.values(), default=0), math.ceil(sum(counts.values()) / _MOST))
    dealt: list[list[Json]] = [[] for _ in range(hands)]
    cards = [word for word, count in counts.items() for _ in range(count)]
    for index, word in enumerate(cards):
        dealt[index % hands].append(word)
    return dealt


def _gold_of(path: Path) -> Path | None:
    """Return the gold beside a file of sentences: called after it, or the only one of its folder."""
    named = [path.with_name(f"{path.stem}_gold.txt"), path.with_suffix(".gold")]
    named_gold = next((one for one in named if one.is_file()), None)
    others = sorted(path.parent.glob("*gold*.txt"))
    alone = len(others) == 1 and len(files_of(path.parent, path.suffix)) == 1
    return named_gold or (others[0] if alone else None)


def _of_table(table: SourceTable, language: str) -> tuple[Instance, ...]:
    """Return the targets of a table, rows in order."""
    column = next((name for name in SENTENCE_COLUMNS if name in table.columns), None)
    placed = {"start", "end"} <= set(table.columns)
    if column is None or not (placed or "target" in table.columns):
        raise AloiError(
            "workbench.substitutes-columns-column-target",
            name=table.path.name,
            columns=map(quoted, table.columns),
            sentence_columns=" or ".join(SENTENCE_COLUMNS),
        )
    instances: dict[str, Instance] = {}
    for number, row in enumerate(table.rows, start=1):
        where = table.where(row)
        name = (row.text("id").strip() if "id" in table.columns else "") or str(number)
        if name in instances:
            raise AloiError("workbench.substitutes-id-stands-second-time", where=where, name=quoted(name))
        text = row.text(column)
        start, end = (
            _placed(row, text, where) if placed else _target_offsets(row.text("target").strip(), text, where)
        )
        lemma = row.text("lemma").strip() if "lemma" in table.columns else ""
        pos = _pos(row.text("pos").strip(), where) if "pos" in table.columns else "x"
        instances[name] = Instance(lemma or lemma_of(text[start:end], language), pos, name, text, start, end)
    if not instances:
        raise AloiError("workbench.substitutes-holds-no-rows", name=table.path.name)
    return tuple(instances.values())


def _placed(row: Row, text: str, where: str) -> tuple[int, int]:
    cells = (row.text("start").strip(), row.text("end").strip())
    if all(one.isascii() and one.isdecimal() for one in cells):
        start, end = int(cells[0]), int(cells[1])
        if start < end <= len(text) and text[start:end] == text[start:end].strip():
            return start, end
    raise AloiError(
        "workbench.target-stands-at-characters",
        where=where,
        cell=quoted(cells[0]),
        cells_cell=quoted(cells[1]),
        text=len(text),
    )


def _target_offsets(word: str, text: str, where: str) -> tuple[int, int]:
    """Return the offsets of the target as a full word; it must occur exactly once."""
    places = [
        at
        for at in range(len(text) - len(word) + 1)
        if word
        and text.startswith(word, at)
        and not (at and text[at - 1].isalnum() and word[0].isalnum())
        and not (text[at + len(word) : at + len(word) + 1].isalnum() and word[-1].isalnum())
    ]
    if len(places) != 1:
        raise AloiError(
            "workbench.target-does-not-stand-sentence",
            where=where,
            word=quoted(word),
            has_places=not places,
            places="" if not places else len(places),
            places_2=bool(places),
        )
    return places[0], places[0] + len(word)


def _pos(written: str, where: str) -> str:
    """Return the letter of a part of speech."""
    letters = {name: letter for letter, name in POS_LETTERS.items()}
    if written.upper() in letters:
        return letters[written.upper()]
    if written.lower() in POS_LETTERS or not written:
        return written.lower() or "x"
    raise AloiError("workbench.part-speech", where=where, written=quoted(written), pos=_POS)
