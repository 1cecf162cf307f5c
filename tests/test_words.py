"""The catalogues: what is missing is named, and a language is its files."""

import ast
import shutil
from pathlib import Path

import pytest

import takujo
from takujo.core import text
from takujo.core.words import Catalogue, Speech
from takujo.testing import check_words
from takujo.testing.words import word_faults
from tests.helpers import ROOT, SLUGS, catalogue

pytestmark = pytest.mark.plain

LANGUAGES = text.LANGUAGES


@pytest.mark.parametrize("slug", SLUGS)
def test_every_language_of_a_game_is_whole(slug):
    """Options, questions, phases, actions, events, refusals, words, and every text of the guide."""
    check_words(takujo.load(slug))


@pytest.mark.parametrize("slug", SLUGS)
def test_what_page_and_laboratory_ask_of_a_title(slug):
    """Its files as they are, the questions before the deal, what has a sentence, and what a value is called."""
    game = takujo.load(slug, compiled=False)
    words = game.text
    assert words.catalogues.keys() == set(LANGUAGES)
    keys = catalogue(words)
    assert all(f"\n{key} =" in f"\n{words.catalogues['en']}" for key in keys)
    assert all(words.has_action(key.removeprefix("action-")) for key in keys if key.startswith("action-"))
    assert not words.has_action("nothing of the kind")
    assert all("?" in words.ask(key.removeprefix("ask-"))["en"] for key in keys if key.startswith("ask-"))
    assert words.word(True, "en") == words.speech("en").word(True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_of_page_and_terminal_is_whole(language):
    assert word_faults(None, language) == []


def written(folder: Path, source: str) -> Catalogue:
    folder.mkdir(exist_ok=True)
    (folder / "en.ftl").write_text(source, encoding="utf-8")
    return Catalogue(folder / "en.ftl")


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("a = A\n\nb = { $n ->\n}\n", r"en.ftl, line 3: 'b = \{ \$n ->' is no message: Expected"),
        ("a = A\n\n\nnonsense\n", "en.ftl, line 4: 'nonsense' is no message"),
        ("a = A\nb =\n", "en.ftl, line 2: 'b =' is no message"),
        ("a = A\na = B\n", "en.ftl, line 2: a stands here once more"),
        ("a = A\n    .b = B\n", "en.ftl, line 1: a takes a text and no attributes"),
        ("-a = A\n", "en.ftl, line 1: '-a = A' is no message: terms"),
    ],
)
def test_a_broken_catalogue_is_refused_with_its_line(tmp_path, source, complaint):
    with pytest.raises(ValueError, match=complaint):
        _ = written(tmp_path, source).messages


def test_a_sentence_that_asks_for_what_there_is_not_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"en.ftl: a: .*seta"):
        written(tmp_path, "a = { $seta } wins.\n").say("a", {"seat": 1})
    with pytest.raises(ValueError, match="has no words; it takes en.ftl"):
        Speech(tmp_path / "nowhere", "en")
    with pytest.raises(ValueError, match="en.ftl has no b"):
        Speech(tmp_path, "en").say("b")


def test_values_are_written_as_the_language_does(tmp_path):
    """Numbers, plurals and lists; what is very long is cut."""
    say = written(
        tmp_path,
        "n = { $n ->\n    [one] a card\n   *[other] { $n } cards\n}\n"
        "who = { COUNT($who) ->\n    [0] nobody\n   *[other] { $who }\n}\n"
        "kind = { KEY($kind) ->\n    [none] hidden\n    [true] yes\n   *[other] { $kind }\n}\n",
    ).say
    assert [say("n", {"n": n}) for n in (1, 2, 1234)] == ["a card", "2 cards", "1,234 cards"]
    assert [say("who", {"who": list(names)}) for names in ("", "A", "AB", "ABC")] == [
        "nobody",
        "A",
        "A and B",
        "A, B and C",
    ]
    assert [say("kind", {"kind": kind}) for kind in (None, True, "seen", 7)] == ["hidden", "yes", "seen", "7"]
    assert say("kind", {"kind": "x" * 5000}) == "x" * 1000 + "…"


def test_seats_become_names_and_values_words():
    """What the rulebook calls a thing; numbers in a list are a notation."""
    say = takujo.load("ritual").text.event
    off = {"type": "outcome", "result": "wicked", "altar": "red", "on": [2, 0], "off": [1], "off_colours": ["green"]}
    names = ["Ada", "Ben", "Cleo"].__getitem__
    assert say(off, "en", names) == "A wicked act: Ben chanted off the altar and Cleo and Ada get nothing."
    assert say(off | {"on": [2]}, "en", names).endswith("and Cleo gets nothing.")
    assert say(off, "ja", names) == "邪悪な行い：Benが祭壇と違う呪文を詠唱し、Cleo、Adaは無得点。"
    laid = {"type": "chant", "seat": 0, "back": [1, 3]}
    assert say(laid, "en", names) == "Ada lays a card face down, its back 1, 3."


BREAKS = {
    "missing": ("event-altar = Round", "# event-altar = Round", "en.ftl: event-altar is missing"),
    "an option without words": ("option-start = ", "option-stat = ", "en.ftl: option-start is missing"),
    "superfluous": ("option-start = ", "option-stat = ", "en.ftl: option-stat is nothing that is said"),
    "unknown slot": ("shows { $colour }.", "shows { $color }.", "en.ftl: event-altar asks for $color; there is colour, "),
    "unknown variant": ("[smooth]", "[smoth]", "en.ftl: event-outcome: $result is never smoth"),
    "lacking variant": ("[smooth]", "[smoth]", "en.ftl: event-outcome: nothing is said where $result is smooth"),
    "no plural": ("[one] A wicked", "[once] A wicked", "en.ftl: event-outcome: [once] is no form of a number"),
    "slot of an action": ("of { $card }", "of { $cart }", "en.ftl: action-chant asks for $cart; there is card, side"),
    "a word only the default has": ("word-red = red", "word-red = red\nword-blue = blue", "ja.ftl: word-blue is missing"),
    "a board's": ("board-altar = ", "board-alter = ", "ja.ftl: board-altar is nothing that is said"),
    "syntax": ("[smooth] Smooth", "[smooth Smooth", "line"),
}  # fmt: skip


@pytest.mark.parametrize("fault", BREAKS)
def test_what_is_wrong_with_a_catalogue_is_named(fault, tmp_path, monkeypatch):
    before, after, complaint = BREAKS[fault]
    folder = ROOT / "src" / "takujo" / "games" / "ritual"
    shutil.copytree(folder, tmp_path / "ritual")
    file = tmp_path / "ritual" / "words" / "en.ftl"
    assert before in file.read_text(encoding="utf-8")
    file.write_text(file.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    monkeypatch.setattr("takujo.testing.words.package_folder", lambda package: tmp_path / "ritual")
    game = takujo.load("ritual")
    faults = [line for language in LANGUAGES for line in word_faults(game, language)]
    assert [line for line in faults if complaint in line], faults
    with pytest.raises(AssertionError, match="ftl"):
        check_words(game)


GUIDE_BREAKS = {
    "file": ("", None, "ja.toml is missing"),
    "section": ("[section.goal]", "[section.gaol]", "ja.toml: section.goal is missing"),
    "unknown": ("[section.goal]", "[section.gaol]", "ja.toml: section.gaol is nothing that is said"),
    "text": ('title = "ゲームの目的"', "", "ja.toml: section.goal.title is missing"),
    "step": ("steps = [\n", 'steps = [\n"一",\n', "ja.toml: example.three-sets has 4 steps, not 3"),
    "story": ("story = ", "stories = ", "ja.toml: story is missing"),
    "syntax": ("[section.goal]", "[section.goal", "ja.toml: Expected"),
}


@pytest.mark.parametrize("fault", GUIDE_BREAKS)
def test_what_is_wrong_with_a_guide_is_named(fault, tmp_path, monkeypatch):
    before, after, complaint = GUIDE_BREAKS[fault]
    shutil.copytree(ROOT / "src" / "takujo" / "games" / "ritual", tmp_path / "ritual")
    file = tmp_path / "ritual" / "guide" / "ja.toml"
    told = file.read_text(encoding="utf-8")
    assert before in told
    file.unlink()
    if after is not None:
        file.write_text(told.replace(before, after, 1), encoding="utf-8")
    monkeypatch.setattr("takujo.testing.words.package_folder", lambda package: tmp_path / "ritual")
    faults = word_faults(takujo.load("ritual"), "ja")
    assert [line for line in faults if complaint in line], faults
    assert word_faults(takujo.load("ritual"), "xx") == [f"{tmp_path / 'ritual' / 'words' / 'xx.ftl'} is missing"]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_refusal_has_its_sentence(slug):
    """The codes that the sources name, and no others."""
    folder = ROOT / "src" / "takujo" / "games" / slug.replace("-", "_")
    nodes = [node for name in ("text", "talk") for node in sources(folder / f"{name}.py")]
    strings = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    calls = [node for node in nodes if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal"]
    named = {str(call.args[0].value) for call in calls if isinstance(call.args[0], ast.Constant)}
    told = {key.removeprefix("refusal-") for key in catalogue(takujo.load(slug).text) if key.startswith("refusal-")}
    assert named <= told, sorted(named - told)
    assert told <= strings, sorted(told - strings)


def sources(file: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(file.read_text(encoding="utf-8")))) if file.exists() else []
