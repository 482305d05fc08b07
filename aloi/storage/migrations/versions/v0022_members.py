"""Members of campaigns and corpora; managers of the store become its administrators.

The annotators of its rounds become members of a campaign, and so do all adjudicators. The event log records
the accounts that changed.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

from aloi.storage.event_log.row_hashes import ACCOUNTS

revision = "0022"
down_revision = "0021"
_ID = sa.String(64)


def upgrade() -> None:
    """Make the tables and fill them."""
    connection = op.get_bind()
    _make("members", "campaign_id", "campaigns.id", sa.Column("role", sa.String(16)))
    _make("corpus_members", "corpus_id", "corpora.id")
    op.create_table(
        "shares",
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(200), primary_key=True),
        _person(),
        sa.Column("made", sa.Boolean, nullable=False),
    )
    op.add_column("invites", sa.Column("campaign_id", _ID))
    for name in ("campaign_id", "corpus_id"):
        op.add_column("jobs", sa.Column(name, _ID))
    people = sa.table("people", sa.column("id"), sa.column("place"), sa.column("role"))
    managers = sa.select(people.c.id).where(people.c.role == "manager").order_by(people.c.place)
    its_managers = connection.execute(managers).scalars().all()
    connection.execute(people.update().where(people.c.role == "manager").values(role="administrator"))
    invites = sa.table("invites", sa.column("role"))
    connection.execute(invites.update().where(invites.c.role == "manager").values(role="administrator"))
    for person_id in its_managers:
        ACCOUNTS.record_standing(connection, person_id, None)
    _fill_members(connection)


def _make(name: str, column: str, of: str, *columns: sa.Column[Any]) -> None:
    """Make a table of people by what they are members of."""
    op.create_table(name, sa.Column(column, _ID, sa.ForeignKey(of), primary_key=True), _person(), *columns)


def _person() -> sa.Column[Any]:
    return sa.Column("person_id", _ID, sa.ForeignKey("people.id"), primary_key=True, index=True)


def _fill_members(connection: sa.Connection) -> None:
    """Make members of those who had a part in campaigns."""
    campaigns = sa.table("campaigns", sa.column("id"))
    people = sa.table("people", sa.column("id"), sa.column("role"))
    rounds = sa.table("rounds", sa.column("id"), sa.column("campaign_id"))
    annotators = sa.table("round_annotators", sa.column("round_id"), sa.column("annotator_id"))
    roles: dict[tuple[str, str], str] = {}
    query = sa.select(rounds.c.campaign_id, annotators.c.annotator_id).where(
        rounds.c.id == annotators.c.round_id
    )
    roles |= {(row[0], row[1]): "annotator" for row in connection.execute(query.distinct())}
    adjudicators = sa.select(people.c.id).where(people.c.role == "adjudicator")
    deciding = connection.execute(adjudicators).scalars().all()
    for campaign_id in connection.execute(sa.select(campaigns.c.id)).scalars().all():
        roles |= {(campaign_id, person_id): "adjudicator" for person_id in deciding}
    rows = [{"campaign_id": key[0], "person_id": key[1], "role": roles[key]} for key in sorted(roles)]
    if rows:
        members = sa.table("members", sa.column("campaign_id"), sa.column("person_id"), sa.column("role"))
        connection.execute(members.insert(), rows)
