"""How far a server goes: people for each core and GB, and a model of up to 100,000 tables, from measured costs.

Takes what `make load` and `python -m benchmarks.idle` have written to benchmarks/out (and, if it is there, `python -m
benchmarks.load --workers 2`), and writes the tables into docs/how-far.md and the plot beside it.
"""

import argparse
import json
import sys
from dataclasses import dataclass
from math import ceil, log10
from pathlib import Path
from typing import Any

Json = dict[str, Any]

SEATS = 4
EVERY = 10  # seconds between two actions at a table with people who hurry
USED = 0.5  # part of a core that is planned with
ENTRY = 160  # bytes of the database, an action with its indexes
TABLES = [100, 300, 1_000, 3_000, 10_000, 30_000, 100_000]
PAGE = Path(__file__).parent.parent / "docs" / "how-far.md"
BEGIN, END = "<!-- measured: python -m benchmarks.far -->\n", "<!-- end -->\n"
WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 720, 380, 70, 320, 50
INK, GRID, CORES, MEMORY = "#1c2430", "#d9dee5", "#0f766e", "#b45309"


@dataclass(frozen=True)
class Costs:
    """What was measured: seconds and bytes."""

    cpu: float  # of a core, an action
    more: float  # times that with several workers
    empty: float  # a node without tables
    socket: float  # with its part of the table
    asleep: float  # a sleeping table
    rate: float  # the highest within p99 50 ms, one core

    def cores(self, tables: int) -> float:
        """That are busy."""
        return tables / EVERY * self.cpu * (self.more if self._busy_nodes(tables) > 1 else 1)

    def nodes(self, tables: int) -> int:
        return max(1, ceil(self.cores(tables) / USED))

    def memory(self, tables: int) -> float:
        return self.nodes(tables) * self.empty + tables * SEATS * self.socket

    def _busy_nodes(self, tables: int) -> float:
        return tables / EVERY * self.cpu / USED


def read(folder: Path) -> tuple[Costs, Json]:
    """The costs, and on which machine; ValueError names what has still to be measured."""
    found: dict[str, Json] = {}
    for name, command in (("load", "make load"), ("idle", "python -m benchmarks.idle")):
        file = folder / f"{name}.json"
        if not file.exists():
            raise ValueError(f"{file} is not there: run `{command}` first")
        found[name] = json.loads(file.read_text(encoding="utf-8"))
    workers = folder / "workers.json"
    more = json.loads(workers.read_text(encoding="utf-8"))["ratio"] if workers.exists() else 1.0
    load, idle = found["load"], found["idle"]
    first = next(done for done in load["slices"] if done["server"] == "takujo")
    costs = Costs(first["cpu"], more, idle["empty"], idle["a_socket"], idle["a_sleeping_table"], load["held"]["takujo"])
    return costs, load["machine"] | {
        "load_average": first["load_average"],
        "rate": first["rate"],
        "workers": workers.exists(),
    }


def page(costs: Costs, facts: Json) -> str:
    """The measured part, in Markdown."""
    people, room = USED / costs.cpu * EVERY * SEATS, (1e9 - costs.empty) / costs.socket
    rows = [
        f"An action costs {costs.cpu * 1000:.2f} ms of a core at {facts['rate']:,.0f} actions a second "
        f"(load average {facts['load_average']})"
        + (f", {costs.more:.2f} times that with several workers; " if facts["workers"] else "; ")
        + (f"one core held {costs.rate:,.0f} a second within 50 ms." if costs.rate else "no rate was held in time."),
        f"An open socket with its part of the table takes {costs.socket / 1000:.1f} kB, a sleeping table "
        f"{costs.asleep:.0f} bytes, a node {costs.empty / 1e6:.0f} MB.",
        "",
        "| one of these | is enough for |",
        "|---|---|",
        f"| core, half used | {people:,.0f} people at once who hurry: {people / SEATS:,.0f} tables |",
        f"| GB, with a node in it | {room:,.0f} people connected |",
        "",
        f"| tables of {SEATS} | people | actions a second | cores busy | nodes | memory | log a day |",
        "|---|---|---|---|---|---|---|",
    ]
    for tables in TABLES:
        actions, cores, memory = tables / EVERY, costs.cores(tables), costs.memory(tables) / 1e9
        row = f"| {tables:,} | {tables * SEATS:,} | {actions:,.0f} | {cores:.2f} | {costs.nodes(tables)} "
        rows.append(f"{row}| {memory:.1f} GB | {actions * 86_400 * ENTRY / 1e9:.1f} GB |")
    return "\n".join(rows) + "\n"


def plot(costs: Costs) -> str:
    """Cores that are busy and GB of memory by tables, both logarithmic."""
    series = {
        "cores busy": (CORES, [costs.cores(tables) for tables in TABLES]),
        "GB of memory": (MEMORY, [costs.memory(tables) / 1e9 for tables in TABLES]),
    }
    values = [value for _, line in series.values() for value in line]
    low, high = int(log10(min(values)) // 1), ceil(log10(max(values)))

    def x(tables: float) -> float:
        return LEFT + (WIDTH - LEFT - 120) * (log10(tables) - 2) / 3

    def y(value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (log10(value) - low) / (high - low)

    body = [
        f'<text x="{LEFT}" y="28" font-size="16" font-weight="600">Tables of {SEATS}, an action in {EVERY} s</text>'
    ]
    for power in range(low, high + 1):
        body.append(f'<path d="M{LEFT} {y(10**power):.1f}H{WIDTH - 120}" stroke="{GRID}"/>')
        body.append(f'<text x="{LEFT - 8}" y="{y(10**power) + 4:.1f}" text-anchor="end">{10**power:g}</text>')
    for power in range(2, 6):
        body.append(f'<text x="{x(10**power):.1f}" y="{BOTTOM + 20}" text-anchor="middle">{10**power:,}</text>')
    for name, (colour, line) in series.items():
        places = [(x(tables), y(value)) for tables, value in zip(TABLES, line, strict=True)]
        path = " ".join(f"{at:.1f},{up:.1f}" for at, up in places)
        body.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        at, up = places[-1]
        body.append(f'<text x="{at + 8:.1f}" y="{up + 4:.1f}" fill="{colour}">{name}</text>')
    body.append(f'<text x="{LEFT}" y="{BOTTOM + 42}">tables with people at them</text>')
    inner = "\n".join(body)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'font-family="system-ui, Helvetica, Arial, sans-serif" font-size="13" fill="{INK}" role="img" '
        f'aria-label="Cores and memory by tables">\n<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>\n'
        f"{inner}\n</svg>\n"
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.far", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--measured", metavar="DIR", type=Path, default=Path(__file__).parent / "out")
    parser.add_argument("--page", metavar="FILE", type=Path, default=PAGE, help="where the tables are written")
    options = parser.parse_args()
    try:
        costs, facts = read(options.measured)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    before, _, rest = options.page.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    text = page(costs, facts)
    options.page.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", encoding="utf-8")
    options.page.with_suffix(".svg").write_text(plot(costs), encoding="utf-8")
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
