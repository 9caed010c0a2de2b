import { HostGaps } from "../../web/politeness/crawl-delay.ts";
import {
  isFileAnswer,
  type PolitenessEntry,
  type PolitenessSettings,
  type RobotsAnswer,
} from "../../web/politeness/politeness-entry.ts";
import { MAX_RETRY_AFTER_MS } from "../../web/politeness/retry.ts";
import {
  disallowedBy,
  NO_RULES,
  parseRobots,
  type RobotsFile,
  type RobotsRules,
} from "../../web/politeness/robots-rules.ts";
import type { Url } from "../../web/url/url.ts";
import type { Violation } from "./violation.ts";

/**
 * A link of a host that was settled: by a request, or by a refusal under the host's rules without
 * one.
 */
export interface EndedLink {
  readonly url: Url;
  readonly kind: "requested" | "refused-by-robots";
  /** Start of the request or of the refusal in ms since the epoch, and its duration in ms. */
  readonly at: number;
  readonly ms: number;
}

/** A host's politeness record besides its links. */
export interface HostLedger {
  /** In order; the first one also applies before its own time. */
  readonly settings: readonly [PolitenessSettings, ...PolitenessSettings[]];
  /** Robots.txt files and failed fetches, in order. */
  readonly entries: readonly PolitenessEntry[];
  /** False for a run that kept no robots.txt files: their rules cannot be checked. */
  readonly knowsRobots: boolean;
}

type Event = EndedLink | Exclude<PolitenessEntry, { readonly kind: "settings" }>;

/**
 * Yields the violations of politeness towards one host. A host must not see more connections at a
 * time than allowed. Each request must begin no sooner after the end of the one before than the
 * delay that applied then. That delay is the greater of the setting and the host's crawl-delay, as
 * far as it is obeyed. No request may begin before Retry-After has passed, and none may fetch a URL
 * that robots.txt forbids.
 *
 * `links` must be in order of time. The events of one host are read one by one: memory does not
 * grow with them.
 */
export function* auditHost(
  links: Iterable<EndedLink>,
  ledger: HostLedger,
): Generator<Violation, void, undefined> {
  const host = new HostHistory(ledger);
  for (const event of inOrder(links, ledger.entries)) {
    for (const what of host.take(event)) {
      yield { check: "politeness", url: "url" in event ? event.url : event.origin, what };
    }
  }
}

class HostHistory {
  readonly #ledger: HostLedger;
  readonly #rules: HostRules;
  readonly #gaps = new HostGaps();
  #notBefore = Number.NEGATIVE_INFINITY;

  constructor(ledger: HostLedger) {
    this.#ledger = ledger;
    this.#rules = new HostRules(ledger.settings[0].productToken);
  }

  take(event: Event): string[] {
    if (isFileAnswer(event)) {
      if (event.kind === "robots") this.#rules.take(event);
      this.#gaps.end(event.at);
      return [];
    }
    if (event.kind === "refused-by-robots") return this.#faultsOfRefusal(event.url);
    const faults = this.#faultsOfRequest(event.url, event.at, event.ms);
    if (event.kind === "failed" && event.retryAfterMs > 0) {
      const wait = Math.min(event.retryAfterMs, MAX_RETRY_AFTER_MS);
      this.#notBefore = Math.max(this.#notBefore, event.at + event.ms + wait);
    }
    return faults;
  }

  #faultsOfRefusal(url: Url): string[] {
    const isAllowed = this.#ledger.knowsRobots && this.#rules.refusalOf(url) === undefined;
    return isAllowed ? ["was refused as robots.txt forbids it, which it does not"] : [];
  }

  #faultsOfRequest(url: Url, at: number, ms: number): string[] {
    const faults: string[] = [];
    const { minDelayMs, maxCrawlDelayMs, connectionsPerHost } = this.#settingsAt(at);
    const { running, gapMs } = this.#gaps.begin(at, ms);
    if (running >= connectionsPerHost) {
      faults.push(`asked while ${running} requests of its host were not answered yet`);
    }
    const crawlDelay = Math.min(this.#rules.crawlDelayMs(url), maxCrawlDelayMs);
    const delay = Math.max(minDelayMs, crawlDelay);
    if (gapMs < delay) {
      faults.push(
        `asked ${gapMs} ms after the end of its host's last request, whose delay was ${delay} ms`,
      );
    }
    if (at < this.#notBefore)
      faults.push(`asked ${this.#notBefore - at} ms before Retry-After had passed`);
    const bar = this.#ledger.knowsRobots ? this.#rules.refusalOf(url) : undefined;
    if (bar !== undefined) faults.push(`was fetched although ${bar}`);
    return faults;
  }

  #settingsAt(at: number): PolitenessSettings {
    const { settings } = this.#ledger;
    return settings.findLast((each) => each.at <= at) ?? settings[0];
  }
}

/**
 * Yields links and entries in order of time. Among events of one millisecond answers for files come first, and of two
 * requests the one that took less: the other one began when it had ended.
 */
function* inOrder(
  links: Iterable<EndedLink>,
  entries: readonly PolitenessEntry[],
): Generator<Event, void, undefined> {
  // Failures are logged when they end, but are needed by the time they began.
  const gap = entries
    .filter((entry) => entry.kind !== "settings")
    .toSorted((a, b) => a.at - b.at || Number(isFileAnswer(b)) - Number(isFileAnswer(a)));
  let next = 0;
  for (const link of links) {
    for (; next < gap.length; next += 1) {
      const entry = gap[next];
      if (entry === undefined || isAfter(entry, link)) break;
      yield entry;
    }
    yield link;
  }
  yield* gap.slice(next);
}

function isAfter(entry: Exclude<PolitenessEntry, PolitenessSettings>, link: EndedLink): boolean {
  if (entry.at !== link.at || isFileAnswer(entry)) return entry.at > link.at;
  return link.kind === "requested" && entry.ms > link.ms;
}

/** The known content of an origin's robots.txt file at one moment. */
interface KnownRules {
  /**
   * `undefined` when nothing may be fetched: the file was never reached, or its host may not be
   * asked.
   */
  readonly rules: RobotsRules | undefined;
}

/** The rules of a host's origins, updated as its answers for robots.txt arrive. */
class HostRules {
  readonly #productToken: string;
  readonly #known = new Map<string, KnownRules>();

  constructor(productToken: string) {
    this.#productToken = productToken;
  }

  /** Adds an answer; a file that cannot be reached leaves the last one in force (RFC 9309 §2.4). */
  take({ origin, file }: RobotsAnswer): void {
    const rules = this.#rulesOf(file);
    if (rules === undefined && this.#known.get(origin)?.rules !== undefined) return;
    this.#known.set(origin, { rules });
  }

  /** Returns why the rules known now forbid a URL; `undefined` when they allow it. */
  refusalOf(url: Url): string | undefined {
    const { origin, path } = partsOf(url);
    const known = this.#known.get(origin);
    if (known === undefined) return "the robots.txt file of its host was not asked for before";
    if (known.rules === undefined) return "the robots.txt file of its host was not reached before";
    const line = disallowedBy(known.rules, path);
    return line === undefined ? undefined : `robots.txt forbids it: ${line}`;
  }

  /** Returns the crawl-delay of a URL's origin in ms; 0 when it has no crawl-delay. */
  crawlDelayMs(url: Url): number {
    return this.#known.get(partsOf(url).origin)?.rules?.crawlDelayMs ?? 0;
  }

  #rulesOf(file: RobotsFile): RobotsRules | undefined {
    if (file.kind === "found") return parseRobots(file.text, this.#productToken);
    return file.kind === "unavailable" ? NO_RULES : undefined;
  }
}

function partsOf(url: Url): { readonly origin: string; readonly path: string } {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  return { origin: url.slice(0, start), path: url.slice(start) };
}
