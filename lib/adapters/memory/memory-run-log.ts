import type { RunEvent, RunLog } from "../../ports/run-log.ts";

/** A run log that lives as long as the process. */
export function createMemoryRunLog(): RunLog {
  const events: RunEvent[] = [];
  return {
    append: async (event) => {
      events.push(event);
    },
    list: async () => [...events],
  };
}
