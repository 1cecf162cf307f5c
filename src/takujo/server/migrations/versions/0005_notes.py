"""What people note for themselves at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "note",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("joined", sa.Integer, nullable=False),
        sa.Column("text", sa.LargeBinary, nullable=False),
    )
