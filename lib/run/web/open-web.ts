import {
  createPolitenessLog,
  type PolitenessLog,
} from "../../adapters/files/file-politeness-log.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { openLiveCrawlWeb } from "../../adapters/web/live/live-web.ts";
import { SitemapReader } from "../../adapters/web/live/sitemap-reader.ts";
import type { SitemapPages } from "../../adapters/web/live/sitemaps.ts";
import {
  openGate,
  openRecordedWeb,
  type RecordedWeb,
} from "../../adapters/web/recorded/recorded-web.ts";
import type { PolitenessSettings } from "../../domain/web/politeness/politeness-entry.ts";
import { productToken } from "../../domain/web/politeness/robots-rules.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import type { WebFacts } from "../../features/feature.ts";
import type { HostGate } from "../../ports/host-gate.ts";
import type { Web } from "../../ports/web.ts";
import { liveWebSettings, sitemapSettings } from "../../project/identified-user-agent.ts";
import type { Project } from "../../project/project-schema.ts";
import { printNotice } from "../print/print-line.ts";
import { startStatus } from "../print/progress-line.ts";
import { terminal } from "../print/terminal.ts";
import { watchWaits } from "./crawl-waits.ts";
import type { OpenedAccess } from "./open-access.ts";
import type { AskedForPages, OpenedBrowser } from "./open-browser.ts";

/** The web of a crawl, with the gate to it. */
export interface OpenedWeb extends WebFacts, AsyncDisposable {
  readonly web: Web;
  readonly gate: HostGate;
  /**
   * Starts the browser that pages are rendered by; absent of a recording. Returns `undefined` when the project renders
   * none.
   * @throws DowserError `renderer-missing`, `browser-not-started`
   */
  startBrowser?(): Promise<OpenedBrowser["addTo"] | undefined>;
  /** The recording; `undefined` for the live web. */
  readonly recording: RecordedWeb | undefined;
  /**
   * Returns the pages that the sitemaps of the seeds' hosts list; none for a recording. With a reading they are given to
   * it site by site, and not kept.
   */
  sitemapPages(seeds: readonly Url[], reading?: SiteReading): Promise<ListedPages>;
  /**
   * Returns the number of links so far that name a recorded page by another URL than the recording;
   * 0 for the live web.
   */
  aliases(): number;
  /**
   * Writes the evidence of the crawl's politeness to a file from now on; does nothing for a
   * recording.
   */
  writePolitenessLog(file: string): Promise<void>;
  /** Says what the crawl waits for and until when, for a crawl that seems to hang. */
  lastWait(): string | undefined;
  close(): Promise<void>;
}

/** Pages that sitemaps list, with the last changes that they state, and files that gave nothing. */
export type ListedPages = Pick<SitemapPages, "urls" | "modified" | "unread">;

/** How sitemaps are read beside a crawl. */
export interface SiteReading {
  /** Sites, as registrable domains, that were read before. */
  readonly skip: ReadonlySet<string>;
  /** Takes the pages that a site lists. */
  readonly onRead: (site: string, listed: ListedPages) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Opens the recording that the paths name; the live web when there are no paths. */
export async function openWeb(project: Project, paths: readonly string[]): Promise<OpenedWeb> {
  return paths.length > 0 ? recorded(await openRecording(paths)) : live(project);
}

/** Opens a recording and reports on standard error the parts that could not be read. */
export async function openRecording(paths: readonly string[]): Promise<RecordedWeb> {
  const web = await openRecordedWeb(paths);
  if (web.size === 0) {
    web.close();
    throw fail("empty-recording", { files: paths.join(", "), value: paths });
  }
  const { damaged, notGet, unresolvedRevisits } = web.report;
  if (damaged > 0) printNotice(`${damaged} places of the recording are damaged and were skipped`);
  if (notGet > 0) printNotice(`${notGet} answers to other requests than GET are no pages`);
  if (unresolvedRevisits > 0) {
    printNotice(
      `${unresolvedRevisits} records refer to pages that the recording lacks and were skipped`,
    );
  }
  return web;
}

/** Reports on standard error how many links the recording answered under another URL. */
export function printAliasCount(count: number): void {
  if (count > 0) printNotice(`${count} links led to a recorded page by an alias`);
}

/** Opens a recording as the web of a crawl. */
export function recorded(web: RecordedWeb): OpenedWeb {
  const close = async () => web.close();
  return {
    web,
    gate: openGate,
    isLive: false,
    recording: web,
    sitemapPages: async () => ({ urls: [], modified: new Map(), unread: new Map() }),
    aliases: () => web.aliases(),
    writePolitenessLog: async () => {},
    lastWait: () => undefined,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Returns the settings of a project as its run keeps them, from now on. */
export function politenessSettings(politeness: Project["politeness"]): PolitenessSettings {
  const { minDelayMs, maxCrawlDelayMs, connectionsPerHost } = politeness;
  const limits = { minDelayMs, maxCrawlDelayMs, connectionsPerHost };
  return {
    kind: "settings",
    at: systemClock.now(),
    productToken: productToken(politeness),
    ...limits,
  };
}

/**
 * Returns the same web with a log of failures: when a link is asked for again, no record shows the
 * request before.
 */
function loggingFailures(web: Web, log: PolitenessLog): Web {
  return {
    identify: (url) => web.identify(url),
    addressOf: (host) => web.addressOf?.(host),
    async fetch(url, limits, ...how) {
      const at = systemClock.now();
      const outcome = await web.fetch(url, limits, ...how);
      if (outcome.kind === "failed" || outcome.kind === "get-needed") {
        const ms = systemClock.now() - at;
        const { retryAfterMs = 0 } = outcome.kind === "failed" ? outcome : {};
        await log.add({ kind: "failed", at, ms, url, retryAfterMs });
      }
      return outcome;
    },
  };
}

/** Opens the access of a project; its libraries are loaded only where there is one. */
async function accessOf({ access, scope }: Project): Promise<OpenedAccess | undefined> {
  if (access === undefined) return undefined;
  const { openAccess } = await import("./open-access.ts");
  return openAccess({ access, scope });
}

/** Opens the browser of a project; it is loaded only where there is one. */
async function browserOf(
  project: Project,
  asked: AskedForPages,
): Promise<OpenedBrowser | undefined> {
  if (project.render === undefined) return undefined;
  const { openBrowser } = await import("./open-browser.ts");
  return openBrowser(project.render, project, asked);
}

async function live(project: Project): Promise<OpenedWeb> {
  const { politeness } = project;
  const access = await accessOf(project);
  const log = createPolitenessLog();
  const { web, gate } = openLiveCrawlWeb({
    ...liveWebSettings(project),
    ...access?.means,
    clock: systemClock,
    onAnswer: (answer) => log.add(answer),
  });
  const facts = { isLive: true, ...access?.facts };
  const asked = { web: web.anyMediaType, gate, ...facts };
  let browser: OpenedBrowser | undefined;
  const { maxAttempts, timeoutMs } = politeness;
  const watched = watchWaits({ web, gate, clock: systemClock, maxAttempts, timeoutMs });
  const sitemaps = new SitemapReader({
    ...asked,
    ...sitemapSettings(project),
    clock: systemClock,
  });
  const close = async () => {
    await browser?.close();
    await web.close();
  };
  return {
    web: loggingFailures(watched.web, log),
    gate: heldBack(watched.gate, sitemaps),
    ...facts,
    startBrowser: async () => {
      browser = await browserOf(project, asked);
      return browser?.addTo;
    },
    recording: undefined,
    aliases: () => 0,
    writePolitenessLog: async (file) => {
      await log.add(politenessSettings(politeness));
      await log.writeTo(file);
    },
    lastWait: () => watched.lastWait() ?? sitemaps.progress(),
    sitemapPages: (seeds, reading) =>
      reading === undefined
        ? allSitemapPages(sitemaps, seeds)
        : sitemapPages(sitemaps, seeds, reading),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Holds the pages of a site back while its sitemaps are read: it has its delay between any two requests. */
function heldBack(gate: HostGate, sitemaps: SitemapReader): HostGate {
  return {
    ...gate,
    async admit(url) {
      const retryAt = sitemaps.heldUntil(url);
      if (retryAt === undefined) return gate.admit(url);
      return { kind: "later", retryAt, reason: "robots-fetched", crawlDelayMs: undefined };
    },
  };
}

/** Reads all sitemaps before anything else, and says how far it is. */
async function allSitemapPages(
  sitemaps: SitemapReader,
  seeds: readonly Url[],
): Promise<ListedPages> {
  using status = startStatus(terminal().stderr);
  const onRead = async () => status.show(() => sitemaps.progress() ?? "");
  return await sitemapPages(sitemaps, seeds, { onRead });
}

async function sitemapPages(
  sitemaps: SitemapReader,
  seeds: readonly Url[],
  { skip, onRead, signal }: Pick<SiteReading, "onRead"> & Partial<SiteReading>,
): Promise<ListedPages> {
  const all: SitemapPages[] = [];
  const isKept = skip === undefined;
  await sitemaps.read(seeds, {
    ...(skip && { skip }),
    signal,
    async onRead(site, pages) {
      await onRead(site, pages);
      all.push(isKept ? pages : { ...pages, urls: [], modified: new Map() });
    },
  });
  tellLeftOut(all);
  return {
    urls: [...new Set(all.flatMap(({ urls }) => urls))],
    modified: new Map(all.flatMap(({ modified }) => [...modified])),
    unread: new Map(all.flatMap(({ unread }) => [...unread])),
  };
}

/** Reports on standard error what of the sitemaps was not read or not taken. */
function tellLeftOut(all: readonly SitemapPages[]): void {
  const unread = new Map(all.flatMap((pages) => [...pages.unread]));
  for (const [reason, files] of Map.groupBy(unread.keys(), (url) => unread.get(url))) {
    printNotice(`${files.length} sitemaps gave nothing (${reason}), the first is ${files[0]}`);
  }
  const sum = (count: (pages: SitemapPages) => number) =>
    all.reduce((total, pages) => total + count(pages), 0);
  const foreign = sum((pages) => pages.foreign);
  if (foreign > 0) printNotice(`${foreign} entries of sitemaps name other hosts and were left out`);
  const beyond = sum((pages) => pages.beyondLimits);
  if (beyond > 0) printNotice(`${beyond} entries of sitemaps are more than are taken`);
}
