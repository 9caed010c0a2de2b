import { EXIT } from "../print/print-error.ts";
import { printNotice } from "../print/print-line.ts";

/**
 * Pauses at the first Ctrl-C (or SIGTERM): fetches in flight are completed. The second ends at
 * once, which loses nothing either.
 */
export async function untilInterrupted<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const interrupt = new AbortController();
  const pause = () => {
    if (interrupt.signal.aborted) process.exit(EXIT.paused);
    printNotice("\npausing: waiting for the pages in flight (again to end at once)");
    interrupt.abort();
  };
  process.on("SIGINT", pause).on("SIGTERM", pause);
  try {
    return await work(interrupt.signal);
  } finally {
    process.off("SIGINT", pause).off("SIGTERM", pause);
  }
}
