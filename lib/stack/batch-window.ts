import type { BatchWindow } from "../domain/frontier/host-schedule.ts";
import { BATCH_WINDOW, MOST_STEP, SPREAD_HOSTS } from "../project/stack-limits.ts";

/** Returns the window of a draw of so many links. */
export function batchWindow(links: number): BatchWindow {
  const even = Math.ceil(links / SPREAD_HOSTS);
  return { ...BATCH_WINDOW, step: Math.max(1, Math.min(MOST_STEP, even)) };
}
