"""The coefficients, one file each; a new one is a file and a line here."""

from __future__ import annotations

from agreement.measures.base import Measure
from agreement.measures.brennan_prediger import BrennanPrediger
from agreement.measures.cohen_kappa import CohenKappa
from agreement.measures.conger_kappa import CongerKappa
from agreement.measures.davies_fleiss_kappa import DaviesFleissKappa
from agreement.measures.fleiss_kappa import FleissKappa
from agreement.measures.gold_reliability import GoldReliability
from agreement.measures.gwet_ac1 import GwetAC1
from agreement.measures.gwet_ac2 import GwetAC2
from agreement.measures.icc import ICC11, ICC21, ICC31, ICC1k, ICC2k, ICC3k
from agreement.measures.krippendorff_alpha import KrippendorffAlpha
from agreement.measures.krippendorff_sets import KrippendorffAlphaJaccard, KrippendorffAlphaMasi
from agreement.measures.lin_ccc import LinCCC
from agreement.measures.mode_agreement import ModeAgreement
from agreement.measures.pairwise_agreement import PairwiseAgreement
from agreement.measures.percent_agreement import PercentAgreement
from agreement.measures.scott_pi import ScottPi
from aloi.names import known_name

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


def find_measure(name: str) -> Measure:
    """Return the measure of a name, or raise AloiError with the names there are."""
    named = {one.name: one for one in MEASURES}
    return named[known_name(name, named, "measure")]
