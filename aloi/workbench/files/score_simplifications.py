"""Score a file of simplifications against files of references, a sentence a line."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.corpora.readers import read_lines
from aloi.evaluation.metrics.base import Score
from aloi.evaluation.metrics.readability import LIX
from aloi.evaluation.metrics.sari import SariVariant
from aloi.evaluation.reports.bleu import BleuScores, score_bleu
from aloi.evaluation.reports.readability import SIDES, ReadabilityScores, score_readability
from aloi.evaluation.reports.sari import SariScores
from aloi.evaluation.reports.sari import score_sari as sari_of_texts

# Scores that may be computed in addition to SARI.
ADDITIONAL_SCORES = ("bleu", "readability")


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


def score_sari(
    source: Path,
    system: Path,
    references: Sequence[Path],
    *,
    variant: str = SariVariant.DEFAULT.value,
    beside: Collection[str] = ADDITIONAL_SCORES,
    replicates: int = 1000,
    seed: int = 0,
) -> SimplificationScores:
    """Return SARI and its parts of aligned text files, each with a 95 % interval over sentences.

    Only an output may be an empty line: a system may delete a full sentence.

    Parameters
    ----------
    beside : collection of str
        Additional scores, of `ADDITIONAL_SCORES`; the libraries of the others are not loaded.

    Raises
    ------
    AloiError
        No reference, an empty file, files of different lengths, an empty source or reference line, or an
        unknown score.
    """
    unknown = sorted(set(beside) - set(ADDITIONAL_SCORES))
    if unknown:
        raise AloiError(
            "workbench.score-give-beside-sari", unknown=repr(unknown[0]), beside=ADDITIONAL_SCORES
        )
    originals, outputs, *read_references = _read(source, system, references)
    return SimplificationScores(
        sari_of_texts(originals, outputs, read_references, variant=variant, replicates=replicates, seed=seed),
        score_bleu(outputs, read_references, replicates=replicates, seed=seed) if "bleu" in beside else None,
        score_readability(originals, outputs, read_references, replicates=replicates, seed=seed)
        if "readability" in beside
        else None,
    )


def _read(source: Path, system: Path, references: Sequence[Path]) -> list[list[str]]:
    """Return the lines of each file: those of the source, of the system, of each reference."""
    if not references:
        raise AloiError("workbench.no-reference-given")
    files = [source, system, *references]
    texts = [read_lines(one) for one in files]
    for path, lines in zip(files, texts, strict=True):
        if len(lines) != len(texts[0]):
            raise AloiError(
                "workbench.score-simplifications-line",
                name=path.name,
                lines=len(lines),
                source_name=source.name,
                text=len(texts[0]),
            )
        empty = next((at for at, line in enumerate(lines, start=1) if not line.strip()), None)
        if empty is not None and path is not system:
            raise AloiError("workbench.score-simplifications-line-no-text", name=path.name, empty=empty)
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
