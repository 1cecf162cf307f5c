"""The contract of the server, as its clients use it."""

import json
import random
import threading

import pytest
from pydantic import TypeAdapter

from takujo.core.text import LANGUAGES
from takujo.games import SLUGS, load
from takujo.guide import read
from takujo.match import commitment, read_record, verify
from takujo.server import wire
from tests.server.parts import BOT, OPEN, SOON, Server, bearer, plant

pytestmark = pytest.mark.once

MESSAGE = TypeAdapter(wire.ServerMessage)


def finish(server: Server, table: str, tokens: list[str]) -> None:
    """Play to the end, everybody at random."""
    rng = random.Random(table)
    while to_act := server.look(table)["to_act"]:
        token = tokens[rng.choice(to_act)]
        assert server.act(table, token, rng.choice(server.look(table, token)["legal"])).status_code == 200


# -- games


def test_games_have_titles_players_minutes_and_options_with_their_rule_text(server):
    games = server.http.get("/api/games").json()
    assert [game["game"] for game in games] == list(SLUGS)
    for game in games:
        assert game["title"].keys() == game["blurb"].keys() == {"ja", "en"}
        assert game["minutes"] > 0
        assert game["players"]
        for option in game["options"]:
            assert option["text"]["ja"]
            assert option["text"]["en"]
            assert option["rule"]
    assert "card_set" not in [option["name"] for game in games for option in game["options"]]


@pytest.mark.parametrize("slug", SLUGS)
def test_the_words_of_a_game_come_in_every_language(server, slug):
    text = server.http.get(f"/api/games/{slug}/text").json()
    assert text["catalogues"].keys() == set(LANGUAGES)
    assert all("\nblurb = " in catalogue for catalogue in text["catalogues"].values())
    assert all(words.keys() == set(LANGUAGES) for words in text["words"].values())
    assert text["guide"]


@pytest.mark.parametrize("slug", SLUGS)
def test_the_guide_of_a_game_has_its_sections_and_its_examples_with_what_the_engine_gives(server, slug):
    guide = server.http.get(f"/api/games/{slug}/guide").json()
    assert guide["sections"] == server.http.get(f"/api/games/{slug}/text").json()["guide"]
    assert guide["names"]["en"][0] == "Aki"
    told = read(load(slug)).examples
    assert [example["id"] for example in guide["examples"]] == [example.id for example in told]
    for example, source in zip(guide["examples"], told, strict=True):
        assert example["section"] in {section["id"] for section in guide["sections"]}
        assert [step["text"] for step in example["steps"]] == [step.text for step in source.step]
        assert all(step["view"]["game"] == slug for step in example["steps"])
        hidden = example["seat"] != "all"
        assert all((step["view"]["rng"] is None) == hidden for step in example["steps"])


def test_a_guide_is_sent_plain_to_who_cannot_unpack_it(server):
    plain = server.http.get("/api/games/ritual/guide", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == server.http.get("/api/games/ritual/guide").json()


@pytest.mark.parametrize("what", ["text", "guide"])
def test_an_unknown_game_is_said_to_be_unknown(server, what):
    answer = server.http.get(f"/api/games/chess/{what}")
    assert answer.status_code == 404
    assert "ritual" in answer.json()["reason"]


# -- tables


def test_the_creator_sits_in_the_first_open_seat(server):
    made = server.create("ritual", [BOT, OPEN, BOT])
    assert made["seat"] == 1
    assert server.look(made["table"], made["token"])["table"]["status"] == "playing"


def test_the_creator_may_stay_away(server):
    made = server.create("ritual", [OPEN, OPEN], sit=False)
    assert made["seat"] is None
    assert [seat["kind"] for seat in server.look(made["table"])["table"]["seats"]] == ["open", "open"]


def test_missing_seats_are_open_and_play_starts_when_all_are_taken(server):
    made = server.create("ritual", [BOT], players=3)
    assert server.look(made["table"])["view"] is None
    assert server.join(made["code"].lower())["seat"] == 2
    assert server.look(made["table"])["view"] is not None
    answer = server.http.post(f"/api/tables/{made['table']}/join", json={})
    assert (answer.status_code, answer.json()["code"]) == (409, "full")


def test_two_who_want_the_same_seat_at_once(server):
    made = server.create("ritual", players=2)
    answers = []
    threads = [
        threading.Thread(
            target=lambda: answers.append(server.http.post(f"/api/tables/{made['table']}/join", json={}).status_code)
        )
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200] + [409] * 7


def test_options_that_are_left_out_take_the_defaults_that_the_catalogue_names(server):
    for game in server.http.get("/api/games").json():
        made = server.create(game["game"], players=game["players"][-1])
        options = server.look(made["table"], made["token"])["table"]["options"]
        assert options == {option["name"]: option["default"] for option in game["options"]}


@pytest.mark.parametrize(("given", "last"), [({}, 0), ({"promo": True}, 0), ({"max_rounds": 9}, 9)])
def test_a_table_has_no_last_round_unless_its_host_sets_one(server, given, last):
    """R-40 of Ayatsuri; a program's `game.new` keeps its cap."""
    table, tokens = server.full("ayatsuri", 3, options=given)
    assert server.look(table, tokens[0])["view"]["options"]["max_rounds"] == last
    assert load("ayatsuri").new(3).position()["options"]["max_rounds"] == 50


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"game": "chess"}, "there is arkham-ritual"),
        ({"game": "ritual", "players": 9}, "ritual takes 2 to 5"),
        ({"game": "ritual", "players": 2, "seats": [OPEN] * 3}, "seats has 3 entries"),
        ({"game": "ritual", "seats": [BOT, BOT]}, "leave one open"),
        ({"game": "ritual", "players": 2, "options": {"start": 7}}, "option start is 7"),
        ({"game": "ritual", "players": 2, "options": {"sugar": 1}}, "unknown option 'sugar'"),
        ({"game": "in-the-ruin", "players": 2, "options": {"card_set": "/etc/passwd"}}, "unknown option 'card_set'"),
        ({"game": "ritual", "players": 2, "pace": {"kind": "blitz"}}, "pace.kind"),
        ({"game": "ritual", "players": 2, "spectators": "all"}, "spectators"),
        ({"game": "ritual", "players": 2, "name": "x" * 25}, "name"),
        ({"game": "ritual", "players": 2, "name": "a\nb"}, "printable"),
        ({"game": "ritual", "players": 2, "talk": "on"}, "'ask', 'refuse' or 'off'"),
        ({"game": "ritual", "players": 2, "aids": "no"}, "aids"),
        ({"game": "ritual", "players": 2, "webhook": "file:///etc/passwd"}, "http or https"),
        ({"game": "ritual", "players": 2, "spectators": "seat", "watched": 4}, "watched is 4"),
        ({"game": "ritual", "players": 2, "cheat": True}, "cheat"),
        ({}, "game"),
    ],
)
def test_a_bad_table_is_refused_with_what_is_expected(server, body, says):
    answer = server.http.post("/api/tables", json=body)
    assert answer.status_code == 422
    assert says in answer.json()["reason"]


def test_the_maker_fills_seats_with_bots_before_the_start(server):
    made = server.create("ritual", players=3)
    guest = server.join(made["table"])
    path = f"/api/tables/{made['table']}/seats"
    assert server.http.post(f"{path}/2", json=BOT, headers=bearer(guest["token"])).status_code == 403
    assert server.http.post(f"{path}/1", json=BOT, headers=bearer(made["token"])).json()["code"] == "taken"
    assert server.http.post(f"{path}/7", json=BOT, headers=bearer(made["token"])).status_code == 404
    assert server.http.post(f"{path}/2", json=BOT, headers=bearer(made["token"])).status_code == 204
    assert server.look(made["table"])["table"]["status"] == "playing"
    assert server.http.post(f"{path}/2", json=OPEN, headers=bearer(made["token"])).json()["code"] == "started"


def test_no_such_table(server):
    for path in ("", "/record", "/stream"):
        assert server.http.get(f"/api/tables/nowhere{path}").status_code == 404


# -- actions


def test_the_same_key_again_gets_the_same_answer_and_nothing_is_done_twice(server):
    table, tokens = server.full("ritual", 2)
    seat = server.look(table)["to_act"][0]
    action = server.look(table, tokens[seat])["legal"][0]
    first = server.act(table, tokens[seat], action, "once")
    again = server.act(table, tokens[seat], action, "once")
    assert first.json() == again.json()
    assert [entry.kind for entry in server.entries(table)].count("act") == 1


def test_a_refused_key_gets_the_same_refusal_again(server):
    table, tokens = server.full("ritual", 2)
    seat = server.look(table)["to_act"][0]
    bad = server.act(table, tokens[1 - seat], {"type": "take-set", "set": 0}, "k")
    server.act(table, tokens[seat], server.look(table, tokens[seat])["legal"][0])
    again = server.act(table, tokens[1 - seat], {"type": "take-set", "set": 0}, "k")
    assert bad.status_code == again.status_code == 409
    assert bad.json() == again.json()


def test_a_refusal_has_a_code_a_reason_and_a_rule(server):
    table, tokens = server.full("ritual", 2)
    seat = server.look(table)["to_act"][0]
    for action in ({}, {"type": "fly"}, {"type": "take-set", "set": 99}, {"type": [[[]]]}):
        answer = server.act(table, tokens[seat], action)
        assert answer.status_code == 409
        assert answer.json()["code"]
        assert answer.json()["reason"]
        assert answer.json()["rule"]


@pytest.mark.parametrize("body", [[], {}, {"key": "k"}, {"key": "", "action": {}}, {"key": "k", "action": 3}, "x"])
def test_a_body_that_is_not_of_the_shape_is_malformed(server, body):
    table, tokens = server.full("ritual", 2)
    answer = server.http.post(f"/api/tables/{table}/actions", json=body, headers=bearer(tokens[0]))
    assert (answer.status_code, answer.json()["code"]) == (422, "malformed")


def test_a_decision_that_is_not_open_is_late(server):
    table, tokens = server.full("ritual", 2)
    seat = server.look(table)["to_act"][0]
    look = server.look(table, tokens[seat])
    assert server.act(table, tokens[seat], look["legal"][0], decision=look["decision"] + 1).json()["code"] == "late"
    assert server.act(table, tokens[seat], look["legal"][0], decision=look["decision"]).status_code == 200
    assert server.act(table, tokens[seat], look["legal"][0], decision=look["decision"]).json()["code"] == "late"


def test_tokens_open_only_their_own_table_and_seat(server):
    table, tokens = server.full("ritual", 2)
    other, _ = server.full("ritual", 2)
    look = server.look(table, tokens[0])
    for token in ("x", tokens[0] + "x"):
        assert server.http.get(f"/api/tables/{table}", headers=bearer(token)).status_code == 401
    assert server.http.get(f"/api/tables/{other}", headers=bearer(tokens[0])).status_code == 401
    assert server.act(other, tokens[0], (look["legal"] or [{}])[0]).status_code == 401
    assert server.http.post(f"/api/tables/{table}/actions", json={"key": "k", "action": {}}).status_code == 401
    assert server.http.get(f"/api/tables/{table}", headers={"Authorization": "Basic x"}).status_code == 401


def test_tokens_are_long_and_stored_only_as_hashes(server):
    made = server.create("ritual", players=2)
    assert len(made["token"]) >= 22  # 128 bits in base64
    files = [server.file, *server.file.parent.glob("tables.db-*")]
    assert all(made["token"].encode() not in file.read_bytes() for file in files)


# -- spectators


def test_spectators_see_as_much_as_the_table_allows(server):
    for mode, status in (("none", 403), ("public", 200), ("seat", 200), ("after", 403)):
        delay = {"delay": 0} if mode == "seat" else {}
        table, tokens = server.full("arkham-ritual", 3, spectators=mode, watched=1, **delay)
        server.http.cookies.clear()  # somebody else
        answer = server.http.get(f"/api/tables/{table}")
        assert answer.status_code == status, mode
        seen = server.look(table, tokens[1])["view"]
        if mode == "seat":
            assert answer.json()["view"] == seen
            assert answer.json()["legal"] == []
        if mode == "public":
            assert answer.json()["view"]["hands"] == [None] * 3
        for path in ("record", "stream"):
            with server.http.stream("GET", f"/api/tables/{table}/{path}") as response:
                assert response.status_code == status
        socket = server.socket(table)
        assert socket.receive()["type"] == ("refused" if status == 403 else "state")
        socket.close()


def test_after_the_end_those_may_look_who_had_to_wait(server):
    table, tokens = server.full("ayatsuri", 3, spectators="after", options={"max_rounds": 1})
    rng = random.Random(1)
    while to_act := server.look(table, tokens[0])["to_act"]:
        token = tokens[to_act[0]]
        server.act(table, token, rng.choice(server.look(table, token)["legal"]))
    assert server.look(table)["result"]


# -- the socket


def test_every_message_is_of_the_documented_shape(server):
    made = server.create("ritual", [OPEN, BOT, BOT])
    socket = server.socket(made["table"], made["token"])
    socket.until("presence")
    socket.ask(type="chat", text="こんにちは")
    socket.ask(type="name", name="Aya")
    socket.ask(type="act", action={"type": "fly"})
    socket.send(type="ping")
    socket.until("pong")
    while not socket.state["legal"]:
        socket.until("state")
    socket.ask(type="act", decision=socket.state["decision"], action=socket.state["legal"][0])
    socket.until("state")
    for frame in socket.frames:
        MESSAGE.validate_json(frame, strict=True)
        fields = MESSAGE.validate_json(frame).model_dump().keys()
        assert fields == json.loads(frame).keys()
    assert {json.loads(frame)["type"] for frame in socket.frames} >= {"state", "table", "chat", "ack", "refused"}
    socket.close()


def test_nothing_is_sent_to_a_seat_for_which_nothing_changed(server):
    table, tokens = server.full("in-the-ruin", 2)
    other = server.socket(table, tokens[1])
    other.until("presence", seats=[1])
    seq = other.state["seq"]
    legal = server.look(table, tokens[0])["legal"]
    assert server.act(table, tokens[0], legal[0]).status_code == 200  # goals: private, and one sub-step
    server.socket(table, tokens[0]).ask(type="chat", text="done")
    between = []
    while (message := other.receive())["type"] != "chat":
        between.append(message["type"])
    ready = 0 not in server.look(table)["to_act"]
    assert between.count("state") == (1 if ready else 0)
    assert server.look(table, tokens[1])["seq"] == seq + (1 if ready else 0)


def test_a_client_that_comes_back_knows_what_it_missed(server):
    """Reconnecting at random points: the client's state equals a fresh view, and no event is lost or doubled."""
    rng = random.Random(5)
    for slug in SLUGS:
        made = server.create(slug, [OPEN, BOT, BOT])
        table, token = made["table"], made["token"]
        socket = server.socket(table, token)
        socket.until("state")
        events = list(socket.state["events"])
        for _ in range(25):
            look = server.look(table, token)
            if look["result"]:
                break
            if look["legal"]:
                server.act(table, token, rng.choice(look["legal"]), decision=look["decision"])
            if rng.random() < 0.5:
                socket.close()
                socket = server.socket(table, token, after=socket.state["seq"])
                socket.until("state")
                events += socket.state["events"]
        look = server.look(table, token)
        while socket.state["seq"] < look["seq"]:
            events += socket.until("state")["events"]
        while socket.state["seq"] > look["seq"]:  # bots go on meanwhile
            look = server.look(table, token)
        for part in ("view", "legal", "to_act", "decision", "result"):
            if socket.state["seq"] == look["seq"]:
                assert socket.state[part] == look[part], part
        socket.close()
        fresh = server.socket(table, token)
        whole = fresh.until("state")["events"]
        assert events == whole[: len(events)]
        fresh.close()


def test_an_unreadable_place_to_resume_is_refused(server):
    table, tokens = server.full("ritual", 2)
    for after in ("-1", "x", "1e9", "9" * 20):
        socket = server.socket(table, tokens[0], after=after)
        assert socket.receive()["code"] == "malformed"
    socket = server.socket(table, tokens[0], after=10_000)  # of another table: everything is sent
    assert socket.receive()["events"]


def test_the_first_message_must_be_hello(server):
    table, _ = server.full("ritual", 2)
    assert server.socket(table, "no such token").receive()["code"] == "bad-token"
    for first in ("{}", "[]", "x", '{"type":"act"}', '{"type":"hello","token":3}'):
        with server.raw_socket(table) as connection:
            connection.send(first)
            assert json.loads(connection.recv(timeout=SOON))["code"] == "no-hello"


def test_presence_tells_who_is_connected(server):
    table, tokens = server.full("ritual", 2)
    first = server.socket(table, tokens[0])
    first.until("presence", seats=[0])
    second = server.socket(table, tokens[1])
    first.until("presence", seats=[0, 1])
    second.close()
    first.until("presence", seats=[0])
    first.close()


# -- the table's own affairs


def test_chat_is_heard_by_all_and_held_back_by_what_it_says(server):
    table, tokens = server.full("arkham-ritual", 3)
    first, second = server.socket(table, tokens[0]), server.socket(table, tokens[1])
    assert first.ask(type="chat", text="good luck")["type"] == "ack"
    assert second.until("chat")["lines"][0]["text"] == "good luck"
    refused = first.ask(type="chat", text="your card is the Necronomicon, Cthulhu, mad")
    assert refused["type"] == "refused"
    assert refused["rule"]
    assert first.ask(type="chat", text="   ")["code"] == "malformed"
    assert first.ask(type="chat", text="x" * 301)["code"] == "malformed"
    assert server.socket(table, None).ask(type="chat", text="hi")["code"] == "no-seat"


def test_a_name_is_judged_as_a_chat_line_while_a_match_runs(server):
    table, tokens = server.full("arkham-ritual", 3)
    first = server.socket(table, tokens[0])
    assert first.ask(type="name", name="赤べこ")["type"] == "ack"
    refused = first.ask(type="name", name="きみのカードは赤")
    assert (refused["type"], refused["code"], refused["rule"]) == ("refused", "card-told", "11")
    assert server.look(table)["table"]["seats"][0]["name"] == "赤べこ"


TOLD = "your card is the Necronomicon, Cthulhu, mad"


@pytest.mark.parametrize(("talk", "first", "anyway"), [
    (None, "held, may be sent", "said"),
    ("ask", "held, may be sent", "said"),
    ("refuse", "held", "held"),
    ("off", "said", "said"),
])  # fmt: skip
def test_the_host_chooses_what_becomes_of_words_that_the_book_forbids(server, talk, first, anyway):
    """Chat lines and names alike. Tables of friends ask."""

    def outcome(answer):
        if answer["type"] == "ack":
            return "said"
        assert (answer["code"], answer["rule"]) == ("card-told", "11")
        return "held, may be sent" if answer["anyway"] else "held"

    table, tokens = server.full("arkham-ritual", 3, **({} if talk is None else {"talk": talk}))
    assert server.look(table)["table"]["talk"] == (talk or "ask")
    socket = server.socket(table, tokens[0])
    for message in ({"type": "chat", "text": TOLD}, {"type": "name", "name": "きみのカードは赤"}):
        assert outcome(socket.ask(**message)) == first
        assert outcome(socket.ask(**message, anyway=True)) == anyway
        assert socket.ask(**message, anyway=1)["code"] == "malformed"
    said = [entry.body for entry in server.entries(table) if entry.kind in ("chat", "name")]
    times = [first, anyway].count("said")
    assert said == [{"text": TOLD}] * times + [{"name": "きみのカードは赤"}] * times


def test_a_table_of_before_holds_back_for_good(server):
    """Its log says nothing about talk or aids."""
    table, tokens = plant(server, load("arkham-ritual").new(3, 1).position(), bytes(32))
    info = server.look(table)["table"]
    assert (info["talk"], info["aids"]) == ("refuse", True)
    answer = server.socket(table, tokens[0]).ask(type="chat", text=TOLD, anyway=True)
    assert (answer["code"], answer["anyway"]) == ("card-told", False)


def test_titles_tell_whether_their_books_forbid_talk(server):
    games = {game["game"]: game["talk"] for game in server.http.get("/api/games").json()}
    assert games == {"arkham-ritual": True, "ayatsuri": True, "in-the-ruin": True, "ritual": False}


def test_who_may_not_look_is_told_talk_and_aids_before_sitting_down(server):
    made = server.create("ayatsuri", players=3, spectators="none", talk="off", aids=False, coach=True)
    details = server.http.get(f"/api/tables/{made['table']}").json()["details"]
    assert (details["talk"], details["aids"], details["coach"]) == ("off", False, True)
    info = server.look(made["table"], made["token"])["table"]
    assert (info["talk"], info["aids"], info["coach"]) == ("off", False, True)
    assert server.look(server.create("ayatsuri", players=3)["table"])["table"]["coach"] is False


def test_there_is_no_coach_where_it_counts(server):
    """A table is rated or has a coach."""
    answer = server.http.post("/api/tables", json={"game": "ritual", "players": 2, "rated": True, "coach": True})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-table")
    assert "coach is true; at a rated table" in answer.json()["reason"]


def test_a_name_is_free_before_the_start_and_after_the_end(server):
    made = server.create("arkham-ritual", players=3)
    host = server.socket(made["table"], made["token"])
    assert host.ask(type="name", name="きみのカードは赤")["type"] == "ack"
    table, tokens = server.full("arkham-ritual", 3)
    for token in tokens:
        server.socket(table, token).ask(type="vote", what="end", yes=True)
    assert server.socket(table, tokens[0]).ask(type="name", name="きみのカードは赤")["type"] == "ack"


def test_names_can_be_given_any_time(server):
    table, tokens = server.full("ritual", 2)
    first, second = server.socket(table, tokens[0]), server.socket(table, tokens[1])
    second.until("table")
    first.ask(type="name", name="あや")
    assert second.until("table")["table"]["seats"][0]["name"] == "あや"


def test_everybody_must_agree_to_pause_and_anybody_may_resume(server):
    table, tokens = server.full("ritual", 2)
    first, second = server.socket(table, tokens[0]), server.socket(table, tokens[1])
    first.ask(type="vote", what="pause", yes=True)
    assert not server.look(table)["table"]["paused"]
    assert server.look(table)["table"]["votes"][0]["yes"] == [0]
    second.ask(type="vote", what="pause", yes=True)
    assert server.look(table)["table"]["paused"]
    seat = server.look(table)["to_act"][0]
    action = server.look(table, tokens[seat])["legal"][0]
    assert server.act(table, tokens[seat], action).json()["code"] == "paused"
    first.ask(type="resume")
    assert server.act(table, tokens[seat], action).status_code == 200
    assert first.ask(type="resume")["code"] == "not-paused"


def test_a_vote_of_all_ends_the_table_and_opens_its_record(server, tmp_path):
    table, tokens = server.full("ritual", 2)
    for token in tokens:
        server.socket(table, token).ask(type="vote", what="end", yes=True)
    look = server.look(table, tokens[0])
    assert (look["table"]["status"], look["to_act"], look["legal"]) == ("ended", [], [])
    file = tmp_path / "record.json"
    file.write_bytes(server.record(table).content)
    verify(read_record(file))


def test_who_leaves_before_the_start_makes_room_and_after_it_a_bot_sits_in(server):
    made = server.create("ritual", players=2)
    guest = server.join(made["table"])
    # two players: play has started
    socket = server.socket(made["table"], guest["token"])
    assert socket.ask(type="leave")["type"] == "ack"
    assert server.look(made["table"])["table"]["seats"][1]["auto"] == "left"
    assert socket.ask(type="back")["type"] == "ack"
    assert server.look(made["table"])["table"]["seats"][1]["auto"] is None

    made = server.create("ritual", players=3)
    guest = server.join(made["table"])
    server.socket(made["table"], guest["token"]).send(type="leave", key="k")
    socket = server.socket(made["table"], made["token"])
    while socket.until("table")["table"]["seats"][1]["kind"] != "open":
        pass
    assert server.http.get(f"/api/tables/{made['table']}", headers=bearer(guest["token"])).status_code == 401


def test_bots_play_on_for_somebody_who_left(server):
    made = server.create("ritual", [OPEN, BOT])
    server.socket(made["table"], made["token"]).ask(type="leave")
    socket = server.socket(made["table"])
    while not socket.until("state")["result"]:
        pass


def test_a_rematch_gives_everybody_their_seat_at_the_new_table(server):
    made = server.create(
        "ritual", [OPEN, BOT, OPEN], name="A", options={"restart_cap": 2}, talk="off", aids=False, coach=True
    )
    guest = server.join(made["table"], name="B")
    path = f"/api/tables/{made['table']}/rematch"
    assert server.http.post(path, headers=bearer(made["token"])).json()["code"] == "not-over"
    tokens = {0: made["token"], 2: guest["token"]}
    for token in tokens.values():
        server.socket(made["table"], token).ask(type="vote", what="end", yes=True)
    watcher = server.socket(made["table"], made["token"])
    again = server.http.post(path, headers=bearer(guest["token"])).json()
    assert again["seat"] == 2
    while not watcher.until("table")["table"]["rematch"]:
        pass
    other = server.http.post(path, headers=bearer(made["token"])).json()
    assert (other["table"], other["seat"]) == (again["table"], 0)
    info = server.look(other["table"], other["token"])["table"]
    assert info["status"] == "playing"
    assert [seat["name"] for seat in info["seats"]] == ["A", "", "B"]
    assert info["options"]["restart_cap"] == 2
    assert (info["talk"], info["aids"], info["coach"]) == ("off", False, True)
    lost = server.http.post(path, headers=bearer(made["token"])).json()  # the answer was lost on the way: the same one
    assert lost == other


# -- records


def test_the_record_tells_before_the_end_what_was_told_and_after_it_all(server, tmp_path):
    made = server.create("ayatsuri", players=3, options={"max_rounds": 1}, entropy="mine")
    table = made["table"]
    tokens = [made["token"], server.join(table, entropy="yours")["token"], server.join(table)["token"]]
    promised = server.look(table)["table"]["commitment"]
    before = server.record(table, tokens[1]).json()
    assert "seed" not in before
    assert before["commitment"] == promised
    assert before["log"][0]["events"] == server.socket(table, tokens[1]).receive()["events"]
    finish(server, table, tokens)
    answer = server.record(table)
    file = tmp_path / "record.json"
    file.write_bytes(answer.content)
    record = read_record(file)
    assert verify(record).state.result == server.look(table)["result"]
    assert record["commitment"] == promised == commitment(bytes.fromhex(record["seed"]))
    assert record["entropy"] == [b"mine".hex(), b"yours".hex(), ""]


# -- service


def test_service_pages(server):
    assert server.http.get("/healthz").json() == {"ok": True}
    assert server.http.get("/readyz").json()["ready"]
    page = server.http.get("/api/docs")
    assert "/api/tables" in page.text
    document = server.http.get("/api/openapi.json").json()
    assert {"ServerMessage", "ClientMessage", "StateMessage", "ActMessage"} <= document["components"]["schemas"].keys()


def test_every_answer_has_security_headers(server):
    for path in ("/", "/api/games", "/api/tables/nowhere", "/no/such/page"):
        headers = server.http.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers
