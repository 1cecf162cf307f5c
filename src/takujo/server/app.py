"""The application: routes over the hall."""

import asyncio
import contextlib
import hmac
import logging
import os
import random
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse
from pydantic import TypeAdapter
from starlette.exceptions import HTTPException

from takujo import __version__
from takujo.core.game import Game
from takujo.core.jit import FORCED
from takujo.games import BrokenGame, load, slugs

from . import metrics, wire
from .account_routes import add_accounts
from .answering import Answering
from .bus import Bus, make_bus
from .daily import Daily
from .game_routes import add_games, loaded
from .guard import Guard
from .hall import Hall
from .keys import open_keys
from .limits import Rate, faults, quoted, short
from .page_routes import add_pages
from .refused import Refused, no_database
from .rooms import Room
from .routes import problems
from .settings import Settings
from .siblings import Siblings
from .store import Store, Unavailable, clock_now
from .sweep import sweep_when_calm
from .table_routes import add_tables

__all__ = ["BROKEN", "READY", "make_app", "openapi"]

log = logging.getLogger("takujo.server")

READY, BROKEN = "ready", "broken"  # of a game, in /readyz
LONGEST = 500  # characters of what is wrong with one
ID = 16  # characters of a table's id; codes are shorter
RETRY_AFTER = 2  # seconds


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
        self.store = store or Store(settings.database, now, several=settings.workers > 1)
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
        self.answering = Answering(self.settings, self.hall.thinking)
        self.daily = Daily(self.store, keys, self._now)

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
                game = await asyncio.to_thread(loaded, slug)
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
    add_games(app, server)
    add_tables(app, server)
    add_accounts(app, server)
    _add_service(app, server)
    add_pages(app, server)
    app.openapi = lambda: _document(app)  # type: ignore[method-assign]  # FastAPI's own way to extend the document
    return app


# -- service


def _add_service(app: FastAPI, server: Server) -> None:
    @app.get("/api/chain", responses=problems(422, 429, 503), tags=["service"])
    async def chain(
        after: Annotated[int, Query(ge=0, lt=2**31, description="The last number you have.")] = 0,
    ) -> wire.Chain:
        """The chain of all deals and ends at this server, as digests: what was withdrawn or told twice shows in it."""
        server.check_ready()
        return await server.hall.notary.chain(after)

    @app.get("/api/push", responses=problems(429, 503), tags=["service"])
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

    @app.get("/metrics", response_class=Response, responses=problems(401, 404), tags=["service"])
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
