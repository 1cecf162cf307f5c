"""What all routes share: the refusals they may answer with, and how large answers are sent."""

import gzip
from typing import Any

from fastapi import Request, Response

from . import wire

__all__ = ["PROBLEMS", "packed", "problems"]

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": wire.Problem, "description": meaning}
    for status, meaning in {
        401: "The token is not one of this table",
        403: "Not for you",
        404: "There is no such table",
        409: "Not now, or not by the rules",
        410: "The table was removed",
        413: "The request is too large",
        422: "The request is not of this shape",
        429: "Too many requests",
        503: "The server is starting or stopping, or its database is away",
    }.items()
}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    return {status: PROBLEMS[status] for status in statuses}


def packed(request: Request, packed: bytes) -> Response:
    """Compressed JSON as the client can read it."""
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, headers={"content-encoding": "gzip"}, media_type="application/json")
    return Response(gzip.decompress(packed), media_type="application/json")
