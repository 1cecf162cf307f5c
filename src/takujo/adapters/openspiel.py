"""OpenSpiel: importing this registers every game as takujo_ and its slug with underscores, takujo_in_the_ruin; and
takujo_ritual_small, which can be solved.

`players` and the options of the rules are parameters; so are `components`, the path of a component file, and
`max_length`: after so many decisions a play ends without a winner. In parameters -1 stands for null, and a list is
written 1/2/3 (OpenSpiel takes 1 for a number: 1/).
Simultaneous decisions are asked for seat by seat; nobody sees more for being asked later.

Chance is explicit: an action is run with a script of the numbers drawn so far (core/chance.py). While a draw finds the
script empty, the play stands at a chance node of as many outcomes; with the next number the action is run anew.
"""

import hashlib
import json
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from takujo.adapters.play import absolute, is_zero_sum, legal, missing, observation, returns
from takujo.core.chance import SCRIPT_SIZE, script
from takujo.core.game import QUIET, Game, State
from takujo.core.options import Option
from takujo.core.text import DEFAULT
from takujo.games import BrokenGame, load, slugs

try:
    import pyspiel
except ModuleNotFoundError:
    raise missing("OpenSpiel", "openspiel") from None

__all__ = ["TITLES", "Title"]

NULL = -1
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
LONGEST = 2000  # decisions
NO_TENSOR = (
    "there is no information-state tensor: all that a player has seen and done would be too long. "
    "Take information_state_string, or observation_tensor: what it sees now"
)


@dataclass(frozen=True)
class Title:
    """A game as OpenSpiel lists it."""

    slug: str
    name: str
    players: range
    zero_sum: bool
    options: Mapping[str, Any]  # as parameters
    components: Path | None = None  # of a small one: all ways to deal are so few that they are one chance node


def titles() -> dict[str, Title]:
    """Every game that loads, by OpenSpiel's name, and those that can be solved."""
    found = {}
    for slug in slugs():
        try:
            game = load(slug, compiled=False)
        except BrokenGame as error:
            warnings.warn(str(error), stacklevel=2)
            continue
        name = f"takujo_{slug.replace('-', '_')}"
        found[name] = _title(game, game.text.title[DEFAULT])
        if game.small:
            file, options = game.small
            long_name = f"{game.text.title[DEFAULT]}, small enough to be solved"
            found[f"{name}_small"] = _title(load(slug, file, compiled=False), long_name, options, file)
    return found


def _title(game: Game, name: str, fixed: Mapping[str, Any] | None = None, components: Path | None = None) -> Title:
    options = {option.name: as_parameter((fixed or {}).get(option.name, option.default)) for option in game.options}
    zero_sum = is_zero_sum(game, game.players[0])  # with any number of players
    return Title(game.slug, name, game.players, zero_sum, options, components)


def as_parameter(value: Any) -> Any:
    """The default of an option as OpenSpiel takes it."""
    return NULL if value is None else "/".join(map(str, value)) if isinstance(value, list) else value


def as_option(option: Option, value: Any) -> Any:
    """A parameter of OpenSpiel as the rules take it."""
    if option.type == "ints":
        try:
            return [int(part) for part in value.removesuffix("/").split("/")]
        except ValueError:
            raise ValueError(f"option {option.name} is {value!r}; it takes numbers like 1/2/3, or 1/ for one") from None
    return None if option.nullable and value == NULL else value


@dataclass(eq=False)
class Decision:
    """A play between two actions. It never changes, so clones share it."""

    state: State  # with an empty script
    player: int  # who decides; TERMINAL at the end
    number: int = 0  # decisions before this one
    before: "Decision | None" = None
    done: tuple[int, int] | None = None  # who did what there
    known: dict[int, tuple[bytes, bytes]] = field(default_factory=dict)  # of each seat that was asked for, `knowledge`
    after: dict[tuple[int, int], "Decision | Draw"] = field(default_factory=dict)  # see Course.after

    def __deepcopy__(self, memo: Any) -> "Decision":
        return self

    def knowledge(self, seat: int) -> tuple[bytes, bytes]:
        """All that a seat has seen and done so far, as a digest; and what it sees now.

        What others do unseen leaves no trace, not even how often.
        """
        path: list[Decision] = []
        at: Decision | None = self
        while at and seat not in at.known:
            path.append(at)
            at = at.before
        digest, shown = at.known[seat] if at else (b"", b"")
        for at in reversed(path):
            if at.done and at.done[0] == seat:
                digest = _digest(digest + b"%d" % at.done[1])
            view = at.state.view_raw(seat).tobytes()
            if view != shown:
                digest, shown = _digest(digest + view), view
            at.known[seat] = digest, shown
        return digest, shown


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=16).digest()


@dataclass(frozen=True)
class Draw:
    """A chance node: an action under way (None: the deal), the numbers drawn for it, the size of the next draw."""

    at: Decision | None
    action: tuple[int, int] | None
    draws: tuple[int, ...]
    outcomes: int
    player = CHANCE

    def __deepcopy__(self, memo: Any) -> "Draw":
        return self


class Course:
    """How the plays of a title run, with these players and options."""

    def __init__(self, title: Title, players: int, max_length: int, components: str, parameters: Mapping[str, Any]):
        self._max_length = max_length
        rules = load(title.slug, components or title.components)
        options = {option.name: as_option(option, parameters[option.name]) for option in rules.options}
        self.rules: Game = rules.new(players, options=options).game
        self._blank = self.rules.blank(players, options)
        self.deals = self._all_deals() if title.components and not components else []
        self.root = Draw(None, None, (), len(self.deals)) if self.deals else self.proceed(None, None)

    def _run(self, at: Decision | None, action: tuple[int, int] | None, draws: tuple[int, ...]) -> State:
        """An action, or the deal, with these numbers as chance."""
        if at is not None and action is not None:
            state = at.state.clone()
            if draws:
                state.script(draws)
            state.step(*action)
            return state
        s = self.rules.state(self._blank.flat())
        script(s.chance, draws)
        raw = self.rules.state.pack(s.flat())
        self.rules.door.setup(raw, QUIET, -1)
        return State(self.rules, raw)

    def proceed(
        self, at: Decision | None, action: tuple[int, int] | None, draws: tuple[int, ...] = ()
    ) -> Decision | Draw:
        """The next decision, or the draw that is still missing on the way to it."""
        state = self._run(at, action, draws)
        outcomes = state.chance_needed
        if outcomes and len(draws) == SCRIPT_SIZE:  # a deal was done again and again: forget the misdeals
            return self.proceed(at, action)
        if outcomes:
            return Draw(at, action, draws, outcomes)
        state.script(())
        number, to_act = at.number + 1 if at else 0, state.to_act
        player = to_act[0] if to_act and number < self._max_length else TERMINAL
        return Decision(state, player, number, at, action)

    def after(self, at: Decision, action: tuple[int, int]) -> Decision | Draw:
        """The same from a decision. A tree that is small enough to be walked again and again is kept."""
        if not self.deals:
            return self.proceed(at, action)
        if action not in at.after:
            at.after[action] = self.proceed(at, action)
        return at.after[action]

    def _all_deals(self) -> list[tuple[Decision, float]]:
        """All ways to deal, with their chances."""
        found: dict[State, float] = {}
        waiting: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
        while waiting:
            draws, chance = waiting.pop()
            after = self.proceed(None, None, draws)
            if isinstance(after, Draw):
                waiting += [((*draws, number), chance / after.outcomes) for number in range(after.outcomes)]
            else:
                found[after.state] = found.get(after.state, 0.0) + chance
        return [(Decision(state, state.to_act[0]), chance) for state, chance in found.items()]


@cache
def course(short_name: str, players: int, max_length: int, components: str, **parameters: Any) -> Course:
    """Made once: OpenSpiel makes its games again and again."""
    return Course(TITLES[short_name], players, max_length, components, parameters)


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """One title with players and options."""

    def __init__(self, kind: pyspiel.GameType, params: dict[str, Any]):
        given = {**kind.parameter_specification, **params}
        if given["max_length"] < 1:
            raise ValueError(f"max_length is {given['max_length']}; it takes a number of decisions, 1 or more")
        self.course = course(kind.short_name, **given)
        players, rules = given["players"], self.course.rules
        share = 1 / players if is_zero_sum(rules, players) else 0.0
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.num_actions,
            max_chance_outcomes=max(rules.outcomes, len(self.course.deals)),
            num_players=players,
            min_utility=-share,
            max_utility=1 - share,
            max_game_length=given["max_length"],
            **({"utility_sum": 0.0} if kind.utility == pyspiel.GameType.Utility.ZERO_SUM else {}),
        )
        super().__init__(kind, info, params)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        if params:
            raise ValueError(f"observer parameters are {params!r}; it takes none")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(None if recall else self.course.rules.observation_size)

    def information_state_tensor_shape(self) -> NoReturn:
        raise ValueError(NO_TENSOR)

    information_state_tensor_size = information_state_tensor_shape


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """One play."""

    def __init__(self, game: SpielGame):
        super().__init__(game)
        self.at: Decision | Draw = game.course.root

    @property
    def decision(self) -> Decision | None:
        """The decision here, or the one whose action waits for chance; None before the deal."""
        return self.at.at if isinstance(self.at, Draw) else self.at

    def current_player(self) -> int:
        return self.at.player

    def is_terminal(self) -> bool:
        return self.at.player == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        assert isinstance(self.at, Decision)
        return sorted(legal(self.at.state, player).tolist())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        assert isinstance(self.at, Draw)
        deals = self.get_game().course.deals
        if self.at.at is None and deals:
            return [(number, chance) for number, (_, chance) in enumerate(deals)]
        return [(number, 1 / self.at.outcomes) for number in range(self.at.outcomes)]

    def _apply_action(self, action: int) -> None:
        course: Course = self.get_game().course
        if isinstance(self.at, Decision):
            self.at = course.after(self.at, (self.at.player, self._number(self.at.player, action)))
        elif self.at.at is None and course.deals:
            self.at = course.deals[action][0]
        else:
            self.at = course.proceed(self.at.at, self.at.action, (*self.at.draws, int(action)))

    def _action_to_string(self, player: int, action: int) -> str:
        if isinstance(self.at, Draw):
            return f"{action} of {self.at.outcomes}"
        return json.dumps(self.at.state.decode(player, self._number(player, action)), ensure_ascii=False)

    def _number(self, player: int, action: int) -> int:
        """As the engine numbers it."""
        return int(absolute(self.get_game().course.rules, self.num_players())[player, action])

    def information_state_tensor(self, player: int | None = None) -> NoReturn:
        raise ValueError(NO_TENSOR)

    def returns(self) -> list[float]:
        """Of a play that reached `max_length`: nothing to anybody."""
        if isinstance(self.at, Draw):
            return [0.0] * self.num_players()
        return list(returns(self.at.state))

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """A play that this player cannot tell from this one. What the others saw before now is not made up."""
        assert isinstance(self.at, Decision)
        view, rules = self.at.state.view_raw(player), self.at.state.game
        rules.door.guess(view, int(sampler() * (1 << 53)))
        rules.check(view)
        state = State(rules, view)
        state.script(())
        other: SpielState = self.clone()
        known = {player: self.at.knowledge(player)}
        other.at = Decision(state, self.at.player, self.at.number, known=known)
        return other

    def __str__(self) -> str:
        if isinstance(self.at, Draw):
            return f"chance: {self.at.draws} of {self.at.outcomes}" if self.at.at else f"dealing: {self.at.draws}"
        return json.dumps(self.at.state.position(), ensure_ascii=False)


class Observer:
    """What a player sees now, as numbers and as JSON; with perfect recall (no size) a digest of all it has seen."""

    def __init__(self, size: int | None):
        self.tensor = None if size is None else np.zeros(size, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is None:
            raise ValueError(NO_TENSOR)
        decision = state.decision
        self.tensor[:] = 0 if decision is None else observation(decision.state, player)

    def string_from(self, state: SpielState, player: int) -> str:
        decision = state.decision
        if decision is None:
            return "before the deal"
        if self.tensor is None:
            return f"{player}: {decision.knowledge(player)[0].hex()}"
        return json.dumps(decision.state.view(player), ensure_ascii=False)


def _register(short_name: str, title: Title) -> None:
    """Registering is for the whole process: once."""
    if short_name in pyspiel.registered_names():
        return
    utility = pyspiel.GameType.Utility
    kind = pyspiel.GameType(
        short_name=short_name,
        long_name=title.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if title.zero_sum else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=title.players[-1],
        min_num_players=title.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={
            "players": title.players[0],
            "max_length": LONGEST,
            "components": "",
            **title.options,
        },
    )

    class Registered(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None):
            super().__init__(kind, params or {})

    pyspiel.register_game(kind, Registered)


TITLES = titles()
for _name, _listed in TITLES.items():
    _register(_name, _listed)
