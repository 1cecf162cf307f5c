"""The page as files for any static host: all that needs no server (`takujo site`)."""

import asyncio
import json
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute

from takujo.core.text import DEFAULT
from takujo.games import load, slugs

from .app import Server, make_app
from .engines import engines
from .guard import POLICY
from .page_routes import STATIC
from .preview import previewed
from .settings import Settings

__all__ = ["write"]

MARK = " data-site"  # of the page's HTML: the page knows by it that there is no server
GAMES = "/api/games"


def write(folder: Path, titles: Sequence[str] = (), engine: Path = STATIC / "engine") -> int:
    """Write the site into a new folder, or over an older site; how many files. ValueError says what is missing.

    `titles`: only these; else all.
    """
    titles = titles or slugs()
    there = folder / "index.html"
    if folder.exists() and any(folder.iterdir()) and not (there.is_file() and MARK in there.read_text("utf-8")):
        raise ValueError(f"{folder} is not empty, and no site of takujo: name a new folder")
    if not (STATIC / "index.html").is_file():
        raise ValueError("the page has not been built: run make web, or install a wheel")
    made = engines(engine)
    if missing := [slug for slug in titles if slug not in made]:
        why = "is missing, or older than the rules: run make engine, or install a wheel"
        raise ValueError(f"the page's engine of {', '.join(missing)} {why}")
    fresh = folder.with_name(f"{folder.name}.fresh")
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.copytree(STATIC, fresh, ignore=shutil.ignore_patterns("engine"))
    files = dict(asyncio.run(_answers(titles))) | dict(_pages(titles))
    files["engine/index.json"] = json.dumps({slug: made[slug] for slug in titles}).encode()
    files |= {f"engine/{name}": (engine / name).read_bytes() for slug in titles for name in made[slug].values()}
    for path, content in files.items():
        (fresh / path).parent.mkdir(parents=True, exist_ok=True)
        (fresh / path).write_bytes(content)
    shutil.rmtree(folder, ignore_errors=True)
    fresh.replace(folder)  # whole or not at all
    return sum(file.is_file() for file in folder.rglob("*"))


def _pages(titles: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """The page's HTML at every address that a file can have; 404.html is for the others, where a host sends it."""
    index, files = (STATIC / "index.html").read_text("utf-8"), {file.name for file in STATIC.iterdir()}
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />'
    index = index.replace('<meta charset="utf-8" />', f'<meta charset="utf-8" />\n    {policy}', 1)

    def page(slug: str | None = None) -> bytes:
        game = load(slug, compiled=False) if slug else None
        return previewed(index, DEFAULT, game, "/", False, files).replace("<html", f"<html{MARK}", 1).encode()

    for path in ("index.html", "404.html", "about/index.html", "replay/index.html", "what-if/index.html"):
        yield path, page()
    for slug in titles:
        for place in ("rules", "learn", "challenge", "here"):
            yield f"{place}/{slug}/index.html", page(slug)


async def _answers(titles: Sequence[str]) -> list[tuple[str, bytes]]:
    """What a server says of its games, as files: every question about a title that is answered without a table."""
    with tempfile.TemporaryDirectory() as place:
        server = Server(Settings(database=f"sqlite:///{place}/site.db"))
        server.open()
        app = make_app(server.settings, server)
        async with app.router.lifespan_context(app):
            while not server.ready:
                await asyncio.sleep(0.05)
            routes = [
                route.path for route in app.routes if isinstance(route, APIRoute) and "GET" in (route.methods or ())
            ]
            paths = [path for path in routes if path == GAMES or path.startswith(f"{GAMES}/{{game}}/")]
            named = [path.replace("{game}", slug) for path in paths for slug in titles]
            found = {path: await _got(app, path) for path in named}
    games = [game for game in json.loads(found[GAMES] or b"[]") if game["game"] in titles]
    found[GAMES] = json.dumps(games, ensure_ascii=False).encode()
    return [
        (f"{path.lstrip('/')}{'' if '.' in path else '.json'}", body)
        for path, body in found.items()
        if body is not None
    ]


async def _got(app: FastAPI, path: str) -> bytes | None:
    """The body of an answer; None if there is nothing there."""
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
        "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "",
        "headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 1), "server": ("localhost", 80),
    }  # fmt: skip
    await app(scope, receive, send)
    status = sent[0]["status"]
    if status not in (200, 404):
        raise ValueError(f"{path} was answered with {status}")
    return b"".join(message.get("body", b"") for message in sent[1:]) if status == 200 else None
