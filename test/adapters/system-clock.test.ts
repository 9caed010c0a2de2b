import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { systemClock } from "../../lib/adapters/system-clock.ts";

const DAY_MS = 86_400_000;

/** Time that passes only when it is told to. */
function stoppedTime({ mock }: TestContext) {
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: 0 });
  return mock.timers;
}

describe("systemClock", () => {
  it("`systemClock` wakes once, at the given moment", (test) => {
    const time = stoppedTime(test);
    let woken = 0;
    systemClock.wakeAt(50, () => (woken += 1));
    time.tick(49);
    assert.equal(woken, 0);
    time.tick(1);
    time.tick(1_000);
    assert.equal(woken, 1);
  });

  it("`systemClock` wakes no earlier when the timer fires too soon", ({ mock }) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    let now = 0;
    mock.method(Date, "now", () => now);
    let woken = false;
    systemClock.wakeAt(50, () => (woken = true));
    // The clock of timers is ahead of the wall's, by which politeness is judged.
    now = 49;
    mock.timers.tick(50);
    assert.equal(woken, false);
    now = 50;
    mock.timers.tick(1);
    assert.equal(woken, true);
  });

  it("`systemClock` waits longer than one timer can", (test) => {
    const time = stoppedTime(test);
    let woken = false;
    systemClock.wakeAt(60 * DAY_MS, () => (woken = true));
    time.tick(59 * DAY_MS);
    assert.equal(woken, false);
    time.tick(DAY_MS);
    assert.equal(woken, true);
  });

  it("`systemClock` does not wake a waiter that cancels, even after it set another timer", (test) => {
    const time = stoppedTime(test);
    let woken = false;
    const cancel = systemClock.wakeAt(60 * DAY_MS, () => (woken = true));
    time.tick(40 * DAY_MS);
    cancel();
    time.tick(60 * DAY_MS);
    assert.equal(woken, false);
  });
});
