import type { Clock } from "../../ports/clock.ts";

/** Longest delay that a Node timer takes, in ms (2³¹ − 1): longer ones fire at once. */
const MAX_TIMER_MS = 2_147_483_647;

/** The machine's time. */
export const systemClock: Clock = {
  now: () => Date.now(),

  waitUntil: (time, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const timer = setTimeout(end, Math.min(MAX_TIMER_MS, Math.max(0, time - Date.now())));
      signal?.addEventListener("abort", end, { once: true });

      function end() {
        clearTimeout(timer);
        signal?.removeEventListener("abort", end);
        resolve();
      }
    }),
};
