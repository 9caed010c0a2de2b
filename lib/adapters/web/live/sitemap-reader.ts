/** Sitemaps of many hosts, read side by side: nobody waits for a stranger. */
import { hostOf } from "../../../domain/web/url/canonical-url.ts";
import { registrableDomain } from "../../../domain/web/url/registrable-domain.ts";
import type { Url } from "../../../domain/web/url/url.ts";
import { isOver, readSitemaps, type SitemapPages, type SitemapSettings } from "./sitemaps.ts";

/** Most files and pages of a crawl: one full index of full sitemaps. Sites have equal shares of them. */
const MAX_FILES = 1_000;
const MAX_PAGES = 1_000_000;

/** Fewest files and pages that a site may have, however many sites there are. */
const LEAST_FILES = 10;
const LEAST_PAGES = 10_000;

/** Time that a site may take to answer, all its files together, in ms; its delays do not count. */
const MOST_ANSWER_MS = 300_000;

/** Times after which a page of a site whose sitemaps are being read is asked for again, in ms: they double. */
const LEAST_HELD_MS = 1_000;
const MOST_HELD_MS = 60_000;

/** How the sitemaps of a crawl are read. */
export interface SitemapReaderSettings
  extends Pick<SitemapSettings, "web" | "gate" | "clock" | "canonical" | "minDelayMs" | "until"> {
  /** Most sites that are read at one time. */
  readonly concurrency: number;
  /** Least time between the starts of two requests to one address, in ms: it may have several sites. */
  readonly minDelayPerAddressMs: number;
}

/** Takes what the sitemaps of a site list; the next one does not wait for it. */
export type OnSiteRead = (site: string, pages: SitemapPages) => Promise<void>;

/** What is read, and what is left out. */
export interface SitemapReading {
  /** Sites, as registrable domains, that were read before. */
  readonly skip?: ReadonlySet<string>;
  readonly onRead: OnSiteRead;
  /** Ends the reading at once: what a site has not yet listed is read another time. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads the sitemaps of the sites of a crawl, several sites at a time and one request at a time at each. As long as a
 * site is read its pages are held back, so that it has its delay between any two requests.
 */
export class SitemapReader {
  readonly #settings: SitemapReaderSettings;
  /** Sites to be read, and those asked for a sitemap of another one, with the times that a page was asked for. */
  readonly #held = new Map<string, number>();
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #reading = new Set<string>();
  /** Address → the earliest start of the next request to it, in ms since the epoch. */
  readonly #nextStartAt = new Map<string, number>();
  #sites = 0;
  #sitesRead = 0;
  #pages = 0;

  constructor(settings: SitemapReaderSettings) {
    this.#settings = settings;
  }

  /** Returns when to ask again for a page that is held back, in ms since the epoch; `undefined` for any other. */
  heldUntil(url: Url): number | undefined {
    const site = siteOf(url);
    const times = this.#held.get(site);
    if (times === undefined) return undefined;
    this.#held.set(site, times + 1);
    const ms = Math.min(MOST_HELD_MS, LEAST_HELD_MS * 2 ** times);
    return this.#settings.clock.now() + ms;
  }

  /** Says how far the reading is; `undefined` when nothing is read. */
  progress(): string | undefined {
    if (this.#sitesRead === this.#sites) return undefined;
    const [first] = this.#reading;
    const [read, all, pages] = [this.#sitesRead, this.#sites, this.#pages].map((count) =>
      count.toLocaleString("en"),
    );
    const at = first === undefined ? "" : `, now of ${first}`;
    return `sitemaps of ${read} of ${all} sites are read, with ${pages} pages${at}`;
  }

  /** Reads the sitemaps of the sites of some seeds; a site whose robots.txt is not to be had lists nothing. */
  async read(
    seeds: readonly Url[],
    { skip = new Set(), onRead, signal }: SitemapReading,
  ): Promise<void> {
    const hosts = [...new Map(seeds.map((seed) => [hostOf(seed), seed])).values()];
    const sites = new Map([...Map.groupBy(hosts, siteOf)].filter(([site]) => !skip.has(site)));
    for (const site of sites.keys()) this.#held.set(site, 0);
    this.#sites += sites.size;
    const maxFiles = Math.max(LEAST_FILES, Math.floor(MAX_FILES / sites.size));
    const maxUrls = Math.max(LEAST_PAGES, Math.floor(MAX_PAGES / sites.size));
    const left = sites.entries();
    const work = async () => {
      for (const [site, ofSite] of left) {
        if (signal?.aborted === true) return;
        const pages = await this.#readSite(site, ofSite, { maxFiles, maxUrls }, signal);
        if (pages === undefined) return;
        this.#pages += pages.urls.length;
        await onRead(site, pages);
        this.#sitesRead += 1;
      }
    };
    const workers = Math.min(this.#settings.concurrency, sites.size);
    try {
      await Promise.all(Array.from({ length: workers }, work));
    } finally {
      this.#held.clear();
      [this.#sites, this.#sitesRead] = [0, 0];
    }
  }

  /** Reads one site; `undefined` when the reading was ended. */
  async #readSite(
    site: string,
    seeds: readonly Url[],
    limits: Pick<SitemapSettings, "maxFiles" | "maxUrls">,
    signal: AbortSignal | undefined,
  ): Promise<SitemapPages | undefined> {
    this.#reading.add(site);
    try {
      return await orAborted(this.#readHosts(seeds, limits, signal), signal);
    } finally {
      this.#reading.delete(site);
      this.#held.delete(site);
    }
  }

  async #readHosts(
    seeds: readonly Url[],
    limits: Pick<SitemapSettings, "maxFiles" | "maxUrls">,
    signal: AbortSignal | undefined,
  ): Promise<SitemapPages> {
    const { gate, clock, minDelayMs } = this.#settings;
    const unread = new Map<Url, string>();
    const admitted: Url[] = [];
    // The gate knows the sitemaps of a host once it has read its robots.txt.
    for (const seed of seeds) {
      if (isOver(this.#settings)) {
        unread.set(seed, "too-slow");
        continue;
      }
      const admission = await this.#inTurn(seed, async () => {
        const answer = await gate.admit(seed);
        await clock.waitUntil(clock.now() + minDelayMs);
        return answer;
      });
      // A page may be forbidden where a sitemap is not.
      if (admission.kind === "refused" && admission.rule !== "robots")
        unread.set(seed, admission.rule);
      else if (admission.kind === "later" && admission.reason === "robots-unreachable")
        unread.set(seed, `no robots.txt: ${admission.detail ?? "robots-unreachable"}`);
      else admitted.push(seed);
      if (signal?.aborted === true) break;
    }
    const pages = await readSitemaps(admitted, {
      ...this.#settings,
      ...limits,
      mostAnswerMs: MOST_ANSWER_MS,
      inTurn: (url, request) => this.#inTurn(url, request),
      signal,
    });
    return { ...pages, unread: new Map([...unread, ...pages.unread]) };
  }

  /** Does what asks a site, when all before it have asked and the site has had its delay. */
  async #inTurn<Answer>(url: Url, request: () => Promise<Answer>): Promise<Answer> {
    const site = siteOf(url);
    const before = this.#turns.get(site) ?? Promise.resolve();
    const answer = before.then(() => this.#whileHeld(url, request));
    const done = answer.catch(() => undefined);
    this.#turns.set(site, done);
    return answer;
  }

  async #whileHeld<Answer>(url: Url, request: () => Promise<Answer>): Promise<Answer> {
    const { clock, minDelayMs } = this.#settings;
    const site = siteOf(url);
    const isStranger = !this.#held.has(site);
    if (isStranger) {
      // The crawl may have asked it for a page just now.
      this.#held.set(site, 0);
      await clock.waitUntil(clock.now() + minDelayMs);
    }
    try {
      await this.#addressIsDue(url);
      return await request();
    } finally {
      if (isStranger) this.#held.delete(site);
    }
  }

  /** Waits for an address that is known; a first connection waits by itself. */
  async #addressIsDue(url: Url): Promise<void> {
    const { web, clock, minDelayPerAddressMs } = this.#settings;
    const address = web.addressOf?.(hostOf(url));
    if (address === undefined) return;
    const startAt = Math.max(clock.now(), this.#nextStartAt.get(address) ?? 0);
    this.#nextStartAt.set(address, startAt + minDelayPerAddressMs);
    if (startAt > clock.now()) await clock.waitUntil(startAt);
  }
}

/** The hosts of one domain may be one server. */
function siteOf(url: Url): string {
  return registrableDomain(hostOf(url));
}

/** Resolves with `undefined` as soon as the signal aborts; what goes on then is of no use to anybody. */
async function orAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value | undefined> {
  if (signal === undefined) return work;
  const { promise: aborted, resolve } = Promise.withResolvers<undefined>();
  const end = () => resolve(undefined);
  signal.addEventListener("abort", end);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", end);
  }
}
