"""Decisions, also on substitutes as typed; frozen gold, releases, reasons for exports of restricted texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from sqlalchemy import Connection, Table, func, insert, select, update

from aloi.base.errors import AloiError
from aloi.base.records import from_json, to_row
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.gold.making.cleaning import Cleaning
from aloi.gold.model import (
    Adjudication,
    Gold,
    GoldItem,
    Release,
)
from aloi.gold.releasing.compressed_records import PackedPart, PackedRows
from aloi.storage import tables as t
from aloi.storage.answers.statements import lock_round
from aloi.storage.changes import cleanings_of, decisions_of, note_change
from aloi.storage.columns import as_kept
from aloi.storage.database import StorePart
from aloi.storage.event_log.entries import EventKind, LogEntry, record
from aloi.storage.event_log.row_hashes import CLEANINGS, DECISIONS, GOLD_VALUES, GOLDS, RELEASES
from aloi.storage.model import GoldHead, ReleaseHead


class GoldStore(StorePart):
    """Adjudications, frozen golds and releases."""

    def add_adjudications(self, decisions: Sequence[Adjudication]) -> list[Adjudication]:
        """Store decisions and return them, each the next revision of its item; all or none."""
        a = t.adjudications.c
        stored = []
        with self._database.write() as connection:
            for round_id in sorted({one.round_id for one in decisions}):
                lock_round(connection, round_id)
            for decision in decisions:
                last = connection.execute(
                    select(func.max(a.revision)).where(
                        a.round_id == decision.round_id, a.item_id == decision.item_id
                    )
                ).scalar()
                numbered = replace(decision, revision=(last or 0) + 1)
                columns = to_row(numbered)
                connection.execute(insert(t.adjudications), columns)
                DECISIONS.record(connection, columns, " ".join(numbered.adjudicators))
                stored.append(numbered)
            for round_id in {one.round_id for one in stored}:
                note_change(connection, decisions_of(round_id))
        return stored

    def adjudications(self, round_id: str) -> list[Adjudication]:
        """Return the decision that counts for each item of a round, by item."""
        last = {one.item_id: one for one in self.adjudication_revisions(round_id)}
        return list(last.values())

    def frequent_reasons(self, campaign_id: str, most: int) -> list[str]:
        """Return the reasons that decisions of a campaign share most, each given at least twice."""
        a, r = t.adjudications.c, t.rounds.c
        query = (
            select(a.why)
            .join(t.rounds, r.id == a.round_id)
            .where(r.campaign_id == campaign_id, a.why != "")
            .group_by(a.why)
            .having(func.count() > 1)
            .order_by(func.count().desc(), a.why)
            .limit(most)
        )
        return [row["why"] for row in self._database.rows(query)]

    def decided_items(self, round_id: str) -> set[str]:
        """Return the ids of the items of a round that were decided on."""
        a = t.adjudications.c
        with self._database.read() as connection:
            return set(connection.execute(select(a.item_id).where(a.round_id == round_id)).scalars())

    def adjudication_revisions(self, round_id: str) -> list[Adjudication]:
        """Return every decision of a round, by item then revision."""
        a = t.adjudications
        query = select(a).where(a.c.round_id == round_id).order_by(a.c.item_id, a.c.revision)
        return [from_json(Adjudication, row) for row in self._database.rows(query)]

    def add_gold(self, gold: Gold) -> None:
        """Store a frozen gold; an existing one is only moved to the end, as the last one frozen."""
        with self._database.write() as connection, as_kept():
            same_gold = t.golds.c.id == gold.id
            if connection.execute(select(t.golds.c.id).where(same_gold)).first() is not None:
                position = _next_place(connection, t.golds)
                connection.execute(update(t.golds).where(same_gold).values(place=position))
                again = LogEntry(EventKind.GOLD, gold.created_at, ref=gold.id)
                record(connection, gold.campaign_id, again)
                return
            items = [item_row(one) for one in gold.items]
            row = to_row(gold, items=items, place=_next_place(connection, t.golds))
            connection.execute(insert(t.golds), row)
            GOLDS.record(connection, row)
            GOLD_VALUES.record(connection, row)
            note_change(connection, gold.campaign_id)

    def golds(self, campaign_id: str) -> list[Gold]:
        """Return the frozen golds of a campaign, the last one frozen at the end."""
        query = select(t.golds).where(t.golds.c.campaign_id == campaign_id).order_by(t.golds.c.place)
        return [read_gold(row) for row in self._database.rows(query)]

    def gold_heads(self, campaign_id: str) -> list[GoldHead]:
        """Return the heads of the frozen golds of a campaign, the last one frozen at the end."""
        g = t.golds.c
        query = (
            select(g.id, g.rule, g.rounds, g.schema_version)
            .where(g.campaign_id == campaign_id)
            .order_by(g.place)
        )
        return [from_json(GoldHead, row) for row in self._database.rows(query)]

    def gold(self, gold_id: str) -> Gold:
        """Return a frozen gold by its id."""
        with self._database.read() as connection:
            row = connection.execute(select(t.golds).where(t.golds.c.id == gold_id)).mappings().first()
        if row is None:
            raise AloiError(
                "aloi.not-found", kind=Term("the-gold"), name=repr(gold_id), todo=Term("freeze-it-first")
            )
        return read_gold(row)

    def add_release(self, release: Release) -> None:
        """Store a release permanently; an existing version is an AloiError."""
        r = t.releases.c
        with self._database.write() as connection, as_kept():
            same_version = select(r.id).where(
                r.campaign_id == release.campaign_id, r.version == release.version
            )
            if connection.execute(same_version).first() is not None:
                raise AloiError(
                    "aloi.exists",
                    name=Term("the-release-version", version=repr(release.version)),
                    expected=Term("a-new-version"),
                    todo=Term("give-it-another"),
                )
            manifest = own_manifest(release.manifest)
            row = to_row(release, manifest=manifest, place=_next_place(connection, t.releases))
            connection.execute(insert(t.releases), row)
            add_manifest_rows(connection, release.id, release.manifest)
            RELEASES.record(connection, row)
            note_change(connection, release.campaign_id)

    def releases(self, campaign_id: str | None = None) -> list[Release]:
        """Return the releases of a campaign, or all, oldest first."""
        query = select(t.releases).order_by(t.releases.c.place)
        if campaign_id is not None:
            query = query.where(t.releases.c.campaign_id == campaign_id)
        with self._database.read() as connection:
            rows = connection.execute(query).mappings().all()
            return [_read_release(connection, row) for row in rows]

    def release_heads(self, campaign_id: str | None = None) -> list[ReleaseHead]:
        """Return the heads of the releases of a campaign, or of all campaigns, oldest first."""
        r = t.releases.c
        query = select(r.id, r.campaign_id, r.version, r.checksum, r.manifest_checksum).order_by(r.place)
        if campaign_id is not None:
            query = query.where(r.campaign_id == campaign_id)
        return [from_json(ReleaseHead, row) for row in self._database.rows(query)]

    def release(self, ref: str) -> Release:
        """Return the release of an id, `campaign:version`, or a version only one campaign has."""
        heads = self.release_heads()
        campaigns = self._database.rows(select(t.campaigns.c.id, t.campaigns.c.name))
        names = {row["id"]: row["name"] for row in campaigns}
        for head in heads:
            if ref in (
                head.id,
                f"{names[head.campaign_id]}:{head.version}",
                f"{head.campaign_id}:{head.version}",
            ):
                return self._release(head.id)
        same = [one for one in heads if one.version == ref]
        if len(same) == 1:
            return self._release(same[0].id)
        raise AloiError(
            "aloi.matches",
            kind=Term("kind-releases"),
            name=repr(ref),
            count=len(same),
            known=(f"{names[one.campaign_id]}:{one.version}" for one in heads),
            todo=Term("name-the-campaign"),
        )

    def _release(self, its_id: str) -> Release:
        with self._database.read() as connection:
            row = connection.execute(select(t.releases).where(t.releases.c.id == its_id)).mappings().one()
            return _read_release(connection, row)


def _next_place(connection: Connection, table: Table) -> int:
    last = connection.execute(select(func.max(table.c.place))).scalar()
    return 0 if last is None else int(last) + 1


def item_row(item: GoldItem) -> dict[str, Json]:
    """Return the row of a gold item; `soft` only if it has a value."""
    return {name: value for name, value in to_row(item).items() if name != "soft" or value is not None}


def _read_release(connection: Connection, row: Mapping[Any, Any]) -> Release:
    return from_json(Release, row, manifest=whole_manifest(connection, row["id"], row["manifest"]))


def read_gold(row: Mapping[Any, Any]) -> Gold:
    """Return the gold of a row."""
    return from_json(Gold, row)


_BETWEEN = "."  # gold.items: the items of the gold


def own_manifest(manifest: Mapping[str, Json]) -> dict[str, Json]:
    """Return the part of a manifest in its own row: all but its packed lists."""
    return {
        name: own_manifest(value) if isinstance(value, dict) else value
        for name, value in manifest.items()
        if not isinstance(value, PackedRows)
    }


def add_manifest_rows(connection: Connection, release_id: str, manifest: Mapping[str, Json]) -> None:
    """Keep the packed lists of a manifest, part by part."""
    for name, rows in _packed(manifest):
        for position, part in enumerate(rows.parts):
            values = (release_id, name, position, part.count, part.packed)
            row = dict(zip(t.release_rows.c.keys(), values, strict=True))
            connection.execute(insert(t.release_rows), row)


def whole_manifest(connection: Connection, release_id: str, manifest: Mapping[str, Json]) -> dict[str, Json]:
    """Return the full manifest of a release from its own row with `manifest`."""
    r = t.release_rows.c
    query = select(r.name, r.count, r.packed).where(r.release_id == release_id).order_by(r.name, r.place)
    parts: dict[str, list[PackedPart]] = {}
    for name, count, packed in connection.execute(query):
        parts.setdefault(name, []).append(PackedPart(count, packed))
    full_manifest = dict(manifest)
    for name, its in parts.items():
        outer, _, inner = name.partition(_BETWEEN)
        rows = cast("Json", PackedRows(its))
        outer_value = full_manifest.get(outer)
        full_manifest[outer] = (
            {**outer_value, inner: rows} if inner and isinstance(outer_value, dict) else rows
        )
    return full_manifest


def _packed(manifest: Mapping[str, Json]) -> Iterator[tuple[str, PackedRows]]:
    for name, value in manifest.items():
        if isinstance(value, PackedRows):
            yield name, value
        elif isinstance(value, dict):
            for inner, packed in value.items():
                if isinstance(packed, PackedRows):
                    yield f"{name}{_BETWEEN}{inner}", packed


_C = t.cleanings.c


class Cleanings(StorePart):
    """The decisions on the answers of campaigns."""

    def add(self, decisions: Sequence[Cleaning]) -> list[Cleaning]:
        """Store decisions and return them, each the next revision of its answer; all or none."""
        stored = []
        with self._database.write() as connection:
            for decision in decisions:
                its = (
                    _C.campaign_id == decision.campaign_id,
                    _C.item_id == decision.item_id,
                    _C.answer == decision.answer,
                )
                last = connection.execute(select(func.max(_C.revision)).where(*its)).scalar()
                numbered = replace(decision, revision=(last or 0) + 1)
                row = to_row(numbered)
                connection.execute(insert(t.cleanings), row)
                CLEANINGS.record(connection, row, numbered.by)
                stored.append(numbered)
            for campaign_id in {one.campaign_id for one in stored}:
                note_change(connection, cleanings_of(campaign_id))
        return stored

    def list(self, campaign_id: str) -> list[Cleaning]:
        """Return every decision of a campaign, oldest first; of one time by item, answer and revision."""
        query = (
            select(t.cleanings)
            .where(_C.campaign_id == campaign_id)
            .order_by(_C.created_at, _C.item_id, _C.answer, _C.revision)
        )
        return [from_json(Cleaning, row) for row in self._database.rows(query)]
