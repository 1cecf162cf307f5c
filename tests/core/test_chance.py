"""Chance: uniform, reproducible, and scripted."""

from collections import Counter

import pytest

from takujo.core.chance import CHANCE_SIZE, OUTCOMES, below, needed, outcome, outcomes, script, seed_chance, seed_words


def row(words):
    return [*words] + [0] * (CHANCE_SIZE - len(words))


def test_xoshiro128plusplus():
    """The generator is the published one: first outputs for the state 1, 2, 3, 4."""
    chance = row([1, 2, 3, 4])
    words = [below(chance, 1 << 31) for _ in range(5)]
    assert words == [word >> 1 for word in (641, 1573767, 3222811527, 3517856514, 836907274)]


@pytest.mark.parametrize("k", [1, 2, 3, 6, 30])
def test_below_is_uniform(k):
    """Every number 0 to k-1 comes equally often."""
    chance = row(seed_words(1))
    counts = Counter(below(chance, k) for _ in range(600 * k))
    assert set(counts) == set(range(k))
    assert sum((n - 600) ** 2 / 600 for n in counts.values()) < 5 + 6 * k


def test_rare_words_are_drawn_again():
    """A word that would make the first numbers too likely is passed over."""
    k = (1 << 31) - 1
    chance = row([0, 0, 0, 1])  # its first word is 0, which below must not take for this k
    assert below(chance, k) != 0 or chance[:4] != [0, 0, 0, 1]
    assert 0 <= below(chance, k) < k


def test_seeds():
    """Seeds are bytes or integers; each action number has its own words; never all zero."""
    assert seed_words(7) == seed_words(b"\x07")
    assert seed_words(7, 1) != seed_words(7, 2)
    for seed in (-1, 1.5, None, True):
        with pytest.raises(ValueError, match="seed is .*; it takes bytes or an integer >= 0"):
            seed_words(seed)


def test_seeding_inside_rules():
    """Neighbouring seeds give unlike words, and the script is cleared."""
    rows = []
    for seed in range(50):
        chance = row([])
        chance[4] = 1
        seed_chance(chance, seed)
        assert chance[4] == 0
        rows.append(tuple(chance[:4]))
    assert len({word for words in rows for word in words}) == 200


def test_scripts():
    """A script gives its numbers, then 0, and notes the first draw it had no number for."""
    chance = row([1, 2, 3, 4])
    script(chance, [2, 0])
    assert [below(chance, 3) for _ in range(2)] == [2, 0]
    assert needed(chance) == 0
    assert below(chance, 5) == below(chance, 7) == 0
    assert needed(chance) == 5
    script(chance, None)
    assert chance == row([1, 2, 3, 4])


def test_a_script_of_outcomes():
    """Outcomes are taken one by one, draws meanwhile are the generator's, and nothing is left of an empty script."""
    chance, plain = row([1, 2, 3, 4]), row([1, 2, 3, 4])
    script(chance, [7, 0, 9], OUTCOMES)
    assert outcome(chance) == 7
    assert outcomes(chance) == [0, 9]
    assert [below(chance, 100) for _ in range(5)] == [below(plain, 100) for _ in range(5)]
    assert [outcome(chance), outcome(chance), outcome(chance)] == [0, 9, -1]
    assert chance == plain
    assert outcomes(chance) == []
    script(chance, [3])
    assert outcome(chance) == -1, "a script of draws tells no outcomes"
