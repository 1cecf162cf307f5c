"""The deadline of a seat's decision as a calendar (RFC 5545), for tables where a decision may take days.

It tells the title, that a decision is due, and when: what everybody at the table sees, and nothing of the position.
"""

from datetime import UTC, datetime, timedelta

from .table import Table

__all__ = ["calendar"]

OCTETS = 75  # of a line
SHOWN = timedelta(minutes=30)  # before the deadline: how long the entry is in a calendar
# a calendar holds at least one part, also while nothing is due
ZONE = [
    "BEGIN:VTIMEZONE", "TZID:UTC", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0000",
    "TZOFFSETTO:+0000", "END:STANDARD", "END:VTIMEZONE",
]  # fmt: skip


def calendar(table: Table, seat: int, language: str, page: str) -> bytes:
    """What is due of this seat, if anything; `page`: the table's address."""
    from takujo.core.words import frame  # what parses is loaded when something is said

    words, title = frame(language), table.game.text.title[language]
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//takujo//calendar//EN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_text(words.say('calendar-name', title=title))}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        "X-PUBLISHED-TTL:PT1H",
        *ZONE,
    ]
    if (due := table.clocks.due(seat)) is not None:
        began, until = (datetime.fromtimestamp(at // 1000, UTC) for at in (table.clocks.began[seat] or due, due))
        lines += [
            "BEGIN:VEVENT",
            f"UID:{table.id}-{table.seats[seat].joined}@takujo",
            f"DTSTAMP:{_time(began)}",
            f"SEQUENCE:{int(began.timestamp()) % 2**31}",  # the same entry, later: it moves
            f"DTSTART:{_time(until - SHOWN)}",
            f"DTEND:{_time(until)}",
            f"SUMMARY:{_text(words.say('calendar-due', title=title))}",
            f"DESCRIPTION:{_text(words.say('calendar-text'))}",
            f"URL:{page}",
            "TRANSP:TRANSPARENT",
            "BEGIN:VALARM",
            "ACTION:DISPLAY",
            "TRIGGER:-PT12H",
            f"DESCRIPTION:{_text(words.say('calendar-due', title=title))}",
            "END:VALARM",
            "END:VEVENT",
        ]
    return b"".join(map(_folded, [*lines, "END:VCALENDAR"]))


def _time(at: datetime) -> str:
    return f"{at:%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return text


def _folded(line: str) -> bytes:
    """A line of at most 75 octets, and what is left of it on lines that begin with a space."""
    rows, row = [], b""
    for character in line:
        part = character.encode()
        if len(row) + len(part) > OCTETS:
            rows.append(row)
            row = b" "
        row += part
    return b"\r\n".join([*rows, row]) + b"\r\n"
