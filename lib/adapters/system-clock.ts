import type { Clock } from "../ports/clock.ts";

/** Longest delay of a Node timer, in ms (2³¹ − 1): longer ones fire immediately. */
const MAX_TIMER_MS = 2_147_483_647;

/** The machine's clock. Nothing is woken before its time, though timers run by another clock. */
export const systemClock: Clock = {
  now: () => Date.now(),

  waitUntil: (time) =>
    new Promise((resolve) => {
      systemClock.wakeAt(time, resolve);
    }),

  wakeAt(time, wake) {
    let timer: NodeJS.Timeout;
    const arm = (): void => {
      timer = setTimeout(look, Math.min(MAX_TIMER_MS, Math.max(0, time - Date.now())));
    };
    const look = (): void => {
      if (Date.now() >= time) wake();
      else arm();
    };
    arm();
    return () => clearTimeout(timer);
  },
};
