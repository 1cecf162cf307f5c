"""Table talk: what a rulebook forbids to say, judged by the words alone, so that holding it back tells nothing."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

__all__ = ["TalkRule"]

GONE = "\0"  # where a free phrase was: what stood beside it does not grow together
NUMBER = "[0-9一二三四五六七八九十]+"


@dataclass(frozen=True)
class TalkRule:
    """A message is held back if it has one of `words` and, where `near` is given, one of those too.

    English words are found as whole words, also in the plural or spelled o-u-t; others anywhere, spaces and signs left
    out, hiragana or katakana. A word that begins with ^ must be the whole message. In `free` a # is any number.
    """

    rule: str  # the citation
    code: str  # the sentence among the game's refusals that says why
    words: tuple[str, ...]
    near: tuple[str, ...] = ()
    free: tuple[str, ...] = ()  # phrases that are fine although a word is in them, in the script written here

    def holds_back(self, message: str) -> bool:
        text = unicodedata.normalize("NFKC", message).casefold()
        if self.free:
            text = _free(self.free).sub(GONE, text)
        forms = _forms(text)
        return _is_in(self.words, forms) and (not self.near or _is_in(self.near, forms))


def _forms(text: str) -> tuple[str, str]:
    """The English words of a message with single spaces between, a second time without signs inside words; the rest."""
    joined = re.sub(rf"(?<=[a-z])[^\w\s{GONE}](?=[a-z])", "", text)
    english = " / ".join(" ".join(re.findall(r"[a-z]+|[0-9]+", version)) for version in (text, joined))
    kept = "".join(
        c for c in text if c == GONE or unicodedata.category(c)[0] in "LN" or unicodedata.category(c) == "So"
    )
    return english, _hiragana(kept)


def _is_in(words: tuple[str, ...], forms: tuple[str, str]) -> bool:
    english, other = _patterns(words)
    return bool(english.search(forms[0]) or other.search(forms[1]))


@cache
def _patterns(words: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    english, other = [], []
    for word in words:
        if word.isascii():
            pattern = word.replace(" ", " ?")
            if len(word) > 2:  # "is" is no plural of "i"
                pattern = f"(?:{pattern}(?:e?s)?|{' '.join(word.replace(' ', ''))})"
            english.append(rf"\b{pattern}\b")
        else:
            pattern = re.escape(_hiragana(word.removeprefix("^")))
            other.append(rf"\A{pattern}\Z" if word[0] == "^" else pattern)
    return _any(english), _any(other)


@cache
def _free(phrases: tuple[str, ...]) -> re.Pattern[str]:
    patterns = []
    for phrase in phrases:
        pattern = rf"\s*{NUMBER}\s*".join(map(re.escape, phrase.split("#")))
        if phrase.isascii():
            pattern = rf"(?<![a-z0-9]){pattern}(?![a-z0-9])".replace(r"\ ", r"[\W_]*")
        patterns.append(pattern)
    return _any(patterns)


def _any(patterns: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(patterns) or r"(?!)")


def _hiragana(text: str) -> str:
    return "".join(chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else c for c in text)
