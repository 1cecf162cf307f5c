"""What if: a match that goes on from the middle of another one."""

from takujo.match import Match

__all__ = ["what_if"]


def what_if(match: Match, step: int, seat: int | None = None, seed: bytes | int = 0) -> Match:
    """From after so many actions: as a seat knew it, what it did not see dealt anew by `seed`; None: as it was.

    Of the match nothing but the seat's view goes into the branch, unless all cards are open.
    """
    if not 0 <= step <= len(match.actions):
        raise ValueError(f"step is {step}; it takes 0 to {len(match.actions)}")
    if seat is not None and not 0 <= seat < match.players:
        raise ValueError(f"seat is {seat}; it takes 0 to {match.players - 1}, or None for all cards open")
    start, actions = match.start, match.actions[:step]
    then = Match(match.game, match.players, match.options, match.seed, actions, match.entropy, start)
    if seat is None:
        return then
    position = then.game.determinize(then.state.view(seat), seed).position()
    return Match(then.game, then.players, seed=seed, position=position)
