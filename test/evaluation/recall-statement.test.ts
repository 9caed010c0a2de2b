import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { StopRule } from "../../lib/crawl/crawl-plan.ts";
import { recallStatement } from "../../lib/evaluation/recall-statement.ts";
import {
  createMemoryLabelStore,
  createMemoryRecordStore,
} from "../../peers/commands/compare/memory-stores.ts";
import { aRecord } from "../support/a-record.ts";
import { aUrl } from "../support/a-url.ts";

const RULE: StopRule = { of: "discovered", recall: 0.9, confidence: 0.95 };

const states = { waiting: 10, leased: 0, fetched: 0, refused: 0, failed: 0, cut: 0 };
const frontier = {
  count: async () => ({
    states,
    chance: { level: 0.5, pending: 0 },
    waitingByGroup: new Map<string, number>(),
    reasons: new Map<string, number>(),
    hosts: 1,
    layer: 0,
  }),
};

const pageUrl = (at: number) => aUrl(`http://a.test/${at}`);

describe("the recall that a kept crawl states", () => {
  it("Labels that came when the crawl was over count, on pages found for their worth and by chance", async () => {
    const [records, labels] = [createMemoryRecordStore(), createMemoryLabelStore()];
    for (let at = 1; at <= 16; at += 1) {
      const { sequence: _sequence, ...record } = aRecord(pageUrl(at), {
        depth: 1,
        page: { isTarget: true },
      });
      await records.put(at === 16 ? { ...record, chanceRank: 0.1 } : record);
    }
    const stated = async () => {
      const statement = await recallStatement({ records, frontier, labels }, RULE);
      assert.ok(statement?.of === "discovered");
      return [statement.found, statement.hits, statement.byPeople];
    };
    assert.deepEqual(await stated(), [16, 1, 0]);
    const bad = Array.from({ length: 15 }, (_, at) => pageUrl(at + 2));
    await labels.append(bad.map((url) => ({ at: 0, url, label: 0 })));
    assert.deepEqual(await stated(), [1, 0, 1]);
    await labels.append([{ at: 1, url: pageUrl(2), label: null }]);
    assert.deepEqual(await stated(), [2, 0, 1]);
    await labels.append([{ at: 1, url: pageUrl(3), label: 1, source: "assessor" }]);
    await labels.append([{ at: 1, url: pageUrl(2), label: 0, source: "import" }]);
    assert.deepEqual(await stated(), [2, 0, 1], "what no person said counts for none");
  });
});
