"""The routes of tables."""

import asyncio
from collections.abc import Awaitable, Coroutine
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Depends, FastAPI, Header, Path, Query, Request, Response, WebSocket
from fastapi.responses import StreamingResponse

from takujo.core.text import DEFAULT, LANGUAGES

from . import account_wire, wire
from .calendar import calendar
from .game_routes import components_file, toml_file
from .guard import address_of
from .lobby import LATE, Person
from .refused import Refused
from .rooms import Room
from .routes import PROBLEMS, packed, problems
from .socket import lines, serve_socket
from .told import info, position_for

if TYPE_CHECKING:
    from .app import Server

__all__ = ["add_tables"]

Eyes = Annotated[wire.Watched, Query()]
MARK = 365 * 86_400  # seconds


def add_tables(app: FastAPI, server: "Server") -> None:

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

    @app.post("/api/tables", status_code=201, responses=problems(403, 413, 422, 429, 503), tags=["tables"])
    async def create(request: Request, response: Response, address: Writer, body: wire.NewTable) -> wire.Created:
        """A new table. Its maker sits in the first open seat unless `sit` is false."""
        server.check_ready()
        if server.table_rate.wait(address):
            raise Refused("too-many", "Too many new tables from this address: try again later.", status=429)
        server.game(body.game, 422)
        made = await server.hall.lobby.create(body, address)
        if body.spectators in LATE:
            mark(request, response, await server.hall.rooms.find(made.table), made.seat)
        return made

    @app.get("/api/board", responses=problems(429, 503), tags=["tables"])
    async def board() -> list[wire.PublicTable]:
        """Tables that their hosts have made public: open ones, the oldest first, then those that may be watched."""
        server.check_ready()
        return server.hall.board.tables()

    @app.get("/api/tables/{table}", responses=problems(401, 403, 404, 410, 429, 503), tags=["tables"])
    async def look(request: Request, room: At, token: Bearer, eyes: Eyes = None) -> wire.TableState:
        """The table as you may know it. `{table}` is the id or the join code; without a token you are a spectator."""
        person = await server.hall.lobby.admit(room, token, request.cookies, eyes)
        position = position_for(room.table, person.who, server.hall.now())
        return wire.TableState(
            table=info(room.table, server.hall.upkeep.word_before(room.table)), seat=person.seat, **position
        )

    @app.get("/api/tables/{table}/components", responses=problems(404, 410, 429, 503), tags=["tables"])
    async def components(room: At) -> wire.ComponentsFile:
        """The cards of a table that is not played with the usual ones: all may know them, before they sit down."""
        table = room.table
        if table.components is None:
            raise Refused("no-components", "This table is played with the usual cards.", status=404)
        return components_file(table.game, table.components)

    @app.get(
        "/api/tables/{table}/components.toml",
        response_class=Response,
        responses=problems(404, 410, 429, 503),
        tags=["tables"],
    )
    async def components_toml(room: At) -> Response:
        """The same as a file: `takujo verify --components FILE` takes it, byte for byte."""
        return toml_file(room.table.code, (await components(room)).toml)

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

    @app.get("/api/tables/{table}/series", responses=problems(401, 403, 404, 410, 429, 503), tags=["tables"])
    async def series(request: Request, room: At, token: Bearer) -> wire.Series:
        """The series that the table belongs to: all its games with results and options, and the tally after each."""
        await server.hall.lobby.admit(room, token, request.cookies)
        return await server.hall.lobby.series(room)

    @app.get("/api/tables/{table}/ratings", responses=problems(401, 403, 404, 410, 429, 503), tags=["tables"])
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

    @app.get("/api/tables/{table}/calendar", responses=PROBLEMS, tags=["tables"])
    async def calendar_address(room: At, token: Bearer) -> wire.Calendar:
        """Where your calendar finds when your decision is due, at a table where it may take days."""
        key = server.hall.lobby.calendar_key(room.table, (await known(room, token)).seat)
        return wire.Calendar(path=f"/api/tables/{room.table.id}/calendar/{key}.ics")

    @app.get(
        "/api/tables/{table}/calendar/{key}.ics",
        response_class=Response,
        responses={200: {"content": {"text/calendar": {}}}, **problems(404, 409, 410, 422, 429, 503)},
        tags=["tables"],
    )
    async def deadlines(
        request: Request,
        room: At,
        key: Annotated[str, Path(max_length=40)],
        lang: Annotated[str, Query(max_length=8, description="Of its words.")] = DEFAULT,
    ) -> Response:
        """For calendars, which send no token: when the decision of a seat is due. Nothing that is hidden is in it."""
        seat = server.hall.lobby.seat_of_calendar(room.table, key)
        told = calendar(
            room.table, seat, lang if lang in LANGUAGES else DEFAULT, f"{request.base_url}t/{room.table.id}"
        )
        return Response(told, media_type="text/calendar; charset=utf-8")

    @app.get("/api/tables/{table}/record", responses=problems(401, 403, 404, 410, 429, 503), tags=["tables"])
    async def record(request: Request, room: At, token: Bearer, eyes: Eyes = None) -> dict[str, Any]:
        """After the end: the whole match with its seed, for `takujo verify`. Before it: what you were told."""
        person = await server.hall.lobby.admit(room, token, request.cookies, eyes)
        return await server.hall.notary.record(room, person.who)

    @app.get(
        "/api/tables/{table}/replay",
        response_model=wire.Replay,
        responses=problems(401, 403, 404, 409, 410, 429, 503),
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
        return packed(request, await server.hall.replay(room, seat))

    @app.get(
        "/api/tables/{table}/stream",
        response_class=StreamingResponse,
        responses={
            200: {"content": {"application/x-ndjson": {"schema": {"$ref": "#/components/schemas/ServerMessage"}}}},
            **problems(401, 403, 404, 410, 422, 429, 503),
        },
        tags=["tables"],
    )
    async def stream(
        request: Request,
        room: At,
        token: Bearer,
        after: Annotated[int, Query(ge=0, description="The last seq you have.")] = 0,
        eyes: Eyes = None,
    ) -> StreamingResponse:
        """For bots: the messages of the socket, one a line, until the table ends. Empty lines: still there."""
        person = await server.hall.lobby.admit(room, token, request.cookies, eyes)
        return StreamingResponse(lines(server, room, person, after), media_type="application/x-ndjson")

    @app.websocket("/api/tables/{table}/play")
    async def play(websocket: WebSocket, table: str) -> None:
        await serve_socket(server, websocket, table)


def _to_its_end(work: Coroutine[Any, Any, int]) -> Awaitable[int]:
    """Whoever asked may go away meanwhile."""
    done = asyncio.ensure_future(work)
    done.add_done_callback(lambda done: done.cancelled() or done.exception())
    return asyncio.shield(done)
