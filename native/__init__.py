"""Libraries ahead of time: what Numba makes of a title becomes one extension for each system (decision 0012)."""
