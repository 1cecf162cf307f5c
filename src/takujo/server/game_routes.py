"""The routes of the titles, and what is told of one."""

import gzip
import json
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import FastAPI, Query, Request, Response

from takujo import lessons
from takujo.bots.minds import mind
from takujo.core.components import component_content, parsed
from takujo.core.game import Game, State
from takujo.core.text import LANGUAGES
from takujo.games import BrokenGame, load
from takujo.guide import names, pictures, read
from takujo.insight.puzzles import puzzles

from . import wire
from .daily import played
from .guard import address_of
from .refused import Refused
from .routes import packed, problems
from .told import card_name

if TYPE_CHECKING:
    from .app import Server

__all__ = ["add_games", "components_file", "loaded", "toml_file"]

OPTION = ("name", "type", "rule", "nullable", "low", "reading", "between")  # told as they are


def add_games(app: FastAPI, server: "Server") -> None:
    @app.get("/api/games", responses=problems(503), tags=["games"])
    def games() -> list[wire.GameInfo]:
        """The titles, with all their options."""
        server.check_ready()
        levels = server.hall.settings.levels
        sets = {slug: [name for game, name in server.settings.sets if game == slug] for slug in server.playable}
        return [_game_info(load(slug, compiled=False), levels, sets[slug]) for slug in server.playable]

    @app.get("/api/games/{game}/text", responses=problems(404, 503), tags=["games"])
    def text(game: str) -> wire.GameText:
        """The words of one game, in Japanese and English: rules, events, actions, refusals."""
        return _game_text(server.game(game))

    @app.get("/api/games/{game}/guide", response_model=wire.GameGuide, responses=problems(404, 503), tags=["games"])
    def guide(request: Request, game: str) -> Response:
        """The rules for players, in Japanese and English, with examples that the engine has played."""
        return packed(request, _game_guide(server.game(game)))

    @app.get("/api/games/{game}/lesson", response_model=wire.GameLesson, responses=problems(404, 503), tags=["games"])
    def lesson(request: Request, game: str) -> Response:
        """A lesson, in Japanese and English: scenes in which the learner decides, each played by the engine."""
        return packed(request, _game_lesson(server.game(game)))

    @app.get("/api/games/{game}/puzzles", response_model=wire.GamePuzzles, responses=problems(404, 503), tags=["games"])
    def puzzles_of(request: Request, game: str) -> Response:
        """Challenges: decisions with what each choice is worth, the easiest first."""
        return packed(request, _game_puzzles(server.game(game)))

    @app.get("/api/games/{game}/components", responses=problems(404, 503), tags=["games"])
    def components(
        game: str, called: Annotated[str | None, Query(max_length=40, description="One of `sets`.")] = None
    ) -> wire.ComponentsFile:
        """The usual cards of a game as data, or a set of this server: a place to begin with your own."""
        found, sets = server.game(game), server.settings.sets
        if called is not None:
            if (game, called) not in sets:
                raise Refused("no-components", f"{game} has no set {called!r} on this server.", status=404)
            return components_file(load(game, sets[game, called].encode(), compiled=False), sets[game, called])
        content = component_content(found.package)
        if content is None or found.check_components is None:
            raise Refused("no-components", f"{game} is always played with the same cards.", status=404)
        return components_file(found, content.decode())

    @app.get("/api/games/{game}/components.toml", response_class=Response, responses=problems(404, 503), tags=["games"])
    def components_toml(game: str) -> Response:
        """The same as a file."""
        return toml_file(game, components(game).toml)

    @app.post("/api/games/{game}/components", responses=problems(404, 413, 422, 429, 503), tags=["games"])
    async def check_components(request: Request, game: str, body: wire.CardSet) -> wire.ComponentsCheck:
        """Could a table be made with these cards? 422 says what is wrong, and in which line."""
        server.check_entries(address_of(request.scope))
        server.game(game)
        return await server.hall.lobby.check_components(game, body.components)

    @app.post("/api/games/{game}/ask", responses=problems(404, 410, 413, 422, 429, 503), tags=["games"])
    async def ask(request: Request, game: str, body: wire.Questions) -> wire.Answers:
        """What the rules say of a view that you send: for pages without an engine of their own. No table is touched."""
        address, found = address_of(request.scope), server.game(game)
        if body.table is not None:
            found = (await server.room(body.table, address)).table.game
        if found.slug != game:
            raise Refused("no-such-game", f"This table plays {found.slug}, not {game}.", status=422)
        return wire.Answers(answers=await server.answering.answers(found, body, address))

    @app.post("/api/games/{game}/analysis", responses=problems(404, 413, 422, 429, 503), tags=["games"])
    async def analysis(request: Request, game: str, body: wire.Decision) -> wire.Json:
        """What each choice is worth to whoever has this view, as `game.analysis` says: for pages without an engine."""
        return await server.answering.judged(server.game(game), body, address_of(request.scope))

    @app.get("/api/daily/{game}", responses=problems(404, 422, 503), tags=["games"])
    async def day(
        game: str, day: Annotated[int | None, Query(description="From 1970; today.")] = None
    ) -> wire.DayResults:
        """How people did alone on the map of a day, best first: numbers, no names."""
        daily = server.daily
        return await daily.results(server.game(game), daily.today if day is None else day)

    @app.post("/api/daily/{game}", responses=problems(404, 413, 422, 429, 503), tags=["games"])
    async def play_day(request: Request, game: str, body: wire.DayPlayed) -> wire.DayRank:
        """Count a game on the map of the day by its decisions, which are played here. The same one counts once."""
        address, found = address_of(request.scope), server.game(game)
        server.check_entries(address)
        server.daily.check_open(found, body.day)
        result = await server.answering.work(address, played, found, body.day, body.actions)
        return await server.daily.take(found, body.day, result, address)


def toml_file(name: str, text: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}.toml"'}
    return Response(text, media_type="application/toml", headers=headers)


def components_file(game: Game, text: str) -> wire.ComponentsFile:
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


def loaded(slug: str) -> Game:
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
        outcomes=mind(game).outcomes,
    )
