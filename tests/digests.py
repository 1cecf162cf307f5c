"""What a title does, as a few numbers: the same in every tier, on every system. `python -m tests.digests SLUG`."""

import hashlib
import itertools
import json
import sys
from typing import Any

import numpy as np

import takujo
from takujo.adapters.vector import Vector
from takujo.bots.care import HASTY, NOVICE, REGULAR
from takujo.bots.loops import play_policies
from takujo.bots.luck import open_values
from takujo.bots.minds import mind
from takujo.bots.search import Search
from takujo.bots.trials import Trials
from takujo.core.game import Game
from takujo.core.loops import play_games
from takujo.lab.counting.loops import counter

GAMES = 3


def digests(slug: str) -> dict[str, Any]:
    game = takujo.load(slug)
    return {
        "plays": _plays(game),
        "search": _search(game),
        "trials": _trials(game),
        "games": play_games(game, game.players[-1], GAMES),
        "policies": _policies(game),
        "vector": _vector(game),
        "tally": _tally(game),
    }


def _plays(game: Game) -> str:
    """Records, views, legal actions, guesses, observations, and what policies think of them."""
    digest, thinks, players = hashlib.sha256(), mind(game), min(4, game.players[-1])
    for seed in range(GAMES):
        state = game.new(players, seed)
        for number in itertools.count():
            if not state.to_act:
                break
            seat = state.to_act[-1]
            view = state.view_raw(seat)
            legal = thinks.legal(view, seat)
            for care in (HASTY, NOVICE, REGULAR):
                digest.update(thinks.weigh(view, seat, legal, care).tobytes())
            seen, worth = state.view(seat), thinks.door.worth(np.frombuffer(bytes(state), np.uint8).copy(), seat)
            for part in (bytes(state), view.tobytes(), legal.tobytes(), bytes(game.determinize(seen, number))):
                digest.update(part)
            digest.update(game.observation(seen).tobytes() + repr(worth).encode())
            state.apply_number(seat, int(legal[number * 7919 % len(legal)]))
    return digest.hexdigest()


def _search(game: Game) -> list[Any]:
    """The whole tree of a search, by a clock that ticks with every look."""
    ticks, search = itertools.count(), Search()
    state = game.new(min(4, game.players[-1]), 3)
    seat = state.to_act[0]
    choice = search.choose(mind(game), state.view_raw(seat), seat, 5, 0.02, lambda: next(ticks) / 1000)
    return [choice, search.simulations, _digest(search._tree, search._so_far)]


def _trials(game: Game) -> list[Any]:
    """All actions of a decision, in two slices."""
    state = game.new(min(4, game.players[-1]), 3)
    seat = state.to_act[0]
    view = state.view_raw(seat)
    numbers = mind(game).legal(view, seat).tolist()[:4]
    trials = Trials(mind(game), view, seat, numbers, numbers[:1], 5)
    trials.run(3)
    trials.run(33)
    whole = np.frombuffer(bytes(state), np.uint8).copy()
    return [trials.moves, _digest(trials.pairs, trials.active, open_values(mind(game), whole, 5, 7))]


def _policies(game: Game) -> list[Any]:
    worths, moves = play_policies(mind(game), [REGULAR] * min(4, game.players[-1]), GAMES, 2)
    return [moves, _digest(worths)]


def _vector(game: Game) -> str:
    """With learners in all seats, and with one among regulars."""
    rng, players = np.random.default_rng(0), game.players[-1]
    batches = Vector(game.slug, players, 8, 3), Vector(game.slug, players, 8, 3, opponents="regular")
    return _digest(
        *(array for batch in batches for _ in range(100) for array in map(np.copy, batch.step(batch.sample(rng))))
    )


def _tally(game: Game) -> str:
    players = game.players[-1]
    rows = counter(game).play(mind(game), players, [NOVICE] * players, None, 5, GAMES)
    return _digest(*(rows[name] for name in sorted(rows)))


def _digest(*arrays: Any) -> str:
    return hashlib.sha256(b"".join(array.tobytes() for array in arrays)).hexdigest()


if __name__ == "__main__":
    print(json.dumps({"native": takujo.load(sys.argv[1]).is_native, **digests(sys.argv[1])}))
