"""Every game keeps the contract of the Python interface, for every number of players."""

import json
import pickle
import random

import pytest

import takujo
from takujo.core.game import State
from takujo.core.jit import JIT
from takujo.testing import check_game
from tests.helpers import SLUGS, option_sets, play_out

TABLES = [(slug, players) for slug in SLUGS for players in takujo.load(slug).players]


@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_contract(slug, players):
    """Legality, round trips, refusals, both doors and replay hold in random games."""
    check_game(takujo.load(slug), players, games=1, seed=players, share=0.5 if JIT else 0.1)


@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_contract_with_options(slug, players):
    """The same with options, every pair of their values combined."""
    game = takujo.load(slug)
    for number, options in enumerate(option_sets(game, players)[:: 1 if JIT else 4]):
        check_game(game, players, options, games=1, seed=number, share=0.03)


@pytest.mark.parametrize("slug", SLUGS)
def test_same_seed_same_play(slug):
    """Players, options, seed and actions determine everything; another seed is another play."""
    game = takujo.load(slug)
    players = game.players[-1]
    one, two = (play_out(game.new(players, 5), random.Random(1), 40) for _ in range(2))
    assert one == two
    assert one.position() == two.position()
    assert game.new(players, 5) != game.new(players, 6)
    assert game.new(players, b"\x05") == game.new(players, 5)


@pytest.mark.parametrize("slug", SLUGS)
def test_unknown_players_and_options_are_named(slug):
    """The error names what was wrong and what is taken."""
    game = takujo.load(slug)
    low, high = game.players[0], game.players[-1]
    for players in (low - 1, high + 1, "3", None, 2.0, True):
        with pytest.raises(ValueError, match=f"players is .*{low} to {high}"):
            game.new(players)
    with pytest.raises(ValueError, match=r"unknown option 'no_such'; .* takes "):
        game.new(low, options={"no_such": 1})
    with pytest.raises(ValueError, match="options is 7; it takes an object"):
        game.new(low, options=7)
    for seed in (-1, "x", 1.5, True):
        with pytest.raises(ValueError, match="seed is .*bytes or an integer >= 0"):
            game.new(low, seed)


@pytest.mark.parametrize("slug", SLUGS)
def test_impossible_positions_are_refused(slug):
    """Not an object, an unknown key, another game, a bad generator: each is named."""
    game = takujo.load(slug)
    whole = game.new(game.players[0]).position()
    for position, words in [
        ([], r"position is \[\]; it takes an object"),
        (whole | {"no_such": 1}, "position is 'no_such'; it takes only the keys"),
        (whole | {"game": "chess"}, "game is 'chess'"),
        (whole | {"rng": -1}, "rng is -1; it takes an integer of 128 bits"),
        (whole | {"rng": "x"}, "rng is 'x'"),
        (whole | {"players": 99}, "players is 99"),
        (whole | {"options": {"no_such": 1}}, "unknown option 'no_such'"),
        (whole | {"phase": "no such phase"}, "phase is 'no such phase'; it takes one of"),
    ]:
        with pytest.raises(ValueError, match=words):
            game.from_position(position)


@pytest.mark.parametrize("slug", SLUGS)
def test_bad_views_are_refused(slug):
    """determinize, belief and observation take a whole view and say what is missing."""
    game = takujo.load(slug)
    view = dict(game.new(game.players[0]).view(0))
    for call in (game.determinize, game.belief, game.observation):
        with pytest.raises(ValueError, match="view is 7; it takes the JSON of a view"):
            call(7)
        with pytest.raises(ValueError, match="view is 'without phase'"):
            call({key: value for key, value in view.items() if key != "phase"})


@pytest.mark.parametrize("slug", SLUGS)
def test_strangers_have_no_view(slug):
    """A seat that does not exist is refused; legal has nothing for it."""
    s = takujo.load(slug).new(takujo.load(slug).players[0])
    for seat in (-1, 99, "0", True):
        assert s.legal(seat) == []
        with pytest.raises(ValueError, match="seat is "):
            s.view(seat)


@pytest.mark.parametrize("slug", SLUGS)
def test_numbers_outside_the_space_are_refused(slug):
    """decode names its range; encode refuses what is no action of the space."""
    s = takujo.load(slug).new(takujo.load(slug).players[0])
    for number in (-1, s.game.num_actions, 1.5, "3", True):
        with pytest.raises(ValueError, match=f"number is .*0 to {s.game.num_actions - 1}"):
            s.decode(0, number)
    for action in ({"type": "no such"}, None):
        with pytest.raises(takujo.IllegalAction):
            s.encode(0, action)


@pytest.mark.parametrize("slug", SLUGS)
def test_events_keep_who_may_see_them(slug):
    """Events survive pickling with their privacy; plain copies of their JSON are refused, not passed through."""
    s = takujo.load(slug).new(takujo.load(slug).players[0])
    seat = s.to_act[0]
    events = s.apply(seat, s.legal(seat)[0])
    for other in (*range(s.players), None):
        assert s.events_for(other, pickle.loads(pickle.dumps(events))) == s.events_for(other, events)
    with pytest.raises(ValueError, match="events_for takes the events that apply returned"):
        s.events_for(None, json.loads(json.dumps(events)))


def test_states_compare_with_nothing_else():
    """A state equals only a state of the same game with the same bytes."""
    s = takujo.load("ritual").new(2)
    assert s != 7
    assert s == s.clone()
    assert "ritual" in repr(s)
    assert "2 players" in repr(s)
    assert isinstance(s, State)
    assert repr(s.game) == "<takujo game ritual>"


@pytest.mark.parametrize("slug", SLUGS)
def test_stepping_by_number(slug):
    """look and step fill `decision` with the seat to act and its legal actions, up to the end."""
    s = takujo.load(slug).new(takujo.load(slug).players[0], 1)
    n = s.look()
    for _ in range(30):
        if n == 0:
            break
        assert s.decision is not None
        seat, *numbers = s.decision[: n + 1].tolist()
        assert seat == s.to_act[0]
        assert numbers == s.legal_numbers(seat)
        n = s.step(seat, numbers[-1])


def test_refusals_travel():
    """An IllegalAction can be pickled, and says the same in Japanese by its code."""
    s = takujo.load("ritual").new(2, options={"start": 0})
    with pytest.raises(takujo.IllegalAction) as error:
        s.apply(0, {"type": "take-set", "set": 0})
    copy = pickle.loads(pickle.dumps(error.value))
    assert (copy.reason, copy.rule, copy.code) == (error.value.reason, "SET-4", "not-your-turn")
    assert str(copy) == "Seat 0 is not to act: it is the turn of seat 1. [SET-4]"
    assert s.game.text.refusal(copy.code, copy.details, "ja") == "席0の番ではありません。席1の番です。"


def test_unknown_game():
    """load says which games there are."""
    with pytest.raises(ValueError, match="unknown game 'chess'; there is arkham-ritual"):
        takujo.load("chess")


def test_who_has_nothing_to_decide_gets_no_analysis():
    """It says whose view would do."""
    game = takujo.load("ritual")
    state = game.new(3, 1)
    with pytest.raises(ValueError, match="has nothing to decide in it; expected: the view of a seat to act"):
        game.analysis(state.view((state.to_act[0] + 1) % 3), seat=(state.to_act[0] + 1) % 3)
