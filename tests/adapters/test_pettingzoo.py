"""PettingZoo's own tests pass on every title and number of players; options and refusals are ours."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, render_test, seed_test

import takujo
from takujo.adapters.pettingzoo import env, parallel_env, raw_env
from takujo.adapters.play import mask, worth
from tests.helpers import SLUGS

PLAYERS = {"arkham-ritual": range(3, 8), "ayatsuri": range(3, 7), "in-the-ruin": range(1, 5), "ritual": range(2, 6)}
TABLES = [(slug, players) for slug in SLUGS for players in PLAYERS[slug]]

# PettingZoo knows by name which environments have dictionaries as observations, as ours have; and a seat
# has no legal action once the play is over.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def test_every_title_is_here():
    assert {slug: takujo.load(slug).players for slug in SLUGS} == PLAYERS


@pytest.mark.once
@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_api(slug, players):
    api_test(env(slug, players), num_cycles=300)


@pytest.mark.parametrize("slug", SLUGS)
def test_api_uncompiled_too(slug):
    """The same at the smallest table and for some steps, as both passes run it."""
    api_test(raw_env(slug, PLAYERS[slug][0]), num_cycles=8)


@pytest.mark.once
@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_seed(slug, players):
    seed_test(lambda: env(slug, players), num_cycles=100)


@pytest.mark.once
@pytest.mark.parametrize("players", PLAYERS["in-the-ruin"])
def test_parallel_api(players):
    parallel_api_test(parallel_env("in-the-ruin", players), num_cycles=300)


@pytest.mark.once
def test_performance(capsys):
    """It runs each environment for five seconds: all side by side."""
    with ThreadPoolExecutor(len(TABLES)) as threads:
        list(threads.map(lambda table: performance_benchmark(env(*table)), TABLES))
    assert capsys.readouterr().out.count("Finished performance benchmark") == len(TABLES)


def play_at_random(table, rng):
    """The return of every agent."""
    table.reset(seed=int(rng.integers(1000)))
    totals = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, over, _, _ = table.last()
        totals[agent] += reward
        table.step(None if over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return totals


@pytest.mark.parametrize("slug", ["arkham-ritual", "ritual"])
def test_rewards(slug):
    """A win is shared and paid for by all; where it takes nothing from the others, each winner has 1."""
    table = env(slug, 3)
    totals = play_at_random(table, np.random.default_rng(3))
    winners = table.unwrapped.play.result["winners"]
    if slug == "arkham-ritual":
        due = [float(seat in winners) for seat in range(3)]
    else:
        due = [(seat in winners) / len(winners) - 1 / 3 for seat in range(3)]
        assert sum(totals.values()) == pytest.approx(0)
    assert list(totals.values()) == pytest.approx(due)


def test_observation_is_of_the_view():
    """What an agent is given is what Game.observation makes of its view, and its legal actions."""
    table = env("ritual", 3)
    table.reset(seed=5)
    play = table.unwrapped.play
    for seat, agent in enumerate(table.agents):
        seen = table.observe(agent)
        assert np.array_equal(seen["observation"], play.game.observation(play.view(seat)))
        assert np.array_equal(seen["action_mask"], mask(play, seat, play.game.num_actions))


def test_options_are_rules():
    """They are constructor arguments, and what `reset` is given under that name is not looked at."""
    table = env("ritual", 4, start=2, restart_cap=1)
    table.reset(options={"start": 3})
    options = table.unwrapped.play.position()["options"]
    assert (options["start"], options["restart_cap"]) == (2, 1)
    assert table.unwrapped.play.position()["start"] == 2


def test_without_a_seed_every_play_is_another():
    table = raw_env("ritual", 2)
    deals = set()
    for _ in range(5):
        table.reset()
        deals.add(bytes(table.play))
    assert len(deals) == 5


def test_waiting():
    """In parallel, to wait is the only legal action of a seat not to act, and of no other."""
    table = parallel_env("in-the-ruin", 2)
    seen, _ = table.reset(seed=1)
    rng = np.random.default_rng(1)
    waited = 0
    while table.agents:
        to_act = table.play.to_act
        for seat, agent in enumerate(table.agents):
            legal = np.flatnonzero(seen[agent]["action_mask"]).tolist()
            assert (legal == [table.wait]) == (table.wait in legal) == (seat not in to_act)
            waited += seat not in to_act
        actions = {agent: int(rng.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in table.agents}
        seen, rewards, _, _, _ = table.step(actions)
    assert waited
    assert sum(rewards.values()) == pytest.approx(0)
    assert set(rewards.values()) <= {0.5, -0.5, 0.0}


@pytest.mark.parametrize("slug", SLUGS)
def test_render(slug, capsys):
    """PettingZoo's own: for a human it is printed, else it is a text."""
    render_test(lambda render_mode: env(slug, 4, render_mode))
    assert capsys.readouterr().out.count("player 1") >= 5


def test_components():
    """A component file makes it a variant: the small RITUAL has six cards."""
    small = takujo.load("ritual").small
    assert small
    table = env("ritual", 2, components=small[0])
    table.reset(seed=1)
    assert table.action_space("player_0").n < env("ritual", 2).action_space("player_0").n
    with pytest.raises(ValueError, match="nowhere.toml"):
        env("ritual", 2, components="nowhere.toml")


def test_rendering():
    table = env("ritual", 2, render_mode="ansi")
    table.reset(seed=1)
    assert "player 1" in table.render()
    assert env("ritual", 2).unwrapped.render_mode is None


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: env("go", 2), "unknown game 'go'; there is arkham-ritual"),
        (lambda: env("ritual", 6), "players is 6; ritual takes 2 to 5"),
        (lambda: env("ritual", "4"), "players is '4'; ritual takes 2 to 5"),
        (lambda: env("ritual", 4, rounds=3), "unknown option 'rounds'; ritual takes start, restart_cap"),
        (lambda: env("ritual", 4, start=4), "option start is 4; it takes a seat, 0 to 3, or null"),
        (lambda: env("ritual", 4, render_mode="svg"), 'render_mode is .svg.; it takes "human", "ansi" or None'),
        (lambda: parallel_env("ritual", 4), r"ritual is played in turns: take env\(...\)"),
        (lambda: parallel_env("in-the-ruin", 5), "players is 5; in-the-ruin takes 1 to 4"),
    ],
)
def test_refusals(make, words):
    with pytest.raises(ValueError, match=words):
        make()


@pytest.mark.parametrize("action", [64, -1, None, 1.5, "0"])
def test_an_illegal_action_changes_nothing(action):
    """Without wrappers it is a ValueError that names the seat; with them it loses."""
    table = raw_env("ritual", 2, start=0)
    table.reset(seed=1)
    before = bytes(table.play)
    with pytest.raises(ValueError, match=r"the action of seat 1 is .*; it takes one of its legal numbers"):
        table.step(action)
    assert bytes(table.play) == before


def test_an_illegal_action_in_parallel_changes_nothing():
    table = parallel_env("in-the-ruin", 2)
    table.reset(seed=1)
    before = bytes(table.play)
    with pytest.raises(ValueError, match="the action of seat 1 is 4010; it takes one of its legal numbers"):
        table.step({"player_0": 0, "player_1": table.wait})
    with pytest.raises(ValueError, match=r"actions are of \['player_0'\]; it takes one of each of"):
        table.step({"player_0": 0})
    assert bytes(table.play) == before
    table.play.step(1, 0)
    with pytest.raises(ValueError, match="the action of player_1 is 0; it is not to act and takes 4010, to wait"):
        table.step({"player_0": 0, "player_1": 0})


def test_worth():
    """Two of three win: they share 1 and all pay a third; or each has 1."""
    assert worth(0b011, 3, True) == pytest.approx((1 / 6, 1 / 6, -1 / 3))
    assert worth(0b011, 3, False) == (1.0, 1.0, 0.0)
