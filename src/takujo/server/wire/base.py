"""What requests, answers and messages are made of: limits, names of choices, checks of text."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, field_validator
from pydantic_core import to_json

Json = dict[str, Any]

PROTOCOL = 6  # of the messages over socket and stream
NAME = 24  # characters
CHAT = 300
NOTES = 4000
KEY = 64
ENTROPY = 128
ACTION = 400  # characters of JSON: no action of any title has half as many
LEVEL = "[a-z][a-z0-9-]{0,23}"  # a name: a server may have bots of its own
COMPONENTS = 32_000  # of somebody's own cards: four times ours
Key = Annotated[str, StringConstraints(min_length=1, max_length=KEY)]
Entropy = Annotated[str, StringConstraints(max_length=ENTROPY)]
UNBOUND = "Mixed into the shuffle where nobody commits; known to the server at once: `commitment` proves more."
Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Components = Annotated[str, StringConstraints(min_length=1, max_length=COMPONENTS)]
Level = Annotated[str, StringConstraints(pattern=f"^{LEVEL}$")]
Kind = Literal["open", "reserved", "person", "bot"]
Status = Literal["waiting", "playing", "over", "ended"]
Auto = Literal["away", "left"]
Spectators = Literal["none", "public", "seat", "seats", "after"]
Talk = Literal["ask", "refuse", "off"]
Eyes = int | Literal["spectator", "all"]
Start = Literal["lots", "host", "vote"]
Score = Literal["wins", "points", "both"]
Word = Literal["host", "vote"]
Face = Literal["moon", "sun", "star", "leaf", "mountain", "fish", "drop", "bell"]
Question = Literal["pause", "end", "kick", "return"]
Stamp = Literal["laugh", "wow", "think", "cry", "clap", "heart", "tea", "skull"]
Watched = Annotated[
    int | None,
    Field(ge=0, le=15, description="Of a spectator: through whose eyes, where the table's `spectators` are `seats`."),
]
CONSENT = 2  # others at least who give somebody their seat again


def one_line(text: str) -> str:
    """Text with no line breaks or other characters that draw nothing; spaces at its ends go."""
    if any(not character.isprintable() for character in text):
        raise ValueError("only printable characters in one line")
    return text.strip()


def _short(options: Any) -> Any:
    if len(to_json(options, inf_nan_mode="constants")) > ACTION:
        raise ValueError(f"it takes at most {ACTION} characters")
    return options


ShortOptions = Annotated[Json, BeforeValidator(_short)]


class Strict(BaseModel):
    """A request: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Making(Strict):
    """A request that makes something: a table, or somebody's seat at one."""

    key: Key | None = Field(
        None,
        description="The same key again gets the same answer, token included: make it of 16 random characters or more.",
    )
    commitment: Digest | None = Field(
        None,
        description="Binds your part of the shuffle: SHA-256 of the text `takujo entropy SEAT ENTROPY`, ENTROPY as 64 "
        "hexadecimal digits. Name the seat you want. You reveal ENTROPY when all seats are taken.",
    )


class Named(Strict):
    name: Annotated[str, StringConstraints(max_length=NAME)] | None = Field(None, description="Shown to the table.")
    face: Face | None = Field(
        None, description="A sign with a colour of its own. One that somebody else has is not given."
    )

    @field_validator("name")
    @classmethod
    def _one_line(cls, name: str | None) -> str | None:
        return None if name is None else one_line(name)
