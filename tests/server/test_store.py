"""The log on SQLite: what was acknowledged is in it, and nothing else is said to be."""

import asyncio
import contextlib
import re
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sql

from takujo.server import app  # noqa: F401 - with it come all tables of the database
from takujo.server.store import Conflict, Line, Row, Store, Unavailable, Vanished, metadata

PAGES = 100  # of 4 KiB: the empty tables fit, and a disk that is soon full


@pytest.fixture
def store(tmp_path):
    store = Store(f"sqlite:///{tmp_path}/tables.db")
    sql.event.listen(store.engine, "connect", lambda file, _: file.execute(f"PRAGMA max_page_count = {PAGES}"))
    store.open()
    yield store
    store.close()


def entry(number: int, key: str, text: str = "") -> Line:
    return Line(number, 1000 + number, "chat", 0, key, {"text": text})


def test_of_two_entries_with_one_number_one_is_written(store):
    """Also in one commit: each hears of its own."""

    async def run():
        await store.create(Row("table", "CODE", b"seed"), [entry(1, "first")], [])
        both = [store.append("table", entry(2, key)) for key in ("one", "other")]
        return await asyncio.gather(*both, return_exceptions=True), await store.entries("table")

    answers, entries = asyncio.run(run())
    assert answers[0] is None
    assert isinstance(answers[1], Conflict)
    assert [(e.number, e.key) for e in entries] == [(1, "first"), (2, "one")]


def test_a_full_disk_loses_nothing_that_was_acknowledged(store):
    """What does not fit is refused as unavailable, and reading goes on."""

    async def run():
        await store.create(Row("table", "CODE", b"seed"), [], [])
        for number in range(1, 1000):
            try:
                await store.append("table", entry(number, f"key {number}", "x" * 2000))
            except Unavailable as error:
                return number, str(error), await store.entries("table")
        raise AssertionError("it never was full")

    number, error, entries = asyncio.run(run())
    assert number > 10
    assert "full" in error
    assert [e.number for e in entries] == list(range(1, number))


def test_of_a_seat_one_note_is_kept_and_only_for_who_wrote_it(store):
    """By the entry with which it was taken: whoever had the seat before neither reads nor overwrites it."""

    async def run():
        await store.create(Row("table", "CODE", b"seed"), [], [])
        await store.write_own("note", "table", 0, 2, b"first")
        await store.write_own("note", "table", 0, 5, b"next")
        await store.write_own("note", "table", 0, 2, b"late")
        await store.remove_own("note", "table", 0, 2)
        found = [await store.own("note", "table", seat, joined) for seat, joined in ((0, 2), (0, 5), (1, 5))]
        await store.remove_own("note", "table", 0, 5)
        return [*found, await store.own("note", "table", 0, 5)]

    assert asyncio.run(run()) == [None, b"next", None, None]


def test_who_looks_for_tables_without_a_keeper_keeps_nobody_from_writing(store, tmp_path):
    """Where there is none, it does not wait for whoever writes either."""

    async def run():
        await store.enter("node", 60)
        await store.create(Row("table", "CODE", b"seed"), [], [])  # nobody keeps it
        taken = await store.take("node", 16)
        with contextlib.closing(sqlite3.connect(tmp_path / "tables.db")) as other:
            other.execute("BEGIN IMMEDIATE")
            async with asyncio.timeout(5):
                return taken, await store.take("node", 16)

    assert asyncio.run(run()) == (["table"], [])


def test_there_is_no_note_without_its_table(store):
    async def run():
        row = Row("table", "CODE", b"seed")
        await store.create(row, [entry(1, "key")], [])
        await store.write_own("note", "table", 0, 2, b"text")
        assert await store.remove(row, 1, 2000, None)
        with pytest.raises(Vanished):
            await store.write_own("note", "table", 0, 2, b"text")

    asyncio.run(run())


def test_all_that_is_stored_is_named_with_how_it_goes():
    """SECURITY.md: every table of the database, and every key by which the page keeps something in the browser."""
    root = Path(__file__).parents[2]
    told = (root / "SECURITY.md").read_text().partition("\n## What is stored")[2].partition("\n## ")[0]
    server, browser = (set(re.findall(r"`([\w.-]+)`", part)) for part in told.split("In the browser"))
    assert set(metadata.tables) <= server
    keys = set()
    for source in [*(root / "web/src").rglob("*.ts"), *(root / "web/src").rglob("*.svelte")]:
        text = source.read_text()
        named = dict(re.findall(r'const (KEY) = "([^"]+)"', text))
        used = re.findall(r"(?:localStorage\.\w+Item|\bread(?:<.*>)?|indexedDB\.open)\((\w+|\"[^\"]+\")", text)
        keys |= {named.get(key, key.strip('"')) for key in used if key in named or key.startswith('"')}
    assert len(keys) > 10, "they are found"
    assert keys <= browser
