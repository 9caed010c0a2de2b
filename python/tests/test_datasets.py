import hashlib
import importlib.util
import json
import tempfile
import unittest
from pathlib import Path

from dowser_py import open_run, read_export, write_dataset
from given import GIVEN, needs_frames


class Datasets(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.out = write_dataset(open_run(GIVEN["run"], GIVEN["program"]), f"{cls.folder.name}/bees")

    def test_the_readme_names_the_tables_and_states_the_precision(self) -> None:
        head, text = (self.out / "README.md").read_text("utf-8").removeprefix("---\n").split("\n---\n", 1)
        files = [line.split(": ")[1] for line in head.split("\n") if "data_files" in line]
        self.assertEqual(files, ["pages.parquet", "posts.parquet"])
        self.assertTrue(all((self.out / name).stat().st_size > 0 for name in files))
        self.assertRegex(text, r"\d\.\d\d of \d+ pages called relevant are relevant \(95 % interval ")

    def test_the_card_describes_the_file_beside_it(self) -> None:
        card = json.loads((self.out / "croissant.json").read_text("utf-8"))
        (file,) = card["distribution"]
        pages = (self.out / file["contentUrl"]).read_bytes()
        self.assertEqual(file["sha256"], hashlib.sha256(pages).hexdigest())
        self.assertIn("http://mlcommons.org/croissant/1.1", card["conformsTo"])

    @needs_frames
    def test_it_has_the_pages_that_are_called_relevant_with_their_texts(self) -> None:
        rows = read_export(self.out / "pages.parquet").rows()
        self.assertGreater(len(rows), 0)
        self.assertTrue(all(row["isTarget"] and row["text"] for row in rows))
        card = json.loads((self.out / "croissant.json").read_text("utf-8"))
        fields = [field["name"] for field in card["recordSet"][0]["field"]]
        self.assertEqual(list(read_export(self.out / "pages.parquet").columns), fields)

    @unittest.skipUnless(importlib.util.find_spec("datasets"), "datasets is not installed")
    def test_the_library_of_hugging_face_opens_it(self) -> None:
        from datasets import load_dataset

        cache = f"{self.folder.name}/cache"
        pages = load_dataset(str(self.out), "pages", split="train", cache_dir=cache)
        self.assertEqual(pages["url"][:], [row["url"] for row in read_export(self.out / "pages.parquet")])

    @unittest.skipUnless(importlib.util.find_spec("mlcroissant"), "mlcroissant is not installed")
    def test_the_reference_tool_reads_the_rows_through_the_card(self) -> None:
        from mlcroissant import Dataset

        rows = Dataset(jsonld=self.out / "croissant.json").records("pages")
        first = next(iter(rows))
        self.assertIn(b"http://", first["pages/url"])

    def test_a_folder_that_is_there_is_left_alone(self) -> None:
        with self.assertRaises(FileExistsError):
            write_dataset(open_run(GIVEN["run"], GIVEN["program"]), self.out)


if __name__ == "__main__":
    unittest.main()
