"""The entries of a table's log: the whole life of each in one class, from what may be asked to what it changes."""

from ..entry import Entry, read
from .play import Act, Away, Back, Lapse, Relieve, Resume, Undo, Vote
from .roaming import Ask, Claim, Pass
from .seating import Again, Arrange, Commit, Create, Host, Join, Leave, Options, Order, Publish, Ready, Rematch
from .start import Agree, Begin, Reveal, Silent, Start, Swap
from .talk import Chat, Face, Hush, Name, Quick, Stamp

__all__ = [
    "Act", "Again", "Agree", "Arrange", "Ask", "Away", "Back", "Begin", "Chat", "Claim", "Commit", "Create", "Entry",
    "Face", "Host", "Hush", "Join", "Lapse", "Leave", "Name", "Options", "Order", "Pass", "Publish", "Quick", "Ready",
    "Relieve", "Rematch", "Resume", "Reveal", "Silent", "Stamp", "Start", "Swap", "Undo", "Vote", "read",
]  # fmt: skip
