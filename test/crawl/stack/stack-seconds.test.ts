import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { secondsOf } from "../../../lib/crawl/stack/stack-seconds.ts";
import type { RunEvent } from "../../../lib/ports/run-log.ts";

const at = (kind: RunEvent["kind"], seconds: number): RunEvent => ({
  kind,
  at: seconds * 1_000,
  detail: {},
});

describe("seconds of crawling in a stack", () => {
  it("are none before the crawl begins", () => {
    assert.equal(secondsOf([], 9_000), 0);
  });

  it("go on while it runs, whoever plans", () => {
    assert.equal(secondsOf([at("started", 1), at("trained", 3)], 9_000), 8);
  });

  it("leave pauses out, and end with the crawl", () => {
    const events = [at("started", 1), at("paused", 4), at("started", 10), at("finished", 12)];
    assert.equal(secondsOf(events, 99_000), 5);
  });
});
