import type { Clock } from "../../lib/ports/clock.ts";

/** Returns a clock that is fixed until somebody waits: then it jumps there at once. */
export function fixedClock(start = 1_000_000): Clock & { advance(ms: number): void } {
  let time = start;
  return {
    now: () => time,
    advance: (ms) => {
      time += ms;
    },
    async waitUntil(until) {
      time = Math.max(time, until);
    },
    // A turn of the event loop lets what is in flight end first, as it would while time passes.
    wakeAt(until, wake) {
      const turn = setImmediate(() => {
        time = Math.max(time, until);
        wake();
      });
      return () => clearImmediate(turn);
    },
  };
}
