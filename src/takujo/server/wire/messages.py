"""What goes over the socket, and from the server over the stream."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints, field_validator

from takujo.guide import Stage

from .base import (
    CHAT,
    NAME,
    PROTOCOL,
    Digest,
    Face,
    Json,
    Key,
    Named,
    Question,
    ShortOptions,
    Stamp,
    Strict,
    Watched,
    one_line,
)
from .requests import Act, Reveal
from .tables import Position, Problem, SeatClock, TableInfo

# -- the socket: from the client


class Hello(Strict):
    """The first message. Without a token: a spectator."""

    type: Literal["hello"]
    token: Annotated[str, StringConstraints(max_length=100)] | None = None
    eyes: Watched = None
    changes: bool = Field(
        False, description="After the first `state` tell what changes, as `change`, where that is enough."
    )


class ActMessage(Act):
    type: Literal["act"]


class UndoMessage(Strict):
    """I take my last decision back: nobody has learned anything from it (`undo` of the last state says so).

    Who had noticed it is told by an event `taken-back`, with the `seat`; its clock has run on.
    """

    type: Literal["undo"]
    key: Key
    decision: int = Field(ge=0, description="The seat's own count, as the last state gave it; it goes on.")


class Words(Strict):
    """Something that the table reads, and that the rulebook may forbid to say."""

    key: Key
    anyway: bool = Field(False, description="Although it was held back: for tables whose `talk` is `ask`.")


class Sentence(Strict):
    text: Annotated[str, StringConstraints(min_length=1, max_length=CHAT)]

    @field_validator("text")
    @classmethod
    def _not_empty(cls, text: str) -> str:
        text = one_line(text)
        if not text:
            raise ValueError("there are only spaces in it")
        return text


class ChatMessage(Sentence, Words):
    type: Literal["chat"]


class AsideMessage(Sentence, Named):
    """Of a spectator, to the other spectators. Those who sit are told when the game is over."""

    type: Literal["aside"]
    key: Key


class QuickMessage(Words):
    """One of the title's `lines`: everybody reads it in their own language."""

    type: Literal["quick"]
    say: Annotated[str, StringConstraints(pattern=r"^[a-z-]{1,24}$")]


class StampMessage(Strict):
    """A picture from a fixed set, of somebody who sits."""

    type: Literal["stamp"]
    key: Key
    stamp: Stamp


class HushMessage(Strict):
    """The host closes talk at the table, or opens it; anybody, when the host has left."""

    type: Literal["hush"]
    key: Key
    closed: bool


class PublishMessage(Strict):
    """The host lets anybody find the table, or nobody any more."""

    type: Literal["publish"]
    key: Key
    public: bool


class NameMessage(Words):
    type: Literal["name"]
    name: Annotated[str, StringConstraints(max_length=NAME)]

    @field_validator("name")
    @classmethod
    def _one_line(cls, name: str) -> str:
        return one_line(name)


class FaceMessage(Strict):
    """My sign at this table: one that nobody else has."""

    type: Literal["face"]
    key: Key
    face: Face


class VoteMessage(Strict):
    """Pause or end the table, or kick somebody; your last word counts. People who are away do not.

    A pause and the end are done when all agree, and anybody may resume. A kick takes most of the others, at least two;
    then a bot has the seat for good. A return gives a seat to somebody who says that they lost the browser: it takes
    all of the others while nobody is connected there, at once if they are two or more, after five times as long as a
    vote if it is one; a no of the seat itself ends it, and in the second case any use of its token.
    """

    type: Literal["vote"]
    key: Key
    what: Question
    yes: bool
    seat: int | None = Field(None, ge=0, le=15, description="With `kick` and `return`: whose seat it is about.")


class RelieveMessage(Strict):
    """A bot decides for somebody who is away (`presence` says: `gone` or `slow`), until they are back."""

    type: Literal["relieve"]
    key: Key
    seat: int = Field(ge=0, le=15)


class StartMessage(Strict):
    """Who begins, when `asking.asked` names your seat; null: lots may decide. The last word counts."""

    type: Literal["start"]
    key: Key
    seat: int | None = Field(ge=0, le=15)


class SwapMessage(Strict):
    """The host changes options for this game of a series, or proposes it where all vote."""

    type: Literal["swap"]
    key: Key
    options: ShortOptions


class AgreeMessage(Strict):
    """To what the host proposes: done when every person at the table agrees."""

    type: Literal["agree"]
    key: Key
    yes: bool


class ReadyMessage(Strict):
    """I want to start, or not yet. Who was ready is asked again when the host changes seats or options."""

    type: Literal["ready"]
    key: Key
    yes: bool


class CommitMessage(Strict):
    """Binds your part of the shuffle to the seat that the host has moved you to: what was bound before is void."""

    type: Literal["commit"]
    key: Key
    commitment: Digest


class BeginMessage(Strict):
    """The host: what has been said counts; or, where all seats are taken, play need not wait for all to be ready."""

    type: Literal["begin"]
    key: Key


class ResumeMessage(Strict):
    type: Literal["resume"]
    key: Key


class BackMessage(Strict):
    """I decide for myself again."""

    type: Literal["back"]
    key: Key


class LeaveMessage(Strict):
    """Before the start the seat becomes open; later a bot decides until the owner is back."""

    type: Literal["leave"]
    key: Key


class RevealMessage(Reveal):
    type: Literal["reveal"]


class PingMessage(Strict):
    type: Literal["ping"]


class WholeMessage(Strict):
    """What I have is not what the digest says: the whole `state` once more, please."""

    type: Literal["whole"]
    after: int = Field(ge=0, description="The last seq that was right: the events after it come again.")


ClientMessage = Annotated[
    ActMessage
    | UndoMessage
    | ChatMessage
    | AsideMessage
    | QuickMessage
    | StampMessage
    | HushMessage
    | PublishMessage
    | NameMessage
    | FaceMessage
    | VoteMessage
    | StartMessage
    | SwapMessage
    | AgreeMessage
    | ReadyMessage
    | CommitMessage
    | BeginMessage
    | ResumeMessage
    | RelieveMessage
    | BackMessage
    | LeaveMessage
    | RevealMessage
    | WholeMessage
    | PingMessage,
    Field(discriminator="type"),
]


# -- the socket: from the server


class StateMessage(Position):
    """Sent when something changed for this seat. `events`: what it was told since the last state (or `after`)."""

    type: Literal["state"] = "state"
    events: list[Json]
    stages: list[Stage] = Field(
        description="What could be looked at on the way to `view`, in the last change that had anything of the kind."
    )
    result: Json | None


class ChangedStage(BaseModel):
    """A stage of a `change`."""

    start: int
    end: int
    changes: Json = Field(description="The keys of the view before it that are others now, and their values.")


class ChangeMessage(BaseModel):
    """In place of a `state`, to those who asked for it in their hello and have the state with the seq before.

    Changes build on each other: the stages, if any, on the view there was, then `changes` on the last of them.
    """

    type: Literal["change"] = "change"
    changes: Json = Field(description="The keys of the view that are others now, and their values.")
    digest: int = Field(
        description="CRC-32 of the whole view that comes of it, as JSON in UTF-8 without spaces, its keys in the order "
        "of the last `state`."
    )
    seq: int
    decision: int
    legal: list[Json]
    to_act: list[int]
    undo: bool
    clock: list[SeatClock] | None
    result: Json | None
    events: list[Json]
    stages: list[ChangedStage]


class TableMessage(BaseModel):
    """Sent when the table itself changed: who sits, votes, its end."""

    type: Literal["table"] = "table"
    protocol: int = Field(PROTOCOL, description="Of these messages: raised whenever they change.")
    table: TableInfo
    seat: int | None
    clock: list[SeatClock] | None


class AckMessage(BaseModel):
    type: Literal["ack"] = "ack"
    key: str
    seq: int


class RefusedMessage(Problem):
    type: Literal["refused"] = "refused"
    key: str | None = Field(description="null: the message had none that could be read.")


class ChatLine(BaseModel):
    seat: int | None = Field(description="Where they sat then; null: a spectator.")
    person: int | None = Field(None, description="Who said it, as in `seats`.")
    name: str
    text: str
    at: int
    say: str | None = Field(None, description="One of the title's `lines`; `text` has it in English.")
    stamp: Stamp | None = Field(None, description="A picture, without text.")


class ChatsMessage(BaseModel):
    """What was said at the table."""

    type: Literal["chat"] = "chat"
    lines: list[ChatLine]


class GalleryMessage(BaseModel):
    """What spectators have said among themselves. Those who sit are not told before the game is over."""

    type: Literal["gallery"] = "gallery"
    lines: list[ChatLine]


class PresenceMessage(BaseModel):
    """Which seats have an open connection, and for whom others need not wait."""

    type: Literal["presence"] = "presence"
    seats: list[int]
    gone: list[int] = Field(description="No connection for some time: they do not count in votes.")
    slow: list[int] = Field(description="To act for long where no clock runs. Spectators are not told.")
    watching: int = Field(description="How many spectators are there.")


class PongMessage(BaseModel):
    type: Literal["pong"] = "pong"


ServerMessage = Annotated[
    StateMessage
    | ChangeMessage
    | TableMessage
    | AckMessage
    | RefusedMessage
    | ChatsMessage
    | GalleryMessage
    | PresenceMessage
    | PongMessage,
    Field(discriminator="type"),
]
