"""Ayatsuri (あやつり殺人事件) in plain Python: an independent reading of docs/rules/ayatsuri.md.

It exists to be compared with the compiled rules and trusts its caller: illegal actions and impossible
positions are not refused. All randomness goes through `chance.below(k)`: the start seat, each shuffle of
the deck in ascending order, each toss (0 = white), each draw from the pool in ascending order.
Entries of `luck` replace deals, tosses and draws.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

CHECK = False  # True: apply() asserts that the action is among legal()

BOMBER, COP, ASSASSIN, DETECTIVE, KILLER, DICTATOR, DOCTOR, TERRORIST = range(8)
CRIMINALS = {ASSASSIN, KILLER, TERRORIST}  # 3.3-1
NAMEABLE = (DETECTIVE, KILLER, DICTATOR, DOCTOR, TERRORIST)  # 3.3-2
ALL_CALLED = 8  # `call` when every number has been called
LIFE_AT_START, CHIPS = 3, 25  # 3.1-1, 2
KILLS_TO_END = 3  # 3.2-3
FACE_DOWN = 1  # X of 3.2-1 step 1; one more with the promo
FACE_UP = {3: 1, 4: 1, 5: 0, 6: 0}  # Y of 3.2-1 step 1
VICTIMS = {3: 1, 4: 2, 5: 2, 6: 3}  # 3.3-4

RULE_OF_MEANS = {
    "assassin": "3.3-2",
    "cop": "3.3-1",
    "bomb": "Promo 2b",
    "doctor": "3.3-6",
    "terrorist": "3.3-7",
    "killer": "3.3-4",
    "condemn": "Promo 2",
}
ABILITIES = {BOMBER: "hand", COP: "accuse", ASSASSIN: "name", DETECTIVE: "guard", DOCTOR: "treat"}
CALL_OF_PHASE = {
    **{phase: role for role, phase in ABILITIES.items()},
    "murder": ALL_CALLED,
    "over": ALL_CALLED,
}
ROLE_OF_PHASE = {
    "accuse": COP,
    "name": ASSASSIN,
    "guard": DETECTIVE,
    "take": DETECTIVE,
    "murder": KILLER,
    "treat": DOCTOR,
}

Action = dict[str, Any]
Event = dict[str, Any]


class Chance(Protocol):
    """The only source of randomness."""

    def below(self, k: int, /) -> int:
        """A number from 0 to k - 1."""
        ...


@dataclass(slots=True)
class Seat:
    """One player: chips for the whole game, a role and its fate for one round."""

    life: int = LIFE_AT_START
    kills: int = 0
    third_at: int | None = None  # the clock when the third kill chip was gained
    from_first_time: bool = False  # R-34, as read by the option: never to change again
    zeroed_by: int | None = None  # who took the last life of this seat, which is at 0
    role: int | None = None
    seen: list[int] = field(default_factory=list)  # the cards received in the draft
    revealed: bool = False
    killed: bool = False

    @property
    def total(self) -> int:
        """3.2-3: life and kill chips together."""
        return self.life + self.kills

    def gain_life(self) -> None:
        """One chip, white side up."""
        self.life += 1
        self.zeroed_by = None

    def lose_life(self, by: int) -> None:
        """One white chip goes; `by` is responsible if it was the last."""
        self.life -= 1
        if self.life == 0:
            self.zeroed_by = by

    def gain_kill(self, clock: int) -> None:
        """One chip, black side up."""
        self.kills += 1
        if self.kills == KILLS_TO_END:
            known = self.third_at if self.from_first_time else None
            self.third_at = clock if known is None else known

    def lose_kill(self) -> None:
        """One black chip goes (R-34)."""
        self.kills -= 1
        if self.kills < KILLS_TO_END and not self.from_first_time:
            self.third_at = None

    def clear(self) -> None:
        """2.2: a new round keeps only the chips."""
        self.role, self.seen = None, []
        self.revealed = self.killed = False


class Verdict(NamedTuple):
    """3.4: what `judge` finds; an undecided game has no winner, but the seats tied for it."""

    winner: int | None
    reason: str
    tied: list[int]


class Oracle:
    """One play of Ayatsuri."""

    def __init__(self, players: int, options: dict[str, Any], chance: Chance) -> None:
        """An empty table; `new` and `from_position` fill it."""
        self.chance = chance
        self.options: dict[str, Any] = {
            "promo": False,
            "start": None,
            "max_rounds": 50,
            "patient_without_life": "tosses-stock-chip",
            "guarded_doctor_voids_bomb": False,
            "third_kill_from_first_time": False,
            "judged_until_decided": False,
            **options,
        }
        self.promo: bool = self.options["promo"]
        self.deck = list(range(0 if self.promo else 1, 8))
        self.n = players
        self.seats = [Seat(from_first_time=self.options["third_kill_from_first_time"]) for _ in range(players)]
        self.luck: list[dict[str, Any]] = []
        self.log: list[Event] = []  # the events of the action being applied
        self.round = 1
        self.undecided = False  # has a round ended so?
        self.marker = 0
        self.clock = 0  # kill chips gained so far
        self.winners: list[int] | None = None
        self._clear_round()

    def _clear_round(self) -> None:
        """2.2: everything of the last round goes."""
        for seat in self.seats:
            seat.clear()
        self.first = self.marker
        self.phase = "draft"  # 3.7; "call" while no decision is due
        self.step: str | None = None  # where the round goes on: "reveal", "ability" or "rampage"
        self.call: int | None = None
        self.face_down: list[int] = []
        self.face_up: list[int] = []
        self.added: int | None = None
        self.drafted = 0
        self.hand: list[int] = []
        self.leftover: list[int] = []
        self.any_killed = False
        self.accused: int | None = None
        self.named: int | None = None
        self.guarded: int | None = None
        self.bomb = "none"  # "none", "active" or "spent"
        self.carrier: int | None = None
        self.paid: str | None = None
        self.victims: list[int] = []

    # 2.1, 2.2: set-up and deal

    @classmethod
    def new(cls, players: int, options: dict[str, Any], chance: Chance) -> Oracle:
        """3.1: three life chips each, a start player, the first deal."""
        game = cls(players, options, chance)
        start = game.options["start"]
        game.marker = chance.below(players) if start is None else start
        game._begin_round()
        return game

    def _begin_round(self) -> None:
        """3.2-1 steps 1 and 2: deal, again and again while the Dictator lies face up (R-03)."""
        self._clear_round()
        self._tell("round_start", "3.2-1", round=self.round, marker=self.marker)
        down = FACE_DOWN + self.promo
        up = down + FACE_UP[self.n]
        cards = self._shuffled_deck()
        while DICTATOR in cards[down:up]:
            self._tell("reshuffle", "3.2-1 step 2", face_up=cards[down:up])
            cards = self._shuffled_deck()
        self.face_down, self.face_up = cards[:down], cards[down:up]
        self._tell("deal", "3.2-1 step 1", face_down=list(self.face_down), face_up=list(self.face_up))
        self._receive_hand(cards[up:])

    def _shuffled_deck(self) -> list[int]:
        """All cards in random order: Fisher and Yates from the end of the ascending deck."""
        if self.luck:
            scripted: list[int] = self.luck.pop(0)["deal"]
            return list(scripted)
        cards = list(self.deck)
        for i in range(len(cards) - 1, 0, -1):
            j = self.chance.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return cards

    # 2.3 to 2.5: the draft

    @property
    def drafter(self) -> int:
        """3.2-1 steps 3 and 4: from the marker holder to the left."""
        return (self.first + self.drafted) % self.n

    @property
    def last_drafter(self) -> int:
        """The marker holder's right neighbour."""
        return (self.first - 1) % self.n

    def _receive_hand(self, cards: Iterable[int]) -> None:
        """The cards lie before the next drafter, who looks at them."""
        self.hand = sorted(cards)
        self.seats[self.drafter].seen = list(self.hand)

    def _pick(self, role: int) -> None:
        """3.2-1 steps 3 and 4: take a role secretly, pass the rest to the left."""
        picker = self.drafter
        self.seats[picker].role = role
        self.hand.remove(role)
        self._tell("pick", "3.2-1 step 4" if self.drafted else "3.2-1 step 3", seat=picker, role=role)
        self.drafted += 1
        if self.drafted == self.n:
            self._end_draft(picker)
            return
        passed = list(self.hand)
        self._tell("pass_hand", "3.2-1 step 4", seat=picker, to=self.drafter, roles=list(passed))
        if self.n == 6 and self.drafter == self.last_drafter:  # 3.2-1 six, R-04
            self.added = self.face_down.pop(0)
            self._tell("add_face_down", "3.2-1 six", seat=self.drafter, role=self.added)
            passed.append(self.added)
        self._receive_hand(passed)

    def _end_draft(self, last: int) -> None:
        """3.2-1 step 5: the cards not chosen lie face down; then condemnation or the calls."""
        self.leftover, self.hand = self.hand, []
        self._tell("leftover", "3.2-1 step 5", seat=last, roles=list(self.leftover))
        if self.promo:
            self.phase = "condemn"
        else:
            self._start_calls()

    # 3.1: the calls

    def _start_calls(self) -> None:
        """3.2-2 a: the lowest number is called next."""
        self.phase, self.step, self.call = "call", "ability", None

    def _holder(self, role: int) -> int | None:
        """The seat that has the role in this round."""
        return next((s for s, seat in enumerate(self.seats) if seat.role == role), None)

    def _actor(self, role: int) -> int:
        """The seat of a role that is known to be in play."""
        seat = self._holder(role)
        assert seat is not None, f"role {role} is not in play"
        return seat

    def _run(self) -> None:
        """Go on until somebody has a choice; a decision with one option is taken at once (R-01)."""
        while True:
            while self.phase == "call":
                if self.step == "reveal":
                    self._pass_bomb()
                elif self.step == "ability":
                    self._call_next()
                else:
                    self._next_victim()
            options = self._options()
            if self.phase == "treat" and not options:  # everybody is killed or, as the option says, barred
                self.phase = "call"
            elif len(options) != 1:
                return
            else:
                self._decide(options[0])

    def _call_next(self) -> None:
        """3.2-2 a, 3.3-0: call the next number; its holder, unless killed, shows the card."""
        self.call = self.deck[0] if self.call is None else self.call + 1
        if self.call == ALL_CALLED:
            self._start_rampage()
            return
        s = self._holder(self.call)
        if s is not None and (self.seats[s].revealed or self.seats[s].killed):
            s = None
        self._tell("call", "3.2-2 a", role=self.call, seat=s)
        if s is not None:
            self._reveal(s, self.call)

    def _reveal(self, s: int, role: int) -> None:
        """3.2-2 b: a seat shows its role, and what was aimed at it happens: one attempt at most."""
        self.seats[s].revealed = True
        self.step = "reveal"
        self._tell("reveal", "3.2-2 a", seat=s, role=role)
        if role == DICTATOR:  # before anything else
            self._tell("marker", "3.3-5", seat=s, previous=self.marker)
            self.marker = s
        named = self.named == role
        accused = self.accused == s and role in CRIMINALS
        carries = self.bomb == "active" and self.carrier == s
        if named and accused:  # FAQ 1
            self._tell("superseded", "FAQ 1", means="cop", by_means="assassin", target=s)
        if named or accused:
            means = "assassin" if named else "cop"
            if carries:
                self._void_bomb(means)
            self._attempt(self._actor(ASSASSIN if named else COP), s, means)
        elif carries:
            bomber = self._actor(BOMBER)
            self._tell("bomb_blast", "Promo 2b", seat=bomber, target=s)
            self.bomb, self.carrier = "spent", None
            self._attempt(bomber, s, "bomb")

    def _use_ability(self) -> None:
        """3.3: the revealed seat, unless killed, does what its role does."""
        assert self.call is not None
        self.step = "ability"
        s = self._actor(self.call)
        if self.seats[s].killed:
            return
        if self.call in ABILITIES:
            self.phase = ABILITIES[self.call]
        elif self.call == TERRORIST:
            self._draw_victim(s)

    # 3.2: the attempt

    def _attempt(self, by: int, target: int, means: str) -> None:
        """3.2-2 b, c: somebody would be killed; it ends as guarded, double or kill."""
        victim = self.seats[target]
        self._tell("attempt", RULE_OF_MEANS[means], by=by, target=target, means=means)
        if self.guarded == target:
            self._claim_reward(target)
            return
        self.any_killed = True
        if victim.role == DICTATOR:
            self._gain_kill(by)
            self._tell("double", "3.3-5 (1)", seat=target, by=by, means=means)
            self._purge(target)
            return
        victim.killed = True
        chip, rule = "stock", "FAQ 3"
        if victim.life:
            chip, rule = "own" if by == target else "victim", "3.2-2 b"
            victim.lose_life(by)
        self._gain_kill(by)
        self._tell("kill", rule, by=by, target=target, means=means, chip=chip)
        if self.bomb == "active" and self.carrier == target:
            self._void_bomb(means)

    def _gain_kill(self, s: int) -> None:
        """Every kill chip gained moves the clock."""
        self.clock += 1
        self.seats[s].gain_kill(self.clock)

    def _purge(self, dictator: int) -> None:
        """3.3-5 (2): all others lose a life, but never the last one."""
        losses = [int(s != dictator and seat.life >= 2) for s, seat in enumerate(self.seats)]
        for seat, loss in zip(self.seats, losses, strict=True):
            seat.life -= loss
        self._tell("purge", "3.3-5 (2)", seat=dictator, losses=losses)

    def _claim_reward(self, target: int) -> None:
        """3.3-3: the guard cancels the attempt and the guarded seat owes the detective a chip."""
        detective = self._actor(DETECTIVE)
        self._tell("guarded", "3.3-3", seat=detective, target=target)
        if target == detective:
            self._tell("no_reward", "3.3-3", reason="self")
        elif self.seats[target].total == 0:
            self._tell("no_reward", "R-14", reason="no_chips")
        else:
            self.phase = "pay"

    def _pay(self, side: str) -> None:
        """3.3-3: the guarded seat gives up a chip of its choice, the last life included (R-13)."""
        assert self.guarded is not None
        payer, detective = self.seats[self.guarded], self._actor(DETECTIVE)
        if side == "life":
            payer.lose_life(detective)
        else:
            payer.lose_kill()
        self.paid = side
        self._tell("pay", "3.3-3", seat=self.guarded, to=detective, side=side)
        self.phase = "take"

    def _take(self, side: str) -> None:
        """3.3-3, FAQ 5: the detective keeps the chip on the side he likes."""
        detective = self._actor(DETECTIVE)
        if side == "life":
            self.seats[detective].gain_life()
        else:
            self._gain_kill(detective)
        self.paid = None
        self._tell("take", "3.3-3", seat=detective, side=side)

    # 3.3: the roles that do something at once

    def _treat(self, target: int) -> None:
        """3.3-6: the patient tosses a chip: white heals, black kills."""
        doctor, patient = self._actor(DOCTOR), self.seats[target]
        self._tell("treat", "3.3-6", seat=doctor, target=target)
        if not patient.life and self.options["patient_without_life"] == "nothing-happens":
            self._tell("no_toss", "R-22", seat=target)
            return
        side = self.luck.pop(0)["toss"] if self.luck else ("white", "black")[self.chance.below(2)]
        chip, rule = ("own", "3.3-6") if patient.life else ("stock", "R-22")
        self._tell("toss", rule, seat=target, side=side, chip=chip)
        if side == "white":
            patient.gain_life()
            self._tell("heal", "3.3-6", seat=target)
        else:
            self._attempt(doctor, target, "doctor")
            guarded_carrier = self.bomb == "active" and self.carrier == target == self.guarded
            if guarded_carrier and self.options["guarded_doctor_voids_bomb"]:
                self._void_bomb("doctor")

    def _draw_victim(self, terrorist: int) -> None:
        """3.3-7, FAQ 11: one card of the surviving players, the cop's excepted."""
        held = {seat.role: s for s, seat in enumerate(self.seats) if not seat.killed and seat.role != COP}
        pool = [role for role in self.deck if role in held]
        role: int = self.luck.pop(0)["draw"] if self.luck else pool[self.chance.below(len(pool))]
        self._tell("draw", "3.3-7", seat=terrorist, pool=pool, role=role, target=held[role])
        self._attempt(terrorist, held[role], "terrorist")

    def _start_rampage(self) -> None:
        """3.3-4: all numbers are called; if nobody was killed, the serial killer strikes."""
        self.step = "rampage"
        killer = self._holder(KILLER)
        if killer is None or self.any_killed:
            self._end_round()
        else:
            self._tell("rampage", "3.3-4", seat=killer, count=VICTIMS[self.n])
            self.phase = "murder"

    def _next_victim(self) -> None:
        """R-17, R-18: one victim after the other, as many as the table says."""
        if len(self.victims) < VICTIMS[self.n]:
            self.phase = "murder"
        else:
            self._end_round()

    # 3.6: promo

    def _condemn(self) -> None:
        """Promo 2: the marker holder kills the bomber, or pays for there being none."""
        self._tell("condemn", "Promo 2", seat=self.first)
        bomber = self._holder(BOMBER)
        if bomber is None:
            holder = self.seats[self.first]
            life, kill = int(holder.life > 0), int(holder.kills > 0)
            if life:
                holder.lose_life(self.first)
            if kill:
                holder.lose_kill()
            self._tell("penalty", "Promo 2", seat=self.first, life=life, kill=kill)
        else:
            self.seats[bomber].revealed = True
            self._tell("reveal", "Promo 2", seat=bomber, role=BOMBER)
            self._attempt(self.first, bomber, "condemn")

    def _hand_bomb(self, to: int) -> None:
        """Promo 2b: the card moves openly; a pass comes before the ability of the revealed seat (R-33)."""
        self._tell("bomb_hand", "Promo 2b", seat=self._bomb_giver(), to=to)
        self.bomb, self.carrier = "active", to
        if self.step == "reveal":
            self._use_ability()

    def _pass_bomb(self) -> None:
        """Promo 2b: somebody else was revealed, so the carrier must pass the bomb on, if he can."""
        if self.bomb == "active":
            if self._unrevealed_but(self._bomb_giver()):
                self.phase = "hand"
                return
            self._tell("bomb_stuck", "Promo 2b", seat=self.carrier)
        self._use_ability()

    def _bomb_giver(self) -> int:
        """Who hands the bomb over now: the carrier, or at her own call the bomber."""
        return self._actor(BOMBER) if self.carrier is None else self.carrier

    def _void_bomb(self, by_means: str) -> None:
        """Promo 3: another killing takes precedence."""
        self._tell("bomb_void", "Promo 3", target=self.carrier, by_means=by_means)
        self.bomb, self.carrier = "spent", None

    # 3.4: end of the round and of the game

    def _end_round(self) -> None:
        """3.2-3: the two conditions are looked at here and nowhere else."""
        zero_life = [s for s, seat in enumerate(self.seats) if seat.life == 0]
        three_kills = [s for s, seat in enumerate(self.seats) if seat.kills >= KILLS_TO_END]
        chips = {"life": [seat.life for seat in self.seats], "kills": [seat.kills for seat in self.seats]}
        ends = {"zero_life": zero_life, "three_kills": three_kills}
        self._tell("round_end", "3.2-3", round=self.round, **chips, **ends)

        verdict = self._judge()
        go_on_judging = self.undecided and self.options["judged_until_decided"]
        if zero_life or three_kills or go_on_judging:
            if verdict.winner is not None:
                self._end_game([verdict.winner], verdict.reason, "3.2-3")
                return
            self._tell("undecided", "3.2-3", tied=list(verdict.tied))
            self.undecided = True
        if 0 < self.options["max_rounds"] <= self.round:
            self._end_game(self._winners_at_cap(verdict), "cap", "R-40")
            return
        self.round += 1
        self._begin_round()

    def _judge(self) -> Verdict:
        """3.2-3: the winner, if the chips tell one."""
        seats = self.seats
        alive = [s for s in range(self.n) if seats[s].life > 0]
        third = [s for s in alive if seats[s].kills >= KILLS_TO_END]
        if third:
            return Verdict(min(third, key=lambda s: seats[s].third_at or 0), "third_kill", [])
        best = self._richest(alive)
        if len(best) == 1:
            return Verdict(best[0], "total", best)
        zeroers = {seat.zeroed_by for s, seat in enumerate(seats) if seat.life == 0 and seat.zeroed_by != s}
        deserving = [s for s in best if s in zeroers]
        if len(deserving) == 1:
            return Verdict(deserving[0], "zeroed", best)
        return Verdict(None, "", best)

    def _richest(self, among: Iterable[int]) -> list[int]:
        """The seats with the most chips."""
        totals = {s: self.seats[s].total for s in among}
        most = max(totals.values(), default=0)
        return [s for s, total in totals.items() if total == most]

    def _winners_at_cap(self, verdict: Verdict) -> list[int]:
        """R-40: whom the judge names, or all who are tied, or with everybody at life 0 the richest."""
        if verdict.winner is not None:
            return [verdict.winner]
        return verdict.tied or self._richest(range(self.n))

    def _end_game(self, winners: list[int], reason: str, rule: str) -> None:
        """3.2-3."""
        self.winners = winners
        self.phase, self.step = "over", None
        self._tell("game_over", rule, winners=list(winners), reason=reason)

    @property
    def result(self) -> dict[str, Any] | None:
        """None before the end; else the winners and everybody's chips."""
        if self.winners is None:
            return None
        return {"winners": list(self.winners), "scores": [seat.total for seat in self.seats]}

    # 3.7: decisions

    @property
    def to_act(self) -> tuple[int, ...]:
        """Always exactly one seat until the game is over."""
        match self.phase:
            case "over":
                return ()
            case "draft":
                return (self.drafter,)
            case "condemn":
                return (self.first,)
            case "hand":
                return (self._bomb_giver(),)
            case "pay":
                assert self.guarded is not None
                return (self.guarded,)
        return (self._actor(ROLE_OF_PHASE[self.phase]),)

    def legal(self, seat: int) -> list[Action]:
        """3.7: what the seat may do, by rising number of 7.1."""
        return self._options() if seat in self.to_act else []

    def _options(self) -> list[Action]:
        """3.7: what the seat to act may do."""
        everybody = range(self.n)
        match self.phase:
            case "draft":
                barred = BOMBER if self.drafted == 0 else None  # Promo 1
                return [{"type": "pick", "role": role} for role in self.hand if role != barred]
            case "condemn":
                return [{"type": "condemn"}, {"type": "spare"}]
            case "hand":
                keep = [{"type": "keep"}] if self.step == "ability" else []
                return keep + aimed("hand", self._unrevealed_but(self._bomb_giver()))
            case "accuse":
                return aimed("accuse", self._unrevealed_but(self._actor(COP)))
            case "name":
                unseen = [role for role in NAMEABLE if role not in self.face_up]
                return [{"type": "name", "role": role} for role in unseen]
            case "guard":
                return aimed("guard", everybody)
            case "treat":
                least = int(self.options["patient_without_life"] == "not-allowed")
                patients = [s for s in everybody if not self.seats[s].killed and self.seats[s].life >= least]
                return aimed("treat", patients)
            case "murder":
                return aimed("murder", [s for s in everybody if s not in self.victims])
            case "pay":
                assert self.guarded is not None
                payer = self.seats[self.guarded]
                sides = ["life"] * (payer.life > 0) + ["kill"] * (payer.kills > 0)
                return [{"type": "pay", "side": side} for side in sides]
            case "take":
                return [{"type": "take", "side": "life"}, {"type": "take", "side": "kill"}]
        return []

    def _unrevealed_but(self, s: int) -> list[int]:
        """The other seats that are neither revealed nor killed."""
        return [t for t, seat in enumerate(self.seats) if t != s and not seat.revealed and not seat.killed]

    def apply(self, seat: int, action: Action) -> list[Event]:
        """Do a legal action and everything that follows from it, up to the next choice."""
        if CHECK:
            assert action in self.legal(seat), (seat, action)
        self.log = []
        self._decide(action)
        self._run()
        return self.log

    def _decide(self, action: Action) -> None:
        """One decision of 3.7."""
        (s,) = self.to_act
        if action["type"] == "pick":
            self._pick(action["role"])
            return
        if self.phase == "condemn":
            self._start_calls()
        self.phase = "call"
        match action:
            case {"type": "condemn"}:
                self._condemn()
            case {"type": "spare"}:
                self._tell("spare", "Promo 2", seat=s)
            case {"type": "keep"}:
                self.bomb = "spent"
                self._tell("bomb_keep", "Promo 2b", seat=s)
            case {"type": "hand", "target": target}:
                self._hand_bomb(target)
            case {"type": "accuse", "target": target}:
                self.accused = target
                self._tell("accuse", "3.3-1", seat=s, target=target)
            case {"type": "name", "role": role}:
                self.named = role
                self._tell("name", "3.3-2", seat=s, role=role)
            case {"type": "guard", "target": target}:
                self.guarded = target
                self._tell("guard", "3.3-3", seat=s, target=target)
            case {"type": "treat", "target": target}:
                self._treat(target)
            case {"type": "murder", "target": target}:
                self.victims.append(target)
                self._tell("murder", "3.3-4", seat=s, target=target)
                self._attempt(s, target, "killer")
            case {"type": "pay", "side": side}:
                self._pay(side)
            case {"type": "take", "side": side}:
                self._take(side)

    def _tell(self, kind: str, rule: str, **keys: Any) -> None:
        """Section 6: note an event."""
        self.log.append({"type": kind, "rule": rule, **keys})

    # Section 4: positions and views

    def position(self) -> dict[str, Any]:
        """4.1: everything about the play, hidden things included."""
        seats = self.seats
        used = sum(seat.total for seat in seats) + (self.phase == "take")
        return {
            "game": "ayatsuri",
            "players": self.n,
            "options": dict(self.options),
            "round": self.round,
            "undecided": self.undecided,
            "phase": self.phase,
            "step": self.step,
            "call": self.call,
            "marker": self.marker,
            "first": self.first,
            "life": [seat.life for seat in seats],
            "kills": [seat.kills for seat in seats],
            "stock": max(0, CHIPS - used),
            "proxies": max(0, used - CHIPS),
            "clock": self.clock,
            "third_at": [seat.third_at for seat in seats],
            "zeroed_by": [seat.zeroed_by for seat in seats],
            "face_up": list(self.face_up),
            "face_down": list(self.face_down),
            "added": self.added,
            "drafted": self.drafted,
            "hand": list(self.hand),
            "roles": [seat.role for seat in seats],
            "leftover": list(self.leftover),
            "seen": [list(seat.seen) for seat in seats],
            "revealed": [seat.revealed for seat in seats],
            "killed": [seat.killed for seat in seats],
            "any_killed": self.any_killed,
            "accused": self.accused,
            "guarded": self.guarded,
            "named": self.named,
            "bomb": {"state": self.bomb, "carrier": self.carrier},
            "paid": self.paid,
            "victims": list(self.victims),
            "luck": unshared(self.luck),
            "result": self.result,
        }

    def view(self, seat: int | None) -> dict[str, Any]:
        """4.2: the position as this seat (None: a spectator) may know it."""
        shown = self.position()
        shown["luck"] = None
        shown["face_down"] = hidden(self.face_down)
        if seat != self.last_drafter:
            shown["leftover"] = hidden(self.leftover)
            shown["added"] = None
        if seat != self.drafter:  # outside the draft the hand is empty
            shown["hand"] = hidden(self.hand)
        for s, other in enumerate(self.seats):
            if s != seat:
                shown["seen"][s] = hidden(other.seen)
                if not other.revealed:
                    shown["roles"][s] = None
        return shown

    def redact(self, seat: int | None, events: list[Event]) -> list[Event]:
        """Section 6: the events as this seat (None: a spectator) may know them."""
        shown = []
        for event in events:
            event = unshared(event)
            kind = event["type"]
            if kind == "deal":
                event["face_down"] = hidden(event["face_down"])
            elif kind in ("pick", "add_face_down") and seat != event["seat"]:
                event["role"] = None
            elif (kind == "leftover" and seat != event["seat"]) or (
                kind == "pass_hand" and seat not in (event["seat"], event["to"])
            ):
                event["roles"] = hidden(event["roles"])
            shown.append(event)
        return shown

    @classmethod
    def from_position(cls, position: dict[str, Any], chance: Chance) -> Oracle:
        """4.1: a position; what is not given takes its default. `deal` and `call` run on at once."""
        given = position.get
        by_seat: list[Any] = given("roles") or given("life") or given("kills") or []
        game = cls(given("players", len(by_seat)), given("options") or {}, chance)
        game.round = given("round", 1)
        game.undecided = given("undecided", False)
        game.marker = given("marker", 0)
        game.luck = unshared(given("luck", []))
        game._place_chips(position)
        phase = given("phase", "deal")
        if phase == "deal":
            game._begin_round()
            return game
        game.phase = phase
        game.first = given("first", game.marker)
        game._place_turn(position)
        game._place_cards(position)
        game._place_fates(position)
        if position.get("result") is not None:
            game.winners = list(position["result"]["winners"])
        game._run()
        return game

    def _place_chips(self, position: dict[str, Any]) -> None:
        """Chips, and what is remembered of them."""
        thirds = 0
        for s, seat in enumerate(self.seats):
            if "life" in position:
                seat.life = position["life"][s]
            if "kills" in position:
                seat.kills = position["kills"][s]
            if "zeroed_by" in position:
                seat.zeroed_by = position["zeroed_by"][s]
            if "third_at" in position:
                seat.third_at = position["third_at"][s]
            elif seat.kills >= KILLS_TO_END:
                thirds += 1
                seat.third_at = thirds
        self.clock = position.get("clock", max(seat.third_at or 0 for seat in self.seats))

    def _place_turn(self, position: dict[str, Any]) -> None:
        """The number called last and the step of the round, by default from the phase."""
        phase = self.phase
        self.call = position.get("call", CALL_OF_PHASE.get(phase))
        if phase == "call":  # this number is still to be called
            number = position["call"]
            self.call = number - 1 if number > self.deck[0] else None
        step: str | None
        if phase in ("draft", "condemn", "over"):
            step = None
        elif phase == "murder":
            step = "rampage"
        elif phase == "hand" and self.call != 0:
            step = "reveal"
        else:
            step = "ability"
        self.step = step if phase == "call" else position.get("step", step)

    def _place_cards(self, position: dict[str, Any]) -> None:
        """The piles; those not given take the lowest cards that remain, in the order of 4.1."""
        roles = position.get("roles") or [None] * self.n
        for seat, role in zip(self.seats, roles, strict=True):
            seat.role = role
        self.drafted = position.get("drafted", sum(role is not None for role in roles))
        drafting = self.phase == "draft"
        piles = ["face_up", "face_down", "hand" if drafting else "leftover"]
        placed = {role for role in roles if role is not None}
        placed.update(card for pile in piles for card in position.get(pile, []))
        rest = [card for card in self.deck if card not in placed]

        moved = self.n == 6 and self.drafted >= 5  # 3.2-1 six: the first face-down card has been added
        wanted = [card for card in rest if card != DICTATOR][: FACE_UP[self.n]]
        self.face_up = list(position["face_up"]) if "face_up" in position else taken(rest, wanted)
        wanted = rest[: FACE_DOWN + self.promo - moved]
        self.face_down = list(position["face_down"]) if "face_down" in position else taken(rest, wanted)
        last_pile = sorted(position.get(piles[2], rest))
        if drafting:
            self.hand = last_pile
        else:
            self.leftover = last_pile
        if moved:
            self.added = position.get("added", last_pile[0])
        self._recall_draft(last_pile)

    def _recall_draft(self, cards: list[int]) -> None:
        """2.6: what each seat has received, from the last cards back to the first drafter."""
        received = set(cards)
        if self.drafted < self.n:
            self.seats[self.drafter].seen = sorted(received)
        for turn in range(self.drafted - 1, -1, -1):
            if turn == self.n - 2 and self.added is not None:
                received.remove(self.added)
            seat = self.seats[(self.first + turn) % self.n]
            assert seat.role is not None
            received.add(seat.role)
            seat.seen = sorted(received)

    def _place_fates(self, position: dict[str, Any]) -> None:
        """What has happened in the round so far."""
        given = position.get
        called = -1 if self.call is None else self.call
        for s, seat in enumerate(self.seats):
            seat.revealed = seat.role is not None and seat.role <= called
            if "revealed" in position:
                seat.revealed = position["revealed"][s]
            if "killed" in position:
                seat.killed = position["killed"][s]
        self.any_killed = given("any_killed", any(seat.killed for seat in self.seats))
        self.accused, self.guarded, self.named = given("accused"), given("guarded"), given("named")
        bomb = given("bomb") or {"state": "none"}
        self.bomb, self.carrier = bomb["state"], bomb.get("carrier")
        self.paid = given("paid")
        self.victims = list(given("victims", []))


def aimed(kind: str, targets: Iterable[int]) -> list[Action]:
    """One action for each target."""
    return [{"type": kind, "target": target} for target in targets]


def taken(cards: list[int], wanted: list[int]) -> list[int]:
    """Remove the wanted cards from the others."""
    for card in wanted:
        cards.remove(card)
    return wanted


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
