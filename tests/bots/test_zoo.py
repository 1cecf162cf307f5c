"""No simple bot and no weaker one of ours wins more than its share among regulars: a small version of the ladder's rows.

The whole zoo, every number of players and thousands of games: `python -m benchmarks.ladder --only zoo`.
"""

import random

import pytest

import takujo
from takujo.games import SLUGS
from tests.bots.zoo.bots import bot
from tests.bots.zoo.table import Share, share, zoo

pytestmark = pytest.mark.once

# Who came nearest to beating regulars, now or before these were mended, and so many games that a regular like
# RITUAL's before would fail by far: there altar won 2.1 times its share with four players, 3.5 times with five; and
# opener, when these no longer did, 1.5 times with four.
THREATS = [
    ("ritual", 2, "contrary", 1000),
    ("ritual", 3, "altar", 900),
    ("ritual", 3, "grabber", 900),
    ("ritual", 4, "altar", 800),
    ("ritual", 4, "opener", 800),
    ("ritual", 4, "contrary", 800),
    ("ritual", 5, "steer", 500),
    ("arkham-ritual", 3, "suspicious", 900),
    ("arkham-ritual", 4, "suspicious", 200),
    ("ayatsuri", 4, "copycat", 800),
    ("ayatsuri", 5, "last", 800),
    ("in-the-ruin", 2, "packer", 8),
]
OPTIONS = {"arkham-ritual": {"true_winner": True}}


@pytest.mark.parametrize(("slug", "players", "name", "games"), THREATS)
def test_no_simple_bot_wins_more_than_its_share(slug, players, name, games):
    for one in (name, "novice") if games > 200 else (name,):
        found = share(slug, players, one, "regular", games, options=OPTIONS.get(slug))
        assert found.low <= 1.0, f"{one} among regulars: {found}"


@pytest.mark.parametrize("slug", SLUGS)
def test_the_zoo_plays_as_bots_do(slug):
    """Each of at least six bots chooses a legal action of any view, the same by number and as a bot of the arena."""
    assert len(zoo(slug).BOT.names) >= 6
    game = takujo.load(slug)
    for number, name in enumerate(zoo(slug).BOT.names):
        s, rng = game.new(game.players[-1], number), random.Random(number)
        for _ in range(40):
            if not s.to_act:
                break
            seat = s.to_act[0]
            action = bot(slug, name)(s.view(seat), s.legal(seat), rng, 0, None)
            assert action in s.legal(seat)
            s.apply(seat, action)


def test_a_share_is_told_with_its_interval():
    assert str(Share(1.5, 0.25, 100)) == "1.50 [1.25, 1.75]"
