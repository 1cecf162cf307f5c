"""What proves: the chain of digests, the server's key; and who made a table, under a pseudonym."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "chain",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("table_hash", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("link", sa.String(64), nullable=False),
        sa.UniqueConstraint("table_hash", "kind"),
    )
    op.create_table(
        "server_key",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("public", sa.String(64)),
        sa.Column("secret", sa.LargeBinary),
    )
    op.execute("ALTER TABLE game_table ADD COLUMN maker VARCHAR(24)")
    op.create_index("ix_game_table_maker", "game_table", ["maker"])
