"""Which pages of a run are called relevant, by what was found when all of them were last judged."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any, Mapping

Page = dict[str, Any]


class Look:
    """The verdicts of the last look at a run (`look.sqlite`), under the cut that the run is read with."""

    def __init__(self, folder: Path, connect: Any) -> None:
        file = folder / "look.sqlite"
        self._verdicts: Mapping[str, Mapping[str, Any]] = {}
        self._facts: Mapping[str, Any] | None = None
        choice = _chosen_cut(folder)
        self._min_score: float | None = choice.get("minScore")
        if file.exists() and file.stat().st_size > 0:
            database: sqlite3.Connection = connect(file)
            try:
                self._read(database)
            finally:
                database.close()
        cuts = (self._facts or {}).get("cuts", {})
        self._at: float | None = cuts.get(choice.get("cut", "complete"), {}).get("at")

    def _read(self, database: sqlite3.Connection) -> None:
        found = database.execute("SELECT key, json FROM look").fetchone()
        if found is None:
            return
        self._facts = json.loads(found[1])
        verdicts = database.execute("SELECT url, json FROM verdict WHERE look = ?", (found[0],))
        self._verdicts = {url: json.loads(text) for url, text in verdicts}

    def judged(self, url: str, page: Page) -> Page:
        """Returns the page as the look judges it; one that came later stays as the crawl judged it."""
        verdict = self._verdicts.get(url)
        if verdict is None or self._facts is None:
            return page if self._min_score is None else self._at_least(page, self._min_score)
        label, least = verdict.get("label"), verdict.get("least")
        cut = self._at if self._min_score is None else self._min_score
        if self._facts.get("cannotTell") is not None and self._min_score is None:
            is_target = label is not None and label["isGood"] is True
        elif least is None or cut is None:
            is_target = verdict["isTarget"]
        else:
            is_target = verdict["utility"] >= cut
        why = verdict["why"]
        if least is not None:
            why = f"{why}; judged again with {self._facts['pages']:,} pages"
        told = {name: value for name, value in verdict.items() if name not in ("label", "least")}
        fields = verdict.get("fields", {}) if is_target else {}
        return {**page, **told, "why": why, "isTarget": is_target, "fields": fields}

    @staticmethod
    def _at_least(page: Page, min_score: float) -> Page:
        is_ruled_out = page.get("noindex") is True or page.get("copyOf") is not None
        return {**page, "isTarget": not is_ruled_out and page["utility"] >= min_score}


def _chosen_cut(folder: Path) -> Mapping[str, Any]:
    """The cut that somebody chose for the run, else that of its project."""
    kept = folder / "cut.json"
    if kept.exists():
        return json.loads(kept.read_text("utf-8"))
    project = folder / "project.json"
    need = json.loads(project.read_text("utf-8")).get("need", {}) if project.exists() else {}
    return {"cut": need.get("cut", "complete")}
