"""Every rule and ruling with behaviour is cited by a test or scenario; every citation exists."""

import ast
import re
from pathlib import Path

import pytest

import takujo
from tests.helpers import ROOT, SLUGS, scenarios

pytestmark = pytest.mark.plain

# What has no behaviour of its own to test, with the reason.
UNTESTED = {
    "ayatsuri": {
        "QR 5": "the floor of the purge is missing there (R-42)", "QR 6": "a short word for what R-02 says",
        "R-41": "a row of data", "R-42": "the full text beats the sheet",
    },
    "arkham-ritual": {
        "1": "overview", "2": "list of pieces", "2-1": "layout of a card", "4": "overview", "10": "a heading",
        "10-1": "artifacts do nothing by themselves", "11": "table talk", "12": "a heading", "Q3": "a view shows no such card",
        "R1": "names of ours", "R4": "points, not pieces", "R35": "a picture", "R36": "damage of the text",
        "R38": "the absence of a limit", "R40": "a heading",
    },
    "ritual": {
        "OV-1": "overview", "OV-2": "overview", "OV-3": "overview; the reason of A12", "COMP": "list of pieces",
        "GOAL-1": "overview", "GOAL-2": "overview", "GOAL-3": "lost pictures (A28)",
        "A01": "card data", "A03": "marker data", "A04": "a supply that never binds", "A05": "a supply that never binds",
        "A06": "a spelling", "A11": "said of the table, follows from NR-3", "A16": "the order of T22, T23 and T25 together",
        "A18": "cannot occur with these cards", "A28": "equal rows of data", "A37": "chance, not a decision",
        "END": "a heading", "END-E": "a heading", "END-M": "a heading", "RES": "a heading", "A40": "table talk", "A41": "a word", "A43": "an order of words", "A46": "a public field",
    },
    "in-the-ruin": {
        "1": "overview", "9-1": "a check list printed on the sheet", "J20": "cannot occur with 24 goals and hands of five",
        "J36": "damaged words",
    },
}  # fmt: skip

CODES = {
    "ayatsuri": r"(?:R-\d\d|FAQ \d+|Promo \d[a-z]?|QR \d|3\.\d-\d(?: step \d| six| notes| [a-c]| \(\d\))?|[FW]\d)",
    "arkham-ritual": r"""(?:R\d+|Q\d|promo|\d+(?:-\d)+|(?:[1-9]|1[0-4])(?=\]|["'`]| \|))""",
    "in-the-ruin": r"(?:J\d+|10|9-\d|[1-8](?:-\d)*(?:-[A-E])?)",
    "ritual": r"(?:A\d\d|(?:SET|RND|RES|LAY|MAD|NEXT|END|NR|FIN|OV|GOAL)-\w+|CALC|COMP|RES|END)",
}
BRACKETED = {"in-the-ruin"}  # headings are plain numbers: they are cited as [5-2] or [4, 10; J5], in words only


def page(slug: str) -> str:
    return (ROOT / "docs" / "rules" / f"{slug}.md").read_text(encoding="utf-8")


def defined(slug: str) -> set[str]:
    """The codes and rulings the rules page lists, each at the beginning of a row of a table."""
    return set(re.findall(rf"^\| `?({CODES[slug]})`? \|", page(slug), re.MULTILINE))


def cited(text: str, slug: str) -> set[str]:
    """The codes a text cites; `A12 to A15` and `END-M1 to END-M3` cite all between."""
    if slug in BRACKETED:
        parts = [part for group in re.findall(r"(?<!\w)\[([\w, ;-]+)\]", text) for part in re.split(r"[,;]\s*", group)]
        found = {part for part in parts if re.fullmatch(CODES[slug], part)} | set(re.findall(r"\bJ\d+\b", text))
    else:
        found = set(re.findall(rf"(?<![\w-]){CODES[slug]}(?![\w-])", text))
    for stem, low, high in re.findall(r"(?<![\w-])([A-Z]+(?:-[A-Z]?)?)(\d+) to \1(\d+)", text):
        if re.fullmatch(CODES[slug], stem + low):
            found |= {f"{stem}{n:0{len(low)}}" for n in range(int(low), int(high) + 1)}
    return found


def evidence(slug: str) -> str:
    name = slug.replace("-", "_")
    texts = [path.read_text(encoding="utf-8") for path in Path(ROOT, "tests").rglob(f"test_{name}*.py")]
    if slug in BRACKETED:
        nodes = [node for text in texts for node in ast.walk(ast.parse(text))]
        texts = [ast.get_docstring(node) or "" for node in nodes if isinstance(node, ast.Module | ast.FunctionDef)]
        texts += [scenario["why"] for scenario in scenarios(slug)]
        return "\n".join(
            [*texts, *(f"[{step['rule']}]" for x in scenarios(slug) for step in x["steps"] if "rule" in step)]
        )
    return "\n".join([*texts, *(str(scenario) for scenario in scenarios(slug))])


@pytest.mark.parametrize("slug", SLUGS)
def test_every_rule_is_tested(slug):
    """A heading or ruling that no test names is a gap, unless it has nothing to test."""
    missing = defined(slug) - cited(evidence(slug), slug) - set(UNTESTED[slug])
    assert not missing, sorted(missing)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_citation_exists(slug):
    """Code, tests and scenarios cite only what the rules page lists."""
    package = ROOT / "src" / "takujo" / "games" / slug.replace("-", "_")
    source = "\n".join(path.read_text(encoding="utf-8") for path in package.glob("*.py"))
    unknown = (cited(source, slug) | cited(evidence(slug), slug)) - defined(slug)
    assert not unknown, sorted(unknown)
    assert set(takujo.load(slug).citations) <= defined(slug)


@pytest.mark.parametrize("slug", SLUGS)
def test_nothing_tested_is_excused(slug):
    """The list of what has nothing to test stays honest."""
    assert set(UNTESTED[slug]) <= defined(slug)
