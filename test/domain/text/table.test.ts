import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { formatTable } from "../../../lib/domain/text/table.ts";

const COLUMNS = [
  { title: "bee", align: "left" },
  { title: "eggs", align: "right" },
] as const;

describe("formatTable", () => {
  it("`formatTable` makes each column as wide as its widest cell", () => {
    const rows = [
      ["queen", "1,500"],
      ["worker", "0"],
    ];
    assert.equal(
      formatTable(COLUMNS, rows),
      ["bee      eggs", "──────  ─────", "queen   1,500", "worker      0"].join("\n"),
    );
  });

  it("`formatTable` accepts more rows than a function takes arguments", () => {
    const rows = Array.from({ length: 200_000 }, (_, index) => [`bee ${index}`, "0"]);
    assert.equal(formatTable(COLUMNS, rows).split("\n").length, 200_002);
  });
});
