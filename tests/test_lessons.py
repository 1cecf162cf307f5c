"""Lessons: the engine goes through every scene. What is right is legal and leads to the end, what is wrong is told why."""

import json
import re
from collections.abc import Iterator

import pytest

import takujo
from takujo import guide, lessons
from takujo.core.components import package_folder
from takujo.core.text import LANGUAGES
from takujo.lessons import Place, Scene
from tests.helpers import SLUGS
from tests.test_guides import bad_lines
from tests.test_rulebook import defined

pytestmark = pytest.mark.plain

TAUGHT = [slug for slug in SLUGS if lessons.read(takujo.load(slug, compiled=False))]
MOST = 60_000  # bytes of a lesson, compressed


def scenes(slug: str) -> tuple[Scene, ...]:
    lesson = lessons.read(takujo.load(slug))
    assert lesson
    return lesson.scenes


def places(place: Place) -> Iterator[Place]:
    yield place
    for answer in place.answers:
        if answer.place:
            yield from places(answer.place)


@pytest.mark.parametrize("slug", TAUGHT)
def test_every_decision_is_answered_and_the_right_ones_reach_the_end(slug):
    """From every place on the way a right decision leads on, the last one to a place without a decision; every legal
    decision has an answer of its own, or that for all others."""
    game = takujo.load(slug)
    for scene in scenes(slug):
        played = lessons.played(game, scene)
        decisions = [place for place in places(played.place) if place.answers]
        for place in decisions:
            told = [action for answer in place.answers for action in answer.actions or ()]
            assert all(action in place.legal for action in told), scene.id
            others = any(answer.actions is None for answer in place.answers)
            assert others or all(action in told for action in place.legal), scene.id
            right = [answer for answer in place.answers if answer.right]
            assert right, scene.id
            assert all(answer.place for answer in right), scene.id
            assert len(told) < len(place.legal) or len(right) < len(place.answers), f"{scene.id}: nothing can go wrong"
        way, steps = played.place, 0
        while way.answers:
            way, steps = next(answer.place for answer in way.answers if answer.right and answer.place), steps + 1
        assert steps == len(scene.step), scene.id


@pytest.mark.parametrize("slug", TAUGHT)
def test_a_scene_shows_the_view_of_its_seat_and_nothing_else(slug):
    """Twin worlds: what the learner cannot know is dealt anew, and the first picture is the same."""
    game = takujo.load(slug)
    for scene in scenes(slug):
        shown = lessons.played(game, scene).place.view
        assert "rng" not in shown or shown["rng"] is None
        for seed in range(3):
            twin = game.determinize(shown, seed)
            assert twin.view(scene.seat) == shown, scene.id


@pytest.mark.parametrize("slug", TAUGHT)
def test_the_texts_are_whole(slug):
    """In the Markdown of guides, in the language that they are meant for (`check_words` looks whether all are there)."""
    game = takujo.load(slug)
    said = [lessons.texts(game)("lesson", "aim")]
    for scene in scenes(slug):
        played = lessons.played(game, scene)
        said.append(played.title)
        for place in places(played.place):
            said += [place.task, place.hint, *(answer.text for answer in place.answers)]
    for words in filter(None, said):
        assert set(words) == set(LANGUAGES)
        for language, text in words.items():
            assert bad_lines(text) == [], text
            assert bool(re.search("[ぁ-んァ-ン一-龯]", text)) == (language == "ja"), text


@pytest.mark.parametrize("slug", TAUGHT)
def test_a_lesson_is_short_and_names_what_exists(slug):
    """Three to six scenes, rules of the rules page, a picture of the guide, no file that no scene uses."""
    game = takujo.load(slug)
    lesson = lessons.read(game)
    assert 3 <= len(lesson.scenes) <= 6
    assert len({scene.id for scene in lesson.scenes}) == len(lesson.scenes)
    assert lesson.aim in {example.id for example in guide.read(game).examples}
    assert all(set(scene.rules) <= defined(slug) and scene.rules for scene in lesson.scenes)
    files = {file.stem for file in (package_folder(game.package) / lessons.FOLDER).glob("*.json")}
    assert files == {scene.id for scene in lesson.scenes}


def scene_of(**changes: object) -> Scene:
    """A scene of RITUAL, changed."""
    good = scenes("ritual")[0].model_dump()
    return Scene.model_validate(good | changes)


@pytest.mark.parametrize(
    ("step", "complaint"),
    [
        ({"right": [{"id": "three", "action": {"card": "r4y4"}}]}, "there is no right decision"),
        (
            {"right": [{"id": "three"}], "wrong": [{"id": "two", "action": {"card": "r4y4"}}]},
            "there is no decision for 'two'",
        ),
        ({"right": [{"id": "unheard-of"}]}, "has no text lesson.follow.step.0.unheard-of"),
        (
            {"right": [{"id": "three"}], "then": [{"seat": 2, "action": {"type": "chant", "card": "r3y1", "side": 1}}]},
            "of seat 2",
        ),
        (
            {
                "right": [{"id": "three"}],
                "first": [{"seat": 0, "action": {"type": "chant", "card": "r1y3", "side": 1}}],
            },
            "the learner has nothing to decide",
        ),
    ],
)
def test_a_scene_that_cannot_be_taught_is_refused(step, complaint):
    with pytest.raises(ValueError, match=complaint):
        lessons.played(takujo.load("ritual"), scene_of(step=[step]))


def test_a_broken_file_is_named(tmp_path, monkeypatch):
    game = takujo.load("ritual")
    monkeypatch.setattr(lessons, "package_folder", lambda package: tmp_path)
    assert lessons.read.__wrapped__(game) is None
    folder = tmp_path / lessons.FOLDER
    folder.mkdir()
    file = folder / lessons.FILE
    for content, complaint in (
        ("aim", "scenes.toml: "),
        ("[[scene]]\nseat = 0", "scenes.toml: 'id'"),
        ('[[scene]]\nid = "a"', r"a\.json"),
        ('aim = "x"', "scenes"),
    ):
        file.write_text(content)
        with pytest.raises(ValueError, match=complaint):
            lessons.read.__wrapped__(game)
    (folder / "a.json").write_text("{}")
    twice = '[[scene.step]]\nright = [{ id = "x" }, { id = "x" }]'
    file.write_text(f'aim = "x"\n[[scene]]\nid = "a"\nseat = 0\n{twice}')
    with pytest.raises(ValueError, match="different ids"):
        lessons.read.__wrapped__(game)


@pytest.mark.parametrize("slug", TAUGHT)
def test_a_lesson_is_small(slug):
    """The page fetches it as a whole."""
    import gzip

    game = takujo.load(slug)
    told = [lessons.played(game, scene).model_dump() for scene in scenes(slug)]
    assert len(gzip.compress(json.dumps(told).encode())) < MOST
