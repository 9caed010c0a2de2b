"""Reads the folder of a run: without Dowser what is stored in it, and by Dowser what it makes of that."""

from __future__ import annotations

import json
import os
import shlex
import sqlite3
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Iterator, Mapping, Sequence

from .exports import read_kept, rows_of_lines
from .looks import Look
from .records import RECORD_COLUMNS, row_of
from .saved import saved_types
from .statements import Statement, harvest_in, precision_in
from .tables import Row, Table
from .times import time_of

LINK_COLUMNS = ("url", "host", "state", "reason", "depth", "parent", "anchor", "priority", "attempts")
LABEL_COLUMNS = ("url", "label", "labelSource", "labelledAt", "labelledBy", "labelNote")
SAMPLE_COLUMNS = ("url", "frame", "stratum", "inclusionProbability", "title", "utility", "isTarget", "verdict")

#: Links in the order of their discovery, by the tables of `crawl.sqlite`.
LINKS = """
SELECT link.url, host.name, link.state, word.text, depth,
  coalesce(parent_url, (SELECT url FROM link AS other WHERE other.id = link.parent)), snippet, priority, attempts
FROM link JOIN host ON host.id = link.host LEFT JOIN word ON word.id = link.reason ORDER BY link.id
"""
RECORDS = "SELECT sequence, json FROM record WHERE is_target IS NOT NULL ORDER BY sequence"

#: States by their number in the table of links.
STATES = ("waiting", "waiting", "waiting", "leased", "fetched", "refused", "failed", "cut", "refused")


def anchor_in(snippet: str | None) -> str | None:
    """The text of a link, in the column of what is around it: a list, and in runs of older versions an object."""
    texts = json.loads(snippet) if snippet else {}
    return texts[1] if isinstance(texts, list) else texts.get("anchor")


class NoRun(Exception):
    """The folder holds no run, or one that this version cannot read."""


def open_run(folder: str | Path, program: str | Sequence[str] | None = None) -> Run:
    """Opens the run in a folder, also while its crawl goes on; nothing in it is changed.

    `program` is how Dowser is started, where texts, posts and statements are asked for: by default the environment's
    `DOWSER`, or `dowser`.
    """
    return Run(Path(folder), program)


class Run:
    """A run, as its folder has it."""

    def __init__(self, folder: Path, program: str | Sequence[str] | None = None) -> None:
        self.folder = folder
        words = os.environ.get("DOWSER", "dowser") if program is None else program
        self._program = shlex.split(words) if isinstance(words, str) else list(words)
        if not (folder / "crawl.sqlite").exists():
            raise NoRun(f"{folder}: no crawl.sqlite; a run of a stack comes by: dowser pull")

    def pages(self, text: str | None = None, targets: bool = False) -> Table:
        """The fetched pages in their order. `text`, "plain" or "markdown", has Dowser export them with their texts."""
        if text is not None:
            return self.export("--text", text, targets=targets)
        types = self._saved_types()
        return Table((*RECORD_COLUMNS, *self._extracted(), *types), lambda: self._pages(targets), types)

    def posts(self, targets: bool = False) -> Table:
        """Posts and comments on the pages, each once, as Dowser finds them."""
        return self.export("--posts", targets=targets)

    def links(self) -> Table:
        """All URLs that the crawl has discovered, with what became of them."""
        return Table(LINK_COLUMNS, self._links)

    def labels(self) -> Table:
        """The labels that apply, in the order in which they were given."""
        return Table(LABEL_COLUMNS, self._labels)

    def sample(self, targets: bool = False) -> Table:
        """The sample that people judge, of all pages or of those called relevant, with their verdicts."""
        return Table(SAMPLE_COLUMNS, lambda: self._sample("exported" if targets else "sample"))

    def precision(self) -> Statement | None:
        """The precision of the pages called relevant, by people; None while no such page is judged."""
        return precision_in(self.status())

    def harvest(self) -> Statement | None:
        """The share of all fetched pages that are relevant, by people; None while none is judged."""
        return harvest_in(self.status())

    def status(self) -> Mapping[str, Any]:
        """What `dowser status --json` says."""
        return json.loads(self.command("status", "--json"))

    def export(self, *options: str, targets: bool = False) -> Table:
        """What `dowser export` writes with these options: a temporary file, which is read at each look at the table."""
        words = ["--format", "jsonl", *options, *(["--relevant"] if targets else [])]
        file = Path(tempfile.mkdtemp(prefix="dowser-")) / "export.jsonl"
        self.command("export", *words, "--out", str(file))
        return read_kept(file, self._saved_types())

    def command(self, name: str, *options: str) -> str:
        """Starts a command of Dowser on the run, and returns what it prints."""
        words = [*self._program, name, str(self.folder), *options]
        try:
            done = subprocess.run(words, capture_output=True, text=True, encoding="utf-8")
        except FileNotFoundError as error:
            raise FileNotFoundError(
                f"{self._program[0]} is not there: texts, posts and statements are made by Dowser; "
                "install it, or name it by open_run(…, program=…) or DOWSER"
            ) from error
        if done.returncode != 0:
            raise RuntimeError(done.stderr.strip())
        return done.stdout

    def _connect(self, file: Path) -> sqlite3.Connection:
        """Opens a database for reading. One in a folder that cannot be written is read as it lies, where it is whole."""
        uri = f"{file.resolve().as_uri()}?mode=ro"
        database = sqlite3.connect(uri, uri=True, timeout=10)
        try:
            database.execute("SELECT 1 FROM sqlite_master").fetchall()
        except sqlite3.OperationalError:
            database.close()
            log = file.with_name(f"{file.name}-wal")
            if log.exists() and log.stat().st_size > 0:
                raise
            database = sqlite3.connect(f"{uri}&immutable=1", uri=True)
        return database

    def _rows(self, query: str) -> Iterator[tuple[Any, ...]]:
        database = self._connect(self.folder / "crawl.sqlite")
        try:
            yield from database.execute(query)
        except sqlite3.DatabaseError as error:
            raise NoRun(f"{self.folder}: {error}") from error
        finally:
            database.close()

    def _extracted(self) -> list[str]:
        """Columns of what the project's `extract` rules took."""
        return [f"field_{name}" for name in self._project().get("extract") or {}]

    def _saved_types(self) -> Mapping[str, str]:
        """Columns of what a handler saved, with their types."""
        if self._project().get("handler") is not True:
            return {}
        return saved_types(row_of(json.loads(text)) for _, text in self._rows(RECORDS))

    def _project(self) -> Mapping[str, Any]:
        file = self.folder / "project.json"
        return json.loads(file.read_text("utf-8")) if file.exists() else {}

    def _pages(self, targets: bool) -> Iterator[Row]:
        look = Look(self.folder, self._connect)
        for sequence, text in self._rows(RECORDS):
            record = json.loads(text)
            page = look.judged(record["url"], record["page"])
            if page["isTarget"] or not targets:
                yield row_of({**record, "sequence": sequence, "page": page})

    def _links(self) -> Iterator[Row]:
        for url, host, state, reason, depth, parent, snippet, priority, attempts in self._rows(LINKS):
            told = {"state": STATES[state], "reason": reason or None, "depth": depth, "parent": parent}
            found = {"anchor": anchor_in(snippet), "priority": priority, "attempts": attempts}
            yield {"url": url, "host": host, **told, **found}

    def _labels(self) -> Iterator[Row]:
        for url, entry in self._current("labels.jsonl").items():
            yield {
                "url": url,
                "label": entry["label"],
                "labelSource": entry.get("source", "person"),
                "labelledAt": time_of(entry["at"]),
                "labelledBy": entry.get("by"),
                "labelNote": entry.get("note"),
            }

    def _sample(self, name: str) -> Iterator[Row]:
        verdicts = self._current(f"{name}.verdicts.jsonl")
        for page in self._lines(f"{name}.jsonl"):
            yield {**page, "verdict": verdicts.get(page["url"], {}).get("label")}

    def _current(self, name: str) -> dict[str, Mapping[str, Any]]:
        """The last entry of each page; no machine overrules a person, and None takes a label back."""
        current: dict[str, Mapping[str, Any]] = {}
        for entry in self._lines(name):
            before = current.get(entry["url"])
            is_machine = "source" in entry and entry["label"] is not None
            if before is not None and is_machine and "source" not in before:
                continue
            current.pop(entry["url"], None)
            if entry["label"] is not None:
                current[entry["url"]] = entry
        return current

    def _lines(self, name: str) -> Iterator[Mapping[str, Any]]:
        """Reads JSON lines of the run; one without an end is still being written."""
        file = self.folder / name
        if file.exists():
            text = file.read_text("utf-8")
            yield from rows_of_lines(text[: text.rfind("\n") + 1].split("\n"))
