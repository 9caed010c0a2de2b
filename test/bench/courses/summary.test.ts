import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { harvestWithin } from "../../../bench/courses/harvest.ts";
import { harvests, shareOf, spreadOf } from "../../../bench/courses/summary.ts";
import { aRun, upTo } from "./a-run.ts";

const RUNS = [
  aRun("ours", "one", upTo(10), 1),
  aRun("ours", "one", upTo(30), 2),
  aRun("ours", "two", upTo(5), 1),
];

describe("figures of several crawls", () => {
  it("Figures of several crawls have a mean, a minimum and a maximum", () => {
    const spread = spreadOf(RUNS.slice(0, 2), (crawled) => harvestWithin(crawled, 50));
    assert.deepEqual(spread, { mean: 0.4, least: 0.2, greatest: 0.6 });
  });

  it("Figures of several crawls are means over seeds, site by site", () => {
    assert.deepEqual(
      [...harvests(RUNS, 50)],
      [
        ["one", 0.4],
        ["two", 0.1],
      ],
    );
  });

  it("Figures of several crawls are mean shares of a rival's over sites where that has any", () => {
    const rival = [aRun("rival", "one", upTo(40)), aRun("rival", "two", upTo(10))];
    assert.equal(shareOf(RUNS, rival, 50), 0.5);
    assert.equal(shareOf(RUNS, [aRun("rival", "one", []), ...rival.slice(1)], 50), 0.5);
  });
});
