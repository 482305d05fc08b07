"""Judged substitutes as Swords has them: the labels of a candidate, in an order and without names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from aloi.annotation.rows import LabelledText
from aloi.annotation.tasks.judging.task import DOES_NOT, FITS, UNSURE
from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Phrase
from aloi.corpora.readers import ReadText
from aloi.gold.formats.source_files import Note
from aloi.gold.formats.substitutes.swords_file import Judged, read_swords
from aloi.workbench.imports.layouts.base import (
    Layout,
    ReadOptions,
    Source,
    SourceProvenance,
    SourceRow,
    Stretch,
    first_object,
    trimmed,
)

_LABELS = {"TRUE": FITS, "FALSE": DOES_NOT, "UNSURE": UNSURE}
_LABEL_NAMES = (FITS, DOES_NOT, UNSURE)
ANONYMOUS = (
    "The annotators are anonymous: {prefix}-1 gave the first label of each candidate, and need not be one "
    "person. Agreement is valid. Results of single annotators and of pairs, and models of annotators, are "
    "meaningless here."
)


class Swords(Layout):
    """The n-th label of a candidate is the answer of the annotator `<prefix>-<n>`."""

    name = "swords"
    title = Phrase("layout-judged-substitutes-swords", "judged substitutes (Swords)")
    tasks = ("judging",)

    def accepts(self, path: Path) -> bool:
        """Return whether an object has the parts of Swords."""
        return path.suffix.lower() in (".json", ".gz") and "substitute_labels" in first_object(path)

    def read(self, path: Path, options: ReadOptions) -> Source:
        """Return the candidates with their labels; `asked.annotator` leads the names of the annotators."""
        self.task(options)
        judged = read_swords(path)
        _check_labels(judged, path)
        prefix = options.annotator or self.name
        contexts = {judgement.target.context: judgement.target.text for judgement in judged}
        origin = {"file": path.name}
        rows = []
        for judgement in judged:
            outer = trimmed(judgement.target.text)
            text = judgement.target.text.strip()
            start, end = judgement.target.start - outer, judgement.target.end - outer
            second = text[:start] + judgement.substitute + text[end:]
            for number, label in enumerate(judgement.labels, 1):
                provenance = SourceProvenance(
                    f"{path.name}, {judgement.id}",
                    annotator=f"{prefix}-{number}",
                    origins=(origin,),
                    target=(start, end, judgement.target.lemma, judgement.target.pos),
                )
                row = LabelledText(judgement.id, text, second, (_LABELS[label],), _LABEL_NAMES)
                rows.append(SourceRow(provenance, row, (Stretch(judgement.target.context),)))
        note = Phrase("import-anonymous", ANONYMOUS, prefix=prefix)
        return Source(
            "judging",
            Phrase("layout-judged-substitutes", "judged substitutes"),
            tuple(rows),
            tuple(ReadText(name, text, {}, f"{path.name}, {name}") for name, text in contexts.items()),
            notes=(Note(note, len(rows), ""),),
            people="a place in a list of anonymous labels, not a person",
            counts={
                "targets": len({judgement.target.id for judgement in judged}),
                "candidates": len(judged),
                "labels": dict(Counter(_LABELS[label] for judgement in judged for label in judgement.labels)),
                "by_count": dict(sorted(Counter(len(judgement.labels) for judgement in judged).items())),
                "note": note,
            },
        )


def _check_labels(judged: Sequence[Judged], path: Path) -> None:
    for judgement in judged:
        wrong = next((label for label in judgement.labels if label not in _LABELS), None)
        if wrong is not None or not judgement.labels:
            raise AloiError(
                "workbench.substitute-no-label",
                name=path.name,
                id=quoted(judgement.id),
                wrong_is=wrong is None,
                wrong="" if wrong is None else quoted(wrong),
                labels=_LABELS,
            )
