"""What may be said at a table: held-back and free messages of each game, judged by their words alone."""

import pytest

import takujo
from takujo.core.talk import TalkRule
from takujo.core.text import LANGUAGES
from tests.helpers import SLUGS

HELD = {
    "arkham-ritual": [
        # names, whole and short
        "You have the idol", "Take the daggers!", "it's the Elder Sign", "Yog-Sothoth is here", "gate", "CTHULHU", "a book, maybe",
        "クトゥルフだ", "くとぅるふ持ってるよ", "ｸﾄｩﾙﾌ", "ハスターと交換しなよ", "ヨグソトースか", "それ偶像だよ", "像だね", "書を持ってる", "魔法のオーブ",
        "狂った教授がいる", "旧支配者いるよ", "君のカード、ゲートだから",
        # spelled out, and with signs
        "i d o l", "I.D.O.L", "a i-d-o-l", "id-ol", "eldersign", "ク ト ゥ ル フ", "魔・導・書",
        # colours
        "yours is red", "blue!", "I see a mad one", "yours is sane", "君のは赤だよ", "青いね", "それ狂気だよ", "正気かも", "🟥", "your card is insane",
        "idol持ってる",
    ],
    "ayatsuri": [
        # oneself
        "I have the detective", "I'm the cop", "im the cop", "I think I am the doctor", "I am not the killer", "my card is number 4",
        "I know seat 3 is the killer", "the detective came to me", "i am d e t e c t i v e", "I'm the Suicide-Bomber Girl",
        "俺は探偵", "僕は3", "自分は犯人じゃない", "私、ﾃﾛﾘｽﾄです",
        # the draft
        "I passed 3 to you", "passed you a five", "the face-down one was 2", "seat 2 took the dictator", "the doctor was left over",
        "5番は流した", "７番を選んだ", "テロリスト持ってる", "③を回したよ", "伏せてあるのは独裁者", "五番取った",
        # a bare claim
        "探偵です", "探偵あったよ", "独裁者はなかった",
    ],
}  # fmt: skip
FREE = {
    "arkham-ritual": [
        "I think you should accept", "Trust me, take it", "give it to me", "discard the old one", "this is insane", "sanity is low", "are you mad?",
        "that is a good sign", "elderly people", "the rule book says so", "it is a mystery to me", "who is redundant?", "made it!",
        "受け取った方がいいよ", "狂気度やばい", "正気度が残り2", "正気か？", "正気かよ", "これはスタートだね", "ルールに書いてある", "想像してみて",
        "知らないふりしないで", "もう一杯飲む？", "うるさいんだけど", "あかん", "いいもの持ってるね", "よろしくお願いします", "",
    ],
    "ayatsuri": [
        "I think seat 2 is the murderer", "seat 3 must be the killer", "who has the dictator?", "you are the terrorist!", "I trust seat 3",
        "I have 2 lives left", "don't kill me, killer!", "doctor, treat me please", "I don't trust those two", "I'll be back in 5 minutes",
        "I picked the good one", "good game", "is it seat 4?", "these docks", "ok",
        "席2が殺人鬼だと思う", "暗殺者は誰だろう", "誰が探偵？", "席2は4番かな", "俺を護衛して", "俺のライフは3", "闇医者さん、治療して", "警官こわい",
        "俺が一番あやしい？", "私は2位", "よろしく", "探偵ですか？",
    ],
    "in-the-ruin": ["I am on A with the gem", "Aの上にいるよ"],
    "ritual": ["I chant red with r1g3", "赤を出すよ"],
}  # fmt: skip


@pytest.mark.parametrize(("slug", "message"), [(slug, message) for slug in HELD for message in HELD[slug]])
def test_held_back(slug, message):
    """Whoever tells what the rulebook forbids is told which rule it is, until the game is over."""
    text = takujo.load(slug).text
    rule = text.held_back(message)
    assert rule in text.talk
    assert {text.held_back(message, phase) for phase in text.phases if phase != "over"} == {rule}
    assert text.held_back(message, "over") is None


@pytest.mark.parametrize(("slug", "message"), [(slug, message) for slug in FREE for message in FREE[slug]])
def test_free(slug, message):
    """Everything else may be said."""
    assert takujo.load(slug).text.held_back(message) is None


@pytest.mark.parametrize("name", ["ja", "en"])
def test_every_card_name_is_held_back(name):
    """[11] Names as the game prints them, whatever the case and the kana."""
    text = takujo.load("arkham-ritual").text
    slugs = [slug for option in takujo.load("arkham-ritual").options for slug in option.choices]
    for slug in [*slugs, "idol-mad", "tome-sane", "mask-mad", "dagger-sane", "chalice-mad", "gate-a", "elder-sign"]:
        word = text.word(slug, name)
        assert text.held_back(f"それは {word}!"), word
        assert text.held_back(word.upper()), word


@pytest.mark.parametrize("role", range(8))
def test_every_role_is_held_back_with_oneself(role):
    """(3.2-1 notes) By name or number, in both languages."""
    text = takujo.load("ayatsuri").text
    reveal = {"type": "reveal", "seat": 0, "role": role}
    assert text.held_back(text.event(reveal, "en", lambda seat: "I"))
    assert text.held_back(text.event(reveal, "ja", lambda seat: "私"))
    assert text.held_back(f"I am {role}")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_held_back_message_gets_its_reason(slug):
    """The code of each rule has a sentence in both languages that needs no details; where no rule is, talk is free."""
    text = takujo.load(slug).text
    assert bool(text.talk) == (slug in HELD)
    for rule in text.talk:
        assert all(text.refusal(rule.code, {}, language) for language in LANGUAGES)


def test_words_and_what_must_be_near():
    """A rule with `near` needs one of both; free phrases are taken out before, and nothing grows together over them."""
    rule = TalkRule("1", "x", ("role", "役"), near=("my",), free=("my turn", "席#"))
    assert rule.holds_back("my role")
    assert rule.holds_back("役は MY")
    assert not rule.holds_back("the role")
    assert not rule.holds_back("my turn, role")
    assert TalkRule("1", "x", ("二枚",), free=("席#",)).holds_back("席1と二枚")
    assert not TalkRule("1", "x", ("ab",), free=("席#",)).holds_back("a席1b")
    assert not TalkRule("1", "x", ("あい",), free=("席#",)).holds_back("あ席1い")
    assert not TalkRule("1", "x", ("あ",)).holds_back("abc")


def test_plurals_and_boundaries():
    """English words are whole words; short ones have no plural."""
    rule = TalkRule("1", "x", ("i", "mask"))
    assert [rule.holds_back(text) for text in ("is", "masks", "unmasked", "m a s k", "m ask")] == [
        False,
        True,
        False,
        True,
        False,
    ]
