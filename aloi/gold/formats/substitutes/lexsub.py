"""Lexical substitution as SemDis 2014 and SemEval-2007 gave it out: sentences in XML, gold in lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from aloi.annotation.rows import Row, Substitutes
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.gold.formats.base import Format
from aloi.gold.formats.losses import Loss, answers, rows_with
from aloi.gold.formats.substitutes.lexsub_files import (
    GoldLine,
    Instance,
    letter_of,
    pos_of,
    read_gold,
    read_instances,
    write_gold,
    write_instances,
)
from aloi.gold.model import Release
from aloi.gold.releasing.manifest import entries


class _Lexsub(Format):
    """`<part>.xml` with the sentences, targets in `<head>`, and `<part>_gold.txt` with the substitutes."""

    extensions: ClassVar[tuple[str, ...]] = (".xml", ".txt")
    row_kinds: ClassVar[tuple[type, ...]] = (Substitutes,)
    lost_fields: ClassVar[tuple[str, ...]] = ("sentence_id", "annotators")
    lost: ClassVar[tuple[Loss, ...]] = (
        Loss(
            Phrase("loss-ids-sentences-their", "the ids of the sentences and of their documents"),
            rows_with("sentence_id"),
        ),
        Loss(
            Phrase(
                "loss-number-annotators-those",
                "the number of annotators, and those who answered that none fits",
            ),
            rows_with("annotators"),
        ),
        answers(Phrase("loss-annotators-each-substitute", "the annotators of each substitute")),
    )
    gap: ClassVar[str]

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, str | bytes]:
        """Return two files a part: sentences and gold, items by word, then by id."""
        language = str(entries(release.manifest, "corpus")["language"])
        files: dict[str, str | bytes] = {}
        for part, part_rows in rows.items():
            items = sorted(
                (one for one in part_rows if isinstance(one, Substitutes)),
                key=lambda one: (one.lemma, one.pos, one.id),
            )
            files[f"{part}.xml"] = write_instances([_instance(one) for one in items], language)
            lines = [GoldLine(one.lemma, letter_of(one.pos), one.id, dict(one.counts)) for one in items]
            files[f"{part}_gold.txt"] = write_gold(lines, self.gap)
        return files

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each part; the scale is that of other rows."""
        del scale
        parts: dict[str, tuple[Row, ...]] = {}
        for path in sorted(folder.glob("*.xml")):
            gold = read_gold(folder / f"{path.stem}_gold.txt")
            instances = read_instances(path)
            if {one.id for one in instances} != set(gold):
                raise AloiError("gold.gold-do-not-speak-same", name=path.name)
            parts[path.stem] = tuple(
                sorted((_row(one, gold[one.id].counts) for one in instances), key=lambda row: row.id)
            )
        if not parts:
            raise AloiError(
                "aloi.no-content",
                path=folder,
                content=Term("no-file-of", suffix=".xml"),
                expected=Term("one-per-split"),
                todo=Term("export-again"),
            )
        return parts


class SemDis(_Lexsub):
    """As SemDis 2014 gave it out."""

    name: ClassVar[str] = "semdis"
    title: ClassVar[str] = Phrase("format-lexical-substitution-semdis", "Lexical substitution (SemDis 2014)")
    gap: ClassVar[str] = " "


class SemEval2007(_Lexsub):
    """As SemEval-2007 gave it out: no space after the semicolon."""

    name: ClassVar[str] = "semeval2007"
    title: ClassVar[str] = Phrase(
        "format-lexical-substitution-semeval", "Lexical substitution (SemEval-2007 task 10)"
    )
    gap: ClassVar[str] = ""


def _instance(substitutes: Substitutes) -> Instance:
    return Instance(
        substitutes.lemma,
        letter_of(substitutes.pos),
        substitutes.id,
        substitutes.sentence,
        substitutes.start,
        substitutes.end,
    )


def _row(instance: Instance, counts: Mapping[str, int]) -> Substitutes:
    ordered = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    return Substitutes(
        instance.id,
        "",
        instance.lemma,
        pos_of(instance.pos),
        instance.text,
        instance.start,
        instance.end,
        tuple(ordered),
        0,
    )
