"""The numbers of the rules stand in the component files: another number is another game, in rules and words alike."""

import importlib
import random
import re
import tomllib

import pytest
from fluent.syntax import FluentSerializer

import takujo
from takujo.core.components import BOUND, components, unread
from takujo.core.text import LANGUAGES
from takujo.games import forget, load
from takujo.testing import check_game, check_words
from tests.helpers import SLUGS, play_out
from tests.own_cards import own_set, packaged, wild_set

pytestmark = pytest.mark.plain

RANGE = re.compile(r"(\w+) = (\d+) +# (\d+) to (\d+)")
TABLES = {"ayatsuri": {"rules": "RULES", "victims": "STRUCK"}}


def variant(slug, *changes):
    """A game with other numbers."""
    text = packaged(slug)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return load(slug, text.encode(), compiled=False)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_file_says_what_each_number_may_be(slug):
    """As the check has it; and every number of the table stands in the packaged file."""
    cards = importlib.import_module(f"takujo.games.{slug.replace('-', '_')}.cards")
    data = components(cards.__package__)
    for table, ranges in TABLES.get(slug, {"rules": "RULES"}).items():
        lines = packaged(slug).partition(f"[{table}]\n")[2].split("\n\n")[0].splitlines()
        said = {found[1]: (int(found[3]), int(found[4])) for line in lines if (found := RANGE.match(line))}
        assert said == getattr(cards, ranges)
        assert data[table].keys() == said.keys()


@pytest.mark.parametrize("slug", SLUGS)
def test_a_file_of_another_title_is_refused(slug):
    """With the title it is for; nothing is played instead."""
    other = next(name for name in SLUGS if name != slug)
    with pytest.raises(ValueError, match=f"it takes '{slug}': it is for '{other}'"):
        load(slug, packaged(other).encode(), compiled=False)
    with pytest.raises(ValueError, match="it names no game"):
        load(slug, b"[rules]\ntarget = 3\n", compiled=False)


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("value", ["-1", "1000000", "true", '"3"', "3.5", "[3]", "nan"])
def test_numbers_out_of_range_are_refused(slug, value):
    """A stranger's number makes no record that is too big, and no play that never ends."""
    name, printed, low, high = RANGE.search(packaged(slug)).groups()
    text = packaged(slug).replace(f"{name} = {printed} ", f"{name} = {value} ", 1)
    with pytest.raises(ValueError, match=f"{name} is .*; it takes an integer {low} to {high}"):
        load(slug, text.encode(), compiled=False)


@pytest.mark.parametrize("slug", SLUGS)
def test_what_nothing_reads_is_told(slug, tmp_path):
    """A table by a misspelled name is no table of the game, nor is a key of a table; numbers by unknown names are refused."""
    file = tmp_path / "mine.toml"
    file.write_text(packaged(slug) + "\n[rulse]\ntarget = 12\n", encoding="utf-8")
    with pytest.warns(UserWarning, match="rulse is not read: nothing is played by it"):
        game = load(slug, file, compiled=False)
    assert unread(game.package) == ["rulse is not read: nothing is played by it"]
    inside = [("[sheet]\n", "sheet.wide"), ("[colours]\n", "colours.wide"), ("[[goal]]\n", "goal[].wide")]
    inside += [("[[cards]]\n", "cards[].wide"), ("{ colour", "cards[].ends[].wide")]
    for head, path in inside:
        text = packaged(slug).replace(head, head.replace("{", "{ wide = 1,") + "wide = 1\n" * head.endswith("\n"))
        told = [f"{path} is not read: nothing is played by it"] if head in packaged(slug) else []
        assert unread(game.package, tomllib.loads(text)) == told
    file.write_text(packaged(slug).replace("[rules]\n", "[rules]\nrulse = 1\n", 1), encoding="utf-8")
    with pytest.raises(ValueError, match="mine.toml: rules.rulse is unknown; it takes "):
        load(slug, file, compiled=False)
    forget(game)


def test_a_name_is_a_short_text():
    for slug in ("ayatsuri", "arkham-ritual"):
        with pytest.raises(ValueError, match="name is 7; it takes a text of 1 to 40 characters"):
            variant(slug, ('name = "standard"', "name = 7"))


@pytest.mark.filterwarnings("ignore:component file:UserWarning")
@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("slug", SLUGS)
def test_variants_keep_the_contract(slug, seed, tmp_path):
    """Whatever the file takes: positions, views, refusals, replay, and words in every language."""
    file = tmp_path / "mine.toml"
    file.write_text(wild_set(slug, seed), encoding="utf-8")
    game = load(slug, file, compiled=False)
    check_game(game, game.players[-1], games=1)
    check_words(game)
    forget(game)


ODD = {
    "ritual": [
        [("target = 10 ", "target = 1 "), ("madness_limit = 5 ", "madness_limit = 1 ")],
        [
            ("hand = 6 ", "hand = 1 "),
            ("rounds = 5 ", "rounds = 1 "),
            ("_alone = 3", "_alone = 99"),
            ("_first = 2", "_first = 99"),
        ]
        + [(f"{colour} = 5\n", f"{colour} = 1\n") for colour in ("red", "green", "yellow")],
    ],
    "ayatsuri": [[("life_at_start = 3 ", "life_at_start = 9 "), ("kills_to_end = 3 ", "kills_to_end = 9 ")]],
    "arkham-ritual": [[("sanity = 7 ", "sanity = 2 "), ("mad_copies = 1 ", "mad_copies = 3 ")]],
    "in-the-ruin": [[("gem_points = 10 ", "gem_points = 99 "), ("goal_limit = 5 ", "goal_limit = 4 ")]],
}


@pytest.mark.parametrize("slug", SLUGS)
def test_observations_stay_within_their_bound(slug):
    """What adapters promise to learners holds at the ends of the ranges, too."""
    for changes in ODD[slug]:
        game = variant(slug, *changes)
        for players in (game.players[0], game.players[-1]):
            s, rng, out = game.new(players, 1), random.Random(1), 0.0
            while s.to_act:
                out = max(out, *(abs(game.observation(s.view(seat))).max() for seat in s.to_act[:1]))
                s.step(s.to_act[0], rng.choice(s.legal_numbers(s.to_act[0])))
            ends = [abs(game.observation(s.view(seat))).max() for seat in range(players)]
            assert max(out, *ends) <= BOUND
        forget(game)


SAYS = {
    "ritual": [("target = 10 ", "target = 12 "), ("madness_limit = 5 ", "madness_limit = 7 ")],
    "ayatsuri": [("kills_to_end = 3 ", "kills_to_end = 5 "), ("life_at_start = 3 ", "life_at_start = 4 ")],
    "arkham-ritual": [("sanity = 7 ", "sanity = 9 ")],
    "in-the-ruin": [("route_points = 15 ", "route_points = 17 "), ("goal_limit = 5 ", "goal_limit = 6 ")],
}
STALE = {
    "ritual": r"\bten\b|\bTen\b|\b10\b|[Ff]ive minus|5 minus|out at 5|マイナス5点|累計5点|、5で脱落",
    "ayatsuri": r"three kills|third kill|three life|3 life chips|3つ目|キルチップ3枚|3枚目|ライフチップ3枚|キル3",
    "arkham-ritual": r"7 sanity|up to 7|seven flames|サン値7|上限7|7つの灯",
    "in-the-ruin": r"\b15\b|more than five|holds five|5枚までしか|5枚なので",
}


@pytest.mark.parametrize("slug", SLUGS)
def test_with_other_numbers_nothing_says_the_printed_ones(slug):
    """Sentences, board and guide read the numbers: with a target of 12 nothing says ten."""
    usual, other = load(slug, compiled=False), variant(slug, *SAYS[slug])

    def said(game):
        texts = []
        for language in LANGUAGES:
            catalogue = game.text.speech(language).catalogues[0]
            for key, message in catalogue.messages.items():
                if key.partition("-")[0] in ("blurb", "board", "event", "phase"):
                    source = FluentSerializer().serialize_entry(message)
                    counted = re.findall(r"COUNT\(\$(\w+)\)", source)
                    for word in {"other", *re.findall(r"\[([a-z][\w-]*)\]", source)}:  # every variant once
                        slots = catalogue.slots(key) - game.text.numbers.keys()
                        values = {name: [word] if name in counted else word for name in slots}
                        texts.append(game.text.speech(language).say(key, **values))
            texts += [text for section in game.text.guide for text in (section.title[language], section.text[language])]
        return texts

    stale = re.compile(STALE[slug])
    assert any(stale.search(text) for text in said(usual)), "the printed game says them"
    assert [text for text in said(other) if stale.search(text)] == []
    forget(other)


def test_ritual_is_mastered_at_its_target():
    """A target of 3: the first total of exactly 3 ends the ritual, and 10 does not."""
    game = variant("ritual", ("target = 10 ", "target = 3 "))
    totals = set()
    for seed in range(20):
        s = game.new(3, seed)
        rng = random.Random(seed)
        while s.to_act:
            seat = s.to_act[0]
            for event in s.apply(seat, rng.choice(s.legal(seat))):
                if event["type"] == "ritual-ends" and event["reason"] == "exact-ten":
                    totals |= {3} & set(event["totals"]) or {None}
    assert totals == {3}
    forget(game)


def test_ayatsuri_begins_with_its_lives_and_ends_at_its_kills():
    """Four lives each; five kills end it, three do not; four victims fall to no killer."""
    game = variant("ayatsuri", *SAYS["ayatsuri"], ("4 = 2 ", "4 = 3 "))
    s = game.new(4, 1)
    assert s.position()["life"] == [4] * 4
    text = game.text.event({"type": "game_over", "winners": [0], "reason": "third_kill", "rule": "3.2-3"}, "en", str)
    assert text == "0 wins: first to 5 kills."
    seen = set()
    for seed in range(12):
        s, rng = game.new(4, seed, {"max_rounds": 30}), random.Random(seed)
        while s.to_act:
            for event in s.apply(s.to_act[0], rng.choice(s.legal(s.to_act[0]))):
                if event["type"] == "rampage":
                    assert event["count"] == 3
                if event["type"] == "round_end":
                    seen.add(max(event["kills"]))
    assert {3, 4} & seen, "three kills do not end it"
    assert max(seen) >= 5
    forget(game)


def test_arkham_counts_by_its_numbers():
    """Nine points of sanity; more copies make a bigger deck; gains and losses of characters as the file says."""
    game = variant(
        "arkham-ritual",
        *SAYS["arkham-ritual"],
        ("mad_copies = 1 ", "mad_copies = 2 "),
        ("investigator_gain = 1 ", "investigator_gain = 3 "),
        ("student_loss = 1 ", "student_loss = 4 "),
        ("trapezohedron = 1 ", "trapezohedron = 2 "),
    )
    s = game.new(5, 1)
    assert s.position()["sanity"] == [9] * 5
    assert len(s.position()["deck"]) == 27 - 5 - 1
    options = {"event": "shining-trapezohedron", "character1": "wary-student"}
    told = {}
    for seed in range(30):
        for given in ({}, options):
            s, rng = game.new(5, seed, given), random.Random(seed)
            while s.to_act:
                for event in s.apply(s.to_act[0], rng.choice(s.legal(s.to_act[0]))):
                    if event["type"] == "sanity" and event["why"] in (
                        "investigator",
                        "wary-student",
                        "shining-trapezohedron",
                    ):
                        told.setdefault(event["why"], set()).add(event["delta"])
    assert max(told["investigator"]) == 3
    assert min(told["wary-student"]) == -4
    assert {2, -2} <= told["shining-trapezohedron"]
    forget(game)


@pytest.mark.filterwarnings("ignore:component file:UserWarning")
def test_the_ruin_pays_by_its_numbers():
    """Points of gems, penalties, routes and escapes; a route may be worth nothing and still be told."""
    changes = [
        ("gem_points = 10 ", "gem_points = 7 "), ("penalty_points = 10 ", "penalty_points = 4 "),
        ("route_points = 15 ", "route_points = 0 "), ("first_out = 30 ", "first_out = 50 "),
        ("trapped_points = 20 ", "trapped_points = 90 "),
    ]  # fmt: skip
    game = variant("in-the-ruin", *changes)
    s = play_out(game.new(2, 3), random.Random(3))
    position = s.position()
    assert s.result
    for seat, own, score in zip(range(2), position["seats"], position["scores"], strict=True):
        assert score["gem_vp"] == 7 * own["gems"]
        assert score["penalty_vp"] == -4 * own["penalties"]
        assert score["escape_vp"] in (-90, 50, 10)
        assert score["route_vp"] == 0
        assert s.result["scores"][seat] == score["total"]
    forget(game)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_server_takes_what_the_engine_takes(slug):
    """The same check; `own_set` is what the tests of tables play with."""
    game = takujo.load(slug)
    assert game.check_components
    game.check_components(components(load(slug, own_set(slug, 2).encode(), compiled=False).package))
