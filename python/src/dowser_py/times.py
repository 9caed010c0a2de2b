"""Moments, as Dowser writes them."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any


def time_of(milliseconds: float | None) -> datetime | None:
    """Returns a moment that is given in milliseconds since 1970."""
    if milliseconds is None:
        return None
    seconds, rest = divmod(round(milliseconds), 1_000)
    return datetime.fromtimestamp(seconds, timezone.utc).replace(microsecond=rest * 1_000)


def moment_of(value: Any) -> Any:
    """Returns a moment that is given as a text in ISO 8601."""
    return datetime.fromisoformat(value.replace("Z", "+00:00")) if isinstance(value, str) else value
