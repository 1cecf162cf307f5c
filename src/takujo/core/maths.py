"""Mathematical functions for rules and bots: the C libraries' differ in the last bit from system to system.

Sums and products of doubles alone, in a fixed order, so that Python and compiled code of every kind agree exactly.
"""

import math

from takujo.core.jit import rule
from takujo.core.record import table

__all__ = ["exp", "log"]

HIGH = 0.693147180369123816490  # ln 2 in two parts: a multiple of the first is exact
LOW = 1.90821492927058770002e-10
TWO = 1.4142135623730951  # the root of it
STRIDE = 60  # a power of two that is an integer, too
POWERS = table([2.0**twos for twos in range(-STRIDE, STRIDE + 1)], float)
SMALLEST, LARGEST = -745.2, 709.78  # beyond these exp is 0, or has no double


@rule
def exp(x: float) -> float:
    """e to the power of x, within 2e-16 of itself; nothing is too small, and LARGEST is the largest taken."""
    x = float(x)  # one of 32 bits would be reckoned with in 32 bits
    if x < SMALLEST:
        return 0.0
    x = min(x, LARGEST)
    twos = int(x * 1.4426950408889634 + (0.5 if x >= 0 else -0.5))
    high, low = x - twos * HIGH, twos * LOW
    r = high - low
    square = r * r
    c = -1.6533902205465252e-06 + square * 4.1381367970572385e-08
    c = -0.0027777777777015593 + square * (6.613756321437934e-05 + square * c)
    c = r - square * (0.16666666666666602 + square * c)
    y = 1.0 - ((low - r * c / (2.0 - c)) - high)
    while twos < -STRIDE:
        y /= 1 << STRIDE
        twos += STRIDE
    while twos > STRIDE:
        y *= 1 << STRIDE
        twos -= STRIDE
    return y * POWERS[twos + STRIDE]  # a branch could not be foreseen


@rule
def log(x: float) -> float:
    """The natural logarithm of a number, within 2e-16 of itself."""
    if x <= 0:
        return -math.inf
    x, twos = float(x), 0
    while x >= TWO:
        x *= 0.5
        twos += 1
    while x < TWO / 2:
        x *= 2.0
        twos -= 1
    f = x - 1.0
    s = f / (2.0 + f)
    square = s * s
    rest = 0.1818357216161805 + square * (0.15313837699209373 + square * 0.14798198605116586)
    rest = 0.2857142874366239 + square * (0.22222198432149784 + square * rest)
    rest = square * (0.6666666666666735 + square * (0.3999999999940942 + square * rest))
    half = 0.5 * f * f
    return twos * HIGH - ((half - (s * (half + rest) + twos * LOW)) - f)
