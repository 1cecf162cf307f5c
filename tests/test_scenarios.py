"""Every scenario of every game holds, compiled and not."""

import pytest

import takujo
from tests.helpers import SLUGS, scenarios
from tests.scenarios.run import run

ALL = [(slug, scenario) for slug in SLUGS for scenario in scenarios(slug)]


@pytest.mark.parametrize(("slug", "scenario"), ALL, ids=[f"{slug}-{scenario['id']}" for slug, scenario in ALL])
def test_scenario(slug, scenario):
    """What the scenario's `why` says is what the engine does."""
    assert run(takujo, takujo.load(slug), scenario) == []
