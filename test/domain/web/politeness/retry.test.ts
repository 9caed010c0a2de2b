import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { nextAttemptAt, retryAfterMs } from "../../../../lib/domain/web/politeness/retry.ts";

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

  it("A host that asks for its cookie gets it at once, and once only", () => {
    const asking = { ...RESET, reason: "needs-cookie" };
    const times = [1, 2, 3].map((attempts) => nextAttemptAt(attempts, 3, asking, NOW));
    assert.deepEqual(times, [NOW, NOW + 300_000, undefined]);
  });

  it("A retry never waits more than a day, however many attempts are allowed", () => {
    assert.equal(nextAttemptAt(50, 100, RESET, NOW), NOW + 86_400_000);
  });
});

/** Sunday, 6 November 1994, 08:49:37 GMT: the date of RFC 9110's examples. */
const THEN = Date.UTC(1994, 10, 6, 8, 49, 37);
const DAY = 86_400_000;

describe("Retry-After (RFC 9110 §10.2.3)", () => {
  const cases: readonly (readonly [header: string, waitMs: number | undefined])[] = [
    ["0", 0],
    ["120", 120_000],
    [" 120 ", 120_000],
    // No delay-seconds, and sent: a part of a second is waited as a whole one.
    ["1.5", 2_000],
    ["99999999", DAY],
    ["9".repeat(400), DAY],
    ["Sun, 06 Nov 1994 08:49:37 GMT", 30_000],
    ["Sunday, 06-Nov-94 08:49:37 GMT", 30_000],
    ["Sun Nov  6 08:49:37 1994", 30_000],
    ["Fri, 31 Dec 9999 23:59:59 GMT", DAY],
    ["Sat, 05 Nov 1994 08:49:37 GMT", 0],
    ["", undefined],
    ["-5", undefined],
    ["1e3", undefined],
    ["soon", undefined],
    ["1994-11-06T08:49:37Z", undefined],
    ["Sunny, later", undefined],
  ];
  for (const [header, waitMs] of cases) {
    it(`The Retry-After parser reads "${header.slice(0, 40)}"`, () => {
      assert.equal(retryAfterMs(header, THEN - 30_000), waitMs);
    });
  }

  it("The Retry-After parser never throws and gives a wait between nothing and a day", () => {
    const header = fc.oneof(fc.string(), fc.nat().map(String), fc.date().map(String));
    const holds = (text: string) => {
      const wait = retryAfterMs(text, THEN);
      assert.ok(wait === undefined || (wait >= 0 && wait <= DAY));
    };
    fc.assert(fc.property(header, holds), { seed: 1, numRuns: 300 });
  });
});
