"""The routes of accounts. A session is a cookie that no script reads and no other site sends."""

from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Depends, FastAPI, Query, Request, Response
from fastapi.responses import JSONResponse

from . import account_wire as wire
from .accounts import SESSION, Accounts, Here, Mine
from .guard import address_of
from .refused import Refused
from .routes import PROBLEMS

if TYPE_CHECKING:
    from .app import Server

__all__ = ["add_accounts"]

LIFE = SESSION * 86_400  # seconds


def add_accounts(app: FastAPI, server: "Server") -> None:
    def accounts() -> Accounts:
        server.check_ready()
        return server.hall.accounts

    def here(request: Request) -> Here:
        """Where the page is that asks: one of our own."""
        host, origin = request.headers.get("host", ""), request.headers.get("origin")
        if origin is not None and origin not in (f"https://{host}", f"http://{host}"):
            raise Refused("bad-origin", "Pages of other sites may not do this.", status=403)
        return Here(host.lower(), request.headers.get("user-agent", "")[:400])

    async def asked(request: Request) -> Mine | None:
        return await accounts().known(request.cookies.get(_cookie(request)))

    async def known(request: Request, _: Annotated[Here, Depends(here)]) -> Mine:
        """Somebody signed in, who does not ask too often."""
        mine = await asked(request)
        if mine is None:
            raise Refused("no-session", "You are not signed in.", status=401)
        if server.token_rate.wait(("account", mine.account.id)):
            raise Refused("too-many", "Too many requests of this account.", status=429)
        return mine

    async def writer(request: Request) -> None:
        server.check_entries(address_of(request.scope))

    async def comer(request: Request) -> None:
        """Who wants to come in, and may not try for ever."""
        if server.account_rate.wait(address_of(request.scope)):
            raise Refused("too-many", "Too many tries from this address: wait a minute.", status=429)

    At = Annotated[Here, Depends(here)]  # noqa: N806 - a type
    Known = Annotated[Mine, Depends(known)]  # noqa: N806 - a type
    written: dict[str, Any] = {"responses": PROBLEMS, "tags": ["account"], "dependencies": [Depends(writer)]}
    coming = {**written, "dependencies": [Depends(comer), Depends(writer)]}

    def let_in(request: Request, response: Response, token: str) -> None:
        secure = request.url.scheme == "https"
        response.set_cookie(_cookie(request), token, LIFE, secure=secure, httponly=True, samesite="strict")

    def let_out(request: Request, response: Response) -> None:
        secure = request.url.scheme == "https"
        response.delete_cookie(_cookie(request), secure=secure, httponly=True, samesite="strict")

    async def told(token: str) -> wire.Account:
        mine = await accounts().known(token)
        assert mine is not None  # it was made a moment ago
        return await accounts().told_to(mine)

    @app.post("/api/account/challenge", **coming)
    async def challenge(request: Request, at: At, body: wire.Purpose) -> wire.Challenge:
        """What a passkey is to sign."""
        return await accounts().challenge(at, body, await asked(request))

    @app.post("/api/account", status_code=201, **coming)
    async def make(request: Request, response: Response, at: At, body: wire.NewAccount) -> wire.Account:
        """A new account, with its first passkey. You are signed in: a cookie says so from now on."""
        token = await accounts().make(at, body)
        let_in(request, response, token)
        return await told(token)

    @app.post("/api/account/sign-in", **coming)
    async def sign_in(request: Request, response: Response, at: At, body: wire.SignIn) -> wire.Account:
        """With one of the account's passkeys."""
        token = await accounts().sign_in(at, body.credential, request.cookies.get(_cookie(request)))
        let_in(request, response, token)
        return await told(token)

    @app.post("/api/account/sign-out", status_code=204, **written)
    async def sign_out(request: Request, response: Response, mine: Known, body: wire.SignOut) -> None:
        """Here, everywhere, or elsewhere. Tokens of the account's seats in those browsers are void."""
        if await accounts().sign_out(mine, body.where):
            let_out(request, response)

    @app.get("/api/account", responses=PROBLEMS, tags=["account"])
    async def look(request: Request, response: Response, mine: Known) -> wire.Account:
        """My account: name, sign, settings, passkeys, sessions."""
        let_in(request, response, request.cookies[_cookie(request)])  # its time runs anew
        return await accounts().told_to(mine)

    @app.post("/api/account/profile", status_code=204, **written)
    async def change(mine: Known, body: wire.Profile) -> None:
        """Name, sign, settings of the page; whether matches are rated, and others see the profile."""
        await accounts().change(mine, body)

    @app.post("/api/account/passkeys", status_code=204, **written)
    async def add_passkey(at: At, mine: Known, body: wire.NewPasskey) -> None:
        """One more passkey, for another device or as a spare."""
        await accounts().add_passkey(at, mine, body.credential)

    @app.post("/api/account/passkeys/remove", status_code=204, **written)
    async def remove_passkey(mine: Known, body: wire.OldPasskey) -> None:
        """It signs nobody in any more."""
        await accounts().remove_passkey(mine, body.id)

    @app.get("/api/account/ratings", responses=PROBLEMS, tags=["account"])
    async def ratings(mine: Known) -> list[wire.Rating]:
        """Mine, by title."""
        return await server.hall.ratings.of(mine.account.id)

    @app.get("/api/account/history", responses=PROBLEMS, tags=["account"])
    async def history(mine: Known, wanted: Annotated[wire.Wanted, Query()]) -> wire.History:
        """My matches that have ended, the newest first."""
        return await server.hall.ratings.history(mine.account.id, wanted)

    @app.get("/api/people/{profile}", responses=PROBLEMS, tags=["account"])
    async def profile(profile: wire.Id, page: Annotated[int, Query(ge=0, lt=10_000)] = 0) -> wire.PublicProfile:
        """Somebody who lets everybody see how they play. The others at their tables are not told."""
        return await accounts().profile_of(profile, page)

    @app.post("/api/account/seats", **written)
    async def seats(mine: Known, body: wire.Seats) -> wire.MySeats:
        """Seats of this browser become the account's, and it gets those of the account that it has not."""
        return await accounts().sync(mine, body)

    @app.post("/api/account/seats/forget", status_code=204, **written)
    async def forget(mine: Known, body: wire.Forgotten) -> None:
        """A table is not shown on my devices any more. Whoever sits there still sits there."""
        await accounts().forget(mine, body.table)

    @app.get("/api/account/export", response_class=JSONResponse, responses=PROBLEMS, tags=["account"])
    async def export(mine: Known) -> JSONResponse:
        """All that is stored about me, as a file."""
        headers = {"content-disposition": 'attachment; filename="takujo-account.json"'}
        return JSONResponse(await accounts().export(mine), headers=headers)

    @app.post("/api/account/delete", status_code=204, **written)
    async def delete(request: Request, response: Response, mine: Known) -> None:
        """Remove all of it, at once and for good. Seats in this browser stay, as a guest's."""
        await accounts().delete(mine)
        let_out(request, response)


def _cookie(request: Request) -> str:
    """Over TLS by a name that only this very host can set."""
    return "__Host-takujo" if request.url.scheme == "https" else "takujo-session"
