"""A disk below SQLite, in memory: what was written since the last sync may be gone, torn or out of order after a crash."""

import itertools
import random
from collections.abc import Callable
from typing import Any

import apsw

__all__ = ["Died", "Disk"]

SECTOR = 512
FOREVER = 1 << 60
POWERSAFE_OVERWRITE = 0x1000  # as on Linux: bytes beside those written stay
NAMES = itertools.count(1)


class Died(Exception):
    """In the middle of an operation on the disk."""


class File:
    """What is on the disk for good, what reads see, and what was done since the last sync."""

    def __init__(self, content: bytes = b""):
        self.durable, self.data = bytearray(content), bytearray(content)
        self.pending: list[tuple[int, bytes | None]] = []  # (where, what), or (size, None) for a truncation

    def do(self, where: int, what: bytes | None) -> None:
        _put(self.data, where, what)
        self.pending.append((where, what))

    def sync(self) -> None:
        for where, what in self.pending:
            _put(self.durable, where, what)
        self.pending.clear()

    def after_crash(self, rng: random.Random) -> bytes:
        """What was synced, and of the rest any sectors in any state they had."""
        scratch, image = bytearray(self.durable), bytearray(self.durable)
        states: dict[int, list[bytes]] = {}
        kept = rng.choice((0.0, rng.random(), rng.random(), 1.0))
        for where, what in self.pending:
            _put(scratch, where, what)
            if what is None:
                if rng.random() < kept:
                    _put(image, where, None)
                continue
            for sector in range(where // SECTOR, (where + len(what) - 1) // SECTOR + 1):
                states.setdefault(sector, []).append(bytes(scratch[sector * SECTOR : (sector + 1) * SECTOR]))
        for sector, seen in sorted(states.items()):
            if rng.random() < kept:
                _put(image, sector * SECTOR, seen[-1] if rng.random() < 0.8 else rng.choice(seen))
        return bytes(image)


def _put(content: bytearray, where: int, what: bytes | None) -> None:
    if what is None:
        del content[where:]
        return
    if len(content) < where:
        content.extend(bytes(where - len(content)))
    content[where : where + len(what)] = what


class Disk(apsw.VFS):
    """Files by name. `fuse` operations until whoever writes dies in the middle of one."""

    def __init__(self, rng: random.Random, files: dict[str, bytes] | None = None):
        self.rng = rng
        self.files = {name: File(content) for name, content in (files or {}).items()}
        self.name = f"disk {next(NAMES)}"
        self.dead = self.full = self.lying = False
        self.fuse = FOREVER
        self.die: Callable[[], None] = lambda: None
        self.failing = 0.0  # of all operations
        self.writes = self.syncs = self.faults = 0
        super().__init__(self.name, base="", makedefault=True)

    def check(self, *, writes: bool = False) -> None:
        """Before every operation."""
        if self.dead:
            raise Died
        if self.failing and self.rng.random() < self.failing:
            self.faults += 1
            raise apsw.IOError("the simulated disk failed")
        if writes and self.full:
            self.faults += 1
            raise apsw.FullError("the simulated disk is full")
        if writes:
            self.fuse -= 1

    def burnt(self) -> bool:
        """Does whoever writes die now?"""
        if self.fuse > 0:
            return False
        self.dead = True
        self.die()
        return True

    def image(self, *, power_lost: bool) -> dict[str, bytes]:
        """The files as the next process finds them."""
        if not power_lost:
            return {name: bytes(file.data) for name, file in self.files.items()}
        return {name: file.after_crash(self.rng) for name, file in self.files.items()}

    # -- what SQLite calls

    def xOpen(self, name: Any, flags: list[int]) -> Any:
        self.check()
        flags[1] = flags[0]
        known = name if isinstance(name, str) else name.filename() if name else f"temporary {next(NAMES)}"
        return _Open(self, self.files.setdefault(known, File()))

    def xDelete(self, name: str, syncdir: bool) -> None:
        self.check(writes=True)
        self.files.pop(name, None)

    def xAccess(self, name: str, flags: int) -> bool:
        self.check()
        return name in self.files

    def xFullPathname(self, name: str) -> str:
        return name

    def xRandomness(self, size: int) -> bytes:
        return self.rng.randbytes(size)

    def xSleep(self, microseconds: int) -> int:
        return microseconds

    def xCurrentTime(self) -> float:
        return 2460000.0

    def xCurrentTimeInt64(self) -> int:
        return 2460000 * 86_400_000

    def xGetLastError(self) -> tuple[int, str]:
        return 0, ""


class _Open:
    """One open file, as SQLite sees it."""

    def __init__(self, disk: Disk, file: File):
        self.disk, self.file = disk, file

    def xRead(self, amount: int, offset: int) -> bytes:
        self.disk.check()
        return bytes(self.file.data[offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:
        self.disk.check(writes=True)
        self.disk.writes += 1
        if self.disk.fuse <= 0:
            data = data[: self.disk.rng.randrange(len(data) + 1)]
        self.file.do(offset, bytes(data))
        if self.disk.burnt():
            raise Died

    def xTruncate(self, size: int) -> None:
        self.disk.check(writes=True)
        self.file.do(size, None)

    def xSync(self, flags: int) -> None:
        try:
            self.disk.check(writes=True)
        except apsw.IOError:  # what waited may be there or not, and nobody will try it again
            self.file.durable = bytearray(self.file.after_crash(self.disk.rng))
            self.file.pending.clear()
            raise
        self.disk.syncs += 1
        if self.disk.burnt():
            raise Died
        if not self.disk.lying:
            self.file.sync()

    def xFileSize(self) -> int:
        self.disk.check()
        return len(self.file.data)

    def xClose(self) -> None:
        pass

    def xLock(self, level: int) -> None:
        pass

    def xUnlock(self, level: int) -> None:
        pass

    def xCheckReservedLock(self) -> bool:
        return False

    def xFileControl(self, operation: int, pointer: int) -> bool:
        return False

    def xSectorSize(self) -> int:
        return SECTOR

    def xDeviceCharacteristics(self) -> int:
        return POWERSAFE_OVERWRITE
