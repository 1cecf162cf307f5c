"""What goes over the wire about accounts: requests and answers, as `wire` has them for tables."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints
from pydantic_core import to_json

from .wire import Face, Named, Strict

Json = dict[str, Any]

SETTINGS = 2000  # characters of JSON
SYNCED = 30  # seats that one request names
Base64 = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]+$", max_length=8000)]
CredentialId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]+$", max_length=1366)]
Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]


def _short(settings: Any) -> Any:
    if len(to_json(settings, inf_nan_mode="constants")) > SETTINGS:
        raise ValueError(f"it takes at most {SETTINGS} characters")
    return settings


class Purpose(Strict):
    """What a passkey is to be used for."""

    purpose: Literal["new", "sign-in", "add"] = Field(description="`new` account, `sign-in`, `add` a passkey to mine.")
    name: Annotated[str, StringConstraints(max_length=60)] = Field("", description="What the passkey is kept under.")


class Attestation(Strict):
    clientDataJSON: Base64  # noqa: N815 - WebAuthn's name
    attestationObject: Base64  # noqa: N815


class Assertion(Strict):
    clientDataJSON: Base64  # noqa: N815
    authenticatorData: Base64  # noqa: N815
    signature: Base64
    userHandle: Base64 | None = None  # noqa: N815


class NewCredential(Strict):
    """A browser's answer to `navigator.credentials.create`, bytes as base64url."""

    id: CredentialId
    rawId: CredentialId  # noqa: N815
    type: Literal["public-key"]
    response: Attestation


class Credential(Strict):
    """A browser's answer to `navigator.credentials.get`, bytes as base64url."""

    id: CredentialId
    rawId: CredentialId  # noqa: N815
    type: Literal["public-key"]
    response: Assertion


class Profile(Named):
    """How somebody likes to be known, and the page. What is left out stays as it is."""

    settings: Annotated[Json, BeforeValidator(_short)] | None = Field(
        None, description="Of the page: kept as they are, sealed."
    )
    rated: bool | None = Field(None, description="From now on my rated matches count.")
    public: bool | None = Field(None, description="Anybody may see my profile: ratings, and how my matches ended.")


class NewAccount(Profile):
    credential: NewCredential


class SignIn(Strict):
    credential: Credential


class NewPasskey(Strict):
    credential: NewCredential


class OldPasskey(Strict):
    id: CredentialId


class SignOut(Strict):
    where: Literal["here", "everywhere"] | Id = Field(
        "here", description="This browser, all of mine, or the session with this id."
    )


class SeatLink(Strict):
    table: Annotated[str, StringConstraints(max_length=24)]
    token: Annotated[str, StringConstraints(max_length=100)]


class Seats(Strict):
    """Seats that this browser holds and that are to be mine on every device."""

    seats: list[SeatLink] = Field(max_length=SYNCED)


class Forgotten(Strict):
    table: Annotated[str, StringConstraints(max_length=24)]


# -- answers


class Challenge(BaseModel):
    """For `navigator.credentials`: its `publicKey`, with bytes as base64url. Good once, within five minutes."""

    options: Json


class PasskeyInfo(BaseModel):
    id: str
    label: str = Field(description="Browser and system with which it was made.")
    host: str = Field(description="The name of this server with which it works.")
    created: int
    used: int | None


class SessionInfo(BaseModel):
    id: str
    label: str = Field(description="Browser and system, as it called itself.")
    created: int
    seen: int = Field(description="To the day.")
    until: int
    here: bool = Field(description="The one that asks.")


class Account(BaseModel):
    """My account: for its owner alone."""

    profile: str = Field(description="The id under which others find my profile, if it is public.")
    created: int
    name: str
    face: Face | None
    settings: Json
    rated: bool
    public: bool
    passkeys: list[PasskeyInfo]
    sessions: list[SessionInfo]


class MySeat(BaseModel):
    """A seat of mine, with a token for this browser: it ends with its session."""

    table: str
    code: str
    game: str
    seat: int
    token: str
    at: int


class MySeats(BaseModel):
    mine: list[str] = Field(description="Those of the named tables at which the seat is mine.")
    others: list[MySeat] = Field(description="Those that were not named, the newest first.")


# -- ratings and history


class Wanted(BaseModel):
    """Which matches: a query, so numbers come as text."""

    model_config = ConfigDict(extra="forbid")

    game: Annotated[str, StringConstraints(max_length=60)] | None = None
    outcome: Literal["won", "lost", "away", "ended"] | None = None
    players: int | None = Field(None, ge=1, le=16)
    who: Annotated[str, StringConstraints(max_length=24)] | None = Field(None, description="Part of another's name.")
    since: int | None = Field(None, ge=0, lt=2**53, description="Milliseconds since 1970.")
    until: int | None = Field(None, ge=0, lt=2**53)
    page: int = Field(0, ge=0, lt=10_000)


class Rating(BaseModel):
    """How strong somebody is at a title: 400 more win ten games of eleven between two."""

    game: str
    points: int
    provisional: bool = Field(description="Too few matches to say much.")
    matches: int


class SeatRating(BaseModel):
    seat: int
    points: int
    provisional: bool
    change: int | None = Field(description="By this match, once it is over and has counted.")


class PlayedMatch(BaseModel):
    """A match that has ended, for somebody who sat there."""

    code: str | None = Field(description="Of its table, for the replay; null: it was removed, or is not told.")
    game: str
    at: int
    players: int
    seat: int | None
    outcome: Literal["won", "lost", "away", "ended"] = Field(
        description="`away`: a bot had the seat at the end; `ended`: by a vote."
    )
    others: list[str] = Field(description="What the other people there were called.")
    points: int | None = Field(description="The rating after it; null: it did not count.")
    change: int | None


class History(BaseModel):
    matches: list[PlayedMatch]
    more: bool = Field(description="There are older ones.")


class PublicProfile(BaseModel):
    """What somebody lets everybody see."""

    name: str
    face: Face | None
    ratings: list[Rating]
    history: History
