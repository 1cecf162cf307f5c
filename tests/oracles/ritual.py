"""RITUAL in plain Python: an independent reading of docs/rules/ritual.md, in the order of the rulebook.

It exists to be compared with the compiled rules and trusts its caller: illegal actions and impossible
positions are not refused. All randomness goes through `chance.below(k)`, in the order section 2 states.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

CHECK = False  # True: apply() asserts that the action is among legal()

COLOURS = ("red", "green", "yellow")
RITUALS, ROUNDS, HAND = 3, 5, 6  # GOAL-1, SET-2
TARGET = 10  # END-M0: exactly this total ends the ritual
MADNESS_LIMIT = 5  # MAD-2: so many minus points put a player out
MARKERS_OF_A_COLOUR = 5  # A03
# Awards are the same for every number of players (A28).
MASTERED_ALONE, MASTERED_SHARED, MASTERED_RUNNER_UP = 3, 2, 1  # END-M2, END-M3
EXCELLENT_FIRST, EXCELLENT_SECOND = 2, 1  # END-E1, END-E2

Event = dict[str, Any]
Log = list[Event] | None  # None: nobody wants the events


class Chance(Protocol):
    """The only source of randomness."""

    def below(self, k: int, /) -> int:
        """A number from 0 to k - 1."""
        ...


class End(NamedTuple):
    """One of a card's two spells."""

    colour: str
    points: int


class Card(NamedTuple):
    """A chant card; sorted by number, cards are sorted by back and index."""

    number: int  # the index of 1.1
    id: str
    ends: tuple[End, End]
    back: tuple[int, int]  # both numbers, lower first, without colours (A02)


def printed_cards() -> Iterable[Card]:
    """1.1: five backs x three colour pairs x which end has the lower number."""
    number = 0
    for low, high in (1, 2), (1, 3), (2, 3), (2, 4), (3, 4):
        for one, other in ("red", "green"), ("green", "yellow"), ("red", "yellow"):
            for p, q in (low, high), (high, low):
                yield Card(number, f"{one[0]}{p}{other[0]}{q}", (End(one, p), End(other, q)), (low, high))
                number += 1


CARDS = tuple(printed_cards())
BY_ID = {card.id: card for card in CARDS}
ALL_MARKERS = [colour for colour in COLOURS for _ in range(MARKERS_OF_A_COLOUR)]


class Chant(NamedTuple):
    """RND-2: a card lying face down before a seat, with one end towards the altar."""

    seat: int
    card: Card
    side: int
    end: End  # the spell that is chanted


class Entry(NamedTuple):
    """LAY: a chant in a player's row, and what became of it."""

    card: Card
    side: int
    result: str  # "scored", "none" or "madness"
    delta: int  # what it adds to the total


@dataclass(slots=True)
class Player:
    """What lies before one player."""

    hand: list[Card] = field(default_factory=list)
    row: list[Entry] = field(default_factory=list)
    contribution: int = 0
    total: int = 0
    minus: int = 0
    is_out: bool = False  # MAD-2

    def lay_in_row(self, card: Card, side: int, result: str) -> int:
        """LAY-1 to LAY-3, CALC, MAD-1, MAD-2: put the card into the row; the points it brings."""
        delta = 0
        if result == "scored":
            delta = card.ends[side].points
        elif result == "madness":
            delta = -card.ends[side].points
            self.minus -= delta
            self.is_out = self.minus >= MADNESS_LIMIT
        self.total += delta
        self.row.append(Entry(card, side, result, delta))
        return delta

    def clear(self) -> None:
        """NR-5, MAD-3: a ritual begins with nothing but the contribution kept."""
        self.hand, self.row = [], []
        self.total = self.minus = 0
        self.is_out = False


def shuffle(items: list[Any], chance: Chance) -> None:
    """Fisher and Yates, from the end of the list."""
    for i in range(len(items) - 1, 0, -1):
        j = chance.below(i + 1)
        items[i], items[j] = items[j], items[i]


def chant_result(altar: str, chanted: list[str]) -> str:
    """RES, 3.2: which of the four results the colours chanted by the players who are in give (A14)."""
    on = chanted.count(altar)
    off = len(chanted) - on
    if off == 0:
        return "smooth"
    if on == 0 and len(set(chanted)) == 1:  # A13: goes before the vortex
        return "accord"
    if off <= on:  # A12: the printed "more" is a slip for "fewer"
        return "wicked"
    return "vortex"


RULE_OF_RESULT = {"smooth": "RES-S", "wicked": "RES-W", "vortex": "RES-V", "accord": "RES-U"}
FATES = {  # what becomes of a chant on the altar, and of one off it
    "smooth": ("scored", "scored"),
    "accord": ("scored", "scored"),
    "wicked": ("none", "scored"),
    "vortex": ("scored", "madness"),
}
RULE_OF_FATE = {"scored": "LAY-1", "none": "LAY-2", "madness": "LAY-3"}


class Award(NamedTuple):
    """Contribution for one seat at the end of a ritual."""

    seat: int
    amount: int
    place: int
    rule: str


class Oracle:
    """One play of RITUAL."""

    def __init__(self, players: int, options: dict[str, Any], chance: Chance) -> None:
        """An empty table; `new` and `from_position` fill it."""
        self.chance = chance
        self.options: dict[str, Any] = {
            "start": None,
            "restart_cap": None,
            "out_may_start": False,
            "out_ranks": False,
            **options,
        }
        self.n = players
        self.players = [Player() for _ in range(players)]
        self.phase = "take-sets"
        self.ritual = 1
        self.restarts = 0
        self.round = 0
        self.start = 0
        self.ritual_start = 0
        self.altar: str | None = None
        self.used_markers: list[list[str]] = [[]]
        self.markers: list[str] = []
        self.sets: list[list[Card] | None] = []
        self.unused: list[Card] = []
        self.history: list[dict[str, Any]] = []
        self.casters: list[int] = []  # who chants in this round, in turn order
        self.laid: list[Chant] = []  # the cards lying face down, in turn order
        self.waiting: list[int] = []  # who has yet to decide, in order; the first one is to act

    # Section 2: set-up

    @classmethod
    def new(cls, players: int, options: dict[str, Any], chance: Chance) -> Oracle:
        """SET-1 to SET-3: start player, markers, then the cards."""
        game = cls(players, options, chance)
        start = game.options["start"]
        game.start = chance.below(players) if start is None else start
        game.markers = list(ALL_MARKERS)
        shuffle(game.markers, chance)
        game._begin_ritual(game.start)
        return game

    def _begin_ritual(self, start: int, rule: str = "SET-3", log: Log = None) -> None:
        """SET-2, NR-3: everybody is in, all thirty cards are shuffled and the sets laid out."""
        for player in self.players:
            player.clear()
        self.phase, self.round = "take-sets", 0
        self.start = self.ritual_start = start
        deck = list(CARDS)
        shuffle(deck, self.chance)
        dealt = HAND * self.n
        self.sets = [sorted(deck[i : i + HAND]) for i in range(0, dealt, HAND)]
        self.unused = sorted(deck[dealt:])
        self.waiting = self._choosing_order()
        if log is not None:
            begins = {"ritual": self.ritual, "restarts": self.restarts, "start": start}
            log.append({"type": "ritual-begins", "rule": rule, **begins})
            laid = {"sets": self._set_ids(), "set_backs": self._set_backs(), "unused": ids(self.unused)}
            log.append({"type": "sets-laid", "rule": "SET-2", **laid})

    def _choosing_order(self) -> list[int]:
        """SET-4: the player who would chant last chooses first; the start player has no choice."""
        return [(self.start - k) % self.n for k in range(1, self.n)]

    def _take_set(self, number: int, log: Log = None) -> None:
        """SET-4, NR-4: the seat to act takes a set; the last one goes to the start player (A09)."""
        self._give_set(self.waiting.pop(0), number, "chosen", log)
        if not self.waiting:
            last = next(i for i, cards in enumerate(self.sets) if cards is not None)
            self._give_set(self.start, last, "forced", log)
            self.sets = []
            self._begin_round(log)

    def _give_set(self, seat: int, number: int, how: str, log: Log) -> None:
        """SET-4: the set becomes the seat's hand."""
        cards = self.sets[number]
        assert cards is not None
        self.players[seat].hand = cards
        self.sets[number] = None
        if log is not None:
            taken = {"seat": seat, "set": number, "cards": ids(cards), "backs": backs(cards)}
            log.append({"type": "set-taken", "rule": "SET-4", **taken, "forced": how == "forced"})

    # 3.1: a round

    def _begin_round(self, log: Log = None) -> None:
        """RND-1: the next marker is laid on the altar."""
        self.phase = "chant"
        self.round += 1
        self.altar = self.markers.pop(0)
        self.casters = self._turn_order()
        self.waiting = self.casters.copy()
        if log is not None:
            marker = {"ritual": self.ritual, "round": self.round, "seat": self.start, "colour": self.altar}
            log.append({"type": "altar", "rule": "RND-1", **marker})

    def _turn_order(self) -> list[int]:
        """RND-2: the players who are in, clockwise from the start player."""
        order = [*range(self.start, self.n), *range(self.start)]
        return [seat for seat in order if not self.players[seat].is_out]

    def _chant(self, card: Card, side: int, log: Log = None) -> None:
        """RND-2: the seat to act lays a card face down; after the last one the round is resolved."""
        seat = self.waiting.pop(0)
        self.players[seat].hand.remove(card)
        self.laid.append(Chant(seat, card, side, card.ends[side]))
        if log is not None:
            laid = {"seat": seat, "card": card.id, "side": side, "back": list(card.back)}
            log.append({"type": "chant", "rule": "RND-2", **laid})
        if not self.waiting:
            self._resolve_round(log)

    def _resolve_round(self, log: Log) -> None:
        """RND-3, RND-4, RES: all cards are turned up, one result applies, its points are noted."""
        altar = self.altar
        assert altar is not None
        result = chant_result(altar, [chant.end.colour for chant in self.laid])
        if log is not None:
            self._report_reveal(result, log)
        fate_on, fate_off = FATES[result]
        for seat, card, side, end in self.laid:
            player = self.players[seat]
            fate = fate_on if end.colour == altar else fate_off
            delta = player.lay_in_row(card, side, fate)
            if log is not None:
                points = {"result": fate, "delta": delta, "total": player.total, "minus": player.minus}
                log.append({"type": "points", "rule": RULE_OF_FATE[fate], "seat": seat, **points})
        self.laid = []
        self._check_after_round(log)

    def _report_reveal(self, result: str, log: list[Event]) -> None:
        """The events of RND-3 and RES."""
        chants = [
            {"seat": chant.seat, "card": chant.card.id, "side": chant.side, **chant.end._asdict()}
            for chant in self.laid
        ]
        log.append({"type": "reveal", "rule": "RND-3", "chants": chants})
        colours = {chant.end.colour for chant in self.laid}
        outcome = {
            "result": result,
            "altar": self.altar,
            "on": [chant.seat for chant in self.laid if chant.end.colour == self.altar],
            "off": [chant.seat for chant in self.laid if chant.end.colour != self.altar],
            "off_colours": [colour for colour in COLOURS if colour in colours and colour != self.altar],
        }
        log.append({"type": "outcome", "rule": RULE_OF_RESULT[result], **outcome})

    # 3.4: after the result

    def _check_after_round(self, log: Log) -> None:
        """NEXT, END, MAD in the one fixed order of A16."""
        still_in = []
        for seat in self.casters:
            player = self.players[seat]
            if not player.is_out:
                still_in.append(seat)
            elif log is not None:
                log.append({"type": "eliminated", "rule": "MAD-2", "seat": seat, "minus": player.minus})
        assert self.altar is not None
        self.used_markers[-1].append(self.altar)  # NEXT-2
        self.altar = None

        if not still_in:
            self._restart_ritual(log)
        elif TARGET in [self.players[seat].total for seat in still_in]:
            self._end_ritual("mastered", "exact-ten", still_in, log)
        elif len(still_in) == 1:
            self._end_ritual("excellent", "last-caster", still_in, log)
        elif self.round == ROUNDS:
            self._end_ritual("excellent", "five-rounds", still_in, log)
        else:
            self._pass_start(log)
            self._begin_round(log)

    def _pass_start(self, log: Log) -> None:
        """NEXT-1: the start marker goes left to the next player who is in (A29)."""
        skipped = []
        to = (self.start + 1) % self.n
        while self.players[to].is_out:
            skipped.append(to)
            to = (to + 1) % self.n
        if log is not None:
            passes = {"from": self.start, "to": to, "skipped": skipped}
            log.append({"type": "start-passes", "rule": "NEXT-1", **passes})
        self.start = to

    # 3.5: awards

    def _end_ritual(self, result: str, reason: str, still_in: list[int], log: Log) -> None:
        """END: the awards; then the next ritual or the end of the game."""
        awards = self._awards(result, still_in)
        amounts = [0] * self.n
        for award in awards:
            amounts[award.seat] = award.amount
            self.players[award.seat].contribution += award.amount
        last = self.ritual == RITUALS
        next_start, by = (None, "") if last else self._next_start(still_in)
        entry = {
            "ritual": self.ritual,
            "result": result,
            "reason": reason,
            "rounds": self.round,
            "restarts": self.restarts,
            "totals": [player.total for player in self.players],
            "minus": [player.minus for player in self.players],
            "eliminated": [player.is_out for player in self.players],
            "last_round": self._last_round(),
            "awards": amounts,
            "next_start": next_start,
        }
        self.history.append(entry)
        if log is not None:
            self._report_end(entry, awards, by, log)

        self.waiting, self.casters = [], []
        if next_start is None:
            self.phase = "over"
            if log is not None:
                log.append(self._game_over())
        else:
            self.ritual += 1
            self.restarts = 0
            self.used_markers.append([])  # NR-4: used markers stay face up
            self._begin_ritual(next_start, "NR-3", log)

    def _awards(self, result: str, still_in: list[int]) -> list[Award]:
        """END-M2, END-M3, END-E1, END-E2: only players who are in are paid (MAD-4), and compared (A25)."""
        ranked = range(self.n) if self.options["out_ranks"] else sorted(still_in)
        totals = {seat: self.players[seat].total for seat in ranked}
        if result == "void":
            return []
        if result == "mastered":
            first = [seat for seat, total in totals.items() if total == TARGET and seat in still_in]
            amount = MASTERED_ALONE if len(first) == 1 else MASTERED_SHARED
            second_amount, rules = MASTERED_RUNNER_UP, ("END-M2", "END-M3")
        else:
            first = highest(totals)
            amount = EXCELLENT_FIRST
            second_amount, rules = EXCELLENT_SECOND, ("END-E1", "END-E2")
        awards = [Award(seat, amount, 1, rules[0]) for seat in first]
        if len(first) == 1:  # a shared first place leaves no second (A26, A44)
            others = {seat: total for seat, total in totals.items() if seat != first[0]}
            awards += [Award(seat, second_amount, 2, rules[1]) for seat in highest(others)]
        return [award for award in awards if award.seat in still_in]

    def _last_round(self) -> list[int | None]:
        """The points each seat got in the round just played; None for a seat that was already out."""
        return [player.row[-1].delta if seat in self.casters else None for seat, player in enumerate(self.players)]

    def _report_end(self, entry: dict[str, Any], awards: list[Award], by: str, log: list[Event]) -> None:
        """The events ritual-ends, contribution and next-start."""
        rule = {"mastered": "END-M1", "excellent": "END-E0", "void": "MAD-3"}[entry["result"]]
        told = {key: unshared(entry[key]) for key in ("ritual", "result", "reason", "totals", "eliminated")}
        log.append({"type": "ritual-ends", "rule": rule, **told})
        log += [{"type": "contribution", **award._asdict()} for award in awards]
        if entry["next_start"] is not None:
            rule = {
                "total": "NR-1",
                "total-of-all": "NR-1",
                "last-round": "NR-2",
                "clockwise": "NR-2",
                "void": "MAD-3",
            }[by]
            log.append({"type": "next-start", "rule": rule, "seat": entry["next_start"], "by": by})

    # 3.6: restart

    def _restart_ritual(self, log: Log) -> None:
        """MAD-3: everybody is out, the ritual is done again, unless the cap makes it void (A21)."""
        cap = self.options["restart_cap"]
        if cap is not None and self.restarts >= cap:
            self._end_ritual("void", "restart-cap", [], log)
            return
        self.restarts += 1
        returned = self.used_markers[-1]
        self.used_markers[-1] = []
        self.markers += returned
        shuffle(self.markers, self.chance)
        if log is not None:
            again = {"ritual": self.ritual, "restarts": self.restarts, "returned": returned}
            log.append({"type": "ritual-restarts", "rule": "MAD-3", **again})
        self._begin_ritual(self.ritual_start, "MAD-3", log)

    # 3.7: the next ritual

    def _next_start(self, still_in: list[int]) -> tuple[int, str]:
        """NR-1, NR-2: who begins the next ritual, and by which comparison."""
        if not still_in:
            return self.ritual_start, "void"
        compared = range(self.n) if self.options["out_may_start"] else still_in
        tied = highest({seat: self.players[seat].total for seat in compared})
        if len(tied) == 1:
            return tied[0], "total-of-all" if self.options["out_may_start"] else "total"
        last = self._last_round()  # nothing, for who was out before it, is less than any points
        tied = highest({seat: -1000 if (delta := last[seat]) is None else delta for seat in tied})
        if len(tied) == 1:
            return tied[0], "last-round"
        return min(tied, key=lambda seat: (seat - self.start - 1) % self.n), "clockwise"  # A31

    # 3.8: end of the game

    def _winners(self) -> tuple[list[int], str]:
        """FIN-1 to FIN-3: the winners and what decided."""
        tied = highest({seat: player.contribution for seat, player in enumerate(self.players)})
        if len(tied) == 1:
            return tied, "contribution"
        if not all(player.is_out for player in self.players):  # after a void ritual all are equal (A34)
            tied = highest({seat: self.players[seat].total for seat in tied})
        return tied, "last-ritual" if len(tied) == 1 else "shared"

    def _game_over(self) -> Event:
        """FIN-1 to FIN-3 as an event."""
        winners, by = self._winners()
        rule = {"contribution": "FIN-1", "last-ritual": "FIN-2", "shared": "FIN-3"}[by]
        scores = [player.contribution for player in self.players]
        return {"type": "game-over", "rule": rule, "winners": winners, "scores": scores, "by": by}

    @property
    def result(self) -> dict[str, Any] | None:
        """None before the end; else the winners and everybody's contribution."""
        if self.phase != "over":
            return None
        return {"winners": self._winners()[0], "scores": [player.contribution for player in self.players]}

    # 4.1: decisions

    @property
    def to_act(self) -> tuple[int, ...]:
        """Always exactly one seat until the game is over."""
        return tuple(self.waiting[:1])

    def legal(self, seat: int) -> list[dict[str, Any]]:
        """4.1: sets in ascending order; cards in hand order, side 0 before 1."""
        if seat not in self.to_act:
            return []
        if self.phase == "take-sets":
            return [{"type": "take-set", "set": i} for i in self._sets_left()]
        hand = self.players[seat].hand
        return [{"type": "chant", "card": card.id, "side": side} for card in hand for side in (0, 1)]

    def apply(self, seat: int, action: dict[str, Any]) -> list[Event]:
        """Do a legal action and everything that follows from it, up to the next decision."""
        if CHECK:
            assert action in self.legal(seat), (seat, action)
        log: list[Event] = []
        if action["type"] == "take-set":
            self._take_set(action["set"], log)
        else:
            self._chant(BY_ID[action["card"]], action["side"], log)
        return log

    def play_randomly(self, rng: Any) -> int:
        """Play to the end, each choice uniform by `rng.random()`; the number of decisions made."""
        random = rng.random
        decisions = 0
        while self.waiting:
            decisions += 1
            if self.phase == "take-sets":
                left = self._sets_left()
                self._take_set(left[int(random() * len(left))])
            else:
                hand = self.players[self.waiting[0]].hand
                choice = int(random() * 2 * len(hand))
                self._chant(hand[choice // 2], choice % 2)
        return decisions

    def _sets_left(self) -> list[int]:
        """The numbers of the sets still on the table."""
        return [i for i, cards in enumerate(self.sets) if cards is not None]

    # 4.3: positions and views

    def position(self) -> dict[str, Any]:
        """Everything about the play, hidden things included."""
        players = self.players
        played: list[Chant | None] = [None] * self.n
        for chant in self.laid:
            played[chant.seat] = chant
        return {
            "game": "ritual",
            "players": self.n,
            "options": dict(self.options),
            "phase": self.phase,
            "ritual": self.ritual,
            "restarts": self.restarts,
            "round": self.round,
            "start": self.start,
            "ritual_start": self.ritual_start,
            "altar": self.altar,
            "used_markers": unshared(self.used_markers),
            "markers": list(self.markers),
            "sets": self._set_ids(),
            "hands": [ids(player.hand) for player in players],
            "unused": ids(self.unused),
            "played": [chant and {"card": chant.card.id, "side": chant.side} for chant in played],
            "rows": [
                [{"card": card.id, "side": side, "result": result} for card, side, result, _ in player.row]
                for player in players
            ],
            "contribution": [player.contribution for player in players],
            "history": unshared(self.history),
            "to_act": list(self.to_act),
            "eliminated": [player.is_out for player in players],
            "totals": [player.total for player in players],
            "minus": [player.minus for player in players],
            "set_backs": self._set_backs(),
            "hand_backs": [backs(player.hand) for player in players],
            "unused_backs": backs(self.unused),
            "played_backs": [chant and list(chant.card.back) for chant in played],
            "markers_left": {colour: self.markers.count(colour) for colour in COLOURS},
            "result": self.result,
        }

    def view(self, seat: int | None) -> dict[str, Any]:
        """4.3: the position as this seat (None: a spectator) may know it."""
        shown = self.position()
        shown["markers"] = hidden(shown["markers"])
        shown["sets"] = [cards and hidden(cards) for cards in shown["sets"]]
        shown["unused"] = hidden(shown["unused"])
        for other in range(self.n):
            if other != seat:
                shown["hands"][other] = hidden(shown["hands"][other])
                if shown["played"][other] is not None:
                    shown["played"][other] = {"card": None, "side": None}
        return shown

    def redact(self, seat: int | None, events: list[Event]) -> list[Event]:
        """Section 6: the events as this seat (None: a spectator) may know them."""
        shown = []
        for event in events:
            event = unshared(event)
            if event["type"] == "set-taken" and event["seat"] != seat:
                event["cards"] = hidden(event["cards"])
            elif event["type"] == "chant" and event["seat"] != seat:
                event["card"] = event["side"] = None
            elif event["type"] == "sets-laid":
                event["sets"] = [hidden(cards) for cards in event["sets"]]
                event["unused"] = hidden(event["unused"])
            shown.append(event)
        return shown

    def _set_ids(self) -> list[list[str] | None]:
        """The sets on the table; None for one already taken."""
        return [None if cards is None else ids(cards) for cards in self.sets]

    def _set_backs(self) -> list[list[list[int]] | None]:
        """The backs of the sets on the table."""
        return [None if cards is None else backs(cards) for cards in self.sets]

    @classmethod
    def from_position(cls, position: dict[str, Any], chance: Chance) -> Oracle:
        """4.3: a position; what is not given takes its default or is completed at random."""
        n = position["players"]
        game = cls(n, position.get("options") or {}, chance)
        game.phase = position.get("phase", "chant")
        game.ritual = position.get("ritual", 1)
        game.restarts = position.get("restarts", 0)
        game.start = position.get("start", 0)
        game.ritual_start = position.get("ritual_start", game.start)
        game.history = unshared(position.get("history", []))
        for seat, contribution in enumerate(position.get("contribution", [])):
            game.players[seat].contribution = contribution
        for seat, row in enumerate(position.get("rows", [])):
            for entry in row:
                game.players[seat].lay_in_row(BY_ID[entry["card"]], entry["side"], entry["result"])
        played = position.get("played") or [None] * n
        for seat in game._turn_order():
            if played[seat] is not None:
                card, side = BY_ID[played[seat]["card"]], played[seat]["side"]
                game.laid.append(Chant(seat, card, side, card.ends[side]))
        game._complete_cards(position)
        game._complete_markers(position)
        game._complete_turn(position)
        return game

    def _complete_cards(self, position: dict[str, Any]) -> None:
        """Fill hands in seat order, then sets, from the cards placed nowhere; the rest is unused."""
        taking = self.phase == "take-sets"
        hands = position.get("hands") or []
        for player, hand in zip(self.players, hands, strict=False):
            player.hand = [BY_ID[card] for card in hand or []]
        if taking:
            held = sum(bool(player.hand) for player in self.players)
            sets = position.get("sets", [None] * held + [[]] * (self.n - held))
            self.sets = [None if cards is None else [BY_ID[card] for card in cards] for cards in sets]
        self.unused = [BY_ID[card] for card in position.get("unused", [])]

        placed = {*self.unused, *(chant.card for chant in self.laid)}
        for player in self.players:
            placed.update(player.hand)
            placed.update(entry.card for entry in player.row)
        placed.update(card for cards in self.sets for card in cards or [])
        pool = [card for card in CARDS if card not in placed]
        if pool:
            shuffle(pool, self.chance)

        laid_by = {chant.seat for chant in self.laid}
        for seat, player in enumerate(self.players):
            due = HAND - len(player.row) - (seat in laid_by)
            if taking and not player.hand:
                due = 0
            player.hand += take(pool, due - len(player.hand))
            player.hand.sort()
        for cards in self.sets:
            if cards is not None:
                cards += take(pool, HAND - len(cards))
                cards.sort()
        self.unused = sorted(self.unused + pool)

    def _complete_markers(self, position: dict[str, Any]) -> None:
        """The missing markers lie face down, shuffled; in a round without an altar the next one is drawn."""
        self.altar = position.get("altar")
        self.used_markers = unshared(position.get("used_markers", [[] for _ in range(self.ritual)]))
        if "markers" in position:
            self.markers = list(position["markers"])
        else:
            self.markers = list(ALL_MARKERS)
            for used in self.used_markers:
                for colour in used:
                    self.markers.remove(colour)
            if self.altar is not None:
                self.markers.remove(self.altar)
            shuffle(self.markers, self.chance)
        if self.phase == "chant" and self.altar is None:
            self.altar = self.markers.pop(0)

    def _complete_turn(self, position: dict[str, Any]) -> None:
        """The number of the round, and who has yet to decide in it."""
        if self.phase == "take-sets":
            self.round = 0
            self.waiting = [seat for seat in self._choosing_order() if not self.players[seat].hand]
        elif self.phase == "chant":
            self.casters = self._turn_order()
            self.waiting = self.casters[len(self.laid) :]
            self.round = 1 + len(self.players[self.casters[0]].row)
        else:
            self.round = max(len(player.row) for player in self.players)
        self.round = position.get("round", self.round)


def highest(score: dict[int, int]) -> list[int]:
    """The seats with the highest score, in the order given."""
    best = max(score.values(), default=0)
    return [seat for seat, value in score.items() if value == best]


def take(pool: list[Card], count: int) -> list[Card]:
    """Remove so many cards from the pool."""
    return [pool.pop() for _ in range(count)]


def ids(cards: Iterable[Card]) -> list[str]:
    """The cards by name."""
    return [card.id for card in cards]


def backs(cards: Iterable[Card]) -> list[list[int]]:
    """What the cards show from behind."""
    return [list(card.back) for card in cards]


def hidden(things: list[Any]) -> list[None]:
    """A hidden list keeps its length."""
    return [None] * len(things)


def unshared(value: Any) -> Any:
    """A copy of plain data that shares no list or object with it."""
    if isinstance(value, list):
        return [unshared(item) for item in value]
    if isinstance(value, dict):
        return {key: unshared(item) for key, item in value.items()}
    return value
