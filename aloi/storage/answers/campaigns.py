"""Campaigns, guidelines, rounds and their annotators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeAlias

from sqlalchemy import Connection, Table, func, insert, select, true, update
from sqlalchemy.exc import IntegrityError

from aloi.annotation.model import AdjudicationRule, Assignment, Campaign, Guideline, Round, Status, Work
from aloi.annotation.task_packages import package_of, remember_package
from aloi.base.errors import AloiError
from aloi.base.records import from_json, to_row
from aloi.base.terms import Term
from aloi.gold.model import Assumption
from aloi.storage import tables as t
from aloi.storage.answers.offers import add_assignments, attention_items, join, let_go, lower_wanted
from aloi.storage.answers.statements import GIVE_BACK, lock_round
from aloi.storage.changes import note_change
from aloi.storage.database import StorePart
from aloi.storage.event_log.entries import EventKind, LogEntry, about, record, skipped_for
from aloi.storage.event_log.row_hashes import GUIDELINES, opening
from aloi.storage.members import own_campaign
from aloi.storage.rows import assignment_columns, in_parts, insert_rows, known_item_ids

# Named here since the class has a method called `list`.
_Campaigns: TypeAlias = list[Campaign]
_Guidelines: TypeAlias = list[Guideline]
_Rounds: TypeAlias = list[Round]
_Assumptions: TypeAlias = list[Assumption]


class Campaigns(StorePart):
    """Campaigns with their guidelines and rounds."""

    def add(self, campaign: Campaign) -> None:
        """Store a new campaign, with the acting person as its manager; an existing name is an AloiError."""
        with self._database.write() as connection:
            last = connection.execute(select(func.max(t.campaigns.c.place))).scalar()
            position = 0 if last is None else last + 1
            try:
                connection.execute(
                    insert(t.campaigns),
                    {
                        **to_row(campaign.schema),
                        **to_row(campaign, "schema"),
                        "place": position,
                        "task_package": package_of(campaign.schema.task_type) or None,
                    },
                )
            except IntegrityError as error:
                raise AloiError(
                    "aloi.exists", name=Term("the-campaign-name", name=repr(campaign.name))
                ) from error
            own_campaign(connection, self._database, campaign.id)
            note_change(connection, campaign.id)

    def list(self, *, archived: bool = False) -> _Campaigns:
        """Return the campaigns in the order made; with `archived`, also those that were archived."""
        rows = self._database.rows(select(t.campaigns).order_by(t.campaigns.c.place))
        for row in rows:
            if row["task_package"]:
                remember_package(row["task_type"], row["task_package"])
        return [from_json(Campaign, row, schema=row) for row in rows if archived or not row["archived"]]

    def get(self, ref: str) -> Campaign:
        """Return the campaign of that id or name, or raise AloiError naming those there are."""
        campaigns = self.list(archived=True)
        for campaign in campaigns:
            if ref in (campaign.id, campaign.name):
                return campaign
        raise AloiError(
            "aloi.not-listed",
            kind=Term("the-campaign"),
            name=repr(ref),
            known=(one.name for one in campaigns),
        )

    def set_status(self, campaign_id: str, status: Status) -> None:
        """Open or close a campaign."""
        with self._database.write() as connection:
            _set_status(connection, t.campaigns, campaign_id, status)

    def set_wanted_shares(self, campaign_id: str, shares: Mapping[str, float]) -> None:
        """Keep the share of its items that each level of a campaign's scale should have."""
        with self._database.write() as connection:
            _change(connection, t.campaigns, campaign_id, wanted_shares=dict(shares))

    def set_adjudication(self, campaign_id: str, rule: AdjudicationRule) -> None:
        """Store which disagreements of a campaign need a decision, and whether a reason is required."""
        with self._database.write() as connection:
            _change(connection, t.campaigns, campaign_id, adjudication=to_row(rule))

    def add_guideline(self, campaign_id: str, text: str, why_changed: str, now: datetime) -> Guideline:
        """Return the next version of a guideline; the text of the last version again is that version."""
        with self._database.write() as connection:
            last = _guidelines(connection, campaign_id)[-1:]
            if last and last[0].text == text:
                return last[0]
            guideline = Guideline(campaign_id, last[0].version + 1 if last else 1, text, why_changed, now)
            row = to_row(guideline)
            connection.execute(insert(t.guidelines), row)
            GUIDELINES.record(connection, row)
            note_change(connection, campaign_id)
        return guideline

    def guidelines(self, campaign_id: str) -> _Guidelines:
        """Return the versions of a guideline, oldest first."""
        with self._database.read() as connection:
            return _guidelines(connection, campaign_id)

    def open_round(
        self,
        opened: Round,
        assignments: Sequence[Assignment],
        by: str | None = None,
        now: datetime | None = None,
    ) -> None:
        """Store a new round, its items and its assignments; its number must be the next one.

        Parameters
        ----------
        by, now
            Pseudonym of the person who opened it, and the time, if known.

        Raises
        ------
        AloiError
            A round without items, an item that is not stored, a number that is not the next one.
        """
        with self._database.write() as connection:
            _require_items(connection, opened.item_ids)
            last = connection.execute(
                select(func.max(t.rounds.c.number)).where(t.rounds.c.campaign_id == opened.campaign_id)
            ).scalar()
            if opened.number != (last or 0) + 1:
                raise AloiError(
                    "aloi.value",
                    name=Term("the-round-opened"),
                    value=opened.number,
                    expected=str((last or 0) + 1),
                    todo=Term("reload-the-rounds"),
                )
            connection.execute(insert(t.rounds), to_row(opened, "item_ids", "annotators"))
            insert_rows(
                connection,
                t.round_items,
                (
                    {
                        "round_id": opened.id,
                        "item_id": item,
                        "place": position,
                        "wanted": opened.overlap,
                        "taken": 0,
                    }
                    for position, item in enumerate(opened.item_ids)
                ),
            )
            for position, annotator in enumerate(opened.annotators):
                join(connection, opened.id, annotator, position)
            _record_opening(connection, opened, assignments, by, now)
            insert_rows(connection, t.assignments, map(assignment_columns, assignments))
            note_change(connection, opened.campaign_id)

    def rounds(self, campaign_id: str | None = None, *, with_items: bool = True) -> _Rounds:
        """Return the rounds of a campaign, or of all campaigns, by number.

        A page that names rounds asks for them without items: there may be tens of thousands in a round.
        """
        condition = true() if campaign_id is None else t.rounds.c.campaign_id == campaign_id
        with self._database.read() as connection:
            return read_rounds(connection, condition, with_items=with_items)

    def with_rounds(self) -> _Campaigns:
        """Return the campaigns in the order made that have a round, neither of them archived."""
        r = t.rounds.c
        query = select(r.campaign_id).where(r.archived.is_(False)).distinct()
        begun = {row["campaign_id"] for row in self._database.rows(query)}
        return [one for one in self.list() if one.id in begun]

    def round_ids(self, campaign_id: str) -> Sequence[str]:
        """Return the ids of the rounds of a campaign by number."""
        r = t.rounds.c
        query = select(r.id).where(r.campaign_id == campaign_id).order_by(r.number)
        return [row["id"] for row in self._database.rows(query)]

    def round(self, round_id: str) -> Round:
        """Return a round by its id."""
        with self._database.read() as connection:
            rounds = read_rounds(connection, t.rounds.c.id == round_id)
        if not rounds:
            raise AloiError("aloi.not-found", kind=Term("the-round"), name=repr(round_id))
        return rounds[0]

    def of_round(self, round_id: str) -> str | None:
        """Return the id of the campaign of a round; None if there is no such round."""
        query = select(t.rounds.c.campaign_id).where(t.rounds.c.id == round_id)
        with self._database.read() as connection:
            return connection.execute(query).scalar()

    def set_round_status(
        self, round_id: str, status: Status, by: str | None = None, now: datetime | None = None
    ) -> None:
        """Open or close a round; with the pseudonym of the person and the time, if known."""
        with self._database.write() as connection:
            lock_round(connection, round_id)
            _set_status(connection, t.rounds, round_id, status)
            record(
                connection, round_id, LogEntry(EventKind.STATUS, now, by, details={"status": status.value})
            )

    def set_due(self, round_id: str, due: datetime | None) -> None:
        """Store the due date of a round; None if there is none."""
        with self._database.write() as connection:
            _change(connection, t.rounds, round_id, due=due)

    def set_shows_outcome(self, round_id: str, shows_outcome: bool) -> None:
        """Store whether annotators may see the outcome of their answers to a round."""
        with self._database.write() as connection:
            _change(connection, t.rounds, round_id, shows_outcome=shows_outcome)

    def used_items(self, campaign_id: str) -> set[str]:
        """Return the ids of the items in the rounds of a campaign, and of their attention items."""
        query = (
            select(t.round_items.c.item_id)
            .join(t.rounds, t.rounds.c.id == t.round_items.c.round_id)
            .where(t.rounds.c.campaign_id == campaign_id)
        )
        with self._database.read() as connection:
            return {*connection.execute(query).scalars(), *attention_items(connection, campaign_id)}

    def count_free_items(self, campaign_id: str) -> int:
        """Return how many items of a campaign's corpus no round of it has, and nothing is assumed of."""
        i, c = t.items.c, t.campaigns.c
        used = (
            select(t.round_items.c.item_id)
            .join(t.rounds, t.rounds.c.id == t.round_items.c.round_id)
            .where(t.rounds.c.campaign_id == campaign_id)
        )
        assumed = select(t.assumptions.c.item_id).where(t.assumptions.c.campaign_id == campaign_id)
        query = (
            select(func.count())
            .select_from(t.items)
            .join(t.campaigns, c.corpus_id == i.corpus_id)
            .where(c.id == campaign_id, i.id.not_in(used), i.id.not_in(assumed))
        )
        with self._database.read() as connection:
            query = query.where(i.id.not_in(attention_items(connection, campaign_id)))
            return int(connection.execute(query).scalar_one())

    def add_annotator(self, round_id: str, annotator_id: str, assignments: Sequence[Assignment]) -> None:
        """Add an annotator to a round, with the assignments that may be offered to them."""
        with self._database.write() as connection:
            lock_round(connection, round_id)
            add_assignments(connection, round_id, [(annotator_id, assignments)])
            note_change(connection, round_id)

    def reassign(
        self,
        round_id: str,
        from_id: str,
        assignments: Sequence[Assignment],
        now: datetime | None = None,
    ) -> int:
        """Return how many items were reassigned: unanswered items of `from_id` get the new assignments.

        The items of `from_id` become free; an item without a new assignment needs only the answers that its
        other annotators can give.
        """
        a = t.assignments.c
        left = ("pending", "leased")
        with self._database.write() as connection:
            lock_round(connection, round_id)
            mine = (a.round_id == round_id) & (a.annotator_id == from_id) & a.status.in_(left)
            leased = connection.execute(
                select(a.item_id).where(mine, a.status == "leased", a.occasion == 1)
            ).scalars()
            for item in list(leased):
                GIVE_BACK.run(connection, {"its_round_id": round_id, "its_item_id": item})
            let_go(connection, round_id, mine, now)
            by_person: dict[str, list[Assignment]] = {}
            for assignment in assignments:
                by_person.setdefault(assignment.key.annotator_id, []).append(assignment)
            added = add_assignments(connection, round_id, list(by_person.items()))
            lower_wanted(connection, round_id)
            note_change(connection, round_id)
        return added

    def extend_round(self, extended: Round, by_person: Sequence[tuple[str, Sequence[Assignment]]]) -> int:
        """Return how many assignments are new: a round keeps its items, gets others, and wants more answers.

        Each item then wants the round's overlap, or as many answers as its annotators can give.
        """
        i = t.round_items.c
        with self._database.write() as connection:
            lock_round(connection, extended.id)
            existing = set(
                connection.execute(select(i.item_id).where(i.round_id == extended.id)).scalars().all()
            )
            rows = [
                {
                    "round_id": extended.id,
                    "item_id": item,
                    "place": position,
                    "wanted": extended.overlap,
                    "taken": 0,
                }
                for position, item in enumerate(extended.item_ids)
                if item not in existing
            ]
            if rows:
                insert_rows(connection, t.round_items, rows)
            more = (i.round_id == extended.id) & (i.wanted < extended.overlap)
            connection.execute(update(t.round_items).where(more).values(wanted=extended.overlap))
            added = add_assignments(connection, extended.id, by_person)
            lower_wanted(connection, extended.id)
            _change(connection, t.rounds, extended.id, overlap=extended.overlap)
            note_change(connection, extended.id)
        return added

    def add_assumptions(self, assumptions: Sequence[Assumption]) -> None:
        """Keep assumed values; one known for an item already stays."""
        a = t.assumptions.c
        with self._database.write() as connection:
            for assumption in assumptions:
                existing = select(a.item_id).where(
                    a.campaign_id == assumption.campaign_id, a.item_id == assumption.item_id
                )
                if connection.execute(existing).first() is None:
                    connection.execute(insert(t.assumptions), to_row(assumption))
                    note_change(connection, assumption.campaign_id)

    def assumptions(self, campaign_id: str) -> _Assumptions:
        """Return the assumed values of a campaign, by item."""
        query = (
            select(t.assumptions)
            .where(t.assumptions.c.campaign_id == campaign_id)
            .order_by(t.assumptions.c.item_id)
        )
        return [Assumption(**row) for row in self._database.rows(query)]


def _set_status(connection: Connection, table: Table, its_id: str, status: Status) -> None:
    _change(connection, table, its_id, status=status.value)


def _change(connection: Connection, table: Table, its_id: str, **values: object) -> None:
    changed = connection.execute(update(table).where(table.c.id == its_id).values(**values))
    if not changed.rowcount:
        raise AloiError("aloi.not-found", kind=Term("the-entry-of-name", name=table.name), name=repr(its_id))
    note_change(connection, its_id)


def _require_items(connection: Connection, ids: Sequence[str]) -> None:
    if not ids:
        raise AloiError(
            "aloi.no-content", path=Term("the-round"), content=Term("no-items"), todo=Term("choose-items")
        )
    existing = known_item_ids(connection, ids)
    missing = [one for one in ids if one not in existing]
    if missing:
        raise AloiError(
            "aloi.not-found", kind=Term("the-item"), name=repr(missing[0]), todo=Term("choose-among")
        )


def _guidelines(connection: Connection, campaign_id: str) -> _Guidelines:
    query = (
        select(t.guidelines).where(t.guidelines.c.campaign_id == campaign_id).order_by(t.guidelines.c.version)
    )
    return [Guideline(**row) for row in connection.execute(query).mappings()]


def read_rounds(connection: Connection, condition: Any, *, with_items: bool = True) -> _Rounds:
    """Return the rounds that meet a condition, by number, with the ids of their items or with none."""
    rows = connection.execute(select(t.rounds).where(condition).order_by(t.rounds.c.number)).mappings().all()
    ids = [row["id"] for row in rows]
    items = _grouped(connection, t.round_items, t.round_items.c.item_id, ids if with_items else [])
    people = _grouped(connection, t.round_annotators, t.round_annotators.c.annotator_id, ids)
    return [
        # Thousands of ids that the store itself wrote need not be looked at one by one.
        replace(
            from_json(Round, row, item_ids=(), annotators=()),
            item_ids=tuple(items.get(row["id"], ())),
            annotators=tuple(people.get(row["id"], ())),
        )
        for row in rows
    ]


def _grouped(connection: Connection, table: Any, column: Any, ids: Sequence[str]) -> dict[str, list[str]]:
    by_round: dict[str, list[str]] = {}
    for part in in_parts(ids):
        query = select(table.c.round_id, column).where(table.c.round_id.in_(part)).order_by(table.c.place)
        for round_id, value in connection.execute(query):
            by_round.setdefault(round_id, []).append(value)
    return by_round


def _record_opening(
    connection: Connection,
    opened: Round,
    assignments: Sequence[Assignment],
    by: str | None,
    now: datetime | None,
) -> None:
    """Put a new round into the log, with the skips that came with it from elsewhere."""
    begun = LogEntry(EventKind.OPENED, now, by, details=opening(to_row(opened)))
    skips = [
        LogEntry(
            EventKind.IMPORT_SKIP, now, by, **about(assignment.key), acts=0, details=skipped_for(assignment)
        )
        for assignment in assignments
        if assignment.status is Work.SKIPPED
    ]
    record(connection, opened.id, begun, *skips)
