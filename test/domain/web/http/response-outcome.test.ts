import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { responseOutcome } from "../../../../lib/domain/web/http/response-outcome.ts";
import { aUrl } from "../../../support/a-url.ts";

/** What the status alone comes to, in a word; `body` where it is left to the body. */
function verdictOn(status: number): string {
  const headers = [["location", "/next"]] as const;
  const outcome = responseOutcome(aUrl("http://h.example/"), { status, headers });
  if (outcome?.kind === "failed") {
    assert.deepEqual([outcome.status, outcome.detail], [status, `HTTP ${status}`]);
    return outcome.reason;
  }
  return outcome?.kind ?? "body";
}

describe("A status", () => {
  const verdicts: readonly (readonly [verdict: string, statuses: readonly number[]])[] = [
    ["body", [200, 201, 203, 204, 206, 299]],
    ["redirect", [300, 301, 302, 303, 305, 307, 308, 399]],
    ["gone", [400, 401, 402, 403, 404, 405, 407, 410, 418, 451, 499]],
    ["timeout", [408]],
    ["slow-down", [429, 503]],
    ["server-error", [425, 500, 501, 502, 504, 520, 599]],
    ["protocol", [0, 99, 100, 101, 103, 199, 304, 600, 999]],
  ];
  for (const [verdict, statuses] of verdicts) {
    it(`A response with status ${statuses.join(", ")} gets the verdict ${verdict}`, () => {
      for (const status of statuses) assert.equal(verdictOn(status), verdict, String(status));
    });
  }

  it("A 4xx response names its status in the outcome", () => {
    const gone = responseOutcome(aUrl("http://h.example/"), { status: 410, headers: [] });
    assert.deepEqual(gone, { kind: "gone", status: 410, headers: [] });
  });

  it("A 3xx response without a location fails", () => {
    const outcome = responseOutcome(aUrl("http://h.example/"), { status: 300, headers: [] });
    assert.equal(outcome?.kind === "failed" && outcome.reason, "bad-redirect");
  });
});
