import type { FetchedPage } from "../../../domain/fetch/fetch-outcome.ts";
import { canonicalUrl } from "../../../domain/url/canonical-url.ts";
import type { Url } from "../../../domain/url/url.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Admission, HostGate } from "../../../ports/host-gate.ts";
import type { Web } from "../../../ports/web.ts";
import { decodeContent } from "../decode-content.ts";
import { parseSitemap } from "./sitemap-file.ts";

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
  /** Sitemap files fetched at most, indexes and redirects included. */
  readonly maxFiles: number;
  /** URLs returned at most. */
  readonly maxUrls: number;
}

/** Pages found in sitemaps, and sitemaps that could not be read with the reason. */
export interface SitemapPages {
  readonly urls: readonly Url[];
  readonly unread: ReadonlyMap<Url, string>;
}

/**
 * Reads the sitemaps at `start`, one request at a time and each host rested before it returns, and
 * follows the indexes and redirects among them; every hop passes the gate and the web's own guards.
 */
export async function readSitemaps(
  start: readonly Url[],
  settings: SitemapSettings,
): Promise<SitemapPages> {
  const urls = new Set<Url>();
  const unread = new Map<Url, string>();
  const seen = new Set<Url>();
  const queue = start.map((url) => ({ url, depth: 0 }));
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (seen.has(next.url) || urls.size >= settings.maxUrls) continue;
    if (seen.size >= settings.maxFiles) {
      unread.set(next.url, "too many sitemaps");
      continue;
    }
    seen.add(next.url);
    const file = await readFile(next.url, settings);
    if (typeof file === "string") {
      unread.set(next.url, file);
      continue;
    }
    addUrls(urls, file.pages, next.url, settings.maxUrls);
    if (next.depth >= MAX_DEPTH) continue;
    const depth = next.depth + 1;
    for (const url of canonical(file.sitemaps, next.url)) queue.push({ url, depth });
  }
  return { urls: [...urls], unread };
}

interface Listing {
  readonly pages: readonly string[];
  readonly sitemaps: readonly string[];
}

/** What the file lists, or why it could not be read; a redirect lists the one sitemap it leads to. */
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
      return { pages: [], sitemaps: [outcome.location] };
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

function addUrls(urls: Set<Url>, pages: readonly string[], base: Url, maxUrls: number): void {
  for (const url of canonical(pages, base)) {
    if (urls.size >= maxUrls) return;
    urls.add(url);
  }
}

function canonical(references: readonly string[], base: Url): readonly Url[] {
  return references.flatMap((reference) => {
    const target = canonicalUrl(reference, base);
    return target.ok ? [target.url] : [];
  });
}
