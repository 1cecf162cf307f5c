"""Arkham Ritual in plain Python: a second reading of docs/rules/arkham-ritual.md, to test the engine against.

Sections in brackets are those of the rulebook, (R..) the rulings of the rules page, plain numbers its parts.
Cards are their slugs. A holder is a seat or a dummy: the holders' cards are `hands + dummies`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

CHECK = False  # make apply() assert that the action is legal

Json = dict[str, Any]


class Chance(Protocol):
    """Where all randomness comes from."""

    def below(self, k: int, /) -> int: ...


# ------------------------------------------------------------------------------------ 1. components

ARTIFACTS = ("dagger", "chalice", "mask", "tome", "idol")  # 儀式道具
GATES = ("gate-a", "gate-b")  # ゲート
LOOKS = ("magical-orb", "shining-trapezohedron")  # the events that look at the deck's top card
OLD_ONES = ("cthulhu", "nyarlathotep", "yog-sothoth", "hastur")  # 旧支配者, in id order
GREAT_OLD_ONES = frozenset((*OLD_ONES, "mystery"))

ARTIFACT_KIND = {f"{kind}-{colour}": kind for colour in ("sane", "mad") for kind in ARTIFACTS}
MAD = frozenset(card for card in ARTIFACT_KIND if card.endswith("-mad")) | GREAT_OLD_ONES  # 狂気

MAX_SANITY = 7  # [3][Q5]
DOOM_VALUES = (1, 2, 3, 4, 5, 6, 7)  # (R2)
FILLER = "..."  # in a position: all cards mentioned nowhere else


@dataclass(frozen=True, slots=True)
class Options:
    """1.3: which card of each swap group is in the deck [9][10], and which rules are added."""

    event: str = "magical-orb"
    character1: str = "investigator"
    character2: str = "cultist"
    great_old_one: str = "cthulhu"
    doom_board: bool = False
    true_winner: bool = False
    first_parent: int | None = None
    doom_values: tuple[int, ...] = DOOM_VALUES
    yog_owner_compared: bool = True
    nyarlathotep_owner_compared: bool = False
    dummies_raise_loss: bool = True
    orb_removes_for_game: bool = False

    @classmethod
    def from_json(cls, options: Json) -> Options:
        values = options.get("doom_values", DOOM_VALUES)
        return cls(**options | {"doom_values": tuple(values)})

    def cards(self) -> list[str]:
        """1.2: the 22 cards in canonical id order, copies adjacent [3][9]."""
        sane_artifacts = [f"{kind}-sane" for kind in ARTIFACTS for _ in range(2)]
        mad_artifacts = [f"{kind}-mad" for kind in ARTIFACTS]
        chosen = [self.event, self.character1, self.character2, self.great_old_one]
        return [*sane_artifacts, *mad_artifacts, "elder-sign", *GATES, *chosen]


def shuffle(cards: list[str], chance: Chance) -> None:
    """The one shuffle of the page: from the last place down, swap with a place at or below it."""
    for i in range(len(cards) - 1, 0, -1):
        j = chance.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]


def colour(card: str) -> str:
    return "mad" if card in MAD else "sane"


def as_json(part: Any) -> Json:
    """One of the small records here by its fields' names, with lists of its own."""
    values = {name: getattr(part, name) for name in part.__slots__}
    return {name: list(value) if isinstance(value, list | tuple) else value for name, value in values.items()}


# ---------------------------------------------------------------------------- small parts of a state


class Move(NamedTuple):
    """One of the actions of 2.4."""

    type: str
    to: int | None = None

    def as_json(self) -> Json:
        return {"type": self.type} if self.to is None else {"type": self.type, "to": self.to}


OFFERS = [Move("offer", seat) for seat in range(7)]
PASSES = [Move("pass", seat) for seat in range(7)]
ACCEPT, DECLINE, RETURN, REMOVE = Move("accept"), Move("decline"), Move("return"), Move("remove")


@dataclass(slots=True)
class Look:
    """2.11: the one look of this round. It follows the card that was looked at."""

    seat: int
    event: str
    card: str
    colour: str | None  # public, but only the Shining Trapezohedron tells it
    at: str = "top"  # top, offered, hand, removed
    holder: int | None = None  # whose hand


@dataclass(frozen=True, slots=True)
class Awakening:
    """2.8: a Great Old One that a Gate woke. Its owner is a seat or a dummy."""

    card: str
    effect: str  # the card itself, or what the Mystery Card turned up
    owner: int | None
    owner_dummy: int | None


@dataclass(slots=True)
class Verdict:
    """2.7, 2.8: who failed at the round's end, and the change each seat is due before the limits 0 and 7."""

    due: list[int]
    failed: list[int] = field(default_factory=list)
    failed_dummies: list[int] = field(default_factory=list)
    loss: int | None = None
    extra: int = 0


@dataclass(slots=True)
class RoundSummary:
    """2.11: `last_round`."""

    round: int
    cause: str
    last_parent: int
    hands: list[str]
    dummies: list[str]
    great_old_one: Awakening | None
    failed: list[int]
    failed_dummies: list[int]
    loss: int | None
    extra: int
    delta: list[int]

    @classmethod
    def from_json(cls, summary: Json) -> RoundSummary:
        old_one = summary["great_old_one"]
        lists: Json = {key: list(value) for key, value in summary.items() if isinstance(value, list)}
        return cls(**summary | lists | {"great_old_one": old_one and Awakening(**old_one)})

    def as_json(self) -> Json:
        old_one = self.great_old_one
        return as_json(self) | {"great_old_one": old_one and as_json(old_one)}


class Log:
    """Part 4: the events of one action, and for each the seats that may read its card (None: everybody)."""

    def __init__(self) -> None:
        self.events: list[Json] = []
        self.readers: list[frozenset[int] | None] = []

    def tell(self, kind: str, rule: str, **fields: Any) -> None:
        """What everybody at the table sees."""
        self.events.append({"type": kind, **fields, "rule": rule})
        self.readers.append(None)

    def whisper(self, readers: Iterable[int], kind: str, rule: str, **fields: Any) -> None:
        """What everybody sees, but for the face of the card."""
        self.events.append({"type": kind, **fields, "rule": rule})
        self.readers.append(frozenset(readers))


# ------------------------------------------------------------------------------------------ the game


class Oracle:
    """One play of Arkham Ritual."""

    def __init__(self, players: int, options: Options, chance: Chance) -> None:
        """2.1: everything but the first round [3]."""
        self.players = players
        self.dummy_count = max(0, 5 - players)  # [14]
        self.head_count = players + self.dummy_count  # [14]: dummies count as players
        self.options = options
        self.cards = options.cards()
        self.chance = chance
        self.last_log = Log()

        self.round = 0
        self.turn = 0
        self.phase = "offer"
        self.parent = 0
        self.sanity = [MAX_SANITY] * players
        self.hands: list[str] = []
        self.dummies: list[str] = []
        self.deck: list[str] = []  # index 0 is the top
        self.offered: str | None = None
        self.path: list[int] = []
        self.on_table: list[int] = []  # ascending
        self.discard: list[str] = []
        self.removed: list[str] = []
        self.removed_by: list[int] = []
        self.look: Look | None = None
        self.gate_clear: set[int] = set()
        self.doom_space: int | None = 0 if options.doom_board else None
        self.set_aside: list[str] = []
        self.last_round: RoundSummary | None = None

    @classmethod
    def new(cls, players: int, options: Json, chance: Chance) -> Oracle:
        """2.1: set up the game and start round 1."""
        game = cls(players, Options.from_json(options), chance)
        parent = game.options.first_parent
        if parent is None:
            parent = chance.below(players)  # (R3)
        game._start_round(parent, "first", None)
        return game

    # ------------------------------------------------------------------------ 2.4 decision points

    @property
    def to_act(self) -> tuple[int, ...]:
        if self.phase == "over":
            return ()
        return (self.parent,) if self.phase == "offer" else (self.path[-1],)

    def legal(self, seat: int | None) -> list[Json]:
        """2.4: accept first, then targets ascending; return before remove."""
        return [move.as_json() for move in self._choices()] if seat in self.to_act else []

    def apply(self, seat: int, action: Json) -> list[Json]:
        """2.3: carry out a legal action; what happened, with full information."""
        if CHECK:
            assert action in self.legal(seat), (seat, action)
        self.last_log = log = Log()
        self._play(Move(action["type"], action.get("to")), log)
        return log.events

    def play_randomly(self, rng: random.Random) -> int:
        """Play to the end, every legal choice alike likely; how many decisions that took."""
        decisions = 0
        while self.phase != "over":
            choices = self._choices()
            self._play(choices[int(rng.random() * len(choices))], None)
            decisions += 1
        return decisions

    def _choices(self) -> list[Move]:
        """2.4: what the seat to act may do."""
        if self.phase == "offer":  # D1: to any child, never kept [6-1][Q1]
            return [OFFERS[seat] for seat in self.on_table]
        if self.phase == "respond":  # D2: pass while a hand is on the table, decline when none is [6-2]
            if self.on_table:
                return [ACCEPT, *[PASSES[seat] for seat in self.on_table]]
            return [ACCEPT, DECLINE]
        if self.phase == "orb":  # D3 [10-2]
            return [RETURN, REMOVE]
        return []

    def _play(self, move: Move, log: Log | None) -> None:
        kind, to = move
        if to is not None:
            self._hand_over(kind, to, log)
        elif kind == "accept":
            self._accept(log)
        elif kind == "decline":
            self._decline(log)
        elif kind == "return":
            self._return_top(log)
        else:
            self._remove_top(log)

    # ---------------------------------------------------------------------------- 2.2 round setup

    def _start_round(self, parent: int, why: str, log: Log | None) -> None:
        """2.2: gather and shuffle all cards in play, deal, begin turn 1 [5]."""
        self.round += 1
        self.turn = 0
        self.discard = []
        if not self.options.orb_removes_for_game:  # (R16): back for this round
            self.removed, self.removed_by = [], []
        self.look = None
        self.gate_clear = set()

        deck = self.cards.copy()
        for card in self.removed:
            deck.remove(card)
        shuffle(deck, self.chance)
        self.hands = deck[: self.players]
        self.dummies = deck[self.players : self.head_count]
        self.deck = deck[self.head_count :]
        if self.options.great_old_one == "mystery":  # (R27)
            self.set_aside = list(OLD_ONES)
            shuffle(self.set_aside, self.chance)

        if log:
            log.tell("round_start", "5-1", round=self.round, parent=parent, why=why)
            for seat, card in enumerate(self.hands):
                log.whisper(self._all_but(seat), "deal", "5", seat=seat, dummy=None, card=card)
            for dummy, card in enumerate(self.dummies):
                log.tell("deal", "14", seat=None, dummy=dummy, card=card)
        self._start_turn(parent, log)

    def _round_parent(self) -> tuple[int, str]:
        """2.2: who begins the next round, and why: fewest sanity, then clockwise [5-1]."""
        fewest = min(self.sanity)
        clockwise = [(self.parent + step) % self.players for step in range(1, self.players + 1)]
        tied = [seat for seat in clockwise if self.sanity[seat] == fewest]  # (R5): the last parent comes last
        return tied[0], "fewest" if len(tied) == 1 else "fewest-tie"

    def _all_but(self, seat: int) -> list[int]:
        return [other for other in range(self.players) if other != seat]

    # ----------------------------------------------------------------------------------- 2.3 a turn

    def _start_turn(self, parent: int, log: Log | None) -> None:
        """2.3: hands on the table; the parent alone looks at the top card [6-1]."""
        self.turn += 1
        self.phase = "offer"
        self.parent = parent
        self.path = []
        self.on_table = self._all_but(parent)
        self.offered = self.deck.pop(0)
        if self.look and self.look.at == "top":
            self.look.at = "offered"
        if log:
            log.tell("turn_start", "6-1", turn=self.turn, parent=parent)
            readers = [seat for seat in range(self.players) if self._sees_offered(seat)]
            left = len(self.deck)
            log.whisper(readers, "draw", "6-1", seat=parent, card=self.offered, deck_left=left)

    def _hand_over(self, kind: str, to: int, log: Log | None) -> None:
        """2.3: offer or pass: the next child takes the hand off the table and decides [6-1][6-2][6-2-2]."""
        if log:
            rule = "6-1" if kind == "offer" else "6-2-2"
            log.tell(kind, rule, seat=self.to_act[0], to=to)
        self.path.append(to)
        self.on_table.remove(to)
        self.phase = "respond"

    def _accept(self, log: Log | None) -> None:
        """2.3: the old card goes face up, the new one is taken unseen, an event card acts [6-2-1]."""
        child = self.path[-1]
        old, new = self.hands[child], self.offered
        assert new is not None
        self.discard.append(old)
        self.hands[child] = new
        self.offered = None
        self.gate_clear.discard(child)

        look = self.look
        if look and look.at == "hand" and look.holder == child:
            self.look = None  # the card looked at is face up now
        elif look and look.at == "offered":
            look.at, look.holder = "hand", child
        if log:
            log.tell("discard", "6-2-1", seat=child, card=old)
            readers = [seat for seat in range(self.players) if self._sees_hand(seat, child)]
            log.whisper(readers, "take", "6-2-1", seat=child, card=new)

        if old == "elder-sign":
            self._elder_sign(child, log)
        elif old in GATES:
            self._gate(child, old, log)
        elif old in LOOKS:
            self._look_at_top(child, old, log)
        else:
            self._end_turn(log)

    def _decline(self, log: Log | None) -> None:
        """2.3: no child took the card; it goes without effect and the round ends [6-2-2] (R30, R34)."""
        card = self.offered
        assert card is not None
        self.discard.append(card)
        self.offered = None
        if self.look and self.look.at == "offered":
            self.look = None
        if log:
            log.tell("decline", "6-2-2", seat=self.path[-1], card=card)
        self._end_round("all-declined", log)

    def _end_turn(self, log: Log | None) -> None:
        """2.3: the round ends with the deck; else the deck goes to the nearest hand on the table [6-3]."""
        if not self.deck:
            self._end_round("deck-empty", log)
            return
        if self.on_table:
            following = [seat for seat in self.on_table if seat > self.parent]
            parent, why = (following or self.on_table)[0], "hand-on-table"
        else:
            parent, why = (self.parent + 1) % self.players, "left-neighbour"
        if log:
            log.tell("next_parent", "6-3", seat=parent, why=why)
        self._start_turn(parent, log)

    # ---------------------------------------------------------------------------- 2.5 event cards

    def _elder_sign(self, child: int, log: Log | None) -> None:
        """2.5: the round ends at once; the child is judged by the card just taken [10-2][Q2]."""
        if log:
            log.tell("elder_sign", "10-2", seat=child)
        self._end_round("elder-sign", log)

    def _gate(self, child: int, gate: str, log: Log | None) -> None:
        """2.5: a Great Old One held by anyone awakes, also one just taken or a dummy's [10-2][Q4] (R19)."""
        card = owner = owner_dummy = None
        for holder, held in enumerate(self.hands + self.dummies):
            if held in GREAT_OLD_ONES:
                card = held
                if holder < self.players:
                    owner = holder
                else:
                    owner_dummy = holder - self.players
        if log:
            found = {"great_old_one": card, "owner": owner, "owner_dummy": owner_dummy}
            log.tell("gate", "10-2", seat=child, card=gate, **found)
        if card is None:
            self.gate_clear = set(range(self.players))
            self._end_turn(log)
        else:
            effect = self.set_aside[0] if card == "mystery" else card
            self._end_round("great-old-one", log, Awakening(card, effect, owner, owner_dummy))

    def _look_at_top(self, child: int, event: str, log: Log | None) -> None:
        """2.5: Magical Orb and Shining Trapezohedron: the discarder looks at the deck's top card [10-2]."""
        if not self.deck:  # (R15)
            if log:
                log.tell("fizzle", "10-2", seat=child, card=event)
            self._end_turn(log)
            return
        top = self.deck[0]
        shown = None if event == "magical-orb" else colour(top)
        self.look = Look(child, event, top, shown)
        if log:
            log.whisper([child], "look", "10-2", seat=child, event=event, card=top, colour=shown)
        if event == "magical-orb":
            self.phase = "orb"
        else:
            self._trapezohedron(child, top, log)

    def _trapezohedron(self, child: int, top: str, log: Log | None) -> None:
        """2.5: +1 for a sane card, -1 for a mad one, which stays; 0 ends the game [10-2] (R13, R14)."""
        self._change_sanity(child, -1 if top in MAD else 1, "shining-trapezohedron", "10-2", log)
        if self.sanity[child] > 0:
            self._end_turn(log)
            return
        self._turn_up_hands("shining-trapezohedron", "10-2", log)
        self._sum_up("shining-trapezohedron", None, Verdict([]), [0] * self.players)
        self._end_game("shining-trapezohedron", log)

    def _return_top(self, log: Log | None) -> None:
        """2.5: the Orb's card goes back on top, face down [10-2]."""
        if log:
            log.tell("return", "10-2", seat=self.path[-1])
        self._end_turn(log)

    def _remove_top(self, log: Log | None) -> None:
        """2.5: the Orb's card leaves round or game face down, known to the looker alone [10-2] (R16, R17)."""
        card = self.deck.pop(0)
        self.removed.append(card)
        self.removed_by.append(self.path[-1])
        assert self.look is not None
        self.look.at = "removed"
        if log:
            looker = self.path[-1]
            out_of = "game" if self.options.orb_removes_for_game else "round"
            log.whisper([looker], "remove", "10-2", seat=looker, card=card, out_of=out_of)
        self._end_turn(log)

    # ---------------------------------------------------------------------------- 2.6 end of a round

    def _end_round(self, cause: str, log: Log | None, awakening: Awakening | None = None) -> None:
        """2.6: judgement or Great Old One, sanity, game end, doom marker, next round [6-3][7][13]."""
        self._turn_up_hands(cause, "6-3", log)
        verdict = self._havoc(awakening, log) if awakening else self._judgement(log)
        delta = [0] * self.players
        for seat, due in enumerate(verdict.due):
            if due:
                why, rule = self._reason(seat, due, awakening)
                delta[seat] = self._change_sanity(seat, due, why, rule, log)
        self._sum_up(cause, awakening, verdict, delta)

        if 0 in self.sanity:
            self._end_game("round-end", log)
            return
        self._move_doom_marker(log)
        self._start_round(*self._round_parent(), log)

    def _turn_up_hands(self, cause: str, rule: str, log: Log | None) -> None:
        """2.6: all see all hands [7] (R31)."""
        if log:
            shown = {"hands": self.hands.copy(), "dummies": self.dummies.copy()}
            log.tell("round_end", rule, round=self.round, cause=cause, **shown)

    def _reason(self, seat: int, due: int, awakening: Awakening | None) -> tuple[str, str]:
        """Part 4: why a seat's sanity changes at the round's end, and the rule to cite."""
        if awakening:
            return awakening.effect, "10-4"
        if self.hands[seat] == "wary-student":
            return "wary-student", "10-3"
        if due > 0:
            return "investigator", "10-3"
        return "judgement", "13" if self.options.doom_board else "7-3"

    def _change_sanity(self, seat: int, due: int, why: str, rule: str, log: Log | None) -> int:
        """2.6: the change really made: never below 0 nor above 7 [7-3][Q5]."""
        before = self.sanity[seat]
        now = self.sanity[seat] = max(0, min(MAX_SANITY, before + due))
        if log and now != before:
            log.tell("sanity", rule, seat=seat, delta=now - before, now=now, why=why)
        return now - before

    def _sum_up(self, cause: str, awakening: Awakening | None, verdict: Verdict, delta: list[int]) -> None:
        self.last_round = RoundSummary(
            round=self.round,
            cause=cause,
            last_parent=self.parent,
            hands=self.hands,  # the next round deals new lists
            dummies=self.dummies,
            great_old_one=awakening,
            failed=verdict.failed,
            failed_dummies=verdict.failed_dummies,
            loss=verdict.loss,
            extra=verdict.extra,
            delta=delta,
        )

    def _prescribed_number(self, failures: int) -> int:
        """2.7: what a failing player loses: as many as failed [7-3], or what the doom board says [13]."""
        return failures if self.doom_space is None else self.options.doom_values[self.doom_space]

    def _move_doom_marker(self, log: Log | None) -> None:
        """2.6: one space before each next round, staying on the last [13] (R28)."""
        if self.doom_space is None:
            return
        values = self.options.doom_values
        self.doom_space = min(self.doom_space + 1, len(values) - 1)
        if log:
            log.tell("doom", "13", space=self.doom_space, value=values[self.doom_space])

    # ---------------------------------------------------------------------------- 2.7 judgement

    def _judgement(self, log: Log | None) -> Verdict:
        """2.7: who fails, dummies included, and what the seats lose or gain [7-1][7-2][7-3][10-3][14]."""
        held = self.hands + self.dummies
        cultist = "cultist" in held  # (R20): also a dummy's
        professor = "mad-professor" in held
        kinds = [ARTIFACT_KIND.get(card) for card in held]

        def fails(card: str, kind: str | None) -> bool:
            if (card in MAD) != cultist:
                return True  # [7-1]: mad cards fail; with the Cultist sane ones do [7-2]
            if kind is not None:
                return kinds.count(kind) > 1  # another has the same artifact, whatever the colours
            return professor or card == "wary-student"  # [10-3]

        failing = [holder for holder, card in enumerate(held) if fails(card, kinds[holder])]
        verdict = self._failure(failing)  # (R8, R9): dummies and the Wary Student count
        for seat, card in enumerate(self.hands):
            if seat in verdict.failed:
                assert verdict.loss is not None
                verdict.due[seat] = -1 if card == "wary-student" else -verdict.loss  # (R10)
            elif card == "investigator":
                verdict.due[seat] = 1
        if log:
            rule = "7-2" if cultist else "10-3" if professor else "7-1"
            survived = [seat for seat in range(self.players) if seat not in verdict.failed]
            failures = {"failed": verdict.failed.copy(), "failed_dummies": verdict.failed_dummies.copy()}
            log.tell("judgement", rule, survived=survived, **failures, loss=verdict.loss)
        return verdict

    def _failure(self, failing: list[int]) -> Verdict:
        """These holders fail: the prescribed number follows from how many they are (R8); nothing due yet."""
        counted = [holder for holder in failing if holder < self.players or self.options.dummies_raise_loss]
        return Verdict(
            due=[0] * self.players,
            failed=[holder for holder in failing if holder < self.players],
            failed_dummies=[holder - self.players for holder in failing if holder >= self.players],
            loss=self._prescribed_number(len(counted)),
        )

    # ---------------------------------------------------------------------------- 2.8 Great Old Ones

    def _havoc(self, awakening: Awakening, log: Log | None) -> Verdict:
        """2.8: the effect that replaces the judgement; no character card acts [10-3][10-4] (R37)."""
        owner = awakening.owner  # None if a dummy owns it
        match awakening.effect:
            case "cthulhu":
                verdict = self._cthulhu(owner)
            case "nyarlathotep":
                verdict = self._nyarlathotep(owner)
            case "yog-sothoth":
                verdict = self._yog_sothoth(owner)
            case _:
                verdict = self._hastur()
        if log:
            if awakening.card == "mystery":
                log.tell("mystery", "promo", revealed=awakening.effect)
            failures = {"failed": verdict.failed.copy(), "failed_dummies": verdict.failed_dummies.copy()}
            numbers = {"loss": verdict.loss, "extra": verdict.extra}
            log.tell("great_old_one", "10-4", **as_json(awakening), **failures, **numbers)
        return verdict

    def _cthulhu(self, owner: int | None) -> Verdict:
        """All but the owner lose one less than there are players, dummies counted [10-4][14]."""
        loss = self.head_count - 1
        return Verdict([0 if seat == owner else -loss for seat in range(self.players)], loss=loss)

    def _nyarlathotep(self, owner: int | None) -> Verdict:
        """The leaders but the owner fail; he gains what they really lost [10-4] (R23, R24, R26)."""
        others = [seat for seat in range(self.players) if seat != owner]
        compared = self.sanity if self.options.nyarlathotep_owner_compared else [self.sanity[seat] for seat in others]
        most = max(compared)
        verdict = self._failure([seat for seat in others if self.sanity[seat] == most])
        assert verdict.loss is not None
        for seat in verdict.failed:
            verdict.due[seat] = -min(verdict.loss, most)
        if owner is not None:
            verdict.due[owner] = -sum(verdict.due)
        return verdict

    def _yog_sothoth(self, owner: int | None) -> Verdict:
        """One seat lowest: all but it and the owner lose all; several: owner to 1, others lose 1 [10-4]."""
        compared = list(range(self.players))
        if owner is not None and not self.options.yog_owner_compared:  # (R22)
            compared.remove(owner)
        fewest = min(self.sanity[seat] for seat in compared)
        lowest = [seat for seat in compared if self.sanity[seat] == fewest]
        if len(lowest) == 1:
            spared = (owner, lowest[0])
            return Verdict([0 if seat in spared else -had for seat, had in enumerate(self.sanity)])
        return Verdict([1 - had if seat == owner else -1 for seat, had in enumerate(self.sanity)])

    def _hastur(self) -> Verdict:
        """Holders of artifacts fail and lose the number of mad cards held on top [10-4] (R8, R25, R26)."""
        held = self.hands + self.dummies
        verdict = self._failure([holder for holder, card in enumerate(held) if card in ARTIFACT_KIND])
        verdict.extra = sum(card in MAD for card in held)
        assert verdict.loss is not None
        for seat in verdict.failed:
            verdict.due[seat] = -(verdict.loss + verdict.extra)
        return verdict

    # ---------------------------------------------------------------------------- 2.9 end of the game

    def _end_game(self, cause: str, log: Log | None) -> None:
        """2.9: somebody has lost all sanity [8]."""
        self.phase = "over"
        self.path = []
        self.on_table = []
        if log:
            log.tell("game_over", "8", cause=cause, **self._outcome())

    def _outcome(self) -> Json:
        """2.9: all with sanity left win; by the additional rule only those with most of it [8] (R29)."""
        enough = max(1, *self.sanity) if self.options.true_winner else 1
        winners = [seat for seat, left in enumerate(self.sanity) if left >= enough]
        return {"winners": winners, "scores": self.sanity.copy()}

    @property
    def result(self) -> Json | None:
        return self._outcome() if self.phase == "over" else None

    # ---------------------------------------------------------------------------- 2.11 positions

    @classmethod
    def from_position(cls, position: Json, chance: Chance) -> Oracle:
        """2.11: any subset of the keys; what is left out is filled in. Positions are not checked."""
        given = position.get
        game = cls(given("players", 5), Options.from_json(given("options", {})), chance)
        game.round = given("round", 1)
        game.turn = given("turn", 1)
        game.phase = given("phase", "offer")
        game.parent = given("parent", 0)
        game.sanity = list(given("sanity", game.sanity))
        game.path = list(given("path", ()))
        if game.phase != "over":
            game.on_table = [seat for seat in game._all_but(game.parent) if seat not in game.path]
        game._lay_out_cards(position)
        game._place_look(position)
        game.gate_clear = set(given("gate_clear", ()))
        game.doom_space = given("doom_space", game.doom_space)
        if game.options.great_old_one == "mystery":
            game.set_aside = list(given("set_aside", OLD_ONES))
        if last_round := given("last_round"):
            game.last_round = RoundSummary.from_json(last_round)
        return game

    def _lay_out_cards(self, position: Json) -> None:
        """2.11: the filler takes all cards not mentioned; hands, dummies, offered come off the deck."""
        hands, dummies = position.get("hands"), position.get("dummies")
        offered = position.get("offered")
        discard = list(position.get("discard", ()))
        deck = list(position.get("deck", () if FILLER in discard else (FILLER,)))
        self.removed = list(position.get("removed", ()))
        look = position.get("look") or {}
        looker = [look["seat"]] if look.get("at") == "removed" else []
        self.removed_by = list(position.get("removed_by", looker))

        mentioned = Counter([*(hands or ()), *(dummies or ()), *deck, *discard, *self.removed, offered])
        rest = []
        for card in self.cards:
            if mentioned[card] > 0:
                mentioned[card] -= 1
            else:
                rest.append(card)
        for pile in (deck, discard):
            if FILLER in pile:
                place = pile.index(FILLER)
                pile[place : place + 1] = rest

        if hands is None:
            hands = [deck.pop(0) for _ in range(self.players)]
        if dummies is None:
            dummies = [deck.pop(0) for _ in range(self.dummy_count)]
        if offered is None and self.phase in ("offer", "respond"):
            offered = deck.pop(0)
        self.hands, self.dummies = list(hands), list(dummies)
        self.deck, self.discard = deck, discard
        self.offered = offered

    def _place_look(self, position: Json) -> None:
        """2.11: what was looked at follows from where it is; in `orb` there is a look at the top."""
        look = position.get("look")
        if look is None and self.phase == "orb":
            look = {"seat": self.path[-1], "at": "top"}
        if look is None:
            return
        at, holder = look["at"], look.get("holder")
        if at == "hand":
            card = self.hands[holder]
        elif at == "offered":
            assert self.offered is not None
            card = self.offered
        else:
            card = self.deck[0] if at == "top" else self.removed[-1]
        event = self.options.event
        shown = None if event == "magical-orb" else colour(card)
        self.look = Look(look["seat"], event, card, shown, at, holder)

    def position(self) -> Json:
        """2.11: everything but the generator, in lists of its own."""
        space = self.doom_space
        return {
            "game": "arkham-ritual",
            "players": self.players,
            "options": as_json(self.options),
            "round": self.round,
            "turn": self.turn,
            "phase": self.phase,
            "parent": self.parent,
            "to_act": list(self.to_act),
            "sanity": self.sanity.copy(),
            "hands": self.hands.copy(),
            "dummies": self.dummies.copy(),
            "deck": self.deck.copy(),
            "offered": self.offered,
            "path": self.path.copy(),
            "on_table": self.on_table.copy(),
            "discard": self.discard.copy(),
            "removed": self.removed.copy(),
            "removed_by": self.removed_by.copy(),
            "look": as_json(self.look) if self.look else None,
            "gate_clear": sorted(self.gate_clear),
            "doom_space": space,
            "doom_value": None if space is None else self.options.doom_values[space],
            "set_aside": self.set_aside.copy(),
            "last_round": self.last_round.as_json() if self.last_round else None,
            "result": self.result,
        }

    # ---------------------------------------------------------------------------- 2.12 who sees what

    def view(self, seat: int | None) -> Json:
        """2.12: the position with null for what a seat (None: a spectator) may not know."""
        view = self.position()
        view["hands"] = [card if self._sees_hand(seat, i) else None for i, card in enumerate(self.hands)]
        if not self._sees_offered(seat):
            view["offered"] = None
        view["deck"] = [None] * len(self.deck)
        if self.look and self._knows_place(seat, "top"):
            view["deck"][0] = self.look.card
        takers = [*self.removed_by, *[None] * len(self.removed)]
        known = [seat is not None and taker == seat for taker in takers]  # (R43)
        view["removed"] = [card if known[i] else None for i, card in enumerate(self.removed)]
        if self.look and not self._sees_looked_at_card(seat, self.look):
            view["look"]["card"] = None
        view["set_aside"] = [None] * len(self.set_aside)  # (R27)
        return view

    def _knows_place(self, seat: int | None, place: str) -> bool:
        """(R18): the looker knows the card he looked at wherever it went."""
        return self.look is not None and self.look.seat == seat and self.look.at == place

    def _sees_offered(self, seat: int | None) -> bool:
        """2.12: the parent alone, whoever has it in front of him [6-1]; and its looker."""
        return seat == self.parent or self._knows_place(seat, "offered")

    def _sees_hand(self, seat: int | None, holder: int) -> bool:
        """2.12: all hands but one's own [5]; spectators none; all when the game is over (R31)."""
        if self.phase == "over":
            return True
        if seat == holder:
            return self._knows_place(seat, "hand") and self.look is not None and self.look.holder == holder
        return seat is not None

    def _sees_looked_at_card(self, seat: int | None, look: Look) -> bool:
        """2.12: `look.card`: the looker, and whoever sees the place where it is."""
        if seat == look.seat:
            return True
        if look.at == "offered":
            return self._sees_offered(seat)
        return look.holder is not None and self._sees_hand(seat, look.holder)  # not on the top, nor taken out

    def redact(self, seat: int | None, events: list[Json]) -> list[Json]:
        """Part 4: the events of the last apply as a seat may know them; who may read was settled then."""
        return [
            event.copy() if readers is None or seat in readers else event | {"card": None}
            for event, readers in zip(events, self.last_log.readers, strict=True)
        ]
