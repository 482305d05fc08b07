"""Figures of a campaign: counts of all its rounds, the days of one, what answers say, of its pool too."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from aloi.storage.model import RoundTally
from aloi.storage.store import Store
from aloi.workbench.candidates.population import Population, population
from aloi.workbench.figures.base import KeptFigure, Subject
from aloi.workbench.figures.rounds import campaign_and_round, campaign_and_rounds
from aloi.workbench.overview.campaign import RoundQuality, round_quality
from aloi.workbench.overview.progress import RoundDays, count_days
from aloi.workbench.progress import Progress, go_on
from aloi.workbench.rounds.counted_answers import excluded_people


@dataclass(frozen=True, slots=True)
class CampaignTallies:
    """How far each round of a campaign is, by number."""

    rounds: tuple[RoundTally, ...]


def _tallies(store: Store, folder: Path, of: Subject, progress: Progress) -> CampaignTallies:
    del folder, progress
    return CampaignTallies(tuple(store.tallies.rounds(of[0], tuple(excluded_people(store, of[0])))))


def _days(store: Store, folder: Path, of: Subject, progress: Progress) -> RoundDays:
    del folder, progress
    return count_days(store, store.campaigns.round(of[1]))


def _quality(store: Store, folder: Path, of: Subject, progress: Progress) -> RoundQuality:
    del folder
    go_on(progress, 0, 1, "")
    return round_quality(store, of[0], store.campaigns.round(of[1]))


def _population(store: Store, folder: Path, of: Subject, progress: Progress) -> Population:
    go_on(progress, 0, 1, "")
    return population(store, of[0], folder)


# Of (campaign id,).
CAMPAIGN_POPULATION = KeptFigure("campaign_population", Population, _population, campaign_and_rounds)
CAMPAIGN_TALLIES = KeptFigure("campaign_tallies", CampaignTallies, _tallies, campaign_and_rounds, version=2)
# Of (campaign id, round id).
ROUND_DAYS = KeptFigure("round_days", RoundDays, _days, version=2)
ROUND_QUALITY = KeptFigure("round_quality", RoundQuality, _quality, campaign_and_round, version=2)
