"""A Game is the table of contents of one title; a State is one play of it, behind a checked door."""

import hashlib
import importlib.util
import json
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from takujo.core.chance import CHANCE_SIZE, WORDS, needed, script, seed_bytes, seed_words
from takujo.core.codec import Codec, Derived, expect
from takujo.core.errors import IllegalAction
from takujo.core.events import (
    Event,
    EventType,
    buffer,
    read_event,
    read_events,
    read_stages,
    redacted,
    staged_buffer,
    told_in,
)
from takujo.core.jit import HAS_COMPILER, JIT, compile_doors, entry, handle, is_door, was_compiled
from takujo.core.kinds import Seat
from takujo.core.native import library
from takujo.core.options import Option, checked_options, checked_players
from takujo.core.record import NONE, UNKNOWN, Record, Seen, loose, redact
from takujo.core.text import DEFAULT, Text

__all__ = ["Doors", "Game", "Outcome", "Question", "Refusal", "Stage", "State", "View"]

Json = dict[str, Any]
Question = Callable[[Any, int | None, Json], Any]  # a view, who asks, and what about: an answer in JSON

SLUG = "[a-z][a-z0-9]*(-[a-z0-9]+)*"  # it stands in addresses and names of files
SPECTATOR = -1  # as a seat, inside compiled code
CHANCE = slice(1, 1 + CHANCE_SIZE)  # where every record has its generator: 64-bit words after the number of players
QUIET = buffer(1)
SHARED = 1 << 12  # events that are kept for all matches
CANONICAL = json.JSONEncoder(sort_keys=True)  # made once: it is used often


class Refusal(NamedTuple):
    """Why an action is refused: a sentence of the game's text tables, the citation, what fills the sentence."""

    code: str
    rule: str
    details: Json


class View(dict[str, Any]):
    """The JSON of what one seat may know; `seat` is that seat, None for a spectator."""

    def __init__(self, values: Json, seat: int | None, game: "Game"):
        super().__init__(values)
        self.seat, self.game = seat, game


class Game:
    """One title. Everything a game must say about itself is an argument here."""

    loader: Callable[..., "Game"]  # takujo.games.load, so that a pickled state finds its game
    analyst: Callable[..., Json]  # takujo.insight.analysis, which knows bots
    imported: ClassVar[dict[str, str]] = {}  # slug -> package, of all that were imported, variants left out

    def __init__(
        self,
        package: str,
        *,
        slug: str,
        version: int,  # of the behaviour: a recorded match replays only with the same one
        players: range,
        options: Sequence[Option],
        table_options: Mapping[str, Any] | None = None,  # what a server's table takes where no option is given
        state: type[Record],
        events: tuple[EventType, ...],
        citations: tuple[str, ...],
        text: Text,
        observation_size: int,
        outcomes: int,  # the most ways in which one draw of chance can fall: cards shuffled at once, sides of a die
        refusal: Callable[[Any, int, Json], Refusal] | None = None,  # None: always `refused`, by the first citation
        complete: Callable[[Any, Json, Codec], None] | None = None,  # from_position; None: a position is whole
        check_view: Callable[[Any], None] = lambda v: None,  # ValueError for a view that no state has
        belief: Callable[[Any], Json] = lambda v: {},
        derived: Mapping[str, Derived] | None = None,  # JSON keys worked out from others
        facts: Callable[[], Any] = dict,  # what is printed, as JSON: for boards to draw
        questions: Mapping[str, Question] | None = None,  # what boards ask about a view, by name
        action_values: Mapping[str, Mapping[str, Any]],  # what each type of action has in JSON, as events do
        actions: Sequence[Json] = (),  # the dense space, where it does not depend on the state
        num_actions: int = 0,  # else its size, and the two functions
        encode: Callable[[Any, int, Json], int | None] | None = None,
        decode: Callable[[Any, int, int], Json] | None = None,
        default_players: Callable[[Json], Any] = lambda given: given.get("players"),
        read_view: Callable[[Any, Json], None] = lambda s, view: None,  # keys that the field table does not read
        extra_keys: Sequence[str] = (),  # further keys that from_position takes
        route: Callable[[Json], "Game | None"] = lambda given: None,  # the variant these options or keys ask for
        spectator_observes: bool = True,  # False: an observation is that of a seat
        simultaneous: bool = False,  # several seats may have to decide at the same time
        components: Path | None = None,
        check_components: Callable[[Json], None]
        | None = None,  # ValueError for a data file that a server does not take
        advice: Callable[[Json], list[str]] = lambda data: [],  # what could be better in one that is
        resumes: bool = False,  # a position may stand where play runs on by itself: `act` with NONE as the action
        faults: Mapping[int, str] | None = None,  # what compiled code may note in the field `fault` (0: nothing)
        private: Mapping[str, str] | None = None,  # action -> its keys that only the actor knows when it is done
        zero_sum: bool = True,  # False: a win takes nothing from others
        rounds: Sequence[str] = ("round",),  # public keys of a position that change when a round begins
        aim: str | None = None,  # the option that says how many points a player alone must reach
        small: tuple[Path, Json] | None = None,  # components and options with which it can be solved
    ):
        expect(
            re.fullmatch(SLUG, slug) is not None,
            "slug",
            slug,
            "small letters, digits and single hyphens, a letter first",
        )
        if "@" not in package:
            self.imported[slug] = package
        self.package, self.slug, self.version = package, slug, version
        self.players, self.options, self.components = players, tuple(options), components
        self.table_options = dict(table_options or {})
        self.check_components, self.advice = check_components, advice
        self.simultaneous, self.zero_sum = simultaneous, zero_sum
        self.rounds = tuple(rounds)
        self.outcomes, self.aim, self.small = outcomes, aim, small
        self.private = {action: frozenset(keys.split()) for action, keys in (private or {}).items()}
        self.num_actions = num_actions or len(actions)
        self.observation_size, self._spectator_observes = observation_size, spectator_observes
        self.state, self.events, self.citations = state, events, citations
        self.event = partial(read_event, types=events, citations=citations)
        self.shared_event = lru_cache(SHARED)(self.event)
        plain = Refusal("refused", citations[0], {})
        self._refusal, self.text = refusal or (lambda s, seat, action: plain), text
        self._complete, self._check_view, self._belief = complete or _take_whole, check_view, belief
        self.derived = dict(derived or {})
        self.facts, self.questions = facts, dict(questions or {})
        self._default_players, self._read_view, self._route = default_players, read_view, route
        self._extra_keys = frozenset(extra_keys)
        self.codec = Codec(state, self.derived)
        paths = [f.json.replace("[", ".").replace("?", ".").split(".") for f in state.fields]
        self._kept_options = {path[1] for path in paths if path[0] == "options"}  # others only choose a variant
        self._keys = {"game", "rng", "result", *self.codec.keys, *self.derived}
        self.action_values = action_values
        self._actions = [dict(action) for action in actions]
        self._numbers = {_canonical(action): number for number, action in enumerate(actions)}
        self._spelt = {repr(action): number for number, action in enumerate(actions)}
        self._encode, self._decode = encode, decode
        seats = [name for name, kinds in action_values.items() if any(isinstance(k, Seat) for k in kinds.values())]
        expect(not (decode and seats), "action_values", seats, "no Seat where `decode` makes actions: see `turned`")
        self._resumes, self._faults = resumes, dict(faults or {})
        self._blanks: dict[int, Any] = {}  # by number of players: raw records before the set-up, standard options
        self._notes_faults = any(f.name == "fault" for f in state.fields)
        self._doors = Doors(package, Path(__file__).with_name("door.py"), state)
        self.plain = self.door = self._doors.plain  # until `compile`

    def __repr__(self) -> str:
        return f"<takujo game {self.slug}>"

    def compile(self) -> None:
        """Go on with compiled doors; the first time this takes long. Plays under way notice nothing but the speed."""
        self.door = self._doors.compiled()

    @property
    def is_ready(self) -> bool:
        """Are there compiled doors on this machine, made from the game as it is now?"""
        return self._doors.are_ready()

    @property
    def is_native(self) -> bool:
        """Has it a library, made ahead of time?"""
        return library(self.package) is not None

    @property
    def may_be_compiled(self) -> bool:
        return JIT and (self.is_native or HAS_COMPILER)

    @property
    def digest(self) -> str | None:
        """What tells these components from the packaged ones; None: they are the packaged ones."""
        return self.package.partition("@")[2] or None

    @property
    def title(self) -> str:
        """As its box has it."""
        return self.state.title

    # -- states

    def new(self, players: int, seed: bytes | int = 0, options: Mapping[str, Any] | None = None) -> "State":
        """A fresh play."""
        variant = self._route({"options": options})
        if variant:
            return variant.new(players, seed, options)
        if options is None and type(players) is int and players in self._blanks:
            raw = self._blanks[players].copy()
        else:
            raw = self.state.pack(self.blank(players, options).flat())
            if options is None:
                self._blanks[players] = raw.copy()
        raw.view(np.int64)[CHANCE][:WORDS] = seed_words(seed)
        return self._set_up(raw)

    def blank(self, players: int, options: Mapping[str, Any] | None = None) -> Record:
        """A record with players and options and nothing else."""
        s = self.state()
        s.players = checked_players(players, self.players, self.slug)
        values = checked_options(options, self.options, players, self.slug)
        self.codec.read({"options": {name: value for name, value in values.items() if name in self._kept_options}}, s)
        s.chance[:WORDS] = seed_words(0)
        return s

    def _set_up(self, raw: Any) -> "State":
        ev = buffer()
        self.door.setup(raw, ev, -1)
        return State(self, raw, told_in(ev))

    def from_position(self, position: Any) -> "State":
        """The state of a position; what it leaves out takes its default. ValueError if it is impossible."""
        expect(isinstance(position, dict), "position", position, "an object")
        variant = self._route(position)
        if variant:
            return variant.from_position(position)
        keys = self._keys | self._extra_keys
        for key in position:
            expect(key in keys, "position", key, "only the keys " + ", ".join(sorted(keys)))
        expect(position.get("game", self.slug) == self.slug, "game", position.get("game"), repr(self.slug))
        given = {key: value for key, value in position.items() if key not in self.codec.derived}
        s = self.blank(self._default_players(given), given.get("options"))
        s.chance[:WORDS] = _words(given.get("rng"))
        self._complete(s, given, self.codec)
        raw = self.state.pack(s.flat())
        if self._resumes:
            self.door.step(raw, QUIET, 0, NONE, np.empty(self.num_actions + 1, dtype=np.int64))
            self.check(raw)
        return State(self, raw)

    def check(self, raw: Any) -> None:
        """ValueError if compiled code has noted that it could not do what was asked."""
        if self._notes_faults:
            fault = int(raw.view(self.state.dtype)["fault"][0])
            if fault:
                raise ValueError(self._faults[fault])

    # -- knowledge

    def determinize(self, view: Json, seed: bytes | int = 0) -> "State":
        """A state that agrees with everything in a view, drawn by what the view's owner may know."""
        raw = self.view_raw(view)
        digest = hashlib.sha256(seed_bytes(seed)).digest()
        self.door.guess(raw, int.from_bytes(digest[:8], "little") >> 2)
        self.check(raw)
        return State(self, raw)

    def belief(self, view: Json) -> Json:
        """The exact chances of what a view does not show."""
        return self._belief(self._view_record(view))

    def analysis(self, view: Json, **how: Any) -> Json:
        """What each action is worth to the owner of a view: docs/insight.md says what can be asked, and the answer."""
        return Game.analyst(self, view, **how)

    def observation(self, view: Json, seat: int | None = None) -> npt.NDArray[np.float32]:
        """A view as numbers, its owner first. `seat` is needed only for plain JSON that shows nothing private."""
        record = self._view_record(view)
        if seat is None:
            seat = view.seat if isinstance(view, View) else _owner(record)
        expect(seat is not None or self._spectator_observes, "seat", seat, "a seat: a spectator observes nothing here")
        expect(seat is None or (type(seat) is int and 0 <= seat < record.players), "seat", seat, "a seat of the view")
        out = np.zeros(self.observation_size, dtype=np.float32)
        self.door.observe(self.state.pack(record.flat()), SPECTATOR if seat is None else seat, out)
        return out

    def ask(self, view: Json, question: str, about: Json | None = None, seat: int | None = None) -> Any:
        """The answer to one of `questions`, from what is seen: the JSON of a view, of a stage, or of a position.

        `seat`: who asks; by default whose view it is. ValueError if there is no answer. A question does not care
        whether a state has such a view: it is answered by what stands there.
        """
        known = ", ".join(self.questions) or "none"
        expect(question in self.questions, "question", question, f"one of this game's: {known}")
        expect(about is None or isinstance(about, dict), "about", about, "an object")
        record = self._read(view)
        if seat is None and isinstance(view, View):
            seat = view.seat
        expect(seat is None or (type(seat) is int and 0 <= seat < record.players), "seat", seat, "a seat of the view")
        try:
            return self.questions[question](record, seat, about or {})
        except (LookupError, TypeError, ArithmeticError, AttributeError) as error:
            raise ValueError(f"the view has no answer to {question}: {type(error).__name__}: {error}") from None

    def _view_record(self, view: Any) -> Record:
        s = self._read(view)
        self._check_view(s)
        return s

    def _read(self, view: Any) -> Record:
        expect(isinstance(view, dict), "view", view, "the JSON of a view")
        missing = sorted(self._keys - view.keys())
        expect(not missing, "view", "without " + ", ".join(missing), "all keys of a view")
        s = self.blank(view["players"], view.get("options"))
        self.codec.read(view, s)
        self._read_view(s, view)
        for i in range(len(s.chance)):
            s.chance[i] = UNKNOWN
        return s

    def view_raw(self, view: Json) -> Any:
        """The JSON of a view as a raw record."""
        return self.state.pack(self._view_record(view).flat())

    def owner(self, view: Json) -> int | None:
        """The seat whose view this is, as far as plain JSON shows it: by what it sees, or as the only one to act."""
        if isinstance(view, View):
            return view.seat
        record = self._view_record(view)
        acting = self.door.acting(self.state.pack(record.flat()))
        return acting.bit_length() - 1 if acting.bit_count() == 1 else _owner(record)

    # -- JSON

    def json(self, raw: Any) -> Json:
        """A raw record, whole or redacted, as the JSON of a position."""
        s = self.state.unpack(raw)
        tree: Json = {"game": self.slug} | self.codec.write(s._flat)
        for key, function in self.derived.items():
            tree[key] = function(s)
        return tree | self._ending(raw)

    def _ending(self, raw: Any) -> Json:
        """The keys that every game has besides its fields."""
        first = raw.view(np.int64)
        words = first[1 : 1 + WORDS].tolist()
        return {
            "rng": None if words[0] == UNKNOWN else sum(word << 32 * i for i, word in enumerate(words)),
            "result": self._result(raw, int(first[0])),
        }

    def _result(self, raw: Any, players: int) -> Json | None:
        if self.door.acting(raw):
            return None
        winners = self.door.winners(raw)
        return {
            "winners": [seat for seat in range(players) if winners >> seat & 1],
            "scores": [self.door.score(raw, seat) for seat in range(players)],
        }

    def encode(self, state: "State", seat: int, action: Any) -> int | None:
        """The number of an action in the dense space; None if it is not in it."""
        if not isinstance(action, dict):
            return None
        if self._encode:
            return self._encode(state.record(), seat, action)
        return self._number(action)

    def _number(self, action: Json) -> int | None:
        """By how it is spelt, in nearly all cases as `legal` does; else its keys are put in order."""
        number = self._spelt.get(repr(action))
        return self._numbers.get(_canonical(action)) if number is None else number

    def decode(self, state: "State", seat: int, numbers: Iterable[int]) -> list[Json]:
        """The actions of these numbers."""
        if self._decode:
            s = state.record()
            return [self._decode(s, seat, number) for number in numbers]
        return [self._actions[number].copy() for number in numbers]

    def number(self, view: Json, action: Any) -> int:
        """The number of an action in the dense space, legal or not, as the owner of a view would do it."""
        number = None
        if isinstance(action, dict):
            number = self._encode(*self._owned(view), action) if self._encode else self._number(action)
        expect(number is not None, "action", action, "one of the game, as `legal` has them")
        assert number is not None
        return number

    def action(self, view: Json, number: int) -> Json:
        """The action of a number of the dense space, as the owner of a view would do it."""
        self.check_number(number)
        return self._decode(*self._owned(view), int(number)) if self._decode else self._actions[number].copy()

    def check_number(self, number: Any) -> None:
        """ValueError if it is none of the dense space."""
        is_one = (
            isinstance(number, int | np.integer) and type(number) is not bool and 0 <= int(number) < self.num_actions
        )
        expect(is_one, "number", number, f"0 to {self.num_actions - 1}")

    def _owned(self, view: Json) -> tuple[Record, int]:
        seat = self.owner(view)
        expect(seat is not None, "view", "a spectator's, or does not show whose it is", "the View of a seat")
        assert seat is not None
        return self._view_record(view), seat

    def turned(self, players: int, by: int) -> npt.NDArray[np.int64]:
        """For each number of the dense space that of the same action with its seats so many places further on.

        Which parameters are seats their kind says. Where `encode` and `decode` make actions, none is.
        """
        numbers = np.arange(self.num_actions, dtype=np.int64)
        for number, action in enumerate(self._actions):
            kinds = self.action_values[action["type"]].items()
            seats = [key for key, kind in kinds if isinstance(kind, Seat) and action[key] < players]
            moved = action | {key: (action[key] + by) % players for key in seats}
            numbers[number] = self._numbers[_canonical(moved)]
        return numbers

    def refuse(self, s: Record, seat: int, action: Any) -> IllegalAction:
        """Why the rules refuse this action."""
        refusal = self._refusal(s, seat, action if isinstance(action, dict) else {})
        details = {"seat": seat, "action": json.dumps(action, default=repr, ensure_ascii=False), **refusal.details}
        reason = self.text.refusal(refusal.code, details, DEFAULT)
        return IllegalAction(reason, refusal.rule, refusal.code, details)

    def talk(self, view: Json, text: str) -> Refusal | None:
        """Why the rulebook forbids to say this at the table now; None: it may be said. `view` is a spectator's."""
        told = self.text.talk and self.text.talk.told(view, text)
        return Refusal(*told, {}) if told else None


class Stage(NamedTuple):
    """What happened up to a place where a person may look, and the state there."""

    events: list[Any]  # with full information, or as a seat gets them
    state: "State"


class Outcome(list[Event]):
    """The events of an action, with full information; `stages`: the same up to each pause, the last one to its end."""

    def __init__(self, stages: Sequence[Stage]):
        super().__init__(event for stage in stages for event in stage.events)
        self.stages = tuple(stages)

    def stages_for(self, seat: int | None) -> list[Stage]:
        """As a seat gets them: events redacted; what it is told nothing of is no stage, but for the last one."""
        told = [Stage(redacted(events, seat), state) for events, state in self.stages]
        return [*(stage for stage in told[:-1] if stage.events), told[-1]]


class State:
    """One play: everything about it, hidden things included, as one run of bytes."""

    __slots__ = ("_raw", "_told", "decision", "game", "players")

    def __init__(self, game: Game, raw: Any, told: Any = None):
        self.game = game
        self._raw = raw
        self.players = int(raw.view(np.int64)[0])
        self._told = told  # in setting up, as the rules told it; None: nothing
        self.decision: npt.NDArray[np.int64] | None = None  # filled by look and step

    @property
    def opening(self) -> tuple[Event, ...]:
        """The events of the set-up, for a log; not part of the state. Read when they are asked for: few do."""
        if self._told is None:
            return ()
        return tuple(read_events(self._told, self.game.events, self.game.citations))

    # -- the checked door

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that must decide now; () when over."""
        return _seats(self.game.door.acting(self._raw))

    def legal(self, seat: int) -> list[Json]:
        """The legal actions of a seat; [] if it has nothing to decide."""
        return self.game.decode(self, seat, self.legal_numbers(seat))

    def legal_numbers(self, seat: int) -> list[int]:
        """The same as numbers of the dense space."""
        if type(seat) is not int or not 0 <= seat < self.game.players[-1]:
            return []
        out = np.empty(self.game.num_actions, dtype=np.int64)
        numbers: list[int] = out[: self.game.door.legal(self._raw, seat, out)].tolist()
        return numbers

    def apply(self, seat: int, action: Json) -> "Outcome":
        """Do an action; its events with full information, and their stages. IllegalAction if the rules refuse it."""
        return self.apply_number(seat, self.checked_number(seat, action))

    def checked_number(self, seat: int, action: Json) -> int:
        """The number of a legal action; IllegalAction if the rules refuse it."""
        legal = self.legal_numbers(seat)
        number = self.game.encode(self, seat, action) if legal else None
        if number is None or number not in legal:
            raise self._refused(seat, action)
        return number

    def _refused(self, seat: Any, action: Any) -> IllegalAction:
        """The refusal is worked out from what the seat may know: it cannot tell more."""
        known = seat if type(seat) is int and 0 <= seat < self.players else None
        return self.game.refuse(self.game.state.unpack(self.view_raw(known)), seat, action)

    def apply_number(self, seat: int, number: int) -> "Outcome":
        """Do a legal action given by its number, with events."""
        outcome = self.after(seat, number)
        self._raw = outcome.stages[-1].state._raw.copy()
        return outcome

    def after(self, seat: int, number: int, words: Sequence[int] | None = None, *, shared: bool = False) -> "Outcome":
        """What a legal action given by its number does; this state stays. `words`: of the generator, set first.

        `shared`: the events may be those that others were given, and are not to be changed.
        """
        game, raw = self.game, self._raw.copy()
        if words is not None:
            raw.view(np.int64)[1 : 1 + WORDS] = words
        ev = staged_buffer(game.state)
        game.door.step(raw, ev, seat, number, np.empty(game.num_actions + 1, dtype=np.int64))
        game.check(raw)
        read = game.shared_event if shared else game.event
        paused, rest = read_stages(ev, game.events, read, game.state)
        stages = [Stage(events, State(game, then)) for events, then in paused]
        return Outcome([*stages, Stage(rest, State(game, raw))])

    @property
    def result(self) -> Json | None:
        return self.game._result(self._raw, self.players)

    # -- the trusting door

    def look(self) -> int:
        """How many legal actions the first seat to act has (0: over). `decision` is that seat, then its actions."""
        return self.step(-1, 0)

    def step(self, seat: int, number: int) -> int:
        """Do an action by number, unchecked and without events, and `look`."""
        if self.decision is None:
            self.decision = np.empty(self.game.num_actions + 1, dtype=np.int64)
        return self.game.door.step(self._raw, QUIET, seat, number, self.decision)

    def mask(self, seat: int) -> npt.NDArray[np.uint8]:
        """One byte for each number of the dense space: 1 if it is legal."""
        mask = np.zeros(self.game.num_actions, dtype=np.uint8)
        mask[self.legal_numbers(seat)] = 1
        return mask

    # -- actions as numbers

    def encode(self, seat: int, action: Json) -> int:
        """The number of an action of the space, legal or not."""
        number = self.game.encode(self, seat, action)
        if number is None:
            raise self._refused(seat, action)
        return number

    def decode(self, seat: int, number: int) -> Json:
        """The action of a number."""
        self.game.check_number(number)
        return self.game.decode(self, seat, [int(number)])[0]

    # -- JSON

    def record(self) -> Record:
        """A list-backed copy of everything."""
        return self.game.state.unpack(self._raw)

    def position(self) -> Json:
        """Everything, as JSON."""
        return self.game.json(self._raw)

    def view(self, seat: int | None) -> View:
        """What a seat may know, as JSON; None: a spectator."""
        return View(self.game.json(self.view_raw(seat)), seat, self.game)

    def view_raw(self, seat: int | None) -> Any:
        """What a seat may know, as a record with everything else UNKNOWN."""
        number = SPECTATOR if seat is None else seat
        players = self.players
        expect(
            seat is None or (type(seat) is int and 0 <= seat < players),
            "seat",
            seat,
            f"0 to {players - 1}, or None",
        )
        raw = redact(self.game.state, self._raw, number)
        self.game.door.unveil(self._raw, raw, number)
        return raw

    def events_for(self, seat: int | None, events: Iterable[Event]) -> list[Json]:
        """Events as a seat gets them: hidden parts null, private ones left out. None: a spectator."""
        return redacted(events, seat)

    # -- chance

    def reseed(self, words: Sequence[int]) -> None:
        """Set the generator: a match does so before every action."""
        raw = self._raw.copy()
        raw.view(np.int64)[1 : 1 + WORDS] = words
        self._raw = raw

    def script(self, numbers: Sequence[int] | None) -> None:
        """Let chance take these numbers instead of the generator's; None ends it."""
        raw = self._raw.copy()
        script(raw.view(np.int64)[CHANCE], numbers)
        self._raw = raw

    @property
    def generator(self) -> list[int]:
        """The words of the generator: the same as they were set, as long as nothing was drawn."""
        words: list[int] = self._raw.view(np.int64)[1 : 1 + WORDS].tolist()
        return words

    @property
    def chance_needed(self) -> int:
        """Scripted: the number of outcomes of the draw for which the script had no number; 0 if none."""
        return needed(self._raw.view(np.int64)[CHANCE])

    # -- bytes

    def clone(self) -> "State":
        other = object.__new__(State)
        other.game, other._raw, other.players = self.game, self._raw.copy(), self.players
        other._told, other.decision = None, None
        return other

    def __bytes__(self) -> bytes:
        return bytes(self._raw.tobytes())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game is other.game and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.game.slug, self.game.components, self.game.digest, bytes(self))

    def __repr__(self) -> str:
        return f"<{self.game.slug}: {self.players} players, to act {list(self.to_act)}>"


@cache
def _seats(acting: int) -> tuple[int, ...]:
    """Of a set of seats, a bit each."""
    return tuple(seat for seat in range(acting.bit_length()) if acting >> seat & 1)


def _restore(slug: str, components: Path | None, digest: str | None, content: bytes) -> State:
    game = Game.loader(slug, components)
    expect(game.digest == digest, str(components), game.digest, f"the components the state was made with ({digest})")
    takes = game.state.dtype.itemsize
    expect(len(content) == takes, "state", f"{len(content)} bytes", f"{takes}: it was made by another version")
    return State(game, np.frombuffer(content, dtype=np.uint8).copy())


def _take_whole(s: Record, given: Json, codec: Codec) -> None:
    """A position with every key, and nothing hidden."""
    missing = sorted({*codec.keys} - codec.derived - given.keys())
    expect(not missing, "position", "without " + ", ".join(missing), "all keys of a position")
    codec.read(given, s)
    expect(UNKNOWN not in s.flat(), "position", None, "every value: it hides nothing")


def _canonical(action: Json) -> str | None:
    try:
        return CANONICAL.encode(action)
    except (TypeError, ValueError):
        return None  # not JSON at all


def _words(rng: Any) -> list[int]:
    """The generator's words of the `rng` of a position; 0 and None mean: seeded with 0."""
    expect(rng is None or (type(rng) is int and 0 <= rng < 1 << 32 * WORDS), "rng", rng, "an integer of 128 bits")
    return [rng >> 32 * i & 0xFFFFFFFF for i in range(WORDS)] if rng else seed_words(0)


def _owner(view: Record) -> int | None:
    """The seat whose view this is, as far as it shows: the one that sees its own things, or all but those."""
    for field in view.fields:
        if field.seen not in (Seen.OWNER, Seen.OTHERS):
            continue
        rows = [getattr(view, field.name)[seat] for seat in range(view.players)]
        hidden = [UNKNOWN in (row if isinstance(row, list) else [row]) for row in rows]
        odd = [h == (field.seen is Seen.OTHERS) for h in hidden]
        filled = [any(v != NONE for v in (row if isinstance(row, list) else [row])) for row in rows]
        candidates = [seat for seat in range(view.players) if odd[seat] and filled[seat]]
        if len(candidates) == 1:
            return candidates[0]
    return None


class Doors:
    """The doors of a package, in two tiers: plain Python, and compiled. A raw record is bytes for both.

    Each tier has a function for every door `_name` in the file. `as_...` is the same as an argument of generic
    loops (core/loops.py), which take those of one tier: the address of a compiled one. `loop` gives such a loop in
    that tier. Compiled doors come from the title's library, if there is one (core/native.py), else from Numba.
    """

    def __init__(self, package: str, file: Path, state: type[Record]):
        self.module = _load(package, file)
        self._package, self._title, self._game = package, state.title, state.__module__.rpartition(".")[0]
        self._functions = {name.removeprefix("_"): value for name, value in vars(self.module).items() if is_door(value)}
        self._often = [door for door in self._functions.values() if not hasattr(door, "is_seldom")]
        self.plain = self._tier(cache(lambda function: loose(function, state)), None, lambda loop: loop)

    def are_ready(self) -> bool:
        """Are there compiled doors, so that nobody has to wait for them?"""
        return library(self._game) is not None or was_compiled(self._often)

    def compiled(self) -> Any:
        """Without a library and without a compiler: the plain ones."""
        made = library(self._game)
        if made:
            return self._tier(made.entry, lambda function: None, made.entry)  # its loops know their doors
        if not HAS_COMPILER:
            text = f"the rules of {self._title} run uncompiled, hundreds of times slower: pip install 'takujo[jit]'"
            warnings.warn(text, RuntimeWarning, stacklevel=2)
            return self.plain
        compile_doors(self._often, self._title)
        return self._tier(entry, handle, entry)

    def _tier(
        self, function: Callable[[Any], Any], handle: Callable[[Any], Any] | None, loop: Callable[[Any], Any]
    ) -> Any:
        return Tier(self._functions, function, handle or function, loop, compiled=handle is not None)


class Tier:
    """The doors of one tier, each made when somebody first asks for it."""

    def __init__(
        self,
        functions: Mapping[str, Any],
        function: Callable[[Any], Any],
        handle: Callable[[Any], Any],
        loop: Callable[[Any], Any],
        *,
        compiled: bool,
    ):
        self._made = {name: partial(function, door) for name, door in functions.items()}
        self._made |= {f"as_{name}": partial(handle, door) for name, door in functions.items()}
        self.loop, self.compiled = loop, compiled

    def __getattr__(self, name: str) -> Any:
        made = self.__dict__.get("_made", {})
        if name not in made:
            raise AttributeError(f"there is no door {name!r}")
        setattr(self, name, made[name]())
        return self.__dict__[name]


def _load(package: str, file: Path) -> ModuleType:
    """A file of doors as the module `door` of a package, so that it opens to that package's rules."""
    name = f"{package}.door"
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
