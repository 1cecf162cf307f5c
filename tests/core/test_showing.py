"""What somebody is shown of states that follow on each other: the same as each view written by itself."""

import json
import random
from itertools import pairwise

import pytest

from takujo.core.codec import compact
from takujo.core.game import State
from takujo.core.showing import show, show_all
from takujo.games import SLUGS, load
from takujo.match import Match

EYES = (0, 1, None)


@pytest.mark.parametrize("slug", SLUGS)
def test_changes_put_together_are_the_views(slug: str) -> None:
    """Also of somebody who has not looked for a while, or looks at what was shown before. What is the same is not sent."""
    rng = random.Random(slug)
    game = load(slug)
    match = Match(game, max(2, game.players[0]), None, 7)
    shown: dict[int | None, State] = dict.fromkeys(EYES, match.state)
    kept: dict[int | None, dict[int, str]] = {eyes: {} for eyes in EYES}
    for _ in range(40):
        if not match.state.to_act:
            break
        seat = rng.choice(match.state.to_act)
        outcome = match.play(seat, rng.choice(match.state.legal(seat)))
        for eyes in EYES:
            if rng.random() < 0.2:
                continue
            states = [shown[eyes], *(stage.state for stage in outcome.stages_for(eyes)[:-1]), match.state]
            if rng.random() < 0.2:
                states.reverse()
                kept[eyes].clear()
            changes, whole = show(states, eyes, kept[eyes])
            views = [state.view(eyes) for state in states]
            for (before, now), text in zip(pairwise(views), changes, strict=True):
                new = {key: value for key, value in now.items() if value != before[key]}
                assert json.loads(f"{{{text}}}") == {key: new[key] for key in new if key != "result"}
            assert whole.decode() == compact(views[-1])
            shown[eyes] = states[-1]


@pytest.mark.parametrize("slug", SLUGS)
def test_several_at_once_are_shown_what_each_is_shown_alone(slug: str) -> None:
    """Nobody gets another's view, nor what was kept for another."""
    rng = random.Random(slug)
    match = Match(load(slug), max(2, load(slug).players[0]), None, 11)
    alone: list[dict[int, str]] = [{} for _ in EYES]
    together: list[dict[int, str]] = [{} for _ in EYES]
    different = 0
    for _ in range(20):
        before, seat = match.state, match.state.to_act[0]
        stages = match.play(seat, rng.choice(match.state.legal(seat))).stages
        states = [before, *(stage.state for stage in stages)]
        each = [show(states, eyes, kept) for eyes, kept in zip(EYES, alone, strict=True)]
        assert show_all(states, EYES, together) == each
        assert together == alone
        different += len({shown.whole for shown in each}) == len(EYES)
        if not match.state.to_act:
            break
    assert different, "else one for all would do"
