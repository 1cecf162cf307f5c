"""Who knows what in IN THE RUIN: views, and the chances of what a view does not show."""

from itertools import product
from math import comb, perm
from typing import Any

from takujo.core.codec import expect
from takujo.core.jit import rule
from takujo.core.record import NONE, UNKNOWN

from .cards import CARDS, GOAL_IDS, GOALS, HAND, IS_BLOCKY, LETTERS, NAME, PIECE_OF
from .guesses import guess
from .observation import OBS, observe
from .pieces import SIZE
from .piles import count
from .position import check_public, check_seat, settle_own
from .state import PHASE, SUB, Play

__all__ = ["OBS", "belief", "check_view", "guess", "observe", "read_view", "unveil"]

Json = dict[str, Any]


# Views (sections 5.1, 5.5): others see a seat as it was at the last public moment (J33).


@rule
def unveil(s: Play, v: Play, seat: int) -> None:
    """Show what is seen by rule: a seat's own things; once over, everything (J40)."""
    for other in range(s.players):
        if other == seat or s.phase == PHASE.OVER:
            show(s, v, other)
        else:
            show_from_outside(s, v, other)
    if s.phase == PHASE.OVER:
        lay_open(s, v)


@rule
def show(s: Play, v: Play, seat: int) -> None:
    v.piece[seat], v.sub[seat], v.main[seat] = s.piece[seat], s.sub[seat], s.main[seat]
    v.special[seat], v.spent[seat], v.leaving[seat] = s.special[seat], s.spent[seat], s.leaving[seat]
    v.taken_card[seat], v.taken_mark[seat] = s.taken_card[seat], s.taken_mark[seat]
    for i in range(HAND):
        v.goals[seat, i] = s.goals[seat, i]
    for i in range(4):
        v.dealt[seat, i] = s.dealt[seat, i]
        v.setup_card[seat, i], v.setup_mark[seat, i] = s.setup_card[seat, i], s.setup_mark[seat, i]
    for i in range(2):
        v.returned[seat, i] = s.returned[seat, i]


@rule
def show_from_outside(s: Play, v: Play, seat: int) -> None:
    """The same however far the seat is with its part; turns are not shown at all."""
    before = s.phase == PHASE.GOALS or s.phase == PHASE.SETUP
    v.piece[seat] = NONE if before or s.escaped[seat] != NONE else UNKNOWN
    v.sub[seat] = v.main[seat] = v.special[seat] = v.spent[seat] = v.leaving[seat] = NONE
    v.taken_card[seat] = v.taken_mark[seat] = NONE
    returned, drawn = count(s.returned[seat]), count(s.setup_card[seat])
    held, dealt = count(s.goals[seat]), count(s.dealt[seat]) + drawn
    if s.spent[seat] != NONE:
        held += 1
    if s.phase == PHASE.GOALS:
        held, returned = held + returned, 0
    for i in range(HAND):
        v.goals[seat, i] = UNKNOWN if i < held else NONE
    for i in range(2):
        v.returned[seat, i] = UNKNOWN if i < returned else NONE
    for i in range(4):
        v.dealt[seat, i] = UNKNOWN if before and i < dealt else NONE
        v.setup_card[seat, i] = NONE
        v.setup_mark[seat, i] = UNKNOWN if not before and i < drawn else NONE
    if not before:  # by letter: the order would betray the passage
        n = 0
        for letter in range(CARDS):
            for i in range(drawn):
                if s.setup_card[seat, i] == letter:
                    v.setup_card[seat, n] = letter
                    n += 1


@rule
def lay_open(s: Play, v: Play) -> None:
    for i in range(CARDS):
        v.deck[i], v.goal_deck[i] = s.deck[i], s.goal_deck[i]
    for seat in range(s.players):
        v.penalties[seat] = s.penalties[seat]
        v.square[seat, 0], v.square[seat, 1] = s.square[seat, 0], s.square[seat, 1]
        for r in range(SIZE):
            v.sheet[seat, r] = s.sheet[seat, r]


def read_view(v: Play, view: Json) -> None:
    """What the field table cannot tell: which nulls of a view mean that nothing is there."""
    expect(view["card_set"] == NAME, "card_set", view["card_set"], f'"{NAME}", the set of this game')
    settle_own(v, [seat for seat in range(v.players) if v.phase == PHASE.OVER or v.sub[seat] != NONE])
    for seat in hidden_seats(v):
        gone = v.phase in (PHASE.GOALS, PHASE.SETUP) or v.escaped[seat] != NONE
        v.piece[seat] = NONE if gone and v.piece[seat] == UNKNOWN else v.piece[seat]


def hidden_seats(v: Play) -> list[int]:
    """The seats that this view shows from outside."""
    return [] if v.phase == PHASE.OVER else [seat for seat in range(v.players) if v.sub[seat] == NONE]


def check_view(v: Play) -> None:
    """ValueError for a view that no state has."""
    expect(v.phase > NONE and v.stage > NONE and v.round_no > NONE, "view", None, "phase, stage and round")
    check_public(v)
    hidden = hidden_seats(v)
    own = [seat for seat in range(v.players) if seat not in hidden]
    expect(v.phase == PHASE.OVER or len(own) <= 1, "seats", own, "at most one seat seen from inside")
    for seat in own:
        values = [*v.sheet[seat], v.piece[seat], v.penalties[seat], *v.goals[seat], *v.dealt[seat], *v.returned[seat]]
        expect(UNKNOWN not in values, f"seats[{seat}]", None, "all of it in its own view")
        check_seat(v, seat)
        waits = bool(v.to_act >> seat & 1)
        expect(waits == (v.sub[seat] != SUB.DONE), "to_act", waits, f"what seats[{seat}].turn says")
    for seat in hidden:
        values = [*v.sheet[seat], v.penalties[seat], *v.square[seat], *v.setup_mark[seat]]
        values += [*v.goals[seat], *v.dealt[seat], *v.returned[seat]]
        fine = all(value in (UNKNOWN, NONE) for value in values)
        expect(fine and NONE not in v.sheet[seat], f"seats[{seat}]", None, "nulls for what others cannot see")
    if v.phase != PHASE.OVER:
        for what, unseen, room in (("cards", unseen_cards(v), v.deck), ("goals", unseen_goals(v), v.goal_deck)):
            places = sum(card == UNKNOWN for card in room) + sum(_held(v, seat, what) for seat in hidden)
            expect(places == len(unseen), what, f"{places} hidden", f"the {len(unseen)} not seen")


# Chances


def _held(v: Play, seat: int, what: str) -> int:
    return sum(card == UNKNOWN for card in (v.dealt if what == "cards" else v.goals)[seat])


def unseen_cards(v: Play) -> list[int]:
    """The exploration cards that this view does not place."""
    seats = range(v.players)
    seen = {*v.row, *v.discard, *(card for seat in seats for card in v.dealt[seat])}
    if v.phase == PHASE.SETUP:
        seen |= {card for seat in seats for card in v.setup_card[seat]}
    return [card for card in range(CARDS) if card not in seen]


def unseen_goals(v: Play) -> list[int]:
    """The goal cards that this view does not place."""
    seats = range(v.players)
    seen = {*v.goal_discard, *v.spent, *(goal for seat in seats for goal in v.goals[seat])}
    if v.phase == PHASE.GOALS:
        seen |= {goal for seat in seats for goal in v.returned[seat]}
    return [goal for goal in range(GOALS) if goal not in seen]


def belief(v: Play) -> Json:
    """Where each card not seen may be, with what chance; and which letters can still open, how soon."""
    if v.phase == PHASE.OVER:
        return {"cards": {}, "goals": {}, "letters": {}}
    return {"cards": card_belief(v), "goals": goal_belief(v), "letters": letter_belief(v)}


def _spread(chances: dict[int, list[float]], names: tuple[str, ...]) -> Json:
    """By card: the chance of each seat (0 for those seen from inside), then of the deck."""
    return {names[card]: {"seats": places[:-1], "deck": places[-1]} for card, places in chances.items()}


def card_belief(v: Play) -> Json:
    """Exploration cards: the deck, and in set-up the others' cards, each with enough that can be passages (J5)."""
    unseen = unseen_cards(v)
    blocky = [card for card in unseen if IS_BLOCKY[PIECE_OF[card]]]
    held = [_held(v, seat, "cards") for seat in range(v.players)]
    deck = len(unseen) - sum(held)
    total, means = 0, [0.0] * (v.players + 1)  # of the number of blocky cards in each place
    for split in product(*(range(n // 2 + 1) for n in held)):
        rest = len(blocky) - sum(split)
        ways = comb(deck, rest) if rest >= 0 else 0
        for n, k in zip(held, split, strict=True):
            ways *= comb(n, k)
        total += ways
        means = [mean + ways * k for mean, k in zip(means, [*split, rest], strict=True)]
    means = [mean / total if total else 0.0 for mean in means]
    slim = len(unseen) - len(blocky)
    chances = {
        card: [
            mean / len(blocky) if card in blocky else (n - mean) / slim
            for n, mean in zip([*held, deck], means, strict=True)
        ]
        for card in unseen
    }
    return _spread(chances, LETTERS)


def draws(v: Play, seat: int) -> int:
    """How many goal cards a seat has drawn since set-up (guesses.draws)."""
    special = sum(entry >> 5 * (v.players - 1 - seat) & 1 for entry in v.log_special if entry != NONE)
    held = sum(goal != NONE for goal in v.goals[seat]) + (v.spent[seat] != NONE)
    return max(0, held - 2 + special)


def goal_belief(v: Play) -> Json:
    """Goal cards: others' hands and the deck; of those given back a seat holds at most as many as it drew."""
    unseen, seats = unseen_goals(v), range(v.players)
    drawn = [draws(v, seat) for seat in seats]
    renewed = v.phase == PHASE.GOALS or sum(drawn) > GOALS - 2 * v.players
    barred = [] if renewed else [goal for goal in unseen for seat in seats if goal in v.returned[seat]]
    room = [_held(v, seat, "goals") for seat in seats]
    room.append(len(unseen) - sum(room))
    total, counts = 0, [0] * len(room)  # of the barred goals in each place, over all arrangements
    for places in product(range(len(room)), repeat=len(barred)):
        split = [places.count(place) for place in range(len(room))]
        if any(split[seat] > drawn[seat] for seat in seats):
            continue
        ways = 1
        for n, k in zip(room, split, strict=True):
            ways *= perm(n, k)
        total += ways
        counts = [n + ways * k for n, k in zip(counts, split, strict=True)]
    if not total:
        barred, total = [], 1
    means, free = [n / total for n in counts], len(unseen) - len(barred)
    chances = {
        goal: [mean / len(barred) if goal in barred else (n - mean) / free for n, mean in zip(room, means, strict=True)]
        for goal in unseen
    }
    return _spread(chances, GOAL_IDS)


def letter_belief(v: Play) -> Json:
    """Closed letters: the chance that the card comes among the next 1, 2, ... cards after row[0]; 0: not this stage."""
    cards, ahead = card_belief(v), [card for card in v.row[1:] if card != NONE]
    deck = sum(card != NONE for card in v.deck)
    out: Json = {}
    for letter, name in enumerate(LETTERS):
        if (v.open_letters | v.taken_letters) >> letter & 1:
            continue
        share = cards[name]["deck"] / deck if name in cards and deck else 0.0
        first = ahead.index(letter) if letter in ahead else len(ahead)
        by = [float(i >= first) if letter in ahead else share * max(0, i + 1 - first) for i in range(len(ahead) + deck)]
        out[name] = (
            {"stage": v.stage if by and by[-1] > 0 else 2, "by": by} if v.stage == 1 or (by and by[-1] > 0) else None
        )
    return {name: value for name, value in out.items() if value}
