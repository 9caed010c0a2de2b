import unittest
from datetime import timezone

from dowser_py import read_export
from given import GIVEN, needs_frames


class Exports(unittest.TestCase):
    def test_json_lines_and_csv_are_the_same_table_with_types(self) -> None:
        for kind in ("pages", "posts"):
            lines, csv = (read_export(f"{GIVEN['exports']}/{kind}.{ending}") for ending in ("jsonl", "csv"))
            self.assertEqual(lines.columns, csv.columns)
            self.assertEqual(lines.rows(), csv.rows())
            self.assertGreater(len(lines.rows()), 5)

    def test_cells_have_the_types_of_the_data_dictionary(self) -> None:
        row = read_export(f"{GIVEN['exports']}/pages.jsonl").rows()[0]
        types = (str, bool, float, int)
        self.assertEqual(tuple(type(row[name]) for name in ("url", "isTarget", "utility", "depth")), types)
        self.assertIs(row["fetchedAt"].tzinfo, timezone.utc)
        self.assertIsNone(row["parent"])

    def test_a_formula_is_read_as_the_page_has_it(self) -> None:
        titles = {row["rawTitle"] for row in read_export(f"{GIVEN['exports']}/odd.csv")}
        self.assertIn("=HONEY()", titles)

    def test_another_ending_is_refused(self) -> None:
        with self.assertRaisesRegex(ValueError, "not .jsonl, .csv or .parquet"):
            read_export("pages.xlsx")

    @needs_frames
    def test_parquet_is_the_same_table_and_keeps_its_types_in_arrow_and_pandas(self) -> None:
        parquet, lines = (read_export(f"{GIVEN['exports']}/pages.{ending}") for ending in ("parquet", "jsonl"))
        self.assertEqual(parquet.rows(), lines.rows())
        arrow = lines.to_arrow()
        types = {name: str(arrow.schema.field(name).type) for name in ("url", "utility", "depth", "isTarget")}
        self.assertEqual(types, {"url": "string", "utility": "double", "depth": "int64", "isTarget": "bool"})
        self.assertEqual(str(arrow.schema.field("fetchedAt").type), "timestamp[ms, tz=UTC]")
        frame = lines.to_pandas()
        self.assertEqual(list(frame.columns), list(lines.columns))
        self.assertEqual(str(frame["fetchedAt"].dt.tz), "UTC")
        self.assertEqual(len(frame[frame["isTarget"]]), sum(row["isTarget"] for row in lines))
        self.assertTrue(frame["label"].isna().any())

    @needs_frames
    def test_an_empty_table_has_its_columns(self) -> None:
        table = read_export(f"{GIVEN['exports']}/empty.csv")
        self.assertEqual((table.to_arrow().num_rows, len(table.to_pandas())), (0, 0))
        self.assertIn("url", table.to_arrow().column_names)


if __name__ == "__main__":
    unittest.main()
