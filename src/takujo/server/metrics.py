"""Counts for Prometheus, coarse and for the operator alone: on a quiet server an exact count would tell private steps.

No labels of tables, seats or actions: a count may not tell who did what.
"""

import logging
import math
import threading
import time
from collections.abc import Callable, Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, start_http_server
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

__all__ = [
    "ACTIONS", "AWAKE", "COMMITS", "REFUSALS", "REQUESTS", "SOCKETS", "TABLES", "Coarse", "page", "refused", "serve",
]  # fmt: skip

log = logging.getLogger("takujo.server")

RENEWED = 60.0  # seconds that what is shown stays as it is
STEP = 100  # counts are shown rounded down to this
EXACT = ("_sum", "_created")  # samples that no rounding hides: left out
ATTEMPTS = (  # codes of refusals for who tries what is not allowed: ours; of the games, one has `malformed` too
    "bad-host", "bad-origin", "bad-token", "malformed", "no-hello", "no-seat", "no-spectators", "no-such-table",
    "no-token", "not-host", "seated", "too-large", "too-long", "too-many", "too-many-tables",
)  # fmt: skip
PILE = 100  # refusals with one code within a minute that are worth a line in the log

REGISTRY = CollectorRegistry()
TABLES = Counter("takujo_tables", "Tables made, in hundreds", registry=REGISTRY)
ACTIONS = Counter("takujo_actions", "Actions written and acknowledged, in hundreds", registry=REGISTRY)
REFUSALS = Counter("takujo_refusals", "Actions refused by the rules, in hundreds", registry=REGISTRY)
REQUESTS = Counter(
    "takujo_requests", "Requests by the hundred of their status, in hundreds", ["status"], registry=REGISTRY
)
REFUSED = Counter("takujo_refused", "Attempts refused, by code, in hundreds", ["code"], registry=REGISTRY)
AWAKE = Gauge("takujo_tables_awake", "Tables in memory", registry=REGISTRY)
SOCKETS = Gauge("takujo_sockets", "Open sockets and streams", registry=REGISTRY)
COMMITS = Histogram("takujo_commit_seconds", "Time to write what waited together, in hundreds", registry=REGISTRY)


class Coarse(Collector):
    """The counts as they are shown: at most once a minute anew, and rounded. Gauges are as they are."""

    def __init__(self, registry: CollectorRegistry, now: Callable[[], float] = time.monotonic):
        self.registry, self.now = registry, now
        self._lock = threading.Lock()
        self._shown: list[Metric] = []
        self._at = -math.inf

    def collect(self) -> Iterable[Metric]:
        with self._lock:
            if self.now() >= self._at + RENEWED:
                self._at = self.now()
                self._shown = [_rounded(metric) for metric in self.registry.collect() if metric.type != "gauge"]
            return [*self._shown, *(metric for metric in self.registry.collect() if metric.type == "gauge")]


def _rounded(exact: Metric) -> Metric:
    metric = Metric(exact.name, exact.documentation, exact.type)
    for sample in exact.samples:
        if not sample.name.endswith(EXACT):
            metric.samples.append(sample._replace(value=sample.value // STEP * STEP))
    return metric


_piles = dict.fromkeys(ATTEMPTS, (-math.inf, 0))  # by code: since when, how many


def refused(code: str) -> None:
    """Count an attempt. Where one kind piles up the log says so: once a minute, and not whose they are."""
    if code not in _piles:
        return
    REFUSED.labels(code).inc()
    now = time.monotonic()
    since, count = _piles[code]
    since, count = (since, count + 1) if now < since + RENEWED else (now, 1)
    _piles[code] = since, count
    if count == PILE:
        log.warning("%d refusals within a minute: %s", PILE, code)


SHOWN = CollectorRegistry()
SHOWN.register(Coarse(REGISTRY))


def page() -> bytes:
    return generate_latest(SHOWN)


def serve(port: int) -> None:
    """On a port of their own, for this machine alone, until the process ends."""
    start_http_server(port, "127.0.0.1", SHOWN)
