import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { RunEvent } from "../../../lib/ports/run-log.ts";
import { faultIn } from "../../../lib/workbench/host/crawl-process.ts";
import { endOf, isOpen, secondsOf, stateOf } from "../../../lib/workbench/host/crawls.ts";

const event = (kind: RunEvent["kind"], at: number, why?: string): RunEvent => ({
  at,
  kind,
  detail: why === undefined ? {} : { why },
});

describe("the state of a crawl in the workbench", () => {
  const idle = { isRunning: false, isPausing: false, hasBegun: true };
  const started = event("started", 1_000);
  const paused = event("paused", 4_000, "paused");
  const finished = event("finished", 5_000, "budget-pages");

  it("A crawl is starting until its run has begun, then running, and pausing when that was asked", () => {
    const running = { ...idle, isRunning: true };
    assert.equal(stateOf({ ...running, events: [], hasBegun: false }), "starting");
    assert.equal(stateOf({ ...running, events: [started, paused] }), "starting");
    assert.equal(stateOf({ ...running, events: [started] }), "running");
    assert.equal(stateOf({ ...running, events: [started], isPausing: true }), "pausing");
  });

  it("A crawl without a process is finished or paused, also when it was killed", () => {
    assert.equal(stateOf({ ...idle, events: [started, finished] }), "finished");
    assert.equal(stateOf({ ...idle, events: [started, paused] }), "paused");
    assert.equal(stateOf({ ...idle, events: [started] }), "paused");
  });

  it("The log leaves the end open after a start, whatever follows that is no end", () => {
    assert.ok(isOpen([started, paused, started, event("trained", 6_000)]));
    assert.ok(!isOpen([started, event("trained", 3_000), paused]));
    assert.ok(!isOpen([]));
  });

  it("The end is told in words, and not while the crawl goes on", () => {
    assert.deepEqual(endOf([started, finished]), {
      end: "budget-pages",
      because: "the page budget is spent",
    });
    assert.deepEqual(endOf([started, finished, event("started", 9_000)]), {
      end: null,
      because: null,
    });
  });

  it("Time is counted while it crawls, up to the last sign of a crawl that was killed", () => {
    assert.equal(secondsOf([started, paused], 99_000, false), 3);
    assert.equal(secondsOf([started, paused, event("started", 10_000)], 12_000, true), 5);
    const killed = [
      started,
      event("trained", 3_000),
      event("started", 10_000),
      event("finished", 11_000),
    ];
    assert.equal(secondsOf(killed, 99_000, false), 3);
    assert.equal(secondsOf([started, event("trained", 3_000)], 99_000, false), 2);
  });
});

describe("the fault of a crawl that failed", () => {
  it("The error that the command printed is told with its code and hint", () => {
    const output =
      "pages 0\n\u001b[31merror\u001b[39m [contact-missing]: no contact\nof you\n\u001b[32mhint\u001b[39m: set it\n";
    assert.deepEqual(faultIn(output), {
      code: "contact-missing",
      message: "no contact\nof you",
      hint: "set it",
    });
  });

  it("Any other output is told as it is", () => {
    const { code, message } = faultIn("Segmentation fault\n");
    assert.deepEqual([code, message], ["crawl-failed", "Segmentation fault"]);
  });
});
