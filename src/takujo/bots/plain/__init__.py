"""How a game is played about which nothing is known but its rules: it stands in for the `bot` of a game without one."""
