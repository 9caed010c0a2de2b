import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CrawlEvidence } from "../../lib/crawl/crawl-evidence.ts";
import type { GatheredEvidence, Strategy } from "../../lib/domain/methods/strategy.ts";
import { createMemoryRecordStore } from "../../peers/commands/compare/memory-stores.ts";
import { aNeed } from "../support/a-need.ts";
import { aRecord } from "../support/a-record.ts";
import { aStrategy } from "../support/a-strategy.ts";
import { fixedClock } from "../support/fixed-clock.ts";

/** A strategy whose model is the URLs of the evidence, and what was added to it at each time. */
function gathering() {
  const added: number[] = [];
  const gather = (): GatheredEvidence<readonly string[]> => {
    const urls: string[] = [];
    return {
      add: ({ visits, misses }) => {
        added.push(visits.length + misses.length);
        urls.push(...visits.map(({ url }) => url), ...misses.map(({ url }) => `missed ${url}`));
      },
      train: () => [...urls],
    };
  };
  const strategy: Strategy = { ...aStrategy("breadth-first"), gather };
  return { strategy, added };
}

const records = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => aRecord(`http://site.example/${from + at}`));

describe("the evidence of a crawl", () => {
  it("A training reads the records after those of the training before, a slice at a time", async () => {
    const { strategy, added } = gathering();
    const ports = { records: createMemoryRecordStore(), clock: fixedClock() };
    const evidence = new CrawlEvidence(ports, strategy);
    for (const record of records(450)) await ports.records.put(record);
    const first = await evidence.train(aNeed(), undefined);
    assert.deepEqual(added, [200, 200, 50]);
    for (const record of records(3, 450)) await ports.records.put(record);
    const second = await evidence.train(aNeed(), undefined);
    assert.deepEqual(added, [200, 200, 50, 3]);
    const afresh = await new CrawlEvidence(ports, strategy).train(aNeed(), undefined);
    assert.deepEqual(second, afresh);
    assert.equal(second.pages, first.pages + 3);
  });

  it("A training reads all records again when some were replaced", async () => {
    const { strategy, added } = gathering();
    const ports = { records: createMemoryRecordStore(), clock: fixedClock() };
    const evidence = new CrawlEvidence(ports, strategy);
    for (const record of records(5)) await ports.records.put(record);
    const before = await evidence.train(aNeed(), undefined);
    evidence.forget();
    assert.deepEqual(await evidence.train(aNeed(), undefined), before);
    assert.deepEqual(added, [5, 5]);
  });
});
