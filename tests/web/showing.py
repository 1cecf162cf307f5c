"""Positions that the engine has played, before a page at a real table: the states come from here, all else from the server."""

import json
import random
from collections.abc import Iterator
from itertools import count
from typing import Any

from playwright.sync_api import BrowserContext, WebSocketRoute, expect

from takujo.guide import told, view_of
from takujo.match import Match
from takujo.server.wire import StateMessage
from tests.server.parts import Server
from tests.web.person import Json, Person


def game(slug: str, players: int, seed: int, *, mine: bool = False, **options: Any) -> Iterator[Json]:
    """A whole game at random, as the messages that the first seat is sent; `mine`: only those where it has to decide."""
    chance = random.Random(seed)
    match = Match(slug, players, options, seed)
    outcome, decision = match.opening, 0
    for seq in count(1):
        state = match.state
        if not mine or 0 in state.to_act:
            events, stages = told(outcome, 0)
            yield StateMessage(
                seq=seq,
                decision=decision,
                view=view_of(state, 0),
                legal=state.legal(0),
                to_act=list(state.to_act),
                clock=None,
                events=events,
                stages=stages,
                result=state.result,
            ).model_dump()
        if not state.to_act:
            return
        actor = chance.choice(state.to_act)
        outcome = match.play(actor, chance.choice(state.legal(actor)))
        decision += actor == 0


def kind(state: Json) -> str:
    """What the first seat has to do, as far as a page shows it differently."""
    view = state["view"]
    if not state["legal"]:
        return f"{view['phase']}, waiting"
    sub = view["seats"][0]["turn"] if view["phase"] != "goals" and "seats" in view else None
    types = sorted({action["type"] for action in state["legal"]})
    return ", ".join([view["phase"], *([sub["sub"]] if sub else []), *types])


class Sitter(Person):
    """Somebody at a table of which the test tells how it stands."""

    route: WebSocketRoute

    def __init__(self, context: BrowserContext, lang: str = "en"):
        super().__init__(context, lang)
        self.page.route_web_socket("**/play*", self._sit)

    def _sit(self, route: WebSocketRoute) -> None:
        self.route = route
        server = route.connect_to_server()
        server.on_message(lambda frame: None if json.loads(frame)["type"] == "state" else route.send(frame))

    def take(self, server: Server, slug: str, players: int, first: Json, **options: Any) -> None:
        """A seat at a new table of this game, which stands as the first state says."""
        table, tokens = server.full(slug, players, options=options)
        self.page.goto("/about")
        self.page.evaluate(
            "([slug, ticket]) => {"
            "localStorage.setItem('tables', JSON.stringify([{...ticket, game: slug, seat: 0, code: '', at: 0}]));"
            "const prefs = JSON.parse(localStorage.getItem('prefs') ?? '{}');"
            "localStorage.setItem('prefs', JSON.stringify({...prefs, hinted: [slug]}));}",
            [slug, {"table": table, "token": tokens[0]}],
        )
        self.page.goto(f"/t/{table}")
        expect(self.page.locator("header h1")).to_be_visible()
        self.show(first)
        expect(self.page.locator("main > *").first).to_be_visible()

    def show(self, state: Json) -> None:
        self.route.send(json.dumps(state))
