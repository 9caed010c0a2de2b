/** What the user allowed when the server was started, and what is left of it. */
import { compileHostRule, hostOf } from "../domain/web/url/canonical-url.ts";
import type { Url } from "../domain/web/url/url.ts";
import { fail } from "../errors.ts";
import { urlNamed } from "../project/url-named.ts";

/** The limits of all crawls that a server begins; no agent can widen them. */
export interface AgentLimits {
  /** Pages that they may fetch together. */
  readonly pages: number;
  /** Longest time of each, in hours. */
  readonly hours: number;
  /** Number of crawls. */
  readonly crawls: number;
  /** Hosts, with their subdomains; all where none is named. */
  readonly hosts: readonly string[];
}

/** What an agent asks for. */
interface AskedCrawl {
  readonly pages?: number | undefined;
  readonly hours?: number | undefined;
  readonly hosts?: readonly string[] | undefined;
  readonly seeds?: readonly string[] | undefined;
}

/** A crawl that may be begun. */
export interface AllowedCrawl {
  readonly pages: number;
  readonly hours: number;
  /** Hosts, with their subdomains; all where none is named. */
  readonly hosts: readonly string[];
  readonly seeds: readonly Url[];
}

/** Pages of a crawl for which no number is asked. */
const DEFAULT_PAGES = 200;

/** Counts what is left: each crawl holds its whole budget until it has finished. */
export class Allowance {
  readonly limits: AgentLimits;
  readonly #held = new Map<string, number>();

  constructor(limits: AgentLimits) {
    this.limits = limits;
  }

  /** Returns whether a crawl was begun here. */
  has(run: string): boolean {
    return this.#held.has(run);
  }

  /** The crawls that were begun here. */
  get begun(): readonly string[] {
    return [...this.#held.keys()];
  }

  /** Returns what is left of the pages and the crawls. */
  left(): { readonly pages: number; readonly crawls: number } {
    const held = this.#held.values().reduce((sum, pages) => sum + pages, 0);
    const { pages, crawls } = this.limits;
    return { pages: Math.max(0, pages - held), crawls: crawls - this.#held.size };
  }

  /**
   * Returns the crawl that an agent asks for.
   * @throws DowserError `agent-limit` where it is wider than what is left, `bad-url`
   */
  allow({ pages, hours, hosts, seeds = [] }: AskedCrawl): AllowedCrawl {
    const left = this.left();
    if (left.crawls < 1) throw fail("agent-limit/crawls", { most: this.limits.crawls });
    const wanted = pages ?? Math.min(DEFAULT_PAGES, left.pages);
    if (wanted > left.pages || left.pages < 1)
      throw fail("agent-limit/pages", { pages: wanted, left: left.pages });
    const longest = this.limits.hours;
    if (hours !== undefined && hours > longest)
      throw fail("agent-limit/hours", { hours, most: longest });
    const named = hosts === undefined || hosts.length === 0 ? this.limits.hosts : hosts;
    const urls = seeds.map((url) => urlNamed(url, {}));
    refuseOthers(this.limits.hosts, named);
    refuseOthers(named, urls.map(hostOf));
    return { pages: wanted, hours: hours ?? longest, hosts: named, seeds: urls };
  }

  /** Holds the pages of a crawl that is begun. */
  hold(run: string, pages: number): void {
    this.#held.set(run, pages);
  }

  /** Gives back what a crawl was allowed: it was not begun. */
  release(run: string): void {
    this.#held.delete(run);
  }
}

/** Refuses hosts that are not covered by some names; none are no limit. */
function refuseOthers(names: readonly string[], hosts: readonly string[]): void {
  const isAllowed = compileHostRule(names);
  const other = hosts.find((host) => names.length > 0 && !isAllowed(host));
  if (other !== undefined) throw fail("agent-limit/host", { host: other });
}
