"""How IN THE RUIN is played well."""

from takujo.core.jit import built_on

built_on(__name__, "takujo.bots", "takujo.games.in_the_ruin")
