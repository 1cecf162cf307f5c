"""The engine of the page: a title as WebAssembly, and as JavaScript what no compiler takes (decision 0014)."""

import dataclasses
import hashlib
import json
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .build import BUILT, ROOT, dumped, run
from .dump import is_for_page
from .targets import PAGE

__all__ = ["STATIC", "engine", "publish"]

STATIC = ROOT / "src/takujo/server/static"
STACK = 1 << 18


def engine(slug: str, built: Path = BUILT) -> tuple[Path, Path]:
    """A title's rules and its script."""
    from .objects import emit, short_name

    source, folder = dumped(slug, built, for_page=True), built / "page"
    made, made_of = (folder / f"{slug}.wasm", folder / f"{slug}.js"), folder / f"{slug}.json"
    doors_there = (source / "doors.json").read_text("utf-8")
    of = [source / "made-by", *Path(__file__).parent.glob("*.py"), Path(__file__).with_name("python.js")]
    newest = max(file.stat().st_mtime for file in of)
    if all(file.is_file() and file.stat().st_mtime >= newest for file in (*made, made_of)):
        if made_of.read_text("utf-8") == doors_there:
            return made
    doors = {
        f"takujo_{n}": door for n, door in enumerate(json.loads(doors_there)["doors"]) if is_for_page(door["name"])
    }
    work = folder / "parts"
    work.mkdir(parents=True, exist_ok=True)
    object_, fresh = work / f"{slug}.o", work / made[0].name
    object_.write_bytes(emit(source, PAGE, is_for_page))
    link = ["--no-entry", "--stack-first", "-z", f"stack-size={STACK}", "--strip-all", "--gc-sections"]
    exports = [f"--export={name}" for name in ("__heap_base", *doors)]
    environment = os.environ | {f"ZIG_{kind}_CACHE_DIR": str(built / "zig") for kind in ("GLOBAL", "LOCAL")}
    run([sys.executable, "-m", "ziglang", "wasm-ld", *link, *exports, object_, "-o", fresh], environment)
    fresh.replace(made[0])
    faces = {short_name(door["name"]): {"as": name, "takes": door["takes"]} for name, door in doors.items()}
    script = work / made[1].name
    script.write_text(_script(slug, faces), "utf-8")
    script.replace(made[1])
    made_of.write_text(doors_there, "utf-8")
    return made


def publish(slugs: Sequence[str], into: Path = STATIC, built: Path = BUILT) -> None:
    """Put engines among the files of the page; which there are, `engine/index.json` says."""
    folder, index = into / "engine", {}
    folder.mkdir(parents=True, exist_ok=True)
    for slug in slugs:
        names = []
        for file in engine(slug, built):
            names.append(f"{slug}-{hashlib.sha256(file.read_bytes()).hexdigest()[:12]}{file.suffix}")
            shutil.copyfile(file, folder / names[-1])
        sources = json.loads((built / "page" / f"{slug}.json").read_text("utf-8"))["sources"]
        index[slug] = {"files": dict(zip(("rules", "script"), names, strict=True)), "sources": sources}
    fresh = folder / "index.fresh"
    fresh.write_text(json.dumps(index), "utf-8")
    fresh.replace(folder / "index.json")  # whole or not at all
    named = {name for each in index.values() for name in each["files"].values()}
    for file in folder.iterdir():
        if file.name not in named | {"index.json"}:
            file.unlink()


def _script(slug: str, doors: Mapping[str, Any]) -> str:
    """The description of a title, and its functions that stay Python."""
    from takujo.bots import luck, search, trials
    from takujo.bots.care import REGULAR
    from takujo.bots.levels import LEVELS
    from takujo.bots.minds import mind
    from takujo.core import chance, events, maths, record
    from takujo.games import load
    from takujo.insight.analysis import ROUNDS, SURE, UNSEEN, WIDTH
    from takujo.insight.luck import WIDE
    from takujo.insight.review import CLEAR, OPEN, TURNS

    from .script import Script

    game, script = load(slug, compiled=False), Script()
    kinds: list[Any] = []
    starts = {name: start for name, start, _, _ in game.state._places}
    description = {
        "game": slug,
        "version": game.version,
        "players": [game.players[0], game.players[-1]],
        "options": [dataclasses.asdict(option) for option in game.options],
        "kept": sorted(game._kept_options),
        "size": game.state.size,
        "widths": [integers.stop - integers.start for integers, _, _ in game.state._parts],
        "blank": game.state._blank,
        "fields": [{"name": name, "at": at, "shape": shape} for name, at, _, shape in game.state._places],
        "shown": [
            "".join(str(int(may)) for may in record.may_see(game.state, game.state.fields, seat))
            for seat in range(-1, record.MOST_SEATS)
        ],
        "tree": _node(game.codec._root, starts, kinds),
        "derived": list(game.derived),
        "events": [
            {
                "name": kind.name,
                "hidden": kind.hidden,
                "reveals": bool(kind.reveals),
                "values": {key: _shape(shape, kinds) for key, shape in kind.shapes.items()},
            }
            for kind in game.events
        ],
        "citations": game.citations,
        "actions": game._actions,
        "numActions": game.num_actions,
        "rounds": game.rounds,
        "faults": {str(number): text for number, text in game._faults.items()},
        "faultAt": starts.get("fault"),
        "doors": doors,
        "none": record.NONE,
        "unknown": record.UNKNOWN,
        "chance": {"size": chance.CHANCE_SIZE, "words": chance.WORDS, "need": chance.NEED},
        "buffer": {
            "plain": events.BUFFER_SIZE, "stages": events.STAGES, "pause": events.PAUSE,
            "spectators": events.SPECTATORS,
        },
        "search": {
            **dataclasses.asdict(mind(game).tuning),
            "nodes": search.NODES, "row": search.ROW, "slice": search.SLICE, "edges": search.EDGES,
            "edge": search.EDGE, "count": search.COUNT, "tries": search.TRIES,
            "action": search.ACTION, "root": search.ROOT, "soFar": search.LIKELIEST + 1,
        },
        "trials": {
            "measures": [*trials.MEASURES, *mind(game).outcomes], "kinds": mind(game).outcomes,
            "played": mind(game).tuning.played, "episodes": mind(game).tuning.episodes,
            "toTheEnd": mind(game).plays_to_the_end,
            "trusted": bool(mind(game).tuning.trusted),
            "points": mind(game).knows_points, "notes": trials.NOTES, "dropped": trials.DROPPED,
            "tried": trials.TRIED, "asked": trials.ASKED, "care": REGULAR, "width": WIDTH,
            "rounds": ROUNDS, "sure": SURE, "unseen": UNSEEN,
        },
        "luck": {
            "deal": luck.DEAL, "goOn": luck.GO_ON, "plays": OPEN, "wide": WIDE, "clear": CLEAR, "turns": TURNS,
        },
        "levels": {
            name: {"care": level.care, "search": level._share(mind(game))} for name, level in LEVELS.items()
        },
    }  # fmt: skip
    functions: dict[str, Any] = {"belief": game._belief, "readView": game._read_view, "checkView": game._check_view}
    functions |= {"encode": game._encode, "decode": game._decode}
    made = {
        name: script.function(function)
        for name, function in functions.items()
        if function and function.__name__ != "<lambda>"  # else the game has nothing to say there
    }
    faces = [f"{name}: json({name_there})" for name, name_there in made.items()]
    derived = [f"{json.dumps(key)}: json({script.function(function)})" for key, function in game.derived.items()]
    asked = [f"{json.dumps(name)}: json({script.function(function)})" for name, function in game.questions.items()]
    written = ", ".join(f"spoken({script.value(kind)})" for kind in kinds)
    faces += [f"exp: {script.function(maths.exp)}", f"derived: {{ {', '.join(derived)} }}", f"kinds: [{written}]"]
    faces.append(f"questions: {{ {', '.join(asked)} }}")
    data = json.dumps(description, ensure_ascii=False, separators=(",", ":"))
    head = f"/* {game.title} for the page's engine. Made by python -m native. */"
    python = Path(__file__).with_name("python.js").read_text("utf-8")
    parts = [
        f"export const description = {data};",
        python,
        script.text,
        f"export const edges = {{ {', '.join(faces)} }};",
    ]
    return "\n".join([head, *parts, ""])


def _number(kind: Any, kinds: list[Any]) -> int:
    for number, known in enumerate(kinds):
        if known is kind:
            return number
    kinds.append(kind)
    return len(kinds) - 1


def _node(node: Any, starts: Mapping[str, int], kinds: list[Any]) -> dict[str, Any]:
    """A place in the JSON of a position (core/codec.py)."""
    nullable = {"nullable": True} if node.nullable else {}
    if hasattr(node, "field"):
        field = node.field
        return {
            "at": starts[field.name], "shape": field.shape, "kind": _number(field.kind, kinds), "null": node.null,
            "empty": field.fill,
        }  # fmt: skip
    if hasattr(node, "children"):
        return {"keys": {key: _node(child, starts, kinds) for key, child in node.children.items()}, **nullable}
    length = {"length": starts[node.length]} if node.length else {}
    return {"items": _node(node.child, starts, kinds), "room": node.room, **length, **nullable}


def _shape(shape: Any, kinds: list[Any]) -> Any:
    """A value of an event (core/events.py)."""
    from takujo.core.events import Each, Many, Maybe

    if isinstance(shape, Many):
        return {"many": _shape(shape.item, kinds)}
    if isinstance(shape, Each):
        return {"each": {key: _shape(value, kinds) for key, value in shape.keys.items()}}
    return _number(shape.kind if isinstance(shape, Maybe) else shape, kinds)
