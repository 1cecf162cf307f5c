"""How the search goes about a title: each policy has its own `SEARCH`."""

from dataclasses import dataclass

from takujo.bots.care import REGULAR

__all__ = ["AMOUNT", "CHANCE", "LAST", "NEVER", "OWN", "SEAT", "Tuning"]

NEVER = 1 << 40  # visits: others do what their policy does; decisions: to the end of the game
SEAT, LAST, OWN = range(
    3
)  # notes of which outcomes are made: whose they are; is it looked at for the last time? own ones
CHANCE, AMOUNT = "chance", "amount"  # kinds of outcomes: 0 or 1; so many


@dataclass(frozen=True)
class Tuning:
    """Numbers found by experiment: `takujo arena` with the same seed before and after."""

    horizon: int  # decisions played on beyond the tree before a state is asked what it is worth
    chapters: int = 1  # chapters played, if the policy has a `chapter`: the one that has begun counts
    inside: int = REGULAR  # the care with which a policy weighs inside the tree; at its root it is always REGULAR
    trust: int = 16  # visits after which others are taken to do what served them best; before, what their policy does
    exploration: int = 1200  # thousandths of a win: how much a prior weighs against what was seen so far
    doubt: int = 0  # thousandths of the priors that all actions share alike: policies are often very sure of themselves
    # When all actions of a decision are tried (trials.py), play goes on to the end, or for so many decisions or
    # chapters; then a state is asked what it is worth. How true that is, `python -m benchmarks.calibration` shows.
    played: int = NEVER
    episodes: int = NEVER
    trusted: int = 1  # 0: the chances to win were found untrue
