import type { Clock } from "../../../../../lib/ports/clock.ts";

/** A clock that a test sets; waiting moves it. */
export interface FixedClock extends Pick<Clock, "now" | "waitUntil"> {
  time: number;
  readonly waits: number[];
}

/** A clock that stands at `time`, ms since the epoch. */
export function fixedClock(time: number): FixedClock {
  const waits: number[] = [];
  const clock: FixedClock = {
    time,
    waits,
    now: () => clock.time,
    async waitUntil(until) {
      waits.push(until);
      clock.time = Math.max(clock.time, until);
    },
  };
  return clock;
}
