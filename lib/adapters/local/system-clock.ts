import type { Clock } from "../../ports/clock.ts";

/** Longest delay that a Node timer takes, in ms (2³¹ − 1): longer ones fire at once. */
const MAX_TIMER_MS = 2_147_483_647;

/** The machine's time. A wait of over 24 days ends early; whoever waits looks at the time again. */
export const systemClock: Clock = {
  now: () => Date.now(),

  waitUntil: (time) =>
    new Promise((resolve) => {
      systemClock.wakeAt(time, resolve);
    }),

  wakeAt(time, wake) {
    const timer = setTimeout(wake, Math.min(MAX_TIMER_MS, Math.max(0, time - Date.now())));
    return () => clearTimeout(timer);
  },
};
