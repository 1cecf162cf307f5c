"""A table, worked out from its log: the same entries always give the same table, to the last number a client sees.

Nothing here does I/O or looks at a clock: an entry carries its time. `check_*` says what may not be done, and
`apply` takes an entry that has been written.
"""

import hashlib
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic_core import from_json, to_json

from takujo.core.codec import Scribe
from takujo.core.components import components
from takujo.core.events import Event
from takujo.core.game import Game
from takujo.core.options import checked_options
from takujo.games import load
from takujo.match import Match, bound, canonical, commitment

from . import wire
from .series import Series
from .store import Entry, Row

__all__ = ["Outbox", "Refused", "Seat", "Table", "asked_for", "card_name", "digest", "no_database", "reused"]

Json = dict[str, Any]

GRACE = 30_000  # milliseconds that somebody who comes back has at least
DAY = 86_400_000
CHATS = 200  # lines kept at hand
REASON = 400  # characters
# What people write besides actions. Before the start anybody may come and go, so a table has so much in all; then
# everybody has their own, and nobody can use up another's.
SAID = 600
SAID_EARLY = 1000
ACTIONS = 20_000  # of people at one table: the longest games take some hundred
UNCOUNTED = ("create", "away", "silent", "rematch")  # what the server writes: little, and it must be
NOTHING = "[]"
ASK = 4  # times as long as to reveal: people talk about who begins
DELAY = 60  # seconds after which spectators see what a watched seat has seen

Clocks = tuple[tuple[int, int | None], ...]  # of each seat: what is left of its time, and when that is up if it runs


class Refused(Exception):
    """Something that may not be done now, or not at all."""

    def __init__(
        self,
        code: str,
        reason: str,
        rule: str | None = None,
        details: Json | None = None,
        status: int = 409,
        *,
        anyway: bool = False,
    ):
        super().__init__(reason)
        short = reason if len(reason) <= REASON else reason[:REASON] + " ..."  # it may quote what was asked for
        self.problem = wire.Problem(code=code, reason=short, rule=rule, details=details, anyway=anyway)
        self.status = status


def no_database() -> Refused:
    return Refused("unavailable", "The database is away: try again in a moment, with the same key.", status=503)


def reused() -> Refused:
    return Refused("key-reused", "This key was used for something else: a new request takes a new key.")


def asked_for(kind: str, body: Json) -> int:
    """What a key stands for, in this process: the same key for something else is refused."""
    return hash((kind, canonical(body)))


def digest(value: Any) -> str:
    return hashlib.sha256(canonical(value)).hexdigest()


def own_components(game: Game) -> wire.ComponentsInfo | None:
    """What tells a variant; None: it is played with the usual cards."""
    if game.digest is None:
        return None
    return wire.ComponentsInfo(digest=game.digest, name=card_name(components(game.package)))


def card_name(data: Json) -> str:
    """How a file with cards calls itself."""
    return str(data.get("name") or data.get("title"))


@dataclass
class Seat:
    """Who sits there."""

    kind: wire.Kind
    level: wire.Level | None = None
    name: str = ""
    auto: wire.Auto | None = None  # a bot decides for this person: away, left
    joined: int = 0  # the entry with which the seat was taken
    commitment: str | None = None  # binds what it will reveal
    entropy: bytes = b""
    said: int = 0  # entries that are not actions, since the start

    @property
    def awaited(self) -> bool:
        """Has it to reveal what it committed to?"""
        return self.commitment is not None and not self.entropy and not self.by_bot

    @property
    def taken(self) -> bool:
        return self.kind in ("person", "bot")

    @property
    def by_bot(self) -> bool:
        return self.kind == "bot" or self.auto is not None


@dataclass
class Outbox:
    """All that one seat, or the spectators, were sent: `seq` counts it, and nothing else moves `seq`."""

    seq: int = 0
    shown: Any = None  # the raw view
    text: str | None = None  # its JSON, once somebody has asked for it, by ...
    scribe: Scribe | None = None
    to_act: tuple[int, ...] = ()
    decision: int = 0
    told: list[str] = field(default_factory=list)  # the events sent with seq 1, 2 and so on, as lists in JSON

    def is_new(self, shown: Any, to_act: tuple[int, ...]) -> bool:
        return self.shown is None or to_act != self.to_act or shown.tobytes() != self.shown.tobytes()

    def events_after(self, seq: int) -> str:
        """As one list in JSON."""
        told = self.told[seq : self.seq]
        return f"[{','.join(events[1:-1] for events in told if events != NOTHING)}]"


@dataclass(frozen=True, slots=True)
class Moment:
    """What stood before a watched seat from a certain time on."""

    at: int
    seq: int
    shown: Any
    to_act: tuple[int, ...]
    decision: int
    clocks: Clocks


@dataclass
class Late(Outbox):
    """The spectators' outbox at a table that they see through a seat, some time after it."""

    clocks: Clocks = ()
    ticks: int = 0  # changes of the clocks alone
    coming: deque[Moment] = field(default_factory=deque)

    def show(self, until: float) -> None:
        """All that was before the seat at this time."""
        while self.coming and self.coming[0].at <= until:
            moment = self.coming.popleft()
            if moment.seq != self.seq:
                self.shown, self.text = moment.shown, None
            else:
                self.ticks += 1
            self.seq, self.to_act, self.decision = moment.seq, moment.to_act, moment.decision
            self.clocks = moment.clocks


class Table:
    """One table. `match` is None until all seats are taken."""

    def __init__(self, row: Row, seed: bytes):
        self.row = row
        self.id, self.code, self.seed = row.id, row.code, seed
        self.number = 0  # of the last entry
        self.at = 0
        self.version = 0  # counts changes of what `info` tells
        self.status: wire.Status = "waiting"
        self.paused = False
        self.rematch: str | None = None
        self.match: Match | None = None
        self.result: Json | None = None
        self.votes: dict[str, set[int]] = {"pause": set(), "end": set()}
        self.chats: list[wire.ChatLine] = []
        self.chat_count = 0
        self.said_early = 0
        self.answers: dict[tuple[int | None, str], tuple[int, int]] = {}  # (seat, key) -> seq, what was asked for
        self.joins: dict[str, tuple[str, int, int]] = {}  # key, hashed -> what was asked for, seat, entry
        self.asking_since: int | None = None  # all seats are taken, and people say who begins
        self.settled = False  # that is known, and what a series changes
        self.named: dict[int, int | None] = {}  # seat -> who begins if it goes by them
        self.starter: int | None = None
        self.proposal: Json | None = None  # of the host, in a series
        self.agreed: set[int] = set()
        self.full_since: int | None = None  # all seats are taken, and some have still to reveal
        self.late: Late | None = None

    @property
    def finished(self) -> bool:
        return self.status in ("over", "ended")

    # -- the log

    def apply(self, entry: Entry) -> None:
        """One more entry, already written."""
        assert entry.number == self.number + 1, f"entry {entry.number} after {self.number}"
        version = self.version
        self.number, self.at = entry.number, entry.at
        if entry.kind not in ("act", *UNCOUNTED):
            if self.match is None:
                self.said_early += 1
            else:
                self._person(entry).said += 1
        getattr(self, f"_{entry.kind}")(entry, **entry.body)
        if entry.kind not in ("act", "chat"):
            self.version = version + 1
        if entry.key is not None:
            self.answers[entry.seat, entry.key] = (self.outboxes[entry.seat].seq, asked_for(entry.kind, entry.body))
        if self.late:
            self._note(self.late)

    def _create(
        self,
        entry: Entry,
        game: str,
        players: int,
        options: Json,
        seats: list[Json],
        pace: Json,
        spectators: wire.Spectators,
        watched: int,
        host: int | None,
        webhook: str | None,
        position: Json | None = None,  # tables made for tests may start in the middle
        maker: str | None = None,
        asked: str | None = None,
        reveal_within: int = 30,
        delay: int | None = None,
        start: wire.Start = "lots",
        series: Json | None = None,
        talk: wire.Talk = "refuse",  # of tables made before there was a choice
        aids: bool = True,
        components: str | None = None,
    ) -> None:
        self.components = components  # somebody's own, as TOML
        self.game: Game = load(game, components and components.encode(), compiled=False)
        self.own = own_components(self.game)
        self.players, self.options, self.position = players, options, position
        self.pace = wire.Pace(**pace)
        self.spectators, self.watched, self.host, self.webhook = spectators, watched, host, webhook
        self.talk, self.aids = talk, aids
        self.maker = maker  # a pseudonym of the address that made it
        self.asked = asked  # what for, in all: a digest of the request
        self.reveal_within = DAY if self.pace.kind == "days" else 1000 * reveal_within
        self.ask_within = DAY if self.pace.kind == "days" else ASK * self.reveal_within
        self.start = start
        self.starts = next(iter(self.game.text.asks), "")  # the option that says who begins
        self.series = Series(**{"id": self.id, "players": players, **series}) if series else None
        self.created = entry.at
        self.seats = [Seat(plan["kind"], plan.get("level"), plan.get("name", "")) for plan in seats]
        self.outboxes: dict[int | None, Outbox] = {seat: Outbox() for seat in (*range(players), None)}
        self.began: list[int | None] = [None] * players  # when this decision of a seat began, as everybody sees it
        self.bank = [self.pace.bank * 1000] * players
        self.delay = 1000 * (DELAY if delay is None else delay)
        self.late = Late(told=self.outboxes[watched].told, clocks=self._clocks()) if spectators == "seat" else None
        self._start_if_full(entry.at)

    def _join(
        self,
        entry: Entry,
        name: str = "",
        entropy: str = "",
        commitment: str | None = None,
        request: str | None = None,
        asked: str = "",
    ) -> None:
        assert entry.seat is not None
        seat = Seat("person", name=name, joined=entry.number, commitment=commitment)
        seat.entropy = b"" if commitment else entropy.encode()
        self.seats[entry.seat] = seat
        if self.series and entry.seat == self.series.host:
            self.host = entry.seat  # until then it was whoever asked for the next game
        if request:
            self.joins[request] = (asked, entry.seat, entry.number)
        self._start_if_full(entry.at)

    def _reveal(self, entry: Entry, entropy: str) -> None:
        self._person(entry).entropy = bytes.fromhex(entropy)
        self._start_if_full(entry.at)

    def _start(self, entry: Entry, seat: int | None) -> None:
        assert entry.seat is not None
        self.named[entry.seat] = seat
        self._start_if_full(entry.at)

    def _swap(self, entry: Entry, options: Json) -> None:
        assert entry.seat is not None
        self.proposal, self.agreed = options, {entry.seat}
        self._change_if_agreed()

    def _agree(self, entry: Entry, yes: bool) -> None:
        assert entry.seat is not None
        self.agreed.add(entry.seat) if yes else self.agreed.discard(entry.seat)
        self._change_if_agreed()

    def _change_if_agreed(self) -> None:
        assert self.series
        if self.proposal is not None and (self.series.swap == "host" or self._people() <= self.agreed):
            self.options = {**self.options, **self.proposal}
            self.proposal, self.agreed = None, set()

    def _begin(self, entry: Entry) -> None:
        """What has been said counts: the host wants it so, or time is up."""
        self.settled = True
        self._start_if_full(entry.at)

    def _silent(self, entry: Entry) -> None:
        """It has not revealed what it committed to: a bot takes its place before the cards are dealt."""
        self._person(entry).auto = "away"
        self._start_if_full(entry.at)

    def _seat(self, entry: Entry, kind: wire.Kind, level: wire.Level | None = None) -> None:
        assert entry.seat is not None
        self.seats[entry.seat] = Seat(kind, level)
        self._start_if_full(entry.at)

    def _name(self, entry: Entry, name: str) -> None:
        self._person(entry).name = name

    def _act(self, entry: Entry, action: Json, by: str | None = None) -> None:
        assert self.match and entry.seat is not None
        seat = self.seats[entry.seat]
        if by is None and seat.auto:
            self._return(entry.seat, entry.at)
            self.version += 1
        public = self.outboxes[None].seq
        events = self.match.play(entry.seat, action)
        self.outboxes[entry.seat].decision += 1
        self._tell(events, entry.seat)
        self._run_clocks(entry.at, entry.seat if self.outboxes[None].seq > public else None)
        if self.result is not None:
            self._finish("over")

    def _chat(self, entry: Entry, text: str) -> None:
        assert entry.seat is not None
        self.chats.append(wire.ChatLine(seat=entry.seat, name=self.seats[entry.seat].name, text=text, at=entry.at))
        del self.chats[:-CHATS]
        self.chat_count += 1

    def _vote(self, entry: Entry, what: str, yes: bool) -> None:
        assert entry.seat is not None
        votes = self.votes[what]
        votes.add(entry.seat) if yes else votes.discard(entry.seat)
        self._count_votes(entry.at)

    def _count_votes(self, at: int) -> None:
        if self.status != "playing":
            return
        voters = self._people()
        for what, votes in self.votes.items():
            if voters and voters <= votes:
                votes.clear()
                if what == "end":
                    self._finish("ended")
                elif not self.paused:
                    for seat in range(self.players):
                        self._stop_clock(seat, at, credit=0)
                    self.paused = True

    def _people(self) -> set[int]:
        """The seats of people who have not left."""
        return {seat for seat, person in enumerate(self.seats) if person.kind == "person" and person.auto != "left"}

    def _resume(self, entry: Entry) -> None:
        self.paused = False
        self._run_clocks(entry.at, None)

    def _away(self, entry: Entry) -> None:
        """The time of a seat is up: a bot decides."""
        assert entry.seat is not None
        self.bank[entry.seat] = 0
        self._person(entry).auto = "away"

    def _back(self, entry: Entry) -> None:
        assert entry.seat is not None
        self._return(entry.seat, entry.at)

    def _return(self, seat: int, at: int) -> None:
        self.seats[seat].auto = None
        self.bank[seat] = max(self.bank[seat], GRACE)
        if self.began[seat] is not None:
            self.began[seat] = at

    def _leave(self, entry: Entry) -> None:
        assert entry.seat is not None
        if self.status == "waiting" and self.full_since is None:
            self.seats[entry.seat] = Seat("open")
            self._start_if_full(entry.at)
        else:
            self._person(entry).auto = "left"
            for votes in self.votes.values():
                votes.discard(entry.seat)
            self._count_votes(entry.at)
            self._start_if_full(entry.at)

    def _rematch(self, entry: Entry, table: str, series: bool = False) -> None:
        self.rematch = table

    def _person(self, entry: Entry) -> Seat:
        assert entry.seat is not None
        return self.seats[entry.seat]

    def _start_if_full(self, at: int) -> None:
        if self.status != "waiting":
            return
        if not all(seat.taken for seat in self.seats):  # somebody has left: all are asked again
            self.asking_since, self.named, self.proposal, self.agreed = None, {}, None, set()
            return
        if not self.settled and (self.swaps or any(seat not in self.named for seat in self.speakers)):
            self.asking_since = self.asking_since or at
            return
        if self.full_since is None:
            self.settled, self.asking_since, self.starter = True, None, self._elected()
        if any(seat.awaited for seat in self.seats):
            self.full_since = self.full_since or at
            return
        self.full_since = None
        binding = any(seat.commitment for seat in self.seats)  # then what is not bound could be chosen after the others
        entropy = [seat.entropy if seat.commitment or not binding else b"" for seat in self.seats]
        parts = entropy if any(entropy) else ()
        self.match = Match(self.game, self.players, self.rules, self.seed, entropy=parts, position=self.position)
        self.status = "playing"
        self._tell(list(self.match.state.opening))
        self._run_clocks(at, None)
        if self.result is not None:  # a position at its end
            self._finish("over")

    @property
    def speakers(self) -> list[int]:
        """Whom the table asks who begins: everybody, or the host. Nobody where the option says it."""
        if self.start == "lots" or not self.starts or self.options.get(self.starts) is not None:
            return []
        return sorted(seat for seat in self._people() if self.start == "vote" or seat == self.host)

    @property
    def swaps(self) -> bool:
        """May the host change anything before this game of a series?"""
        return bool(self.series and self.series.earlier and self.between and self.host in self._people())

    @property
    def between(self) -> list[str]:
        return [option.name for option in self.game.options if option.between]

    @property
    def ask_until(self) -> int | None:
        """When what has been said counts."""
        return None if self.asking_since is None else self.asking_since + self.ask_within

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

    def _finish(self, status: wire.Status) -> None:
        self.status, self.paused = status, False
        self.began = [None] * self.players
        self.version += 1

    # -- what each seat is sent

    def _tell(self, events: list[Event], actor: int | None = None) -> None:
        """Fill the outboxes: the only way from a state to anybody."""
        assert self.match
        state = self.match.state
        to_act, self.result = state.to_act, state.result
        for seat, outbox in self.outboxes.items():
            told = state.events_for(seat, events)
            shown = state.view_raw(seat)
            if told or seat == actor or outbox.is_new(shown, to_act):
                outbox.seq += 1
                outbox.shown, outbox.text, outbox.to_act = shown, None, to_act
                outbox.told.append(to_json(told).decode() if told else NOTHING)

    def outbox(self, seat: int | None, now: int) -> Outbox:
        """Of a seat; None: of the spectators, who see at that time what a watched seat saw before. The end is open."""
        if seat is None and self.late:
            self.late.show(float("inf") if self.finished else now - self.delay)
            return self.late
        return self.outboxes[seat]

    def _note(self, late: Late) -> None:
        """What spectators see later. What they may see by now need not be kept."""
        late.show(self.at - self.delay)
        box, clocks = self.outboxes[self.watched], self._clocks()
        last = late.coming[-1] if late.coming else late
        if (box.seq, clocks) != (last.seq, last.clocks):
            late.coming.append(Moment(self.at, box.seq, box.shown, box.to_act, box.decision, clocks))

    @property
    def shown_next(self) -> int | None:
        """When spectators see more of what has happened; None: they have seen all."""
        return self.late.coming[0].at + self.delay if self.late and self.late.coming else None

    def position_for(self, seat: int | None, now: int) -> Json:
        """What `wire.Position` holds, and the result."""
        shown = self.outbox(seat, now).shown
        view = self.match.game.json(shown) if self.match and shown is not None else None
        return {"view": view, **self._beside_view(seat, now)}

    def state_text(self, seat: int | None, now: int, after: int) -> str:
        """`wire.StateMessage` as JSON, with the events after this seq. Nothing is sent so often."""
        outbox = self.outbox(seat, now)
        if outbox.text is None:
            outbox.text = self._written(outbox)
        rest = to_json(self._beside_view(seat, now)).decode()[1:-1]
        return f'{{"type":"state","view":{outbox.text},{rest},"events":{outbox.events_after(after)}}}'

    def _written(self, outbox: Outbox) -> str:
        if self.match is None or outbox.shown is None:
            return "null"
        outbox.scribe = outbox.scribe or Scribe(self.match.game.codec)
        return self.match.game.json_text(outbox.shown, outbox.scribe)

    def _beside_view(self, seat: int | None, now: int) -> Json:
        outbox = self.outbox(seat, now)
        playing = self.match if self.status == "playing" else None
        return {
            "seq": outbox.seq,
            "decision": outbox.decision,
            "legal": playing.state.legal(seat) if playing and seat in outbox.to_act else [],
            "to_act": list(outbox.to_act) if playing else [],
            "clock": self.clock(seat, now),
            "result": self.result,
        }

    @property
    def rests(self) -> Literal["waiting", "relaxed", "finished"] | None:
        """Why it may stand still for ever; None: clocks, or bots, bring it on."""
        if self.finished:
            return "finished"
        if self.status == "waiting":
            return "waiting" if self.full_since is None and self.asking_since is None else None
        return "relaxed" if self.paused or self.pace.kind == "relaxed" else None

    def info(self, until: int | None = None) -> wire.TableInfo:
        """All that is public about the table."""
        return wire.TableInfo(
            id=self.id,
            code=self.code,
            game=self.game.slug,
            players=self.players,
            options=self.rules,
            pace=self.pace,
            spectators=self.spectators,
            watched=self.watched,
            delay=self.delay // 1000 if self.late else None,
            talk=self.talk,
            aids=self.aids,
            status=self.status,
            paused=self.paused,
            seats=[
                wire.SeatInfo(seat=number, kind=seat.kind, name=seat.name, level=seat.level, auto=seat.auto)
                for number, seat in enumerate(self.seats)
            ],
            host=self.host,
            votes=wire.Votes(pause=sorted(self.votes["pause"]), end=sorted(self.votes["end"])),
            commitment=commitment(self.seed),
            deal=self._deal_info(),
            start=self.start,
            asking=self._asking_info(),
            series=self.series and self.series.info(self.games()),
            rematch=self.rematch,
            created=self.created,
            components=self.own,
            compiled=self.game.door.compiled,
            until=until,
        )

    def _asking_info(self) -> wire.Asking | None:
        if self.ask_until is None:
            return None
        return wire.Asking(
            asked=self.speakers,
            answers=self.named,
            swaps=self.swaps,
            proposal=self.proposal,
            agreed=sorted(self.agreed),
            until=self.ask_until,
        )

    def games(self) -> list[Json]:
        """The games of the series that have ended, up to this one."""
        assert self.series
        this = {"table": self.id, "options": self.rules, "result": self.result if self.status == "over" else None}
        return [*self.series.earlier, *([this] if self.finished else [])]

    def _deal_info(self) -> wire.Deal | None:
        commitments = [seat.commitment for seat in self.seats]
        if not any(commitments):
            return None
        dealt = self.match and [part.hex() or None for part in self.match.entropy or [b""] * self.players]
        awaited = [number for number, seat in enumerate(self.seats) if seat.awaited] if self.full_since else []
        return wire.Deal(commitments=commitments, entropy=dealt, awaited=awaited, until=self.reveal_until)

    @property
    def reveal_until(self) -> int | None:
        """When a bot takes the place of those who have not revealed."""
        if self.full_since is None:
            return None
        return self.full_since + self.reveal_within

    def deal(self) -> Json:
        """What was bound when the cards were dealt. Nothing in it tells a card."""
        assert self.match
        start = {} if self.position is None else {"position": digest(self.position)}
        return {
            "table": self.id,
            "game": self.game.slug,
            "version": self.match.game.version,
            "components": self.match.game.digest,
            "players": self.players,
            "options": self.match.options,
            "commitment": commitment(self.seed),
            "commitments": [seat.commitment for seat in self.seats],
            "entropy": [part.hex() for part in self.match.entropy],
            **start,
        }

    def whole_record(self) -> Json:
        """The record of a match that has ended, with what its seats had committed to."""
        assert self.match
        record = {**self.match.record(), "commitments": [seat.commitment for seat in self.seats], "table": self.id}
        if self.series:
            record["series"] = {"id": self.series.id, "number": self.series.info(self.series.earlier).number}
        return record

    def record(self, seat: int | None, now: int) -> Json:
        """The record: whole after the end, before it what the asker was told."""
        if self.match is not None and self.finished:
            return self.whole_record()
        outbox = self.outbox(seat, now)
        return {
            "game": self.game.slug,
            "players": self.players,
            "options": self.rules,
            "commitment": commitment(self.seed),
            "seat": seat,
            "log": [{"seq": seq, "events": from_json(outbox.told[seq - 1])} for seq in range(1, outbox.seq + 1)],
        }

    # -- clocks

    def _run_clocks(self, at: int, decided: int | None) -> None:
        """Clocks run while a seat is to act. `decided`: a seat that has just decided, as everybody can see.

        What a seat does in private neither stops its clock nor adds time: its clock would tell.
        """
        assert self.match
        acting = self.match.state.to_act
        for seat in range(self.players):
            if seat not in acting or seat == decided:
                self._stop_clock(seat, at, credit=self.pace.increment * 1000)
            if seat in acting and self.began[seat] is None:
                self.began[seat] = at

    def _stop_clock(self, seat: int, at: int, credit: int) -> None:
        began = self.began[seat]
        self.began[seat] = None
        if began is not None and not self.seats[seat].by_bot:
            self.bank[seat] = max(0, self.bank[seat] - (at - began)) + credit

    def due(self, seat: int) -> int | None:
        """When the time of a seat is up; None: its clock does not run."""
        began = self.began[seat]
        if began is None or self.paused or self.seats[seat].by_bot or self.pace.kind == "relaxed":
            return None
        return began + (self.bank[seat] if self.pace.kind == "live" else self.pace.days * DAY)

    def _clocks(self) -> Clocks:
        if self.pace.kind == "relaxed":
            return ()
        whole = [self.pace.days * DAY] * self.players
        return tuple(
            zip(self.bank if self.pace.kind == "live" else whole, map(self.due, range(self.players)), strict=True)
        )

    def clock(self, seat: int | None, now: int) -> list[Json] | None:
        """The clocks as everybody sees them; spectators who see through a seat, as they were then."""
        if self.pace.kind == "relaxed":
            return None
        late = seat is None and self.late
        clocks, now = (late.clocks, now - self.delay) if late else (self._clocks(), now)
        return [
            {"left": rest if due is None else max(0, due - now), "running": due is not None} for rest, due in clocks
        ]

    # -- what may be done

    def check_again(self, seat: int | None, key: str, asked: int) -> int | None:
        """The answer to a key that was answered before; Refused if it was about something else."""
        answered = self.answers.get((seat, key))
        if answered is None:
            return None
        if answered[1] != asked:
            raise reused()
        return answered[0]

    def check_join(self, request: str, asked: str) -> int | None:
        """The seat that was taken with this key; Refused if it was about something else, or the seat was left."""
        if request not in self.joins:
            return None
        before, seat, joined = self.joins[request]
        if before != asked:
            raise reused()
        if self.seats[seat].joined != joined:
            raise Refused("left", "The seat that was taken with this key was left: a new one takes a new key.")
        return seat

    def check_length(self, entry: Entry) -> None:
        """The log of a table has an end, whatever its people write. To leave, begin or reveal is always possible."""
        if entry.kind in ("leave", "begin", "reveal", *UNCOUNTED):
            return
        if entry.kind == "act":
            if self.match and len(self.match.actions) >= ACTIONS and entry.body.get("by") is None:
                raise Refused("too-long", f"This table has had {ACTIONS} actions: end it by a vote.")
        elif self.match is None and self.said_early >= SAID_EARLY:
            reason = f"{SAID_EARLY} comings, goings and words are enough before the start: make a new table."
            raise Refused("said-enough", reason)
        elif self.match and self._person(entry).said >= SAID:
            raise Refused("said-enough", f"You have written {SAID} times at this table: you can still act and leave.")

    def check_start(self, seat: int | None, named: int | None) -> None:
        self.check_person(seat)
        if self.asking_since is None or seat not in self.speakers:
            raise Refused("not-asked", "You are not asked who begins: say it when `asking.asked` names your seat.")
        if named is not None and named >= self.players:
            raise Refused("no-such-seat", f"Seat {named} does not exist: there are 0 to {self.players - 1}.")

    def check_begin(self, seat: int | None) -> None:
        """Host's word, while people are asked."""
        self.check_person(seat)
        if seat != self.host:
            raise Refused("not-host", "Only the host says so.", status=403)
        if self.asking_since is None:
            raise Refused("not-asked", "Nobody is asked anything now: the host has nothing to say.")

    def check_swap(self, seat: int | None, options: Json) -> None:
        self.check_begin(seat)
        if not self.swaps:
            raise Refused("no-swap", "Options change only between two games of a series, where the title lets them.")
        for name in options:
            if name not in self.between:
                reason = f"Option {name!r} stays as it is; between games these may change: {', '.join(self.between)}."
                raise Refused("bad-swap", reason)
        try:
            checked_options(self.options | options, self.game.options, self.players, self.game.slug)
        except ValueError as error:
            raise Refused("bad-swap", str(error)) from None

    def check_agree(self, seat: int | None) -> None:
        self.check_person(seat)
        if self.proposal is None:
            raise Refused("no-proposal", "Nothing is proposed.")

    def check_reveal(self, seat: int | None, entropy: str) -> None:
        person = self.check_person(seat)
        if self.full_since is None or not person.awaited:
            raise Refused("not-awaited", "Nothing is to be revealed: reveal when `deal.awaited` names your seat.")
        if bound(seat, entropy) != person.commitment:
            reason = "This is not what the commitment of your seat was made of."
            raise Refused("not-committed", reason, details={"commitment": person.commitment})

    def check_act(self, seat: int | None, decision: int | None, action: Json, *, by_bot: bool = False) -> None:
        """Refused, or IllegalAction, if this action may not be done now."""
        if seat is None:
            raise Refused("no-seat", "Only those who sit at the table act.", status=403)
        if self.match is None:
            raise Refused("not-started", "Play starts when all seats are taken.")
        if self.status == "ended":
            raise Refused("ended", "The table was ended by a vote.")
        now = self.outboxes[seat].decision
        if decision is not None and decision != now:
            raise Refused("late", f"Decision {decision} is not open: your next one is {now}.")
        if self.paused:
            raise Refused("paused", "The table is paused.")
        if by_bot and not self.seats[seat].by_bot:
            raise Refused("late", "The owner of the seat is back.")
        self.match.state.checked_number(seat, action)

    def check_person(self, seat: int | None) -> Seat:
        if seat is None:
            raise Refused("no-seat", "Only those who sit at the table do this.", status=403)
        return self.seats[seat]

    def check_words(self, seat: int | None, words: str, *, anyway: bool) -> None:
        """Chat and names, held back by what they say: nothing that anybody hides has a part in it."""
        self.check_person(seat)
        ask = self.talk == "ask"
        if self.match is None or self.status != "playing" or self.talk == "off" or (ask and anyway):
            return
        held = self.game.talk(self.match.state.view(None), words)
        if held:
            reason = self.game.text.refusal(held.code, held.details, "en")
            raise Refused(held.code, reason, held.rule, held.details, anyway=ask)

    def check_vote(self, seat: int | None) -> None:
        self.check_person(seat)
        if self.status != "playing":
            raise Refused("not-playing", "There is no play to pause or end.")

    def check_resume(self, seat: int | None) -> None:
        self.check_person(seat)
        if not self.paused:
            raise Refused("not-paused", "The table is not paused.")

    def check_back(self, seat: int | None) -> None:
        if self.status == "waiting":
            raise Refused("not-started", "Play starts when all seats are taken.")
        if self.check_person(seat).auto is None:
            raise Refused("not-away", "You decide for yourself already.")

    def check_leave(self, seat: int | None) -> None:
        if self.check_person(seat).auto == "left":
            raise Refused("left", "You have left already.")
        if self.finished:
            raise Refused("over", "The game is over.")

    def free_seat(self, wish: int | None) -> int:
        """The seat somebody new gets."""
        if wish is not None and wish >= self.players:
            raise Refused("no-such-seat", f"Seat {wish} does not exist: there are 0 to {self.players - 1}.", status=404)
        free = [number for number, seat in enumerate(self.seats) if seat.kind == "open"]
        if wish is not None and wish not in free:
            raise Refused("taken", f"Seat {wish} is taken; free are {', '.join(map(str, free)) or 'none'}.")
        if not free:
            raise Refused("full", "All seats are taken.")
        return free[0] if wish is None else wish

    def check_seat(self, asker_is_host: bool, seat: int) -> None:
        """May the maker of the table give this seat to a bot, or open it?"""
        if not asker_is_host:
            raise Refused("not-host", "Only the maker of the table arranges its seats.", status=403)
        if seat >= self.players:
            raise Refused("no-such-seat", f"Seat {seat} does not exist: there are 0 to {self.players - 1}.", status=404)
        if self.status != "waiting" or self.full_since is not None:
            raise Refused("started", "Play has started.")
        if self.seats[seat].kind == "person":
            raise Refused("taken", "Somebody sits there.")

    def check_watch(self) -> None:
        """May somebody without a seat look?"""
        if self.spectators == "none" or (self.spectators == "after" and not self.finished):
            when = " before the end" if self.spectators == "after" else ""
            free = sum(seat.kind == "open" for seat in self.seats)
            details = {"game": self.game.slug, "players": self.players, "status": self.status, "free": free}
            details |= {"talk": self.talk, "aids": self.aids}  # who sits down knows them before
            if self.own:
                details["components"] = self.own.model_dump()
            raise Refused("no-spectators", f"This table lets nobody watch{when}.", details=details, status=403)
