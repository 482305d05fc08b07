"""Changes of the setup: names, archived objects, and deletion of objects without answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection, Table, delete, func, select, update
from sqlalchemy.exc import IntegrityError

from aloi.annotation.model import Annotator
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.storage import tables as t
from aloi.storage.answers.offers import lower_wanted
from aloi.storage.answers.statements import GIVE_BACK, lock_round
from aloi.storage.changes import note_change
from aloi.storage.database import StorePart
from aloi.storage.event_log.entries import STORE, EventKind, LogEntry, last_of, record
from aloi.storage.event_log.row_hashes import TERMS
from aloi.storage.members import require_alone
from aloi.storage.rows import in_parts
from aloi.storage.scope import refuse_others
from aloi.storage.texts.corpora import ItemUse

Kind = Literal["corpora", "campaigns", "rounds"]

_A = t.assignments.c
_ROUND_PARTS = (
    t.webhook_checks, t.machine_answers, t.events, t.assignments, t.round_items, t.round_annotators,
    t.participants, t.crowds,
)  # fmt: skip
_OF_PERSON = (
    t.invites, t.logins, t.tokens, t.api_replies, t.members, t.corpus_members, t.shares, t.participants,
)  # fmt: skip
_CAMPAIGN_PARTS = (t.suggestions, t.assumptions, t.guidelines, t.schemas, t.members, t.invites, t.webhooks)


class Setup(StorePart):
    """Corrections of corpora, campaigns and rounds as they were set up. Answers are never among them."""

    def rename_corpus(self, corpus_id: str, name: str) -> None:
        """Give a corpus another name; the one it was imported under, which its id covers, is kept."""
        first = func.coalesce(t.corpora.c.first_name, t.corpora.c.name)
        self._change(t.corpora, corpus_id, name=name, first_name=first)

    def state_licence(self, corpus_id: str, licence: str, now: datetime | None = None) -> None:
        """Set the licence of a corpus."""
        c = t.corpora.c
        with self._database.write() as connection:
            require_alone(connection, self._database, corpus_id)
            connection.execute(update(t.corpora).where(c.id == corpus_id).values(licence=licence))
            TERMS.record_standing(connection, corpus_id, now)

    def rename_campaign(self, campaign_id: str, name: str) -> None:
        """Give a campaign another name."""
        self._change(t.campaigns, campaign_id, name=name)

    def title_round(self, round_id: str, title: str) -> None:
        """Give a round a title besides its number; an empty title removes it."""
        self._change(t.rounds, round_id, title=title)

    def state_expertise(self, person_id: str, expertise: str) -> None:
        """Set what a person knows, in a few words."""
        self._change(t.people, person_id, expertise=expertise)

    def set_archived(self, kind: Kind, its_id: str, archived: bool) -> None:
        """Archive an object, or restore it."""
        self._change(t.metadata.tables[kind], its_id, archived=archived)

    def count_answers(self, *round_ids: str) -> int:
        """Return how many answers rounds hold: every revision, decision and late answer."""
        tables = (t.answers, t.late_answers, t.adjudications)
        with self._database.read() as connection:
            return sum(_count(connection, one, "round_id", *round_ids) for one in tables)

    def delete_round(self, round_id: str, now: datetime | None = None) -> None:
        """Delete a round without answers; one with answers is an AloiError of the database."""
        with self._database.write() as connection:
            _delete_round(connection, round_id, now)

    def delete_campaign(self, campaign_id: str, now: datetime | None = None) -> None:
        """Delete a campaign and its rounds, none of which holds an answer."""
        with self._database.write() as connection:
            r = t.rounds.c
            rounds = select(r.id).where(r.campaign_id == campaign_id).order_by(r.id)
            for round_id in connection.execute(rounds).scalars().all():
                _delete_round(connection, round_id, now)
            webhooks = select(t.webhooks.c.id).where(t.webhooks.c.campaign_id == campaign_id)
            sent = t.webhook_events.c.webhook_id.in_(webhooks)
            connection.execute(delete(t.webhook_events).where(sent))
            for part in _CAMPAIGN_PARTS:
                connection.execute(delete(part).where(part.c.campaign_id == campaign_id))
            connection.execute(delete(t.campaigns).where(t.campaigns.c.id == campaign_id))
            _delete_chain(connection, campaign_id, now)

    def count_work(self, person: Annotator) -> int:
        """Return how much somebody has done: answers, skips, late answers and decisions in any round."""
        acted = (t.assignments.c.annotator_id == person.id) & t.assignments.c.acted_at.is_not(None)
        with self._database.read() as connection:
            done = sum(
                _count(connection, table, "annotator_id", person.id) for table in (t.answers, t.late_answers)
            )
            skips = connection.execute(
                select(func.count()).select_from(t.assignments).where(acted)
            ).scalar_one()
            decided = connection.execute(select(t.adjudications.c.adjudicators)).scalars()
            return done + int(skips) + sum(person.pseudonym in one for one in decided)

    def count_places(self, person_id: str) -> int:
        """Return the number of rounds that somebody is in."""
        with self._database.read() as connection:
            return _count(connection, t.round_annotators, "annotator_id", person_id)

    def delete_person(self, person_id: str, now: datetime | None = None) -> None:
        """Delete somebody who has done nothing, with their invites and logins; their items are free again."""
        refuse_others(self._database)
        a, r = t.assignments.c, t.round_annotators.c
        with self._database.write() as connection:
            rounds = select(r.round_id).where(r.annotator_id == person_id).order_by(r.round_id)
            its_rounds = connection.execute(rounds).scalars().all()
            for round_id in its_rounds:
                lock_round(connection, round_id)
            leased = select(a.round_id, a.item_id).where(
                a.annotator_id == person_id, a.status == "leased", a.occasion == 1
            )
            for round_id, item_id in connection.execute(leased).all():
                GIVE_BACK.run(connection, {"its_round_id": round_id, "its_item_id": item_id})
            connection.execute(delete(t.assignments).where(a.annotator_id == person_id))
            connection.execute(
                delete(t.round_annotators).where(t.round_annotators.c.annotator_id == person_id)
            )
            for round_id in its_rounds:
                lower_wanted(connection, round_id)
                note_change(connection, round_id)
            for part in _OF_PERSON:
                connection.execute(delete(part).where(part.c.person_id == person_id))
            connection.execute(delete(t.people).where(t.people.c.id == person_id))
            record(connection, STORE, LogEntry(EventKind.DELETED, now, ref=person_id))

    def count_submitted(self, round_ids: Sequence[str], person_id: str | None = None) -> int:
        """Return how many current answers rounds have, of one person or of all, with hidden repeats."""
        query = select(func.count()).where(_A.round_id.in_(round_ids), _A.status == "submitted")
        if person_id is not None:
            query = query.where(_A.annotator_id == person_id)
        with self._database.read() as connection:
            return int(connection.execute(query).scalar_one())

    def waiting_items(self, round_id: str, person_id: str) -> list[str]:
        """Return the items in a round that are pending for or leased to somebody, sorted."""
        query = (
            select(_A.item_id)
            .distinct()
            .where(_A.round_id == round_id, _A.annotator_id == person_id)
            .where(_A.status.in_(("pending", "leased")))
        )
        return sorted(row["item_id"] for row in self._database.rows(query))

    def count_exports(self, corpus_id: str) -> int:
        """Return how often texts of a corpus under a data-use agreement were written out."""
        with self._database.read() as connection:
            return _count(connection, t.exports, "corpus_id", corpus_id)

    def items_of_version(self, corpus_id: str, version: int) -> set[str]:
        """Return the items that came with the texts of a version of a corpus."""
        i = t.items.c
        query = select(i.id).where(i.corpus_id == corpus_id, i.version == version)
        return {row["id"] for row in self._database.rows(query)}

    def uses_of_items(self, item_ids: Sequence[str]) -> list[ItemUse]:
        """Return the uses of items in rounds and answers, by campaign and round."""
        r, round_items = t.rounds.c, t.round_items
        rounds: Counter[tuple[str, int]] = Counter()
        answers: Counter[tuple[str, int]] = Counter()
        with self._database.read() as connection:
            for part in in_parts(item_ids):
                for table, counts in ((round_items, rounds), (t.answers, answers), (t.late_answers, answers)):
                    query = (
                        select(r.campaign_id, r.number, func.count())
                        .join(table, table.c.round_id == r.id)
                        .where(table.c.item_id.in_(part))
                        .group_by(r.campaign_id, r.number)
                    )
                    for campaign_id, number, count in connection.execute(query):
                        counts[campaign_id, number] += count
                for table in (t.assumptions, t.cleanings):
                    c = table.c
                    query = select(c.campaign_id, func.count(c.item_id.distinct())).where(c.item_id.in_(part))
                    for campaign_id, count in connection.execute(query.group_by(c.campaign_id)):
                        rounds[campaign_id, 0] += count
        return [ItemUse(*where, items, answers[where]) for where, items in sorted(rounds.items())]

    def take_texts_back(
        self, corpus_id: str, version: int, item_ids: Sequence[str], now: datetime | None = None
    ) -> None:
        """Delete the texts of the last version of a corpus, their sentences and these items.

        The terms and the checksum of the version before are in force again.
        """
        c, v, d = t.corpora.c, t.corpus_versions.c, t.documents.c
        terms = [v[name] for name in ("licence", "source", "checksum")]
        texts = select(d.id).where(d.corpus_id == corpus_id, d.version == version)
        stay = select(t.items.c.id).where(t.items.c.corpus_id == corpus_id)
        with self._database.write() as connection:
            require_alone(connection, self._database, corpus_id)
            for part in in_parts(item_ids):
                for table in (t.origins, t.suggestions):
                    connection.execute(delete(table).where(table.c.item_id.in_(part)))
                connection.execute(delete(t.items).where(t.items.c.id.in_(part)))
            o = t.origins.c  # of items that were there, and came once more with the texts
            connection.execute(delete(t.origins).where(o.version == version, o.item_id.in_(stay)))
            connection.execute(delete(t.sentences).where(t.sentences.c.document_id.in_(texts)))
            connection.execute(delete(t.documents).where(d.corpus_id == corpus_id, d.version == version))
            before = select(*terms).where(v.corpus_id == corpus_id, v.version == version - 1)
            row = connection.execute(before).mappings().one()
            connection.execute(update(t.corpora).where(c.id == corpus_id).values(version=version - 1, **row))
            TERMS.record_standing(connection, corpus_id, now)
            first_dropped = version - 1 if version == 2 else version  # of one version there is no list
            connection.execute(
                delete(t.corpus_versions).where(v.corpus_id == corpus_id, v.version >= first_dropped)
            )
            note_change(connection, corpus_id)

    def delete_corpus(self, corpus_id: str, now: datetime | None = None) -> None:
        """Delete a corpus without campaigns, with its texts and items."""
        with self._database.write() as connection:
            require_alone(connection, self._database, corpus_id)
            items = select(t.items.c.id).where(t.items.c.corpus_id == corpus_id)
            connection.execute(delete(t.origins).where(t.origins.c.item_id.in_(items)))
            for part in (t.items, t.sentences, t.documents, t.corpus_versions, t.corpus_members):
                connection.execute(delete(part).where(part.c.corpus_id == corpus_id))
            connection.execute(delete(t.corpora).where(t.corpora.c.id == corpus_id))
            record(connection, STORE, LogEntry(EventKind.DELETED, now, ref=corpus_id))

    def _change(self, table: Table, its_id: str, **values: Any) -> None:
        with self._database.write() as connection:
            if table is t.corpora:
                require_alone(connection, self._database, its_id)
            try:
                connection.execute(update(table).where(table.c.id == its_id).values(**values))
            except IntegrityError as error:
                raise AloiError(
                    "aloi.exists",
                    name=Term("the-name-name", name=repr(values.get("name"))),
                    expected=Term("a-unique-name"),
                ) from error


def _count(connection: Connection, table: Table, column: str, *ids: str) -> int:
    query = select(func.count()).select_from(table).where(table.c[column].in_(ids))
    return int(connection.execute(query).scalar_one())


def _delete_round(connection: Connection, round_id: str, now: datetime | None) -> None:
    lock_round(connection, round_id)  # somebody may hold an item of it
    for part in _ROUND_PARTS:
        connection.execute(delete(part).where(part.c.round_id == round_id))
    connection.execute(delete(t.rounds).where(t.rounds.c.id == round_id))
    _delete_chain(connection, round_id, now)


def _delete_chain(connection: Connection, chain: str, now: datetime | None) -> None:
    """Delete the log of a deleted object, whose id may be used again. The store's log has the deletion."""
    last = last_of(connection, chain)
    connection.execute(delete(t.event_log).where(t.event_log.c.chain == chain))
    ended: Json = {"events": last.number, "head": last.hash}
    record(connection, STORE, LogEntry(EventKind.DELETED, now, ref=chain, details=ended))
