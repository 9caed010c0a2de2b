"""The columns of what a handler saved: each has one type, which is learnt from its values as Dowser learns it."""

from __future__ import annotations

import re
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any, Iterable, Mapping

from .times import moment_of, time_of

#: Begins the names of these columns.
PREFIX = "saved_"

#: Begins the type of a column whose cells are lists.
LIST_OF = "list of "


def saved_value(kept: Any) -> Any:
    """Returns a value as a record keeps it; a time is marked there, in milliseconds since 1970."""
    if isinstance(kept, list):
        return [saved_value(each) for each in kept]
    if isinstance(kept, Mapping):
        return time_of(kept["time"])
    return kept


def saved_types(rows: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Returns the types of all saved columns in rows: of several kinds it is text, of a list and single values a list."""
    kinds: dict[str, set[str]] = {}
    lists: set[str] = set()
    for row in rows:
        for name, value in row.items():
            if not name.startswith(PREFIX) or value is None:
                continue
            seen = kinds.setdefault(name, set())
            if isinstance(value, list):
                lists.add(name)
            seen.update(_kind_of(each) for each in (value if isinstance(value, list) else [value]))
    return {
        name: (LIST_OF if name in lists else "") + (next(iter(seen)) if len(seen) == 1 else "text")
        for name, seen in sorted(kinds.items())
    }


def saved_cell(value: Any, column_type: str) -> Any:
    """Returns a value as a cell of the type of its column."""
    if column_type.startswith(LIST_OF):
        of = column_type.removeprefix(LIST_OF)
        return [_single(each, of) for each in (value if isinstance(value, list) else [value])]
    return _single(value, column_type)


def _single(value: Any, column_type: str) -> Any:
    if column_type == "number":
        return float(value)
    if column_type == "boolean":
        return value == "true" if isinstance(value, str) else value
    if column_type == "time":
        return moment_of(value)
    return _text_of(value)


def _kind_of(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "number"
    return "time" if isinstance(value, datetime) else "text"


def _text_of(value: Any) -> str:
    """Returns a value as CSV has it, numbers as JavaScript writes them."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, (int, float)):
        text = repr(int(value) if value == int(value) and abs(value) < 1e21 else value)
        return format(Decimal(text), "f") if 1e-6 <= abs(value) < 1e-4 else re.sub(r"e([+-])0", r"e\1", text)
    return str(value)
