"""Reads the tables that `dowser export` writes: JSON lines, CSV and Parquet."""

from __future__ import annotations

import csv
import gzip
import json
import shutil
import weakref
from pathlib import Path
from typing import Any, Iterable, Iterator, Mapping, TextIO

from .saved import LIST_OF, PREFIX, saved_types
from .tables import Row, Table, type_of

#: Texts that a spreadsheet would run as a formula; an export as CSV has an apostrophe before them.
FORMULA = ("'=", "'+", "'-", "'@", "'\t", "'\r")


def read_export(file: str | Path, types: Mapping[str, str] | None = None) -> Table:
    """Opens an exported table by the ending of its name: `.jsonl` and `.csv`, also with `.gz`, or `.parquet`.

    It is the same table in each format. What handlers saved has its types in Parquet; JSON lines have no times, and CSV
    has texts alone: `types` says them, as `{"saved_price": "number", "saved_days": "list of time"}`.
    """
    path = Path(file)
    given = types or {}
    name = path.name.removesuffix(".gz")
    if name.endswith((".jsonl", ".ndjson")):
        first = next(_json_rows(path), {})
        is_open = any(name.startswith(PREFIX) and name not in given for name in first)
        found = saved_types(_json_rows(path)) if is_open else {}
        return Table(first, lambda: _json_rows(path), {**found, **given})
    if name.endswith(".csv"):
        with _open(path) as stream:
            columns = next(csv.reader(stream), [])
        return Table(columns, lambda: _csv_rows(path, given), given)
    if name.endswith(".parquet"):
        return _parquet_table(path)
    raise ValueError(f"{path}: not .jsonl, .csv or .parquet")


def read_kept(file: Path, types: Mapping[str, str] | None = None) -> Table:
    """Opens an exported table in a folder of its own, which is removed with the table."""
    table = read_export(file, types)
    weakref.finalize(table, shutil.rmtree, file.parent, ignore_errors=True)
    return table


def rows_of_lines(lines: Iterable[str]) -> Iterator[Row]:
    """Reads JSON lines."""
    for line in lines:
        if line.strip():
            yield json.loads(line)


def _open(path: Path) -> TextIO:
    if path.name.endswith(".gz"):
        return gzip.open(path, "rt", encoding="utf-8-sig", newline="")
    return path.open(encoding="utf-8-sig", newline="")


def _json_rows(path: Path) -> Iterator[Row]:
    with _open(path) as stream:
        yield from rows_of_lines(stream)


def _csv_rows(path: Path, types: Mapping[str, str]) -> Iterator[Row]:
    # A text of a page may be longer than what Python takes by itself.
    csv.field_size_limit(2**31 - 1)
    with _open(path) as stream:
        for row in csv.DictReader(stream):
            yield {name: _csv_cell(text, types.get(name) or type_of(name)) for name, text in row.items()}


def _csv_cell(text: str, column_type: str) -> Any:
    if text == "":
        return None
    if column_type == "boolean":
        return text == "true"
    if column_type == "integer":
        return int(text)
    if column_type.startswith(LIST_OF):
        return json.loads(text)
    return text[1:] if text.startswith(FORMULA) else text


def _parquet_table(path: Path) -> Table:
    from pyarrow import parquet

    def read() -> Iterator[Row]:
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches():
                yield from batch.to_pylist()

    schema = parquet.read_schema(path)
    saved = {field.name: _arrow_type(field.type) for field in schema if field.name.startswith(PREFIX)}
    return Table(schema.names, read, saved)


def _arrow_type(arrow: Any) -> str:
    """Returns the type of a column that a handler saved."""
    from pyarrow import types

    if types.is_list(arrow):
        return LIST_OF + _arrow_type(arrow.value_type)
    if types.is_boolean(arrow):
        return "boolean"
    if types.is_timestamp(arrow):
        return "time"
    return "number" if types.is_floating(arrow) else "text"
