/** Renders pages in Chromium. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type {
  Browser,
  BrowserContext,
  BrowserType,
  CDPSession,
  Page,
  Route,
} from "playwright-core";
import type { RenderFailure, Rendering } from "../../../domain/page/render/rendering.ts";
import type { FetchedPage } from "../../../domain/web/http/fetch-outcome.ts";
import { DowserError, fail } from "../../../errors.ts";
import type { PageRenderer } from "../../../ports/page-renderer.ts";
import {
  KeptScripts,
  type PageAnswer,
  PageRequests,
  type RequestSettings,
} from "./page-requests.ts";

/** A page is complete when none of its requests was under way for so long, in ms. */
const QUIET_MS = 500;

/** Least time for reading the page after its last moment, in ms: what is left of the page's own is for it, too. */
const READING_MS = 5_000;

/** The settings of a renderer. */
export interface RendererSettings extends Omit<RequestSettings, "scripts"> {
  /** Program of the browser; one that is found if `undefined`. */
  readonly browser: string | undefined;
  /** Name that the browser tells scripts: the crawler's own. */
  readonly userAgent: string;
  /** Longest time of one page, in ms. */
  readonly pageMs: number;
  /** Most requests of one page, and most bytes of their bodies. */
  readonly requests: number;
  readonly bytes: number;
  /** Longest rendered page, in bytes. */
  readonly htmlBytes: number;
  /** Pages rendered at one time. */
  readonly pages: number;
}

/**
 * Starts a Chromium that renders pages. It has no network: each request of a page is answered by
 * {@link PageRequests}, and each page has storage of its own, which ends with it.
 * @throws DowserError `renderer-missing`, `browser-not-started`
 */
export async function openChromiumRenderer(settings: RendererSettings): Promise<PageRenderer> {
  const first = await launchBrowser(settings.browser);
  return new ChromiumRenderer(settings, first);
}

class ChromiumRenderer implements PageRenderer {
  readonly #settings: RendererSettings;
  readonly #scripts = new KeptScripts();
  readonly #waiting: (() => void)[] = [];
  #browser: Promise<Browser>;
  #rendering = 0;

  constructor(settings: RendererSettings, browser: Browser) {
    this.#settings = settings;
    this.#browser = Promise.resolve(browser);
  }

  async render(page: FetchedPage): Promise<Rendering> {
    await this.#turn();
    const startedAt = this.#settings.clock.now();
    const { requests, bytes, pageMs, clock } = this.#settings;
    const limits = { requests, bytes, endsAt: startedAt + pageMs };
    const asked = new PageRequests(page, { ...this.#settings, scripts: this.#scripts }, limits);
    let html: Uint8Array | undefined;
    let failure: ReturnType<typeof failureOf> | undefined;
    try {
      html = await this.#inContext((context) => this.#renderIn(context, page, asked));
    } catch (error) {
      failure = failureOf(error);
    } finally {
      this.#endTurn();
    }
    const ms = clock.now() - startedAt;
    return { html, result: "rendered", detail: undefined, ...failure, ...asked.cost, ms };
  }

  async close(): Promise<void> {
    // One that could not be started again has nothing to end.
    await (await this.#browser.catch(() => undefined))?.close();
  }

  /** Waits until fewer pages are being rendered than may be at one time. */
  async #turn(): Promise<void> {
    if (this.#rendering < this.#settings.pages) {
      this.#rendering += 1;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    await promise;
  }

  #endTurn(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#rendering -= 1;
    else next();
  }

  /** Works in a context of its own: nothing that a page keeps is there for the next one. */
  async #inContext(work: (context: BrowserContext) => Promise<Uint8Array>): Promise<Uint8Array> {
    const browser = await this.#runningBrowser();
    const context = await browser.newContext({
      userAgent: this.#settings.userAgent,
      serviceWorkers: "block",
      acceptDownloads: false,
      permissions: [],
    });
    try {
      return await work(context);
    } finally {
      await within(READING_MS, context.close(), "the page could not be closed").catch(() =>
        // A process that does not end would take memory and time from all other pages.
        browser.close(),
      );
    }
  }

  /** Returns the browser, started again if it has ended. */
  async #runningBrowser(): Promise<Browser> {
    const last = this.#browser;
    const isRunning = (await last.catch(() => undefined))?.isConnected() === true;
    // Another page may have started it meanwhile.
    if (!isRunning && this.#browser === last) this.#browser = startAgain(this.#settings.browser);
    return this.#browser;
  }

  async #renderIn(
    context: BrowserContext,
    fetched: FetchedPage,
    asked: PageRequests,
  ): Promise<Uint8Array> {
    const { pageMs, htmlBytes } = this.#settings;
    const page = await context.newPage();
    const failed = Promise.withResolvers<never>();
    page.on("crash", () => failed.reject(new Error("the process of the page ended")));
    context.on("page", (popup) => void popup.close().catch(ignoreEnded));
    page.on("websocket", () => asked.refuse("websocket"));
    const endsAt = performance.now() + pageMs;
    const traffic = new Traffic(endsAt);
    // A page that leads elsewhere stays where it is, and says no more that it is loaded.
    const ledAway = Promise.withResolvers<void>();
    let isGiven = false;
    await context.route("**", (route) => {
      const isOfPage = isOfMainFrame(route, page);
      const isPage = isOfPage && !isGiven;
      if (isOfPage && isGiven) ledAway.resolve();
      isGiven ||= isPage;
      const answer = isPage ? Promise.resolve(asFetched(fetched)) : answerTo(route, asked);
      return traffic.during(answer.then((given) => give(route, given), failed.reject));
    });
    const reader = await context.newCDPSession(page);
    const made = async () => {
      await page.goto(fetched.url, { waitUntil: "commit", timeout: pageMs });
      const loaded = Promise.race([page.waitForLoadState("load", { timeout: 0 }), ledAway.promise]);
      const settled = loaded.then(() => traffic.quiet());
      await within(pageMs, settled, "it was not quiet").catch(ignoreLate);
      const readingMs = Math.max(READING_MS, endsAt - performance.now());
      return within(readingMs, readHtml(reader, htmlBytes, readingMs), "its scripts do not end");
    };
    return Promise.race([failed.promise, made()]);
  }
}

/** Starts the browser in the middle of a crawl, where its failure is that of a page. */
async function startAgain(program: string | undefined): Promise<Browser> {
  try {
    return await launchBrowser(program);
  } catch (cause) {
    throw new Error("the browser ended and could not be started again", { cause });
  }
}

/** Counts the requests under way, and knows when there have been none for a while. */
class Traffic {
  readonly #endsAt: number;
  #underWay = 0;
  #lastAt = performance.now();

  constructor(endsAt: number) {
    this.#endsAt = endsAt;
  }

  async during(answering: Promise<void>): Promise<void> {
    this.#underWay += 1;
    await answering;
    this.#underWay -= 1;
    this.#lastAt = performance.now();
  }

  async quiet(): Promise<void> {
    const isQuiet = () => this.#underWay === 0 && performance.now() - this.#lastAt >= QUIET_MS;
    while (!isQuiet() && performance.now() < this.#endsAt) await setTimeout(QUIET_MS / 10);
  }
}

/** Returns the page as the browser gets it in place of a second request. */
function asFetched({ mediaType, charset, body, headers }: FetchedPage): PageAnswer {
  const type = mediaType === "" ? "text/html" : mediaType;
  const policies = headers.filter(([name]) => name === "content-security-policy");
  const contentType = charset === undefined ? type : `${type}; charset=${charset}`;
  return { status: 200, headers: [["content-type", contentType], ...policies], body };
}

function answerTo(route: Route, asked: PageRequests): Promise<PageAnswer | undefined> {
  const request = route.request();
  return asked.answer({
    url: request.url(),
    method: request.method(),
    type: request.resourceType(),
  });
}

async function give(route: Route, answer: PageAnswer | undefined): Promise<void> {
  const given =
    answer === undefined
      ? route.abort("blockedbyclient")
      : route.fulfill({
          status: answer.status,
          headers: Object.fromEntries(answer.headers),
          body: Buffer.from(answer.body),
        });
  await given.catch(ignoreEnded);
}

function isOfMainFrame(route: Route, page: Page): boolean {
  const request = route.request();
  if (!request.isNavigationRequest()) return false;
  try {
    return request.frame() === page.mainFrame();
  } catch {
    // A window that the page opens has no frame yet.
    return false;
  }
}

/**
 * Reads the page as it is now, in a world of its own that its scripts cannot change.
 * @throws TooLarge
 */
async function readHtml(reader: CDPSession, most: number, ms: number): Promise<Uint8Array> {
  const { frameTree } = await reader.send("Page.getFrameTree");
  const { executionContextId } = await reader.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
  });
  const { result } = await reader.send("Runtime.evaluate", {
    contextId: executionContextId,
    expression: `(() => {
      const html = document.documentElement?.outerHTML ?? "";
      return html.length > ${most} ? html.length : html;
    })()`,
    returnByValue: true,
    timeout: ms,
  });
  const html: unknown = result.value;
  if (typeof html !== "string") throw new TooLarge(`${String(html)} characters`);
  return Buffer.from(`<!DOCTYPE html>${html}`);
}

class TooLarge extends Error {}
class Late extends Error {}

/** Waits for a promise, but not for longer than `ms`. */
async function within<Value>(ms: number, promise: Promise<Value>, why: string): Promise<Value> {
  const timer = new AbortController();
  const late = setTimeout(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Late(why);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    late.catch(() => {});
    timer.abort();
  }
}

/** Returns what an error says of the rendering; one that says what the crawl must do goes on its way. */
function failureOf(error: unknown): { readonly result: RenderFailure; readonly detail: string } {
  if (error instanceof DowserError) throw error;
  const detail = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
  if (error instanceof TooLarge) return { result: "too-large", detail };
  const isLate = error instanceof Late || (error instanceof Error && error.name === "TimeoutError");
  return { result: isLate ? "timeout" : "crash", detail };
}

/** A page that is still busy at the end of its time is read as it is. */
function ignoreLate(error: unknown): void {
  if (!(error instanceof Late)) throw error;
}

/** Whatever fails because its page is over needs no answer any more. */
function ignoreEnded(): void {}

/** Names under which systems install Chromium, and Chrome; the first is the one without a window, which costs less. */
const PROGRAMS = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

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
async function launchBrowser(program: string | undefined): Promise<Browser> {
  const chromium = await loadPlaywright();
  const executablePath = program ?? findBrowser() ?? chromium.executablePath();
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

/** Returns the program of Chromium or Chrome that this machine has; `undefined` where it has neither. */
export function findBrowser(): string | undefined {
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
