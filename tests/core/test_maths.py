"""Our own exp and log: as exact as the C library's, and the same to the last bit in every tier."""

import math

import numpy as np
import pytest

from takujo.core.jit import JIT, Floats, door, entry
from takujo.core.maths import exp, log
from takujo.core.record import Reals


@door
def _exps(numbers: Floats, out: Floats, n: int) -> None:
    for i in range(n):
        value = exp(numbers[i])
        out[2 * i] = value
        out[2 * i + 1] = value - out[2 * i]  # what 32 bits have no room for


def steps(low, high, count):
    return [low + (high - low) * i / count for i in range(count + 1)]


def test_exp_is_within_two_units_of_the_last_place():
    for x in steps(-700, 700, 20_001) + steps(-2, 2, 20_001) + steps(-1e-9, 1e-9, 101):
        assert exp(x) == pytest.approx(math.exp(x), rel=4.5e-16, abs=0), x
    assert exp(0.0) == 1.0


def test_exp_ends_where_doubles_do():
    assert (exp(-746.0), exp(-math.inf)) == (0.0, 0.0)
    assert exp(-744.0) == pytest.approx(math.exp(-744.0), rel=0.5)  # the smallest doubles have few digits
    assert exp(1e9) == exp(709.78) < math.inf


def test_exp_of_a_small_float_is_reckoned_in_doubles():
    assert exp(np.float32(0.1)) == exp(float(np.float32(0.1)))


def test_log_is_within_two_units_of_the_last_place():
    for x in steps(1e-3, 3, 20_001) + steps(1, 1e6, 20_001) + [5e-300, 1e300, 1 / 3, math.nextafter(1, 2)]:
        assert log(x) == pytest.approx(math.log(x), rel=4.5e-16, abs=0), x
    assert (log(1.0), log(0.0)) == (0.0, -math.inf)


@pytest.mark.skipif(not JIT, reason="compares with compiled code")
def test_compiled_exp_is_the_same_to_the_last_bit():
    numbers = np.array(steps(-100, 60, 10_001) + steps(-1, 0, 1001), dtype=np.float32)
    compiled, plain = np.zeros((2, 2 * len(numbers)), dtype=np.float32)
    entry(_exps)(numbers, compiled, len(numbers))
    _exps(Reals(numbers), Reals(plain), len(numbers))
    assert compiled.tobytes() == plain.tobytes()
