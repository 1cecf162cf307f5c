"""Information-set Monte Carlo tree search, written once for all titles.

A simulation guesses a whole state from the view of who searches, and walks down a tree. Every node is what one
seat knows at one of its decisions: its view. So different guesses meet in one node exactly where that seat could
not tell them apart, nobody plays on what they cannot know, and simultaneous decisions need no case of their own.
The priors, and all play outside the tree, are the policy's.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from takujo.bots.care import HASTY, REGULAR
from takujo.bots.loops import choose, weighed
from takujo.bots.minds import Mind
from takujo.bots.tuning import NEVER
from takujo.core.chance import CHANCE_SIZE, below
from takujo.core.jit import (
    Bytes,
    Events,
    Floats,
    Grid,
    Guess,
    Ints,
    Step,
    Unveil,
    Weigh,
    Worth,
    Worths,
    busy,
    door,
    rule,
)
from takujo.core.loops import QUIET, copy, luck_of, of_tier, see
from takujo.core.maths import exp
from takujo.core.record import MOST_SEATS
from takujo.core.scratch import scratch
from takujo.core.sets import only

__all__ = ["Search", "indifferent", "simulate"]

NODES = 1 << 14  # what a second's search needs at most; a full tree is played on from its leaves
WIDTH = 24  # actions a node looks at, the likeliest: hundreds of placements are mostly hopeless
SLICE = 0.004  # seconds between looks at the clock
GUESSES = 64  # so many are drawn at most until one is believed
SLIPS = 0.1  # how often others are taken to do anything: they may not think as the policy does
DEPTH = 64  # nodes of one walk
ROOT, GROWN, LIKELIEST = range(3)  # `so_far`: where the tree begins, its nodes, the likeliest guess (in BILLIONTHS)
BILLIONTHS, MILLION = 1e9, 1_000_000
MASK, LOW = (1 << 63) - 1, (1 << 32) - 1

# A node is a row of this table: its key, how often it was visited, how many actions it has ...
KEY, VISITS, COUNT, EDGES = 0, 1, 2, 3
ACTION, TRIES, VALUE, PRIOR = 0, 1, 2, 3  # ... and for each: its number, how often tried, the sum of what it was
EDGE = 4  # worth, and its prior, in thousandths
ROW = EDGES + WIDTH * EDGE

OPEN = 2  # a node begins with so many actions, and gets another whenever its visits have grown by half


@rule
def _mixed(h: int, word: int) -> int:
    """By products of halves, which do not overflow: what one that does is, compiled code may make up as it likes.

    Not by shifts alone: these are linear, and equal changes of two words would cancel.
    """
    h = (h ^ word) & MASK
    h = (h & LOW) * 0x5BD1E995 ^ (h >> 32) * 0x7F4A7C15
    return h ^ h >> 29


@rule
def _key(view: Bytes) -> int:
    """A number that stands for a view; 0 is none. Four sums side by side: in one, each word would wait for the last.

    What stands first, how many play and the generator, which nobody sees, is alike in all views.
    """
    words, a, b, c, d = view.view(np.int64)[1 + CHANCE_SIZE :], 1469598103934665603, 2, 3, 5
    whole = len(words) // 4 * 4
    for i in range(0, whole, 4):
        a, b = _mixed(a, int(words[i])), _mixed(b, int(words[i + 1]))
        c, d = _mixed(c, int(words[i + 2])), _mixed(d, int(words[i + 3]))
    for i in range(whole, len(words)):
        a = _mixed(a, int(words[i]))
    return _mixed(_mixed(_mixed(a, b), c), d) | 1


@rule
def _find(tree: Grid, key: int) -> int:
    """The row of a key, or the free one where it would stand."""
    row = (key >> 20) & (NODES - 1)
    while tree[row, KEY] != 0 and tree[row, KEY] != key:
        row = (row + 1) & (NODES - 1)
    return row


@rule
def _grow(tree: Grid, row: int, key: int, numbers: Events, n: int, weights: Floats) -> None:
    """A new node: the likeliest actions with their priors, likeliest first."""
    most = weights[0]
    for i in range(1, n):
        most = max(most, weights[i])
    total, last, part, order, count = 0.0, most, 1.0, scratch(WIDTH), 0
    for i in range(n):
        if weights[i] != last:  # most of many are out of the question, and so alike
            last = weights[i]
            part = exp(last - most)
        weights[i] = part
        total += float(weights[i])
        if count < WIDTH:
            count += 1
        elif weights[i] <= weights[order[WIDTH - 1]]:
            continue
        place = count - 1
        while place > 0 and weights[order[place - 1]] < weights[i]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = i
    tree[row, KEY], tree[row, VISITS], tree[row, COUNT] = key, 0, count
    for k in range(count):
        at = EDGES + k * EDGE
        tree[row, at + ACTION] = numbers[1 + order[k]]
        tree[row, at + TRIES] = tree[row, at + VALUE] = 0
        tree[row, at + PRIOR] = int(1_000_000 * float(weights[order[k]]) / total) + 1


@rule
def _select(tree: Grid, row: int, exploration: int, doubt: int) -> int:
    """The most promising action: by its mean so far, and by its prior while it was seldom tried.

    Policies are often very sure of themselves: `doubt` is the part of the priors, in thousandths, that all share alike.
    """
    visits, count, known, total = tree[row, VISITS], tree[row, COUNT], 0, 0
    width, doubled = OPEN, 1
    while doubled < visits and width < count:  # progressive widening
        width += 1
        doubled += doubled // 2 + 1
    count = min(count, width)
    for k in range(count):
        known += tree[row, EDGES + k * EDGE + TRIES]
        total += tree[row, EDGES + k * EDGE + VALUE]
    middle = total / known if known else 500.0  # what an untried action is taken to be worth
    best, most = 0, -1e18
    pull = exploration * np.sqrt(visits + 1.0) / 1000
    for k in range(count):
        at = EDGES + k * EDGE
        tries = tree[row, at + TRIES]
        mean = tree[row, at + VALUE] / tries if tries else middle
        prior = (1000 - doubt) * (tree[row, at + PRIOR] / 1e6) + doubt / count
        value = mean + pull * prior / (1 + tries)
        if value > most:
            best, most = k, value
    return best


@rule
def _draw(tree: Grid, row: int, luck: Ints) -> int:
    """An action by the priors alone."""
    total = 0
    for k in range(tree[row, COUNT]):
        total += tree[row, EDGES + k * EDGE + PRIOR]
    left = below(luck, total)
    for k in range(tree[row, COUNT]):
        left -= tree[row, EDGES + k * EDGE + PRIOR]
        if left < 0:
            return k
    return 0


@rule
def _prior(tree: Grid, row: int, action: int) -> int:
    """How likely an action is by the policy, in millionths."""
    for k in range(tree[row, COUNT]):
        if tree[row, EDGES + k * EDGE + ACTION] == action:
            return tree[row, EDGES + k * EDGE + PRIOR]
    return 0


@rule
def _chance(
    step: Step, unveil: Unveil, weigh: Weigh, retrace: Worth, shown: Grid, raw: Bytes, past: Bytes, view: Bytes,
    quiet: Events, out: Events, weights: Floats, tree: Grid, so_far: Events,
) -> int:  # fmt: skip
    """How likely, in billionths, others would have done what they did if this guess were true.

    Their views of then are nodes like any others: each is weighed once, however many guesses share it.
    """
    chance = BILLIONTHS
    for back in range(DEPTH):
        copy(past, raw)
        action = retrace(past, back)
        if action < 0:
            break
        n = step(past, quiet, -1, 0, out)
        see(shown, past, view, int(out[0]), unveil)
        key = _key(view)
        row = _find(tree, key)
        if tree[row, KEY] == 0:
            if so_far[GROWN] >= NODES // 2:
                continue
            weighed(weigh, view, int(out[0]), out, n, REGULAR, weights)
            _grow(tree, row, key, out, n, weights)
            so_far[GROWN] += 1
        chance *= (1 - SLIPS) * _prior(tree, row, action) / 1e6 + SLIPS / n
    return int(chance) + 1


@rule
def believe(
    step: Step, unveil: Unveil, guess: Guess, weigh: Weigh, retrace: Worth, shown: Grid, root: Bytes, raw: Bytes,
    past: Bytes, view: Bytes, quiet: Events, luck: Ints, out: Events, weights: Floats, tree: Grid, so_far: Events,
) -> None:  # fmt: skip
    """A whole state, guessed from a view; how often it is this one, what others did decides, too."""
    for _ in range(GUESSES):
        copy(raw, root)
        guess(raw, below(luck, 1 << 31))
        chance = _chance(step, unveil, weigh, retrace, shown, raw, past, view, quiet, out, weights, tree, so_far)
        so_far[LIKELIEST] = max(so_far[LIKELIEST], chance)
        if below(luck, MILLION) * so_far[LIKELIEST] < chance * MILLION:
            break


@busy
def simulate(
    step: Step, unveil: Unveil, guess: Guess, weigh: Weigh, worths: Worths, retrace: Worth, chapter: Worth, shown: Grid,
    root: Bytes, seat: int, cheat: int, raw: Bytes, past: Bytes, view: Bytes, quiet: Events, luck: Ints, out: Events,
    weights: Floats, tree: Grid, so_far: Events, horizon: int, chapters: int, care: int, trust: int, exploration: int,
    doubt: int, rounds: int,
) -> None:  # fmt: skip
    """So many simulations."""
    rows, choices, actors, worth = scratch(DEPTH), scratch(DEPTH), scratch(DEPTH), scratch(MOST_SEATS)
    for _ in range(rounds):
        if cheat:
            copy(raw, root)
        else:
            believe(
                step, unveil, guess, weigh, retrace, shown, root, raw, past, view, quiet, luck, out, weights, tree,
                so_far,
            )  # fmt: skip
        n, depth, left, inside = step(raw, quiet, -1, 0, out), 0, horizon, True
        last = chapter(raw, seat) + chapters
        while n > 0 and left > 0 and chapter(raw, seat) < last:
            actor, choice = int(out[0]), -1
            if inside and depth < DEPTH:
                see(shown, raw, view, actor, unveil)
                key = _key(view)
                row = _find(tree, key)
                if tree[row, KEY] == 0 and so_far[GROWN] < NODES // 2:
                    how = REGULAR if so_far[ROOT] < 0 and actor == seat else care
                    weighed(weigh, view, actor, out, n, how, weights)
                    _grow(tree, row, key, out, n, weights)
                    so_far[GROWN] += 1
                    inside = actor != seat  # one's own new decision is where a simulation leaves the tree
                if actor == seat and so_far[ROOT] < 0:
                    so_far[ROOT] = row  # the root: where several seats act at once it need not come first
                if tree[row, KEY] == key:
                    if actor == seat or tree[row, VISITS] >= trust:
                        k = _select(tree, row, exploration, doubt)
                    else:
                        k = _draw(tree, row, luck)
                    rows[depth], choices[depth], actors[depth] = row, k, actor
                    depth += 1
                    choice = int(tree[row, EDGES + k * EDGE + ACTION])
                else:
                    inside = False
            if choice < 0:
                choice = choose(unveil, weigh, shown, raw, view, luck, out, n, HASTY, weights)
                left -= 1
            n = step(raw, quiet, actor, choice, out)
        seats = 0  # those who decided something on the way
        for i in range(depth):
            seats |= only(actors[i])
        worths(raw, seats, worth)
        for i in range(depth):
            row, k = rows[i], choices[i]
            tree[row, VISITS] += 1
            tree[row, EDGES + k * EDGE + TRIES] += 1
            tree[row, EDGES + k * EDGE + VALUE] += worth[actors[i]]


@door
def indifferent(view: Bytes, seat: int, numbers: Events, n: int, care: int, out: Floats) -> None:
    """In a policy's place: a plain search with random rollouts, by which searches are compared."""
    for i in range(n):
        out[i] = 0.0


class Search:
    """A search that is run for one decision after another; it keeps nothing between them but its memory."""

    def __init__(self) -> None:
        self._tree = np.zeros((NODES, ROW), dtype=np.int64)
        self._so_far = np.zeros(LIKELIEST + 1, dtype=np.int64)
        self.simulations = 0  # of the last decision

    def choose(
        self,
        mind: Mind,
        view: Any,
        seat: int,
        seed: int,
        budget: float,
        clock: Callable[[], float],
        cheat: bool = False,
    ) -> int:
        """The action, by number, for a raw view, within so many seconds.

        `cheat`: for a raw state, of which nothing is guessed, with the others' policies known: the upper bound that an
        arena shows.
        """
        begun = clock()
        self.begin(mind, view, seat, seed, cheat)
        rounds, each = 1, 1e-7  # seconds a simulation
        while True:
            slice_begun = clock()
            self.run(rounds)
            now = clock()
            each = max((now - slice_begun) / rounds, 0.9 * each)  # slow ones may come again after many quick ones
            left = begun + budget - now
            if left < each:
                break
            rounds = max(1, min(2 * rounds, int(min(SLICE, left) / each)))
        tries = self.tries
        return max(tries, key=tries.__getitem__)

    def begin(self, mind: Mind, view: Any, seat: int, seed: int, cheat: bool = False) -> None:
        """A new decision, of which nothing is known yet."""
        game, (doors, own), how = mind.game, mind.doors, mind.tuning
        self._tree[:, KEY] = 0
        self._so_far[:] = -1, 0, 0
        self.simulations = 0
        self._run = partial(
            of_tier(simulate, doors), doors.as_step, doors.as_unveil, doors.as_guess, own.as_weigh, own.as_worths,
            own.as_retrace, own.as_chapter, game.state.shown, view, seat, int(cheat), view.copy(), view.copy(),
            view.copy(), QUIET, luck_of(seed), np.zeros(game.num_actions + 1, dtype=np.int64),
            np.zeros(game.num_actions, dtype=np.float32), self._tree, self._so_far, how.horizon, how.chapters,
            how.inside, NEVER if cheat else how.trust, how.exploration, how.doubt,
        )  # fmt: skip

    def run(self, rounds: int) -> None:
        """So many simulations more."""
        self._run(rounds)
        self.simulations += rounds

    @property
    def tries(self) -> dict[int, int]:
        """How often each action was tried, by its number; the likeliest by the policy first."""
        row = self._tree[self._so_far[ROOT]]
        numbers = row[EDGES + ACTION :: EDGE][: row[COUNT]].tolist()
        return dict(zip(numbers, row[EDGES + TRIES :: EDGE].tolist()))
