"""The ratings of the bots, worked out of the ladder in docs/bots.md: what server/ratings.py has as BOTS.

One bot among n - 1 of another kind wins a share p: in OpenSkill's model a difference of c ln(p (n - 1) / (1 - p))
with c = sqrt(n (beta² + sigma²)). Over the numbers of players measured, the mean.
"""

import math
import re
from collections import defaultdict
from pathlib import Path
from statistics import mean

from takujo.games import load, slugs
from takujo.server.ratings import MODEL, SURE

PAGE = Path(__file__).parents[1] / "docs" / "bots.md"
ROW = re.compile(
    r"^\| (.+?) \| (\d+) \| (regular among novice|expert \(\d+ ms\) among regular) \| ([\d.]+) \[", re.MULTILINE
)


def ahead(share: float, players: int) -> float:
    """By how much the one is stronger, in mu."""
    p = share / players
    return math.sqrt(players * (MODEL.beta**2 + SURE**2)) * math.log(p * (players - 1) / (1 - p))


def main() -> None:
    titles = {load(slug, compiled=False).text.title["ja"]: slug for slug in slugs()}
    titles |= {load(slug, compiled=False).text.title["en"]: slug for slug in slugs()}
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    for title, players, which, share in ROW.findall(PAGE.read_text(encoding="utf-8")):
        found[titles[title], which.split()[0]].append(ahead(float(share), int(players)))
    for slug in sorted(set(titles.values())):
        novice, expert = MODEL.mu - mean(found[slug, "regular"]), MODEL.mu + mean(found[slug, "expert"])
        print(f'    "{slug}": {{"novice": {novice:.1f}, "regular": {MODEL.mu:.1f}, "expert": {expert:.1f}}},')


if __name__ == "__main__":
    main()
