import { createRequestMeter, type RequestMeter } from "../lib/adapters/aws/request-meter.ts";
import { addUsage, type Usage } from "../lib/domain/cost/usage.ts";

/** Lines that Lambda itself logs of a run, and what the function adds of metrics, in bytes; seen in logs. */
const LOGGED_BYTES = 1_500;

/** What the runs of one process use: requests of its clients, and the runs themselves. */
export interface MeteredRun {
  /** Counts what a client does from now on, and gives it back. */
  readonly watch: RequestMeter["watch"];
  /** Says that a run begins. */
  begin(): void;
  /** What was used since this was last called. */
  take(): Usage;
}

/** Starts to count; `memoryMb` is what Lambda gives the function, which is billed by it and by time. */
export function meterRuns(memoryMb: number): MeteredRun {
  const meter = createRequestMeter();
  // The start of the process is billed with its first run.
  let since = performance.timeOrigin;
  let runs = 0;
  let isFirst = true;
  return {
    watch: meter.watch,
    begin() {
      if (!isFirst) since = Date.now();
      isFirst = false;
      runs += 1;
    },
    take() {
      const now = Date.now();
      const run = {
        lambdaRuns: runs,
        lambdaGbSeconds: ((now - since) / 1_000) * (memoryMb / 1_024),
        logBytes: runs * LOGGED_BYTES,
      };
      since = now;
      runs = 0;
      return addUsage(meter.take().usage, run);
    },
  };
}
