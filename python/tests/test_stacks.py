import tempfile
import unittest
from pathlib import Path

from dowser_py import StackRefusal, open_stack
from given import GIVEN, needs_frames


class Stacks(unittest.TestCase):
    def setUp(self) -> None:
        self.stack = open_stack(GIVEN["endpoint"], GIVEN["token"])

    def test_pages_are_listed_to_their_end_and_what_is_no_page_is_left_out(self) -> None:
        rows = self.stack.pages().rows()
        self.assertEqual([row["sequence"] for row in rows], [*range(1, 1_206)])
        self.assertEqual((rows[0]["priority"], rows[0]["rawTitle"]), (0.5, "page 1"))
        self.assertEqual(rows[0]["fetchedAt"].timestamp(), 1)

    def test_filters_are_the_stacks(self) -> None:
        self.assertEqual([row["sequence"] for row in self.stack.pages(targets=True)], [7])
        self.assertEqual(self.stack.pages(host="other.example").rows(), [])
        self.assertEqual([row["sequence"] for row in self.stack.pages(min_score=0.9)], [7])

    def test_state_and_cost_are_told(self) -> None:
        self.assertEqual(self.stack.crawl()["state"], "running")
        self.assertEqual(self.stack.metrics()["cost"]["dollars"], 0.25)
        self.assertEqual(self.stack.link("https://bees.example/7")["isTarget"], True)

    def test_an_export_is_asked_for_and_its_parts_are_one_table(self) -> None:
        rows = self.stack.export(targets=True, every=0).rows()
        self.assertEqual([row["url"] for row in rows], ["https://bees.example/1", "https://bees.example/2"])
        self.assertEqual(rows[1]["utility"], 0.25)

    def test_a_crawl_starts_with_the_files_that_its_project_names(self) -> None:
        idle = open_stack(GIVEN["idle"], GIVEN["token"])
        need = {"topic": "beekeeping", "good": ["good/*.html"]}
        project = {"name": "bees", "need": need, "seeds": {"urls": ["https://bees.example/"]}}
        project["politeness"] = {"contact": "you@example.org"}
        with self.assertRaises(StackRefusal) as caught:
            idle.start(project)
        self.assertEqual(caught.exception.code, "file-missing")
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "good").mkdir()
            Path(folder, "good/hive.html").write_text("<title>Hive</title><p>Bees.</p>", encoding="utf8")
            self.assertEqual(idle.start(project, ["good/hive.html"], folder)["requested"], "run")

    def test_a_refusal_has_its_code_and_says_what_to_do(self) -> None:
        with self.assertRaises(StackRefusal) as caught:
            self.stack.queue()
        self.assertEqual(caught.exception.code, "frontier-not-told")
        with self.assertRaises(StackRefusal) as caught:
            open_stack(GIVEN["endpoint"], "another").crawl()
        self.assertEqual(caught.exception.code, "http-403")

    def test_a_token_goes_to_no_place_that_could_be_listened_to(self) -> None:
        with self.assertRaisesRegex(ValueError, "https"):
            open_stack("http://api.example/", "token")
        # The server redirects this path to one that answers whoever asks.
        with self.assertRaises(StackRefusal) as caught:
            open_stack(GIVEN["redirecting"], GIVEN["token"]).crawl()
        self.assertEqual(caught.exception.code, "http-302")

    @needs_frames
    def test_pages_are_a_data_frame(self) -> None:
        self.assertEqual(len(self.stack.pages().to_pandas()), 1_205)


if __name__ == "__main__":
    unittest.main()
