"""What is counted in IN THE RUIN."""

from takujo.core.jit import built_on

built_on(__name__, "takujo.lab.counting", "takujo.games.in_the_ruin")
