"""OpenSpiel's own tests pass on every title and number of players; its solvers and its searching bot run on them."""

import itertools
import re
import runpy

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

import takujo
from takujo.adapters.openspiel import TITLES, as_option
from takujo.adapters.play import legal
from tests.helpers import ROOT

TABLES = [(name, players) for name, title in TITLES.items() for players in title.players]


def played(game, decisions, seed=1):
    """A play at random, after so many decisions."""
    state, rng = game.new_initial_state(), np.random.default_rng(seed)
    while decisions or state.is_chance_node():
        if state.is_chance_node():
            numbers, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(numbers, p=chances)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
            decisions -= 1
    return state


@pytest.mark.parametrize("name", TITLES)
def test_parameters_are_the_options(name):
    """Every option of the rules is a parameter, with the same default; the small game fixes two of them."""
    title = TITLES[name]
    rules = takujo.load(title.slug, title.components)
    assert rules.players == title.players
    assert list(title.options) == [option.name for option in rules.options]
    for option in rules.options:
        value = as_option(option, title.options[option.name])
        assert value == (0 if title.components else option.default)


@pytest.mark.once
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_random_sim(name, players, capfd):
    pyspiel.random_sim_test(pyspiel.load_game(name, {"players": players}), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", TITLES)
def test_the_rules_are_the_same(name):
    """With the numbers that chance drew, the rules come to the same state; tensor and legal actions are theirs."""
    state = played(pyspiel.load_game(name), 4)
    decision = state.at
    for seat in range(state.num_players()):
        rules, view = decision.state.game, decision.state.view(seat)
        assert state.observation_tensor(seat) == pytest.approx(rules.observation(view, seat).tolist())
    assert state.legal_actions() == sorted(legal(decision.state, state.current_player()))
    assert decision.state.chance_needed == 0
    assert decision.number == 4


def test_the_deal_is_explicit():
    """RITUAL for two: who starts, fourteen swaps of markers, twenty-nine of cards, from the last place down."""
    state, outcomes = pyspiel.load_game("takujo_ritual").new_initial_state(), []
    while state.is_chance_node():
        outcomes.append(len(state.chance_outcomes()))
        state.apply_action(outcomes[-1] - 1)  # swap with itself
    assert outcomes == [2, *range(15, 1, -1), *range(30, 1, -1)]
    position = state.at.state.position()
    assert position["start"] == 1
    assert position["sets"][0] == ["r1g2", "r2g1", "g1y2", "g2y1", "r1y2", "r2y1"]
    assert position["markers"] == ["red"] * 5 + ["green"] * 5 + ["yellow"] * 5


def test_the_small_deal_is_one_draw():
    """Two orders of the markers, ninety ways to lay six cards: all equally likely."""
    chances = [chance for _, chance in pyspiel.load_game("takujo_ritual_small").new_initial_state().chance_outcomes()]
    assert chances == pytest.approx([1 / 180] * 180)


def test_a_deal_done_again_and_again_goes_on():
    """A script holds 64 numbers. Misdeals that fill it are forgotten, and the deal begins with its first draw."""
    deal = pyspiel.load_game("takujo_ayatsuri(players=4,start=0)").new_initial_state()

    def after(draws):
        state = deal.clone()
        for number in draws:
            state.apply_action(number)
        return state

    swaps = itertools.product(*map(range, range(7, 1, -1)))
    misdeal = next(draws for draws in swaps if after(draws).is_chance_node())  # the Dictator lies face up
    state = after([*misdeal] * 10 + [*misdeal[:3]])
    assert len(state.at.draws) == 63
    state.apply_action(misdeal[3])
    assert state.at == deal.at


@pytest.mark.parametrize("name", TITLES)
def test_resampling(name):
    """A resampled play is one its player cannot tell from the true one; it varies, and it can be played on."""
    state = played(pyspiel.load_game(name, {"players": TITLES[name].players[-1]}), 3)
    player, sampler = state.current_player(), pyspiel.UniformProbabilitySampler(0.0, 1.0)
    others = [state.resample_from_infostate(player, sampler) for _ in range(8)]
    for other in others:
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.legal_actions() == state.legal_actions()
        other.apply_action(other.legal_actions()[0])
    assert len({bytes(other.decision.state) for other in others}) > 1


def test_actions_are_counted_from_the_player():
    """Seat 2 of 3 offers to seat 0: action 1, to its left neighbour, and so it is done."""
    state = pyspiel.load_game("takujo_arkham_ritual(first_parent=2)").new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    assert (state.current_player(), state.action_to_string(2, 1)) == (2, '{"type": "offer", "to": 0}')
    state.apply_action(1)
    assert state.at.state.to_act == (0,)


def test_components():
    """A component file makes it a variant."""
    small, file = pyspiel.load_game("takujo_ritual_small"), TITLES["takujo_ritual_small"].components
    same = pyspiel.load_game("takujo_ritual", {"components": str(file), "players": 2})
    assert same.num_distinct_actions() == small.num_distinct_actions()


def test_there_is_no_false_tensor():
    """What a player sees now is no information state: with perfect recall numbers are refused, the text is there."""
    state = played(pyspiel.load_game("takujo_ritual"), 0)
    recall = make_observation(state.get_game(), pyspiel.IIGObservationType(perfect_recall=True))
    for ask in (
        lambda: state.information_state_tensor(0),
        lambda: state.get_game().information_state_tensor_shape(),
        lambda: recall.set_from(state, 0),
    ):
        with pytest.raises(ValueError, match="there is no information-state tensor"):
            ask()
    assert recall.string_from(state, 0) == state.information_state_string(0)


def test_information_is_all_that_was_seen_and_nothing_else():
    """What others do unseen leaves no trace in it, also if they did more; what was seen before stays in it."""
    state = played(pyspiel.load_game("takujo_in_the_ruin(players=2)"), 0)
    one, other = state.child(0), state.child(5)  # seat 0 keeps other goals
    assert one.information_state_string(1) == other.information_state_string(1)
    assert one.information_state_string(0) != other.information_state_string(0)
    state = played(pyspiel.load_game("takujo_in_the_ruin(players=2)"), 2)  # set-up: seat 0 takes a card, then draws it
    taken = state.child(state.legal_actions()[0])
    assert taken.current_player() == 0
    assert taken.information_state_string(1) == state.information_state_string(1)
    game = pyspiel.load_game("takujo_ritual")
    strings = [played(game, decisions, seed=2).information_state_string(0) for decisions in range(30)]
    assert len(set(strings)) == 30


@pytest.mark.once
@pytest.mark.parametrize("name", [name for name in TITLES if name != "takujo_ritual_small"])
def test_ismcts_plays(name):
    """OpenSpiel's Python bot searches through a whole play, against random play."""
    game = pyspiel.load_game(name, {"players": max(2, TITLES[name].players[0])})
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.0, 3, random_state=rng)
    state = played(game, 0)
    while not state.is_terminal():
        if state.is_chance_node():
            numbers, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(numbers, p=chances)))
        else:
            legal = state.legal_actions()
            state.apply_action(int(bot.step(state)) if state.current_player() == 0 else int(rng.choice(legal)))
    assert state.at.state.result is not None


@pytest.mark.once
def test_cfr_solves_the_small_game(capsys):
    """The example's numbers: three iterations of CFR+ leave less than two thirds of the exploitability."""
    runpy.run_path(str(ROOT / "examples/solve_a_small_ritual.py"))
    before, after = map(float, re.findall(r"exploitability (\d\.\d+)", capsys.readouterr().out))
    assert after < before * 2 / 3


def test_a_long_play_ends():
    """After max_length decisions, without a winner."""
    state = played(pyspiel.load_game("takujo_ritual(players=3,max_length=7)"), 7)
    assert state.is_terminal()
    assert state.returns() == [0.0, 0.0, 0.0]
    assert state.at.state.to_act


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("takujo_ritual(players=6)", "6"),
        ("takujo_in_the_ruin(players=0)", "0"),
        ("takujo_ritual(players=2,start=2)", "option start is 2; it takes a seat, 0 to 1, or null"),
        (
            "takujo_ritual(rounds=2)",
            "Unknown parameter 'rounds'. Available parameters are: components, max_length, out_may_start",
        ),
        ("takujo_ritual(max_length=0)", "max_length is 0; it takes a number of decisions, 1 or more"),
        ("takujo_arkham_ritual(event=party)", "option event is 'party'; it takes one of"),
        ("takujo_arkham_ritual(doom_values=a/b)", "option doom_values is 'a/b'; it takes numbers like 1/2/3"),
        (
            "takujo_arkham_ritual(doom_values=9/)",
            r"option doom_values is \[9\]; it takes a list of 1 to 12 integers 1 to 7",
        ),
    ],
)
def test_refusals(text, words, capfd):
    with pytest.raises((ValueError, pyspiel.SpielError), match=words):
        pyspiel.load_game(text)
