"""What one person did and has left, counted without reading the items of their rounds."""

from __future__ import annotations

from sqlalchemy import select

from storage import tables as t
from storage.database import StorePart

_A = t.assignments.c
_R = t.rounds.c
_DONE = ("submitted", "skipped")


class OwnWork(StorePart):
    """The work of one annotator, over all rounds."""

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
