"""Suggestions for items: candidate concepts, spans to confirm."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import delete, func, insert, select

from aloi.corpora.model import Json
from aloi.storage import tables as t
from aloi.storage.database import StorePart
from aloi.storage.texts.corpora import Suggestion

_S = t.suggestions.c
_AT_ONCE = 500  # items a statement names


class Suggestions(StorePart):
    """The suggestions for the items of campaigns."""

    def save(self, campaign_id: str, made_by: str, values: Mapping[str, Json], now: datetime) -> None:
        """Store a value for each item, in place of its previous one. All or none."""
        rows = [
            {
                "campaign_id": campaign_id,
                "item_id": item,
                "made_by": made_by,
                "value": value,
                "created_at": now,
            }
            for item, value in values.items()
        ]
        names = list(values)
        with self._database.write() as connection:
            for start in range(0, len(names), _AT_ONCE):
                connection.execute(
                    delete(t.suggestions).where(
                        _S.campaign_id == campaign_id, _S.item_id.in_(names[start : start + _AT_ONCE])
                    )
                )
            if rows:
                connection.execute(insert(t.suggestions), rows)

    def of(self, campaign_id: str, item_id: str) -> Suggestion | None:
        """Return the suggestion for an item; None if there is none."""
        query = select(_S.made_by, _S.value, _S.created_at).where(
            _S.campaign_id == campaign_id, _S.item_id == item_id
        )
        with self._database.read() as connection:
            row = connection.execute(query).first()
        return None if row is None else Suggestion(row.made_by, row.value, row.created_at)

    def counts(self, campaign_id: str) -> dict[str, int]:
        """Return the number of items with suggestions, by source."""
        query = (
            select(_S.made_by, func.count())
            .where(_S.campaign_id == campaign_id)
            .group_by(_S.made_by)
            .order_by(_S.made_by)
        )
        with self._database.read() as connection:
            return {str(name): int(count) for name, count in connection.execute(query)}
