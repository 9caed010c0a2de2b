import { shallowParser } from "../../../domain/page/shallow-parser.ts";
import { machineDate } from "../../../domain/text/machine-date.ts";
import type { FetchedPage } from "../../../domain/web/http/fetch-outcome.ts";
import {
  type CanonicalOptions,
  canonicalUrl,
  hostOf,
} from "../../../domain/web/url/canonical-url.ts";
import type { Host, Url } from "../../../domain/web/url/url.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Admission, HostGate } from "../../../ports/host-gate.ts";
import type { Web } from "../../../ports/web.ts";
import { decodeContent } from "../decode-content.ts";

/**
 * Largest sitemap in bytes before and after decompression, and most entries: the protocol's own
 * limits.
 */
const MAX_SITEMAP_BYTES = 50 * 1_024 * 1_024;
const MAX_SITEMAP_ENTRIES = 50_000;

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
  /** Sitemaps that could not be read, `maxFiles` at most, with the reason. */
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
 * Reads the sitemaps that the robots.txt files of the hosts of a site name, as far as the gate knows them. It
 * makes one request at a time, and every host has had its delay when it returns. It follows indexes
 * and redirects; every hop passes the gate and the web's own guards. A file may list URLs on its
 * own host, and on a host whose robots.txt file led to it. A file has no authority for other hosts
 * (https://www.sitemaps.org/protocol.html, "Sitemaps & Cross Submits").
 */
export async function readSitemaps(
  hosts: Iterable<Host>,
  settings: SitemapSettings,
): Promise<SitemapPages> {
  const urls = new Set<Url>();
  const modified = new Map<Url, number>();
  const counts = { answerMs: 0, foreign: 0, beyondLimits: 0 };
  const reading: Reading = { settings, files: new Map(), urls, modified, ...counts };
  for (const host of hosts) {
    for (const url of settings.gate.sitemaps(host)) addFile(reading, url, 0, [host]);
  }
  const unread = new Map<Url, string>();
  // Files that are added during the loop are visited in their turn.
  for (const [url, named] of reading.files) {
    if (settings.signal?.aborted === true) break;
    const file = await settings.inTurn(url, () => readNext(url, reading));
    if (typeof file === "string") unread.set(url, file);
    else addEntries(reading, url, named, file);
  }
  const { foreign, beyondLimits } = reading;
  return { urls: [...urls], modified, unread, foreign, beyondLimits };
}

async function readNext(url: Url, reading: Reading): Promise<Listing | string> {
  const { settings } = reading;
  if (reading.urls.size >= settings.maxUrls) return "enough-pages";
  if (reading.answerMs >= settings.mostAnswerMs) return "too-slow";
  return readFile(url, reading);
}

function addFile(reading: Reading, url: Url, depth: number, hosts: Iterable<Host>): void {
  const known = reading.files.get(url);
  if (known !== undefined) for (const host of hosts) known.hosts.add(host);
  else if (reading.files.size >= reading.settings.maxFiles) reading.beyondLimits++;
  else reading.files.set(url, { depth, hosts: new Set(hosts) });
}

function addEntries(reading: Reading, base: Url, named: NamedSitemap, file: Listing): void {
  const { canonical, maxUrls } = reading.settings;
  const spokenFor = new Set([hostOf(base), ...named.hosts]);
  const own = (references: readonly string[], options?: CanonicalOptions): Url[] =>
    references.flatMap((reference) => {
      const target = canonicalUrl(reference, base, options);
      if (!target.ok) return [];
      if (spokenFor.has(target.host)) return [target.url];
      reading.foreign++;
      return [];
    });
  for (const page of file.pages) {
    for (const url of own([page], canonical)) {
      if (reading.urls.size < maxUrls) reading.urls.add(url);
      else if (!reading.urls.has(url)) reading.beyondLimits++;
      const at = machineDate(file.modified.get(page) ?? "");
      if (reading.urls.has(url) && at !== undefined) reading.modified.set(url, at);
    }
  }
  if (named.depth >= MAX_DEPTH) return;
  const depth = named.depth + 1;
  for (const url of own(file.sitemaps)) addFile(reading, url, depth, named.hosts);
  if (file.location !== undefined) addFile(reading, file.location, depth, named.hosts);
}

interface Listing extends SitemapFile {
  /** Target of a redirect, instead of a list. */
  readonly location?: Url;
}

/** Reads the list in a file, or returns the reason why it could not be read. */
async function readFile(url: Url, reading: Reading): Promise<Listing | string> {
  const { settings } = reading;
  const admission = await waitForAdmission(url, settings);
  if (typeof admission === "string") return admission;
  const limits = { bodyBytes: MAX_SITEMAP_BYTES, timeoutMs: TIMEOUT_MS };
  const askedAt = settings.clock.now();
  const outcome = await settings.web.fetch(url, limits);
  reading.answerMs += settings.clock.now() - askedAt;
  const delayMs = Math.max(settings.minDelayMs, admission.crawlDelayMs ?? 0);
  await settings.clock.waitUntil(settings.clock.now() + delayMs);
  switch (outcome.kind) {
    case "page":
      return listingOf(outcome);
    case "redirect":
      return { ...NOTHING, location: outcome.location };
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

/** Returns the list in a page. Files named `.gz` arrive compressed, without a content coding. */
async function listingOf(page: FetchedPage): Promise<Listing | string> {
  const isGzip = page.body[0] === 0x1f && page.body[1] === 0x8b;
  if (!isGzip) return parseSitemap(new TextDecoder().decode(page.body), MAX_SITEMAP_ENTRIES);
  const plain = await decodeContent(page.body, ["gzip"], {
    limitBytes: MAX_SITEMAP_BYTES,
    isCut: page.truncated,
  });
  if (!plain.ok) return "decompression";
  return parseSitemap(new TextDecoder().decode(plain.body), MAX_SITEMAP_ENTRIES);
}

/** The URLs in a sitemap file, as written: pages, and further sitemaps if it is an index. */
interface SitemapFile {
  readonly pages: readonly string[];
  readonly sitemaps: readonly string[];
  /** `lastmod` of the pages that have one, as written. */
  readonly modified: ReadonlyMap<string, string>;
}

const NOTHING: SitemapFile = { pages: [], sitemaps: [], modified: new Map() };

/** Longest `loc` read, in UTF-16 units: somewhat more than the protocol allows. */
const MAX_LOC_LENGTH = 8_000;

/**
 * Nesting of elements beyond which a file is not a sitemap: the protocol needs 3, its extensions a
 * few more.
 */
const MAX_NESTING = 32;

/**
 * Reads at most `maxEntries` entries of a sitemap (https://www.sitemaps.org/protocol.html) in XML
 * or text form. Any other file lists nothing. Never fails: a broken file lists what comes before
 * the break.
 */
export function parseSitemap(text: string, maxEntries: number): SitemapFile {
  return /^\s*</.test(text) ? parseXml(text, maxEntries) : parseLines(text, maxEntries);
}

/** Elements whose text is read. */
const READ: ReadonlySet<string> = new Set(["loc", "lastmod"]);

function parseXml(file: string, maxEntries: number): SitemapFile {
  const pages: string[] = [];
  const sitemaps: string[] = [];
  const modified = new Map<string, string>();
  const path: string[] = [];
  let text = "";
  let page: string | undefined;
  const parser = shallowParser(
    {
      onopentag(name) {
        path.push(localName(name));
        text = "";
        if (path.at(-1) === "url") page = undefined;
      },
      ontext(data) {
        if (READ.has(path.at(-1) ?? "") && text.length <= MAX_LOC_LENGTH) text += data;
      },
      onclosetag() {
        const [parent, name] = [path.at(-2), path.pop()];
        const list = parent === "url" ? pages : parent === "sitemap" ? sitemaps : undefined;
        const value = text.trim();
        if (name === "loc" && value !== "") list?.push(value);
        if (parent === "url" && name === "loc") page = value;
        else if (parent === "url" && name === "lastmod" && page) modified.set(page, value);
        if (pages.length + sitemaps.length >= maxEntries) parser.pause();
      },
    },
    { depth: MAX_NESTING, xmlMode: true, decodeEntities: true },
  );
  parser.write(file);
  return {
    pages: pages.slice(0, maxEntries),
    sitemaps: sitemaps.slice(0, maxEntries),
    modified,
  };
}

/**
 * Returns a name without its prefix: prefixes differ from file to file, names are the protocol's.
 */
function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1).toLowerCase();
}

/** Reads one URL per line. */
function parseLines(text: string, maxEntries: number): SitemapFile {
  const pages: string[] = [];
  for (const line of text.split(/[\r\n]+/)) {
    if (pages.length >= maxEntries) break;
    const url = line.trim();
    if (/^https?:\/\//i.test(url)) pages.push(url);
  }
  return { ...NOTHING, pages };
}
