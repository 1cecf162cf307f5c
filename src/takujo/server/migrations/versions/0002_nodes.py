"""Several nodes: which of them looks after which table. The way back is the backup."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "node",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    # As text: Alembic would make the table anew on SQLite, and the log refers to it.
    op.execute("ALTER TABLE game_table ADD COLUMN keeper VARCHAR(24) REFERENCES node (id) ON DELETE SET NULL")
    op.create_index("ix_game_table_keeper", "game_table", ["keeper"])
