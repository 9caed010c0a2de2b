import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  countPageTypes,
  formatArcs,
  formatTypes,
  UNTYPED,
} from "../../../lib/cli/sitemap/sitemap-tables.ts";
import { OUTLIER } from "../../../lib/domain/methods/sitemap.ts";
import { aPageType, aSiteArc, aSitemap } from "../../support/a-sitemap.ts";

const lines = (table: string) => table.split("\n").slice(2);
const cells = (line: string) => line.trim().split(/\s{2,}/);

describe("the table of page types", () => {
  const counts = new Map([
    ["type-1", { pages: 1_200, targets: 7 }],
    [OUTLIER, { pages: 3, targets: 1 }],
    [UNTYPED, { pages: 60, targets: 0 }],
  ]);

  it("The page type table has a line for each type, for outliers, and for earlier pages", () => {
    const table = formatTypes(aSitemap(2, [], 4), counts, false);
    assert.deepEqual(lines(table).map(cells), [
      ["type-1", "10", "1,200", "7", "0.250", "0.500", "0.125", "http://site.example/1/a"],
      ["type-2", "10", "0", "0", "0.250", "0.500", "0.125", "http://site.example/2/a"],
      ["outlier", "4", "3", "1"],
      ["(no type)", "60", "0"],
    ]);
  });

  it("The page type table names all examples when asked, each in its own line", () => {
    const table = formatTypes(aSitemap(1), counts, true);
    assert.deepEqual(
      lines(table)
        .slice(0, 3)
        .map((line) => cells(line).at(-1)),
      ["a", "b", "c"].map((page) => `http://site.example/1/${page}`),
    );
    assert.match(table, /examples\n/);
  });

  it("The page type table keeps the line of a type without examples", () => {
    const table = formatTypes(aSitemap([aPageType(0, { examples: [] })]), new Map(), true);
    assert.deepEqual(cells(lines(table)[0] ?? "").slice(0, 2), ["type-1", "10"]);
  });
});

describe("the table of arcs", () => {
  it("The arc table gives source, target, number and position of links, the largest first", () => {
    const table = formatArcs(aSitemap(2, [aSiteArc(0, 1, 2.25), aSiteArc(1, 0, 1_234.4)]));
    assert.deepEqual(lines(table).map(cells), [
      ["type-2", "type-1", "1,234", "/html/body/ul/li/a.next"],
      ["type-1", "type-2", "2.3", "/html/body/ul/li/a.next"],
    ]);
  });

  it("The arc table ends after 30 arcs, and prints how many more there are", () => {
    const arcs = Array.from({ length: 33 }, (_, number) => aSiteArc(number, 0, number));
    const printed = lines(formatArcs(aSitemap(33, arcs)));
    assert.equal(printed.length, 31);
    assert.match(printed.at(-1) ?? "", /^and 3 more/);
    assert.equal(lines(formatArcs(aSitemap(33, arcs.slice(3)))).length, 30);
  });

  it("The arc table shows the end of a long path, and no character that controls a terminal", () => {
    const apath = `${"/div".repeat(100)}/a.\u001b[2Jred\u202e`;
    const [line = ""] = lines(formatArcs(aSitemap(1, [{ ...aSiteArc(0, 0, 1), apath }])));
    const shown = cells(line).at(-1) ?? "";
    assert.equal(shown.length, 60);
    assert.match(shown, /^….*\/a\.\ufffd\[2Jred\ufffd$/);
  });
});

describe("the pages of a run by type", () => {
  it("A page that an earlier model judged is counted under its type of the last model", async () => {
    const page = (model: string, type: string | undefined, isTarget: boolean) => ({
      page: { model, type, isTarget },
    });
    const records = [
      page("new", "type-1", true),
      page("new", "type-1", false),
      page("new", OUTLIER, false),
      page("old", "type-1", true),
      page("old", undefined, false),
      { page: undefined },
    ];
    const counts = await countPageTypes(records, "new", async ({ page: judged }) =>
      judged?.type === undefined ? undefined : "type-2",
    );
    assert.deepEqual(Object.fromEntries(counts), {
      "type-1": { pages: 2, targets: 1 },
      outlier: { pages: 1, targets: 0 },
      "type-2": { pages: 1, targets: 1 },
      "(no type)": { pages: 1, targets: 0 },
    });
  });
});
