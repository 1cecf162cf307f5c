"""A world in one process, from one seed: real servers on a simulated clock, disk, network and bus."""
