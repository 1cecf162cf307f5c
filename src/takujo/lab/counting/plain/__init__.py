"""What is counted in any game: it stands in for the `lab` of a game without one."""
