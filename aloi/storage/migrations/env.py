"""Alembic's entry: works on the connection that `aloi.storage.database` hands over."""

from __future__ import annotations

from alembic import context

from aloi.storage.migrations.before_first_release import bring_to_first_release
from aloi.storage.tables import metadata

connection = context.config.attributes["connection"]
bring_to_first_release(connection)
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
context.run_migrations()
