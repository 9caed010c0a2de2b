import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { FetchOutcome } from "../../../lib/domain/web/http/fetch-outcome.ts";
import type { Admission } from "../../../lib/ports/host-gate.ts";
import { watchWaits } from "../../../lib/run/web/crawl-waits.ts";
import { aUrl } from "../../support/a-url.ts";

const PAGE = aUrl("http://a.example/page");
const LIMITS = { bodyBytes: 1_000, timeoutMs: 30_000 };
const TIMEOUT: FetchOutcome = { kind: "failed", reason: "timeout", detail: "no answer" };
const GONE: FetchOutcome = { kind: "gone", status: 404 };

/** A watched web whose answers are given by hand, at a time set by hand. */
function scene(admissions: readonly Admission[] = []) {
  const clock = { time: Date.UTC(2026, 0, 1), now: () => clock.time };
  const answers: ((outcome: FetchOutcome) => void)[] = [];
  const left = [...admissions];
  const watched = watchWaits({
    web: {
      identify: (url) => url,
      fetch: () => new Promise((resolve) => answers.push(resolve)),
    },
    gate: {
      admit: async () => left.shift() ?? { kind: "allowed", crawlDelayMs: undefined },
      sitemaps: () => [],
    },
    clock,
    maxAttempts: 3,
    timeoutMs: 30_000,
  });
  const fetch = async (outcome: FetchOutcome) => {
    const fetched = watched.web.fetch(PAGE, LIMITS);
    answers.shift()?.(outcome);
    await fetched;
  };
  return { ...watched, clock, answers, fetch };
}

describe("what a live crawl waits for", () => {
  it("A page that hangs is named with the seconds so far and the time it is given", async () => {
    const { web, clock, answers, lastWait } = scene();
    const fetched = web.fetch(PAGE, LIMITS);
    clock.time += 2_999;
    assert.equal(lastWait(), undefined);
    clock.time += 9_001;
    assert.equal(
      lastWait(),
      "http://a.example/page has not answered for 12 s; given up after 30 s",
    );
    answers[0]?.(GONE);
    await fetched;
    assert.equal(lastWait(), undefined);
  });

  it("A page that failed is named with the reason, the next try and how many are left", async () => {
    const { fetch, lastWait } = scene();
    await fetch(TIMEOUT);
    assert.match(
      lastWait() ?? "",
      /^http:\/\/a\.example\/page failed: timeout, no answer; asked again at \d\d:\d\d:\d\d or later, given up after 2 more tries$/,
    );
    await fetch(TIMEOUT);
    assert.match(lastWait() ?? "", /given up after 1 more try$/);
    await fetch(TIMEOUT);
    assert.equal(lastWait(), undefined, "nothing is waited for once it is given up");
    await fetch(TIMEOUT);
    await fetch(GONE);
    assert.equal(lastWait(), undefined);
  });

  it("A host without rules is named with the reason, the next try and how many are left", async () => {
    const later = {
      kind: "later",
      reason: "robots-unreachable",
      detail: "dns: ENOTFOUND",
      crawlDelayMs: undefined,
    } as const;
    const retryAt = Date.UTC(2026, 0, 1, 0, 0, 15);
    const { gate, lastWait } = scene([{ ...later, retryAt, triesLeft: 2 }]);
    await gate.admit(PAGE);
    assert.match(
      lastWait() ?? "",
      /^no robots\.txt of a\.example yet: dns: ENOTFOUND; asked again at \d\d:\d\d:15, given up after 2 more tries$/,
    );
    await gate.admit(PAGE);
    assert.equal(lastWait(), undefined);
  });
});
