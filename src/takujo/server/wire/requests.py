"""What a client asks for over HTTP about a table."""

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, field_validator
from pydantic_core import to_json

from .base import (
    ACTION,
    NOTES,
    UNBOUND,
    Components,
    Digest,
    Entropy,
    Json,
    Key,
    Level,
    Making,
    Named,
    Score,
    ShortOptions,
    Spectators,
    Start,
    Strict,
    Talk,
    Word,
)


class SeatPlan(Strict):
    """Who is to sit in a seat."""

    kind: Literal["open", "bot"]
    level: Level = Field("regular", description="How well the bot plays: one of the `levels` of a game.")


class Arrangement(SeatPlan):
    """Who is to sit in a seat of a table that has not started."""

    remove: bool = Field(False, description="Also if somebody sits there: they have to go.")


class Order(Strict):
    """Who sits where at a table that has not started."""

    seats: list[Annotated[int, Field(ge=0, le=15)] | None] = Field(
        max_length=16,
        description="Of each seat the one it was until now; null: a new one, open. The others are closed.",
    )


class OptionChange(Strict):
    """Options of a table that has not started; the others stay."""

    options: ShortOptions


class Pace(Strict):
    """How much time there is: `relaxed` has no clock."""

    kind: Literal["relaxed", "live", "days"] = "relaxed"
    bank: int = Field(600, ge=10, le=7200, description="live: seconds each seat has at the start")
    increment: int = Field(15, ge=0, le=600, description="live: seconds a seat gets for each decision")
    days: int = Field(3, ge=1, le=30, description="days: for each decision")


class SeriesPlan(Strict):
    """An evening of several games with a running score."""

    games: int | None = Field(None, ge=2, le=20, description="null: open end.")
    score: Score = Field("wins", description="What decides; `both`: wins, and between equals points.")
    swap: Word = Field(
        "host", description="Who changes, between two games, the options that a title lets change (`between`)."
    )


class NewTable(Named, Making):
    game: str = Field(description="As GET /api/games names it.", examples=["ritual"])
    players: int | None = Field(None, description="As many as `seats` when left out.")
    options: Json = Field(default_factory=dict, description="Rules options; what is left out takes its default.")
    seats: list[SeatPlan] | None = Field(None, max_length=16, description="Missing ones are open.")
    pace: Pace = Pace()
    spectators: Spectators = Field(
        "public",
        description="What those see who do not sit at the table: what is public, what one seat sees (`seat`), or what "
        "a seat sees that they choose (`seats`).",
    )
    watched: int = Field(0, ge=0, le=15, description="With spectators `seat`: through whose eyes.")
    delay: int | None = Field(
        None, ge=0, le=600, description="With `seat` and `seats`: seconds after which they see what it sees; 60."
    )
    talk: Talk | None = Field(
        None,
        description="What becomes of words that the rulebook forbids to say, while a match is played: `ask` holds them "
        "back until they are sent with `anyway`, `refuse` holds them back, `off` lets them pass. Left out: `ask`, "
        "at a table of friends; `refuse` at one that is `public`.",
    )
    aids: bool = Field(True, description="The page shows what people at a real table would have to keep in mind.")
    coach: bool = Field(
        False,
        description="Everybody at the table may ask their page for chances, what choices lead to, and what if, while "
        "it is played; not at a rated table.",
    )
    public: bool = Field(False, description="Anybody finds it at GET /api/board, while somebody is there.")
    gather: bool = Field(
        False, description="Play starts when all seats are taken and all people are `ready`, or the host says `begin`."
    )
    rated: bool = Field(
        False,
        description="It counts for the ratings of those with an account who want it; with the usual cards, two seats "
        "or more, and nobody looking through a seat.",
    )
    sit: bool = Field(True, description="The creator takes the first open seat.")
    start: Start = Field("lots", description="Who begins is drawn by lot, named by the host, or voted on by all.")
    series: SeriesPlan | None = Field(None, description="null: a single game.")
    entropy: Entropy | None = Field(None, description=UNBOUND)
    patience: int | None = Field(
        None,
        ge=0,
        le=86_400,
        description="Seconds after which a bot takes the seat of somebody who is to act and has no connection, while "
        "others wait; at least 10, or 0: never by itself. Left out: 180 at the pace `relaxed`, where no clock does it.",
    )
    webhook: Annotated[str, StringConstraints(max_length=500)] | None = Field(
        None, description="An address that is told when it is somebody's turn."
    )
    components: Components | None = Field(
        None, description="Your own cards, as TOML; GET /api/games/{game}/components gives the usual ones."
    )


class Join(Named, Making):
    seat: int | None = Field(None, ge=0, le=15, description="The first open seat when left out.")
    entropy: Entropy | None = Field(None, description=UNBOUND)


class Rematch(Making):
    """A rematch: your seat is the one you had."""


class Claim(Strict):
    """A link to a seat, taken on another device."""

    secret: Annotated[str, StringConstraints(min_length=1, max_length=100)] = Field(description="`secret` of the link.")
    key: Key = Field(description="The same key again gets the same answer, token included.")


class Ask(Strict):
    """A seat is mine, and I have lost the browser that knew it."""

    seat: int = Field(ge=0, le=15)
    key: Key = Field(description="The same key again gets the same answer: make it of 16 random characters or more.")


class Act(Strict):
    key: Key = Field(description="The same key again gets the same answer, and nothing is done twice.")
    decision: int | None = Field(None, description="The seat's own count, as the last state gave it.")
    action: Json = Field(description="One of `legal`.")

    @field_validator("action", mode="before")
    @classmethod
    def _short(cls, action: Any) -> Any:
        if len(to_json(action, inf_nan_mode="constants")) > ACTION:
            raise ValueError(f"no action takes more than {ACTION} characters")
        return action


class Reveal(Strict):
    key: Key = Field(description="The same key again gets the same answer, and nothing is done twice.")
    entropy: Digest = Field(description="What your commitment was made of: 64 hexadecimal digits.")


class Notes(Strict):
    """What somebody has noted for themselves: nobody else is sent it."""

    text: Annotated[str, StringConstraints(max_length=NOTES)]


class Subscription(Strict):
    """A browser's own, as its PushManager gives it."""

    endpoint: Annotated[str, StringConstraints(min_length=1, max_length=500)]
    p256dh: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{87}$")]
    auth: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22}$")]
    language: Annotated[str, StringConstraints(max_length=8)] = "en"


class Push(Strict):
    """Where you are told that it is your turn, when your page is closed."""

    subscription: Subscription | None = Field(description="null: nowhere any more.")
