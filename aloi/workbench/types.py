"""Types of the layers below that interfaces name in annotations; import them for type checking only."""

from __future__ import annotations

from aloi.agreement.result import Agreement, PairAgreement
from aloi.annotation.model import Campaign, Round
from aloi.corpora.model import Json
from aloi.corpora.terminologies.concepts import Terminology
from aloi.evaluation.reports.details import GroupScores, TestDetails
from aloi.evaluation.scores import TestScore
from aloi.gold.model import GoldModel, Release
from aloi.modeling.encoders.tuning import Tuning, Way
from aloi.storage.corrections.log import Correction
from aloi.storage.model import Progress
from aloi.storage.store import Store

__all__ = [
    "Agreement",
    "Campaign",
    "Correction",
    "GoldModel",
    "GroupScores",
    "Json",
    "PairAgreement",
    "Progress",
    "Release",
    "Round",
    "Store",
    "Terminology",
    "TestDetails",
    "TestScore",
    "Tuning",
    "Way",
]
