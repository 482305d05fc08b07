"""Score a file of simplifications against files of references, a sentence a line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.corpora.readers import read_lines
from aloi.evaluation.metrics.base import Score
from aloi.evaluation.metrics.readability import LIX
from aloi.evaluation.reports.simplification import (
    SIDES,
    BleuScores,
    ReadabilityScores,
    SariScores,
    score_bleu,
    score_readability,
)
from aloi.evaluation.reports.simplification import score_sari as sari_of_texts
from aloi.workbench.requests.files.scores import SariRequest


@dataclass(frozen=True, slots=True)
class SimplificationScores:
    """SARI and its parts of one system, with BLEU and readability if requested."""

    sari: SariScores
    bleu: BleuScores | None
    readability: ReadabilityScores | None

    @property
    def scores(self) -> tuple[tuple[str, Score], ...]:
        """The scores of the whole, each with what it is called."""
        named_scores = [(one.metric, one) for one in self.sari.scores]
        if self.bleu is not None:
            named_scores.append(("bleu", self.bleu.corpus))
        if self.readability is not None:
            named_scores += [
                (f"{LIX.name} of {side}", score)
                for side, score in zip(SIDES, self.readability.scores, strict=True)
            ]
        return tuple(named_scores)

    @property
    def sentences(self) -> list[list[float | None]]:
        """The scores of each sentence, in the order of `scores`; None if there is none."""
        columns = self.sari.sentences.T.tolist()
        if self.bleu is not None:
            columns.append(self.bleu.sentences.tolist())
        if self.readability is not None:
            columns += self.readability.sentences.T.tolist()
        return [[None if math.isnan(one) else one for one in row] for row in zip(*columns, strict=True)]

    def to_json(self, *, per_sentence: bool = False) -> dict[str, Json]:
        """Return the document that `aloi score sari --json` prints."""
        plain = {name: one for name, one in self.scores if one.metric != LIX.name}
        first = next((one.interval for one in plain.values() if one.interval), None)
        document: dict[str, Json] = {
            **{name: one.value for name, one in plain.items()},
            "n": self.sari.n,
            "references": self.sari.references,
            "variant": self.sari.variant,
            "ci": {name: _bounds(one) for name, one in plain.items()},
            "ci_method": first.method if first else None,
            "signature": {name: one.signature for name, one in plain.items()},
        }
        if self.readability is not None:
            document["readability"] = _readability(self.readability)
        if per_sentence:
            document["per_sentence"] = [_row(row, list(plain)) for row in self.sentences]
        return document


def score_sari(request: SariRequest) -> SimplificationScores:
    """Return SARI and its parts of aligned text files, each with a 95 % interval over sentences.

    Only an output may be an empty line: a system may delete a full sentence. The libraries of additional
    scores that are not requested are not loaded.

    Raises
    ------
    AloiError
        An empty file, files of different lengths, or an empty source or reference line.
    """
    originals, outputs, *references = _read(request.source, request.system, request.reference)
    resampling = {"replicates": request.replicates, "seed": request.seed}
    return SimplificationScores(
        sari_of_texts(originals, outputs, references, variant=request.variant, **resampling),
        score_bleu(outputs, references, **resampling) if "bleu" in request.beside else None,
        score_readability(originals, outputs, references, **resampling)
        if "readability" in request.beside
        else None,
    )


def _read(source: Path, system: Path, references: Sequence[Path]) -> list[list[str]]:
    """Return the lines of each file: those of the source, of the system, of each reference."""
    files = [source, system, *references]
    texts = [read_lines(one) for one in files]
    for path, lines in zip(files, texts, strict=True):
        if len(lines) != len(texts[0]):
            raise AloiError(
                "aloi.differ",
                name=Term("the-numbers-of-lines"),
                differences=Term(
                    "lines-in-name",
                    lines=len(lines),
                    name=path.name,
                    source_name=source.name,
                    text=len(texts[0]),
                ),
                expected=Term("the-same-number"),
                todo=Term("align-the-files"),
            )
        empty = next((at for at, line in enumerate(lines, start=1) if not line.strip()), None)
        if empty is not None and path is not system:
            raise AloiError(
                "aloi.missing",
                name=Term("line-empty", empty=empty, name=path.name),
                missing=Term("a-text"),
                expected=Term("a-sentence-on"),
                todo=Term("fill-it-in-or-remove-the-line"),
            )
    return texts


def _readability(readability: ReadabilityScores) -> dict[str, Json]:
    scores = dict(zip(SIDES, readability.scores, strict=True))
    return {
        "measure": LIX.name,
        "better": LIX.direction.value,
        **{side: one.value for side, one in scores.items()},
        "ci": {side: _bounds(one) for side, one in scores.items()},
        "reason": {side: one.reason for side, one in scores.items() if one.reason},
        "signature": {side: one.signature for side, one in scores.items()},
    }


def _row(values: Sequence[float | None], plain: Sequence[str]) -> dict[str, Json]:
    """Return one sentence: its plain scores by name, then its readability by side if there is one."""
    row: dict[str, Json] = dict(zip(plain, values, strict=False))
    sides = values[len(plain) :]
    return {**row, "readability": dict(zip(SIDES, sides, strict=True))} if sides else row


def _bounds(score: Score) -> Json:
    return [score.interval.low, score.interval.high] if score.interval else None
