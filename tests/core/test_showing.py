"""What many eyes see of states that follow on each other: the same as each view written by itself."""

import json
import random
from typing import Any

import pytest

from takujo.core.codec import Scribe
from takujo.core.game import State
from takujo.core.showing import Showing
from takujo.games import SLUGS, load
from takujo.match import Match

EYES = (0, 1, None)


@pytest.mark.parametrize("slug", SLUGS)
def test_changes_put_together_are_the_views(slug: str) -> None:
    """Also of somebody who has not looked for a while, or looks at what was shown before."""
    rng = random.Random(slug)
    game = load(slug)
    match = Match(game, max(2, game.players[0]), None, 7)
    scribes, shown = {seat: Scribe(game.codec) for seat in EYES}, {seat: dict[str, Any]() for seat in EYES}
    earlier: State = match.state
    for _ in range(40):
        if not match.state.to_act:
            break
        before, seat = match.state, rng.choice(match.state.to_act)
        outcome = match.play(seat, rng.choice(match.state.legal(seat)))
        showing = Showing([before, *(stage.state for stage in outcome.stages[:-1]), match.state])
        for eyes in EYES:
            states = [stage.state for stage in outcome.stages_for(eyes)[:-1]] + [match.state]
            if rng.random() < 0.2:
                states = [earlier] if rng.random() < 0.5 else []
            for state in states if rng.random() < 0.8 else states[::-1]:
                changes = showing.write(scribes[eyes], eyes, state)
                shown[eyes] |= json.loads(f"{{{changes}}}")
                view = state.view(eyes)
                assert json.loads(state.view_text(eyes, scribes[eyes].texts)) == view
                assert state.view_text(eyes) == state.view_text(eyes, scribes[eyes].texts)
                assert shown[eyes] == {key: view[key] for key in shown[eyes]}
                assert view.keys() - shown[eyes].keys() == {"game", "rng", "result"}
        earlier = before


def test_what_everybody_sees_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("ritual")
    match = Match(game, 4, None, 7)
    before = match.state
    scribes = [Scribe(game.codec) for _ in range(4)]
    for seat in range(4):
        Showing([before]).write(scribes[seat], seat, before)
    (actor,) = before.to_act
    match.play(actor, before.legal(actor)[0])
    written: list[int] = []
    text = game.codec.text

    def noted(number: int, content: bytes) -> str:
        written.append(number)
        return text(number, content)

    monkeypatch.setattr(game.codec, "text", noted)
    showing = Showing([before, match.state])
    for seat in range(4):
        showing.write(scribes[seat], seat, match.state)
    public = [number for number in written if game.codec.public >> number & 1]
    assert public
    assert len(public) == len(set(public))
    assert len(written) < 4 * game.codec.count
