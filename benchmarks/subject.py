"""One tree of this project, measured from outside: what `--against` starts twice, with the sources of then and of now.

    python -P benchmarks/subject.py compile SLUG          CPU seconds to compile the rules, and all that its bots need
    python -P benchmarks/subject.py serve SLUG PLAYERS    a slice for each line `ROW SECONDS`: how much, in CPU seconds

Which takujo and which benchmarks.ours it imports is said by PYTHONPATH. So here stands only what every commit has.
"""

import json
import sys
import time
from collections.abc import Callable
from itertools import count

import takujo
from benchmarks.ours import ours_clone, ours_loop
from takujo.bots.care import REGULAR
from takujo.bots.loops import play_policies
from takujo.bots.minds import mind, prepare
from takujo.bots.search import Search

Slice = Callable[[float], object]


def until(once: Callable[[], int]) -> Slice:
    def work(seconds: float) -> int:
        done, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            done += once()
        return done

    return work


def view(slug: str, players: int) -> Slice:
    """The view of the first seat to act, as JSON."""
    s = takujo.load(slug).new(players, 1)
    seat = s.to_act[0]

    def views() -> int:
        for _ in range(100):
            s.view(seat)
        return 100

    return until(views)


def search(slug: str, players: int) -> Slice:
    """Simulations of an expert at the first decision."""
    game, seeds, its = takujo.load(slug), count(), Search()
    s = game.new(players, 1)
    seat = s.to_act[0]
    seen = s.view_raw(seat)

    def think() -> int:
        its.choose(mind(game), seen, seat, next(seeds), 0.05, time.perf_counter)
        return its.simulations

    return until(think)


def policies(slug: str, players: int) -> Slice:
    """Whole games between regular players."""
    its_mind, seeds = mind(takujo.load(slug)), count()

    def games() -> int:
        moves: int = play_policies(its_mind, [REGULAR] * players, 4, next(seeds))[1]
        return moves

    return until(games)


ROWS = {"loop": ours_loop, "clone": ours_clone, "view": view, "search": search, "policies": policies}


def compile_all(slug: str) -> None:
    begun = time.process_time()
    game = takujo.load(slug)
    rules = time.process_time() - begun
    prepare(game)
    print(json.dumps([rules, time.process_time() - begun]))


def serve(slug: str, players: int) -> None:
    slices = {row: made(slug, players) for row, made in ROWS.items()}
    for work in slices.values():
        work(0.05)
    print(json.dumps(list(slices)), flush=True)
    for line in sys.stdin:
        row, seconds = line.split()
        begun = time.process_time()
        done = slices[row](float(seconds))
        much = done[0] if isinstance(done, tuple) else done
        print(json.dumps([much, time.process_time() - begun]), flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "compile":
        compile_all(sys.argv[2])
    else:
        serve(sys.argv[2], int(sys.argv[3]))
