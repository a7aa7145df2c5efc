"""Alembic runs this to bring a database up to date, on the connection it is handed; there is no ini file."""

from alembic import context

from farmstead.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite can change a table only by making it anew
)
with context.begin_transaction():
    context.run_migrations()
