"""What is answered about a table."""

from typing import Literal

from pydantic import BaseModel, Field

from takujo.guide import Stage

from .base import Auto, Digest, Eyes, Face, Json, Kind, Level, Question, Score, Spectators, Start, Status, Talk, Word
from .games import ComponentsInfo
from .requests import Pace


class PushKey(BaseModel):
    key: str = Field(description="The server's, for PushManager.subscribe (VAPID).")


class Seated(BaseModel):
    """A seat of your own. The token is shown once; it is all that proves who you are."""

    seat: int | None
    token: str


class Pass(BaseModel):
    """A link to your own seat, for another device of yours: whoever has it can take it, once."""

    secret: str
    until: int = Field(description="Milliseconds since 1970: then it is void.")


class Calendar(BaseModel):
    """Whoever has this address reads when your decisions are due."""

    path: str = Field(description="On this server; `?lang=ja` for Japanese words.")


class Created(Seated):
    table: str
    code: str = Field(description="Short: to be told or typed.")


class Acknowledged(BaseModel):
    seq: int


class Problem(BaseModel):
    """Why something was refused."""

    code: str
    reason: str
    rule: str | None = Field(None, description="The section of the rules page.")
    details: Json | None = Field(None, description="What fills the sentence of this code in the game's text tables.")
    anyway: bool = Field(False, description="Held back by what it says: the same with `anyway` true is done.")


class SeatInfo(BaseModel):
    seat: int
    kind: Kind
    name: str
    level: Level | None
    auto: Auto | None = Field(description="A bot decides until this person is back.")
    face: Face | None = Field(None, description="The sign of this person; null: none was chosen.")
    person: int | None = Field(
        None, description="Who sits there, wherever they are moved: people are counted as they sit down."
    )
    ready: bool = Field(False, description="Where the table waits for it: this person wants to start.")


class Vote(BaseModel):
    """What is being voted on. People who are away do not count."""

    what: Question
    seat: int | None = Field(description="With `kick`: who is to go; with `return`: which seat somebody asks for.")
    yes: list[int] = Field(description="Seats that agree.")
    no: list[int] = Field(description="Seats that do not.")
    until: int = Field(description="Milliseconds since 1970: then it lapses.")
    alone: bool = Field(
        False,
        description="With `return`: one other person sits there. If they agree, the seat is given when the time is up, "
        "unless its token was used meanwhile.",
    )


class Deal(BaseModel):
    """How the shuffle is being bound by those who committed to a part of it."""

    commitments: list[Digest | None] = Field(description="Of each seat; null: it adds nothing that is bound.")
    entropy: list[str | None] | None = Field(description="What was revealed, once the cards are dealt; null before.")
    awaited: list[int] = Field(description="Seats that must reveal now: all seats are taken.")
    until: int | None = Field(
        description="Milliseconds since 1970: then a bot takes the place of who has not revealed."
    )


class Asking(BaseModel):
    """All sit, and before the cards are dealt people say who begins, and what changes for this game of a series."""

    asked: list[int] = Field(description="Seats that say who begins.")
    answers: dict[int, int | None] = Field(description="Of each that has: the seat it named; null: lots may decide.")
    swaps: bool = Field(description="The host may change options that are `between`, and says when to begin.")
    proposal: Json | None = Field(description="Options that the host wants to change; done when all have agreed.")
    agreed: list[int] = Field(description="Seats that agree to the proposal.")
    until: int = Field(description="Milliseconds since 1970: then what has been said counts.")


class Tally(BaseModel):
    """Of a seat, in a series so far."""

    wins: int
    points: int


class SeriesInfo(BaseModel):
    """The series that a table belongs to. A game that was ended by a vote does not count."""

    id: str = Field(description="The series' first table.")
    games: int | None
    score: Score
    swap: Word
    number: int = Field(description="Which game this is.")
    tally: list[Tally] = Field(description="Of each seat, this game included once it is over.")
    leaders: list[int] = Field(description="Who has won the series when it is over, and leads before that.")
    over: bool


class SeriesGame(BaseModel):
    """One game of a series."""

    table: str
    removed: bool = Field(description="The server has the table no more.")
    status: Status
    number: int | None = Field(description="null: it was ended by a vote, and does not count.")
    options: Json
    result: Json | None
    tally: list[Tally] = Field(description="After this game.")


class Series(SeriesInfo):
    """A series with all its games, up to the newest."""

    tables: list[SeriesGame]


class TableInfo(BaseModel):
    """All that is public about a table."""

    id: str
    code: str
    game: str
    players: int
    options: Json
    pace: Pace
    spectators: Spectators
    watched: int = Field(description="Through whose eyes spectators look, who choose none.")
    delay: int | None = Field(
        None,
        description="Seconds after which spectators see what a seat sees; null: they do not look through any.",
    )
    talk: Talk = Field(description="What becomes of words that the rulebook forbids to say.")
    public: bool = Field(False, description="Anybody finds it at GET /api/board, while somebody is there.")
    rated: bool = Field(False, description="It counts for ratings: GET /api/tables/{table}/ratings has them.")
    hushed: bool = Field(False, description="The host has closed talk: nobody can say anything.")
    aids: bool = Field(description="The page shows what people at a real table would have to keep in mind.")
    coach: bool = Field(False, description="Everybody may ask their page for chances and what choices lead to.")
    gather: bool = Field(False, description="Play waits until all people are `ready`, or the host says `begin`.")
    status: Status
    paused: bool
    seats: list[SeatInfo]
    host: int | None = Field(
        description="The seat that arranges the table: its maker, or who came after; null: its maker does not sit."
    )
    votes: list[Vote]
    patience: int = Field(
        0,
        description="Seconds after which a bot takes the seat of somebody who is to act and has no connection, while "
        "others wait; 0: never by itself.",
    )
    commitment: str = Field(description="Binds the shuffle before anybody acts; the record shows the seed at the end.")
    deal: Deal | None = Field(description="null: nobody here has committed to a part of the shuffle.")
    start: Start = Field("lots", description="How it is settled who begins.")
    asking: Asking | None = Field(None, description="null: nobody is asked anything now.")
    series: SeriesInfo | None = Field(None, description="null: a single game.")
    rematch: str | None = Field(description="The table where the same people play again.")
    again: list[int] = Field(default_factory=list, description="Seats whose people have gone there.")
    created: int = Field(description="Milliseconds since 1970.")
    components: ComponentsInfo | None = Field(
        None, description="null: played with the usual cards. Else GET /api/tables/{table}/components gives them."
    )
    compiled: bool = Field(True, description="false: the game is still being compiled; experts play as regulars.")
    until: int | None = Field(
        None,
        description="Milliseconds since 1970: then the table is removed, unless somebody does something here before. "
        "null: not within three days.",
    )


class PublicTable(BaseModel):
    """A table that anybody may find: to sit down at, or to watch."""

    table: str
    game: str
    players: int
    free: int = Field(description="Seats that are open.")
    names: list[str] = Field(description="Of the people who sit there.")
    status: Status
    pace: Literal["relaxed", "live", "days"]
    own: bool = Field(description="Played with cards of its own.")
    rated: bool = Field(False, description="It counts for ratings.")
    created: int


class Link(BaseModel):
    """A link of the server's chain: SHA-256 of `takujo link PREVIOUS NUMBER AT KIND TABLE DIGEST`, as text."""

    number: int
    at: int
    kind: Literal["deal", "end", "gone"]
    table: Digest = Field(description="SHA-256 of the table's id.")
    digest: Digest = Field(description="Of the deal, or of the record, as canonical JSON.")
    link: Digest


class Chain(BaseModel):
    """Part of the chain, in order, and its newest link, signed."""

    key: Digest = Field(description="The server's public key (Ed25519).")
    links: list[Link]
    head: Link | None
    signature: str | None = Field(description="Of `takujo head NUMBER LINK`, by the key.")


class Receipt(BaseModel):
    """What was bound when a table was dealt: keep it. `signature` is that of all else, as canonical JSON."""

    deal: Json = Field(description="Table, game, players, options, commitments and entropy.")
    number: int = Field(description="The link of the chain that holds its digest.")
    at: int
    link: Digest
    key: Digest
    signature: str


class SeatClock(BaseModel):
    left: int = Field(description="Milliseconds at the moment of sending.")
    running: bool


class Position(BaseModel):
    """A table as one seat, or a spectator, may know it. `view` is null until play starts."""

    seq: int = Field(description="Your own count of what you were sent.")
    decision: int = Field(description="Your own count of decisions.")
    view: Json | None
    legal: list[Json]
    to_act: list[int]
    undo: bool = Field(False, description="Nobody has learned anything from your last decision: `undo` takes it back.")
    clock: list[SeatClock] | None


class TableState(Position):
    table: TableInfo
    seat: int | None
    result: Json | None


class ReplayStep(BaseModel):
    """The match after one more action; the first step is after the set-up."""

    seat: int | None = Field(description="Whose action it was; null for the set-up.")
    action: Json | None = Field(description="null where these eyes did not see it.")
    events: list[Json]
    view: Json = Field(description="As the engine gives it; with `all` the position, nothing hidden.")
    to_act: list[int]
    stages: list[Stage] = Field(description="What could be looked at on the way to `view`.")


class Replay(BaseModel):
    """A finished match from the set-up to its end."""

    seat: Eyes = Field(description="Through whose eyes: a seat, a spectator, or with everything open.")
    steps: list[ReplayStep]
    rounds: list[int] = Field(description="The steps with which a round begins, the first step among them.")
    verified: bool = Field(description="Played again from the seed, every action and the result came out the same.")
