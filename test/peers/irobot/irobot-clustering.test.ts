import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { IROBOT_CHOICE, irobotClusters } from "../../../peers/irobot/irobot-clustering.ts";

/** A page with a list of some length at each of these places. */
const withLists = (...places: string[]) =>
  Object.fromEntries(places.map((place, at) => [`/html/body/${place}/li/a`, 4 ** (at + 1)]));

describe("clusters by repetitive regions", () => {
  it("irobot clusters join pages with the same repetitive regions, whatever the length of the regions", () => {
    const short = { "/html/body/ul/li/a": 3 };
    const long = { "/html/body/ul/li/a": 30 };
    const other = { "/html/body/table/tr/a": 30 };
    assert.deepEqual([...irobotClusters([short, other, long]).labels], [0, 1, 0]);
  });

  it("irobot clusters link pages through other pages by single linkage", () => {
    // 8, 9 and 10 of the same regions: cosines 0.943, 0.949 and 0.894 give distances 0.34, 0.32 and 0.46.
    const places = Array.from({ length: 13 }, (_, place) => `d${place}`);
    const pages = [8, 10, 13].map((count) => withLists(...places.slice(0, count)));
    // 8 and 13 regions lie at 0.66 from each other, and 10 within 0.5 of both.
    assert.deepEqual([...irobotClusters(pages).labels], [0, 0, 0]);
    const [fewest = {}, , most = {}] = pages;
    assert.equal(irobotClusters([fewest, most]).clusters, 2);
    const tight = { ...IROBOT_CHOICE, minEpsilon: 0.1 };
    assert.equal(irobotClusters(pages, tight).clusters, 3);
  });

  it("irobot clusters put pages without a repetitive region together", () => {
    const { labels } = irobotClusters([{ "/html/body/p/text()": 1 }, {}, withLists("ul")]);
    assert.deepEqual([...labels], [0, 0, 1]);
  });
});
