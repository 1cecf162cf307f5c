"""Matches that people with an account have played to the end, and their ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    account = "account.id"
    op.create_table(
        "played",
        sa.Column("account_id", sa.String(24), sa.ForeignKey(account, ondelete="CASCADE"), primary_key=True),
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("code", sa.String(12), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("outcome", sa.String(8), nullable=False),
        sa.Column("others", sa.Text, nullable=False),
        sa.Column("before", sa.Integer),
        sa.Column("after", sa.Integer),
        sa.Index("ix_played_account_at", "account_id", "at"),
        sa.Index("ix_played_table", "table_id"),
    )
    op.create_table(
        "rating",
        sa.Column("account_id", sa.String(24), sa.ForeignKey(account, ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.String(60), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
    )
    op.create_table(
        "rated_match",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
