"""What is counted in Arkham Ritual."""

from takujo.core.jit import built_on

built_on(__name__, "takujo.lab.counting", "takujo.games.arkham_ritual")
