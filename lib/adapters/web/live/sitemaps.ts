/** Reads the sitemaps of a site: which files there are, and what they may list. */
import type { FetchOutcome } from "../../../domain/web/http/fetch-outcome.ts";
import {
  type CanonicalOptions,
  canonicalUrl,
  hostOf,
} from "../../../domain/web/url/canonical-url.ts";
import type { Host, Url } from "../../../domain/web/url/url.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Admission, HostGate } from "../../../ports/host-gate.ts";
import type { Web } from "../../../ports/web.ts";
import { readSitemapFile, type SitemapFile } from "./sitemap-file.ts";

/** Largest sitemap in bytes before and after decompression: the protocol's own limit. */
const MAX_SITEMAP_BYTES = 50 * 1_024 * 1_024;

/** Where a sitemap is looked for on a host whose robots.txt names none. */
const DEFAULT_PATH = "/sitemap.xml";

/** Timeout per sitemap, in ms. */
const TIMEOUT_MS = 60_000;

/** Levels of indexes below a named sitemap; the protocol has one, some servers use two. */
const MAX_DEPTH = 2;

/** Times that one sitemap may be delayed by its host's rules before it is given up. */
const MAX_DELAYS = 2;

/** The settings for reading sitemaps. */
export interface SitemapSettings {
  /** A web that reads every media type. */
  readonly web: Web;
  readonly gate: HostGate;
  readonly clock: Pick<Clock, "now" | "waitUntil">;
  /** Minimum delay of a host after each request, in ms. */
  readonly minDelayMs: number;
  /** The crawl's canonical form for URLs of pages; URLs of sitemaps stay as named. */
  readonly canonical: CanonicalOptions;
  /** Most sitemap files known, including indexes and redirects: no more are kept or fetched. */
  readonly maxFiles: number;
  /** Most URLs returned. */
  readonly maxUrls: number;
  /** Time that servers may take to answer, all files together, in ms; delays do not count. */
  readonly mostAnswerMs: number;
  /** When no more files are asked for, in ms since the epoch; never if absent. */
  readonly until?: number | undefined;
  /** Does what asks a host when it is its turn, where several readings go on. */
  readonly inTurn: <Answer>(url: Url, request: () => Promise<Answer>) => Promise<Answer>;
  /** Ends the reading before the next file. */
  readonly signal?: AbortSignal | undefined;
}

/** The pages that the sitemaps of some hosts list, and what was left out. */
export interface SitemapPages {
  readonly urls: readonly Url[];
  /** Last changes that the files state, in ms since the epoch, of the URLs that have one. */
  readonly modified: ReadonlyMap<Url, number>;
  /** Sitemaps that gave nothing, `maxFiles` at most, with the reason. */
  readonly unread: ReadonlyMap<Url, string>;
  /** Entries for a page or a sitemap on a host that the file has no authority for. */
  readonly foreign: number;
  /** Entries left out because `maxFiles` or `maxUrls` was reached. */
  readonly beyondLimits: number;
}

/** A known sitemap. */
interface NamedSitemap {
  /** Indexes and redirects between it and a robots.txt file. */
  readonly depth: number;
  /** Hosts whose robots.txt files named it, or an index or a redirect that led to it. */
  readonly hosts: Set<Host>;
}

/** The state of a reading. */
interface Reading {
  readonly settings: SitemapSettings;
  /** Files in the order in which they were named, which is the order of reading. */
  readonly files: Map<Url, NamedSitemap>;
  readonly urls: Set<Url>;
  readonly modified: Map<Url, number>;
  /** Time that servers took to answer so far, in ms. */
  answerMs: number;
  foreign: number;
  beyondLimits: number;
}

/**
 * Reads the sitemaps that the robots.txt files of some hosts name, as far as the gate knows them, and `/sitemap.xml` of
 * those that name none; each host is given by one of its pages. It
 * makes one request at a time, and every host has had its delay when it returns. It follows indexes
 * and redirects; every hop passes the gate and the web's own guards. A file may list URLs on its
 * own host, and on a host whose robots.txt file led to it. A file has no authority for other hosts
 * (https://www.sitemaps.org/protocol.html, "Sitemaps & Cross Submits").
 */
export async function readSitemaps(
  pages: Iterable<Url>,
  settings: SitemapSettings,
): Promise<SitemapPages> {
  const urls = new Set<Url>();
  const modified = new Map<Url, number>();
  const counts = { answerMs: 0, foreign: 0, beyondLimits: 0 };
  const reading: Reading = { settings, files: new Map(), urls, modified, ...counts };
  for (const page of pages) {
    const host = hostOf(page);
    const named = settings.gate.sitemaps(host);
    for (const url of named.length > 0 ? named : defaultFile(page))
      addFile(reading, url, 0, [host]);
  }
  const unread = new Map<Url, string>();
  // Files that are added during the loop are visited in their turn.
  for (const [url, named] of reading.files) {
    if (settings.signal?.aborted === true) break;
    const file = await settings.inTurn(url, () => readNext(url, reading));
    const why = typeof file === "string" ? file : addEntries(reading, url, named, file);
    if (why !== undefined) unread.set(url, why);
  }
  const { foreign, beyondLimits } = reading;
  return { urls: [...urls], modified, unread, foreign, beyondLimits };
}

function defaultFile(page: Url): readonly Url[] {
  const target = canonicalUrl(DEFAULT_PATH, page);
  return target.ok ? [target.url] : [];
}

async function readNext(url: Url, reading: Reading): Promise<Listing | string> {
  const { settings } = reading;
  if (reading.urls.size >= settings.maxUrls) return "enough-pages";
  if (reading.answerMs >= settings.mostAnswerMs || isOver(settings)) return "too-slow";
  return readFile(url, reading);
}

/** Returns whether nobody may be asked any more. */
export function isOver({ clock, until = Infinity }: Pick<SitemapSettings, "clock" | "until">) {
  return clock.now() >= until;
}

function addFile(reading: Reading, url: Url, depth: number, hosts: Iterable<Host>): void {
  const known = reading.files.get(url);
  if (known !== undefined) for (const host of hosts) known.hosts.add(host);
  else if (reading.files.size >= reading.settings.maxFiles) reading.beyondLimits++;
  else reading.files.set(url, { depth, hosts: new Set(hosts) });
}

/** Adds what a file lists; returns the reason when nothing of it is of use. */
function addEntries(
  reading: Reading,
  base: Url,
  named: NamedSitemap,
  { pages, sitemaps, beyond, location }: Listing,
): UselessList | undefined {
  const { canonical, maxUrls } = reading.settings;
  const spokenFor = new Set([hostOf(base), ...named.hosts]);
  const before = reading.foreign;
  let usable = 0;
  const own = (reference: string, options?: CanonicalOptions): Url | undefined => {
    const target = canonicalUrl(reference, base, options);
    if (!target.ok) return undefined;
    if (spokenFor.has(target.host)) usable += 1;
    else reading.foreign += 1;
    return spokenFor.has(target.host) ? target.url : undefined;
  };
  reading.beyondLimits += beyond;
  for (const { href, at } of pages) {
    const url = own(href, canonical);
    if (url === undefined) continue;
    if (reading.urls.size < maxUrls) reading.urls.add(url);
    else if (!reading.urls.has(url)) reading.beyondLimits++;
    if (reading.urls.has(url) && at !== undefined) reading.modified.set(url, at);
  }
  const isTooDeep = named.depth >= MAX_DEPTH;
  const further = isTooDeep ? [] : sitemaps.flatMap((reference) => own(reference) ?? []);
  if (location !== undefined && !isTooDeep) further.push(location);
  for (const url of further) addFile(reading, url, named.depth + 1, named.hosts);
  if (usable + further.length > 0) return undefined;
  if (isTooDeep && pages.length === 0) return "too-deep";
  return reading.foreign > before ? "other-hosts" : "no-url";
}

/** Why nothing of a list is of use: indexes below indexes, pages of hosts that it may not list, or no URLs. */
type UselessList = "too-deep" | "other-hosts" | "no-url";

interface Listing extends SitemapFile {
  /** Target of a redirect, instead of a list. */
  readonly location?: Url;
}

/** Reads the list in a file, or returns the reason why it could not be read. */
async function readFile(url: Url, reading: Reading): Promise<Listing | string> {
  const { settings } = reading;
  const admission = await waitForAdmission(url, settings);
  if (typeof admission === "string") return admission;
  const first = await ask(url, admission, reading);
  const waitsForCookie = first.kind === "failed" && first.reason === "needs-cookie";
  const outcome = waitsForCookie ? await ask(url, admission, reading) : first;
  switch (outcome.kind) {
    case "page":
      return readSitemapFile(outcome, MAX_SITEMAP_BYTES);
    case "redirect":
      return { pages: [], sitemaps: [], beyond: 0, location: outcome.location };
    case "refused":
      return outcome.rule;
    case "failed":
      return outcome.reason;
    case "gone":
    case "get-needed":
    case "not-modified":
    case "not-recorded":
      return outcome.kind;
  }
}

type Allowed = Extract<Admission, { kind: "allowed" }>;

/** Makes one request, after which the host has had its delay. */
async function ask(
  url: Url,
  { crawlDelayMs = 0 }: Allowed,
  reading: Reading,
): Promise<FetchOutcome> {
  const { web, clock, minDelayMs } = reading.settings;
  const askedAt = clock.now();
  const outcome = await web.fetch(url, { bodyBytes: MAX_SITEMAP_BYTES, timeoutMs: TIMEOUT_MS });
  reading.answerMs += clock.now() - askedAt;
  await clock.waitUntil(clock.now() + Math.max(minDelayMs, crawlDelayMs));
  return outcome;
}

async function waitForAdmission(
  url: Url,
  { gate, clock }: SitemapSettings,
): Promise<Allowed | string> {
  for (let delays = 0; delays <= MAX_DELAYS; delays++) {
    const admission = await gate.admit(url);
    if (admission.kind === "allowed") return admission;
    if (admission.kind === "refused") return admission.rule;
    if (admission.reason === "robots-unreachable") break;
    await clock.waitUntil(admission.retryAt);
  }
  return "robots-unreachable";
}
