"""What goes over the wire: every request, answer and message, as types. OpenAPI and the page's types come from here."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, field_validator
from pydantic_core import to_json

from takujo.guide import About, Picture, Stage
from takujo.lessons import PlayedScene

Json = dict[str, Any]

PROTOCOL = 5  # of the messages over socket and stream
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
Spectators = Literal["none", "public", "seat", "after"]
Talk = Literal["ask", "refuse", "off"]
Eyes = int | Literal["spectator", "all"]
Start = Literal["lots", "host", "vote"]
Score = Literal["wins", "points", "both"]
Word = Literal["host", "vote"]
Face = Literal["moon", "sun", "star", "leaf", "mountain", "fish", "drop", "bell"]
Question = Literal["pause", "end", "kick", "return"]
Stamp = Literal["laugh", "wow", "think", "cry", "clap", "heart", "tea", "skull"]
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


# -- requests


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
    spectators: Spectators = Field("public", description="What those see who do not sit at the table.")
    watched: int = Field(0, ge=0, le=15, description="With spectators `seat`: through whose eyes.")
    delay: int | None = Field(
        None, ge=0, le=600, description="With spectators `seat`: seconds after which they see what it sees; 60."
    )
    talk: Talk | None = Field(
        None,
        description="What becomes of words that the rulebook forbids to say, while a match is played: `ask` holds them "
        "back until they are sent with `anyway`, `refuse` holds them back, `off` lets them pass. Left out: `ask`, "
        "at a table of friends; `refuse` at one that is `public`.",
    )
    aids: bool = Field(True, description="The page shows what people at a real table would have to keep in mind.")
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


class CardSet(Strict):
    """Somebody's own cards, to be looked at."""

    components: Components = Field(description="TOML; GET /api/games/{game}/components gives the usual ones.")


class ViewQuestion(Strict):
    ask: str = Field(max_length=40, description="One of the game's questions, such as `chants` of RITUAL.")
    about: Json = Field({}, description="What it is about, where the question takes something.")


class Questions(Strict):
    """About one view. Nothing but what is sent here is looked at."""

    view: Json = Field(description="A view, a stage's view or a position, as it was received.")
    seat: int | None = Field(None, description="Who asks; null: a spectator.")
    questions: list[ViewQuestion] = Field(min_length=1, max_length=12)
    table: str | None = Field(None, max_length=40, description="A table with cards of its own: asked of these.")


class Answers(BaseModel):
    answers: list[Any] = Field(description="In the order of the questions.")


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


# -- answers


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


class ComponentsInfo(BaseModel):
    """Whose cards these are: not the usual ones."""

    digest: str = Field(description="Of the file, as the record of a match names it.")
    name: str = Field(description="As the file calls itself.")


class ComponentsCheck(ComponentsInfo):
    advice: list[str] = Field(description="Playable, but this could be better.")


class ComponentsFile(BaseModel):
    """Cards as data."""

    digest: str | None = Field(description="null: the usual ones.")
    name: str
    toml: str
    data: Json = Field(description="The same as JSON.")
    words: dict[str, dict[str, str]] = Field(description="What these cards are called, as in the game's text.")
    numbers: dict[str, int | str] = Field(
        description="The numbers of the rules with these cards, as in the game's text."
    )
    facts: Json = Field(description="What is printed on these cards, as in the game's text.")
    guide: list["GuideSection"] = Field(description="The rules for players, with these numbers.")


class SeatInfo(BaseModel):
    seat: int
    kind: Kind
    name: str
    level: Level | None
    auto: Auto | None = Field(description="A bot decides until this person is back.")
    face: Face | None = Field(None, description="The sign of this person; null: none was chosen.")
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
    watched: int
    delay: int | None = Field(
        None,
        description="Seconds after which spectators see what the seat `watched` sees; null: no seat is being watched.",
    )
    talk: Talk = Field(description="What becomes of words that the rulebook forbids to say.")
    public: bool = Field(False, description="Anybody finds it at GET /api/board, while somebody is there.")
    rated: bool = Field(False, description="It counts for ratings: GET /api/tables/{table}/ratings has them.")
    hushed: bool = Field(False, description="The host has closed talk: nobody can say anything.")
    aids: bool = Field(description="The page shows what people at a real table would have to keep in mind.")
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


class OptionInfo(BaseModel):
    name: str
    type: Literal["bool", "int", "seat", "choice", "ints"]
    default: Any
    rule: str
    nullable: bool
    low: int
    high: int | None
    choices: list[str]
    longest: int
    reading: bool = Field(description="The rulebook can be read two ways: the default is one of them, this the other.")
    between: bool = Field(description="It may be changed between the games of a series.")
    ask: dict[str, str] | None = Field(description="The question that settles it before the start; see `start`.")
    text: dict[str, str]


class GameInfo(BaseModel):
    game: str
    title: dict[str, str]
    blurb: dict[str, str]
    credits: str
    minutes: int
    players: list[int]
    talk: bool = Field(description="Its rulebook forbids to say certain things: `talk` of a table counts.")
    options: list[OptionInfo]
    about: About = Field(description="Facts for the page of the title.")
    components: bool = Field(False, description="May it be played with your own cards?")
    sets: list[str] = Field(description="Sets of cards that this server offers besides the usual ones.")
    levels: list[str] = Field(description="The bots of this server: novice, regular, expert, and its own.")
    lesson: bool = Field(False, description="Is there a lesson?")
    puzzles: bool = Field(False, description="Are there challenges?")


class GuideSection(BaseModel):
    """A part of the rules in our words: Markdown by language."""

    id: str
    rules: list[str] = Field(description="The citations it explains: events, options and refusals carry these.")
    phases: list[str] = Field(description="The phases of a view in which it is at hand.")
    title: dict[str, str]
    text: dict[str, str]


class WorkedExample(BaseModel):
    """A case that the engine has played, picture by picture."""

    id: str
    section: str = Field(description="The section it illustrates.")
    rules: list[str]
    title: dict[str, str]
    text: dict[str, str] = Field(description="What is the case before anything happens: Markdown.")
    seat: Eyes = Field(description="Through whose eyes the pictures are.")
    show: list[str] | None = Field(description="Which parts of the board they show; null: all.")
    steps: list[Picture] = Field(description="`view` is the position where everything is open.")


class GameGuide(BaseModel):
    """The rules for players: sections in the order of reading, and examples."""

    sections: list[GuideSection]
    examples: list[WorkedExample]
    names: dict[str, list[str]] = Field(description="What the seats of the examples are called, by language.")


class GameLesson(BaseModel):
    """A lesson in which the learner makes the moves. The engine has played all of it: each scene is a tree."""

    aim: dict[str, str]
    picture: str = Field(description="The example of the guide whose last picture shows the aim.")
    scenes: list[PlayedScene]
    names: dict[str, list[str]] = Field(description="What the seats are called, by language.")


class Estimate(BaseModel):
    value: float | None
    low: float | None = Field(description="In 95 of 100 cases it is not lower ...")
    high: float | None = Field(description="... nor higher.")


class PuzzleAction(BaseModel):
    action: Json
    good: bool = Field(description="The best, or no difference to it that could be told from chance.")
    win: Estimate
    points: Estimate | None
    outcomes: dict[str, Estimate]


class Puzzle(BaseModel):
    """A decision, as a seat saw it, in which the usual choice is clearly worse than another (docs/insight.md)."""

    id: str
    players: int
    seat: int
    view: Json
    legal: list[Json]
    usual: Json = Field(description="What a regular would do.")
    gap: Estimate = Field(description="How much of a win that costs.")
    why: list[str] = Field(description="The outcomes in which it differs from the best.")
    actions: list[PuzzleAction] = Field(description="What was looked at, the best first.")


class GamePuzzles(BaseModel):
    """Challenges, the easiest first."""

    puzzles: list[Puzzle]
    names: dict[str, list[str]] = Field(description="What the seats are called, by language.")


class GameText(BaseModel):
    """The words of one game, to tell events, actions and refusals with any Fluent runtime (docs/decisions/0011).

    The sentence of an event is the message `event-TYPE`, of an action `action-TYPE`, of a refusal `refusal-CODE`, of a
    phase `phase-NAME`; its variables are the keys of what it tells.
    """

    guide: list[GuideSection]
    catalogues: dict[str, str] = Field(
        description="By language: a Fluent resource. It uses two functions: KEY($x) is the value of x as text, `none` "
        "for null; COUNT($x) is the length of a list. What a language lacks is said in `en`."
    )
    words: dict[str, dict[str, str]] = Field(
        description="What values are called, by language: `value`, or `key:value` where it is called so only there."
    )
    numbers: dict[str, int | str] = Field(
        description="Numbers of the rules, such as targets and limits: every sentence may have them as variables."
    )
    facts: Json = Field(description="What is printed on the components, for a board to draw.")
    lines: list[str] = Field(description="What people say in one tap: the keys of the messages `say-KEY`.")
    seats: list[str] = Field(description="keys whose integers are seats")
    seat_lists: list[str] = Field(description="keys whose values are lists of seats")
    by_seat: list[str] = Field(description="keys whose values are lists with one value a seat")
    by_player: list[str] = Field(description="keys of a view whose values are lists with one entry a player")


# -- the socket: from the client


class Hello(Strict):
    """The first message. Without a token: a spectator."""

    type: Literal["hello"]
    token: Annotated[str, StringConstraints(max_length=100)] | None = None
    changes: bool = Field(
        False, description="After the first `state` tell what changes, as `change`, where that is enough."
    )


class ActMessage(Act):
    type: Literal["act"]


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
    seat: int | None = Field(description="null: a spectator.")
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
