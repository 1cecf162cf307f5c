"""Counts for Prometheus. No labels of tables, seats or actions: a count may not tell who did what."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

__all__ = ["ACTIONS", "COMMITS", "REFUSALS", "REQUESTS", "SOCKETS", "TABLES", "page"]

REGISTRY = CollectorRegistry()
TABLES = Counter("takujo_tables", "Tables made", registry=REGISTRY)
ACTIONS = Counter("takujo_actions", "Actions written and acknowledged", registry=REGISTRY)
REFUSALS = Counter("takujo_refusals", "Actions refused by the rules", registry=REGISTRY)
REQUESTS = Counter("takujo_requests", "Requests by the hundred of their status", ["status"], registry=REGISTRY)
SOCKETS = Gauge("takujo_sockets", "Open sockets and streams", registry=REGISTRY)
COMMITS = Histogram("takujo_commit_seconds", "Time to write and sync what waited together", registry=REGISTRY)


def page() -> bytes:
    return generate_latest(REGISTRY)
