"""Table talk: whether a message tells what a rulebook forbids to tell, judged by it and by what everybody sees.

A message is brought into one form; each word that matters becomes a sign: a capital letter that stands for "the name of
a card", "you", "a rule". Which runs and which orders of signs and letters are those of somebody who tells is learned
from labelled lines (`scripts/talk`): one small integer for each bucket of a hash, so that every machine judges alike.
"""

import base64
import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import isqrt
from pathlib import Path
from typing import Any
from zlib import crc32

__all__ = ["BUCKETS", "UNIT", "WEIGHTS", "Talk", "buckets", "plain", "share"]

WORDS, WEIGHTS = "talk.txt", "talk.json"  # beside a game's talk.py; scripts/talk writes the weights
BUCKETS = 1 << 15
UNIT = 1 << 10  # the length of a message, as a vector of its parts
RUN = 4  # the longest run of letters looked at

VOWELS, SMALL = "aiueo", {"a": "ゃ", "u": "ゅ", "o": "ょ"}
ROWS = {
    "": "あいうえお", "k": "かきくけこ", "s": "さしすせそ", "t": "たちつてと", "n": "なにぬねの", "h": "はひふへほ",
    "m": "まみむめも", "r": "らりるれろ", "g": "がぎぐげご", "z": "ざじずぜぞ", "d": "だぢづでど", "b": "ばびぶべぼ",
    "p": "ぱぴぷぺぽ",
}  # fmt: skip
SOFT = {"sh": "し", "ch": "ち", "j": "じ"} | {f"{consonant}y": ROWS[consonant][1] for consonant in "kstnhmrgzbp"}
SYLLABLES = (
    {consonant + vowel: kana for consonant, row in ROWS.items() for vowel, kana in zip(VOWELS, row, strict=True)}
    | {consonant + vowel: kana + small for consonant, kana in SOFT.items() for vowel, small in SMALL.items()}
    | {"ya": "や", "yu": "ゆ", "yo": "よ", "wa": "わ", "wo": "を", "fu": "ふ", "fa": "ふぁ", "fo": "ふぉ"}
    | {"shi": "し", "chi": "ち", "che": "ちぇ", "tsu": "つ", "ji": "じ", "n": "ん", "n'": "ん"}
)
ROMAJI = re.compile(r"(?:" + "|".join(sorted(SYLLABLES, key=len, reverse=True)) + r"|([kstpgdb])(?=\1)|t(?=ch)|ー)+")
ENGLISH = frozenset(  # words that could be romaji
    """
    a ago an anyone are as auto ban banana bare base be bin bone can care case change cheese come cure dare data
    date demo den do done ease even fine fire fun game gate go gone gun hai hate he here hero hire home hoodie hope
    hose human i idea in insane into is june kabuki kanji kin made mai make mama me memo men menu mine mono more
    nada name nine ninja no none nose ok on one onto open papa pen photo pin pizza potato pure ran rare rise rose
    run sake same sane she so soda some someone son sonata soon sun sure sushi take ten there these those time tin
    tire to tomato tome ton tone u ur use we were win wire woman won ya yo you zero zone
    """.split()  # noqa: SIM905 - written as words, to be read
)
LEET = str.maketrans("013457@$", "oieastas")
SPELLED = re.compile(r"(?<![^\W_])[^\W_](?:[\s./・·\-_,、*|~+]{1,2}[^\W_](?![^\W_])){2,}")
NO_WORD = re.compile(r"(?!)")
EQUALS = "=:→←⇒⇐≒➡⬅"


def plain(text: str) -> str:
    """A message in small letters, spelled-out words joined, romaji as kana, signs as spaces, ? and =."""
    text = unicodedata.normalize("NFKC", text).casefold()
    text = "".join(c for c in text if unicodedata.category(c) not in ("Mn", "Cf", "Cc"))
    text = re.sub(r"([^\d\s])\1{2,}", r"\1", re.sub("[〜~―—]", "ー", text))
    text = SPELLED.sub(lambda found: re.sub(r"[\W_]", "", found[0]), text)
    text = re.sub(r"[a-z]+[0-9@$]+[a-z][a-z0-9@$]*", lambda found: found[0].translate(LEET), text)
    text = re.sub(r"(?<=[a-z])['’](?=[a-z])", "", text)
    text = _kana(re.sub("(?<=[aiueo])-(?=[a-z])", "ー", text) if text.isascii() else text)
    text = re.sub(r"(?<![a-z])[w草]+(?=$|[\s、。!?])", "", text)
    kept = (c if _is_kept(c) else "=" if c in EQUALS else " " for c in text)
    return " ".join("".join(kept).split())


def _is_kept(c: str) -> bool:
    category = unicodedata.category(c)
    return c not in EQUALS and (c in "?+○■□●" or category[0] in "LN" or category == "So")


def _kana(text: str) -> str:
    """Latin words that read as Japanese, in hiragana; those that are English too only if all others read so."""
    words = {word for word in re.findall(r"[a-zー']+", text) if word.strip("ー")}
    romaji = {word for word in words if ROMAJI.fullmatch(word)}
    sure = romaji - ENGLISH
    if romaji != words or not sure or not text.replace("ー", "").isascii():
        romaji = {word for word in sure if len(word) > 3} if 2 * len(sure) > len(words) else set()
    return re.sub(r"[a-zー']+", lambda found: _syllables(found[0]) if found[0] in romaji else found[0], text)


def _syllables(word: str) -> str:
    kana, at = "", 0
    while at < len(word):
        length = next((n for n in (3, 2, 1) if word[at : at + n] in SYLLABLES), 0)
        kana += SYLLABLES[word[at : at + length]] if length else "ー" if word[at] == "ー" else "っ"
        at += length or 1
    return kana


@dataclass(frozen=True)
class Talk:
    """What a title's rulebook forbids to say."""

    folder: Path  # where words and weights lie
    topic: str  # a message without any of these signs tells nothing
    reasons: Mapping[str, tuple[str, str]]  # signs -> code and citation: the first of which a sign is there; "": any
    is_judged: Callable[[Mapping[str, Any]], bool]  # by a spectator's view
    open: Callable[[Mapping[str, Any]], tuple[str, ...]] = lambda view: ()  # words for what everybody sees

    def told(self, view: Mapping[str, Any], text: str) -> tuple[str, str] | None:
        """Code and citation of why this may not be said now. `view` is a spectator's: it has nothing hidden."""
        if not self.is_judged(view):
            return None
        signed = self.signed(text, self.open(view))
        if not self.is_topical(signed) or self.score(signed) <= 0:
            return None
        return next(reason for signs, reason in self.reasons.items() if not signs or set(signs) & set(signed))

    def is_topical(self, signed: str) -> bool:
        return not set(self.topic).isdisjoint(signed)

    def signed(self, text: str, free: tuple[str, ...] = ()) -> str:
        """A message with a sign for every word that has one; `free` words are left out."""
        message = plain(text)
        for words in free:
            message = re.sub("|".join(map(_pattern, words.split())), " ", message)
        signs, at = "", 0
        while at < len(message):
            found = self._patterns.get(message[at], NO_WORD).match(message, at) or self._patterns[""].match(message, at)
            signs += found.lastgroup[0] if found and found.lastgroup else message[at]
            at = found.end() if found else at + 1
        return _hiragana(signs)

    def score(self, signed: str) -> int:
        """How surely this tells; it is held back above 0."""
        bias, weights = self._weights
        parts = buckets(signed)
        return sum(weights[part] for part in parts) * share(len(parts)) + bias

    @cached_property
    def words(self) -> Mapping[str, list[str]]:
        """The lines of words of each sign."""
        lists: dict[str, list[str]] = {}
        for line in (self.folder / WORDS).read_text(encoding="utf-8").splitlines():
            if line[1:2] == ":":
                lists[line[0]] = []
            elif line.startswith(" "):
                lists[next(reversed(lists))].append(line.strip())
        return lists

    @cached_property
    def _weights(self) -> tuple[int, memoryview]:
        learned = json.loads((self.folder / WEIGHTS).read_text(encoding="ascii"))
        return learned["bias"], memoryview(base64.b85decode(learned["weights"])).cast("b")

    @cached_property
    def _patterns(self) -> Mapping[str, re.Pattern[str]]:
        """The words by their first letter, longest first; "": those that may begin with several."""
        groups: dict[str, list[str]] = {"": []}
        words = [(word, sign) for sign, lines in self.words.items() for line in lines for word in line.split()]
        for i, (word, sign) in enumerate(sorted(words, key=lambda word: -len(word[0]))):
            first = word[0] if word[0].isalnum() and word[1:2] != "?" else ""
            for letter in {first, _hiragana(first), _katakana(first)}:
                groups.setdefault(letter, []).append(f"(?P<{sign}{i}>{_pattern(word)})")
        return {first: re.compile("|".join(patterns)) for first, patterns in groups.items()}


def share(parts: int) -> int:
    """What one of so many parts of a message counts."""
    return max(1, isqrt(UNIT * UNIT // parts))


def buckets(signed: str) -> set[int]:
    """The parts of a message as numbers below BUCKETS."""
    return {crc32(part.encode()) % BUCKETS for part in _parts(signed)}


def _parts(signed: str) -> Iterator[str]:
    """Its runs of letters, its runs of words, its signs in their order, and which sign stands before which."""
    text = f"^{signed}$"
    for length in range(1, RUN + 1):
        yield from (text[at : at + length] for at in range(len(text) - length + 1))
    words = ["^", *signed.split(), "$"]
    for length in (2, 3):
        yield from (" ".join(words[at : at + length]) for at in range(len(words) - length + 1))
    shape = re.sub(r"(.)\1+", r"\1", "".join(map(_kind, text)))
    for length in (2, 3, 4):
        yield from ("~" + shape[at : at + length] for at in range(len(shape) - length + 1))
    signs = "".join(c for c in signed if c.isupper() or c in "?=")
    run = "^" + re.sub(r"(.)\1+", r"\1", signs) + "$"
    for length in range(1, 5):
        yield from ("/" + run[at : at + length] for at in range(len(run) - length + 1))
    first = sorted(set(signs), key=signs.index)
    yield from (f"{a}<{b}" for i, a in enumerate(first) for b in first[i + 1 :])
    yield "&" + "".join(sorted(first))


def _kind(c: str) -> str:
    """A sign as it is; other letters by their script."""
    return (
        "a"
        if "a" <= c <= "z"
        else "あ"
        if "ぁ" <= c <= "ー"
        else "漢"
        if "一" <= c <= "鿿"
        else "0"
        if c.isdigit()
        else c
    )


def _katakana(letter: str) -> str:
    return "".join(chr(ord(c) + 0x60) if "ぁ" <= c <= "ゖ" else c for c in letter)


def _hiragana(text: str) -> str:
    return "".join(chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else c for c in text)


def _pattern(word: str) -> str:
    """A word of the lists as an expression over plain text; a Latin one is a whole word, maybe in the plural.

    Kana match in either script, but for words of two: ます is no マス.
    """
    word = word.replace("_", " ")
    if word.isascii() and word[0].isalpha():
        return rf"(?<![a-z])(?:{word}){'(?:e?s)?' if len(word) > 2 else ''}(?![a-z])"
    if len(word) < 3 and all("ぁ" <= c <= "ー" for c in word):
        return word
    return "".join(f"[{c}{_katakana(c)}]" if "ぁ" <= c <= "ゖ" else c for c in _hiragana(word))
