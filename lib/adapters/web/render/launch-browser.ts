import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { Browser, BrowserType } from "playwright-core";
import { fail } from "../../../errors.ts";

/** Names under which systems install Chromium, and Chrome. */
const PROGRAMS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * The browser has no network: no name resolves, also not that of the proxy that everything must go
 * through, addresses of this machine included. Nothing goes past a proxy, as WebRTC would.
 */
const NO_NETWORK = [
  "--host-resolver-rules=MAP * ~NOTFOUND",
  "--proxy-server=socks5://no-network.invalid:1",
  "--proxy-bypass-list=<-loopback>",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--disable-quic",
  "--dns-prefetch-disable",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--disable-sync",
  "--no-pings",
  // It would ask the user before a page of a public address asks a private one; the guard refuses that.
  "--disable-features=LocalNetworkAccessChecks,MediaRouter,OptimizationHints",
];

/** Memory of a page's scripts, in MB: those that need more are not written for content. */
const SCRIPT_MEMORY_MB = 512;

/**
 * Starts a Chromium that reaches nothing by itself.
 * @throws DowserError `renderer-missing`, `browser-not-started`
 */
export async function launchBrowser(program: string | undefined): Promise<Browser> {
  const chromium = await loadPlaywright();
  const executablePath = program ?? findProgram() ?? chromium.executablePath();
  if (!isProgram(executablePath)) throw fail("renderer-missing", { value: executablePath });
  try {
    return await chromium.launch({
      executablePath,
      headless: true,
      // Chromium refuses to run in its sandbox as root.
      chromiumSandbox: process.getuid?.() !== 0,
      args: [...NO_NETWORK, `--js-flags=--max-old-space-size=${SCRIPT_MEMORY_MB}`, "--disable-gpu"],
    });
  } catch (cause) {
    throw fail("browser-not-started", { value: executablePath }, cause);
  }
}

/** Loads the library only where it is asked for: others need not have it. */
async function loadPlaywright(): Promise<BrowserType> {
  try {
    const { chromium } = await import("playwright-core");
    return chromium;
  } catch (cause) {
    const isMissing =
      cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND";
    throw isMissing ? fail("renderer-missing/package", {}, cause) : cause;
  }
}

function findProgram(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders
    .flatMap((folder) => PROGRAMS.map((name) => join(folder, name)))
    .find((file) => isProgram(file));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
