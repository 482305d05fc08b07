"""Mode agreement of sets: how many annotators gave the most frequent answer."""

from __future__ import annotations

from collections import Counter

from aloi.agreement.measures.base import SetMeasure
from aloi.base.terms import Phrase


class ModeAgreement(SetMeasure):
    """The mean over items with a mode of the share of annotators whose set contains it, from 0 to 1.

    The mode is the single most frequent substitute; an item with several equally frequent ones has none. Only
    annotators who answered count, and items with fewer than two answers are excluded. Undefined if no item
    has a mode. McCarthy and Navigli (2007); the sentence `mince` of SemDis 2014:

    >>> from aloi.agreement.compute import compute
    >>> from aloi.agreement.measures.examples import semdis_mince
    >>> round(compute(semdis_mince(), ["mode_agreement"])[0].value, 6)
    0.714286
    """

    name = "mode_agreement"
    title = "Agreement with the mode"
    reference = "mccarthy2007semeval"
    undefined = Phrase("reason-no-item-has-mode", "no item has a mode")

    def unit_value(self, answers: list[frozenset[object]]) -> float | None:
        """Return the share of answers that hold the mode; None without a mode."""
        answers = [answer for answer in answers if answer]
        mode = find_mode(answers)
        if mode is None or len(answers) < 2:
            return None
        return sum(mode in answer for answer in answers) / len(answers)


def find_mode(answers: list[frozenset[object]]) -> object | None:
    """Return the single most frequent element of the sets, None where several tie or all are empty."""
    ranked = Counter(element for answer in answers for element in answer).most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]
