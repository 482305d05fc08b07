"""Decisions, frozen gold, releases, and why restricted texts were exported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, RowMapping, Table, func, insert, select, update

from aloi.errors import AloiError
from aloi.records import to_row
from corpora.model import Json
from gold.model import (
    Adjudication,
    AnnotatorFigures,
    Gold,
    GoldItem,
    GoldModel,
    GoldStatus,
    Release,
)
from storage import tables as t
from storage.database import Database


class GoldStore:
    """What was accepted and frozen."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add_adjudications(self, decisions: Sequence[Adjudication]) -> list[Adjudication]:
        """Return the decisions as kept, each the next revision of its item; all or none."""
        a = t.adjudications.c
        kept = []
        with self._database.write() as connection:
            for one in decisions:
                last = connection.execute(
                    select(func.max(a.revision)).where(a.round_id == one.round_id, a.item_id == one.item_id)
                ).scalar()
                made = replace(one, revision=(last or 0) + 1)
                row = {
                    **to_row(made),
                    "adjudicators": list(made.adjudicators),
                    "considered": list(made.considered),
                }
                connection.execute(insert(t.adjudications), row)
                kept.append(made)
        return kept

    def adjudications(self, round_id: str) -> list[Adjudication]:
        """Return the decision that counts for each item of a round, by item."""
        last = {one.item_id: one for one in self.adjudication_revisions(round_id)}
        return list(last.values())

    def adjudication_revisions(self, round_id: str) -> list[Adjudication]:
        """Return every decision of a round, by item then revision."""
        a = t.adjudications
        query = select(a).where(a.c.round_id == round_id).order_by(a.c.item_id, a.c.revision)
        with self._database.read() as connection:
            return [
                Adjudication(
                    **{
                        **row,
                        "adjudicators": tuple(row["adjudicators"]),
                        "considered": tuple(row["considered"]),
                    }
                )
                for row in connection.execute(query).mappings()
            ]

    def add_gold(self, gold: Gold) -> None:
        """Keep a frozen gold; the same one again is only moved to the end: it is the last one frozen."""
        with self._database.write() as connection:
            known = t.golds.c.id == gold.id
            if connection.execute(select(t.golds.c.id).where(known)).first() is not None:
                place = _next_place(connection, t.golds)
                connection.execute(update(t.golds).where(known).values(place=place))
                return
            connection.execute(
                insert(t.golds),
                {
                    "id": gold.id, "campaign_id": gold.campaign_id, "rule": gold.rule,
                    "place": _next_place(connection, t.golds), "rounds": list(gold.rounds),
                    "items": [_item_json(one) for one in gold.items],
                    "models": None if gold.models is None else [to_row(one) for one in gold.models],
                    "created_at": gold.created_at, "cleaned": gold.cleaned,
                },
            )  # fmt: skip

    def golds(self, campaign_id: str) -> list[Gold]:
        """Return the frozen golds of a campaign, the last one frozen at the end."""
        query = select(t.golds).where(t.golds.c.campaign_id == campaign_id).order_by(t.golds.c.place)
        with self._database.read() as connection:
            return [read_gold(row) for row in connection.execute(query).mappings()]

    def gold(self, gold_id: str) -> Gold:
        """Return a frozen gold by its id."""
        with self._database.read() as connection:
            row = connection.execute(select(t.golds).where(t.golds.c.id == gold_id)).mappings().first()
        if row is None:
            raise AloiError(
                f"No gold has the id {gold_id!r}.",
                "The id of a frozen gold was expected.",
                "Freeze it first.",
            )
        return read_gold(row)

    def add_release(self, release: Release) -> None:
        """Keep a release for good; a version taken is an AloiError."""
        r = t.releases.c
        with self._database.write() as connection:
            known = select(r.id).where(r.campaign_id == release.campaign_id, r.version == release.version)
            if connection.execute(known).first() is not None:
                raise AloiError(
                    f"The campaign has a release {release.version!r} already.",
                    "A new version was expected: a release never changes.",
                    "Give it another version.",
                )
            row = {**to_row(release), "manifest": dict(release.manifest)}
            connection.execute(insert(t.releases), {**row, "place": _next_place(connection, t.releases)})

    def releases(self, campaign_id: str | None = None) -> list[Release]:
        """Return the releases of a campaign, or all, oldest first."""
        query = select(t.releases).order_by(t.releases.c.place)
        if campaign_id is not None:
            query = query.where(t.releases.c.campaign_id == campaign_id)
        with self._database.read() as connection:
            return [_release(row) for row in connection.execute(query).mappings()]

    def release(self, ref: str) -> Release:
        """Return the release of an id, `campaign:version`, or a version only one campaign has."""
        every = self.releases()
        with self._database.read() as connection:
            found = connection.execute(select(t.campaigns.c.id, t.campaigns.c.name))
            names = {row.id: row.name for row in found}
        for one in every:
            if ref in (one.id, f"{names[one.campaign_id]}:{one.version}", f"{one.campaign_id}:{one.version}"):
                return one
        same = [one for one in every if one.version == ref]
        if len(same) == 1:
            return same[0]
        there = ", ".join(f"{names[one.campaign_id]}:{one.version}" for one in every) or "there is none yet"
        raise AloiError(
            f"{len(same) or 'No'} releases answer to {ref!r}.",
            f"One of these was expected: {there}.",
            "Name the campaign too, as campaign:version.",
        )


def _next_place(connection: Connection, table: Table) -> int:
    last = connection.execute(select(func.max(table.c.place))).scalar()
    return 0 if last is None else int(last) + 1


def _item_json(one: GoldItem) -> dict[str, Json]:
    """Return a gold item as its row holds it; `soft` only where there is one."""
    kept = {**to_row(one), "status": one.status.value}
    return {name: value for name, value in kept.items() if name != "soft" or value is not None}


def read_gold(row: Mapping[Any, Any]) -> Gold:
    """Return the gold of a row."""
    items = tuple(
        GoldItem(
            **{
                **one,
                "support": tuple(one["support"]),
                "status": GoldStatus(one["status"]),
                "soft": tuple((value, share) for value, share in one["soft"]) if "soft" in one else None,
            }
        )
        for one in row["items"]
    )
    return Gold(
        row["id"], row["campaign_id"], row["rule"], tuple(row["rounds"]), items, row["created_at"],
        None if row["models"] is None else tuple(_model(one) for one in row["models"]),
        row["cleaned"],
    )  # fmt: skip


def _model(one: Mapping[str, Any]) -> GoldModel:
    people = tuple(AnnotatorFigures(each["pseudonym"], each["figures"]) for each in one["annotators"])
    return GoldModel(**{**one, "notes": tuple(one["notes"]), "annotators": people})


def _release(row: RowMapping) -> Release:
    return Release(**{name: value for name, value in row.items() if name != "place"})
