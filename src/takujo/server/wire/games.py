"""What is told and asked of the titles themselves."""

from typing import Any, Literal

from pydantic import BaseModel, Field

from takujo.guide import About, Picture
from takujo.lessons import PlayedScene

from .base import Components, Eyes, Json, Strict


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


class Decision(Strict):
    """What is a decision worth? Nothing but what is sent here is looked at."""

    view: Json = Field(description="The view of a seat that is to act, as it was received.")
    seat: int = Field(ge=0, description="Whose view it is.")
    actions: list[Json] = Field([], max_length=4, description="Looked at whatever a regular thinks of them.")
    rounds: int = Field(ge=1, le=200, description="Guesses on which every action is tried.")


class DayPlayed(Strict):
    """A whole game of one player on the map of a day: its decisions, and nothing about what came of them."""

    day: int = Field(ge=0, description="Days since 1970, in UTC: today or yesterday.")
    actions: list[Json] = Field(min_length=1, max_length=400)


class DayResults(BaseModel):
    day: int
    today: int
    of: int = Field(description="How many results there are.")
    scores: list[tuple[int, int]] = Field(description="The best first: a score, and how many have it.")


class DayRank(DayResults):
    score: int
    rank: int = Field(description="1: nobody has more.")
    counted: bool = Field(description="false: too many came from this address, or in all, on that day.")


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
    outcomes: dict[str, str] = Field(
        description="What decisions are told apart by, `outcome-NAME`: a `chance`, or an `amount` (docs/insight.md)."
    )
