import assert from "node:assert/strict";
import { it } from "node:test";
import { createMemoryRunLog } from "../../lib/adapters/local/memory-run-log.ts";
import { activeSeconds } from "../../lib/crawl/active-seconds.ts";
import type { RunEvent } from "../../lib/ports/run-log.ts";
import { aPlan, memoryPorts } from "../support/a-crawl.ts";
import { aUrl } from "../support/a-url.ts";
import { scriptedWeb } from "../support/scripted-web.ts";

it("adds the runs up: to their end, or to the last record of one that was killed", async () => {
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
  assert.equal(await activeSeconds({ log, records }), 10 + 4.5 + 3 + 1);
});
