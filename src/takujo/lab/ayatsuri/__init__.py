"""What is counted in Ayatsuri."""

from takujo.core.jit import built_on

built_on(__name__, "takujo.lab.counting", "takujo.games.ayatsuri")
