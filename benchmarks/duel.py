"""Our expert against OpenSpiel's information-set search in Python: RITUAL with two players, the same time for both.

    python -m benchmarks.duel --games 400 --budget 50

Every deal is played twice, with the sides changed. Both have their budget in processor time of their own thread.
"""

import argparse
import contextlib
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing import get_context
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track

from benchmarks.peers import EXPLORATION, SEARCH, advance, peer
from takujo.bots import expert
from takujo.bots.minds import prepare
from takujo.games import load
from takujo.insight.luck import interval

CLOCK = time.thread_time
NO_LIMIT = 1 << 30


class TimeUp(Exception):
    """The budget is spent."""


def timed_bot(seed: int) -> Any:
    """OpenSpiel's bot, which counts simulations, made to look at the clock before each."""
    ismcts, mcts = peer(f"{SEARCH}.ismcts", "open_spiel"), peer(f"{SEARCH}.mcts", "open_spiel")

    class Timed(ismcts.ISMCTSBot):  # type: ignore[name-defined,misc]  # OpenSpiel has no types
        until = 0.0

        def choose(self, state: Any, budget: float) -> int:
            self.until = CLOCK() + budget / 1000
            with contextlib.suppress(TimeUp):
                self.run_search(state)
            actions, chances = zip(*self.get_final_policy(state, self._root_node), strict=True)
            return int(self._random_state.choice(actions, p=chances))

        def sample_root_state(self, state: Any) -> Any:
            if CLOCK() >= self.until and self._root_node.total_visits:
                raise TimeUp
            return super().sample_root_state(state)

    rollouts = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(seed))
    return Timed(_game(), rollouts, EXPLORATION, NO_LIMIT, random_state=np.random.RandomState(seed))


@cache
def _game() -> Any:
    peer("takujo.adapters.openspiel", "open_spiel")
    return peer("pyspiel", "open_spiel").load_game("takujo_ritual", {"players": 2})


@dataclass
class Duel:
    """One deal, played from both sides."""

    share: float  # of the wins, the expert's
    simulations: list[int]  # of each search of the other


def duel(budget: float, seed: int) -> Duel:
    other, found = timed_bot(seed), Duel(0.0, [])
    for ours in range(2):
        rng = random.Random(seed)  # the same cards
        state = _game().new_initial_state()
        while not state.is_terminal():
            seat = state.current_player()
            if state.is_chance_node() or len(state.legal_actions()) == 1:
                advance(state, rng)
            elif seat == ours:
                position = state.at.state
                view = position.view_raw(seat)
                state.apply_action(expert.pick(position.game, view, seat, rng, budget, CLOCK))
            else:
                state.apply_action(other.choose(state, budget))
                found.simulations.append(other._root_node.total_visits)
        found.share += (state.returns()[ours] + 0.5) / 2  # a win is 1/2, a loss -1/2
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.duel", description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--budget", type=float, default=50.0, help="milliseconds a decision, for both")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    options = parser.parse_args()
    if options.games < 4 or options.budget <= 0:
        parser.error("it takes at least 4 games, and a budget above 0")
    prepare(load("ritual"))
    console = Console()
    with ProcessPoolExecutor(options.workers, mp_context=get_context("spawn")) as pool:
        deals = pool.map(partial(duel, options.budget), range(options.games // 2))
        found = list(track(deals, "playing", options.games // 2, console=console, transient=True))
    share, low, high = interval([deal.share for deal in found])
    simulations = np.mean([count for deal in found for count in deal.simulations])
    console.print(
        f"expert against OpenSpiel's ISMCTS, {options.budget:g} ms each: {share:.3f} of the wins "
        f"(95 %: {low:.3f} to {high:.3f}), {2 * len(found)} games; it had {simulations:.0f} simulations a decision",
        highlight=False,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
