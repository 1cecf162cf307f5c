"""Tables with somebody's own cards: checked, seen by all, kept with the table, played to the end and proven."""

import json
import time

import pytest

from takujo.cli import main
from takujo.server.settings import Settings
from tests.helpers import SLUGS
from tests.own_cards import own_set, packaged
from tests.server.cluster import Database, Node
from tests.server.parts import BOT, OPEN, Server, bearer

pytestmark = pytest.mark.once

EXPERT = {"kind": "bot", "level": "expert"}


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """A server that compiles nothing: own cards are played uncompiled at first on every server."""
    with Server(tmp_path_factory.mktemp("plain"), jit="0", card_rate="1000,1000") as server:
        yield server


def ended(server, table, token=None):
    """The table, after its end."""
    end = time.monotonic() + 120
    while (state := server.look(table, token))["table"]["status"] != "over":
        assert time.monotonic() < end, state["to_act"]
        time.sleep(0.1)
    return state


@pytest.mark.filterwarnings("ignore:component file:UserWarning")  # cards at random are not balanced
@pytest.mark.parametrize("slug", SLUGS)
def test_a_table_with_own_cards_is_played_to_the_end_and_verified(plain, tmp_path, slug, capsys):
    """By bots of all levels. The record names the cards; with the file that the table gives back, all of it holds."""
    text = own_set(slug, 1)
    made = plain.create(
        slug, [BOT, EXPERT, BOT][: 2 if slug in ("ritual", "in-the-ruin") else 3], sit=False, components=text
    )
    table = made["table"]
    own = plain.look(table)["table"]["components"]
    assert own["name"] == ("T" if slug == "ritual" else "set 1")
    ended(plain, table)
    record = plain.record(table).json()
    assert record["components"] == own["digest"]
    assert record["server"]["deal"]
    file, cards = tmp_path / "record.json", tmp_path / "cards.toml"
    file.write_text(json.dumps(record), encoding="utf-8")
    answer = plain.http.get(f"/api/tables/{made['code']}/components.toml")
    assert answer.headers["content-type"] == "application/toml"
    cards.write_bytes(answer.content)
    assert cards.read_text(encoding="utf-8") == text
    assert main(["verify", str(file), "--components", str(cards)]) == 0
    cards.write_text(packaged(slug), encoding="utf-8")
    assert main(["verify", str(file), "--components", str(cards)]) == 1
    assert "played with components" in capsys.readouterr().err
    replay = plain.http.get(f"/api/tables/{table}/replay?seat=all").json()
    assert replay["verified"]
    assert len(replay["steps"]) == len(record["actions"]) + 1


def test_everybody_sees_own_cards_before_sitting_down(plain):
    """Also where nobody may look: the refusal tells. The cards themselves are for all who know the table."""
    text = own_set("ritual", 2)
    made = plain.create("ritual", [OPEN, OPEN], spectators="none", components=text)
    refused = plain.http.get(f"/api/tables/{made['table']}").json()
    own = plain.look(made["table"], made["token"])["table"]["components"]
    assert refused["details"]["components"] == own
    cards = plain.http.get(f"/api/tables/{made['table']}/components").json()
    assert (cards["digest"], cards["toml"]) == (own["digest"], text)
    assert cards["data"]["cards"][3]["id"] == "card 3"
    assert "card 3" in cards["words"]
    usual = plain.create("ritual", [OPEN, OPEN])["table"]
    assert plain.look(usual)["table"]["components"] is None
    assert plain.http.get(f"/api/tables/{usual}/components").status_code == 404


@pytest.mark.parametrize("slug", SLUGS)
def test_the_usual_cards_are_a_place_to_begin(plain, slug):
    """They are given as they are; a table with just these is a usual one, and a changed name makes it another."""
    text = plain.http.get(f"/api/games/{slug}/components").json()["toml"]
    assert text == plain.http.get(f"/api/games/{slug}/components.toml").text == packaged(slug)
    made = plain.create(slug, [OPEN] * 3, components=text)
    assert plain.look(made["table"])["table"]["components"] is None
    other = text.replace('name = "standard"', 'name = "mine"').replace('title = "RITUAL"', 'title = "mine"')
    checked = plain.http.post(f"/api/games/{slug}/components", json={"components": other}).json()
    assert (checked["name"], checked["advice"]) == ("mine", [])
    made = plain.create(slug, [OPEN] * 3, components=other)
    assert plain.look(made["table"])["table"]["components"] == {"digest": checked["digest"], "name": "mine"}


def test_what_is_said_at_a_table_has_its_numbers(plain):
    """Guide and numbers come with the cards; what nothing reads is told before the table is made."""
    text = RITUAL.replace("target = 10 ", "target = 12 ") + "\n[rulse]\nx = 1\n"
    advice = plain.http.post("/api/games/ritual/components", json={"components": text}).json()["advice"]
    assert advice == ["rulse is not read: nothing is played by it"]
    made = plain.create("ritual", [OPEN, OPEN], components=text)
    cards = plain.http.get(f"/api/tables/{made['table']}/components").json()
    assert cards["numbers"]["target"] == 12
    titles = [section["title"]["en"] for section in cards["guide"]]
    assert "Exactly 12: a mastered chant" in titles
    usual = plain.http.get("/api/games/ritual/text").json()
    assert usual["numbers"]["target"] == 10
    assert "Exactly 10: a mastered chant" in [section["title"]["en"] for section in usual["guide"]]


def test_advice_is_given_about_cards_that_are_not_balanced(plain):
    """They can be played; what could be better is told."""
    answer = plain.http.post("/api/games/in-the-ruin/components", json={"components": own_set("in-the-ruin", 3)})
    assert any(line.startswith("D") for line in answer.json()["advice"])


def line(text, words):
    return 1 + text[: text.index(words)].count("\n")


RUIN, RITUAL = packaged("in-the-ruin"), packaged("ritual")
BAD = {
    "no-toml": ("ritual", "cards = [", None, "not a readable TOML file"),
    "no-toml-line": ("ritual", RITUAL.replace("target = 10", "target = ten"), "target = ten", "not a readable TOML"),
    "empty-file": ("ritual", "# nothing", None, "slug is None; it takes 'ritual': it names no game"),
    "other-title": ("ayatsuri", RITUAL, None, "game is None; it takes 'ayatsuri': it is for 'ritual'"),
    "kills": (
        "ayatsuri",
        packaged("ayatsuri").replace("end = 3", "end = 10"),
        "kills_to_end = 10",
        "an integer 1 to 9",
    ),
    "unknown": (
        "arkham-ritual",
        packaged("arkham-ritual").replace("sanity =", "santy ="),
        "santy =",
        "rules.santy is unknown",
    ),
    "nested": ("ritual", "x = " + "[" * 9000, None, "not a readable TOML file"),
    "number": ("ritual", "x = " + "9" * 9000, None, "not a readable TOML file"),
    "hex": ("ritual", RITUAL.replace("target = 10", "target = 0x" + "f" * 9000), None, ""),
    "target": ("ritual", RITUAL.replace("target = 10", "target = 0"), "target = 0", "rules.target is 0; it takes"),
    "awards": (
        "ritual",
        RITUAL.replace("alone = 3", "alone = -4", 1),
        "mastered_alone = -4",
        "awards.2.mastered_alone",
    ),
    "hand": ("ritual", RITUAL.replace("hand = 6 ", "hand = 4 "), "rounds = 5", "rules.rounds is 5; it takes at most 4"),
    "small": ("ritual", 'size = "small"\n' + RITUAL, None, "rules.hand is 6; it takes at most 3"),
    "colours": ("ritual", RITUAL.replace('"red", "green"', '"blue", "green"'), "order =", "colours.order is"),
    "back": ("ritual", RITUAL.replace("back = [1, 3]", "back = 3", 1), "back = 3", "cards[6].back is 3; it takes"),
    "ends": ("ritual", RITUAL + "[[cards]]\nid = 'x'\n", None, "cards is 31; it takes exactly 30 cards"),
    "end": ("ritual", RITUAL.replace("ends = [{", "ends = [1, {", 1), "ends = [1", "cards[0].ends is"),
    "card": ("ritual", RITUAL[: RITUAL.index("[[cards]]")] + f"[x]\n[[y]]\ncards = [{'1,' * 30}]", None, "cards"),
    "marks": ("ritual", RITUAL.replace('id = "r1g2"', 'id = "r1\\u0000"'), 'id = "r1', "cards[0].id is"),
    "long": ("ritual", RITUAL.replace('id = "r1g2"', f'id = "{"r" * 41}"'), 'id = "rr', "cards[0].id is"),
    "letter": ("in-the-ruin", RUIN.replace("B = [1, 6]", "B = [1, 3]"), "A = [1, 3]", "sheet.letters.A is [1, 3]"),
    "entrance": ("in-the-ruin", RUIN.replace("B = [1, 6]", "B = [6, 6]"), "B = [6, 6]", "sheet.letters.B is [6, 6]"),
    "piece": (
        "in-the-ruin",
        RUIN.replace("size = 4", "size = 5", 1),
        "size = 5",
        "exploration.A.size is 5; it takes 4",
    ),
    "goals": ("in-the-ruin", RUIN.replace("[[goal]]", "[[goals]]", 1), None, "goal is 23; it takes 24 cards"),
    "goal": ("in-the-ruin", RUIN.replace("[[goal]]", "[[goal]]\nid = 7\n[[goal]]", 1), None, "goal is 25"),
    "table": (
        "in-the-ruin",
        "exploration = 7\n" + RUIN.replace("[[exploration]]", "[[other]]"),
        None,
        "exploration is 7",
    ),
    "date": ("in-the-ruin", RUIN.replace("size = 11", "size = 2020-01-01"), "size = 2020", "sheet.size is"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_cards_are_refused_with_their_line(plain, name):
    """Nothing is made; the answer says what is wrong, what is expected, and where."""
    slug, text, where, words = BAD[name]
    for path, body in ((f"/api/games/{slug}/components", {}), ("/api/tables", {"game": slug, "players": 2})):
        answer = plain.http.post(path, json={**body, "components": text})
        problem = answer.json()
        assert (answer.status_code, problem["code"]) == (422, "bad-components"), problem
        assert words in problem["reason"], problem
        assert len(problem["reason"]) < 420
        if where is not None:
            assert problem["details"]["line"] == line(text, where), problem


def test_what_is_no_text_or_too_long_is_refused(plain):
    """Before anything reads it."""
    for text in ("", "x" * 32_001, 7, None, ["a"]):
        answer = plain.http.post("/api/games/ritual/components", json={"components": text})
        assert answer.status_code == 422, text
    raw = b'{"components": "\\ud800"}'
    answer = plain.http.post("/api/games/ritual/components", content=raw, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    raw = b'{"components": "\xff"}'
    answer = plain.http.post("/api/games/ritual/components", content=raw, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    answer = plain.http.post("/api/games/ritual/components", json={"components": "x" * 70_000})
    assert answer.status_code == 413
    assert plain.http.post("/api/games/chess/components", json={"components": RITUAL}).status_code == 404


def test_new_cards_are_counted_for_each_address(tmp_path):
    """Known ones are free; what is refused makes no table and counts nothing."""
    with Server(tmp_path, jit="0", card_rate="2,0.0001") as server:
        texts = [own_set("ritual", seed) for seed in (1, 2, 3)]
        tables = [server.create("ritual", [OPEN, OPEN], components=text)["table"] for text in texts[:2]]
        answer = server.http.post("/api/tables", json={"game": "ritual", "players": 2, "components": texts[2]})
        assert (answer.status_code, answer.json()["code"]) == (429, "too-many-cards")
        server.create("ritual", [OPEN, OPEN], components=texts[0])
        assert server.look(tables[1])["table"]["status"] == "waiting"


def test_own_cards_outlive_a_crash_and_a_rematch(tmp_path):
    """They stand in the log of the table: after a restart, and at the next game of the same people, they are there."""
    text = own_set("ritual", 6)
    with Server(tmp_path, jit="0") as server:
        made = server.create("ritual", [OPEN, BOT], components=text)
        table, token = made["table"], made["token"]
        before = server.look(table, token)
        server.act(table, token, before["legal"][0])
        server.kill()
        server.start()
        after = server.look(table, token)
        assert after["table"]["components"] == before["table"]["components"]
        assert after["view"]["game"] == "ritual"
        while True:
            state = server.look(table, token)
            if state["table"]["status"] == "over":
                break
            if state["legal"]:
                assert server.act(table, token, state["legal"][0], decision=state["decision"]).status_code == 200
        again = server.http.post(f"/api/tables/{table}/rematch", json={}, headers=bearer(token)).json()
        assert server.look(again["table"], again["token"])["table"]["components"] == before["table"]["components"]


def test_another_node_serves_own_cards(nursery, database: Database, tmp_path):
    """The log is all that a node needs."""
    text = own_set("ritual", 7)
    with Node(nursery, tmp_path, database=database.url) as one, Node(nursery, tmp_path, database=database.url) as two:
        made = one.create("ritual", [OPEN, BOT], components=text)
        there = two.look(made["table"], made["token"])
        assert there["table"]["components"] == one.look(made["table"])["table"]["components"]
        assert two.act(made["table"], made["token"], there["legal"][0]).status_code == 200
        assert two.http.get(f"/api/tables/{made['table']}/components").json()["toml"] == text


def test_cards_that_nobody_uses_are_let_go(tmp_path):
    """A table that has gone out of memory takes its cards with it, and comes back with them."""
    with Server(tmp_path, jit="0", idle="1") as server:
        made = server.create("ritual", [OPEN, OPEN], components=own_set("ritual", 8))
        own = server.look(made["table"])["table"]["components"]
        time.sleep(4)
        assert server.look(made["table"])["table"]["components"] == own
        assert server.http.get(f"/api/tables/{made['table']}/components").json()["digest"] == own["digest"]


def test_a_server_offers_variants_of_its_owner(tmp_path):
    """Their names are told with the game, the file is had by name, and a table with it costs no quota of new cards."""
    file = tmp_path / "twelve.toml"
    text = RITUAL.replace("target = 10 ", "target = 12 ").replace('title = "RITUAL"', 'title = "To twelve"')
    file.write_text(text, encoding="utf-8")
    with Server(tmp_path, jit="0", components=str(file), card_rate="1,0.0001") as server:
        games = {game["game"]: game["sets"] for game in server.http.get("/api/games").json()}
        assert games["ritual"] == ["To twelve"]
        assert not any(sets for game, sets in games.items() if game != "ritual")
        cards = server.http.get("/api/games/ritual/components", params={"called": "To twelve"}).json()
        assert (cards["toml"], cards["numbers"]["target"]) == (text, 12)
        assert server.http.get("/api/games/ritual/components", params={"called": "other"}).status_code == 404
        for _ in range(3):
            made = server.create("ritual", [OPEN, OPEN], components=text)
        assert server.look(made["table"])["table"]["components"]["name"] == "To twelve"


def test_a_variant_that_is_none_keeps_the_server_from_starting(tmp_path):
    """Its owner is told at once what is wrong."""
    file = tmp_path / "bad.toml"
    for text, words in (
        (RITUAL.replace("target = 10 ", "target = 0 "), "bad.toml: rules.target is 0; it takes an integer 1 to 99"),
        ("name = 'x'", "bad.toml: it names no game; there is arkham-ritual"),
        ('game = "chess"', "bad.toml: it names no game"),
    ):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(ValueError, match=words):
            Settings.read({"database": "sqlite:///x", "components": (str(file),)}, {}).sets  # noqa: B018
    with pytest.raises(ValueError, match="none.toml: .*No such file"):
        Settings.read({"database": "sqlite:///x", "components": (str(tmp_path / "none.toml"),)}, {})
    file.write_text(RITUAL, encoding="utf-8")
    with pytest.raises(ValueError, match="another one of ritual is called 'RITUAL', too"):
        Settings.read({"database": "sqlite:///x", "components": (str(file), str(file))}, {})
