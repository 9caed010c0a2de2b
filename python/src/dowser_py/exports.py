"""Reads the tables that `dowser export` writes: JSON lines, CSV and Parquet."""

from __future__ import annotations

import csv
import gzip
import json
import shutil
import weakref
from pathlib import Path
from typing import Any, Iterable, Iterator, TextIO

from .tables import Row, Table, type_of

#: Texts that a spreadsheet would run as a formula; an export as CSV has an apostrophe before them.
FORMULA = ("'=", "'+", "'-", "'@", "'\t", "'\r")


def read_export(file: str | Path) -> Table:
    """Opens an exported table by the ending of its name: `.jsonl` and `.csv`, also with `.gz`, or `.parquet`.

    It is the same table in each format.
    """
    path = Path(file)
    name = path.name.removesuffix(".gz")
    if name.endswith((".jsonl", ".ndjson")):
        first = next(_json_rows(path), None)
        return Table(first or (), lambda: _json_rows(path))
    if name.endswith(".csv"):
        with _open(path) as stream:
            columns = next(csv.reader(stream), [])
        return Table(columns, lambda: _csv_rows(path))
    if name.endswith(".parquet"):
        return _parquet_table(path)
    raise ValueError(f"{path}: not .jsonl, .csv or .parquet")


def read_kept(file: Path) -> Table:
    """Opens an exported table in a folder of its own, which is removed with the table."""
    table = read_export(file)
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


def _csv_rows(path: Path) -> Iterator[Row]:
    # A text of a page may be longer than what Python takes by itself.
    csv.field_size_limit(2**31 - 1)
    with _open(path) as stream:
        for row in csv.DictReader(stream):
            yield {name: _csv_cell(text, type_of(name)) for name, text in row.items()}


def _csv_cell(text: str, column_type: str) -> Any:
    if text == "":
        return None
    if column_type == "boolean":
        return text == "true"
    if column_type == "integer":
        return int(text)
    return text[1:] if text.startswith(FORMULA) else text


def _parquet_table(path: Path) -> Table:
    from pyarrow import parquet

    def read() -> Iterator[Row]:
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches():
                yield from batch.to_pylist()

    return Table(parquet.read_schema(path).names, read)
