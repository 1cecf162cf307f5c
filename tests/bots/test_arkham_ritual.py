"""How well Arkham Ritual is played, and that the clear choices are made."""

import random
from typing import Any

import numpy as np
import pytest

import takujo
from takujo.bots.care import HASTY, NOVICE, REGULAR
from takujo.bots.loops import play_policies
from takujo.bots.minds import mind
from takujo.core.record import NONE
from tests.helpers import option_sets

pytestmark = pytest.mark.once

GAME = takujo.load("arkham-ritual")
MIND = mind(GAME)


def chances(care: int = REGULAR, **position: Any) -> dict[str, float]:
    """The chance of each action in a position, as `type` or `type to`."""
    s = GAME.from_position({"options": {"true_winner": True}} | position)
    seat = s.to_act[0]
    numbers = np.array(s.legal_numbers(seat), dtype=np.int64)
    weights = MIND.weigh(s.view_raw(seat), seat, numbers, care)
    return {
        " ".join(map(str, action.values())): float(chance)
        for action, chance in zip(s.legal(seat), weights, strict=True)
    }


def share(care: int, others: int, players: int, games: int, **options: Any) -> float:
    """What a seat of one care wins among others of another, in fair shares; each seat in turn."""
    total = 0.0
    for seat in range(players):
        cares = [others] * players
        cares[seat] = care
        results, _ = play_policies(MIND, cares, games // players, 11 + seat, {"true_winner": True} | options)
        total += results[:, seat].mean()
    return total / 1000


def test_care_pays() -> None:
    """Among beginners a careful player wins well more than a fair share, and a hasty one no less than it."""
    assert share(REGULAR, NOVICE, 5, 1500) > 1.25
    assert share(HASTY, NOVICE, 5, 1500) > 0.95


LOW = {"parent": 0, "phase": "offer", "sanity": [3, 7, 3, 3, 3]}


@pytest.mark.parametrize("care", [NOVICE, REGULAR])
def test_harm_is_offered_where_it_is_felt(care: int) -> None:
    """A mad card goes to the one who would survive, not to those who fail anyway [7-1]."""
    hands = ["elder-sign", "tome-sane", "mask-mad", "idol-mad", "dagger-mad"]
    weights = chances(care, **LOW, hands=hands, offered="chalice-mad")
    assert max(weights, key=weights.__getitem__) == "offer 1"
    assert weights["offer 1"] > 0.6


def test_a_great_old_one_is_not_brought_to_a_gate() -> None:
    """Taking Cthulhu for a Gate wakes him at once [Q4], and the parent would be mad."""
    hands = ["elder-sign", "gate-a", "mask-sane", "idol-sane", "dagger-sane"]
    weights = chances(**LOW, hands=hands, offered="cthulhu")
    assert weights["offer 1"] < 0.02


KNOWN = {"seat": 4, "event": "magical-orb", "at": "hand", "holder": 4}
LAST = {"parent": 0, "phase": "respond", "path": [1, 2, 3, 4], "discard": ["magical-orb"]}


def test_a_round_that_is_won_is_ended() -> None:
    """Who knows his card to survive while others fail declines as the last, which ends the round [6-2-2]."""
    hands = ["mask-mad", "idol-mad", "dagger-sane", "dagger-mad", "tome-sane"]
    assert chances(**LAST, hands=hands, look=KNOWN)["decline"] > 0.95


def test_a_card_known_to_fail_is_changed() -> None:
    """Any other card may be better than one that surely fails."""
    hands = ["mask-sane", "idol-sane", "dagger-sane", "gate-a", "tome-mad"]
    assert chances(**LAST, hands=hands, look=KNOWN)["accept"] > 0.95


def test_the_way_of_a_card_is_read() -> None:
    """Offered first, my card is likely one that others would harm; reached last, it was nobody's target."""
    hands = ["mask-sane", "idol-sane", "tome-sane", "gate-a", "dagger-sane"]
    first, last = (chances(parent=0, phase="respond", path=path, hands=hands)["accept"] for path in ([4], [1, 2, 3, 4]))
    assert first < 0.2 < 0.5 < last


@pytest.mark.parametrize("players", GAME.players)
def test_the_way_of_a_card_is_retraced(players: int) -> None:
    """From where a card has come to, every decision about it is found again: the state as it was, and what was chosen."""
    rng, longest = random.Random(players), 0
    for options in option_sets(GAME, players):
        s = GAME.new(players, rng.randrange(1 << 30), options)
        way: list[tuple[bytes, int]] = []
        while s.to_act:
            seat, phase = s.to_act[0], s.position()["phase"]
            known = way if phase == "respond" else []
            for k in range(len(known) + 1):
                raw = s._raw.copy()
                chosen = MIND.door.retrace(raw, k)
                assert (raw.tobytes(), chosen) == (known[k] if k < len(known) else (s._raw.tobytes(), NONE))
            longest = max(longest, len(known))
            number = int(rng.choice(s.legal_numbers(seat)))
            way = [*known, (s._raw.tobytes(), number)]
            s.step(seat, number)
    assert longest == players - 1


@pytest.mark.parametrize("players", GAME.players)
def test_only_the_view_counts(players: int) -> None:
    """With all options: finite weights, the view left as it was, and the same for all that it may hide."""
    rng = random.Random(players)
    for options in option_sets(GAME, players):
        s = GAME.new(players, rng.randrange(1 << 30), options)
        while s.to_act:
            seat = s.to_act[0]
            numbers = np.array(s.legal_numbers(seat), dtype=np.int64)
            if rng.random() < 0.05:
                view = s.view_raw(seat)
                before = view.tobytes()
                other = GAME.determinize(s.view(seat), rng.randrange(1 << 30)).view_raw(seat)
                for care in (HASTY, NOVICE, REGULAR):
                    weights = MIND.weigh(view, seat, numbers, care)
                    assert np.isfinite(weights).all()
                    assert view.tobytes() == before
                    assert (MIND.weigh(other, seat, numbers, care) == weights).all()
            s.step(seat, int(rng.choice(numbers)))
        assert sum(MIND.door.worth(s._raw, seat) for seat in range(players)) in (*range(990, 1001), 0)
