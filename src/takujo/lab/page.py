"""Self-contained report pages: one HTML file, plots as SVG inside, readable in light and dark."""

import html
import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any
from unicodedata import east_asian_width

import numpy as np

__all__ = ["Row", "alone", "as_json", "bars", "heat", "histogram", "intervals", "page", "section", "table", "write"]

STYLE = """
:root { color-scheme: light dark; }
:root { --paper: #fbf9f4; --ink: #22201c; --faint: #6b655b; --line: #ddd6c8; --mark: #0f766e; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1a1815; --ink: #efe9dd; --faint: #a79f91; --line: #3b3731; --mark: #4cc2b4; }
}
body { background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, "Noto Sans JP", sans-serif;
  max-width: 860px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 1.7rem; margin: 0 0 4px; } h2 { font-size: 1.2rem; margin: 40px 0 4px; }
p.note { color: var(--faint); margin: 0 0 12px; } p.finding { margin: 4px 0 12px; font-weight: 600; }
svg { width: 100%; height: auto; display: block; } svg text { fill: var(--ink); font: 13px system-ui, sans-serif; }
svg .faint { fill: var(--faint); } svg .line { stroke: var(--line); } svg .mark { fill: var(--mark); }
svg .whisker { stroke: var(--mark); stroke-width: 2; } svg .fair { stroke: var(--ink); stroke-dasharray: 4 3; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 5px 10px; border-bottom: 1px solid var(--line); }
th { color: var(--faint); font-weight: 500; }
"""

Row = tuple[str, float, float, float]  # name, value, lower and upper end of its interval

WIDTH, LEFT, RIGHT, LINE = 820, 230, 70, 30
WIDEST = 420  # of the labels' side


def page(title: str, note: str, parts: Sequence[str], language: str = "en") -> str:
    """A whole page of these parts."""
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>\n'
        f'<body><main><h1>{html.escape(title)}</h1><p class="note">{html.escape(note)}</p>\n'
        + "\n".join(parts)
        + "\n</main></body></html>\n"
    )


def as_json(tree: Any) -> str:
    """A file of numbers; null where one is not known, as the interval of a single game."""

    def known(part: Any) -> Any:
        if isinstance(part, dict):
            return {key: known(value) for key, value in part.items()}
        if isinstance(part, list | tuple):
            return [known(value) for value in part]
        return None if isinstance(part, float) and not isfinite(part) else part

    return json.dumps(known(tree), indent=1, ensure_ascii=False) + "\n"


def section(title: str, finding: str, *content: str) -> str:
    """A heading, one sentence that says what is to be seen, and what shows it."""
    return f'<h2>{html.escape(title)}</h2><p class="finding">{html.escape(finding)}</p>' + "".join(content)


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A plain table."""
    head = "".join(f"<th>{html.escape(h)}</th>" for h in heads)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def intervals(
    rows: Sequence[Row], fair: float | None, unit: str, fair_name: str = "fair", percent: bool = False
) -> str:
    """A dot for each value, a line for its 95 % interval, a dashed line where all would be equal."""
    ends = [end for _, value, low, high in rows for end in (value, low, high) if np.isfinite(end)]
    low, high = min([*ends, fair or 0.0]), max([*ends, fair or 0.0])
    low, high = (low if low < 0 else 0.0), high * 1.05 or 1.0
    height = LINE * len(rows) + 56
    left = max([LEFT, *(min(WIDEST, 20 + _width(row[0])) for row in rows)])

    def x(value: float) -> float:
        return left + (WIDTH - left - RIGHT) * (min(max(value, low), high) - low) / (high - low)

    def show(value: float) -> str:
        return f"{100 * value:.1f} %" if percent else f"{value:.3g}"

    out = []
    for tick in _ticks(low, high):
        out.append(f'<line class="line" x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="22" y2="{height - 28}"/>')
        out.append(f'<text class="faint" x="{x(tick):.1f}" y="{height - 10}" text-anchor="middle">{show(tick)}</text>')
    if fair is not None:
        out.append(f'<line class="fair" x1="{x(fair):.1f}" x2="{x(fair):.1f}" y1="18" y2="{height - 28}"/>')
        out.append(f'<text class="faint" x="{x(fair):.1f}" y="12" text-anchor="middle">{html.escape(fair_name)}</text>')
    for number, (name, value, least, most) in enumerate(rows):
        y = 22 + LINE * number + LINE / 2
        out.append(f'<text x="{left - 12}" y="{y + 4}" text-anchor="end">{html.escape(_cut(name))}</text>')
        out.append(f'<line class="whisker" x1="{x(least):.1f}" x2="{x(most):.1f}" y1="{y}" y2="{y}"/>')
        out.append(f'<circle class="mark" cx="{x(value):.1f}" cy="{y}" r="5"/>')
        out.append(f'<text x="{WIDTH - RIGHT + 8}" y="{y + 4}">{show(value)}</text>')
    return _svg(height, unit, out)


def _width(text: str) -> int:
    """How wide a label is, about."""
    return sum(13 if east_asian_width(c) in "WF" else 7 for c in text)


def _cut(text: str) -> str:
    """A label that fits."""
    while _width(text) > WIDEST - 20:
        text = text.removesuffix("…")[:-1] + "…"
    return text


def bars(counts: Mapping[int, int], unit: str) -> str:
    """How often each whole number came."""
    low, high = min(counts), max(counts)
    step = -(-(high - low + 1) // 60)  # numbers that share a bar
    sums = [0] * ((high - low) // step + 1)
    for value, n in counts.items():
        sums[(value - low) // step] += n
    whole, height, base, wide = sum(sums), 240, 200, (WIDTH - 80) / len(sums)
    out = []
    for i, n in enumerate(sums):
        tall = 170 * n / max(sums)
        first, last = low + i * step, low + (i + 1) * step - 1
        title = f"{first}" if step == 1 else f"{first}–{last}"
        at = f'x="{40 + wide * i:.1f}" y="{base - tall:.1f}" width="{max(1, wide - 2):.1f}" height="{tall:.1f}"'
        out.append(f'<rect class="mark" {at} rx="2"><title>{title}: {100 * n / whole:.2f} %</title></rect>')
    for i in range(0, len(sums), -(-len(sums) // 12)):
        x = 40 + wide * (i + 0.5)
        out.append(f'<text class="faint" x="{x:.1f}" y="{base + 20}" text-anchor="middle">{low + i * step}</text>')
    return _svg(height, unit, out)


def heat(cells: Sequence[tuple[str, float, str]], unit: str) -> str:
    """A table of rows and columns, the darker the more; a cell is "row|column", how much, what is shown."""
    rows, columns = (list(dict.fromkeys(label.split("|")[i] for label, _, _ in cells)) for i in (0, 1))
    most = max((value for _, value, _ in cells), default=0) or 1
    content = {label: (value, shown) for label, value, shown in cells}
    body = []
    for row in rows:
        line = [f"<th>{html.escape(row)}</th>"]
        for column in columns:
            value, shown = content.get(f"{row}|{column}", (0.0, ""))
            share = f"{max(0, 60 * value / most):.0f}%"
            style = f"background:color-mix(in srgb, var(--mark) {share}, transparent)"
            line.append(f'<td style="{style}">{html.escape(shown)}</td>')
        body.append(f"<tr>{''.join(line)}</tr>")
    head = "".join(f"<th>{html.escape(column)}</th>" for column in ("", *columns))
    return (
        f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{"".join(body)}</tbody></table></div>'
        f'<p class="note">{html.escape(unit)}</p>'
    )


def histogram(values: Sequence[float], mark: float | None, unit: str, bins: int = 24) -> str:
    """How often each value came; a dashed line at a mark."""
    counts, edges = np.histogram(values, bins=bins)
    height, base = 240, 200
    most = max(1, int(counts.max()))
    low, high = float(edges[0]), float(edges[-1])

    def x(value: float) -> float:
        return 40 + (WIDTH - 80) * (value - low) / (high - low)

    out = []
    for count, left, right in zip(counts, edges[:-1], edges[1:], strict=True):
        tall = 170 * int(count) / most
        at, size = (
            f'x="{x(left):.1f}" y="{base - tall:.1f}"',
            f'width="{x(right) - x(left) - 2:.1f}" height="{tall:.1f}"',
        )
        out.append(f'<rect class="mark" {at} {size} rx="2"/>')
    for tick in _ticks(low, high):
        out.append(f'<text class="faint" x="{x(tick):.1f}" y="{base + 20}" text-anchor="middle">{tick:g}</text>')
    if mark is not None and low <= mark <= high:
        out.append(f'<line class="fair" x1="{x(mark):.1f}" x2="{x(mark):.1f}" y1="18" y2="{base}"/>')
        out.append(f'<text class="faint" x="{x(mark):.1f}" y="12" text-anchor="middle">{mark:g}</text>')
    return _svg(height, unit, out)


def _svg(height: float, unit: str, body: Sequence[str]) -> str:
    return (
        f'<figure style="margin:0"><svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{html.escape(unit)}">'
        + "".join(body)
        + f'</svg><figcaption class="note" style="color:var(--faint)">{html.escape(unit)}</figcaption></figure>'
    )


def alone(figure: str) -> str:
    """The plot of a figure as an SVG file of its own."""
    svg = figure[figure.index("<svg") : figure.index("</svg>") + len("</svg>")]
    paper = '<rect width="100%" height="100%" style="fill:var(--paper)"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox{svg.partition("viewBox")[2].partition(">")[0]}>'
    return f"{head}<style>{STYLE}</style>{paper}{svg.partition('>')[2]}\n"


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers between the ends, about six."""
    step = 10.0 ** np.floor(np.log10((high - low) / 5))
    step = next(step * factor for factor in (1, 2, 5, 10) if (high - low) / (step * factor) <= 7)
    return [float(tick) for tick in np.arange(np.ceil(low / step) * step, high + step / 1000, step)]


def write(file: Path, content: str | bytes) -> None:
    """Write a whole file or none: what was there stays until the new one is complete."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content.encode() if isinstance(content, str) else content)
        os.chmod(name, 0o644)
        os.replace(name, file)
    except BaseException:
        os.unlink(name)
        raise
