"""The map of the day: results without names."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "daily",
        sa.Column("game", sa.String(60), primary_key=True),
        sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("played", sa.LargeBinary, primary_key=True),
        sa.Column("maker", sa.String(18), nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
    )
