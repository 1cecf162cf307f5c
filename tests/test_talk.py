"""What may be said at a table: the judge of each title, measured on labelled lines that it has not learned from."""

import json
from collections import Counter
from pathlib import Path

import pytest

import takujo
from takujo.core.talk import WEIGHTS, plain
from takujo.core.text import LANGUAGES
from takujo.games.ayatsuri.state import PHASE
from tests.helpers import SLUGS
from tests.talk.learn import LINES, MOST, alternatives, learned, read

pytestmark = pytest.mark.plain

FOLDER = Path(__file__).with_name("talk")
JUDGED = ("arkham-ritual", "ayatsuri", "in-the-ruin")
PHASES = {"arkham-ritual": "respond", "ayatsuri": "draft", "in-the-ruin": "step1"}  # in which most is forbidden
OFTEN = 0.1  # how often the judge may err, either way


def said(slug, text, phase, **view):
    return takujo.load(slug).talk({"phase": phase, **view}, text)


def labelled(slug):
    """Lines that are not learned from: phase, text, whether the book forbids it."""
    for line in json.loads((FOLDER / f"{slug}.json").read_text(encoding="utf-8")):
        yield PHASES[slug] if line["phase"] == "any" else line["phase"], line["text"], line["held"]


def apart(slug):
    """More of them."""
    lines = (FOLDER / "apart.txt").read_text(encoding="utf-8").partition(f"== {slug}\n")[2].partition("==")[0]
    for line in lines.splitlines():
        yield PHASES[slug], line[2:], line[0] == "+"


@pytest.mark.parametrize("lines", [labelled, apart])
@pytest.mark.parametrize("slug", JUDGED)
def test_at_most_one_line_in_ten_is_judged_wrongly(slug, lines, capsys):
    """Of what the book forbids at most 10 % pass, of what it allows at most 10 % are held back."""
    wrong, count = {True: [], False: []}, Counter()
    for phase, text, held in lines(slug):
        count[held] += 1
        if bool(said(slug, text, phase)) != held:
            wrong[held].append(text)
    passed, kept = (len(wrong[held]) / count[held] for held in (True, False))
    with capsys.disabled():
        print(f"\n{slug}, {lines.__name__}: {passed:.1%} pass that should not, {kept:.1%} are held back that need not")
    assert max(passed, kept) <= OFTEN, wrong


@pytest.mark.parametrize("slug", JUDGED)
def test_the_weights_are_what_scripts_talk_learns(slug):
    """On every machine: learning and judging are done in integers."""
    assert learned(slug) == (takujo.load(slug).text.talk.folder / WEIGHTS).read_text(encoding="ascii")


@pytest.mark.parametrize("slug", JUDGED)
def test_no_line_it_is_measured_on_is_learned(slug):
    measured = {text for _, text, _ in [*labelled(slug), *apart(slug)]}
    assert sorted(measured & {line.text for line in read(LINES / f"{slug}.txt")}) == []


@pytest.mark.parametrize("slug", SLUGS)
def test_a_held_back_message_gets_its_reason(slug):
    """Each code has a sentence in both languages that needs no details; where the book forbids nothing, talk is free."""
    text = takujo.load(slug).text
    assert (text.talk is not None) == (slug in JUDGED)
    for code, rule in text.talk.reasons.values() if text.talk else ():
        assert rule in takujo.load(slug).citations or rule in {r for section in text.guide for r in section.rules}
        assert all(text.refusal(code, {}, language) for language in LANGUAGES)


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_said_in_one_tap_is_never_held_back(slug):
    """In no phase and no language; each title has something to persuade with, thanks and a sigh."""
    game = takujo.load(slug)
    assert {"thanks", "sigh"} < set(game.text.lines)
    for phase in {phase for section in game.text.guide for phase in section.phases}:
        held = [
            words for line in game.text.lines for words in game.text.line(line).values() if said(slug, words, phase)
        ]
        assert held == []


def test_ritual_holds_nothing_back():
    """A40: its book is silent."""
    assert said("ritual", "赤を出すよ、r1g3", "chant") is None


@pytest.mark.parametrize("phase", PHASE.names)
def test_ayatsuri_judges_while_roles_are_chosen(phase):
    """(3.2-1 notes) In every other phase talk is free."""
    assert bool(said("ayatsuri", "俺は探偵", phase)) == (phase == "draft")


@pytest.mark.parametrize(
    ("text", "rule"),
    [("宝石取ったよ", "5-1-2"), ("脱出したよ", "5-1-2-E"), ("ワープ使ったよ", "8"), ("I took a gem", "5-1-2")],
)
def test_in_the_ruin_cites_what_is_told(text, rule):
    """In step 1 only: before it nobody has done it, after the end all is open."""
    assert said("in-the-ruin", text, "step1").rule == rule
    assert {said("in-the-ruin", text, phase) for phase in ("goals", "setup", "over")} == {None}


@pytest.mark.parametrize(
    "text",
    ["みんな正気?", "捨て札に短剣があるね", "杯の効果って何だっけ？", "受け取った方がいいよ", "What colour am I?", ""],
)
def test_arkham_ritual_lets_talk_of_open_cards_and_rules_pass(text):
    assert said("arkham-ritual", text, "respond") is None


@pytest.mark.parametrize(
    "text",
    [
        "あかいよ",
        "アオだね",
        "あなたのは紅い",
        "きみのカードは赤",
        "それ短剣だよ",
        "ｸﾄｩﾙﾌ持ってるよ",
        "kimi no kaado wa aka dayo",
    ],
)
def test_arkham_ritual_holds_back_what_is_direct(text):
    assert said("arkham-ritual", text, "respond").rule == "11"
    assert said("arkham-ritual", text, "over") is None


def test_a_name_is_free_once_every_copy_lies_open():
    """All three daggers are in the discards or a dummy's hand: nobody can hold one."""
    two = {"discard": ["dagger-sane", "dagger-sane"]}
    assert said("arkham-ritual", "君のカードは短剣", "respond", **two)
    assert said("arkham-ritual", "君のカードは短剣", "respond", **two, dummies=["dagger-mad"]) is None
    assert said("arkham-ritual", "君のカードは短剣で赤", "respond", **two, dummies=["dagger-mad"])


@pytest.mark.parametrize("slug", JUDGED)
def test_what_is_hidden_has_no_part_in_it(slug):
    """The view of a spectator is enough, and the same for every deal."""
    game = takujo.load(slug)
    text = "君のカードは赤、俺は探偵、宝石取った"
    assert (
        len({bool(game.talk(game.new(5 if slug == "ayatsuri" else 4, seed).view(None), text)) for seed in range(5)})
        == 1
    )


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("ｸﾄｩﾙﾌだｗｗｗ", "クトゥルフだ"),
        ("ハ/ス/タ/ー 持ってるよ", "ハスター 持ってるよ"),
        ("I d-o-l", "idol"),
        ("d1ctat0r = me", "dictator = me"),
        ("kimi no tefuda wa ao dayo", "きみ の てふだ わ あお だよ"),
        ("wa-pu tsukatta", "わーぷ つかった"),
        ("chotto matte", "ちょっと まって"),
        ("take me home", "take me home"),
        ("You've got it!!", "youve got it"),
        ("Nと発表する", "nと発表する"),
        ("赤ーーーい", "赤ーい"),
    ],
)
def test_ways_to_write_the_same(text, same):
    assert plain(text) == same


def test_lines_with_alternatives():
    """Every way where there are few, some where there are many, the same each time."""
    assert sorted(alternatives("{a|<x>} c{d|}", {"x": "b|B"})) == ["B c", "B cd", "a c", "a cd", "b c", "b cd"]
    many = list(alternatives("<x><x><x>", {"x": "1|2|3"}))
    assert len(many) == MOST
    assert many == list(alternatives("<x><x><x>", {"x": "1|2|3"}))
