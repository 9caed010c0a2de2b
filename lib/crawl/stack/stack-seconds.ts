import type { RunEvent } from "../../ports/run-log.ts";

/**
 * Seconds spent crawling by `now` (ms since the epoch), pauses not counted. In a stack a planner that
 * dies ends nothing: the time until another goes on is the crawl's.
 */
export function secondsOf(events: readonly RunEvent[], now: number): number {
  let ms = 0;
  let startedAt: number | undefined;
  for (const { kind, at } of events) {
    if (kind === "started") startedAt ??= at;
    if (startedAt === undefined || (kind !== "paused" && kind !== "finished")) continue;
    ms += at - startedAt;
    startedAt = undefined;
  }
  return (ms + (startedAt === undefined ? 0 : now - startedAt)) / 1000;
}
