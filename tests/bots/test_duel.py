"""Small versions of what `python -m benchmarks.duel` and `python -m benchmarks.thinking` measure."""

import asyncio

import pytest

from benchmarks.duel import duel
from benchmarks.thinking import THINKERS, line, measure

pytestmark = pytest.mark.once


def test_a_duel_with_openspiels_search():
    """One deal from both sides; the other has searched at every decision."""
    found = duel(5.0, 1)
    assert found.share in (0, 0.25, 0.5, 0.75, 1)
    assert len(found.simulations) > 4
    assert min(found.simulations) >= 1


def test_experts_think_beside_a_servers_loop():
    """How late the loop is depends on the machine; here only that all tables got on meanwhile."""
    rest, late, entries = asyncio.run(measure(1.0))
    assert len(rest) > 100
    assert len(late) > 20
    assert entries > THINKERS
    assert "p99.9" in line("now", late)
