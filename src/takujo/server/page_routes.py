"""The page's own files, and the API to read."""

import html
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from takujo.core.game import Game
from takujo.core.text import DEFAULT, LANGUAGES

from .engines import engines
from .guard import address_of
from .preview import previewed
from .refused import Refused
from .store import Unavailable

if TYPE_CHECKING:
    from .app import Server

__all__ = ["STATIC", "add_pages"]

STATIC = Path(__file__).with_name("static")  # the web table, built when the package is installed
SVG = "image/svg+xml; charset=utf-8"
TYPES = {".svg": SVG, ".webmanifest": "application/manifest+json"}


def add_pages(app: FastAPI, server: "Server") -> None:
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


async def _game_of(server: "Server", page: str, address: str) -> Game | None:
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
