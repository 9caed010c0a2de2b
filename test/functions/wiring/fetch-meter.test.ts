import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fetchMeter } from "../../../functions/wiring/fetch-meter.ts";
import { NO_USAGE } from "../../../lib/domain/cost/cost.ts";
import { EGRESS_BYTES_A_PAGE } from "../../../lib/project/stack-limits.ts";
import { aUrl } from "../../support/a-url.ts";
import { scriptedWeb } from "../../support/scripted-web.ts";

describe("the meter of fetches", () => {
  it("It hands each request on as it is, with its method and its validators, and counts it once", async () => {
    const meter = fetchMeter();
    const requests: unknown[] = [];
    const web = meter.count({
      ...scriptedWeb({}),
      fetch: async (...request) => {
        requests.push(request);
        return { kind: "not-recorded" };
      },
    });
    const limits = { bodyBytes: 1, timeoutMs: 1 };
    const request = [aUrl("http://a.example/"), limits, "GET", { etag: '"1"' }] as const;
    await web.fetch(...request);
    assert.deepEqual(requests, [request]);
    assert.equal(meter.take(NO_USAGE).egressBytes, EGRESS_BYTES_A_PAGE);
    assert.equal(meter.take(NO_USAGE).egressBytes, 0);
  });
});
