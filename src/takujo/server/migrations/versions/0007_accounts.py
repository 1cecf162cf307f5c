"""Accounts by passkey: who comes again on another device, and which seats are theirs."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("shown", sa.String(24), nullable=False, unique=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("profile", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "passkey",
        sa.Column("id", sa.LargeBinary, primary_key=True),
        sa.Column("account_id", sa.String(24), _account(), nullable=False, index=True),
        sa.Column("rp", sa.String(255), nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
    )
    op.create_table(
        "session",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("account_id", sa.String(24), _account(), nullable=False, index=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False, index=True),
        sa.Column("label", sa.String(60), nullable=False),
    )
    op.create_table(
        "challenge",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("purpose", sa.String(8), nullable=False),
        sa.Column("rp", sa.String(255), nullable=False),
        sa.Column("account_id", sa.String(24)),
        sa.Column("until", sa.BigInteger, nullable=False, index=True),
    )
    op.create_table(
        "account_seat",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("joined", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("account_id", sa.String(24), _account(), nullable=False, index=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
    )
    op.create_table(
        "seat_token",
        sa.Column("hash", sa.LargeBinary, sa.ForeignKey("token.hash", ondelete="CASCADE"), primary_key=True),
        sa.Column("session", sa.LargeBinary, sa.ForeignKey("session.hash", ondelete="CASCADE"), nullable=False),
        sa.Index("ix_seat_token_session", "session"),
    )


def _account() -> sa.ForeignKey:
    return sa.ForeignKey("account.id", ondelete="CASCADE")
