"""The levels: what they see, and that nothing else decides what they do."""

import itertools
import json
import random
import time

import numpy as np
import pytest

import takujo
from takujo.bots import LEVELS, novice, regular, uniform
from takujo.bots.minds import mind
from takujo.bots.search import _key
from takujo.core.chance import CHANCE_SIZE
from takujo.core.jit import JIT
from takujo.games import SLUGS
from tests.helpers import option_sets, play_out


def middle(slug, seed=0, most=30):
    """A state somewhere in a random play, and a seat with something to choose."""
    rng = random.Random(f"{slug} {seed}")
    game = takujo.load(slug)
    while True:
        players = rng.choice(game.players)
        s = game.new(players, rng.getrandbits(64), rng.choice(option_sets(game, players)))
        play_out(s, rng, rng.randrange(most))
        choosing = [seat for seat in s.to_act if len(s.legal_numbers(seat)) > 1]
        if choosing:
            return s, rng.choice(choosing)


def ticking():
    """A clock by which every look takes a millisecond: a search by it is the same every time."""
    count = itertools.count()
    return lambda: next(count) / 1000


@pytest.mark.parametrize("slug", SLUGS)
def test_a_view_tells_the_legal_actions(slug):
    for seed in range(20 if JIT else 4):
        s, seat = middle(slug, seed)
        assert mind(s.game).legal(s.view_raw(seat), seat).tolist() == s.legal_numbers(seat)


@pytest.mark.once  # a search is slow uncompiled
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("slug", SLUGS)
def test_the_same_view_is_answered_alike_whatever_is_hidden(slug, level):
    """Worlds that look the same to a seat, and the view as plain JSON: the same choice with the same chance."""
    for seed in range(3):
        s, seat = middle(slug, seed)
        view, legal = s.view(seat), s.legal(seat)
        answers = []
        for world in (s, s.game.determinize(view, 1), s.game.determinize(view, 2)):
            assert bytes(world) != bytes(s) or world is s
            answers.append(LEVELS[level](world.view(seat), legal, random.Random(5), 12, ticking()))
        assert all(answer == answers[0] for answer in answers)
        assert answers[0] in legal
        raw = LEVELS[level].pick(s.game, s.view_raw(seat), seat, random.Random(5), 12, ticking())
        assert s.decode(seat, raw) == answers[0]
        plain = json.loads(json.dumps(view))
        if s.game.owner(plain) == seat:
            assert LEVELS[level](plain, legal, random.Random(5), 12, ticking()) == answers[0]


@pytest.mark.parametrize("slug", SLUGS)
def test_plain_json_tells_whose_view_it_is(slug):
    """By what it shows, or because only one seat is to act; a view of our own says so itself."""
    for seed in range(6):
        s, seat = middle(slug, seed)
        view = s.view(seat)
        assert s.game.owner(view) == seat
        assert s.game.owner(json.loads(json.dumps(view))) in ({seat, None} if len(s.to_act) > 1 else {seat})


def test_what_a_level_refuses():
    s = takujo.load("ritual").new(3, 1)
    (seat,) = s.to_act
    with pytest.raises(ValueError, match="2 legal actions were given; the view of seat"):
        regular(s.view(seat), s.legal(seat)[:2], random.Random(1))
    with pytest.raises(ValueError, match="unknown game 'chess'"):
        regular({**s.view(seat), "game": "chess"}, s.legal(seat), random.Random(1))
    with pytest.raises(ValueError, match="whose view"):
        novice(s.view(None), s.legal(seat), random.Random(1))
    with pytest.raises(ValueError, match="needs a clock"):
        LEVELS["expert"](s.view(seat), s.legal(seat), random.Random(1))
    assert uniform(s.view(seat), s.legal(seat), random.Random(1)) in s.legal(seat)


def test_views_that_differ_alike_in_two_words_have_keys_of_their_own():
    """Two information sets never share a node of a search: what is legal in one may not be in the other."""
    words, first = np.arange(13 + CHANCE_SIZE, dtype=np.int64), 1 + CHANCE_SIZE
    for bit in range(0, 62, 7):
        keys, tried = set(), 0
        for i in range(first, len(words)):
            for j in range(first, i + 1):
                changed = words.copy()
                changed[[i, j]] ^= 1 << bit
                keys.add(_key(changed.view(np.uint8)))
                tried += 1
        assert len(keys) == tried


@pytest.mark.once
@pytest.mark.parametrize("slug", SLUGS)
def test_experts_play_whole_games(slug):
    """Every seat a searcher, by a clock that allows a few simulations."""
    game = takujo.load(slug)
    for players in game.players:
        s, rng = game.new(players, players), random.Random(1)
        while s.to_act:
            seat = s.to_act[-1]
            number = LEVELS["expert"].pick(game, s.view_raw(seat), seat, rng, 3, ticking())
            assert number in s.legal_numbers(seat)
            s.step(seat, number)


@pytest.mark.once
@pytest.mark.parametrize("slug", SLUGS)
def test_an_expert_keeps_to_its_budget(slug):
    """In processor time of its own thread, whatever else runs: never more than a fifth too long."""
    budget, longest = 50, 0.0
    for seed in range(4):
        s, seat = middle(slug, seed)
        LEVELS["expert"].pick(s.game, s.view_raw(seat), seat, random.Random(1), 3, ticking())  # all is loaded
        begun = time.thread_time()
        LEVELS["expert"].pick(s.game, s.view_raw(seat), seat, random.Random(1), budget, time.thread_time)
        longest = max(longest, 1000 * (time.thread_time() - begun))
    assert budget / 2 < longest <= 1.2 * budget, longest
