"""Alembic runs this; `Store.open` gives the connection."""

from alembic import context

from takujo.server.store import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes a table by making it anew
)
with context.begin_transaction():
    context.run_migrations()
