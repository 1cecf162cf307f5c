"""The command `takujo`: play in the terminal, replay and verify records."""

import argparse
import json
import os
import random
import secrets
import subprocess
import sys
import threading
import time
import unicodedata
import warnings
from collections.abc import Callable, Sequence
from dataclasses import asdict
from math import isfinite
from pathlib import Path
from typing import Any, NoReturn

from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.panel import Panel
from rich.progress import MofNCompleteColumn, Progress, TimeElapsedColumn

from takujo import __version__
from takujo.bots import BUDGET, Level
from takujo.bots.minds import is_compiled, mind, prepare
from takujo.core.components import component_content
from takujo.core.game import Game
from takujo.core.jit import FORCED, JIT
from takujo.core.text import DEFAULT, LANGUAGES
from takujo.games import BrokenGame, is_known, load, slugs
from takujo.guide import view_of
from takujo.match import BadRecord, Match, check_files, read_record, verify
from takujo.own import NAMES, Player, find
from takujo.proof import judge, read_chain, read_mine
from takujo.server.apart import command, environment

__all__ = ["main"]


BOTS = f"{', '.join(NAMES)}, or your own: FILE.py, module:function or process:COMMAND"
COMPONENTS = "your own component file instead of the packaged one (`takujo components GAME` prints that)"
PLAYS = "plays that tell luck from skill after each decision; 0: none (default: 64 where a bot thinks, else 0)"
MOST_SHOWN = 40  # choices listed at once
LEAVE = ("q", "quit", "exit")


class Quit(Exception):
    """The person at the terminal wants to leave."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit status."""
    options = _parser().parse_args(arguments)
    console = Console(highlight=False)
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _warn
            status: int = options.run(options, console)
    except (BadRecord, ValueError) as error:
        print(f"takujo: {printable(str(error))}", file=sys.stderr)
        return 1
    except (Quit, KeyboardInterrupt, EOFError):
        console.print()
        return 130
    except BrokenPipeError:
        return 1
    return status


def _warn(message: Warning | str, *where: Any, **more: Any) -> None:
    """A warning as a sentence: who types a command does not care where in our code it arose."""
    print(f"takujo: {printable(str(message))}", file=sys.stderr)


def printable(text: str) -> str:
    """Text of a file on one line, with escapes for all that a terminal would obey or hide: a record may be hostile."""
    hidden = ("Cc", "Cf", "Cs", "Zl", "Zp")
    return "".join(c if unicodedata.category(c) not in hidden else ascii(c)[1:-1] for c in text)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"takujo: {message}\nTry: {self.prog} --help\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="takujo", description="Hidden-information board games on the table.")
    parser.add_argument("--version", action="version", version=f"takujo {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    play = commands.add_parser("play", help="play in the terminal; the other seats are bots")
    play.add_argument("game", nargs="?", choices=slugs(), help="which game (asked for when left out)")
    play.add_argument("--components", type=Path, metavar="FILE", help=COMPONENTS)
    play.add_argument("--players", type=int, help="how many seats")
    play.add_argument("--seat", type=int, help="your seat, 0 to players - 1")
    play.add_argument("--watch", action="store_true", help="let bots play all seats")
    play.add_argument("--bots", default="regular", help=f"who plays the other seats: {BOTS}")
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a rules option, as JSON")
    play.add_argument("--seed", help="play a certain shuffle: an integer (else it is secret and random)")
    play.add_argument("--save", type=Path, metavar="FILE", help="write the record of the match to a file")
    play.add_argument("--from", dest="record", type=Path, metavar="FILE", help="what if: play on from a recorded match")
    play.add_argument("--step", type=int, default=0, help="with --from: after so many actions (replay counts them)")
    play.add_argument(
        "--open",
        action="store_true",
        help="with --from: as all cards lay; else your seat's unknown ones are dealt anew",
    )
    play.add_argument("--lang", choices=LANGUAGES, default=DEFAULT, help="language of the table")
    play.set_defaults(run=_play)

    replay = commands.add_parser("replay", help="step through a recorded match")
    replay.add_argument("file", type=Path)
    replay.add_argument("--components", type=Path, metavar="FILE", help="the component file it was played with")
    replay.add_argument("--seat", default="all", help="from this seat's view (0 ...), `spectator`, or `all` cards open")
    replay.add_argument("--lang", choices=LANGUAGES, default=DEFAULT)
    replay.set_defaults(run=_replay)

    check = commands.add_parser("verify", help="check a recorded match: shuffles, every action and the result")
    check.add_argument("file", type=Path)
    check.add_argument("--components", type=Path, metavar="FILE", help="the component file it was played with")
    check.add_argument("--mine", type=Path, metavar="FILE", help="what your browser kept of your seat: save my proof")
    check.add_argument(
        "--chain", type=Path, nargs="+", metavar="FILE", help="the server's chain: what /api/chain answers, in order"
    )
    check.add_argument("--json", action="store_true", help="say it as JSON")
    check.set_defaults(run=_verify)

    review = commands.add_parser("review", help="what each decision of a recorded match cost, and where it turned")
    review.add_argument("file", type=Path)
    review.add_argument("--components", type=Path, metavar="FILE", help="the component file it was played with")
    review.add_argument("--seat", help="only the decisions of this seat (0 ...)")
    review.add_argument("--rounds", type=int, default=200, help="guesses for each decision: more, narrower intervals")
    review.add_argument("--json", action="store_true", help="say it as JSON")
    review.add_argument("--lang", choices=LANGUAGES, default=DEFAULT)
    review.set_defaults(run=_review)

    puzzles = commands.add_parser("puzzles", help="decisions that most would get wrong: find the better one")
    puzzles.add_argument("game", choices=slugs())
    puzzles.add_argument(
        "--mine", action="store_true", help="look for new ones in games of bots, and keep them in a file"
    )
    puzzles.add_argument("--count", type=int, default=20, help="how many to look for")
    puzzles.add_argument("--minutes", type=float, default=15, help="for how long; the same command goes on")
    puzzles.add_argument("--out", type=Path, metavar="FILE", help="where they are kept (default: puzzles-GAME.json)")
    puzzles.add_argument("--lang", choices=LANGUAGES, default=DEFAULT)
    puzzles.set_defaults(run=_puzzles)

    show = commands.add_parser("show", help="draw a position or view from a JSON file")
    show.add_argument("file", type=Path)
    show.add_argument("--components", type=Path, metavar="FILE", help="the component file it was played with")
    show.add_argument("--seat", type=int, default=0, help="whose sheet the picture shows")
    show.add_argument("--svg", type=Path, metavar="FILE", help="write a picture there instead, of a game that has one")
    show.add_argument("--lang", choices=LANGUAGES, default=DEFAULT)
    show.set_defaults(run=_show_file)

    serve = commands.add_parser("serve", help="serve tables to browsers and bots")
    serve.add_argument("--host", help="address to listen on: 127.0.0.1 for this machine only (default: all)")
    serve.add_argument("--port", type=int, help="port (default: 8710, or the next that is free)")
    serve.add_argument(
        "--database", metavar="URL", help="sqlite:///FILE (default: in the user's data directory) or postgresql://..."
    )
    serve.add_argument(
        "--bus", metavar="URL", help="how several nodes tell each other: nats://..., or local (one alone)"
    )
    serve.add_argument(
        "--workers",
        type=int,
        metavar="N",
        help="processes behind one port: one for each core (default: 1)",
    )
    serve.add_argument(
        "--secret", metavar="FILE", help="the server's secret, for all nodes the same (default: beside a SQLite file)"
    )
    serve.add_argument(
        "--bot",
        action="append",
        dest="bots",
        metavar="NAME=BOT",
        help="a bot of your own for tables: docs/write-a-bot.md",
    )
    serve.add_argument(
        "--components", nargs="+", metavar="FILE", help="variants that the page offers besides the printed games"
    )
    serve.add_argument("--browser", action="store_true", help="open the page when it is ready")
    serve.set_defaults(run=_serve)

    arena = commands.add_parser("arena", help="let bots play each other and see who wins how much")
    arena.add_argument("game", choices=slugs())
    arena.add_argument(
        "--bots",
        default="novice,regular",
        help=f"weakest first: {BOTS}, or cheat",
    )
    arena.add_argument("--components", type=Path, metavar="FILE", help=COMPONENTS)
    arena.add_argument("--players", type=int, help="how many seats")
    arena.add_argument("--games", type=int, default=400, help="games for each pair of bots")
    arena.add_argument("--budget", type=float, default=BUDGET, help="milliseconds a search has for a decision")
    arena.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a rules option, as JSON")
    arena.add_argument("--seed", type=int, default=1, help="other deals: another number")
    arena.add_argument("--plays", type=int, metavar="N", help=PLAYS)
    arena.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    arena.add_argument("--out", type=Path, metavar="FILE", help="write FILE.html and FILE.json")
    arena.add_argument("--markdown", action="store_true", help="print the results as rows of a Markdown table too")
    arena.set_defaults(run=_arena)

    lab = commands.add_parser("lab", help="play very many games and report what they show")
    lab.add_argument("game", choices=slugs())
    lab.add_argument("--players", metavar="N", help="how many seats: 4, 3-6 or 2,4 (default: as arena)")
    lab.add_argument("--bots", help=f"one for all seats (default: regular), or one each, a,b,c: {BOTS}")
    lab.add_argument("--budget", type=float, default=BUDGET, help="milliseconds an expert or your own has a decision")
    lab.add_argument("--games", type=int, default=10_000, help="games for each number of players")
    lab.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a rules option, as JSON")
    lab.add_argument("--components", type=Path, metavar="FILE", help=COMPONENTS)
    lab.add_argument(
        "--compare",
        metavar="NAME=A,B...",
        help="play with each value on the same seeds: of an option, or components=usual,FILE... or bots=novice,regular",
    )
    lab.add_argument("--seed", type=int, default=1, help="other games: another number")
    lab.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    lab.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster instead: auto, or its address")
    lab.add_argument("--out", type=Path, metavar="DIR", help="folder of the games and the report (default: lab-GAME)")
    lab.add_argument("--lang", choices=LANGUAGES, default=DEFAULT, help="language of the report")
    lab.add_argument("--columns", action="store_true", help="only explain the columns of the files")
    lab.set_defaults(run=_lab)

    document = commands.add_parser("openapi", help="print the OpenAPI document of the server")
    document.set_defaults(run=_openapi)

    types = commands.add_parser("types", help="print the JSON of a game's views, actions and events as TypeScript")
    types.add_argument("game", nargs="?", choices=slugs(), help="none: what the page says")
    types.set_defaults(run=_types)

    rules = commands.add_parser("rules", help="read the rules of a game, with worked examples")
    rules.add_argument("game", choices=slugs())
    rules.add_argument("--components", type=Path, metavar="FILE", help=COMPONENTS)
    rules.add_argument("section", nargs="?", help="only this section (an id that the list of contents shows)")
    rules.add_argument("--lang", choices=LANGUAGES, default=DEFAULT)
    rules.set_defaults(run=_rules)

    parts = commands.add_parser("components", help="print the component file of a game: a place to begin with your own")
    parts.add_argument("game", choices=slugs())
    parts.set_defaults(run=_components)

    new = commands.add_parser("new-game", help="write a folder with a small game, to make yours of it")
    new.add_argument("name", help="small letters, digits and hyphens: it stands in addresses")
    new.set_defaults(run=_new_game)

    site = commands.add_parser("site", help="write the page as files for a static host: play without a server")
    site.add_argument("folder", type=Path, metavar="DIR", help="a new folder, or an older site")
    site.add_argument(
        "--game", action="append", metavar="GAME", help="only this title; may be given again (default: all)"
    )
    site.set_defaults(run=_site)
    games = commands.add_parser("games", help="list the games")
    games.add_argument("--lang", choices=LANGUAGES, default=DEFAULT)
    games.set_defaults(run=_games)
    return parser


def _serve(options: argparse.Namespace, console: Console) -> int:
    from takujo.server.run import serve  # other commands need no web server

    given = {name: getattr(options, name) for name in ("host", "port", "database", "bus", "workers", "secret")}
    given |= {name: getattr(options, name) and tuple(getattr(options, name)) for name in ("bots", "components")}
    return serve(given, console, browser=options.browser)


def _site(options: argparse.Namespace, console: Console) -> int:
    from takujo.server.site import write

    if unknown := [name for name in options.game or [] if name not in slugs()]:
        raise ValueError(f"there is no game {unknown[0]}; there is {', '.join(slugs())}")
    files = write(options.folder, options.game or ())
    console.print(f"{files} files in {escape(str(options.folder))}: put them at the root of a host.")
    return 0


def _openapi(options: argparse.Namespace, console: Console) -> int:
    from takujo.server.app import openapi

    print(json.dumps(openapi(), ensure_ascii=False, indent=1))
    return 0


def _types(options: argparse.Namespace, console: Console) -> int:
    from takujo import typescript

    print(typescript.module(load(options.game, compiled=False)) if options.game else typescript.words(), end="")
    return 0


def _games(options: argparse.Namespace, console: Console) -> int:
    for slug in slugs():
        try:
            game = load(slug, compiled=False)
        except BrokenGame as error:
            console.print(f"[red]{escape(printable(str(error)))}[/]", soft_wrap=True)
            continue
        text, lang = game.text, options.lang
        console.print(f"[bold]{text.title[lang]}[/]  ({slug}, {game.players[0]}-{game.players[-1]} players)")
        console.print(f"  {text.blurb[lang]}\n  [dim]{text.credits}[/]")
        for option in game.options:
            console.print(
                f"  --option {option.name}={json.dumps(option.default)}  [dim]{text.option(option.name)[lang]}[/]"
            )
    return 0


def _new_game(options: argparse.Namespace, console: Console) -> int:
    from takujo.skeleton import write_game

    folder = write_game(options.name, Path()).name
    console.print(f"written: {folder}, a game that can be played. Make it known, test it, play it:")
    for step in (f"pip install -e ./{folder}", f"python -m pytest {folder}", f"takujo play {options.name}"):
        console.print(f"  {step}", highlight=False)
    return 0


def _rules(options: argparse.Namespace, console: Console) -> int:
    from takujo.core.words import frame
    from takujo.guide import names, pictures, read

    game, lang = load(options.game, options.components, compiled=False), options.lang
    sections, guide = game.text.guide, read(game)
    if options.section:
        sections = tuple(section for section in sections if section.id == options.section)
        if not sections:
            known = ", ".join(section.id for section in game.text.guide)
            raise ValueError(f"{options.game} has no section {options.section!r}; there is {known}")
    else:
        console.rule(game.text.title[lang])
        console.print(Markdown(guide.about.story[lang]))
        for section in sections:
            console.print(f"  {section.id:16} [dim]{section.title[lang]}[/]")
    for section in sections:
        _explain(section.title[lang], section.text[lang], console)
        for example in guide.examples:
            if example.section == section.id and game.digest is None:  # they show the game as it is printed
                _explain(frame(lang).say("terminal-example", title=example.title[lang]), example.text[lang], console)
                for picture in pictures(game, example):
                    _show(game, picture.view, console, lang, names(lang).__getitem__)
                    console.print(Markdown(picture.text[lang]))
    return 0


def _explain(title: str, text: str, console: Console) -> None:
    console.print(f"\n[bold]{title}[/]\n")
    console.print(Markdown(text))


def _components(options: argparse.Namespace, console: Console) -> int:
    content = component_content(load(options.game, compiled=False).package)
    if content is None:
        raise ValueError(f"{options.game} has no component file: it is always played as it is")
    print(content.decode(), end="")
    return 0


def _arena(options: argparse.Namespace, console: Console) -> int:
    from takujo.lab.arena import run, without_luck
    from takujo.lab.page import as_json, write

    components = _component_file(options)
    game = load(options.game, components)
    players = options.players or min(max(4, game.players[0]), game.players[-1])
    bots = [name.strip() for name in options.bots.split(",")]
    arguments = (options.game, players, bots, options.games, dict(map(_option, options.option)))
    with Progress(*Progress.get_default_columns(), TimeElapsedColumn(), console=console, transient=True) as bar:
        line = bar.add_task("playing", total=None)

        def progress(done: int, deals: int) -> None:
            bar.update(line, completed=done, total=deals)

        report = run(*arguments, options.budget, options.workers, options.seed, progress, components, options.plays)
    found = report.json()
    for p in found["pairings"]:
        mean, low, high = p["points" if players == 1 else "times_fair"]
        who, what, digits = f"{p['one']} among {p['among']}", "times the fair share", 2
        if players == 1:
            who, what, digits = p["one"], "points", 1
        within = f"95 %: {low:.{digits}f} to {high:.{digits}f}" if isfinite(high) else "one deal tells no interval"
        numbers = f"{mean:.{digits}f} {what} ({within})"
        clear = without_luck(p, players)
        console.print(f"{escape(who)}: {numbers}, {p['games']:,} games.{clear}", highlight=False, soft_wrap=True)
    for name, taken in found["decision_ms"].items():
        console.print(
            f"[dim]{escape(name)}: {taken['mean']:.2f} ms a decision, longest {taken['most']:.1f} ms[/]",
            highlight=False,
            soft_wrap=True,
        )
    if options.markdown:
        print("\n".join(report.markdown()))
    if options.out:
        write(options.out.with_suffix(".json"), as_json(found))
        write(options.out.with_suffix(".html"), report.html())
        console.print(f"written: {options.out.with_suffix('.html')} and .json", highlight=False)
    return 0


def _component_file(options: argparse.Namespace) -> bytes | None:
    """What is in --components, checked: what is wrong is said with its name."""
    if options.components is None:
        return None
    load(options.game, options.components, compiled=False)
    content: bytes = options.components.read_bytes()
    return content


def _lab(options: argparse.Namespace, console: Console) -> int:
    from takujo.core.words import frame
    from takujo.lab.experiment import BOTS_OF, Experiment, explained, run
    from takujo.lab.report import report

    game = load(options.game)
    default = min(max(4, game.players[0]), game.players[-1])
    players = _numbers(options.players) if options.players else (default,)
    if options.columns:
        for name, doc in explained(options.game, players[-1], _component_file(options)):
            console.print(f"{name}  [dim]{doc}[/]", highlight=False, soft_wrap=True)
        return 0
    compare = _comparison(options.compare) if options.compare else None
    if compare and compare[0] == BOTS_OF and options.bots is not None:
        raise ValueError("--bots is given, and compared; it takes one of the two: --compare bots=novice,regular")
    experiment = Experiment(
        options.game,
        players,
        tuple(name.strip() for name in ("regular" if options.bots is None else options.bots).split(",")),
        options.games,
        dict(map(_option, options.option)),
        compare,
        options.seed,
        budget=options.budget,
        components=options.components and str(options.components),
    )
    out = options.out or Path(f"lab-{options.game}")
    columns = (*Progress.get_default_columns(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, speed_estimate_period=300) as bar:
        line = bar.add_task("games", total=None)

        def progress(done: int, games: int) -> None:
            bar.update(line, completed=done, total=games)

        run(experiment, out, options.workers, options.ray, progress)
        bar.update(line, description="report", total=None)
        found = report(experiment, out, options.lang)
    for line_of in found.lines():
        console.print(line_of, highlight=False, soft_wrap=True, markup=False)
    console.print(frame(options.lang).say("terminal-lab-written", page=str(out / "report.html")), highlight=False)
    return 0


def _numbers(text: str) -> tuple[int, ...]:
    """Numbers of players: 4, 3-6 or 2,4."""
    out: list[int] = []
    for part in text.split(","):
        low, dash, high = part.partition("-")
        if not low.isdecimal() or (dash and not high.isdecimal()) or (dash and int(low) > int(high)):
            raise ValueError(f"--players is {text!r}; it takes a number (4), a range (3-6) or several (2,4)")
        out += range(int(low), int(high or low) + 1)
    return tuple(dict.fromkeys(out))


def _comparison(text: str) -> tuple[str, tuple[Any, ...]]:
    """What is compared, and its values: NAME=A,B..."""
    name, equals, values = text.partition("=")
    if not equals or "," not in values:
        raise ValueError(f"--compare is {text!r}; it takes NAME=A,B")
    return name, tuple(_option(f"{name}={value}")[1] for value in values.split(","))


# Playing


def _play(options: argparse.Namespace, console: Console) -> int:
    person = sys.stdin.isatty() and not options.watch
    if options.record:
        return _play_on(options, console, person)
    slug = options.game or (_ask_game(console) if person else slugs()[0])
    game = load(slug, options.components, compiled=FORCED)
    compiled = _compile_beside(game)
    low, high = game.players[0], game.players[-1]
    players = options.players
    if players is None:
        default = min(max(4, low), high)
        players = _ask_number(console, f"Players ({low}-{high})", low, high, default) if person else default
    seat = options.seat
    if person and seat is None:
        seat = _ask_number(console, f"Your seat (0-{players - 1})", 0, players - 1, 0)
    if seat is not None and not 0 <= seat < players:
        raise ValueError(f"--seat is {seat}; it takes 0 to {players - 1}")
    seed = secrets.token_bytes(16) if options.seed is None else _seed(options.seed)
    match = Match(game, players, dict(map(_option, options.option)), seed)
    return _play_match(match, seat if person else None, compiled, options, console)


def _play_on(options: argparse.Namespace, console: Console, person: bool) -> int:
    """What if: a recorded match goes on in another way."""
    from takujo.insight import what_if

    match = verify(read_record(options.record), options.components)
    seat = options.seat
    if seat is None:
        seat = _ask_number(console, f"Your seat (0-{match.players - 1})", 0, match.players - 1, 0) if person else 0
    seed = secrets.token_bytes(16) if options.seed is None else _seed(options.seed)
    compiled = _compile_beside(match.game)
    branch = what_if(match, options.step, None if options.open else seat, seed)
    _show(branch.game, branch.state.view(seat), console, options.lang, _names(seat, options.lang))
    return _play_match(branch, seat if person else None, compiled, options, console)


def _play_match(
    match: Match, seat: int | None, compiled: threading.Event, options: argparse.Namespace, console: Console
) -> int:
    from takujo.core.words import frame

    game, bot = match.game, find(options.bots)
    if options.save:
        _try_file(options.save)
    console.print(
        f"[dim]{game.text.title[options.lang]}, commitment {match.commitment[:16]}...  "
        f"Rules: takujo rules {game.slug}[/]"
    )
    try:
        _run(match, seat, lambda: _quick(bot, compiled), console, options.lang)
    finally:
        if options.save:
            options.save.write_text(json.dumps(match.record(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
            saved = frame(options.lang).say("terminal-record", file=str(options.save))
            console.print(f"[dim]{escape(saved)}[/]")
    return 0


def _compile_beside(game: Game) -> threading.Event:
    """Compile a game while it is played, in a process apart, and go on with that. Is it done?"""
    done = threading.Event()

    def work() -> None:
        if not is_compiled(game):
            content = (component_content(game.package) if game.digest else None) or b""
            subprocess.run(command(game.slug), input=content, env=environment(), stderr=subprocess.DEVNULL)
        if is_compiled(game):  # else it goes on as it is
            prepare(game)
            done.set()

    if FORCED:
        work()
    elif game.may_be_compiled:
        threading.Thread(target=work, daemon=True).start()
    return done


def _quick(bot: Player, compiled: threading.Event) -> Player:
    """Who searches does so when the game is compiled; until then the policy plays."""
    return bot.quick if isinstance(bot, Level) and JIT and not compiled.is_set() else bot


def _run(match: Match, seat: int | None, bot: Callable[[], Player], console: Console, lang: str) -> None:
    """Play to the end: the person at `seat`, bots elsewhere."""
    rng = random.Random(secrets.randbits(64))
    name = _names(seat, lang)
    _tell(match.game, match.state.events_for(seat, match.state.opening), console, lang, name)
    while match.state.to_act:
        actor = match.state.to_act[0]
        if actor == seat:
            view, legal = match.state.view(seat), match.state.legal(seat)
            action = _ask_action(match.game, view, legal, console, lang, name)
        else:
            view = match.state.view_raw(actor)
            number = bot().pick(match.state.game, view, actor, rng, BUDGET, time.perf_counter)
            action = match.state.decode(actor, number)
        *passed, end = match.play(actor, action).stages_for(seat)
        for stage in passed:
            _tell(match.game, stage.events, console, lang, name)
        if passed and end.events:  # as it lay there before play went on
            _show(match.game, passed[-1].state.view(seat), console, lang, name)
        _tell(match.game, end.events, console, lang, name)
    _show(match.game, match.state.view(seat), console, lang, name)


def _tell(game: Game, events: list[dict[str, Any]], console: Console, lang: str, name: Callable[[int], str]) -> None:
    for event in events:
        console.print(f"  {printable(game.text.event(event, lang, name))} [dim]\\[{event['rule']}][/]")


def _show(game: Game, view: dict[str, Any], console: Console, lang: str, name: Callable[[int], str]) -> None:
    console.print(Panel(game.text.board(view, lang, name), title=game.text.title[lang]))


def _names(seat: int | None, lang: str) -> Callable[[int], str]:
    from takujo.core.words import frame

    say = frame(lang).say
    return lambda number: say("terminal-you") if number == seat else say("terminal-seat", n=number)


def _ask_action(
    game: Game,
    view: dict[str, Any],
    legal: list[dict[str, Any]],
    console: Console,
    lang: str,
    name: Callable[[int], str],
) -> dict[str, Any]:
    _show(game, view, console, lang, name)
    console.print(f"[bold]{game.text.phase(view['phase'], lang)}[/]")
    sentences = [game.text.action(action, lang, name) for action in legal]
    chosen = list(range(len(legal)))
    while True:
        for number in chosen[:MOST_SHOWN]:
            console.print(f"  {number + 1:3}  {sentences[number]}", markup=False)
        if len(chosen) > MOST_SHOWN:
            console.print(
                f"  [dim]... and {len(chosen) - MOST_SHOWN} more: type some of their words to narrow them down[/]"
            )
        answer = console.input(f"1-{len(legal)}, or words of a sentence, ? for the rules, q to leave: ").strip().lower()
        if answer in LEAVE:
            raise Quit
        if answer == "?":
            for section in game.text.guide:
                if view["phase"] in section.phases:
                    _explain(section.title[lang], section.text[lang], console)
            continue
        if answer.isdecimal() and 1 <= int(answer) <= len(legal):
            return legal[int(answer) - 1]
        chosen = [n for n, sentence in enumerate(sentences) if all(w in sentence.lower() for w in answer.split())]
        if not chosen:
            console.print(f"No choice has {answer!r}; a number 1 to {len(legal)} or words of a sentence are expected.")
            chosen = list(range(len(legal)))


def _ask_game(console: Console) -> str:
    games = slugs()
    for number, slug in enumerate(games, 1):
        console.print(f"  {number}  {slug}")
    return games[_ask_number(console, f"Game (1-{len(games)})", 1, len(games), 1) - 1]


def _ask_number(console: Console, prompt: str, low: int, high: int, default: int | None) -> int:
    """A number from the terminal; anything else asks again, q leaves."""
    shown = prompt if default is None else f"{prompt} [{default}]"
    while True:
        answer = console.input(f"{shown.replace('[', chr(92) + '[')}, q to leave: ").strip().lower()
        if answer in LEAVE:
            raise Quit
        if not answer and default is not None:
            return default
        if answer.isdecimal() and low <= int(answer) <= high:
            return int(answer)
        console.print(f"[red]{answer or 'Nothing'}: a number {low} to {high} is expected.[/]")


def _seed(text: str) -> int:
    if not text.isdecimal():
        raise ValueError(f"--seed is {text!r}; it takes an integer >= 0")
    return int(text)


def _option(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"--option is {text!r}; it takes NAME=VALUE")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value  # a bare word


def _try_file(file: Path) -> None:
    try:
        file.open("a", encoding="utf-8").close()
    except OSError as error:
        raise ValueError(f"--save {file}: {error.strerror}") from None


# Records


def _verify(options: argparse.Namespace, console: Console) -> int:
    try:
        record = read_record(options.file)
        mine = read_mine(options.mine) if options.mine else None
        verdict = judge(record, options.components, mine, read_chain(options.chain) if options.chain else None)
    except BadRecord as error:
        if not options.json:
            raise
        print(json.dumps({"fits": False, "error": str(error), "action": error.action}))
        return 1
    if options.json:
        points = [asdict(point) for point in verdict.points]
        told = {"fits": True, "deal_proven": verdict.deal_proven, "key": verdict.key, "points": points}
        print(json.dumps(told, ensure_ascii=False, indent=1))
        return 0
    first, *others = verdict.points
    lines = [f"{printable(str(options.file))}: {first.text}."]
    lines += [f"  {'proven' if point.proven else 'not proven'}: {point.text}." for point in others]
    if verdict.deal_proven:
        left = any(point.name == "silent" for point in others)
        lines.append(f"The deal is proven to you: nobody could choose {'more of it than that' if left else 'it'}.")
    else:
        how = "" if mine else "; who sat there can see it with --mine and what the browser kept"
        lines.append(f"That nobody chose the deal is NOT proven{how}.")
    console.print("\n".join(lines), soft_wrap=True, markup=False)
    return 0


def _replay(options: argparse.Namespace, console: Console) -> int:
    record = read_record(options.file)
    match = verify(record, options.components)
    seat = _replay_seat(options.seat, match.players)
    replayed = Match(match.game, match.players, match.options, match.seed, entropy=match.entropy, position=match.start)
    name, lang, whole = _names(None, options.lang), options.lang, options.seat == "all"
    steps: list[tuple[int, dict[str, Any]] | None] = [None, *match.actions]
    for number, step in enumerate(steps):
        outcome = replayed.play(*step) if step else replayed.opening
        stages = outcome.stages if whole else outcome.stages_for(seat)
        console.rule(f"{number}/{len(match.actions)}")
        for stage in [stage for stage in stages if stage.events] or stages[-1:]:
            _tell(match.game, stage.events, console, lang, name)
            _show(match.game, view_of(stage.state, "all" if whole else seat), console, lang, name)
            if sys.stdin.isatty() and step is not steps[-1] and console.input("Enter: next, q: leave ").strip() == "q":
                raise Quit
    console.print(printable(str(record["result"])), markup=False)
    return 0


# Insight


def _review(options: argparse.Namespace, console: Console) -> int:
    from takujo.core.words import frame
    from takujo.insight.review import Review, kept_beside

    record = read_record(options.file)
    match = verify(record, options.components)
    seat = None if options.seat is None else _replay_seat(options.seat, match.players)
    match.game.compile()
    review = Review(match, list(range(match.players)) if seat is None else [seat], options.rounds)
    with _progress(console, options.json) as bar:
        line = bar.add_task("review", total=None)
        found = kept_beside(options.file, review, lambda done, of: bar.update(line, completed=done, total=of))
    if options.json:
        print(json.dumps(found, ensure_ascii=False, indent=1))
        return 0
    text, say, name = match.game.text, frame(options.lang).say, _names(seat, options.lang)

    def told(action: dict[str, Any]) -> str:
        return printable(text.action(action, options.lang, name))

    if not mind(match.game).tuning.trusted:
        console.print(say("terminal-review-untrusted"), markup=False, soft_wrap=True)
    for number in review.seats:
        own = [d for d in found["decisions"] if d["seat"] == number]
        costly = [d for d in own if not d["same"]]
        told_sum = {"n": len(own), "costly": len(costly), "cost": _percent(found["cost"][number])}
        console.print(say("terminal-review-sum", seat=name(number), **told_sum), markup=False, soft_wrap=True)
    for parts in found["account"] or ():
        console.print(_account(parts, name, options.lang), markup=False, soft_wrap=True)
    for step in found["mattered"]:
        d = next(d for d in found["decisions"] if d["step"] == step)
        costs = {key: _percent(max(value, 0)) for key, value in d["cost"].items()}
        values = {"cost": costs["value"], "low": costs["low"], "high": costs["high"]}
        best = {"action": told(d["action"]), "best": told(d["best"])}
        console.print(
            say("terminal-review-cost", n=step + 1, seat=name(d["seat"]), **best, **values),
            markup=False,
            soft_wrap=True,
        )
        if d["expert"] not in (d["action"], d["best"]):
            said = say("terminal-review-expert", action=told(d["expert"]))
            console.print(f"     {said}", markup=False, soft_wrap=True)
        for why in d["why"]:
            console.print("     " + _why(match.game, why, options.lang), markup=False, soft_wrap=True)
    if not found["mattered"]:
        console.print(say("terminal-review-none"), markup=False, soft_wrap=True)
    if found["turns"]:
        console.print(say("terminal-review-turns"), markup=False, soft_wrap=True)
    for turn in found["turns"]:
        changes = [
            say("terminal-review-change", seat=name(n), before=_percent(was), after=_percent(was + change))
            for n, (was, change) in enumerate(zip(turn["before"], turn["changes"], strict=True))
        ]
        who = {"seat": name(turn["seat"]), "action": told(turn["action"])}
        console.print(
            say("terminal-review-turn", n=turn["step"] + 1, changes=changes, **who), markup=False, soft_wrap=True
        )
    return 0


def _progress(console: Console, quiet: bool) -> Progress:
    return Progress(
        *Progress.get_default_columns(), MofNCompleteColumn(), console=console, transient=True, disable=quiet
    )


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _account(parts: dict[str, Any], name: Callable[[int], str], lang: str) -> str:
    """How much of a result was luck, and how much decisions."""
    from takujo.core.words import frame

    def change(part: dict[str, float]) -> str:
        value, low, high = (f"{round(100 * part[key]):+d}" for key in ("value", "low", "high"))
        return f"{value} % [{low}, {high}]".replace("-", "−")

    say = frame(lang).say
    changes = {key: change(parts[key]) for key in ("cards", "own", "others")}
    ends = {"start": _percent(parts["start"]["value"]), "result": _percent(parts["result"])}
    told = say("terminal-review-luck", seat=name(parts["seat"]), **ends, **changes)
    return told + (" " + say("terminal-review-known", known=change(parts["known"])) if parts["known"] else "")


def _why(game: Game, why: dict[str, Any], lang: str) -> str:
    """An outcome that two actions differ in, with figures."""
    from takujo.bots.tuning import CHANCE
    from takujo.core.words import frame

    shown = _percent if mind(game).outcomes[why["outcome"]] == CHANCE else "{:z.1f}".format
    figures = {key: shown(why[key]).replace("-", "−") for key in ("mine", "best")}
    outcome = game.text.speech(lang).say(f"outcome-{why['outcome']}")
    return frame(lang).say("terminal-review-why", outcome=outcome, **figures)


def _puzzles(options: argparse.Namespace, console: Console) -> int:
    from takujo.core.game import View
    from takujo.core.words import frame
    from takujo.insight.puzzles import mine, puzzles, verdict

    game, say, lang = load(options.game), frame(options.lang).say, options.lang
    if options.mine:
        file, end = options.out or Path(f"puzzles-{options.game}.json"), time.monotonic() + 60 * options.minutes
        with _progress(console, quiet=False) as bar:
            line = bar.add_task("puzzles", total=options.count)

            def progress(found: int, games: int) -> bool:
                bar.update(line, completed=found, description=f"puzzles of {games} games")
                return bool(time.monotonic() < end)

            found = mine(game, file, options.count, progress)
        console.print(f"{len(found)} puzzles in {file}; the same command looks for more")
        return 0
    all_of_them = puzzles(game)
    if not all_of_them:
        raise ValueError(f"there are no puzzles of {options.game}; takujo puzzles {options.game} --mine looks for some")
    right = 0
    for n, puzzle in enumerate(all_of_them, 1):
        seat, view = puzzle["seat"], View(puzzle["view"], puzzle["seat"], game)
        name = _names(seat, lang)
        console.rule(say("terminal-puzzle", n=n, total=len(all_of_them)))
        legal = [game.action(view, int(number)) for number in mind(game).legal(game.view_raw(view), seat)]
        row, best = verdict(puzzle, _ask_action(game, view, legal, console, lang, name)), puzzle["actions"][0]
        usual = verdict(puzzle, puzzle["usual"])
        assert usual
        right += bool(row and row["good"])
        told = {
            "win": _percent(best["win"]["value"]),
            "best": printable(game.text.action(best["action"], lang, name)),
            "mine": _percent(row["win"]["value"]) if row else "?",
            "usual": printable(game.text.action(puzzle["usual"], lang, name)),
            "less": _percent(usual["win"]["value"]),
        }
        answer = "unseen" if row is None else "right" if row["good"] else "wrong"
        console.print(say(f"terminal-puzzle-{answer}", **told), markup=False, soft_wrap=True)
        for outcome in puzzle["why"]:
            figures = {"mine": usual["outcomes"][outcome]["value"], "best": best["outcomes"][outcome]["value"]}
            console.print("     " + _why(game, {"outcome": outcome, **figures}, lang), markup=False, soft_wrap=True)
        console.print(say("terminal-puzzle-score", right=right, n=n), markup=False, soft_wrap=True)
    return 0


def _show_file(options: argparse.Namespace, console: Console) -> int:
    tree = _read_json(options.file)
    slug = tree.get("game") if isinstance(tree, dict) else None
    if not isinstance(slug, str) or not is_known(slug):
        raise ValueError(f"{options.file}: game is {slug!r}; there is {', '.join(slugs())}")
    game = load(slug, options.components, compiled=False)
    check_files(game, tree)
    whole = tree if tree.get("rng", 0) is None else game.from_position(tree).position()  # a view, or a position
    if not 0 <= options.seat < whole["players"]:
        raise ValueError(f"--seat is {options.seat}; it takes 0 to {whole['players'] - 1}")
    if options.svg:
        if game.text.picture is None:
            raise ValueError(f"--svg: there is no picture of {slug}, only the terminal's table")
        try:
            options.svg.write_text(game.text.picture(whole, options.seat), encoding="utf-8")
        except OSError as error:
            raise ValueError(f"--svg {options.svg}: {error.strerror}") from None
    else:
        _show(game, whole, console, options.lang, _names(None, options.lang))
    return 0


def _read_json(file: Path) -> Any:
    try:
        return _harmless(json.loads(file.read_text(encoding="utf-8")))
    except OSError as error:
        raise ValueError(f"{file}: {error.strerror}") from None
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise ValueError(f"{file} is not JSON: {error}") from None


def _harmless(tree: Any) -> Any:
    """The same, but nothing in it can reach the terminal as a control character or as markup."""
    match tree:
        case str():
            return escape(printable(tree))
        case list():
            return [_harmless(part) for part in tree]
        case dict():
            return {_harmless(key): _harmless(part) for key, part in tree.items()}
    return tree


def _replay_seat(text: str, players: int) -> int | None:
    if text in ("all", "spectator"):
        return None
    if not text.isdecimal() or int(text) >= players:
        raise ValueError(f"--seat is {text!r}; it takes 0 to {players - 1}, spectator or all")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
