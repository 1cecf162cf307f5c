"""The guides explain every rule that a player meets, in both languages, in the little Markdown that pages can show."""

import ast
import json
import re
from types import SimpleNamespace

import pytest

import takujo
from takujo import guide
from takujo.core.components import GUIDE, component_file
from takujo.core.jit import sources
from takujo.core.text import LANGUAGES, Section, read_guide
from tests.helpers import ROOT, SLUGS, catalogue, scenarios
from tests.test_rulebook import defined, page

pytestmark = pytest.mark.plain

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
    told = {key.removeprefix("phase-") for key in catalogue(text) if key.startswith("phase-")}
    assert {phase for section in text.guide for phase in section.phases} == told


@pytest.mark.parametrize("slug", SLUGS)
def test_sections_are_whole(slug):
    """Ten sections or more, ids like file names and all different, every language, only the Markdown allowed."""
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
    assert not any(name.endswith(GUIDE) for name in sources(package))


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


# -- what else the file has


@pytest.mark.parametrize("slug", SLUGS)
def test_facts_and_examples_are_whole(slug):
    """Markdown and citations as in sections; the same paragraphs in both languages."""
    read = guide.read(takujo.load(slug))
    about = [words for words in (read.about.story, read.about.designer) if words]
    examples = [words for example in read.examples for words in (example.title, example.text)]
    steps = [step.text for example in read.examples for step in example.step]
    for words in about + examples + steps:
        assert all(bad_lines(text) == [] for text in words.values()), words
        assert re.search("[ぁ-んァ-ン一-龯]", words["ja"]), words
        assert not re.search("[ぁ-んァ-ン]", words["en"]), words
        assert len(words["en"].split("\n")) == len(words["ja"].split("\n")), words
    for example in read.examples:
        assert set(example.rules) <= defined(slug), (example.id, sorted(set(example.rules) - defined(slug)))


@pytest.mark.parametrize("slug", SLUGS)
def test_examples_come_out_as_they_are_told(slug):
    """The engine plays every example: every action is legal, and what is expected holds."""
    game = takujo.load(slug)
    for example in guide.read(game).examples:
        assert len(guide.pictures(game, example)) == len(example.step)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_page_of_the_referee_begins_with_the_way_to_the_guide(slug):
    """And what is for programs comes after all that is for people."""
    beginning = page(slug).split("\n\n")[1]
    assert f"`/rules/{slug}`" in beginning
    (link,) = re.findall(r"\[guide/en.toml\]\((.*)\)", beginning)
    assert (ROOT / "docs" / "rules" / link).is_file()
    headings = re.findall(r"^##+ [\d.]+ (.*)", page(slug), re.MULTILINE)
    programs = next(i for i, heading in enumerate(headings) if heading.startswith("Decisions"))
    rulings = next(i for i, heading in enumerate(headings) if heading.lower().endswith("rulings"))
    assert rulings < programs
    assert not re.search("Position|Events|Dense|Observation", " ".join(headings[:programs]))


@pytest.mark.parametrize("slug", SLUGS)
def test_every_position_belongs_to_an_example(slug):
    files = (ROOT / "src" / "takujo" / "games" / slug.replace("-", "_") / "examples").glob("*")
    assert {file.name for file in files} == {f"{example.id}.json" for example in guide.read(takujo.load(slug)).examples}


EXAMPLE = """
[about]
best = [4]
age = 12
minutes = [30, 45]

[[example]]
id = "one"
section = "goal"
rules = ["GOAL-1"]
seat = 1
show = ["altar"]

[[example.step]]
play = []

[[example.step]]
play = [{ seat = 0, action = { type = "chant", card = "r3g2", side = 0 } }]
expect = { "to_act" = [1], "played.0.card" = "r3g2" }
"""
TEXTS = {
    "en": 'story = "a"\n[example.one]\ntitle = "a"\ntext = "a"\nsteps = ["a", "b"]\n',
    "ja": 'story = "あ"\n[example.one]\ntitle = "あ"\ntext = "あ"\nsteps = ["あ", "い"]\n',
}
POSITION = {"players": 3, "altar": "red", "start": 0, "hands": [["r3g2"], ["r2g3"], ["r4g2"]]}


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Reads a guide as RITUAL's that is written here."""

    def read(text: str, position: object = POSITION, texts: dict[str, str] = TEXTS) -> guide.Guide:
        game = SimpleNamespace(package=str(tmp_path), players=range(2, 6), text=takujo.load("ritual").text)
        (tmp_path / "examples").mkdir(exist_ok=True)
        (tmp_path / "examples" / "one.json").write_text(json.dumps(position), encoding="utf-8")
        (tmp_path / GUIDE).write_text(text, encoding="utf-8")
        (tmp_path / "guide").mkdir(exist_ok=True)
        for language, told in texts.items():
            (tmp_path / "guide" / f"{language}.toml").write_text(told, encoding="utf-8")
        return guide.read.__wrapped__(game)

    monkeypatch.setattr(guide, "package_folder", lambda package: tmp_path)
    return read


def test_an_example_is_seen_through_the_eyes_it_names(written):
    """A seat, everything open, or a spectator: the card that lies face down is for its owner alone."""
    ritual = takujo.load("ritual")
    seen = {}
    for eyes in ("seat = 0\n", "seat = 1\n", 'seat = "all"\n', ""):
        (example,) = written(EXAMPLE.replace("seat = 1\n", eyes)).examples
        before, after = guide.pictures(ritual, example)
        seen[eyes] = after.view["played"][0]["card"]
        assert before.view["played"][0] is None
        assert before.events == []
        assert [event["type"] for event in after.events] == ["chant"]
        assert after.events[0]["card"] == seen[eyes]
        assert after.to_act == [1]
        assert after.text == {"en": "b", "ja": "い"}
    assert seen == {"seat = 0\n": "r3g2", "seat = 1\n": None, 'seat = "all"\n': "r3g2", "": None}


@pytest.mark.parametrize(
    ("written_so", "instead", "complaint"),
    [
        ("[about]", "[about", "guide.toml: Expected"),
        ("[about]", "[[more]]", "about"),
        ("best = [4]", "best = [9]", r"about.best is \(9,\); the game takes \[2, 3, 4, 5\]"),
        ("best = [4]", "best = [0]", "about.best.0"),
        ("age = 12", "age = 0", "about.age"),
        ("age = 12", "age = 12\nsize = 3", "about.size"),
        ('section = "goal"', 'section = "gaol"', "example one: there is no section 'gaol'"),
        ('id = "one"', 'id = "two"', "en.toml has no text example.two.title"),
        ("seat = 1", 'seat = "everybody"', "seat"),
        ('expect = { "to_act" = [1], "played.0.card" = "r3g2" }', "", "a step with actions expects something"),
        ("", EXAMPLE.partition("\n\n")[2], "two examples one"),
    ],
)  # fmt: skip
def test_a_bad_guide_is_refused_with_a_reason(written, written_so, instead, complaint):
    text = EXAMPLE.replace(written_so, instead, 1) if written_so else EXAMPLE + instead
    with pytest.raises(ValueError, match=complaint):
        written(text)


@pytest.mark.parametrize(
    ("written_so", "instead", "complaint"),
    [
        ('card = "r3g2", side', 'card = "r4g2", side', "ritual, example one, step 2: .*r4g2"),
        ('"to_act" = [1]', '"to_act" = [2]', r"step 2: to_act is \[1\], not \[2\]"),
        ('"to_act" = [1]', '"hands.7" = []', "hands.7 is 'missing at 7'"),
        ('"to_act" = [1]', '"cards.0.a" = []', "cards.0.a is 'missing at cards'"),
        ('"to_act" = [1]', '"hands.x" = []', "hands.x is 'missing at x'"),
        ('"to_act" = [1]', '"altar.a" = []', "altar.a is 'missing at a'"),
    ],
)
def test_an_example_that_comes_out_otherwise_is_refused(written, written_so, instead, complaint):
    (example,) = written(EXAMPLE.replace(written_so, instead)).examples
    with pytest.raises(ValueError, match=complaint):
        guide.pictures(takujo.load("ritual"), example)


@pytest.mark.parametrize(
    ("language", "written_so", "instead", "complaint"),
    [
        ("en", 'steps = ["a", "b"]', 'steps = ["a"]', "en.toml has no text example.one.steps.1"),
        ("en", 'title = "a"', 'title = " "', "en.toml has no text example.one.title"),
        ("en", 'text = "a"', "text = 3", "en.toml has no text example.one.text"),
        ("en", 'text = "a"', 'text = "a { $b }"', r"en.toml: 'a \{ \$b \}': Unknown external: b"),
        ("en", 'text = "a"', 'text = "a { b"', r"en.toml: 'a \{ b': what stands in braces is wrong"),
        ("ja", "[example.one]", "[example.one", r"ja.toml: Expected .* \(at line 2"),
    ],
)
def test_a_text_that_is_missing_is_named(written, language, written_so, instead, complaint):
    with pytest.raises(ValueError, match=complaint):
        written(EXAMPLE, texts=TEXTS | {language: TEXTS[language].replace(written_so, instead)})


def test_what_a_language_lacks_is_said_in_the_default_one(written):
    (example,) = written(EXAMPLE, texts={"en": TEXTS["en"], "ja": TEXTS["ja"].replace(', "い"', "")}).examples
    assert [step.text for step in example.step] == [{"en": "a", "ja": "あ"}, {"en": "b", "ja": "b"}]


def test_seats_of_examples_have_names_in_every_language():
    most = max(takujo.load(slug).players[-1] for slug in SLUGS)
    assert {len(set(guide.names(language))) for language in LANGUAGES} == {most}


def test_a_guide_is_read_as_it_is_written(tmp_path):
    """Sections in order, texts without the line breaks around them; a section that lacks something is an error."""
    whole = '[[section]]\nid = "a"\nrules = ["1"]\nphases = ["x"]\n'
    (tmp_path / GUIDE).write_text(whole, encoding="utf-8")
    (tmp_path / "guide").mkdir()
    with pytest.raises(ValueError, match=r"guide has no texts; it takes en.toml"):
        read_guide(tmp_path, {})
    (tmp_path / "guide" / "en.toml").write_text('[section.a]\ntitle = "A"\ntext = """\nb\n"""\n', encoding="utf-8")
    (tmp_path / "guide" / "ja.toml").write_text('[section.a]\ntitle = "あ"\ntext = "い"\n', encoding="utf-8")
    (section,) = read_guide(tmp_path, {})
    assert section == Section("a", ("1",), ("x",), {"en": "A", "ja": "あ"}, {"en": "b", "ja": "い"})
    (tmp_path / GUIDE).write_text(whole.replace('rules = ["1"]', ""), encoding="utf-8")
    with pytest.raises(KeyError, match="rules"):
        read_guide(tmp_path, {})
    (tmp_path / GUIDE).write_text("[[section]", encoding="utf-8")
    with pytest.raises(ValueError, match="guide.toml: Expected"):
        read_guide(tmp_path, {})
