"""What a server counts while it runs: each process for itself, and whoever collects it adds it up."""

from __future__ import annotations

from typing import Final, final

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics

MOVE_BUCKETS_S: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

# A second line for every counter, saying when it was made. The library has no types for this one function.
disable_created_metrics()  # type: ignore[no-untyped-call]


@final
class Counters:
    """Of one server, since it was started."""

    def __init__(self) -> None:
        self.registry = here = CollectorRegistry()
        told = "Requests by route and status; a stream counts when it begins."
        labels = ("method", "route", "status")
        self.requests = Counter("farmstead_requests_total", told, labels, registry=here)
        told = "From the request of a move to its answer, for moves made."
        self.moves = Histogram("farmstead_move_seconds", told, buckets=MOVE_BUCKETS_S, registry=here)
        told = "Calls of webhooks by what became of them."
        self.webhooks = Counter("farmstead_webhook_calls_total", told, ("result",), registry=here)
        told = "Requests that failed because of the store, by why."
        self.troubles = Counter("farmstead_store_errors_total", told, ("why",), registry=here)
