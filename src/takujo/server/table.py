"""A table, worked out from its log: the same entries always give the same table, to the last number a client sees.

Nothing here does I/O or looks at a clock: an entry carries its time. What may be done, and what it does, is said by the
classes of `entries/`; here is what they change.
"""

import hashlib
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from takujo.core.events import ALL, Event, only
from takujo.core.game import Game, Outcome, Stage
from takujo.match import Match, commitment
from takujo.undo import Undoable

from . import wire
from .clocks import Clocks, Seat
from .entry import Entry
from .outbox import Late, Outbox, Telling, Who
from .refused import Refused
from .series import Series
from .store import Row

__all__ = ["Ballot", "Table"]

Json = dict[str, Any]

# What people write besides actions. Before the start anybody may come and go, so a table has so much in all; then
# everybody has their own, and nobody can use up another's.
SAID = 600
SAID_EARLY = 1000
ALONE = 5  # times as long as a vote: so long the owner of a seat may object whom one person alone would take for lost
BOT: wire.Level = "regular"  # who takes a seat that nobody chose a bot for


@dataclass
class Ballot:
    """What is being voted on: a pause, the end, whether somebody has to go, or is who they say and gets their seat."""

    what: wire.Question
    seat: int | None  # of whom
    since: int
    yes: set[int] = field(default_factory=set)
    no: set[int] = field(default_factory=set)
    asked: int = 0  # the entry with which somebody asked for the seat
    alone: bool = (
        False  # one other person sits there: their word counts when the time is up, and its owner was not here
    )
    waited: bool = False  # it is
    days: bool = False  # nobody need be here, so its owner need not be known to be gone
    absent: set[int] = field(default_factory=set)  # when somebody last voted: nobody waits for them

    def take_back(self, seat: int) -> None:
        self.yes.discard(seat)
        self.no.discard(seat)

    def passes(self, people: set[int]) -> bool:
        """All who are there agree. To send somebody away takes most of the others, and more than one.

        To give a seat to who asks for it takes all of the others, and more than one: nobody alone may look into
        another's cards, or not before its owner has had long to object.
        """
        voters = people - self.absent
        if self.what in ("pause", "end"):
            return bool(voters) and voters <= self.yes
        voters -= {self.seat}
        if self.what == "return":
            lost = self.days or self.seat not in people - self.absent
            return lost and len(voters) >= (1 if self.waited else wire.CONSENT) and voters <= self.yes
        return len(self.yes & voters) > max(1, len(voters) // 2)


class Table:
    """One table. `match` is None until all seats are taken."""

    # what its first entry says, and what is made of it
    game: Game
    components: str | None  # somebody's own, as TOML
    own: wire.ComponentsInfo | None  # what tells them
    players: int
    options: Json
    position: Json | None  # where play starts, instead of a fresh deal
    spectators: wire.Spectators
    watched: int
    delay: int  # after which spectators see what a seat has seen through whose eyes they look
    host: int | None
    webhook: str | None
    talk: wire.Talk
    aids: bool
    public: bool  # anybody may find it
    rated: bool  # it counts for those who want that
    coach: bool  # pages may say what choices lead to
    gather: bool  # play waits until all are ready, or the host insists
    maker: str | None  # a pseudonym of the address that made it
    asked: str | None  # what for, in all: a digest of the request
    reveal_within: int
    ask_within: int  # as long a vote counts
    start: wire.Start
    starts: str  # the option that says who begins
    series: Series | None
    created: int
    seats: list[Seat]
    clocks: Clocks
    patience: int  # milliseconds after which a bot takes the seat of somebody who is gone while others wait; 0: never
    outboxes: dict[int | None, Outbox]
    undoable: Undoable  # once it is played

    def __init__(self, row: Row, seed: bytes):
        self.row = row
        self.id, self.code, self.seed = row.id, row.code, seed
        self.number = 0  # of the last entry
        self.at = 0
        self.version = 0  # counts changes of what `info` tells
        self.status: wire.Status = "waiting"
        self.paused = False
        self.rematch: str | None = None
        self.again: list[int] = []  # seats whose people have gone to the rematch
        self.match: Match | None = None
        self.result: Json | None = None
        self.ballots: dict[tuple[wire.Question, int | None], Ballot] = {}
        self.passes: dict[
            str, tuple[int, int]
        ] = {}  # digest of a link -> with which entry its owner sat down, until when
        self.claims: dict[str, tuple[str, int]] = {}  # of one that was used -> by which request, of whom
        self.pleas: dict[str, int] = {}  # request -> the seat that somebody says is theirs
        self.enders: set[int] = set()  # by whose vote it ended
        self.came = 0  # people who have sat down
        self.expelled: set[int] = set()  # the entries with which those had taken a seat who were sent away
        self.chats: list[wire.ChatLine] = []
        self.chat_count = 0
        self.hushed = False  # the host has closed talk
        self.said_early = 0
        self.answers: dict[tuple[int | None, str], tuple[int, int]] = {}  # (seat, key) -> seq, what was asked for
        self.joins: dict[str, tuple[str, int]] = {}  # key, hashed -> what was asked for, entry
        self.insisted = False  # the host does not wait for all to be ready
        self.asking_since: int | None = None  # all seats are taken, and people say who begins
        self.settled = False  # that is known, and what a series changes
        self.named: dict[int, int | None] = {}  # seat -> who begins if it goes by them
        self.starter: int | None = None
        self.proposal: Json | None = None  # of the host, in a series
        self.agreed: set[int] = set()
        self.full_since: int | None = None  # all seats are taken, and some have still to reveal
        self.late: dict[int, Late] = {}  # of each seat through which spectators look

    @property
    def finished(self) -> bool:
        return self.status in ("over", "ended")

    # -- the log

    def check(self, entry: Entry) -> None:
        """Refused, or IllegalAction, if this may not be written next."""
        if entry.of_seat and entry.who is None:
            raise Refused("no-seat", f"Only those who sit at the table {entry.does}.", status=403)
        entry.check(self)
        if entry.counts and entry.is_limited:
            self._check_length(entry)

    def _check_length(self, entry: Entry) -> None:
        """The log of a table has an end, whatever its people write."""
        if self.match is None and self.said_early >= SAID_EARLY:
            reason = f"{SAID_EARLY} comings, goings and words are enough before the start: make a new table."
            raise Refused("said-enough", reason)
        if self.match and self.person(entry.who).said >= SAID:
            raise Refused("said-enough", f"You have written {SAID} times at this table: you can still act and leave.")

    def apply(self, entry: Entry) -> None:
        """One more entry, already written."""
        assert entry.number == self.number + 1, f"entry {entry.number} after {self.number}"
        version = self.version
        self.number, self.at = entry.number, entry.at
        if entry.counts:
            if self.match is None:
                self.said_early += 1
            else:
                self.person(entry.who).said += 1
        public = self.outboxes[None].seq if self.number > 1 else 0
        entry.apply(self)
        if entry.changes_info:
            self.version = version + 1
        noticed = (self.version, self.outboxes[None].seq) != (version, public)
        if noticed and entry.by_person and entry.who is not None:
            self.seats[entry.who].seen = self.at
        if entry.key is not None:
            self.answers[entry.who, entry.key] = (self.outboxes[entry.who].seq, entry.meaning)
        for seat, late in self.late.items():
            late.show(self.at - self.delay)  # what spectators may see by now need not be kept
            late.note(self.at, self.outboxes[seat], self.clocks.times)

    # -- who sits

    def lay(self, pace: wire.Pace) -> None:
        """As many places as there are seats. Nothing has happened at them yet."""
        self.players = len(self.seats)
        self.clocks = Clocks(pace, self.seats, self.patience)
        self.outboxes = {seat: Outbox(seat) for seat in (*range(self.players), None)}
        eyes = {"seat": [self.watched], "seats": range(self.players)}.get(self.spectators, [])
        boxes = {seat: self.outboxes[seat] for seat in eyes}
        times = self.clocks.times
        self.late = {seat: Late(seat, told=box.told, counts=box.counts, times=times) for seat, box in boxes.items()}

    def seat_of(self, joined: int | None) -> int | None:
        """Where somebody sits who sat down with that entry; None: nowhere any more."""
        if joined:
            for number, seat in enumerate(self.seats):
                if seat.joined == joined:
                    return number
        return None

    def newcomer(self) -> int:
        """The number of somebody who sits down."""
        self.came += 1
        return self.came

    def person(self, seat: int | None) -> Seat:
        """Who sits there; Refused for somebody without a seat."""
        if seat is None:
            raise Refused("no-seat", "Only those who sit at the table do this.", status=403)
        return self.seats[seat]

    def people(self) -> set[int]:
        """The seats of people who have not left."""
        return {seat for seat, person in enumerate(self.seats) if person.kind == "person" and person.auto != "left"}

    def check_host(self, seat: int | None, does: str) -> None:
        """Refused to anybody but the host, or whoever is left when the host has gone for good."""
        if seat != self.host and self.host in self.people():
            raise Refused("not-host", f"Only the host of the table {does}.", status=403)

    def next_host(self, absent: Sequence[int]) -> int | None:
        """Who has the host's rights when the host is gone: the next person, rather one who is there."""
        assert self.host is not None
        order = [(self.host + step) % self.players for step in range(1, self.players)]
        people = [seat for seat in order if seat in self.people()]
        return next((seat for seat in people if seat not in absent), people[0] if people else None)

    def free_name(self, name: str, who: int) -> str:
        """The name, with a number if somebody else here is called so."""
        taken = {_alike(seat.name) for number, seat in enumerate(self.seats) if number != who}
        names = (name, *(f"{name[: wire.NAME - 3].rstrip()} {n}" for n in range(2, self.players + 1)))
        return next(free for free in names if not free or _alike(free) not in taken)

    def has_face(self, face: wire.Face, but: int) -> bool:
        """Does somebody else here have this sign?"""
        return any(seat.face == face for number, seat in enumerate(self.seats) if number != but)

    def check_seat(self, seat: int, status: int = 409) -> None:
        if seat >= self.players:
            reason = f"Seat {seat} does not exist: there are 0 to {self.players - 1}."
            raise Refused("no-such-seat", reason, status=status)

    def come_back(self, seat: int) -> None:
        """Its owner decides again."""
        self.seats[seat].auto = None
        self.clocks.come_back(seat, self.at)

    def send_away(self, seat: int) -> None:
        """Whoever sits there: a bot has the seat from now on."""
        person = self.seats[seat]
        self.expelled.add(person.joined)
        person.kind, person.level, person.auto, person.face, person.joined = "bot", BOT, None, None, self.number
        self.forget_votes(seat)

    # -- votes

    def forget_votes(self, seat: int) -> None:
        """Of somebody who is gone, and about them."""
        for ballot in self.ballots.values():
            ballot.take_back(seat)
        self.ballots = {
            key: ballot for key, ballot in self.ballots.items() if (ballot.yes or ballot.asked) and ballot.seat != seat
        }

    def count_votes(self) -> None:
        for key, ballot in list(self.ballots.items()):
            if self.status != "playing":
                return
            if key not in self.ballots or not ballot.passes(self.people()):
                continue
            del self.ballots[key]
            if ballot.what == "end":
                self.enders = set(ballot.yes)
                self.finish("ended")
            elif ballot.what == "return":
                assert ballot.seat is not None
                self.seats[ballot.seat].joined = ballot.asked  # from now on the token of who asked is that of the seat
                self.seats[ballot.seat].person = self.newcomer()
            elif ballot.seat is not None:
                self.send_away(ballot.seat)
            elif not self.paused:
                self.clocks.pause(self.at)
                self.paused = True

    @property
    def vote_until(self) -> int | None:
        """When the oldest vote lapses."""
        return min(map(self.until, self.ballots.values()), default=None)

    def until(self, ballot: Ballot) -> int:
        """When it lapses, or is given up to one person alone."""
        return ballot.since + self.ask_within * (ALONE if ballot.alone else 1)

    # -- from the last seat taken to the first card

    def start_if_full(self) -> None:
        if self.status != "waiting":
            return
        if not self.is_full:  # somebody has left: all are asked again
            self.asking_since, self.named, self.proposal, self.agreed = None, {}, None, set()
            self.insisted = False
            return
        if self.gathers:
            return
        if not self.settled and (self.swaps or any(seat not in self.named for seat in self.speakers)):
            self.asking_since = self.asking_since or self.at
            return
        if self.full_since is None:
            self.settled, self.asking_since, self.starter = True, None, self._elected()
        if any(seat.awaited for seat in self.seats):
            self.full_since = self.full_since or self.at
            return
        self.full_since = None
        binding = any(seat.commitment for seat in self.seats)  # then what is not bound could be chosen after the others
        entropy = [seat.entropy if seat.commitment or not binding else b"" for seat in self.seats]
        parts = entropy if any(entropy) else ()
        self.match = Match(self.game, self.players, self.rules, self.seed, entropy=parts, position=self.position)
        self.undoable = Undoable(self.players)
        self.status = "playing"
        self.tell(self.match.opening)
        self.clocks.run(self.match.state.to_act, self.at)
        if self.result is not None:  # a position at its end
            self.finish("over")

    @property
    def is_full(self) -> bool:
        return all(seat.taken for seat in self.seats)

    @property
    def gathers(self) -> bool:
        """Does play wait for somebody to be ready?"""
        return self.gather and not self.insisted and not all(self.seats[seat].ready for seat in self.people())

    @property
    def may_change(self) -> bool:
        """Options, and who sits where: until all that was to be said before the start begins to be said."""
        return self.status == "waiting" and self.full_since is None and self.asking_since is None

    def ask_if_ready(self) -> None:
        """All but the host once more, who has just changed something."""
        for number, seat in enumerate(self.seats):
            seat.ready = seat.ready and number == self.host

    @property
    def speakers(self) -> list[int]:
        """Whom the table asks who begins: everybody, or the host. Nobody where the option says it."""
        if self.start == "lots" or not self.starts or self.options.get(self.starts) is not None:
            return []
        return sorted(seat for seat in self.people() if self.start == "vote" or seat == self.host)

    @property
    def swaps(self) -> bool:
        """May the host change anything before this game of a series?"""
        return bool(self.series and self.series.earlier and self.between and self.host in self.people())

    @property
    def between(self) -> list[str]:
        return [option.name for option in self.game.options if option.between]

    @property
    def ask_until(self) -> int | None:
        """When what has been said counts."""
        return None if self.asking_since is None else self.asking_since + self.ask_within

    @property
    def reveal_until(self) -> int | None:
        """When a bot takes the place of those who have not revealed."""
        return None if self.full_since is None else self.full_since + self.reveal_within

    def _elected(self) -> int | None:
        """Who was named most often; None: nobody was, and lots decide as the game has it.

        Between equals the commitment decides: it was there before anybody was asked, and nobody can change it.
        """
        votes = Counter(named for seat in self.speakers if (named := self.named.get(seat)) is not None)
        best = sorted(seat for seat, count in votes.items() if count == max(votes.values()))
        lot = int(hashlib.sha256(f"takujo start {commitment(self.seed)} {best}".encode()).hexdigest(), 16)
        return best[lot % len(best)] if best else None

    @property
    def rules(self) -> Json:
        """The options that are played with."""
        return self.options if self.starter is None else {**self.options, self.starts: self.starter}

    # -- play

    def tell(self, outcome: Outcome, actor: int | None = None) -> list[int | None]:
        """Fill the outboxes, the only way from a state to anybody; those in which there is something new."""
        assert self.match
        state, told = self.match.state, []
        to_act, self.result = state.to_act, state.result
        telling = Telling(outcome)
        for seat, outbox in self.outboxes.items():
            news = telling.to(seat)
            if news.number or seat == actor or outbox.is_new(state, to_act):
                outbox.add(news)
                outbox.view, outbox.to_act = None, to_act
                told.append(seat)
            outbox.state = state  # where nothing is new it shows the same
        return told

    def may_take_back(self, who: Who) -> bool:
        """Has nobody learned anything from the last decision of a seat? It follows from what the seat knows."""
        if self.status != "playing" or not isinstance(who, int):
            return False
        return not self.seats[who].by_bot and self.undoable.may(who)

    def take_back(self, seat: int) -> None:
        """The last decision of a seat. Who had noticed it is told."""
        assert self.match
        acted = seat in self.match.state.to_act  # then it is not over with its part, and nobody knows how far it was
        back = self.undoable.without(self.match, seat)
        assert back  # as it was checked
        self.match = back
        self.undoable.forget(seat)
        event = Event({"type": "taken-back", "seat": seat}, only(seat) if acted else ALL)
        self.tell(Outcome([Stage([event], back.state)]), seat)
        if not acted:
            self.clocks.take_back(seat)

    def finish(self, status: wire.Status) -> None:
        self.status, self.paused, self.ballots = status, False, {}
        self.clocks.end()
        self.version += 1

    def outbox(self, who: Who, now: int) -> Outbox:
        """Of a seat, or of spectators, who may see at that time what a seat saw before. The end is open."""
        if late := self.late_for(who):
            late.show(float("inf") if self.finished else now - self.delay)
            return late
        return self.outboxes[who if isinstance(who, int) else None]

    def late_for(self, who: Who) -> Late | None:
        """What spectators see later than the seat through which they look; None: there is no such delay."""
        if isinstance(who, int) or not self.late:
            return None
        return self.late.get(who.seat if who else self.watched) or self.late[self.watched]  # a seat may be taken away

    def shown_next(self, who: Who) -> int | None:
        """When spectators see more of what has happened; None: they have seen all."""
        late = self.late_for(who)
        return late.coming[0].at + self.delay if late and late.coming else None

    @property
    def rests(self) -> Literal["waiting", "relaxed", "finished"] | None:
        """Why it may stand still for ever; None: clocks, or bots, bring it on."""
        if self.finished:
            return "finished"
        if self.status == "waiting":
            return "waiting" if self.full_since is None and self.asking_since is None else None
        gone = any(seat.kind == "person" for seat in self.seats) and all(seat.by_bot for seat in self.seats)
        return "relaxed" if gone or self.paused or self.clocks.pace.kind == "relaxed" else None

    def games(self) -> list[Json]:
        """The games of the series that have ended, up to this one."""
        assert self.series
        this = {"table": self.id, "options": self.rules, "result": self.result if self.status == "over" else None}
        return [*self.series.earlier, *([this] if self.finished else [])]


def _alike(name: str) -> str:
    """What two names have in common that people would take for one."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
