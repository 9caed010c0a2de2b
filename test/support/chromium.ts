import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const PROGRAM = "/usr/bin/chromium";

/** Longest wait for what a page shows, in ms: only what hangs reaches it, on a busy machine, too. */
export const HANGS_MS = 20 * 60_000;

/** Why tests with a browser are skipped; false when there is one. */
export const skip: string | false = existsSync(PROGRAM) ? false : `there is no ${PROGRAM}`;

/** Launches this machine's browser, which makes no requests of its own. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: PROGRAM,
    timeout: HANGS_MS,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
}
