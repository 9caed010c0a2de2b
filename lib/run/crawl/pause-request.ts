import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fail } from "../../errors.ts";
import { isCrawling, RUN_FILES, writeRunFile } from "../folder/run-database.ts";
import { EXIT } from "../print/print-error.ts";
import { printNotice } from "../print/print-line.ts";
import { onInterrupt, terminal } from "../print/terminal.ts";
import { runStatusCommand } from "./run-status.ts";

/** Time between two looks for a request, and for the end of a crawl, in ms. */
const LOOK_EVERY_MS = 250;

/**
 * Pauses work in a run's directory when `dowser pause` asks for it there, or `signal` aborts. A
 * request that an earlier crawl left is not for this one.
 */
export async function untilPauseRequested<Result>(
  directory: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const file = requestIn(directory);
  const request = new AbortController();
  rmSync(file, { force: true });
  const looks = setInterval(() => {
    if (existsSync(file)) request.abort();
  }, LOOK_EVERY_MS);
  try {
    return await work(AbortSignal.any([signal, request.signal]));
  } finally {
    clearInterval(looks);
    rmSync(file, { force: true });
  }
}

/**
 * Runs `dowser pause RUN`: asks the crawl of another process to pause, and waits until it has. The
 * pages in flight are completed first.
 * @throws DowserError `no-run`, `no-crawl-at-work`
 */
export async function pauseRunCommand(
  directory: string,
  options: { readonly json: boolean },
): Promise<void> {
  if (!isCrawling(directory)) throw fail("no-crawl-at-work", { directory });
  printNotice("asked to pause; waiting for the pages in flight");
  while (isCrawling(directory)) {
    // Written again: a crawl that has just begun removes what an earlier one left.
    requestPause(directory);
    await sleep(LOOK_EVERY_MS);
  }
  rmSync(requestIn(directory), { force: true });
  await runStatusCommand(directory, options);
}

/** Asks the crawl in a directory to pause, whatever process it is in. */
export function requestPause(directory: string): void {
  writeRunFile(requestIn(directory), "");
}

/** Returns whether a crawl in a directory was asked to pause, and has not yet. */
export function isPauseRequested(directory: string): boolean {
  return existsSync(requestIn(directory));
}

function requestIn(directory: string): string {
  return join(directory, RUN_FILES.pauseRequest);
}

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
