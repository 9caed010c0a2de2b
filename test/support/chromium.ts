import { type Browser, chromium } from "playwright-core";
import { findBrowser } from "../../lib/adapters/web/render/chromium-renderer.ts";

const program = findBrowser();

/** Longest wait for what a page shows, in ms: only what hangs reaches it, on a busy machine, too. */
export const HANGS_MS = 20 * 60_000;

/** Why tests with a browser are skipped; false when there is one. */
export const skip: string | false = program === undefined ? "there is no Chromium" : false;

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
