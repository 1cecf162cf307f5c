"""A game becomes one row of small integers: the columns, and the compiled loop that fills them."""

from takujo.core.jit import built_on

built_on(__name__, "takujo.bots")
