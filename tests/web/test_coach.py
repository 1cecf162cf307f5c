"""Coach and review: worked out in workers of the page, from what a seat may know, by the page's own engine."""

import base64
import json
import re
import zlib

import pytest
from playwright.sync_api import expect

import takujo
from tests.engine.test_engine import bundle  # noqa: F401  # a fixture
from tests.server.parts import BOT, OPEN
from tests.web.test_here import person  # noqa: F401  # a fixture

pytestmark = pytest.mark.once


def test_a_coach_beside_a_game_and_the_review_after_it(person):  # noqa: F811  # the fixture
    """Each choice with its chance; quiet until asked; then every decision of the match by what it cost, kept."""
    page = person.page
    person.play_now("RITUAL")
    expect(page.locator("main button").first).to_be_visible()
    tab = page.locator(".tabs [data-hint=coach]")
    tab.click()
    coach = page.locator(".coach")
    person.act_until(lambda _: coach.get_by_role("button", name="What matters now?").count(), "a decision")
    coach.get_by_role("button", name="What matters now?").click()
    expect(coach.get_by_text(re.compile("I would choose|equally good"))).to_be_visible(timeout=20_000)
    expect(coach.locator("li").first).to_contain_text("%")
    expect(coach.get_by_text("from 200 guesses")).to_be_visible(timeout=60_000)
    coach.locator("li button").first.click()  # what it names is chosen on the board
    expect(coach.locator("li.own")).to_have_count(1)
    person.play_to_the_end()
    expect(coach.get_by_text("The game is over.")).to_be_visible()

    person.result.get_by_role("link", name="Review").click()  # through one's own eyes
    review = page.locator(".reviewed")
    review.get_by_role("button", name="Look at the decisions").click()
    page.wait_for_function("() => document.querySelector('.reviewed progress')?.value >= 1")
    review.get_by_role("button", name="Stop").click()
    page.reload()
    page.locator(".tabs [data-hint=review]").click()
    review.get_by_role("button", name="Continue").click()  # what was worked out is kept
    expect(review.get_by_text("no difference that could be told from chance").last).to_be_visible(timeout=120_000)
    expect(review.locator("progress")).to_have_count(0, timeout=120_000)
    costs = [int(cost.strip("−%\u00a0")) for cost in review.locator(".cost").all_inner_texts()]
    assert costs == sorted(costs, reverse=True)
    luck = review.get_by_role("region", name="Luck and decisions")
    expect(luck.locator("dd b")).to_have_count(3, timeout=60_000)
    turns = review.get_by_role("region", name="Where the match turned")
    expect(turns.locator("li").first).to_contain_text(re.compile(r"\d+\s% → \d+\s%"))
    start, result = map(int, re.findall(r"(\d+)\u00a0%", luck.locator("p").first.inner_text()))
    parts = [int(part.replace("−", "-").strip("+%\u00a0")) for part in luck.locator("dd b").all_inner_texts()]
    assert abs(start + sum(parts) - result) <= 3, "each is rounded"
    page.reload()
    page.locator(".tabs [data-hint=review]").click()
    expect(luck.locator("dd b")).to_have_count(3)
    expect(review.get_by_role("button", name="Look at the decisions")).to_have_count(0)  # it is kept
    expect(review.get_by_role("heading", name="What cost most")).to_have_count(int(bool(costs)))
    if costs:
        page.locator(".reviewed > ol button").first.click()
        expect(review.locator("li.open")).to_contain_text("the best")
        expect(review.locator("li.open")).to_contain_text("an expert’s choice")
        expect(review.locator("li.open")).to_contain_text("What was hidden then")
        page.wait_for_url(lambda url: "step=0" not in url)

    fine = review.locator("details").filter(has_text="no difference that could be told from chance").last
    fine.locator("summary").first.click()  # the others can be looked at, too
    fine.locator("li button").first.click()
    expect(fine.locator("li.open")).to_contain_text("the best")
    expect(fine.locator("li.open")).to_contain_text("yours")

    page.goto(f"{page.url.split('?')[0]}?seat=0&step=4")
    page.locator(".tabs [data-hint=what-if]").click()
    what = page.locator(".what")
    what.get_by_text("Settle hidden cards yourself").click()
    what.locator("details select").first.select_option(index=1)
    expect(what.locator("details li")).to_have_count(1)
    what.get_by_label("Name of the branch").fill("The other card")
    what.get_by_role("button", name="Play on from here").click()
    bar = page.get_by_role("group", name="What if")
    expect(bar.get_by_label("Name of the branch")).to_have_value("The other card")
    back = bar.get_by_role("button", name="One decision back")
    expect(back).to_be_disabled()
    for _ in range(100):
        if back.is_enabled():
            break
        person.try_to_act()
    expect(back).to_be_enabled()
    back.click()
    expect(back).to_be_disabled()
    person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    bar.get_by_role("button", name="Copy link").click()
    expect(bar.get_by_text("Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    branch = page.url
    page.goto("/about")
    page.goto(link)
    expect(bar.get_by_label("Name of the branch")).to_have_value("The other card")
    assert page.url != branch  # a branch of its own
    for bad, words in [
        (link[:-9], "damaged"),
        (forged(link, name=1), "carries no branch"),
        (forged(link, version=0), "another version"),
        (forged(link, start=carried(link)["start"] | {"seat": 1}), "contradict"),
        (forged(link, actions=[[0, {"type": "win"}]]), "never possible"),
    ]:
        page.goto("/about")
        page.goto(bad)
        expect(page.get_by_text(re.compile(words))).to_be_visible()
    assert person.errors == []


def test_the_coach_is_asked_anew_at_the_next_decision(person):  # noqa: F811  # the fixture
    """What was said of the last one is gone, and one question is answered by one answer."""
    person.play_now("RITUAL")
    person.page.locator(".tabs [data-hint=coach]").click()
    coach = person.page.locator(".coach")
    question = coach.get_by_role("button", name="What matters now?")
    for _ in range(2):
        while not question.count():
            person.try_to_act()
        question.click()
        expect(coach.locator("li").first).to_contain_text("%", timeout=20_000)
    assert person.errors == []


def carried(link):
    """The branch in a link."""
    text = link.split("#")[1]
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), wbits=-15))


def forged(link, **change):
    """A link with something else in its branch."""
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(json.dumps(carried(link) | change).encode()) + packer.flush()
    return f"{link.split('#')[0]}#{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def test_where_people_play_each_other_there_is_no_coach(people, server):
    """Unless the host allows it, and never at a rated table, not even alone against bots."""
    first = people()
    for seats, how, coached in [
        ([OPEN, BOT], {}, True),
        ([OPEN, BOT], {"rated": True}, False),
        ([OPEN, OPEN], {}, False),
        ([OPEN, OPEN], {"coach": True}, True),
    ]:
        made = server.create("ritual", seats, **how)
        if seats == [OPEN, OPEN]:
            server.join(made["table"])
        first.sit(made, "ritual")
        expect(first.page.locator(".tabs [data-hint=rules]")).to_be_visible()
        expect(first.page.locator(".tabs [data-hint=coach]")).to_have_count(int(coached))


def test_where_the_page_has_no_engine_the_server_thinks(people, server):
    """From the view that the page sends; the answer looks the same."""
    game = takujo.load("ritual")
    s = game.new(2)
    game.analysis(s.view(s.to_act[0]), rounds=1)  # compiled, if it never was
    guest = people()
    guest.sit(server.create("ritual", [OPEN, BOT]), "ritual")
    guest.page.locator(".tabs [data-hint=coach]").click()
    coach = guest.page.locator(".coach")
    guest.act_until(lambda _: coach.get_by_role("button", name="What matters now?").count(), "a decision")
    coach.get_by_role("button", name="What matters now?").click()
    expect(coach.get_by_text(re.compile("I would choose|equally good"))).to_be_visible(timeout=20_000)
    expect(coach.get_by_text("from 200 guesses")).to_be_visible()
    assert guest.errors == []
