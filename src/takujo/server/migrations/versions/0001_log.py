"""Tables, their log, and tokens."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "game_table",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("code", sa.String(12), nullable=False, unique=True),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False, index=True),
    )
    op.create_table(
        "entry",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("key", sa.String(64)),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("table_id", "seat", "key"),
    )
    op.create_table(
        "token",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("table_id", sa.String(24), sa.ForeignKey("game_table.id"), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("joined", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("token")
    op.drop_table("entry")
    op.drop_table("game_table")
