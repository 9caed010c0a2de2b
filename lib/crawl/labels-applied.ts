import type { RunEvent, RunLog } from "../ports/run-log.ts";

/** The labels that a log says were applied. */
export interface AppliedLabels {
  readonly applied: number;
  /** The last application, when no training followed it. */
  readonly begun: RunEvent | undefined;
}

/** Reads from a log how many of a crawl's labels, in their order, the crawl has applied. */
export async function labelsApplied(log: Pick<RunLog, "list">): Promise<AppliedLabels> {
  const events = await log.list();
  const last = events.findLastIndex(({ kind }) => kind === "labelled");
  const event = events[last];
  const labels = event?.detail["labels"];
  const isBegun = event !== undefined && !events.slice(last).some(({ kind }) => kind === "trained");
  return {
    applied: typeof labels === "number" ? labels : 0,
    begun: isBegun ? event : undefined,
  };
}
