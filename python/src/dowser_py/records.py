"""What a crawl records of a URL, as a row of the table of pages without texts."""

from __future__ import annotations

from typing import Any, Mapping

from .saved import PREFIX, saved_value
from .tables import Row
from .times import time_of

#: The columns that a record has; an export has texts and languages beside them.
RECORD_COLUMNS = (
    *("url", "host", "rawTitle", "isTarget", "utility", "type", "why"),
    *("fetchedAt", "depth", "parent", "anchor", "mediaType", "truncated", "noindex"),
    *("signals", "copyOf", "copyBy", "change", "sequence", "priority", "status", "bodyBytes", "links"),
)

#: Keys of a record, and of the verdict on its page, that are columns under their own names.
OF_RECORD = ("url", "host", "depth", "parent", "change", "sequence", "priority", "status")
OF_PAGE = (
    *("isTarget", "utility", "type", "why", "mediaType", "truncated", "copyOf", "copyBy"),
    *("bodyBytes", "links"),
)


def row_of(record: Mapping[str, Any]) -> Row:
    """Returns the row of a record that has a page."""
    page = record["page"]
    return {
        **{name: record.get(name) for name in OF_RECORD},
        **{name: page.get(name) for name in OF_PAGE},
        "rawTitle": page.get("title"),
        "signals": page.get("signals"),
        "noindex": page.get("noindex") is True,
        "anchor": (record.get("snippet") or {}).get("anchor"),
        "fetchedAt": time_of(record["fetchedAt"]),
        **{f"field_{name}": value for name, value in page.get("fields", {}).items()},
        **{f"{PREFIX}{name}": saved_value(value) for name, value in page.get("saved", {}).items()},
    }
