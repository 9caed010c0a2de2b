import type { RunEvent, RunLog } from "../../ports/run-log.ts";

/** Creates a run log in memory. */
export function createMemoryRunLog(): RunLog {
  const events: RunEvent[] = [];
  return {
    append: async (event) => {
      events.push(event);
    },
    list: async () => [...events],
  };
}
