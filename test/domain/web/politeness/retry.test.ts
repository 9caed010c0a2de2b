import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { nextAttemptAt } from "../../../../lib/domain/web/politeness/retry.ts";

const NOW = 1_000_000;
const RESET = { kind: "failed", reason: "reset", detail: "" } as const;

describe("trying a URL again", () => {
  it("A retry waits longer each time, and there is none after the last attempt", () => {
    const times = [1, 2, 3].map((attempts) => nextAttemptAt(attempts, 3, RESET, NOW));
    assert.deepEqual(times, [NOW + 60_000, NOW + 300_000, undefined]);
  });

  it("A retry obeys Retry-After when it asks for more, up to a day", () => {
    const told = (retryAfterMs: number) =>
      nextAttemptAt(1, 3, { ...RESET, reason: "slow-down", retryAfterMs }, NOW);
    assert.equal(told(1_000), NOW + 60_000);
    assert.equal(told(120_000), NOW + 120_000);
    assert.equal(told(1e12), NOW + 86_400_000);
  });

  it("A redirect without a valid target is never retried", () => {
    assert.equal(nextAttemptAt(1, 3, { ...RESET, reason: "bad-redirect" }, NOW), undefined);
  });

  it("A retry never waits more than a day, however many attempts are allowed", () => {
    assert.equal(nextAttemptAt(50, 100, RESET, NOW), NOW + 86_400_000);
  });
});
