"""The application: routes over the hall."""

import asyncio
import contextlib
import gzip
import hmac
import html
import json
import logging
import os
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Header, Query, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, StreamingResponse
from pydantic import TypeAdapter
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from takujo import __version__, lessons
from takujo.bots.minds import mind
from takujo.core.components import component_content, parsed
from takujo.core.game import Game, State
from takujo.core.jit import FORCED
from takujo.core.text import DEFAULT, LANGUAGES
from takujo.games import BrokenGame, load, slugs
from takujo.guide import names, pictures, read
from takujo.insight.puzzles import puzzles

from . import account_wire, metrics, wire
from .account_routes import add_accounts
from .answering import Answering
from .bus import Bus, make_bus
from .engines import engines
from .guard import Guard, address_of
from .hall import Hall
from .keys import open_keys
from .limits import Rate, faults, quoted, short
from .lobby import Person
from .preview import previewed
from .refused import Refused, no_database
from .rooms import Room
from .settings import Settings
from .siblings import Siblings
from .socket import lines, serve_socket
from .store import Store, Unavailable, clock_now
from .sweep import sweep_when_calm
from .told import card_name, info, position_for

__all__ = ["BROKEN", "READY", "make_app", "openapi"]

log = logging.getLogger("takujo.server")

READY, BROKEN = "ready", "broken"  # of a game, in /readyz
LONGEST = 500  # characters of what is wrong with one
STATIC = Path(__file__).with_name("static")  # the web table, built when the package is installed
ID = 16  # characters of a table's id; codes are shorter
RETRY_AFTER = 2  # seconds
MARK = 365 * 86_400  # seconds
OPTION = ("name", "type", "rule", "nullable", "low", "reading", "between")  # told as they are
SVG = "image/svg+xml; charset=utf-8"
TYPES = {".svg": SVG, ".webmanifest": "application/manifest+json"}
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": wire.Problem, "description": meaning}
    for status, meaning in {
        401: "The token is not one of this table",
        403: "Not for you",
        404: "There is no such table",
        409: "Not now, or not by the rules",
        410: "The table was removed",
        413: "The request is too large",
        422: "The request is not of this shape",
        429: "Too many requests",
        503: "The server is starting or stopping, or its database is away",
    }.items()
}


def _problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    return {status: PROBLEMS[status] for status in statuses}


def _packed(request: Request, packed: bytes) -> Response:
    """Compressed JSON as the client can read it."""
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, headers={"content-encoding": "gzip"}, media_type="application/json")
    return Response(gzip.decompress(packed), media_type="application/json")


class Server:
    """What the routes use: made when the server starts."""

    hall: Hall  # from when the store is open

    def __init__(
        self,
        settings: Settings,
        store: Store | None = None,
        bus: Bus | None = None,
        now: Callable[[], int] = clock_now,
        chance: random.Random | None = None,
        siblings: Siblings | None = None,
    ):
        self.settings = settings
        self.store = store or Store(settings.database, now)
        self.bus = bus or (siblings if siblings and settings.bus == "local" else make_bus(settings.bus))
        self._siblings = siblings
        self._now, self._chance = now, chance
        self.table_rate = Rate(*settings.table_rate)
        self.entry_rate = Rate(*settings.entry_rate)
        self.token_rate = Rate(*settings.token_rate)
        self.chat_rate = Rate(*settings.chat_rate)
        self.notes_rate = Rate(*settings.chat_rate)
        self.miss_rate = Rate(*settings.miss_rate)
        self.account_rate = Rate(*settings.account_rate)
        self.answering = Answering(settings)
        self.games = dict.fromkeys(slugs(), "waiting")  # then: ready, or broken
        self._faults: dict[str, str] = {}  # of those that are broken
        self._working: asyncio.Task[None] | None = None
        self._is_open = asyncio.Event()

    @property
    def ready(self) -> bool:
        return all(state in (READY, BROKEN) for state in self.games.values()) and bool(self.hall.node.name)

    @property
    def faults(self) -> dict[str, str]:
        """What is wrong with a game: it is not played, or only uncompiled."""
        return self._faults | self.hall.compiling.faults

    @property
    def playable(self) -> list[str]:
        return [slug for slug, state in self.games.items() if state == READY]

    def open(self) -> None:
        """The database and the keys that belong to it."""
        self.store.open()
        keys = open_keys(self.settings, self.store)
        self.hall = Hall(self.settings, self.store, self.bus, keys, self._now, self._chance)
        self.hall.node.siblings = self._siblings

    async def start(self) -> None:
        self._working = asyncio.ensure_future(self._work())
        if self._siblings:  # others take who comes, until this one can
            await self._is_open.wait()

    async def _work(self) -> None:
        cores = asyncio.Semaphore(os.cpu_count() or 1)
        await asyncio.gather(*(self._prepare(slug, cores) for slug in self.games))
        await self.hall.open()
        self._is_open.set()
        for slug in self.playable:
            self.hall.compiling.want(load(slug, compiled=False))
        await asyncio.gather(self.hall.compiling.run(), sweep_when_calm())

    async def _prepare(self, slug: str, cores: asyncio.Semaphore) -> None:
        """Load a title: it can be played at once, uncompiled."""
        async with cores:
            try:
                game = await asyncio.to_thread(_loaded, slug)
            except BrokenGame as error:
                log.error("%s", error, exc_info=error.__cause__)
                self.games[slug], self._faults[slug] = BROKEN, str(error)[:LONGEST]
                return
            if FORCED and not game.door.compiled:
                self.games[slug] = "compiling"
                await self.hall.compiling.compile(game)
            self.games[slug] = READY

    async def stop(self) -> None:
        if self._working:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)
        await self.hall.close()
        await self.store.drain()
        await asyncio.to_thread(self.store.close)

    def check_entries(self, address: str) -> None:
        """Whatever writes passes here: the log lies on a disk that all share."""
        if self.entry_rate.wait(address):
            raise Refused("too-many", "Too much is being written from this address: wait a moment.", status=429)

    def check_ready(self) -> None:
        if not self.ready:
            done = sum(state == READY for state in self.games.values())
            reason = f"The games are being loaded: {done} of {len(self.games)} are ready."
            raise Refused("starting", reason, details={"games": self.games}, status=503)

    def game(self, slug: str, status: int = 404) -> Game:
        """The title of an address."""
        self.check_ready()
        if slug not in self.playable:
            there = ", ".join(self.playable)
            raise Refused("no-such-game", f"There is no game {quoted(slug)}; there is {there}.", status=status)
        return load(slug, compiled=False)

    async def room(self, key: str, address: str) -> Room:
        """The table with this id or join code. Codes can be guessed: who was wrong too often may not ask by code."""
        if len(key) < ID and self.miss_rate.wait(address, 0):
            raise _guesses()
        try:
            return await self.hall.rooms.find(key)
        except Refused as refused:
            if refused.status == 404 and self.miss_rate.wait(address):
                raise _guesses() from None
            raise


def _to_its_end(work: Coroutine[Any, Any, int]) -> Awaitable[int]:
    """Whoever asked may go away meanwhile."""
    done = asyncio.ensure_future(work)
    done.add_done_callback(lambda done: done.cancelled() or done.exception())
    return asyncio.shield(done)


def _guesses() -> Refused:
    reason = "Too many look-ups of tables that are not there: wait a while. The address of a table works meanwhile."
    return Refused("too-many", reason, status=429)


def make_app(settings: Settings, server: Server | None = None) -> FastAPI:
    """A server with these settings."""
    server = server or Server(settings)

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await server.start()
        yield
        await server.stop()

    app = FastAPI(
        title="takujo",
        version=__version__,
        description="Hidden-information board games at a table. Play over the socket, or over actions and stream.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.server = server
    app.add_middleware(Guard, settings=settings)
    app.exception_handler(Refused)(_refused)
    app.exception_handler(Unavailable)(_unavailable)
    app.exception_handler(RequestValidationError)(_malformed)
    app.exception_handler(HTTPException)(_no_such_page)
    _add_games(app, server)
    _add_tables(app, server)
    add_accounts(app, server, PROBLEMS)
    _add_service(app, server)
    _add_pages(app, server)
    app.openapi = lambda: _document(app)  # type: ignore[method-assign]  # FastAPI's own way to extend the document
    return app


# -- games


def _add_games(app: FastAPI, server: Server) -> None:
    @app.get("/api/games", responses=_problems(503), tags=["games"])
    def games() -> list[wire.GameInfo]:
        """The titles, with all their options."""
        server.check_ready()
        levels = server.hall.settings.levels
        sets = {slug: [name for game, name in server.settings.sets if game == slug] for slug in server.playable}
        return [_game_info(load(slug, compiled=False), levels, sets[slug]) for slug in server.playable]

    @app.get("/api/games/{game}/text", responses=_problems(404, 503), tags=["games"])
    def text(game: str) -> wire.GameText:
        """The words of one game, in Japanese and English: rules, events, actions, refusals."""
        return _game_text(server.game(game))

    @app.get("/api/games/{game}/guide", response_model=wire.GameGuide, responses=_problems(404, 503), tags=["games"])
    def guide(request: Request, game: str) -> Response:
        """The rules for players, in Japanese and English, with examples that the engine has played."""
        return _packed(request, _game_guide(server.game(game)))

    @app.get("/api/games/{game}/lesson", response_model=wire.GameLesson, responses=_problems(404, 503), tags=["games"])
    def lesson(request: Request, game: str) -> Response:
        """A lesson, in Japanese and English: scenes in which the learner decides, each played by the engine."""
        return _packed(request, _game_lesson(server.game(game)))

    @app.get(
        "/api/games/{game}/puzzles", response_model=wire.GamePuzzles, responses=_problems(404, 503), tags=["games"]
    )
    def puzzles_of(request: Request, game: str) -> Response:
        """Challenges: decisions with what each choice is worth, the easiest first."""
        return _packed(request, _game_puzzles(server.game(game)))

    @app.get("/api/games/{game}/components", responses=_problems(404, 503), tags=["games"])
    def components(
        game: str, called: Annotated[str | None, Query(max_length=40, description="One of `sets`.")] = None
    ) -> wire.ComponentsFile:
        """The usual cards of a game as data, or a set of this server: a place to begin with your own."""
        found, sets = server.game(game), server.settings.sets
        if called is not None:
            if (game, called) not in sets:
                raise Refused("no-components", f"{game} has no set {called!r} on this server.", status=404)
            return _components_file(load(game, sets[game, called].encode(), compiled=False), sets[game, called])
        content = component_content(found.package)
        if content is None or found.check_components is None:
            raise Refused("no-components", f"{game} is always played with the same cards.", status=404)
        return _components_file(found, content.decode())

    @app.get(
        "/api/games/{game}/components.toml", response_class=Response, responses=_problems(404, 503), tags=["games"]
    )
    def components_toml(game: str) -> Response:
        """The same as a file."""
        return _toml(game, components(game).toml)

    @app.post("/api/games/{game}/components", responses=_problems(404, 413, 422, 429, 503), tags=["games"])
    async def check_components(request: Request, game: str, body: wire.CardSet) -> wire.ComponentsCheck:
        """Could a table be made with these cards? 422 says what is wrong, and in which line."""
        server.check_entries(address_of(request.scope))
        server.game(game)
        return await server.hall.lobby.check_components(game, body.components)

    @app.post("/api/games/{game}/ask", responses=_problems(404, 410, 413, 422, 429, 503), tags=["games"])
    async def ask(request: Request, game: str, body: wire.Questions) -> wire.Answers:
        """What the rules say of a view that you send: for pages without an engine of their own. No table is touched."""
        address, found = address_of(request.scope), server.game(game)
        if body.table is not None:
            found = (await server.room(body.table, address)).table.game
        if found.slug != game:
            raise Refused("no-such-game", f"This table plays {found.slug}, not {game}.", status=422)
        return wire.Answers(answers=await server.answering.answers(found, body, address))


def _toml(name: str, text: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}.toml"'}
    return Response(text, media_type="application/toml", headers=headers)


def _components_file(game: Game, text: str) -> wire.ComponentsFile:
    data = json.loads(json.dumps(parsed(text.encode()), default=str))
    name = card_name(data)
    return wire.ComponentsFile(
        digest=game.digest,
        name=name,
        toml=text,
        data=data,
        words=game.text.words,
        numbers=dict(game.text.numbers),
        facts=game.facts(),
        guide=_sections(game),
    )


def _loaded(slug: str) -> Game:
    """A title with all that a table asks of it. BrokenGame if something is missing."""
    game = load(slug, compiled=False)
    try:
        mind(game)
        _game_info(game, [], [])
        _game_text(game)
    except (Exception, SystemExit) as error:
        raise BrokenGame(f"{slug} ({game.package}) cannot be played: {type(error).__name__}: {error}") from error
    return game


def _game_info(game: Game, levels: list[str], sets: list[str]) -> wire.GameInfo:
    text = game.text
    return wire.GameInfo(
        game=game.slug,
        title=text.title,
        blurb=text.blurb,
        credits=text.credits,
        minutes=text.minutes,
        players=list(game.players),
        talk=text.talk is not None,
        options=[
            wire.OptionInfo(
                **{name: getattr(option, name) for name in OPTION},
                default=game.table_options.get(option.name, option.default),
                high=option.high,
                choices=list(option.choices),
                longest=option.longest,
                ask=text.ask(option.name) if option.name in text.asks else None,
                text=text.option(option.name),
            )
            for option in game.options
            if option.type != "file"
        ],
        about=read(game).about,
        levels=levels,
        components=game.check_components is not None,
        sets=sets,
        lesson=lessons.read(game) is not None,
        puzzles=bool(puzzles(game)),
    )


@cache
def _game_guide(game: Game) -> bytes:
    """`wire.GameGuide` as compressed JSON: the views of an example are much alike."""
    guide = wire.GameGuide(
        sections=_sections(game),
        examples=[
            wire.WorkedExample(
                **example.model_dump(include={"id", "section", "rules", "title", "text", "show"}),
                seat="spectator" if example.seat is None else example.seat,
                steps=pictures(game, example),
            )
            for example in read(game).examples
        ],
        names={language: names(language) for language in LANGUAGES},
    )
    return gzip.compress(guide.model_dump_json().encode(), 6)


@cache
def _game_lesson(game: Game) -> bytes:
    lesson = lessons.read(game)
    if lesson is None:
        raise Refused("no-lesson", f"{game.slug} has no lesson.", status=404)
    told = wire.GameLesson(
        aim=lessons.texts(game)("lesson", "aim"),
        picture=lesson.aim,
        scenes=[lessons.played(game, scene) for scene in lesson.scenes],
        names={language: names(language) for language in LANGUAGES},
    )
    return gzip.compress(told.model_dump_json().encode(), 6)


def _choices(game: Game, view: dict[str, Any], seat: int) -> list[dict[str, Any]]:
    """What a seat may decide, as its view says it."""
    return State(game, game.view_raw(view)).legal(seat)


@cache
def _game_puzzles(game: Game) -> bytes:
    told = wire.GamePuzzles(
        puzzles=[
            wire.Puzzle.model_validate(puzzle | {"legal": _choices(game, puzzle["view"], puzzle["seat"])})
            for puzzle in puzzles(game)
        ],
        names={language: names(language) for language in LANGUAGES},
    )
    return gzip.compress(told.model_dump_json().encode(), 6)


def _sections(game: Game) -> list[wire.GuideSection]:
    return [
        wire.GuideSection(
            id=part.id,
            rules=list(part.rules),
            phases=list(part.phases),
            title=dict(part.title),
            text=dict(part.text),
        )
        for part in game.text.guide
    ]


def _game_text(game: Game) -> wire.GameText:
    text = game.text
    return wire.GameText(
        guide=_sections(game),
        catalogues=text.catalogues,
        words=text.words,
        numbers=dict(text.numbers),
        facts=game.facts(),
        lines=list(text.lines),
        seats=sorted(text.seats),
        seat_lists=sorted(text.seat_lists),
        by_seat=sorted(text.by_seat),
        by_player=sorted(
            {key for field in game.state.fields if (key := field.json.partition("[players]")[0]) != field.json}
        ),
    )


# -- tables


def _add_tables(app: FastAPI, server: Server) -> None:

    async def room_of(request: Request, table: str) -> Room:
        server.check_ready()
        return await server.room(table, address_of(request.scope))

    async def bearer(authorization: Annotated[str | None, Header()] = None) -> str | None:
        if authorization is None:
            return None
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer" or not token:
            raise Refused("bad-token", "The header is Authorization: Bearer TOKEN.", status=401)
        return token.strip()

    async def writer(request: Request) -> str:
        """The address of who wants something written."""
        server.check_entries(address_of(request.scope))
        return address_of(request.scope)

    Writer = Annotated[str, Depends(writer)]  # noqa: N806 - a type

    def mark(request: Request, response: Response, room: Room, seat: int | None) -> None:
        """Where a seat is watched, the browser of who sits is known again. For the id and the join code alike."""
        if seat is not None and room.table.late:
            name, value = server.hall.lobby.mark(room.table, seat)
            secure = request.url.scheme == "https"
            response.set_cookie(name, value, MARK, path="/api/tables", secure=secure, httponly=True, samesite="strict")

    At = Annotated[Room, Depends(room_of)]  # noqa: N806 - a type
    Bearer = Annotated[str | None, Depends(bearer)]  # noqa: N806 - a type

    async def known(room: Room, token: str | None) -> Person:
        """Somebody with a token of this table, who does not ask too often."""
        if token is None:
            raise Refused("no-token", "This needs the header Authorization: Bearer TOKEN.", status=401)
        person = await server.hall.lobby.identify(room, token)
        if server.token_rate.wait((room.table.id, person.seat)):
            raise Refused("too-many", "Too many requests with this token.", status=429)
        return person

    @app.post("/api/tables", status_code=201, responses=_problems(403, 413, 422, 429, 503), tags=["tables"])
    async def create(request: Request, response: Response, address: Writer, body: wire.NewTable) -> wire.Created:
        """A new table. Its maker sits in the first open seat unless `sit` is false."""
        server.check_ready()
        if server.table_rate.wait(address):
            raise Refused("too-many", "Too many new tables from this address: try again later.", status=429)
        server.game(body.game, 422)
        made = await server.hall.lobby.create(body, address)
        if body.spectators == "seat":
            mark(request, response, await server.hall.rooms.find(made.table), made.seat)
        return made

    @app.get("/api/board", responses=_problems(429, 503), tags=["tables"])
    async def board() -> list[wire.PublicTable]:
        """Tables that their hosts have made public: open ones, the oldest first, then those that may be watched."""
        server.check_ready()
        return server.hall.board.tables()

    @app.get("/api/tables/{table}", responses=_problems(401, 403, 404, 410, 429, 503), tags=["tables"])
    async def look(request: Request, room: At, token: Bearer) -> wire.TableState:
        """The table as you may know it. `{table}` is the id or the join code; without a token you are a spectator."""
        person = await server.hall.lobby.admit(room, token, request.cookies)
        position = position_for(room.table, person.seat, server.hall.now())
        return wire.TableState(
            table=info(room.table, server.hall.upkeep.word_before(room.table)), seat=person.seat, **position
        )

    @app.get("/api/tables/{table}/components", responses=_problems(404, 410, 429, 503), tags=["tables"])
    async def components(room: At) -> wire.ComponentsFile:
        """The cards of a table that is not played with the usual ones: all may know them, before they sit down."""
        table = room.table
        if table.components is None:
            raise Refused("no-components", "This table is played with the usual cards.", status=404)
        return _components_file(table.game, table.components)

    @app.get(
        "/api/tables/{table}/components.toml",
        response_class=Response,
        responses=_problems(404, 410, 429, 503),
        tags=["tables"],
    )
    async def components_toml(room: At) -> Response:
        """The same as a file: `takujo verify --components FILE` takes it, byte for byte."""
        return _toml(room.table.code, (await components(room)).toml)

    @app.post("/api/tables/{table}/join", responses=PROBLEMS, tags=["tables"])
    async def join(request: Request, response: Response, address: Writer, room: At, body: wire.Join) -> wire.Seated:
        """Take an open seat. Play starts when all seats are taken, and who has committed to entropy has revealed it."""
        seated = await server.hall.lobby.join(room, body, address)
        mark(request, response, room, seated.seat)
        return seated

    @app.post("/api/tables/{table}/reveal", responses=PROBLEMS, tags=["tables"])
    async def reveal(_: Writer, room: At, token: Bearer, body: wire.Reveal) -> wire.Acknowledged:
        """What you committed to, when `deal.awaited` names your seat. Then the cards are dealt."""
        person = await known(room, token)
        return wire.Acknowledged(seq=await _to_its_end(server.hall.say(room, person.seat, "reveal", body)))

    @app.get("/api/tables/{table}/deal", responses=PROBLEMS, tags=["tables"])
    async def deal(room: At, token: Bearer) -> wire.Receipt:
        """What was bound when the cards were dealt, signed: keep it, and the record can be held against it."""
        await server.hall.lobby.identify(room, token)
        return wire.Receipt(**await server.hall.notary.receipt(room))

    @app.post("/api/tables/{table}/actions", responses=PROBLEMS, tags=["tables"])
    async def act(_: Writer, room: At, token: Bearer, body: wire.Act) -> wire.Acknowledged:
        """Decide. It is written for good before this answers."""
        person = await known(room, token)
        return wire.Acknowledged(seq=await _to_its_end(server.hall.act(room, person.seat, body)))

    @app.post("/api/tables/{table}/seats/{seat}", status_code=204, responses=PROBLEMS, tags=["tables"])
    async def set_seat(_: Writer, room: At, seat: int, token: Bearer, body: wire.Arrangement) -> None:
        """Before the start the maker of the table gives a seat to a bot, or opens it."""
        if seat < 0:
            raise Refused("no-such-seat", f"Seat {seat} does not exist.", status=404)
        await server.hall.lobby.set_seat(room, await known(room, token), seat, body)

    @app.post("/api/tables/{table}/pass", responses=PROBLEMS, tags=["tables"])
    async def make_pass(_: Writer, room: At, token: Bearer) -> wire.Pass:
        """A link to your own seat for another device, good for one use within an hour. One made before is void."""
        return await server.hall.lobby.make_pass(room, await known(room, token))

    @app.post("/api/tables/{table}/claim", responses=PROBLEMS, tags=["tables"])
    async def claim(request: Request, response: Response, address: Writer, room: At, body: wire.Claim) -> wire.Seated:
        """Take such a link: the seat is yours here too, and stays where it was."""
        seated = await server.hall.lobby.claim(room, body, address)
        mark(request, response, room, seated.seat)
        return seated

    @app.post("/api/tables/{table}/ask", responses=PROBLEMS, tags=["tables"])
    async def ask(address: Writer, room: At, body: wire.Ask) -> wire.Seated:
        """Say that a seat is yours, and its browser lost: the others vote. The token is good when they have agreed."""
        return await server.hall.lobby.ask(room, body, address)

    @app.post("/api/tables/{table}/order", status_code=204, responses=PROBLEMS, tags=["tables"])
    async def set_order(_: Writer, room: At, token: Bearer, body: wire.Order) -> None:
        """Before the start the host has people sit elsewhere, closes seats or adds some."""
        await server.hall.lobby.set_order(room, await known(room, token), body)

    @app.post("/api/tables/{table}/options", status_code=204, responses=PROBLEMS, tags=["tables"])
    async def set_options(_: Writer, room: At, token: Bearer, body: wire.OptionChange) -> None:
        """Before the start the host changes options; who was ready is asked again."""
        await server.hall.lobby.set_options(room, await known(room, token), body)

    @app.post("/api/tables/{table}/rematch", responses=PROBLEMS, tags=["tables"])
    async def rematch(
        request: Request,
        response: Response,
        address: Writer,
        room: At,
        token: Bearer,
        body: wire.Rematch | None = None,
    ) -> wire.Created:
        """Once more with the same people: everybody gets the seat they had at the new table."""
        made = await server.hall.lobby.rematch(room, await known(room, token), body or wire.Rematch(), address)
        if room.table.late:
            mark(request, response, await server.hall.rooms.find(made.table), made.seat)
        return made

    @app.get("/api/tables/{table}/series", responses=_problems(401, 403, 404, 410, 429, 503), tags=["tables"])
    async def series(request: Request, room: At, token: Bearer) -> wire.Series:
        """The series that the table belongs to: all its games with results and options, and the tally after each."""
        await server.hall.lobby.admit(room, token, request.cookies)
        return await server.hall.lobby.series(room)

    @app.get("/api/tables/{table}/ratings", responses=_problems(401, 403, 404, 410, 429, 503), tags=["tables"])
    async def ratings(request: Request, room: At, token: Bearer) -> list[account_wire.SeatRating]:
        """How strong those are who sit at a rated table, bots among them, if they have a rating; then what changed."""
        await server.hall.lobby.admit(room, token, request.cookies)
        return await server.hall.ratings.at(room.table)

    @app.get("/api/tables/{table}/notes", responses=PROBLEMS, tags=["tables"])
    async def notes(room: At, token: Bearer) -> wire.Notes:
        """What you have noted for yourself at this table."""
        person = await known(room, token)
        return wire.Notes(text=await server.hall.notes(room, person.seat))

    @app.post("/api/tables/{table}/notes", status_code=204, responses=PROBLEMS, tags=["tables"])
    async def set_notes(_: Writer, room: At, token: Bearer, body: wire.Notes) -> None:
        """Note this for yourself, in place of what was there. Kept with your seat; nobody else is sent it."""
        person = await known(room, token)
        if server.notes_rate.wait((room.table.id, person.seat)):
            raise Refused("too-many", "Notes are written too often: wait a moment.", status=429)
        await server.hall.set_notes(room, person.seat, body.text)

    @app.post("/api/tables/{table}/push", status_code=204, responses=PROBLEMS, tags=["tables"])
    async def push(request: Request, _: Writer, room: At, token: Bearer, body: wire.Push) -> None:
        """Be told in a closed browser when it is your turn, at this table. Kept sealed, with your seat."""
        person = await known(room, token)
        if server.notes_rate.wait((room.table.id, person.seat)):
            raise Refused("too-many", "This is changed too often: wait a moment.", status=429)
        await server.hall.subscribe(room, person.seat, body, f"https://{request.url.hostname}")

    @app.get("/api/tables/{table}/record", responses=_problems(401, 403, 404, 410, 429, 503), tags=["tables"])
    async def record(request: Request, room: At, token: Bearer) -> dict[str, Any]:
        """After the end: the whole match with its seed, for `takujo verify`. Before it: what you were told."""
        person = await server.hall.lobby.admit(room, token, request.cookies)
        return await server.hall.notary.record(room, person.seat)

    @app.get(
        "/api/tables/{table}/replay",
        response_model=wire.Replay,
        responses=_problems(401, 403, 404, 409, 410, 429, 503),
        tags=["tables"],
    )
    async def replay(
        request: Request,
        room: At,
        token: Bearer,
        seat: Annotated[str, Query(description="Through whose eyes: a seat, `spectator`, or `all` open.")] = "all",
    ) -> Response:
        """After the end, for those who may have the record: every step from the set-up on."""
        await server.hall.lobby.admit(room, token, request.cookies)
        return _packed(request, await server.hall.replay(room, seat))

    @app.get(
        "/api/tables/{table}/stream",
        response_class=StreamingResponse,
        responses={
            200: {"content": {"application/x-ndjson": {"schema": {"$ref": "#/components/schemas/ServerMessage"}}}},
            **_problems(401, 403, 404, 410, 422, 429, 503),
        },
        tags=["tables"],
    )
    async def stream(
        request: Request,
        room: At,
        token: Bearer,
        after: Annotated[int, Query(ge=0, description="The last seq you have.")] = 0,
    ) -> StreamingResponse:
        """For bots: the messages of the socket, one a line, until the table ends. Empty lines: still there."""
        person = await server.hall.lobby.admit(room, token, request.cookies)
        return StreamingResponse(lines(server, room, person, after), media_type="application/x-ndjson")

    @app.websocket("/api/tables/{table}/play")
    async def play(websocket: WebSocket, table: str) -> None:
        await serve_socket(server, websocket, table)


# -- service and pages


def _add_service(app: FastAPI, server: Server) -> None:
    @app.get("/api/chain", responses=_problems(422, 429, 503), tags=["service"])
    async def chain(
        after: Annotated[int, Query(ge=0, lt=2**31, description="The last number you have.")] = 0,
    ) -> wire.Chain:
        """The chain of all deals and ends at this server, as digests: what was withdrawn or told twice shows in it."""
        server.check_ready()
        return await server.hall.notary.chain(after)

    @app.get("/api/push", responses=_problems(429, 503), tags=["service"])
    async def push_key() -> wire.PushKey:
        """The key with which a browser subscribes."""
        server.check_ready()
        return wire.PushKey(key=server.hall.push.key)

    @app.get("/healthz", tags=["service"])
    def healthz() -> dict[str, bool]:
        """Is the process there?"""
        return {"ok": True}

    @app.get(
        "/readyz",
        responses={503: {"description": "Games are being compiled, or the database is away or cannot be written"}},
        tags=["service"],
    )
    async def readyz(response: Response) -> dict[str, Any]:
        """May players come? Only when all games are loaded and the database can be written; the bus may be away.

        A game that is broken keeps nobody from the others: `faults` says what is wrong with it.
        """
        try:
            await server.store.ping()
            database, reason = True, server.store.fault
        except Unavailable as error:
            database, reason = False, error.fault and str(error)
        writable = database and reason is None
        ready = server.ready and writable
        if not ready:
            response.status_code, response.headers["retry-after"] = 503, str(RETRY_AFTER)
        states = {
            "games": server.games,
            "faults": server.faults,
            "database": database,
            "writable": writable,
            "bus": server.bus.connected,
        }
        return {"ready": ready, **states, "reason": reason}

    @app.get("/metrics", response_class=Response, responses=_problems(401, 404), tags=["service"])
    def prometheus(request: Request) -> Response:
        """Counts for Prometheus, coarse: only with the token that the server's settings name."""
        wanted = server.settings.metrics_token
        if not wanted:
            reason = "Set TAKUJO_METRICS_TOKEN to have them here, or TAKUJO_METRICS_PORT for a port of their own."
            raise Refused("no-metrics", reason, status=404)
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not hmac.compare_digest(token.strip().encode(), wanted.encode()):
            raise Refused("bad-token", "This needs the header Authorization: Bearer TAKUJO_METRICS_TOKEN.", status=401)
        return Response(metrics.page(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _add_pages(app: FastAPI, server: Server) -> None:
    @app.get("/api/docs", include_in_schema=False)
    def documentation() -> HTMLResponse:
        return HTMLResponse(_documentation(app.openapi()))

    if not (STATIC / "index.html").is_file():
        app.get("/", include_in_schema=False)(documentation)
        return
    files = {file.name for file in STATIC.iterdir() if file.is_file()} - {"index.html"}
    app.mount("/assets", GZipMiddleware(_Assets(directory=STATIC / "assets")), name="assets")
    app.mount("/engine", GZipMiddleware(_Engines(directory=STATIC / "engine", check_dir=False)), name="engine")

    @app.get("/{page:path}", include_in_schema=False)
    async def page(request: Request, page: str) -> Response:
        """The web table finds its own way among its pages. Who shows a link to it reads what it leads to."""
        if page.startswith("api/"):
            raise HTTPException(404)
        if page in files:
            headers = {"cache-control": "no-cache"} if page == "sw.js" else None
            return FileResponse(STATIC / page, media_type=TYPES.get(Path(page).suffix), headers=headers)
        language = _language(request)
        game = await _game_of(server, page, address_of(request.scope))
        index = (STATIC / "index.html").read_text(encoding="utf-8")  # it may have been built anew
        shown = previewed(index, language, game, str(request.base_url), page.startswith("t/"), files)
        return HTMLResponse(shown, headers={"cache-control": "no-cache", "vary": "accept-language"})


def _language(request: Request) -> str:
    """Of the link, else of whoever asks."""
    asked = [request.query_params.get("lang", "")]
    asked += [part.split(";")[0].strip() for part in request.headers.get("accept-language", "").split(",")]
    return next((found for each in asked if (found := each.split("-")[0].lower()) in LANGUAGES), DEFAULT)


async def _game_of(server: Server, page: str, address: str) -> Game | None:
    """What is played where a link leads to. Of a table nothing else is told."""
    place, _, key = page.partition("/")
    try:
        if place in ("t", "r"):
            server.check_ready()
            return (await server.room(key, address)).table.game
        return server.game(key) if place in ("new", "rules") else None
    except (Refused, Unavailable):
        return None


class _Assets(StaticFiles):
    """Their names change with their content."""

    def file_response(self, *arguments: Any, **more: Any) -> Response:
        response = super().file_response(*arguments, **more)
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        if response.media_type == "image/svg+xml":
            response.headers["content-type"] = SVG
        return response


class _Engines(_Assets):
    """The rules for the page to run: they may be built while the server is up. `index.json` names those that fit."""

    async def check_config(self) -> None: ...

    def file_response(self, full_path: Any, *arguments: Any, **more: Any) -> Response:
        if Path(full_path).name == "index.json":
            return JSONResponse(engines(STATIC / "engine"), headers={"cache-control": "no-cache"})
        return super().file_response(full_path, *arguments, **more)


def _documentation(document: dict[str, Any]) -> str:
    """The OpenAPI document to read, without anything from elsewhere."""
    rows = []
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            what = html.escape(operation.get("description", ""))
            rows.append(f"<tr><th><code>{method.upper()} {html.escape(path)}</code></th><td>{what}</td></tr>")
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        "<title>takujo: API</title><style>body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}"
        "th{text-align:left;vertical-align:top}td,th{border-top:1px solid #ccc;padding:.5rem}</style>"
        "<h1>takujo 卓上</h1><p>The API of this table server. The whole of it, with every type and the socket's "
        "messages: <a href='/api/openapi.json'>openapi.json</a>.</p>"
        f"<table>{''.join(rows)}</table></html>"
    )


async def _refused(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refused)
    metrics.refused(error.problem.code)
    headers = {"retry-after": str(RETRY_AFTER)} if error.status in (429, 503) else None
    return JSONResponse(short(error.problem.model_dump()), status_code=error.status, headers=headers)


async def _unavailable(request: Request, _: Exception) -> JSONResponse:
    return await _refused(request, no_database())


async def _malformed(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    metrics.refused("malformed")
    problem = wire.Problem(code="malformed", reason=faults(error.errors(), skip=1))
    return JSONResponse(problem.model_dump(), status_code=422)


CODES = {400: "malformed", 404: "no-such-page", 405: "no-such-method", 413: "too-large", 422: "malformed"}


async def _no_such_page(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    code = CODES.get(error.status_code, "http")
    metrics.refused(code)
    problem = wire.Problem(code=code, reason=str(error.detail))
    return JSONResponse(problem.model_dump(), status_code=error.status_code, headers=error.headers)


# -- the OpenAPI document


def _document(app: FastAPI) -> dict[str, Any]:
    """FastAPI leaves out the messages of the socket: they are added to the components."""
    if app.openapi_schema is None:
        document = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        schemas = document["components"]["schemas"]
        unions: dict[str, Any] = {"ServerMessage": wire.ServerMessage, "ClientMessage": wire.Hello | wire.ClientMessage}
        for name, union in unions.items():
            schema = TypeAdapter(union).json_schema(ref_template="#/components/schemas/{model}")
            schemas.update({key: value for key, value in schema.pop("$defs").items() if key not in schemas})
            schemas[name] = schema
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        problem = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
        for operation in (operation for methods in document["paths"].values() for operation in methods.values()):
            if "422" in operation["responses"]:
                operation["responses"]["422"]["content"] = problem
        app.openapi_schema = document
    return app.openapi_schema


def openapi() -> dict[str, Any]:
    """The document, without starting a server."""
    return make_app(Settings(database="sqlite://")).openapi()
