"""What a server can be told, by the command line or by TAKUJO_... variables."""

import importlib.util
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path

import platformdirs

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
    secret: str = ""  # the file with the server's secret; else it lies beside a SQLite file, or in the database
    origins: tuple[str, ...] = ()  # further pages that may use the API, such as https://example.org
    bot_delay: tuple[float, float] = (0.7, 1.6)  # seconds a bot seems to think, drawn between these
    bot_threads: int = 2
    lease: int = 6  # seconds after which other nodes take the bots and clocks of one that is silent
    restart_grace: int = 15  # seconds that those have whose time ran out while server or database was away
    reveal_within: int = 30  # seconds in which seats show what they committed to; else a bot takes their place
    largest: int = 64 * 1024  # bytes of a request or message
    address_rate: tuple[float, float] = (400, 100)
    token_rate: tuple[float, float] = (60, 20)
    chat_rate: tuple[float, float] = (6, 0.5)
    table_rate: tuple[float, float] = (300, 0.2)  # new tables of one address
    sockets: int = 200  # open at once from one address
    private_webhooks: bool = False  # may a webhook go to this network?
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
        settings.check()
        return settings

    def check(self) -> None:
        if not 0 <= self.port <= 65535:
            raise ValueError(f"port is {self.port}; it takes 0 to 65535")
        shared = self.database.startswith("postgresql://")
        if not shared and not self.database.startswith("sqlite:///"):
            raise ValueError(f"database is {self.database!r}; it takes sqlite:///FILE or postgresql://USER@HOST/NAME")
        if self.bus != "local" and not re.fullmatch(r"(nats|tls)://[^,]+(,(nats|tls)://[^,]+)*", self.bus):
            raise ValueError(f"bus is {self.bus!r}; it takes local or nats://HOST:PORT")
        if self.bus != "local" and not shared:
            raise ValueError(
                f"bus is {self.bus!r}; with the database sqlite:///FILE it takes local: one node alone has it"
            )
        needed = ["psycopg"] * shared + ["nats"] * (self.bus != "local")
        missing = [name for name in needed if importlib.util.find_spec(name) is None]
        if missing:
            raise ValueError(
                f"{' and '.join(missing)} not installed; several nodes need: pip install 'takujo[cluster]'"
            )
        if self.lease < 1:
            raise ValueError(f"lease is {self.lease}; it takes 1 or more seconds")
        if self.reveal_within < 1:
            raise ValueError(f"reveal_within is {self.reveal_within}; it takes 1 or more seconds")


def _parse(name: str, text: str, default: object) -> object:
    try:
        match default:
            case bool():
                return {"1": True, "true": True, "0": False, "false": False}[text.lower()]
            case int():
                return int(text)
            case (float(), float()) | (int(), int()) | (int(), float()):
                low, high = map(float, text.split(","))
                return low, high
            case tuple():
                return tuple(part.strip() for part in text.split(",") if part.strip())
    except (ValueError, KeyError):
        kinds = {bool: "true or false", int: "an integer", tuple: "two numbers such as 0.7,1.6"}
        raise ValueError(f"{name} is {text!r}; it takes {kinds[type(default)]}") from None
    return text
