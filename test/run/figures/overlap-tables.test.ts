import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { OverlapFigures } from "../../../lib/evaluation/overlap.ts";
import { formatOverlap } from "../../../lib/run/figures/overlap.ts";

const DIRECTORIES = { first: "runs/a", second: "runs/b" };
const CRAWL = { fetched: 1_200, targets: 30, read: 30, hosts: 4 };
const phrases = (number: number) => Array.from({ length: number }, (_, index) => `bee ${index}`);
const FIGURES: OverlapFigures = {
  keywords: [
    { most: 50, share: 0.5 },
    { most: 1_000, share: 0.25 },
  ],
  overTime: [{ first: 120, second: 1_200, share: undefined }],
  documents: 1 / 3,
  sites: 0,
  both: 15,
  recapture: { estimate: 59.06, low: 45, high: 1_234.4 },
  lists: { common: phrases(25), onlyFirst: ["wasp \u001b[2J"], onlySecond: [] },
};

const sections = (parts: Partial<Parameters<typeof formatOverlap>[0]> = {}) =>
  formatOverlap({ first: CRAWL, second: CRAWL, figures: FIGURES, ...parts }, DIRECTORIES, 300)
    .split("\n\n")
    .map((section) => section.split("\n"));

describe("the tables of an overlap", () => {
  it("An overlap's tables name the runs, even when their directories have the same name", () => {
    const [[, , first, second] = []] = sections();
    assert.match(first ?? "", /^first +1,200 +30 +4 +runs\/a$/);
    assert.match(second ?? "", /^second +1,200 +30 +4 +runs\/b$/);
  });

  it("An overlap's tables give all shares, and a dash when nothing can be compared yet", () => {
    const [, [, , ...shares] = [], , [, , , point] = []] = sections();
    const cells = shares.map((row) => row.split(/ {2,}/));
    assert.deepEqual(cells, [
      ["best 50 key phrases", "0.500"],
      ["best 1,000 key phrases", "0.250"],
      ["documents", "0.333"],
      ["sites", "0.000"],
    ]);
    assert.match(point ?? "", /^ +120 +1,200 +–$/);
  });

  it("An overlap's tables say how many relevant pages two crawls imply, and that this guarantees nothing", () => {
    const [, , recapture = []] = sections();
    assert.equal(
      recapture[0],
      "15 relevant pages are in both: some 59 in all (45 to 1,234), by capture and recapture.",
    );
    assert.match(recapture[1] ?? "", /without guarantee/);
  });

  it("An overlap's tables list the first twenty key phrases of each run, and their number", () => {
    const [, , , , lists = []] = sections();
    assert.match(lists[1] ?? "", /^in both \(25\) +only in first \(1\) +only in second \(0\)$/);
    assert.match(lists[3] ?? "", /^bee 0 +wasp \ufffd\[2J$/);
    assert.deepEqual([lists.length, lists.at(-1)], [23, "bee 19"]);
  });

  it("An overlap's tables name what is missing in place of figures", () => {
    const lost = { ...CRAWL, read: 0 };
    const none = { ...lost, targets: 0 };
    assert.deepEqual(sections({ first: none, second: lost, figures: undefined })[1], [
      "runs/a has no relevant page: nothing to compare",
      "runs/b has none of its relevant pages stored: nothing to compare",
    ]);
  });
});
