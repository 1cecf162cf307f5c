"""When a table is to be looked at for removal, which ones were removed, and how many a maker has open."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("ALTER TABLE game_table ADD COLUMN look_at BIGINT NOT NULL DEFAULT 0")
    op.create_index("ix_game_table_look_at", "game_table", ["look_at"])
    op.drop_index("ix_game_table_maker", "game_table")
    op.create_index("ix_game_table_maker_open", "game_table", ["maker", "open"])
    op.create_index("ix_token_table_id", "token", ["table_id"])
    op.create_table(
        "removed",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False, index=True),
    )
