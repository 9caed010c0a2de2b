"""Rows with typed columns, as Python, pandas or pyarrow has them."""

from __future__ import annotations

import json
from importlib.resources import files
from itertools import islice
from typing import Any, Callable, Iterable, Iterator, Mapping

from .saved import LIST_OF, PREFIX, saved_cell
from .times import moment_of

Row = Mapping[str, Any]

#: The type of each column of the data dictionary, by its name: the same name is of one type in all tables.
COLUMN_TYPES: Mapping[str, str] = json.loads(files(__package__).joinpath("columns.json").read_text("utf-8"))

#: Rows that are turned into a batch of Arrow at a time.
BATCH = 10_000


def type_of(name: str) -> str:
    """Returns the type of a column; what `extract` rules took are lists, and others texts."""
    if name.startswith("field_"):
        return "list"
    return COLUMN_TYPES.get(name, "text")


def cell_of(value: Any, column_type: str) -> Any:
    """Returns a value of JSON as a cell: a time as a moment in UTC, several texts as a JSON array."""
    if column_type == "time":
        return moment_of(value)
    if column_type == "number":
        return float(value)
    if column_type in ("text", "list") and not isinstance(value, str):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return value


class Table:
    """Rows in order. Each look at them reads them again, so that a table may be larger than the memory."""

    def __init__(
        self,
        columns: Iterable[str],
        read: Callable[[], Iterable[Row]],
        types: Mapping[str, str] | None = None,
    ) -> None:
        self.columns: tuple[str, ...] = tuple(columns)
        #: The type of each column: text, number, integer, boolean, time, list, or `list of` one of them.
        self.types: Mapping[str, str] = {name: (types or {}).get(name) or type_of(name) for name in self.columns}
        self._read = read

    def __iter__(self) -> Iterator[dict[str, Any]]:
        cells = [(name, kind, saved_cell if name.startswith(PREFIX) else cell_of) for name, kind in self.types.items()]
        for row in self._read():
            found = ((name, row.get(name), kind, cell) for name, kind, cell in cells)
            yield {name: None if value is None else cell(value, kind) for name, value, kind, cell in found}

    def rows(self) -> list[dict[str, Any]]:
        """Returns all rows as dictionaries."""
        return list(self)

    def to_arrow(self) -> Any:
        """Returns a `pyarrow.Table`, with the types that a Parquet export has."""
        import pyarrow

        arrow = {
            "text": pyarrow.string(),
            "list": pyarrow.string(),
            "number": pyarrow.float64(),
            "integer": pyarrow.int64(),
            "boolean": pyarrow.bool_(),
            "time": pyarrow.timestamp("ms", tz="UTC"),
        }
        arrow |= {f"{LIST_OF}{name}": pyarrow.list_(kind) for name, kind in arrow.items()}
        schema = pyarrow.schema([(name, arrow[kind]) for name, kind in self.types.items()])
        rows, batches = iter(self), []
        while batch := list(islice(rows, BATCH)):
            batches.append(pyarrow.RecordBatch.from_pylist(batch, schema=schema))
        return pyarrow.Table.from_batches(batches, schema=schema)

    def to_pandas(self) -> Any:
        """Returns a `pandas.DataFrame`; whole numbers and truths with gaps keep their types."""
        import pandas

        kinds = {"number": "float64", "integer": "Int64", "time": "datetime64[ms, UTC]"}
        rows = self.rows()
        series = {}
        for name, kind in self.types.items():
            cells = [row[name] for row in rows]
            if kind == "boolean":
                dtype = "boolean" if None in cells else "bool"
            else:
                dtype = kinds.get(kind, "object")
            series[name] = pandas.Series(cells, dtype=dtype)
        return pandas.DataFrame(series, columns=list(self.columns))
