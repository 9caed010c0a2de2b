import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  reachedBound,
  roomForPages,
  secondsOfRuns,
  secondsOfStack,
} from "../../lib/crawl/stop-check.ts";
import type { RunEvent } from "../../lib/ports/run-log.ts";
import { createMemoryRunLog } from "../../peers/commands/compare/memory-stores.ts";
import { aPlan, memoryPorts } from "../support/a-crawl.ts";
import { aUrl } from "../support/a-url.ts";
import { scriptedWeb } from "../support/scripted-web.ts";

describe("the budget of a crawl", () => {
  const budget = { pages: 10, bodyBytes: 500, seconds: 60, dollars: 2 };
  const spent = { pages: 9, bodyBytes: 499, seconds: 59, dollars: 1.99 };

  it("The budget of a crawl ends it at the first bound that is reached, to the unit", () => {
    assert.equal(reachedBound(budget, spent), undefined);
    for (const [part, bound] of [
      [{ pages: 10 }, "budget-pages"],
      [{ bodyBytes: 500 }, "budget-bytes"],
      [{ seconds: 60 }, "budget-seconds"],
      [{ dollars: 2 }, "budget-dollars"],
    ] as const) {
      assert.equal(reachedBound(budget, { ...spent, ...part }), bound);
    }
  });

  it("The budget of a crawl has room for the pages that are neither fetched nor in flight", () => {
    assert.equal(roomForPages(budget, { pages: 7 }, 2), 1);
    assert.equal(roomForPages({ pages: Infinity }, { pages: 7 }, 2), Infinity);
  });
});

it("The time of a crawl on one machine is that of its runs, each to its end or to its last record if it was killed", async () => {
  const log = createMemoryRunLog();
  const { records } = memoryPorts(scriptedWeb({}), aPlan());
  const events: [number, RunEvent["kind"]][] = [
    [1_000, "started"],
    [2_000, "trained"],
    [3_000, "labelled"],
    [11_000, "paused"],
    [100_000, "started"],
    [104_400, "labelled"],
    [200_000, "started"],
    [203_000, "finished"],
    [300_000, "started"],
  ];
  for (const [at, kind] of events) await log.append({ at, kind, detail: {} });
  for (const [at, path] of [
    [5_000, "a"],
    [104_000, "b"],
    [201_000, "c"],
    [300_500, "d"],
  ] as const) {
    const url = aUrl(`http://a.example/${path}`);
    await records.put({
      url,
      host: "a.example" as never,
      state: "failed",
      reason: "gone",
      detail: undefined,
      status: 404,
      depth: 0,
      layer: 0,
      parent: undefined,
      priority: 0,
      group: "",
      linkModel: "",
      linkWhy: "",
      snippet: undefined,
      page: undefined,
      location: undefined,
      fetchedAt: at,
      fetchMs: 500,
    });
  }
  assert.equal(await secondsOfRuns({ log, records }), 10 + 4.5 + 3 + 1);
});

const at = (kind: RunEvent["kind"], seconds: number): RunEvent => ({
  kind,
  at: seconds * 1_000,
  detail: {},
});

describe("the time of a crawl in a stack", () => {
  it("The time of a crawl in a stack is none before the crawl begins", () => {
    assert.equal(secondsOfStack([], 9_000), 0);
  });

  it("The time of a crawl in a stack goes on while the crawl runs, whoever plans", () => {
    assert.equal(secondsOfStack([at("started", 1), at("trained", 3)], 9_000), 8);
  });

  it("The time of a crawl in a stack leaves pauses out and ends with the crawl", () => {
    const events = [at("started", 1), at("paused", 4), at("started", 10), at("finished", 12)];
    assert.equal(secondsOfStack(events, 99_000), 5);
  });
});
