"""Alembic's entry: works on the connection that `aloi.storage.database` hands over."""

from __future__ import annotations

from alembic import context

from aloi.storage.tables import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True
)
context.run_migrations()
