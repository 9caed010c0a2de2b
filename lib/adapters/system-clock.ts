import type { Clock } from "../ports/clock.ts";

/** Longest delay of a Node timer, in ms (2³¹ − 1): longer ones fire immediately. */
const MAX_TIMER_MS = 2_147_483_647;

/** The sources of time. */
interface TimeSources {
  /** Returns ms since the epoch by the wall clock, which may be set back or forth. */
  readonly wall: () => number;
  /** Returns ms since some moment, which always grows at one rate. */
  readonly monotonic: () => number;
}

/** A clock of the machine. */
export interface SystemClock extends Clock {
  /**
   * Reads the wall clock again, for a process that was frozen. Time passed since then would be
   * missing otherwise.
   */
  anchor(): void;
}

const MACHINE: TimeSources = { wall: () => Date.now(), monotonic: () => performance.now() };

/**
 * Creates a clock that reads the wall clock once, and then counts monotonic time. So a wall clock
 * that is set back or forth neither stops a crawl nor shortens a delay. Nothing is woken before its
 * time, though timers run by another clock.
 */
export function createSystemClock({ wall, monotonic }: TimeSources = MACHINE): SystemClock {
  let offsetMs = 0;
  const anchor = () => {
    offsetMs = wall() - monotonic();
  };
  // Whole milliseconds, as of a wall clock.
  const now = () => Math.floor(offsetMs + monotonic());
  const wakeAt: Clock["wakeAt"] = (time, wake) => {
    let timer: NodeJS.Timeout;
    const arm = (): void => {
      timer = setTimeout(look, Math.min(MAX_TIMER_MS, Math.max(0, time - now())));
    };
    const look = (): void => {
      if (now() >= time) wake();
      else arm();
    };
    arm();
    return () => clearTimeout(timer);
  };
  anchor();
  return {
    now,
    waitUntil: (time) =>
      new Promise((resolve) => {
        wakeAt(time, resolve);
      }),
    wakeAt,
    anchor,
  };
}

/** The clock of this process, set when the process starts. */
export const systemClock: Clock = createSystemClock();
