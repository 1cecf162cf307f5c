"""A match: players + options + seed + the list of actions. From these alone every state is rebuilt.

Chance is set anew before every action, from HMAC-SHA256(seed, number of the action), so that what was seen
never tells what comes. The seed is bound before play by a commitment and shown after it: see SECURITY.md.
"""

import copy
import hashlib
import json
import os.path
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pydantic_core import from_json, to_json

from takujo.core.chance import seed_bytes, seed_words
from takujo.core.codec import CANONICAL
from takujo.core.errors import IllegalAction
from takujo.core.game import Game, Outcome, Stage, State
from takujo.games import is_known, load, slugs

__all__ = [
    "BadRecord",
    "Mark",
    "Match",
    "bound",
    "canonical",
    "check_files",
    "commitment",
    "is_digest",
    "read_json",
    "read_record",
    "verify",
]

Json = dict[str, Any]

FORMAT = 1
KEYS = (
    "format",
    "game",
    "version",
    "components",
    "players",
    "options",
    "commitment",
    "seed",
    "entropy",
    "actions",
    "result",
)
TYPES = (
    ("options", dict, "an object"),
    ("commitment", str, "a text"),
    ("entropy", list, "a list of hexadecimal texts"),
    ("actions", list, "a list"),
    ("position", dict, "an object"),
    ("table", str, "a text"),
    ("commitments", list, "a list"),
    ("series", dict, "an object"),
    ("server", dict, "an object"),
)
LEVELS = 20  # of lists and objects in each other; no position has half as many
MOST = 100  # seats that anybody would count


class BadRecord(ValueError):
    """A record that is damaged, of another version, or does not tell what happened. `action`: the first wrong one."""

    def __init__(self, message: str, action: int | None = None):
        super().__init__(message)
        self.action = action


class Mark(NamedTuple):
    """How a match stood after so many actions."""

    number: int
    state: State
    digest: Any


class Match:
    """One match. `play` is the checked door; `state` must not be changed from outside."""

    def __init__(
        self,
        game: Game | str,
        players: int,
        options: Mapping[str, Any] | None = None,
        seed: bytes | int = 0,
        actions: Iterable[tuple[int, Json]] = (),
        entropy: Sequence[bytes] = (),  # what the seats added to the seed, after the commitment
        position: Json | None = None,  # where play starts, instead of a fresh deal
    ):
        self.game = load(game) if isinstance(game, str) else game
        self.players = players
        self.seed = seed_bytes(seed)
        self.entropy = tuple(entropy)
        self._key = _mixed(self.seed, self.entropy)
        self.start = position
        if position is None:
            self.state: State = self.game.new(players, self._key, options)
        else:
            self.state = self.game.from_position(position)
        self.game = self.state.game
        self.opening = Outcome([Stage(list(self.state.opening), self.state)])
        self.options: Json = self.state.position().get("options", {})
        self.actions: list[tuple[int, Json]] = []
        self.checks: list[str] = []  # after each action: a digest of all that has happened so far
        self.drew = False  # has the last action drawn chance?
        start = self.state.opening if position is None else position
        self._digest = hashlib.sha256(canonical([self.game.slug, players, self.options, start]))
        for seat, action in actions:
            self.play(seat, action)

    @property
    def commitment(self) -> str:
        """Binds the seed before anybody acts, and does not tell it (if it is long: 16 random bytes or more)."""
        return commitment(self.seed)

    def play(self, seat: int, action: Json, number: int | None = None, *, shared: bool = False) -> Outcome:
        """One action; its events with full information, and their stages. IllegalAction leaves the match as it was.

        `number`: what `state.checked_number` has just given for this action, so that it is not checked twice.
        `shared`: the events are only looked at, so that those of other matches may be given.
        """
        if number is None:
            number = self.state.checked_number(seat, action)
        words = seed_words(self._key, len(self.actions) + 1)
        events = self.state.after(seat, number, words, shared=shared)
        self.state = events.stages[-1].state
        self.drew = self.state.generator != words
        self.actions.append((seat, from_json(to_json(action))))  # a copy
        told = ",".join([event.canonical for event in events])
        self._digest.update(f"[{seat},{CANONICAL.encode(action)},[{told}]]".encode())
        self.checks.append(self._digest.hexdigest()[:16])
        return events

    @property
    def mark(self) -> Mark:
        return Mark(len(self.actions), self.state, self._digest.copy())

    def without(self, number: int, mark: Mark) -> "Match":
        """This match as it were without one action (the first is 0). `mark`: of a moment before it.

        IllegalAction if what came after it cannot be played without it.
        """
        other = copy.copy(self)
        other.actions, other.checks = self.actions[: mark.number], self.checks[: mark.number]
        other.state, other._digest = mark.state, mark.digest.copy()
        for seat, action in self.actions[mark.number : number] + self.actions[number + 1 :]:
            other.play(seat, action)
        return other

    def record(self) -> Json:
        """The match as JSON, seed included: for the time after its end."""
        start = {} if self.start is None else {"position": self.start}
        return {
            "format": FORMAT,
            "game": self.game.slug,
            "version": self.game.version,
            "components": self.game.digest,
            "players": self.players,
            "options": self.options,
            "commitment": self.commitment,
            "seed": self.seed.hex(),
            "entropy": [part.hex() for part in self.entropy],
            "actions": [
                {"seat": seat, "action": action, "check": check}
                for (seat, action), check in zip(self.actions, self.checks, strict=True)
            ],
            "result": self.state.result,
            **start,
        }


def commitment(seed: bytes) -> str:
    return hashlib.sha256(b"takujo commitment " + seed).hexdigest()


def _mixed(seed: bytes, entropy: Sequence[bytes]) -> bytes:
    """The key of all chance. Without entropy it is the seed itself."""
    if not entropy:
        return seed
    parts = b"".join(len(part).to_bytes(4, "big") + part for part in (seed, *entropy))
    return hashlib.sha256(b"takujo seed " + parts).digest()


def bound(seat: int | None, entropy: str) -> str:
    """The commitment of a seat to its entropy (hexadecimal), made before anybody shows theirs."""
    return hashlib.sha256(f"takujo entropy {seat} {entropy}".encode()).hexdigest()


def canonical(value: Any) -> bytes:
    """JSON in the one way that digests and signatures are made of."""
    return CANONICAL.encode(value).encode()


def read_json(file: str | Path) -> Any:
    """JSON that anybody may have written: BadRecord, or something that can be walked through and written again."""
    try:
        found = json.loads(Path(file).read_text(encoding="utf-8"))
        canonical(found)
    except OSError as error:
        raise BadRecord(f"{file}: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"{file} is not a record: not JSON ({error})") from None
    _expect(_is_flat(found, LEVELS), f"{file} is not a record: nested in more than {LEVELS} levels")
    return found


def _is_flat(value: Any, levels: int) -> bool:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return levels >= 0 and all(_is_flat(part, levels - 1) for part in inside)


def read_record(file: str | Path) -> Json:
    """A record file, with every key of the right type; BadRecord says what is wrong."""
    record = read_json(file)
    _expect(isinstance(record, dict), "a record is an object")
    missing = [key for key in KEYS if key not in record]
    _expect(not missing, f"missing {', '.join(missing)}")
    _expect(record["format"] == FORMAT, f"format is {record['format']!r}; this version reads {FORMAT}")
    _expect(is_known(record["game"]), f"game is {record['game']!r}; there is {', '.join(slugs())}")
    _expect(_is_number(record["players"]), "players is not a number of seats")
    for key, kind, name in TYPES:
        _expect(isinstance(record.get(key, kind()), kind), f"{key} is not {name}")
    _expect(_is_hex(record["seed"]), "seed is not a hexadecimal text")
    entropy, commitments = record["entropy"], record.get("commitments", [])
    _expect(all(map(_is_hex, entropy)), "entropy is not a list of hexadecimal texts")
    _expect(
        all(part is None or is_digest(part) for part in commitments), "commitments are null or 64 hexadecimal digits"
    )
    if "series" in record:
        series = record["series"]
        fine = series.keys() == {"id", "number"} and isinstance(series["id"], str) and _is_number(series["number"])
        _expect(fine, "series is not an object with id and number")
    for key, parts in (("entropy", entropy), ("commitments", commitments)):
        _expect(len(parts) in (0, record["players"]), f"{key} has {len(parts)} entries for {record['players']} players")
    for number, entry in enumerate(record["actions"], 1):
        fine = isinstance(entry, dict) and entry.keys() == {"seat", "action", "check"}
        fine = fine and _is_number(entry["seat"]) and isinstance(entry["action"], dict)
        _expect(fine, f"action {number} is not an object with seat, action and check", number)
    return record  # type: ignore[no-any-return]  # checked above


def _same_components(recorded: Any, digest: str | None) -> bool:
    """Older records have the first half of the digest."""
    return recorded == digest or (digest is not None and recorded == digest[: len(digest) // 2])


def _expect(condition: bool, message: str, action: int | None = None) -> None:
    if not condition:
        raise BadRecord(message, action)


def _is_hex(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch("(?:[0-9a-f]{2})*", value) is not None


def is_digest(value: Any) -> bool:
    """64 hexadecimal digits?"""
    return _is_hex(value) and len(value) == 64


def _is_number(value: Any) -> bool:
    return type(value) is int and 0 <= value < MOST


def check_files(game: Game, tree: Any) -> None:
    """ValueError if a record or position of somebody else names a file of this machine: nobody here asked for it."""
    options = tree.get("options") if isinstance(tree, dict) else None
    for place in (tree, options):
        for option in game.options:
            named = option.type == "file" and isinstance(place, dict) and place.get(option.name)
            if isinstance(named, str) and named != option.default and os.path.isfile(named):
                raise ValueError(
                    f"{option.name} names a file of this machine: it is not read, give it with --components"
                )


def verify(record: Json, components: str | Path | bytes | None = None) -> Match:
    """Replay a record. BadRecord names the first action that differs, or what else does not hold.

    `components`: the component file, or its content, of a match that was not played with the packaged one.
    """
    seed = bytes.fromhex(record["seed"])
    _expect(
        record["commitment"] == commitment(seed),
        "the seed is not the one of the commitment: the shuffles could have been chosen afterwards",
    )
    game = load(record["game"], components, compiled=False)  # one match: to compile would take longer
    _expect(
        _same_components(record["components"], game.digest),
        f"played with components {record['components'] or 'as packaged'}, not {game.digest or 'the packaged ones'}"
        + "; --components gives their file" * (components is None),
    )
    _expect(
        record["version"] == game.version,
        f"played with version {record['version']!r} of {game.slug}; this is version {game.version}",
    )
    entropy = [bytes.fromhex(part) for part in record["entropy"]]
    try:
        start = record.get("position")
        for tree in (record, start):
            check_files(game, tree)
        match = Match(game, record["players"], record["options"], seed, entropy=entropy, position=start)
    except ValueError as error:
        raise BadRecord(str(error)) from None
    _expect(
        canonical([match.state.position()["players"], match.options]) == canonical([match.players, record["options"]]),
        "players or options are not those that were played with",
    )
    for number, entry in enumerate(record["actions"], 1):
        try:
            match.play(entry["seat"], entry["action"])
        except IllegalAction as error:
            raise BadRecord(f"action {number} of seat {entry['seat']} is illegal: {error}", number) from None
        _expect(entry["check"] == match.checks[-1], f"action {number} of seat {entry['seat']} differs", number)
    _expect(record["result"] == match.state.result, f"the result is {match.state.result}, not {record['result']}")
    return match
