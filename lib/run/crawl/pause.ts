import { EXIT } from "../print/print-error.ts";
import { printNotice } from "../print/print-line.ts";
import { onInterrupt, terminal } from "../print/terminal.ts";

/**
 * Pauses at the first Ctrl-C (or SIGTERM): fetches in flight are completed. The second ends at
 * once, which loses nothing either.
 */
export async function untilInterrupted<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const interrupt = new AbortController();
  const pause = () => {
    if (interrupt.signal.aborted) terminal().exit(EXIT.paused);
    printNotice("\npausing: waiting for the pages in flight (again to end at once)");
    interrupt.abort();
  };
  const ignore = onInterrupt(pause);
  try {
    return await work(interrupt.signal);
  } finally {
    ignore();
  }
}
