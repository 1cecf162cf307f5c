"""Positions of Ayatsuri given from outside: what they leave out is completed, what cannot be is refused (4.1).

A position need not be one that play reaches: only what 4.1 lists, and what leaves nobody to decide, is refused.
"""

from typing import Any

from takujo.core.chance import OUTCOMES, SCRIPT_SIZE, outcomes, script
from takujo.core.codec import Codec, expect, reads
from takujo.core.record import NONE, UNKNOWN
from takujo.core.sets import members

from .cards import CARDS, CHIPS, FACE_DOWN, FACE_UP, FIRST_HAND, KILLS_TO_END, LIFE_AT_START, MOST_DOWN, ROLE, SEATS
from .luck import LUCK, card_of, deal_of, entry_of, kind_of, value_of
from .state import BOMB, COIN, DECIDES, LAST_CALL, PHASE, STEP, Play

Json = dict[str, Any]

CALL_OF = {
    PHASE.HAND: ROLE.BOMBER,
    PHASE.ACCUSE: ROLE.COP,
    PHASE.NAME: ROLE.ASSASSIN,
    PHASE.GUARD: ROLE.DETECTIVE,
    PHASE.TREAT: ROLE.DOCTOR,
} | dict.fromkeys((PHASE.MURDER, PHASE.OVER), LAST_CALL)
CHIP_KEYS = ("life", "kills", "third_at", "zeroed_by", "clock")
FATE_KEYS = ("revealed", "killed", "any_killed", "accused", "guarded", "named", "bomb", "paid", "victims")


def count_players(given: Json) -> Any:
    """How many seats a position has, if it does not say so."""
    lists = [given.get(key) for key in ("roles", "life", "kills")]
    return given.get("players", next((len(value) for value in lists if isinstance(value, list)), None))


def complete(s: Play, given: Json, codec: Codec) -> None:
    """Fill a blank record from a position, whole or in part; the rules go on from there."""
    basics = {"phase": "deal", "round": 1, "marker": 0, "undecided": False}
    codec.read({key: given.get(key, default) for key, default in basics.items()}, s)
    _read_luck(s, given.get("luck", []))
    _complete_chips(s, given, codec)
    s.first = s.marker
    if s.phase != PHASE.DEAL:
        codec.read({key: given[key] for key in ("first", "step", "call", *FATE_KEYS) if key in given}, s)
        _complete_turn(s, given)
        _complete_cards(s, given)
        _complete_fates(s, given)
    check_seats(s)
    if s.phase == PHASE.DEAL:
        return
    check_bomb(s)
    expect(
        s.bomb != BOMB.ACTIVE or ROLE.BOMBER in s.role, "bomb.state", "active", "another state: role 0 is not in play"
    )
    for seat in range(s.players):
        dead = s.role[seat] == ROLE.DICTATOR and s.killed[seat]
        expect(not dead, f"killed[{seat}]", True, "false: the Dictator is never killed")
    if s.phase not in (PHASE.OVER, PHASE.CALL):
        expect(decider(s) != NONE, "phase", PHASE.names[s.phase], "one for which there is a seat to decide")


# Chips and scripted chance


def _complete_chips(s: Play, given: Json, codec: Codec) -> None:
    s.life[: s.players] = [LIFE_AT_START] * s.players
    codec.read({key: given[key] for key in CHIP_KEYS if key in given}, s)
    if "third_at" not in given:
        holders = [seat for seat in range(s.players) if s.kills[seat] >= KILLS_TO_END]
        for clock, seat in enumerate(holders, 1):
            s.third_at[seat] = clock
    if "clock" not in given:
        s.clock = max(0, *s.third_at)


def _read_luck(s: Play, luck: Any) -> None:
    """A queue of {"deal": [...]}, {"toss": side} and {"draw": role}."""
    expect(isinstance(luck, list), "luck", luck, "a list")
    expect(len(luck) <= SCRIPT_SIZE, "luck", f"{len(luck)} entries", f"at most {SCRIPT_SIZE}")
    entries = []
    for i, entry in enumerate(luck):
        expect(isinstance(entry, dict) and len(entry) == 1, f"luck[{i}]", entry, "an object with one key")
        ((kind, value),) = entry.items()
        if kind == "deal":
            fine = isinstance(value, list) and all(type(card) is int for card in value) and sorted(value) == deck(s)
            expect(fine, f"luck[{i}].deal", value, f"the cards {deck(s)} in some order")
            entries.append(entry_of(LUCK.DEAL, deal_of(value)))
        elif kind == "toss":
            expect(value in COIN.names, f"luck[{i}].toss", value, "white or black")
            entries.append(entry_of(LUCK.TOSS, COIN.names.index(value)))
        else:
            fine = kind == "draw" and type(value) is int and value in deck(s)
            expect(fine, f"luck[{i}]", entry, f"deal, toss, or draw with one of {deck(s)}")
            entries.append(entry_of(LUCK.DRAW, value))
    script(s.chance, entries or None, OUTCOMES)


@reads("chance", "opt_promo")
def luck(s: Play) -> list[Json] | None:
    """The queue as JSON; nobody sees it."""
    if s.chance[0] == UNKNOWN:
        return None
    return [_luck_entry(s, kind_of(entry), value_of(entry)) for entry in outcomes(s.chance)]


def _luck_entry(s: Play, kind: int, value: int) -> Json:
    if kind == LUCK.DEAL:
        return {"deal": [card_of(value, i) for i in range(len(deck(s)))]}
    return {"toss": COIN.names[value]} if kind == LUCK.TOSS else {"draw": value}


@reads("life", "kills", "phase")
def stock(s: Play) -> int:
    return max(0, CHIPS - _used(s))


@reads("life", "kills", "phase")
def proxies(s: Play) -> int:
    """FAQ 2: substitutes on the table."""
    return max(0, _used(s) - CHIPS)


def _used(s: Play) -> int:
    return sum(s.life) + sum(s.kills) + (s.phase == PHASE.TAKE)


# Where the round stands


def _complete_turn(s: Play, given: Json) -> None:
    """`step` and `call`, by default from the phase; in phase `call` that number comes next."""
    name = PHASE.names[s.phase]
    if s.phase in (PHASE.DRAFT, PHASE.CONDEMN):
        s.step = s.call = NONE
        return
    if s.phase in (PHASE.PAY, PHASE.TAKE, PHASE.CALL):
        expect("call" in given, "call", None, f"a number in phase {name}: it cannot be worked out")
    elif "call" not in given:
        passed_on = s.phase == PHASE.HAND and (s.step == STEP.REVEAL or s.bomb == BOMB.ACTIVE)
        expect(not passed_on, "call", None, "a number when the bomb is passed on")
        s.call = CALL_OF[s.phase]
    if s.phase == PHASE.OVER:
        s.step = NONE
    elif s.phase == PHASE.CALL:
        expect(s.call != NONE, "call", None, "a number in phase call")
        s.step, s.call = STEP.ABILITY, s.call - 1 if s.call > deck(s)[0] else NONE
    elif s.phase in (PHASE.PAY, PHASE.TAKE):
        expect(s.step != NONE, "step", None, f"reveal, ability or rampage in phase {name}")
    elif s.step == NONE:
        s.step = (
            STEP.REVEAL
            if s.phase == PHASE.HAND and s.call != ROLE.BOMBER
            else STEP.RAMPAGE
            if s.phase == PHASE.MURDER
            else STEP.ABILITY
        )


def decider(s: Play) -> int:
    """The seat that decides, by what is shown; NONE if there is none."""
    if s.phase == PHASE.DRAFT:
        return (s.first + s.drafted) % s.players
    if s.phase == PHASE.CONDEMN:
        return s.first
    if s.phase == PHASE.PAY:
        return s.guarded
    if s.phase == PHASE.HAND and s.step == STEP.REVEAL:
        return s.carrier
    role = ROLE.BOMBER if s.phase == PHASE.HAND else DECIDES[s.phase]
    return s.role.index(role) if role in s.role else NONE


def _complete_fates(s: Play, given: Json) -> None:
    if "revealed" not in given:
        for seat in range(s.players):
            s.revealed[seat] = int(NONE < s.role[seat] <= s.call)
    if "any_killed" not in given:
        s.any_killed = int(any(s.killed))
    if s.bomb != BOMB.ACTIVE:
        s.carrier = NONE
    chosen = [seat for seat in s.victims if seat != NONE]
    expect(len(set(chosen)) == len(chosen), "victims", chosen, "different seats")


def check_seats(s: Play) -> None:
    """Every seat named is one of the table: it serves positions and views."""
    named = {"marker": s.marker, "first": s.first, "accused": s.accused, "guarded": s.guarded, "bomb": s.carrier}
    named |= {f"victims[{i}]": seat for i, seat in enumerate(s.victims)}
    named |= {f"zeroed_by[{i}]": seat for i, seat in enumerate(s.zeroed_by)}
    for key, seat in named.items():
        expect(seat < s.players, key, seat, f"a seat, 0 to {s.players - 1}")


def check_bomb(s: Play) -> None:
    """Promo 2b: somebody who has not shown a role carries an active bomb: it serves positions and views."""
    if s.bomb == BOMB.ACTIVE:
        carrier = s.carrier if s.carrier != NONE else None
        fine = carrier is not None and not s.revealed[carrier]
        expect(fine, "bomb.carrier", carrier, "a seat not revealed while the bomb is active")


# Cards: hand, leftover and what was seen follow from the piles and the roles (2.6)


def deck(s: Play) -> list[int]:
    return list(range(0 if s.opt_promo else 1, CARDS))


def moved(s: Play) -> bool:
    """3.2-1 six: has the first face-down card been added for the last drafter?"""
    return bool(s.players == SEATS and s.drafted >= SEATS - 1)


def seen_size(s: Play, turn: int) -> int:
    """How many cards the drafter of this turn receives (1.4)."""
    return int(FIRST_HAND[s.players]) - turn + (turn == SEATS - 1)


def down_size(s: Play) -> int:
    """How many cards lie face down."""
    return int(FACE_DOWN[s.players]) + s.opt_promo - moved(s)


@reads("players", "first", "seen")
def seen(s: Play) -> list[list[int | None]]:
    return [_seen_by(s, seat) for seat in range(s.players)]


def _seen_by(s: Play, seat: int) -> list[int | None]:
    cards = s.seen[seat]
    if cards == UNKNOWN:
        return [None] * seen_size(s, (seat - s.first) % s.players)
    return [] if cards == NONE else list(members(cards))


@reads("players", "phase", "first", "drafted", "seen")
def hand(s: Play) -> list[int | None]:
    """What lies before the drafter."""
    return _seen_by(s, decider(s)) if s.phase == PHASE.DRAFT else []


@reads("players", "phase", "first", "seen", "role")
def leftover(s: Play) -> list[int | None]:
    """What the last drafter did not take."""
    last = (s.first - 1) % s.players
    if s.phase == PHASE.DRAFT:
        return []
    if s.seen[last] == UNKNOWN:
        return [None] * (seen_size(s, s.players - 1) - 1)
    return list(members(s.seen[last] & ~(1 << s.role[last])))


def _read_cards(s: Play, key: str, value: Any, size: int) -> list[int]:
    fine = isinstance(value, list) and all(type(card) is int and card in deck(s) for card in value)
    expect(fine, key, value, f"a list of cards {deck(s)[0]} to {CARDS - 1}")
    expect(len(value) == size, key, value, f"{size} cards")
    return list(value)


def _complete_cards(s: Play, given: Json) -> None:
    """Piles not given take the lowest cards that remain: face up (never 5), face down, hand or leftover."""
    _read_roles(s, given)
    last = "hand" if s.phase == PHASE.DRAFT else "leftover"
    size = seen_size(s, min(s.drafted, s.players - 1)) - (s.phase != PHASE.DRAFT)
    sizes = {"face_up": int(FACE_UP[s.players]), "face_down": down_size(s), last: size}
    other = "leftover" if s.phase == PHASE.DRAFT else "hand"
    expect(given.get(other, []) == [], other, given.get(other), f"[] in phase {PHASE.names[s.phase]}")
    piles = {key: _read_cards(s, key, given[key], sizes[key]) for key in sizes if key in given}
    placed = [card for pile in [s.role, *piles.values()] for card in pile if card != NONE]
    expect(len(set(placed)) == len(placed), "position", placed, "each card in one place only")
    rest = [card for card in deck(s) if card not in placed]
    for key, count in sizes.items():
        if key not in piles:
            piles[key] = [card for card in rest if key != "face_up" or card != ROLE.DICTATOR][:count]
            rest = [card for card in rest if card not in piles[key]]
        expect(len(piles[key]) == count, key, piles[key], f"{count} cards")
    expect(ROLE.DICTATOR not in piles["face_up"], "face_up", piles["face_up"], "a card other than 5")
    s.face_up[:] = (piles["face_up"] + [NONE])[:1]
    s.face_down[:] = (piles["face_down"] + [NONE] * MOST_DOWN)[:MOST_DOWN]
    _recall_draft(s, sorted(piles[last]), given.get("added"))


def _read_roles(s: Play, given: Json) -> None:
    roles = given.get("roles", [None] * s.players)
    fine = isinstance(roles, list) and len(roles) == s.players
    expect(fine, "roles", roles, f"a role or null for each of {s.players} seats")
    picked = [role for role in roles if role is not None]
    _read_cards(s, "roles", picked, len(picked))
    s.drafted = given.get("drafted", len(picked))
    right = type(s.drafted) is int and s.drafted == len(picked)
    expect(right, "drafted", s.drafted, f"{len(picked)}, as many as roles")
    most = s.players - 1 if s.phase == PHASE.DRAFT else s.players
    least = 0 if s.phase == PHASE.DRAFT else s.players
    expect(least <= s.drafted <= most, "roles", roles, f"{least} to {most} roles in phase {PHASE.names[s.phase]}")
    for seat, role in enumerate(roles):
        s.role[seat] = NONE if role is None else role
    turns = [roles[(s.first + turn) % s.players] is not None for turn in range(s.drafted)]
    expect(all(turns), "roles", roles, f"roles picked from seat {s.first} on, to the left")
    expect(s.role[s.first] != ROLE.BOMBER, "roles", roles, "another role than 0 for the one who had the marker")


def _recall_draft(s: Play, cards: list[int], added: Any) -> None:
    """2.6: what each seat has received, from the last cards back to the first drafter."""
    last = (s.first - 1) % s.players
    if moved(s):
        s.added = cards[0] if added is None else added
        there = [*cards, s.role[last]]
        expect(type(s.added) is int and s.added in there, "added", s.added, "one of the two cards of the last drafter")
    received = sum(1 << card for card in cards)
    if s.phase == PHASE.DRAFT:
        s.seen[decider(s)] = received
    for turn in range(s.drafted - 1, -1, -1):
        if turn == SEATS - 2 and moved(s):
            received &= ~(1 << s.added)
        seat = (s.first + turn) % s.players
        received |= 1 << s.role[seat]
        s.seen[seat] = received
