"""The guides explain every rule that a player meets, in both languages, in the little Markdown that pages can show."""

import ast
import re
import tomllib

import pytest

import takujo
from takujo.core.components import GUIDE, component_file
from takujo.core.jit import source_files
from takujo.core.text import LANGUAGES, Section, read_guide
from tests.helpers import ROOT, SLUGS, scenarios
from tests.test_rulebook import defined

# Bold that every Markdown reader shows, also between Japanese letters: signs at its ends need a space outside.
BOLD = re.compile(r"(?:\*\*\w|(?:^|(?<= ))\*\*[+-])(?:[^*]*\w)?(?:\*\*|[?？]\*\*(?= ))")
OTHER = re.compile(r"[|#<>`*\[\]_~\\]|^(?:[-+>]|\d+[.)]) |https?:|&\w+;")


def refused(slug: str) -> set[str]:
    """The rules that refusals carry: those named where they are made, and those that scenarios meet."""
    source = ROOT / "src" / "takujo" / "games" / slug.replace("-", "_") / "text.py"
    nodes = ast.walk(ast.parse(source.read_text(encoding="utf-8")))
    written = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    met = {step["rule"] for scenario in scenarios(slug) for step in scenario["steps"] if "rule" in step}
    return {part for rule in written | met for part in rule.split(", ")} & defined(slug)


def bad_lines(text: str) -> list[str]:
    """What is neither a paragraph on one line nor a list, each with nothing but **bold** in it."""
    bad = []
    for block in text.split("\n\n"):
        lines = block.split("\n")
        if len(lines) > 1 and not all(line.startswith("- ") for line in lines):
            bad.append(block)
        for line in lines:
            words = BOLD.sub("", line.removeprefix("- "))
            if not line or line != line.strip() or OTHER.search(words):
                bad.append(line)
    return bad


@pytest.mark.parametrize("slug", SLUGS)
def test_every_rule_that_a_player_meets_is_explained(slug):
    """Events, options, refusals and held-back messages cite nothing that the guide leaves out."""
    game = takujo.load(slug)
    talk = game.text.talk.reasons.values() if game.text.talk else ()
    needed = {*game.citations, *(option.rule for option in game.options), *(rule for _, rule in talk)}
    missing = (needed | refused(slug)) - {rule for section in game.text.guide for rule in section.rules}
    assert not missing, sorted(missing)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_rule_named_exists(slug):
    """A section names only what the rules page lists, and no rule twice."""
    for section in takujo.load(slug).text.guide:
        assert set(section.rules) <= defined(slug), (section.id, sorted(set(section.rules) - defined(slug)))
        assert len(set(section.rules)) == len(section.rules), section.id


@pytest.mark.parametrize("slug", SLUGS)
def test_every_phase_has_its_sections(slug):
    """Whatever a view's phase, something is at hand; and there are no other phases."""
    text = takujo.load(slug).text
    assert {phase for section in text.guide for phase in section.phases} == set(text.phases)


@pytest.mark.parametrize("slug", SLUGS)
def test_sections_are_whole(slug):
    """Ten sections or more, ids like file names and all different, both languages, only the Markdown allowed."""
    guide = takujo.load(slug).text.guide
    assert len(guide) >= 10
    assert len({section.id for section in guide}) == len(guide)
    for section in guide:
        assert re.fullmatch(r"[a-z]+(?:-[a-z]+)*", section.id), section.id
        for words in (section.title, section.text):
            assert set(words) == set(LANGUAGES), section.id
            assert all(word.strip() for word in words.values()), section.id
        for language in LANGUAGES:
            assert bad_lines(section.title[language]) == []
            assert bad_lines(section.text[language]) == [], section.id
            assert bool(re.search("[ぁ-ん]", section.text[language])) == (language == "ja"), section.id
        blocks = {language: section.text[language].split("\n") for language in LANGUAGES}
        assert len(blocks["en"]) == len(blocks["ja"]), section.id  # the same paragraphs, item by item


@pytest.mark.parametrize("slug", SLUGS)
def test_first_section_is_the_specific_one(slug):
    """The page opens the first section that lists a rule, so what comes before the set-up lists none that play cites."""
    game = takujo.load(slug)
    assert not set(game.text.guide[0].rules) & set(game.citations)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_guide_is_no_component(slug):
    """It is not read as the game's data, and to edit it compiles nothing anew."""
    package = takujo.load(slug).package
    data = component_file(package)
    assert data is None or data.name != GUIDE
    assert GUIDE not in {file.name for file in source_files(package)}


@pytest.mark.parametrize(
    "text",
    [
        "# heading",
        "a | b",
        "[a](b)",
        "<b>a</b>",
        "`a`",
        "*a*",
        "**a",
        "**a.**",
        "1. one",
        "two\nlines",
        "- a\nb",
        " indented",
        "",
        "https://a.b",
        "a_b_",
        "a\n\n\nb",
    ],
)
def test_other_markdown_is_refused(text):
    """The check of the Markdown can fail."""
    assert bad_lines(text)


def test_good_markdown():
    assert not bad_lines("A **bold** word: 2x2.\n\n- one\n- **two**, three\n\nもう**一杯**です。")


def test_a_guide_is_read_as_it_is_written(tmp_path):
    """Sections in order, texts without the line breaks around them; a section that lacks something is an error."""
    whole = '[[section]]\nid = "a"\nrules = ["1"]\nphases = ["x"]\ntitle.en = "A"\ntitle.ja = "あ"\ntext.en = """\nb\n"""\ntext.ja = "い"\n'
    (tmp_path / GUIDE).write_text(whole, encoding="utf-8")
    (section,) = read_guide(str(tmp_path / "text.py"))
    assert section == Section("a", ("1",), ("x",), {"en": "A", "ja": "あ"}, {"en": "b", "ja": "い"})
    (tmp_path / GUIDE).write_text(whole.replace('rules = ["1"]', ""), encoding="utf-8")
    with pytest.raises(KeyError, match="rules"):
        read_guide(str(tmp_path / "text.py"))
    (tmp_path / GUIDE).write_text("[[section]", encoding="utf-8")
    with pytest.raises(tomllib.TOMLDecodeError):
        read_guide(str(tmp_path / "text.py"))
