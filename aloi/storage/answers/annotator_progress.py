"""The finished and remaining work of one person, counted without reading the items of their rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import and_, func, select

from aloi.corpora.model import Json
from aloi.storage import tables as t
from aloi.storage.answers.counts import count_left
from aloi.storage.database import Database, StorePart
from aloi.storage.model import GoldValue, OwnNote, RoundShare, WorkMoment

_A = t.assignments.c
_N = t.answers.c
_R = t.rounds.c
_DONE = ("submitted", "skipped")
_KEY = ("round_id", "item_id", "annotator_id", "occasion")
_SHARE = ("id", "campaign_id", "number", "status", "due", "shows_outcome")


class OwnProgress(StorePart):
    """The work of one annotator, over all rounds."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        # The values of the gold read last, by its id: reading a large one takes longer than all the rest.
        self._golds: dict[str, dict[str, list[GoldValue]]] = {}

    def version_before(self, round_id: str, annotator_id: str) -> int | None:
        """Return the guideline version a person last worked under before a round of its campaign.

        None where they did nothing in an earlier round that had a guideline.
        """
        this = t.rounds.alias("this")
        worked = select(_A.item_id).where(
            _A.round_id == _R.id, _A.annotator_id == annotator_id, _A.status.in_(_DONE)
        )
        query = (
            select(_R.guideline_version)
            .join(this, this.c.campaign_id == _R.campaign_id)
            .where(
                this.c.id == round_id,
                _R.number < this.c.number,
                _R.guideline_version.is_not(None),
                worked.exists(),
            )
            .order_by(_R.number.desc())
            .limit(1)
        )
        with self._database.read() as connection:
            return connection.execute(query).scalar()

    def shares(self, annotator_id: str) -> list[RoundShare]:
        """Return the rounds a person takes part in, by campaign and number, with how far they are in each."""
        joined = t.round_annotators.c
        named = [_R[name] for name in _SHARE]
        query = (
            select(
                *named, t.campaigns.c.name.label("campaign"), t.campaigns.c.status.label("campaign_status")
            )
            .join(t.round_annotators, joined.round_id == _R.id)
            .join(t.campaigns, t.campaigns.c.id == _R.campaign_id)
            .where(joined.annotator_id == annotator_id)
            .order_by(t.campaigns.c.place, _R.number)
        )
        shares = []
        with self._database.read() as connection:
            for row in connection.execute(query).mappings().all():
                tally = select(_A.status, func.count()).where(
                    _A.round_id == row["id"], _A.annotator_id == annotator_id
                )
                counts: Counter[str] = Counter(dict(connection.execute(tally.group_by(_A.status)).all()))
                is_open = row["status"] == row["campaign_status"] == "open"
                shares.append(
                    RoundShare(
                        **{name: row[name] for name in (*_SHARE[1:3], "due", "shows_outcome", "campaign")},
                        round_id=row["id"],
                        is_open=is_open,
                        is_closed=row["status"] == "closed",
                        submitted=counts["submitted"],
                        skipped=counts["skipped"],
                        left=count_left(connection, row["id"], annotator_id) if is_open else 0,
                    )
                )
        return shares

    def acts(
        self, annotator_id: str, round_id: str | None = None, since: datetime | None = None
    ) -> list[WorkMoment]:
        """Return when a person answered or skipped, oldest first, in a round or in all.

        Answers without a date or a time, which were not given on the annotation page, are excluded.
        """
        joined = t.round_annotators.c
        rounds = (
            [round_id]
            if round_id is not None
            else select(joined.round_id).where(joined.annotator_id == annotator_id)
        )
        answered = select(_N.created_at, _N.seconds).where(
            _N.round_id.in_(rounds), _N.annotator_id == annotator_id, _N.seconds.is_not(None)
        )
        skipped = select(_A.acted_at).where(
            _A.round_id.in_(rounds), _A.annotator_id == annotator_id, _A.status == "skipped"
        )
        if since is not None:
            answered, skipped = answered.where(_N.created_at >= since), skipped.where(_A.acted_at >= since)
        with self._database.read() as connection:
            rows = connection.execute(answered)
            moments = [WorkMoment(at, seconds) for at, seconds in rows if at is not None]
            moments += [WorkMoment(at, None) for (at,) in connection.execute(skipped) if at is not None]
        return sorted(moments, key=lambda act: act.at)

    def notes(self, annotator_id: str, round_id: str) -> list[OwnNote]:
        """Return the notes, flags and skips of a person in a round, the latest first."""
        is_marked = (_A.comment != "") | _A.flag | (_A.status == "skipped")
        query = (
            select(_A.item_id, _A.occasion, _A.status, _A.flag, _A.comment, _A.skip_reason, _A.skip_note)
            .where(_A.round_id == round_id, _A.annotator_id == annotator_id, is_marked)
            .order_by(_A.acted_at.desc(), _A.position.desc())
        )
        return [OwnNote(**row) for row in self._database.rows(query)]

    def answered_values(self, annotator_id: str, round_id: str) -> list[tuple[str, Json]]:
        """Return a person's current answers in a round with their items, without repeats."""
        query = (
            select(_N.item_id, _N.value)
            .join(t.assignments, and_(*(_A[name] == _N[name] for name in _KEY)))
            .where(
                _N.round_id == round_id,
                _N.annotator_id == annotator_id,
                _N.occasion == 1,
                _A.status == "submitted",
            )
            .order_by(_N.item_id, _N.revision)
        )
        with self._database.read() as connection:
            latest = {row.item_id: row.value for row in connection.execute(query)}
        return list(latest.items())

    def items_under_way(self, annotator_id: str, task_type: str) -> set[str]:
        """Return the items of a person in an open round of a task, whose answers may still change."""
        query = (
            select(_A.item_id)
            .join(t.rounds, _R.id == _A.round_id)
            .join(t.campaigns, t.campaigns.c.id == _R.campaign_id)
            .where(
                _R.status == "open",
                t.campaigns.c.task_type == task_type,
                _A.annotator_id == annotator_id,
            )
        )
        with self._database.read() as connection:
            return set(connection.execute(query).scalars())

    def gold_values(self, campaign_id: str, round_id: str) -> list[GoldValue]:
        """Return the values of the last frozen gold of a campaign for a round; none without a gold."""
        g = t.golds.c
        last = select(g.id).where(g.campaign_id == campaign_id).order_by(g.place.desc()).limit(1)
        with self._database.read() as connection:
            gold_id = connection.execute(last).scalar()
            if gold_id is None:
                return []
            golds = self._golds
            if gold_id not in golds:
                items = connection.execute(select(g["items"]).where(g.id == gold_id)).scalar_one()
                self._golds = golds = {gold_id: _by_round(items)}
        return golds[gold_id].get(round_id, [])


def _by_round(items: Sequence[Mapping[str, Any]]) -> dict[str, list[GoldValue]]:
    """Return the values of a gold by round."""
    by_round: dict[str, list[GoldValue]] = {}
    for item in items:
        if item["round_id"] is not None:
            value = GoldValue(item["item_id"], item["value"], item["status"], len(item["support"]))
            by_round.setdefault(item["round_id"], []).append(value)
    return by_round
