"""Scores of proposed substitutes against those of annotators: `best` and `oot`, by two sets of rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from aloi.base.arrays import Floats
from aloi.base.terms import Phrase
from aloi.evaluation.metrics.base import Metric, Sums, mean_of_sums

OOT_ANSWERS = 10  # an `oot` answer counts so many proposals at most


@dataclass(frozen=True, kw_only=True)
class RatioOfSums(Metric):
    """The credit of items divided by the highest possible: a mean over the items that count."""

    row_kinds: tuple[str, ...] = ("Substitutes",)
    references: tuple[str, ...] = ("mccarthy2009english", "fabre2014semdis")

    def of_terms(self, terms: Floats) -> Sums:
        """Return the sums of a system from what each item adds above and below the line, (N, 2)."""
        return Sums.of(terms, mean_of_sums, Phrase("reason-no-item-answered", "no item was answered"))


BEST = RatioOfSums(name="best", title="best (first substitute)")
OOT = RatioOfSums(
    name="oot",
    title="oot (out of ten)",
    clipping="none; SemEval-2007 credits an answer that is repeated each time, and may pass 1",
)


class Scorer(StrEnum):
    """The rules of the score."""

    SEMDIS = "semdis"
    SEMEVAL2007 = "semeval2007"


@dataclass(frozen=True, slots=True)
class Credit:
    """The credit of one item's answers.

    Parameters
    ----------
    best, oot : float
        In [0, 1] except for repeated answers under the SemEval-2007 rules; 0 without an answer.
    answered : bool
        Whether there is an answer.
    mode : str or None
        The single most frequent substitute of the annotators; None if two are equal.
    best_mode, oot_mode : bool
        Whether the first answer, or any of those counted, is the mode.
    """

    best: float
    oot: float
    answered: bool
    mode: str | None
    best_mode: bool
    oot_mode: bool


def mode_of(counts: Mapping[str, int]) -> str | None:
    """Return the most frequent substitute, None without any or where two are equally frequent."""
    most = max(counts.values(), default=0)
    modes = [word for word, count in counts.items() if count == most]
    return modes[0] if len(modes) == 1 else None


def ceiling(counts: Mapping[str, int]) -> float | None:
    """Return the highest `best` an answer can earn, in (0, 1]; None without substitutes."""
    total = sum(counts.values())
    return max(counts.values()) / total if total else None


def semdis_credit(counts: Mapping[str, int], answers: Sequence[str]) -> Credit:
    """Return what the answers earn by the SemDis 2014 rules.

    `best` is the share of the first answer among all substitutes given; `oot` that of the first ten
    different answers together. Answers count as whole strings.

    Parameters
    ----------
    counts : mapping
        Substitute -> how many annotators gave it.
    answers : sequence of str
        Best first; repeated ones count once.
    """
    total = sum(counts.values())
    first_answers = list(dict.fromkeys(answers))[:OOT_ANSWERS]
    mode = mode_of(counts)
    return Credit(
        best=counts.get(first_answers[0], 0) / total if first_answers and total else 0.0,
        oot=sum(counts.get(one, 0) for one in first_answers) / total if total else 0.0,
        answered=bool(first_answers),
        mode=mode,
        best_mode=bool(first_answers) and first_answers[0] == mode,
        oot_mode=mode is not None and mode in first_answers,
    )


def counts_in_semeval2007(counts: Mapping[str, int]) -> bool:
    """Return whether the SemEval-2007 rules score an item: two different substitutes, or one given twice."""
    counted = _without_names(counts)
    return len(counted) >= 2 or any(count > 1 for count in list(counted.values())[:1])


def semeval2007_credit(counts: Mapping[str, int], best: Sequence[str], oot: Sequence[str]) -> Credit:
    """Return the credit of the answers by the SemEval-2007 rules, for an item that they score.

    `best` is the mean over all answers of the share of each. `oot` is the sum over the first ten, in which an
    answer that is repeated is credited each time. The published script credits a blank line with the answers
    of the line before: this does not. The script also treats a substitute repeated in the gold as a rival of
    itself. The item may then lose its mode, or be scored for it alone. Here a substitute counts once.

    Parameters
    ----------
    counts : mapping
        Substitute -> how many annotators gave it, in the order of the gold; those with `pn` are excluded.
    best, oot : sequence of str
        The answers to each of the two tasks, best first.
    """
    counted = _without_names(counts)
    total = sum(counted.values())
    plain_counts: dict[str, int] = {}
    for word, count in counted.items():
        plain = word.replace("'", "", 1)
        plain_counts.setdefault(plain, count)
        plain_counts.setdefault(plain.replace("-", " "), count)
    first = [_plain(one) for one in best]
    ten = [_plain(one) for one in oot[:OOT_ANSWERS]]
    mode = mode_of(counted)
    written = (
        set() if mode is None else {mode.replace("'", "", 1), mode.replace("'", "", 1).replace("-", " ")}
    )
    return Credit(
        best=sum(plain_counts.get(one, 0) for one in first) / total / len(first) if first and total else 0.0,
        oot=sum(plain_counts.get(one, 0) for one in ten) / total if total else 0.0,
        answered=bool(first or ten),
        mode=mode,
        best_mode=bool(first) and first[0] in written,
        oot_mode=any(one in written for one in ten),
    )


def _without_names(counts: Mapping[str, int]) -> dict[str, int]:
    """Return the substitutes not marked `pn` (proper names) in the gold.

    The published script excludes all that contain these two letters; here they must be a word.
    """
    return {word: count for word, count in counts.items() if "pn" not in word.split()}


def _plain(answer: str) -> str:
    """Return an answer as the SemEval-2007 script compares it."""
    joined = re.sub(r"\bnon[- ](?=\w)", "non", answer)
    return joined.replace("-", " ").replace("'", "", 1)
