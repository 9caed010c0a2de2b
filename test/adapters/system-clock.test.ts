import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { createSystemClock } from "../../lib/adapters/system-clock.ts";

const DAY_MS = 86_400_000;

/** A clock whose wall time, monotonic time and timers move only when they are told to. */
function aClock({ mock }: TestContext, wall = 0) {
  mock.timers.enable({ apis: ["setTimeout"] });
  const time = { wall, monotonic: 1_000 };
  const clock = createSystemClock({ wall: () => time.wall, monotonic: () => time.monotonic });
  const pass = (ms: number) => {
    time.wall += ms;
    time.monotonic += ms;
    mock.timers.tick(ms);
  };
  return { clock, time, pass, tick: (ms: number) => mock.timers.tick(ms) };
}

describe("the system's clock", () => {
  it("The system's clock wakes once, at the given moment", (test) => {
    const { clock, pass } = aClock(test);
    let woken = 0;
    clock.wakeAt(50, () => (woken += 1));
    pass(49);
    assert.equal(woken, 0);
    pass(1);
    pass(1_000);
    assert.equal(woken, 1);
  });

  it("The system's clock wakes no earlier when the timer fires too soon", (test) => {
    const { clock, time, tick } = aClock(test);
    let woken = false;
    clock.wakeAt(50, () => (woken = true));
    // The clock of timers is ahead of the monotonic one, by which politeness is judged.
    time.monotonic += 49;
    tick(50);
    assert.equal(woken, false);
    time.monotonic += 1;
    tick(1);
    assert.equal(woken, true);
  });

  it("The system's clock waits longer than one timer can", (test) => {
    const { clock, pass } = aClock(test);
    let woken = false;
    clock.wakeAt(60 * DAY_MS, () => (woken = true));
    pass(59 * DAY_MS);
    assert.equal(woken, false);
    pass(DAY_MS);
    assert.equal(woken, true);
  });

  it("The system's clock does not wake a waiter that cancels, even after it set another timer", (test) => {
    const { clock, pass } = aClock(test);
    let woken = false;
    const cancel = clock.wakeAt(60 * DAY_MS, () => (woken = true));
    pass(40 * DAY_MS);
    cancel();
    pass(60 * DAY_MS);
    assert.equal(woken, false);
  });

  it("The system's clock goes on at its rate when the wall clock is set back or forth", (test) => {
    for (const stepMs of [-600_000, 600_000]) {
      const { clock, time, pass } = aClock(test, DAY_MS);
      let woken = false;
      clock.wakeAt(DAY_MS + 50, () => (woken = true));
      time.wall += stepMs;
      pass(49);
      assert.equal(clock.now(), DAY_MS + 49);
      assert.equal(woken, false);
      pass(1);
      assert.equal(woken, true);
      test.mock.timers.reset();
    }
  });

  it("The system's clock reads the wall clock again when a frozen process goes on", (test) => {
    const { clock, time } = aClock(test);
    time.wall += DAY_MS;
    assert.equal(clock.now(), 0);
    clock.anchor();
    assert.equal(clock.now(), DAY_MS);
  });
});
