import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { escapeMarkdown, markdownTable } from "../../../peers/commands/tables.ts";

const COLUMNS = [
  { title: "bee", align: "left" },
  { title: "eggs", align: "right" },
] as const;

/** Letters with a meaning to Markdown, and some without. */
const SPECIAL = "\\|*_`[]<&#~$ \n-a".split("");

/** The cells of a line of a table, as a reader of GitHub's Markdown sees them. */
function cellsOf(line: string): string[] {
  return line
    .replace(/^\| /, "")
    .replace(/ \|$/, "")
    .split(/(?<=(?:^|[^\\])(?:\\\\)*)\|/)
    .map((cell) => cell.trim().replaceAll(/\\([!-/:-@[-`{-~])/g, "$1"));
}

describe("a table in Markdown", () => {
  it("A Markdown table is aligned for the eye and for the renderer", () => {
    const rows = [
      ["queen", "1,500"],
      ["worker", "0"],
    ];
    assert.equal(
      markdownTable(COLUMNS, rows),
      ["| bee    |  eggs |", "| ------ | ----: |", "| queen  | 1,500 |", "| worker |     0 |"].join(
        "\n",
      ),
    );
  });

  it("Chosen cells are bold, and still aligned for the eye", () => {
    const rows = [
      ["queen", "1,500"],
      ["worker", "0"],
    ];
    const isBold = (row: number, column: number) => row === 0 && column === 1;
    assert.equal(
      markdownTable(COLUMNS, rows, isBold),
      [
        "| bee    |      eggs |",
        "| ------ | --------: |",
        "| queen  | **1,500** |",
        "| worker |         0 |",
      ].join("\n"),
    );
  });

  it("A Markdown table accepts a short row and an empty title", () => {
    const columns = [{ title: "", align: "left" } as const, COLUMNS[1]];
    assert.equal(markdownTable(columns, [["a"]]), "|     | eggs |\n| --- | ---: |\n| a   |      |");
  });

  it("A Markdown table keeps markup characters as text", () => {
    assert.equal(
      escapeMarkdown("a|b *c* _d_ `e` [f] <g> \\ &amp;"),
      String.raw`a\|b \*c\* \_d\_ \`e\` \[f] \<g> \\ \&amp;`,
    );
  });

  it("A Markdown table gives back any texts when it is read, except for their white space", () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...SPECIAL) }));
    const property = fc.property(fc.array(fc.tuple(text, text)), (rows) => {
      const [, , ...lines] = markdownTable(COLUMNS, rows).split("\n");
      const shown = (cell: string) => cell.replaceAll(/\s+/g, " ").trim();
      assert.deepEqual(
        lines.map(cellsOf),
        rows.map((row) => row.map(shown)),
      );
    });
    fc.assert(property, { seed: 1 });
  });
});
