import type { Clock } from "../../lib/ports/clock.ts";

/** A clock that stands still until somebody waits: then it jumps there at once. */
export function fixedClock(start = 1_000_000): Clock & { advance(ms: number): void } {
  let time = start;
  return {
    now: () => time,
    advance: (ms) => {
      time += ms;
    },
    // A turn of the event loop lets what is in flight end first, as it would while time passes.
    waitUntil: (until, signal) =>
      new Promise((resolve) => {
        setImmediate(() => {
          if (signal?.aborted !== true && Number.isFinite(until)) time = Math.max(time, until);
          if (signal === undefined || signal.aborted || Number.isFinite(until)) resolve();
          else signal.addEventListener("abort", () => resolve(), { once: true });
        });
      }),
  };
}
