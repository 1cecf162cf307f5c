"""The results as a bar chart in SVG, on a logarithmic scale."""

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil, floor, log10

from benchmarks.measure import MICROSECONDS, MOVES, Result
from benchmarks.report import number

__all__ = ["chart"]

WIDTH, LEFT, RIGHT, ROW, BAR = 960, 330, 110, 30, 18
INK, FAINT, GRID, OURS, OTHERS = "#1c2430", "#5b6675", "#d9dee5", "#0f766e", "#9aa5b4"


def chart(results: Sequence[Result], facts: str) -> str:
    """Moves a second of all rows that have them; what a new or copied state costs stands below."""
    rows = [r for r in results if r.contender.unit == MOVES and r.median]
    medians = [r.median for r in rows if r.median]
    low, high = (floor(log10(min(medians))), ceil(log10(max(medians)))) if medians else (0, 1)
    low -= low == log10(min(medians, default=2))  # a bar has a length
    games = list(dict.fromkeys(r.contender.game for r in rows))
    top = 84
    bottom = top + ROW * (len(rows) + len(games))
    costs = [
        f"{r.contender.game}, {r.contender.name}: {number(r.median)} {r.contender.unit}"
        for r in results
        if r.contender.unit == MICROSECONDS and r.median
    ]
    body = [
        _text(
            24,
            34,
            "Moves a second, random play, one core but where threads are named (logarithmic)",
            size=18,
            weight=600,
        ),
        _text(24, 56, facts, colour=FAINT, size=12),
        *_scale(low, high, top, bottom),
        *_bars(rows, games, low, high, top),
        _text(24, bottom + 48, "; ".join(costs), colour=FAINT, size=12),
    ]
    height = bottom + 68
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'font-family="system-ui, Helvetica, Arial, sans-serif" role="img" aria-label="Moves a second">\n'
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


def _x(value: float, low: int, high: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * (log10(value) - low) / max(1, high - low)


def _scale(low: int, high: int, top: int, bottom: int) -> Iterator[str]:
    for power in range(low, high + 1):
        x = _x(10.0**power, low, high)
        yield f'<line x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{bottom}" stroke="{GRID}"/>'
        yield _text(x, bottom + 18, _short(10**power), colour=FAINT, size=12, anchor="middle")


def _short(value: int) -> str:
    for size, letter in (10**6, "M"), (10**3, "k"):
        if value >= size:
            return f"{value // size}{letter}"
    return str(value)


def _bars(rows: Sequence[Result], games: Sequence[str], low: int, high: int, top: int) -> Iterator[str]:
    y = top
    for game in games:
        yield _text(24, y + 20, game, size=14, weight=600)
        y += ROW
        for row in (r for r in rows if r.contender.game == game):
            assert row.median
            ours = row.contender.ours
            end = _x(row.median, low, high)
            name = f"takujo: {row.contender.name}" if ours else row.contender.name
            yield _text(LEFT - 12, y + 19, name, anchor="end", weight=600 if ours else 400)
            yield (
                f'<rect x="{LEFT}" y="{y + (ROW - BAR) // 2}" width="{end - LEFT:.1f}" height="{BAR}" rx="2" '
                f'fill="{OURS if ours else OTHERS}"/>'
            )
            value = number(row.median)
            yield f'<rect x="{end + 4:.1f}" y="{y + 6}" width="{8 * len(value) + 6}" height="18" fill="#ffffff"/>'
            yield _text(end + 8, y + 19, value, weight=600 if ours else 400)
            y += ROW


def _text(
    x: float, y: float, text: str, *, colour: str = INK, size: int = 13, weight: int = 400, anchor: str = "start"
) -> str:
    style = f'fill="{colour}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(text)}</text>'
