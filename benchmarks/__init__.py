"""How fast takujo is, beside plain Python and the peers: `python -m benchmarks`, behind `make bench`."""
