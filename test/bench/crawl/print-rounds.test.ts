import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Round, ratios } from "../../../bench/crawl/print-rounds.ts";
import { difference } from "../../../bench/crawl/served-web.ts";

function aRound(name: string, round: number, cpuSeconds: number, differs?: string): Round {
  const cost = { wallSeconds: 1, peakMegabytes: 1 };
  return {
    name,
    round,
    pages: 10,
    whole: { ...cost, cpuSeconds },
    single: { ...cost, cpuSeconds: 1 },
    repeated: 0,
    otherAnswers: 0,
    differs,
  };
}

const cpuSeconds = ({ whole }: Round) => whole.cpuSeconds;

describe("the figures of a crawler beside the first", () => {
  it("A crawler's ratio is the median of its rounds, each against the first crawler in the same round", () => {
    const rounds = [
      ...[2, 4, 10].map((cpu, round) => aRound("ours", round, cpu)),
      ...[6, 8, 10].map((cpu, round) => aRound("theirs", round, cpu)),
    ];
    assert.deepEqual(ratios(rounds, "theirs", cpuSeconds), { median: 2, least: 1, greatest: 3 });
  });

  it("A round in which a crawler missed a page gives no ratio", () => {
    const rounds = [
      aRound("ours", 0, 2),
      aRound("theirs", 0, 4, "1 page not fetched"),
      aRound("ours", 1, 2, "1 page not fetched"),
      aRound("theirs", 1, 4),
    ];
    assert.equal(ratios(rounds, "theirs", cpuSeconds), undefined);
  });
});

describe("what a crawler was sent", () => {
  const pages = { "http://a/": 10, "http://a/b": 20 };

  it("A crawler that was sent every page has no difference, in whatever order", () => {
    assert.equal(difference(pages, { pages: { "http://a/b": 20, "http://a/": 10 } }), undefined);
  });

  it("The difference names a page that is missing, and one of other bytes", () => {
    const missing = difference(pages, { pages: { "http://a/": 10 } });
    assert.match(missing ?? "", /^1 of 2 pages not fetched, the first is http:\/\/a\/b$/);
    const other = difference(pages, { pages: { "http://a/": 10, "http://a/b": 19 } });
    assert.equal(other, "other bytes of http://a/b");
  });
});
