import json
import shutil
import sys
import tempfile
import unittest
from datetime import datetime, timezone
from pathlib import Path
from typing import Any
from unittest.mock import patch

from dowser_py import NoRun, Run, Table, open_run, read_export
from dowser_py.records import RECORD_COLUMNS
from dowser_py.runs import anchor_in
from given import GIVEN, HAS_FRAMES, needs_frames


class Runs(unittest.TestCase):
    def setUp(self) -> None:
        self.run_of_bees = open_run(GIVEN["run"], GIVEN["program"])

    def test_pages_of_a_folder_say_what_its_export_says(self) -> None:
        exported = read_export(f"{GIVEN['exports']}/all-columns.jsonl").rows()
        names = [name for name in RECORD_COLUMNS if name not in ("signals", "onlyRendered")]
        self.assertEqual(
            [{name: row[name] for name in names} for row in self.run_of_bees.pages()],
            [{name: row[name] for name in names} for row in exported],
        )
        called = [row["url"] for row in exported if row["isTarget"]]
        self.assertEqual([row["url"] for row in self.run_of_bees.pages(targets=True)], called)

    def test_a_kept_cut_calls_the_pages_that_an_export_calls(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(shutil.copytree(GIVEN["run"], f"{folder}/run"))
            for choice, exported in GIVEN["called"].items():
                (copy / "cut.json").write_text(choice)
                called = [row["url"] for row in open_run(copy).pages(targets=True)]
                self.assertEqual(called, exported)
                self.assertGreater(len(called), 0)

    def test_links_are_all_urls_that_were_discovered_with_their_states(self) -> None:
        links = self.run_of_bees.links().rows()
        states = GIVEN["status"]["states"]
        counted = {state: sum(row["state"] == state for row in links) for state in states}
        self.assertEqual(counted, states)
        parents = {row["url"]: row["parent"] for row in self.run_of_bees.pages()}
        found = {row["url"]: row["parent"] for row in links if row["url"] in parents}
        self.assertEqual(found, parents)
        anchors = {row["url"]: row["anchor"] for row in self.run_of_bees.pages()}
        self.assertEqual({row["url"]: row["anchor"] for row in links if row["url"] in anchors}, anchors)
        self.assertTrue(any(anchors.values()))

    def test_links_of_older_runs_have_their_texts(self) -> None:
        self.assertEqual(anchor_in('{"anchor": "a hive", "title": "Bees"}'), "a hive")
        self.assertIsNone(anchor_in(None))

    def test_labels_that_apply_and_samples_with_their_verdicts(self) -> None:
        labels = self.run_of_bees.labels().rows()
        self.assertEqual([(row["label"], row["labelSource"]) for row in labels], [(1, "person")])
        verdicts = [row["verdict"] for row in self.run_of_bees.sample()]
        self.assertEqual(set(verdicts), {0, 1})
        self.assertEqual(self.run_of_bees.sample(targets=True).rows(), [])

    def test_texts_come_as_dowser_makes_them(self) -> None:
        pages = self.run_of_bees.pages(text="plain")
        self.assertEqual(pages.rows(), read_export(f"{GIVEN['exports']}/pages.jsonl").rows())
        self.assertEqual(pages.rows(), pages.rows())

    def test_precision_and_harvest_are_what_dowser_states(self) -> None:
        with patch.object(Run, "command", return_value=json.dumps(GIVEN["status"])):
            precision, harvest = self.run_of_bees.precision(), self.run_of_bees.harvest()
        assert precision is not None and harvest is not None
        sample = GIVEN["status"]["sample"]
        stated = [sample["called"]["precision"]["share"], sample["precision"]["share"]]
        self.assertEqual([precision.share, harvest.share], stated)
        self.assertLess(precision.low, precision.share)
        self.assertRegex(str(harvest), r"^0\.\d\d of \d+ fetched pages are relevant \(95 % interval ")

    def test_a_folder_that_cannot_be_written_is_read(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(shutil.copytree(GIVEN["run"], f"{folder}/run"))
            for rest in copy.glob("*-shm"):
                rest.unlink()
            copy.chmod(0o555)
            try:
                self.assertEqual(open_run(copy).pages().rows(), self.run_of_bees.pages().rows())
            finally:
                copy.chmod(0o755)

    def test_what_a_handler_saved_has_its_types_in_the_run_and_in_each_export(self) -> None:
        run = open_run(GIVEN["saved"], GIVEN["program"])
        pages = run.pages()
        types = {name: kind for name, kind in pages.types.items() if name.startswith("saved_")}
        self.assertEqual(
            types,
            {
                "saved_at": "time",
                "saved_isNew": "boolean",
                "saved_mixed": "text",
                "saved_price": "number",
                "saved_tags": "list of text",
                "saved_years": "list of number",
            },
        )

        def saved(table: Table) -> list[dict[str, Any]]:
            self.assertEqual({name: table.types[name] for name in types}, types)
            return [{name: row[name] for name in types} for row in table]

        at = datetime(2026, 3, 1, 12, 0, 0, 250_000, tzinfo=timezone.utc)
        first, second = saved(pages)
        self.assertEqual(first, dict(zip(types, (at, True, "2026-03-01T12:00:00.250Z", -2.5, ["[a"], [2025.0]))))
        self.assertEqual(second, dict(zip(types, (None, False, "0.00001", 3.0, ["=a", "b"], None))))
        self.assertEqual(saved(run.pages(text="plain")), [first, second])
        for ending in ("jsonl", "csv"):
            table = read_export(f"{GIVEN['exports']}/saved.{ending}", types=types)
            self.assertEqual(saved(table), [first, second])
        learnt = read_export(f"{GIVEN['exports']}/saved.jsonl").types
        self.assertEqual({**types, "saved_at": "text"}, {name: learnt[name] for name in types})
        if HAS_FRAMES:
            table = read_export(f"{GIVEN['exports']}/saved.parquet")
            self.assertEqual(saved(table), [first, second])
            self.assertEqual(str(pages.to_arrow().schema.field("saved_years").type), "list<item: double>")
            self.assertEqual(list(pages.to_pandas()["saved_price"]), [-2.5, 3.0])

    def test_what_is_missing_is_said(self) -> None:
        with self.assertRaisesRegex(NoRun, "dowser pull"):
            open_run(GIVEN["exports"])
        with self.assertRaisesRegex(FileNotFoundError, "DOWSER"):
            open_run(GIVEN["run"], program="no-such-program").precision()
        fails = [sys.executable, "-c", "import sys; sys.exit('bad-export-format')"]
        with self.assertRaisesRegex(RuntimeError, "bad-export-format"):
            open_run(GIVEN["run"], fails).pages(text="pdf")

    @needs_frames
    def test_pages_and_links_are_data_frames(self) -> None:
        frame = self.run_of_bees.pages().to_pandas()
        self.assertGreater(frame["utility"].max(), frame["utility"].min())
        links = self.run_of_bees.links().to_arrow()
        self.assertEqual(links.num_rows, len(self.run_of_bees.links().rows()))


if __name__ == "__main__":
    unittest.main()
