"""IN THE RUIN: card sets that an owner of the game gives, and the pictures."""

import copy
import pickle
import random
import re
import tomllib
import warnings
from importlib import resources
from xml.etree import ElementTree

import pytest

import takujo
from takujo.games.in_the_ruin import cards, picture
from tests.helpers import ROOT, Chance, play_out
from tests.oracles.in_the_ruin import Oracle

GAME = takujo.load("in-the-ruin")
TEXT = (resources.files("takujo.games.in_the_ruin") / "standard.toml").read_text(encoding="utf-8")
SET = tomllib.loads(TEXT)


def test_the_standard_set_is_sound():
    """Section 1.4, J2, J3: V1 to V8 and D0 to D7 hold for the set we ship. [2]"""
    cards.check(SET)
    assert cards.design_faults(SET) == []
    assert SET["reconstruction"] is True
    assert sorted(card["letter"] for card in SET["exploration"]) == list(cards.LETTERS)


def at(path, value):
    """A change of one entry."""

    def change(data):
        *steps, last = path
        for step in steps:
            data = data[step]
        data[last] = value

    return change


L3, I2, O4 = [[0, 0], [1, 0], [1, 1]], [[0, 0], [0, 1]], [[0, 0], [0, 1], [1, 0], [1, 1]]


def all_blocks(data):
    for card in data["exploration"][:21]:
        card.update(piece="O4", size=4, cells=O4)


@pytest.mark.parametrize(
    ("rule", "change"),
    [
        ("V1", at(["format"], 2)),
        ("V1", at(["game"], "ritual")),
        ("V1", at(["name"], "")),
        ("V1", at(["reconstruction"], "no")),
        ("V1", at(["sheet", "size"], 12)),
        ("V1", at(["sheet", "entrance"], [1, 1])),
        ("V1", at(["sheet"], 7)),
        ("V2", at(["sheet", "letters", "A"], [0, 1])),
        ("V2", at(["sheet", "letters", "A"], [1, 6])),
        ("V2", lambda data: data["sheet"]["letters"].pop("A")),
        ("V3", at(["sheet", "letters", "A"], [6, 6])),
        ("V4", at(["exploration", 0, "letter"], "B")),
        ("V4", lambda data: data["exploration"].pop()),
        ("V5", at(["exploration", 0, "size"], 3)),
        ("V5", at(["exploration", 0, "cells"], [[0, 0], [0, 2], [0, 3], [0, 4]])),
        ("V5", at(["exploration", 0, "cells"], [[0, 1], [0, 2], [0, 3], [0, 4]])),
        ("V5", at(["exploration", 0, "cells"], [[0, 1], [0, 0], [0, 2], [0, 3]])),
        ("V5", at(["exploration", 0, "cells"], [])),
        ("V6", lambda data: data["exploration"][0].update(cells=L3, size=3)),
        ("V6", lambda data: data["exploration"][0].update(piece="new", cells=[[0, 0], [1, 0]], size=2)),
        ("V6", at(["exploration", 0, "piece"], 7)),
        ("V7", all_blocks),
        ("V8", at(["goal", 0, "letters"], ["E", "A"])),
        ("V8", at(["goal", 0, "id"], "EA")),
        ("V8", lambda data: data["goal"][0].update(id="AI", letters=["A", "I"])),
        ("V8", lambda data: data["goal"].pop()),
    ],
)  # fmt: skip
def test_hard_rules(rule, change):
    """Section 1.4: a set that breaks one of V1 to V8 is refused with its number."""
    data = copy.deepcopy(SET)
    change(data)
    with pytest.raises(ValueError, match=f"^{rule}: "):
        cards.check(data)


def test_design_rules():
    """Section 1.4: a set that breaks one of D0 to D7 is playable; each is named."""
    data = copy.deepcopy(SET)
    data["sheet"]["letters"] |= {"A": [5, 5], "B": [5, 4], "J": [1, 1]}
    data["exploration"][0].update(piece="O4", size=4, cells=O4)
    data["exploration"][1].update(piece="O4", size=4, cells=O4)
    data["goal"] = [
        {"id": x + y, "letters": [x, y]}
        for x, y in zip("ABCDEFGHIJKLMNOPQRSTUVW", "BCDEFGHIJKLMNOPQRSTUVWX", strict=True)
    ]
    data["goal"].append({"id": "AC", "letters": ["A", "C"]})
    cards.check(data)
    assert [fault[:2] for fault in cards.design_faults(data)] == ["D0", "D1", "D2", "D3", "D4", "D6", "D7"]
    near = copy.deepcopy(SET)
    near["sheet"]["letters"] = {x: [1 + i // 11, 1 + i % 11] for i, x in enumerate(cards.LETTERS)}
    near["goal"] = [
        {"id": x + y, "letters": [x, y]}
        for x, y in zip("ABCDEFGHIJKLMNOPQRSTUVW", "BCDEFGHIJKLMNOPQRSTUVWX", strict=True)
    ]
    near["goal"].append({"id": "AC", "letters": ["A", "C"]})
    assert "D5" in [fault[:2] for fault in cards.design_faults(near)]


@pytest.fixture(scope="module")
def blocky(tmp_path_factory):
    """A set in which 20 of 24 cards can never be passages, and its file."""
    text = re.sub(r'name = "standard"', 'name = "blocky"', TEXT)
    parts = text.split("[[exploration]]")
    for i in range(5, 25):
        tail = parts[i].split("\n\n", 1)[1] if i == 24 else ""
        letter = re.search(r'letter = "(.)"', parts[i]).group(1)
        parts[i] = f'\nletter = "{letter}"\npiece = "O4"\nsize = 4\ncells = {O4}\n\n{tail}'
    file = tmp_path_factory.mktemp("cards") / "blocky.toml"
    file.write_text("[[exploration]]".join(parts), encoding="utf-8")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        game = takujo.load("in-the-ruin", components=file)
    assert {"D0", "D6"} <= {re.search(r"(D\d):", str(w.message)).group(1) for w in told}
    return game, file


def test_another_card_set(blocky):
    """1: the option and the key card_set lead to the same game; states remember their set."""
    game, file = blocky
    s = GAME.new(2, 3, {"card_set": str(file)})
    assert s.game is game
    assert s.position()["card_set"] == "blocky"
    assert s.position()["options"]["solo_target"] == 300
    assert game.from_position(s.position()) == s == pickle.loads(pickle.dumps(s))
    assert GAME.from_position(s.position() | {"card_set": str(file)}) == s
    assert game.new(2, 3, {"card_set": "standard"}).game is GAME
    assert game.new(2, 3) == s
    record = takujo.Match("in-the-ruin", 2, {"card_set": str(file)}, seed=3)
    assert record.state.game is game
    with pytest.raises(ValueError, match="card_set is 'nowhere'; it takes"):
        GAME.new(2, options={"card_set": "nowhere"})


def test_everybody_can_draw_a_first_passage(blocky):
    """J5, [9-3]: cards are dealt anew until each seat has enough without a 2x2 block, as the second reading has it."""
    game, _ = blocky
    data = tomllib.loads(blocky[1].read_text(encoding="utf-8"))
    for players in (1, 2, 4):
        for seed in range(3 if players < 4 else 1):
            s = game.new(players, seed)
            for seat in s.position()["seats"]:
                assert sum(card in "ABCD" for card in seat["dealt"]) >= (2 if players == 1 else 1)
            oracle = Oracle.from_position(s.position(), Chance(s.position()["rng"]), data)
            rng = random.Random(seed)
            while s.to_act:
                seat = rng.choice(s.to_act)
                assert s.legal(seat) == oracle.legal(seat)
                action = rng.choice(s.legal(seat))
                assert s.apply(seat, action) == oracle.apply(seat, action)
            assert s.result == oracle.result


def test_samples_and_chances_of_another_set(blocky):
    """J5: others hold a card that can be a passage; the chances say so."""
    game, _ = blocky
    s = game.new(2, 1)
    view = s.view(0)
    chances = game.belief(view)["cards"]
    slim = [card for card in "ABCD" if card in chances]
    n, found = 300, 0
    for seed in range(n):
        world = game.determinize(view, seed)
        dealt = world.position()["seats"][1]["dealt"]
        assert set(dealt) & set(slim)
        found += slim[0] in dealt
        assert world.view(0) == view
    assert abs(found / n - chances[slim[0]]["seats"][1]) < 0.12
    assert abs(sum(chances[card]["seats"][1] for card in chances) - 2) < 1e-9


def test_a_broken_file_is_named(tmp_path):
    """A file that cannot be read, or breaks a hard rule, is refused with its name."""
    file = tmp_path / "broken.toml"
    file.write_text(TEXT.replace("size = 11", "size = 12"), encoding="utf-8")
    with pytest.raises(ValueError, match=r"broken.toml: V1: sheet.size is 12; it takes 11"):
        takujo.load("in-the-ruin", components=file)


# Pictures


def test_pictures_are_current():
    """The pictures of the rules page are those that the code draws, and well-formed."""
    folder = ROOT / "docs" / "rules" / "pictures"
    page = (ROOT / "docs" / "rules" / "in-the-ruin.md").read_text(encoding="utf-8")
    for name, text in picture.pictures().items():
        assert (folder / name).read_text(encoding="utf-8") == text
        assert f"pictures/{name}" in page
        ElementTree.fromstring(text)


def test_a_sheet_for_the_terminal():
    """Passages, gates, walls, piece and letters each have a sign of their own; hidden sheets show nothing."""
    given = {"players": 2, "row": ["K"], "letters": {"open": ["I"], "taken": ["J"]}, "seats": [
        {"sheet": {"o": [[6, 6], [5, 6]], "@": [[5, 4]], "#": [[4, 7]]}, "goals": ["AE"], "piece": [5, 6]},
        {"sheet": {"o": [[6, 6]], "#": [[5, 4]]}},
    ]}  # fmt: skip
    s = GAME.from_position(given)
    lines = picture.sheet(s.view(0), 0).splitlines()
    assert lines[4] == "  4  .  h  .  .  .  . #I# .  .  .  ."
    assert lines[5] == "  5  .  .  . <j> . (@) .  .  k  .  ."
    assert lines[6] == "  6  l  .  .  .  . (+) .  .  .  .  m"
    assert "goals AE" in lines[-1]
    other = picture.sheet(s.view(0), 1)
    assert "#" not in other
    assert "(" not in other
    drawing = picture.svg(s.view(0), 0)
    assert drawing.count("<circle") == 5
    assert "seat 0" in drawing
    assert GAME.text.board(s.view(0), "en", str).count("(@)") == 1
    assert "目標カード AE, 宝石 0, ペナルティ 0" in GAME.text.board(s.view(0), "ja", str)


def test_every_event_and_action_has_words():
    """Both languages, for everything that happens in a few games."""
    rng = random.Random(1)
    for players in (1, 3):
        s = GAME.new(players, 2)
        while s.to_act:
            seat = rng.choice(s.to_act)
            action = rng.choice(s.legal(seat))
            events = s.apply(seat, action)
            for language in ("en", "ja"):
                assert GAME.text.action(action, language, str)
                for other in (seat, None):
                    assert all(GAME.text.event(e, language, str) for e in s.events_for(other, events))
    assert play_out(GAME.new(1, 1), rng).result is not None
