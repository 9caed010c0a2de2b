"""What people found who judged a sample of a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping


@dataclass(frozen=True)
class Statement:
    """A share of pages that are relevant, by a sample that people judged."""

    #: What it is a share of.
    of: str
    share: float
    #: The interval that holds it in 95 of 100 cases.
    low: float
    high: float
    #: Pages that were judged, and pages that there are.
    judged: int
    pages: int

    def __str__(self) -> str:
        interval = f"95 % interval {self.low:.2f} to {self.high:.2f}"
        return f"{self.share:.2f} of {self.pages} {self.of} are relevant ({interval}, {self.judged} judged)"


def precision_in(status: Mapping[str, Any]) -> Statement | None:
    """Finds the precision of the pages that are called relevant, by their own sample before that of all pages."""
    for name in ("exported", "sample"):
        called = (status.get(name) or {}).get("called")
        if called is not None:
            return _statement("pages called relevant", called["precision"], called["targets"])
    return None


def harvest_in(status: Mapping[str, Any]) -> Statement | None:
    """Finds the share of all fetched pages that are relevant."""
    sample = status.get("sample")
    return sample and _statement("fetched pages", sample["precision"], sample["pages"])


def _statement(of: str, precision: Mapping[str, Any], pages: int) -> Statement | None:
    if precision["cases"] == 0:
        return None
    shares = {name: precision[name] for name in ("share", "low", "high")}
    return Statement(of=of, **shares, judged=precision["cases"], pages=pages)
