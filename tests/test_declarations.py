"""The tables of a rules page are those the game declares: events, dense actions, observation."""

import re
from importlib import import_module

import pytest

import takujo
from tests.helpers import ROOT, SLUGS

pytestmark = pytest.mark.plain

SAID_ELSEWHERE = {"in-the-ruin": {"scored"}}  # whose values are those of another table


def section(slug: str, heading: str) -> str:
    """What stands below the heading that has this word."""
    text = (ROOT / "docs" / "rules" / f"{slug}.md").read_text(encoding="utf-8")
    (found,) = re.findall(rf"^##+ [\d.]+ {heading}.*?(?=^##|\Z)", text, re.MULTILINE | re.DOTALL)
    return str(found)


def rows(text: str) -> list[list[str]]:
    """The rows of all tables, without their heads."""
    body = re.sub(r"^\|.*\|\n\|---.*\n", "", text, flags=re.MULTILINE)
    lines = re.findall(r"^\|(.*)\|$", body, re.MULTILINE)
    return [[cell.strip() for cell in line.split("|")] for line in lines]


def declared(slug: str, module: str, name: str):
    return getattr(import_module(f"{takujo.load(slug).package}.{module}"), name)


@pytest.mark.parametrize("slug", SLUGS)
def test_events(slug):
    """Every type of event has a row, and the row names its values in order."""
    said = {}
    for name, values, *_ in rows(section(slug, "Events")):
        said |= dict.fromkeys(re.findall(r'"type": "([\w-]+)"', values) or re.findall(r"`([\w-]+)`", name), values)
    events = takujo.load(slug).events
    assert said.keys() == {kind.name for kind in events}
    for kind in events:
        in_order = ".*".join(rf"\b{key}\b" for key in kind.shapes)
        assert kind.name in SAID_ELSEWHERE.get(slug, ()) or re.search(in_order, said[kind.name]), kind.name


@pytest.mark.parametrize("slug", SLUGS)
def test_dense_actions(slug):
    """Every type of action has a row with its numbers and parameters."""
    action = declared(slug, "state", "ACTION")
    due = [
        [f"{first} to {first + kind.count - 1}" if kind.count > 1 else str(first), f"`{kind.name}`",
         ", ".join(f"`{key}`" for key in kind.parameters)]
        for first, kind in action.rows
    ]  # fmt: skip
    assert rows(section(slug, "Dense action")) == due
    assert takujo.load(slug).num_actions == action.size


@pytest.mark.parametrize("slug", SLUGS)
def test_observation(slug):
    """Every block has a row with its place and size."""
    obs = declared(slug, "knowledge", "OBS")
    due = [[str(getattr(obs, name.upper())), str(size)] for name, size in obs.sizes.items()]
    assert [row[:2] for row in rows(section(slug, "Observation")) if len(row) == 3] == due
    assert takujo.load(slug).observation_size == obs.size
