import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { labelQueue } from "../../lib/evaluation/label-queue.ts";
import { aRecord } from "../support/a-record.ts";
import { aUrl } from "../support/a-url.ts";

describe("the queue of pages drawn by chance", () => {
  it("It has the pages without a label on which the stated recall depends, and no others", async () => {
    const urls = ["a", "b", "c"].map((name) => `http://a.test/${name}`);
    const [forWorth = "", byChance = "", labelled = ""] = urls;
    const records = [
      aRecord(forWorth),
      { ...aRecord(byChance), chanceRank: 0.1 },
      { ...aRecord(labelled), chanceRank: 0.2 },
    ];
    const list = async function* () {
      yield* records;
    };
    const judged = new Set([aUrl(labelled)]);
    const request = { queue: "chance", search: undefined, judged, most: 9, seed: 1 } as const;
    const queued = await labelQueue({ list }, request);
    assert.deepEqual(
      queued.map(({ url }) => url),
      [byChance],
    );
  });
});
