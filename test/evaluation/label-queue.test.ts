import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { labelQueue } from "../../lib/evaluation/label-queue.ts";
import { aRecord } from "../support/a-record.ts";
import { aUrl } from "../support/a-url.ts";

describe("the queue that teaches most", () => {
  it("It mixes uncertain, likely and random pages until ten good ones are known", async () => {
    const records = Array.from({ length: 40 }, (_, at) => {
      const record = aRecord(`http://a.test/${at}`);
      const page = { ...record.page, title: "", utility: at / 40, isTarget: at >= 20 };
      return { ...record, page };
    });
    const list = async function* () {
      yield* records;
    };
    const request = { queue: "uncertain", search: undefined, judged: new Set<Url>() } as const;
    const queued = async (good: number) => {
      const pages = await labelQueue({ list }, { ...request, most: 9, seed: 1, good });
      return pages.map(({ url }) => Number(url.slice("http://a.test/".length)));
    };
    const [few, enough] = [await queued(9), await queued(10)];
    assert.equal(new Set(few).size, 9, "each page once");
    assert.ok(few.slice(0, 3).includes(39), "the page of the highest score is among the first");
    assert.ok(few.includes(20), "so is the one at the border");
    assert.ok(
      few.some((at) => at < 15 || (at > 25 && at < 37)),
      "some are there by chance",
    );
    assert.ok(
      enough.every((at) => at >= 15 && at <= 25),
      enough.join(" "),
    );
  });
});

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
