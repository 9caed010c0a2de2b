import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Chromium without what draws its window takes a quarter less processor time; the whole one shows the same. */
const PROGRAMS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

const program = PROGRAMS.find((file) => existsSync(file));

/** Longest wait for what a page shows, in ms: only what hangs reaches it, on a busy machine, too. */
export const HANGS_MS = 20 * 60_000;

/** Why tests with a browser are skipped; false when there is one. */
export const skip: string | false =
  program === undefined ? `there is no ${PROGRAMS.join(" or ")}` : false;

/** Launches this machine's browser, which makes no requests of its own. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    ...(program && { executablePath: program }),
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
