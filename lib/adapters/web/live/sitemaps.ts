import { Parser } from "htmlparser2";
import type { FetchedPage } from "../../../domain/fetch/fetch-outcome.ts";
import { type CanonicalOptions, canonicalUrl, hostOf } from "../../../domain/url/canonical-url.ts";
import type { Host, Url } from "../../../domain/url/url.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Admission, HostGate } from "../../../ports/host-gate.ts";
import type { Web } from "../../../ports/web.ts";
import { decodeContent } from "../decode-content.ts";

/** Largest sitemap in bytes before and after decompression, and entries of one: the protocol's own bounds. */
const MAX_SITEMAP_BYTES = 50 * 1_024 * 1_024;
const MAX_SITEMAP_ENTRIES = 50_000;

/** Time for one sitemap, in ms. */
const TIMEOUT_MS = 60_000;

/** Levels of indexes below a named sitemap; the protocol knows one, some servers have two. */
const MAX_DEPTH = 2;

/** Times that one sitemap may be put off by its host's rules before it is given up. */
const MAX_DELAYS = 2;

/** What reading sitemaps needs to know. */
export interface SitemapSettings {
  /** A web that reads every media type. */
  readonly web: Web;
  readonly gate: HostGate;
  readonly clock: Pick<Clock, "now" | "waitUntil">;
  /** Least rest of a host after each request, in ms. */
  readonly minDelayMs: number;
  /** How the crawl writes the URLs of pages; those of sitemaps stay as they are named. */
  readonly canonical: CanonicalOptions;
  /** Sitemap files known at most, indexes and redirects included: no more are kept or fetched. */
  readonly maxFiles: number;
  /** URLs returned at most. */
  readonly maxUrls: number;
}

/** What the sitemaps of some hosts list, and what of it was left. */
export interface SitemapPages {
  readonly urls: readonly Url[];
  /** Sitemaps that could not be read, `maxFiles` at most, with the reason. */
  readonly unread: ReadonlyMap<Url, string>;
  /** Entries that named a page or a sitemap of a host that the file does not speak for. */
  readonly foreign: number;
  /** Entries left because `maxFiles` or `maxUrls` was reached. */
  readonly beyondLimits: number;
}

/** A sitemap on the list. */
interface NamedSitemap {
  /** Indexes and redirects between it and a robots.txt file. */
  readonly depth: number;
  /** Hosts whose robots.txt files named it, or an index or a redirect that led to it. */
  readonly hosts: Set<Host>;
}

/** A reading under way. */
interface Reading {
  readonly settings: SitemapSettings;
  /** In order of naming, which is the order of reading. */
  readonly files: Map<Url, NamedSitemap>;
  readonly urls: Set<Url>;
  foreign: number;
  beyondLimits: number;
}

/**
 * Reads the sitemaps that the robots.txt files of `hosts` name, as far as the gate knows them, one
 * request at a time and each host rested before it returns, and follows the indexes and redirects
 * among them; every hop passes the gate and the web's own guards. A file may list what is on its own
 * host, and on a host whose robots.txt file led to it: nobody lists the pages of others
 * (https://www.sitemaps.org/protocol.html, "Sitemaps & Cross Submits").
 */
export async function readSitemaps(
  hosts: Iterable<Host>,
  settings: SitemapSettings,
): Promise<SitemapPages> {
  const urls = new Set<Url>();
  const reading: Reading = { settings, files: new Map(), urls, foreign: 0, beyondLimits: 0 };
  for (const host of hosts) {
    for (const url of settings.gate.sitemaps(host)) addFile(reading, url, 0, [host]);
  }
  const unread = new Map<Url, string>();
  // Files that are added on the way are visited in their turn.
  for (const [url, named] of reading.files) {
    const file = urls.size < settings.maxUrls ? await readFile(url, settings) : "enough-pages";
    if (typeof file === "string") unread.set(url, file);
    else addEntries(reading, url, named, file);
  }
  const { foreign, beyondLimits } = reading;
  return { urls: [...urls], unread, foreign, beyondLimits };
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
  for (const url of own(file.pages, canonical)) {
    if (reading.urls.size < maxUrls) reading.urls.add(url);
    else if (!reading.urls.has(url)) reading.beyondLimits++;
  }
  if (named.depth >= MAX_DEPTH) return;
  const depth = named.depth + 1;
  for (const url of own(file.sitemaps)) addFile(reading, url, depth, named.hosts);
  if (file.location !== undefined) addFile(reading, file.location, depth, named.hosts);
}

interface Listing extends SitemapFile {
  /** Where a redirect leads, in place of a list. */
  readonly location?: Url;
}

/** What the file lists, or why it could not be read. */
async function readFile(url: Url, settings: SitemapSettings): Promise<Listing | string> {
  const admission = await waitForAdmission(url, settings);
  if (typeof admission === "string") return admission;
  const limits = { bodyBytes: MAX_SITEMAP_BYTES, timeoutMs: TIMEOUT_MS };
  const outcome = await settings.web.fetch(url, limits);
  const delayMs = Math.max(settings.minDelayMs, admission.crawlDelayMs ?? 0);
  await settings.clock.waitUntil(settings.clock.now() + delayMs);
  switch (outcome.kind) {
    case "page":
      return listingOf(outcome);
    case "redirect":
      return { pages: [], sitemaps: [], location: outcome.location };
    case "refused":
      return outcome.rule;
    case "failed":
      return outcome.reason;
    case "gone":
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

/** Files named `.gz` come as they lie, without a content coding. */
async function listingOf(page: FetchedPage): Promise<Listing | string> {
  const isGzip = page.body[0] === 0x1f && page.body[1] === 0x8b;
  if (!isGzip) return parseSitemap(new TextDecoder().decode(page.body), MAX_SITEMAP_ENTRIES);
  const plain = await decodeContent(page.body, ["gzip"], {
    limitBytes: MAX_SITEMAP_BYTES,
    isCut: page.truncated,
    mayBeUndone: false,
  });
  if (!plain.ok) return "decompression";
  return parseSitemap(new TextDecoder().decode(plain.body), MAX_SITEMAP_ENTRIES);
}

/** What a sitemap file lists, as written: pages, and further sitemaps where it is an index. */
interface SitemapFile {
  readonly pages: readonly string[];
  readonly sitemaps: readonly string[];
}

/** Longest `loc` read, in UTF-16 units: what the protocol allows, and some. */
const MAX_LOC_LENGTH = 8_000;

/** Nesting of elements beyond which a file is no sitemap: the protocol needs 3, its extensions a few more. */
const MAX_NESTING = 32;

/**
 * Reads a sitemap (https://www.sitemaps.org/protocol.html) in its XML or text form, at most
 * `maxEntries` entries of it; anything else lists nothing. Never fails: a broken file lists what
 * stands before the break.
 */
export function parseSitemap(text: string, maxEntries: number): SitemapFile {
  return /^\s*</.test(text) ? parseXml(text, maxEntries) : parseLines(text, maxEntries);
}

function parseXml(text: string, maxEntries: number): SitemapFile {
  const pages: string[] = [];
  const sitemaps: string[] = [];
  const path: string[] = [];
  let loc = "";
  const parser = new Parser(
    {
      onopentag(name) {
        path.push(localName(name));
        loc = "";
        if (path.length > MAX_NESTING) parser.pause();
      },
      ontext(data) {
        if (path.at(-1) === "loc" && loc.length <= MAX_LOC_LENGTH) loc += data;
      },
      onclosetag() {
        const [parent, name] = [path.at(-2), path.pop()];
        const list = parent === "url" ? pages : parent === "sitemap" ? sitemaps : undefined;
        if (name === "loc" && loc.trim() !== "") list?.push(loc.trim());
        if (pages.length + sitemaps.length >= maxEntries) parser.pause();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(text);
  return { pages: pages.slice(0, maxEntries), sitemaps: sitemaps.slice(0, maxEntries) };
}

/** Prefixes differ from file to file; the names are the protocol's. */
function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1).toLowerCase();
}

/** One URL a line. */
function parseLines(text: string, maxEntries: number): SitemapFile {
  const pages: string[] = [];
  for (const line of text.split(/[\r\n]+/)) {
    if (pages.length >= maxEntries) break;
    const url = line.trim();
    if (/^https?:\/\//i.test(url)) pages.push(url);
  }
  return { pages, sitemaps: [] };
}
