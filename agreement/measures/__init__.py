"""The coefficients, one file each; a new one is a file and a line here.

`all_measures` adds those of plug-ins.
"""

from __future__ import annotations

from aloi.agreement.measures.base import Measure
from aloi.agreement.measures.brennan_prediger import BrennanPrediger
from aloi.agreement.measures.cohen_kappa import CohenKappa
from aloi.agreement.measures.conger_kappa import CongerKappa
from aloi.agreement.measures.davies_fleiss_kappa import DaviesFleissKappa
from aloi.agreement.measures.fleiss_kappa import FleissKappa
from aloi.agreement.measures.gold_reliability import GoldReliability
from aloi.agreement.measures.gwet_ac1 import GwetAC1
from aloi.agreement.measures.gwet_ac2 import GwetAC2
from aloi.agreement.measures.icc import ICC11, ICC21, ICC31, ICC1k, ICC2k, ICC3k
from aloi.agreement.measures.krippendorff_alpha import KrippendorffAlpha
from aloi.agreement.measures.krippendorff_sets import KrippendorffAlphaJaccard, KrippendorffAlphaMasi
from aloi.agreement.measures.lin_ccc import LinCCC
from aloi.agreement.measures.mode_agreement import ModeAgreement
from aloi.agreement.measures.pairwise_agreement import PairwiseAgreement
from aloi.agreement.measures.percent_agreement import PercentAgreement
from aloi.agreement.measures.scott_pi import ScottPi
from aloi.base.plugins import entry_named, with_plugins
from aloi.base.terms import Phrase

MEASURES: list[Measure] = [
    PercentAgreement(),
    CohenKappa(),
    ScottPi(),
    FleissKappa(),
    CongerKappa(),
    DaviesFleissKappa(),
    GwetAC1(),
    GwetAC2(),
    BrennanPrediger(),
    KrippendorffAlpha(),
    KrippendorffAlphaJaccard(),
    KrippendorffAlphaMasi(),
    PairwiseAgreement(),
    ModeAgreement(),
    GoldReliability(),
    ICC11(),
    ICC21(),
    ICC31(),
    ICC1k(),
    ICC2k(),
    ICC3k(),
    LinCCC(),
]


def all_measures() -> tuple[Measure, ...]:
    """Return the measures, then those of plug-ins."""
    return with_plugins(MEASURES, "aloi.measures", Measure)


def find_measure(name: str) -> Measure:
    """Return the measure of a name, or raise AloiError with the names there are."""
    return entry_named(name, MEASURES, all_measures, Phrase("kind-measure", "measure"))
