"""Parts of a test: with and without the items an encoder chose, or by status; systems compared in each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from aloi.base.terms import Phrase
from aloi.evaluation.comparison.compare import Difference, SystemScore, compare
from aloi.evaluation.comparison.paired import PairedTest
from aloi.evaluation.rows import NO_PROVENANCE, Answer, EvaluationSet, Provenance

_ENCODER_MINERS = {"nearest", "model"}


class CutKind(StrEnum):
    """The property that divides the items of a test."""

    ORIGIN = "origin"
    STATUS = "status"


@dataclass(frozen=True, slots=True)
class CutScores:
    """All systems on one part of a test's items; none with fewer than two items, then `reason` says so.

    Parameters
    ----------
    differences : tuple of Difference
        All pairs of systems on this part, a family of its own.
    drawn : str
        The unit of resampling and swapping, in words.
    caution : str or None
        A warning about its intervals and p-values.
    signature : str
        Of the comparison in this part.
    """

    title: str
    items: int
    scores: tuple[SystemScore, ...]
    reason: str | None
    differences: tuple[Difference, ...] = ()
    drawn: str = ""
    caution: str | None = None
    signature: str = ""


def cut_scores(
    kind: CutKind,
    gold: EvaluationSet,
    systems: Mapping[str, Sequence[Sequence[Answer]]],
    metric: str,
    paired: PairedTest,
    replicates: int,
    seed: int,
) -> tuple[CutScores, ...]:
    """Return the systems scored and compared on each part of a test."""
    cuts = []
    for title, places in _parts(kind, gold):
        if len(places) < 2:
            cuts.append(
                CutScores(
                    title,
                    len(places),
                    (),
                    Phrase("reason-few-items", "{count} item(s): two are needed", count=len(places)),
                )
            )
            continue
        part = gold.part(places)
        chosen = {run: [[one[at] for at in places] for one in side] for run, side in systems.items()}
        family = compare(part, chosen, metric_name=metric, test=paired, replicates=replicates, seed=seed)
        cuts.append(
            CutScores(
                title,
                len(places),
                family.scores,
                None,
                family.differences,
                part.units.words,
                part.units.caution,
                f"{family.signature}|part:{title}",
            )
        )
    return tuple(cuts)


_UNKNOWN = Phrase("reason-status-not-known", "status not known")


def _parts(kind: CutKind, gold: EvaluationSet) -> list[tuple[str, list[int]]]:
    """Return the parts that have items, with the places of the items."""
    provenance = gold.provenance or (NO_PROVENANCE,) * len(gold.ids)
    titles = [
        _origin(row_provenance) if kind is CutKind.ORIGIN else row_provenance.status or _UNKNOWN
        for row_provenance in provenance
    ]
    return [(title, [at for at, one in enumerate(titles) if one == title]) for title in sorted(set(titles))]


def _origin(item: Provenance) -> str:
    if not item.miners:
        return Phrase("reason-origin-not-known", "origin not known")
    return (
        Phrase("reason-chosen-encoder", "chosen by an encoder")
        if _ENCODER_MINERS & set(item.miners)
        else Phrase("reason-chosen-without-encoder", "chosen without an encoder")
    )
