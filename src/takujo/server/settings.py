"""What a server can be told, by the command line or by TAKUJO_... variables."""

import importlib.util
import os
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from pathlib import Path

import platformdirs

from takujo.bots import LEVELS
from takujo.core.components import components as components_of
from takujo.core.components import whose
from takujo.games import is_known, load, slugs

from .wire import LEVEL

__all__ = ["Settings"]


def _database() -> str:
    folder = Path(platformdirs.user_data_dir("takujo", appauthor=False))
    return f"sqlite:///{folder / 'tables.db'}"


@dataclass(frozen=True)
class Settings:
    """One running server. Rates are (how many at once, how many a second after that)."""

    host: str = "0.0.0.0"
    port: int = 8710
    database: str = ""
    bus: str = "local"
    workers: int = 1  # nodes on this machine behind the same port
    secret: str = ""  # the file with the server's secret; else it lies beside a SQLite file, or in the database
    origins: tuple[str, ...] = ()  # further pages that may use the API, such as https://example.org
    hosts: tuple[str, ...] = ()  # further names by which this server is asked; * for any
    bot_delay: tuple[float, float] = (0.7, 1.6)  # seconds a bot seems to think, drawn between these
    bot_threads: int = 2
    bots: tuple[str, ...] = ()  # the server's own besides the levels, as NAME=BOT (docs/write-a-bot.md)
    components: tuple[str, ...] = ()  # files of variants that the page offers besides the printed games
    thinking_rate: tuple[float, float] = (60, 0.5)  # seconds that the experts of one address think; then only briefly
    lease: int = 6  # seconds after which other nodes take the bots and clocks of one that is silent
    restart_grace: int = 15  # seconds that those have whose time ran out while server or database was away
    reveal_within: int = 30  # seconds in which seats show what they committed to; else a bot takes their place
    absent_after: int = 60  # seconds without a connection after which others need not wait for somebody
    largest: int = 64 * 1024  # bytes of a request or message
    address_rate: tuple[float, float] = (400, 100)
    token_rate: tuple[float, float] = (60, 20)
    chat_rate: tuple[float, float] = (6, 0.5)
    table_rate: tuple[float, float] = (100, 0.2)  # new tables of one address
    entry_rate: tuple[float, float] = (200, 40)  # of one address: whatever writes
    ask_rate: tuple[float, float] = (100, 5)  # tenths of a second that questions of one address about views take
    open_tables: int = 100  # of one address that have not ended
    idle: int = 600  # seconds after which a table nobody looks at, and nothing drives soon, is put out of memory
    # Days without anything written, after which a table is removed; 0: never.
    keep_waiting: float = 7.0
    keep_relaxed: float = 60.0  # started, but no clock runs
    keep_finished: float = 0.0
    clean_every: int = 3600  # seconds
    card_rate: tuple[float, float] = (10, 1 / 1800)  # own cards of one address that are new here
    compile_rate: tuple[float, float] = (3, 1 / 7200)  # of these, how many are compiled
    miss_rate: tuple[float, float] = (20, 0.2)  # look-ups of one address for tables that are not there
    account_rate: tuple[float, float] = (30, 0.1)  # tries of one address to sign in or make an account
    sockets: int = 200  # open at once from one address, streams among them
    connections: int = 400  # the same for all connections; as many as `sockets` if that is more
    private_webhooks: bool = False  # may a webhook go to this network?
    metrics_token: str = ""  # who has it may read /metrics
    metrics_port: int = 0  # where this machine may read them, too; 0: nowhere
    debug: bool = False

    @classmethod
    def read(cls, given: Mapping[str, object], environment: Mapping[str, str] | None = None) -> "Settings":
        """`given` goes before the environment, the environment before the defaults."""
        environment = os.environ if environment is None else environment
        settings = cls(database=_database())
        for setting in fields(cls):
            name = f"TAKUJO_{setting.name.upper()}"
            if name in environment:
                value = _parse(name, environment[name], getattr(settings, setting.name))
                settings = replace(settings, **{setting.name: value})  # type: ignore[arg-type]  # parsed as its kind
        settings = replace(settings, **{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]  # argparse has checked them
        told = {name for name in vars(settings) if f"TAKUJO_{name.upper()}" in environment}
        settings = replace(settings, **{name: value for name, value in settings._implied() if name not in told})  # type: ignore[arg-type]  # of the same kinds
        settings.check()
        return settings

    def _implied(self) -> Iterator[tuple[str, object]]:
        """Who loosens a limit loosens those that rest on it, unless these are given, too."""
        yield "entry_rate", tuple(map(max, self.entry_rate, self.token_rate))
        yield "open_tables", max(self.open_tables, int(self.table_rate[0]))
        yield "miss_rate", (max(self.miss_rate[0], self.address_rate[0] / 20), self.miss_rate[1])

    @property
    def own_bots(self) -> dict[str, str]:
        """The server's own bots: what each is called at tables, and what it is."""
        return {name: bot for name, _, bot in (text.partition("=") for text in self.bots)}

    @cached_property
    def sets(self) -> dict[tuple[str, str], str]:
        """The variants that are offered: game and name -> component file. ValueError says what is wrong with one."""
        found: dict[tuple[str, str], str] = {}
        for file in self.components:
            try:
                text = Path(file).read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                raise ValueError(f"component file {file}: {error}") from None
            slug, name = whose(text.encode())
            if slug is None or not is_known(slug):
                raise ValueError(f"component file {file}: it names no game; there is {', '.join(slugs())}")
            game = load(slug, file, compiled=False)
            if game.check_components:
                try:
                    game.check_components(components_of(game.package))
                except ValueError as error:
                    raise ValueError(f"component file {file}: {error}") from None
            if (slug, name) in found:
                raise ValueError(f"component file {file}: another one of {slug} is called {name!r}, too")
            found[slug, name] = text
        return found

    @property
    def levels(self) -> list[str]:
        """All bots of this server, by name."""
        return [*LEVELS, *self.own_bots]

    @property
    def on_sqlite(self) -> bool:
        return self.database.startswith("sqlite:///")

    def check(self) -> None:
        if not 0 <= self.port <= 65535:
            raise ValueError(f"port is {self.port}; it takes 0 to 65535")
        shared = self.database.startswith("postgresql://")
        file = self.database.removeprefix("sqlite:///")
        if not shared and (file in (self.database, "", ":memory:") or "?" in file):
            raise ValueError(f"database is {self.database!r}; it takes sqlite:///FILE or postgresql://USER@HOST/NAME")
        if self.bus != "local" and not re.fullmatch(r"(nats|tls)://[^,]+(,(nats|tls)://[^,]+)*", self.bus):
            raise ValueError(f"bus is {self.bus!r}; it takes local or nats://HOST:PORT")
        if self.bus != "local" and not shared:
            raise ValueError(
                f"bus is {self.bus!r}; with the database sqlite:///FILE it takes local: one machine alone has it"
            )
        if not 1 <= self.workers <= 64 or (self.workers > 1 and sys.platform == "win32"):
            raise ValueError(f"workers is {self.workers}; it takes 1 to 64, on Windows 1")
        needed = ["psycopg"] * shared + ["nats"] * (self.bus != "local")
        missing = [name for name in needed if importlib.util.find_spec(name) is None]
        if missing:
            raise ValueError(
                f"{' and '.join(missing)} not installed; several nodes need: pip install 'takujo[cluster]'"
            )
        for text, name, bot in ((text, *text.partition("=")[::2]) for text in self.bots):
            if not bot or name in LEVELS or not re.fullmatch(LEVEL, name):
                takes = "NAME=BOT, the name in small letters, digits and hyphens, and no level's"
                raise ValueError(f"bots has {text!r}; it takes {takes}")
        self.sets  # noqa: B018  # refuses what is no variant
        if self.thinking_rate[0] < 0 or self.thinking_rate[1] <= 0:
            at_once, a_second = self.thinking_rate
            raise ValueError(f"thinking_rate is {at_once:g},{a_second:g}; it takes 0 or more and a number above 0")
        if not 0 <= self.metrics_port <= 65535:
            raise ValueError(f"metrics_port is {self.metrics_port}; it takes 1 to 65535, or 0 for none")
        if self.metrics_token and not re.fullmatch(r"[!-~]{16,}", self.metrics_token):
            raise ValueError("metrics_token takes 16 or more letters and digits, as `openssl rand -hex 32` prints them")
        for name in ("lease", "reveal_within", "absent_after", "idle", "clean_every"):
            if (seconds := getattr(self, name)) < 1:
                raise ValueError(f"{name} is {seconds}; it takes 1 or more seconds")
        for name in ("keep_waiting", "keep_relaxed", "keep_finished"):
            if not 0 <= (days := getattr(self, name)) < 10_000:
                raise ValueError(f"{name} is {days}; it takes a number of days, 0: for ever")
        if self.open_tables < 1:
            raise ValueError(f"open_tables is {self.open_tables}; it takes 1 or more")
        wrong = [host for host in self.hosts if not re.fullmatch(r"\*|[\w.-]+", host)]
        if wrong:
            raise ValueError(f"hosts has {wrong[0]!r}; it takes names such as play.example.org, without a port, or *")
        for name in (
            "address_rate",
            "token_rate",
            "chat_rate",
            "table_rate",
            "entry_rate",
            "miss_rate",
            "account_rate",
            "card_rate",
            "compile_rate",
            "ask_rate",
        ):
            if min(getattr(self, name)) <= 0:
                raise ValueError(f"{name} has {min(getattr(self, name)):g}; it takes two numbers above 0")


def _parse(name: str, text: str, default: object) -> object:
    try:
        match default:
            case bool():
                return {"1": True, "true": True, "0": False, "false": False}[text.lower()]
            case int():
                return int(text)
            case float():
                return float(text)
            case (float(), float()) | (int(), int()) | (int(), float()):
                low, high = map(float, text.split(","))
                return low, high
            case tuple():
                return tuple(part.strip() for part in text.split(",") if part.strip())
    except (ValueError, KeyError):
        kinds = {bool: "true or false", int: "an integer", float: "a number", tuple: "two numbers such as 0.7,1.6"}
        raise ValueError(f"{name} is {text!r}; it takes {kinds[type(default)]}") from None
    return text
