import { LRUCache } from "lru-cache";

import type { RobotsAnswer, TdmAnswer } from "../../../domain/web/politeness/politeness-entry.ts";
import {
  disallowedBy,
  NO_RULES,
  parseRobots,
  type RobotsFile,
  type RobotsRules,
  usageOf,
} from "../../../domain/web/politeness/robots-rules.ts";
import { minesText, type Purpose, TDM_PATH } from "../../../domain/web/signals/signals.ts";
import { canonicalUrl } from "../../../domain/web/url/canonical-url.ts";
import type { Host, Url } from "../../../domain/web/url/url.ts";
import { fail } from "../../../errors.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Admission, HostGate, Refusal } from "../../../ports/host-gate.ts";
import type { CachedRobots, RobotsCache } from "../../../ports/robots-cache.ts";
import type { Web } from "../../../ports/web.ts";
import { createTdmFiles, fetchHostFile, oncePerOrigin } from "./tdm-files.ts";

/** Time that rules are valid, in ms: a day (RFC 9309 §2.4). */
const CACHE_MS = 86_400_000;

/** Time for one robots.txt request, in ms. */
const TIMEOUT_MS = 20_000;

/** Wait before an unreachable robots.txt file is requested again, in ms; doubled each time. */
const UNREACHABLE_RETRY_MS = 600_000;

/**
 * Wait before a host without a server is asked again, in ms; four times as long each time. It is given
 * up after 75 s: nobody is there whom requests could disturb, and a name with a typing error stays one.
 */
const ABSENT_RETRY_MS = 15_000;
const ABSENT_GROWTH = 4;

/**
 * Times in a row that a robots.txt file may be unreachable before its host is refused for a day.
 */
const MAX_UNREACHABLE = 3;

/** Most that the clocks of gates with a shared cache differ, in ms. */
const MOST_SKEW_MS = 60_000;

/** Memory for rules, in characters of robots.txt files: some ten thousand hosts of the usual size. */
const CACHE_CHARACTERS = 64 * 1_024 * 1_024;

/** Memory for one cached host besides its file, in characters. */
const ENTRY_CHARACTERS = 1_024;

/** The settings of the gate. */
export interface RobotsGateSettings {
  /** Web for requesting robots.txt files; it must read every media type. */
  readonly web: Web;
  readonly clock: Pick<Clock, "now">;
  /** Name of this crawler in robots.txt files: letters, `-` and `_` (RFC 9309 §2.2.1). */
  readonly productToken: string;
  /** Minimum delay of a host between two requests, in ms. */
  readonly minDelayMs: number;
  /** Longest crawl-delay that is obeyed, in ms. */
  readonly maxCrawlDelayMs: number;
  /** What the pages are for. Where they are mined, the TDM file of each origin is asked for, too. */
  readonly purpose?: Purpose | undefined;
  /** Whether pages are sent to a model. */
  readonly asksModel?: boolean;
  /** Cache of other gates' answers, which saves requests; `admit` throws its errors. */
  readonly sharedCache?: RobotsCache;
  /**
   * Called with the outcome of each request for a robots.txt or TDM file, before anything is decided
   * by it.
   */
  readonly onAnswer?: (answer: RobotsAnswer | TdmAnswer) => Promise<void>;
}

/** The state of one origin; its rules are requested again at `dueAt` (ms since the epoch). */
type Entry = { readonly dueAt: number; readonly characters: number } & (
  | {
      readonly kind: "known";
      readonly rules: RobotsRules;
      readonly crawlDelayMs: number | undefined;
      readonly sitemaps: readonly Url[];
      /** End of the host's delay after the request for its rules. */
      readonly delayUntil: number;
    }
  | { readonly kind: "unreachable"; readonly detail: string; readonly times: number }
  | {
      readonly kind: "refused";
      readonly rule: "address" | "port" | "tls";
      readonly detail: string;
    }
);

/**
 * Creates a gate that applies the robots.txt files of hosts (RFC 9309). It requests one file per
 * origin, one request at a time for it, and keeps it for a day. A known file that becomes
 * unreachable still applies.
 */
export function createRobotsGate(settings: RobotsGateSettings): HostGate {
  checkProductToken(settings.productToken);
  const entries = new LRUCache<string, Entry>({
    maxSize: CACHE_CHARACTERS,
    sizeCalculation: (entry) => entry.characters + ENTRY_CHARACTERS,
  });
  const readsTdmFiles = settings.asksModel === true || minesText(settings.purpose);
  const tdmFiles = readsTdmFiles ? createTdmFiles(settings) : undefined;

  async function ask(origin: string, known: Entry | undefined): Promise<Entry> {
    const cached = await settings.sharedCache?.get(origin);
    const before = cached === undefined ? known : cachedEntry(cached, origin, settings);
    const now = settings.clock.now();
    // The age of an answer from the future is unknown: the clock was set back since then.
    const isDated = (cached?.askedAt ?? 0) <= now + MOST_SKEW_MS;
    if (before !== undefined && isDated && now < before.dueAt) {
      entries.set(origin, before);
      return before;
    }
    const file = await fetchHostFile(settings.web, origin, "/robots.txt", TIMEOUT_MS);
    const askedAt = settings.clock.now();
    await settings.onAnswer?.({ kind: "robots", at: askedAt, origin, file });
    const entry = entryOf(file, before, { origin, now: askedAt, settings });
    entries.set(origin, entry);
    await settings.sharedCache?.put(origin, toCached(file, cached, askedAt));
    return entry;
  }

  const askOnce = oncePerOrigin(ask);

  return {
    async admit(url: Url): Promise<Admission> {
      const { origin, path } = partsOf(url);
      const known = entries.get(origin);
      const isFresh = known !== undefined && settings.clock.now() < known.dueAt;
      const entry = isFresh ? known : await askOnce(origin, known);
      const decision = admission(entry, path, settings.clock.now());
      const asksTdm = decision.kind === "allowed" && mayAskTdm(entry);
      return asksTdm && tdmFiles ? tdmFiles.admit(origin, path, decision) : decision;
    },
    refusal(url: Url): Refusal | undefined {
      const { origin, path } = partsOf(url);
      const known = entries.get(origin);
      const now = settings.clock.now();
      if (known === undefined || now >= known.dueAt) return undefined;
      const decision = admission(known, path, now);
      return decision.kind === "refused" ? decision : undefined;
    },
    sitemaps(host: Host): readonly Url[] {
      return ["https", "http"].flatMap((scheme) => {
        const entry = entries.get(`${scheme}://${host}`);
        return entry?.kind === "known" ? entry.sitemaps : [];
      });
    },
  };
}

/** A TDM file is asked for where robots.txt allows it; elsewhere it says nothing. */
function mayAskTdm(entry: Entry): boolean {
  return entry.kind === "known" && disallowedBy(entry.rules, TDM_PATH) === undefined;
}

function partsOf(url: Url): { readonly origin: string; readonly path: string } {
  const pathStart = url.indexOf("/", url.indexOf("//") + 2);
  return { origin: url.slice(0, pathStart), path: url.slice(pathStart) };
}

function admission(entry: Entry, pathAndQuery: string, now: number): Admission {
  switch (entry.kind) {
    case "refused":
      return { kind: "refused", rule: entry.rule, detail: entry.detail };
    case "unreachable":
      return entry.times < MAX_UNREACHABLE
        ? {
            kind: "later",
            retryAt: entry.dueAt,
            reason: "robots-unreachable",
            detail: entry.detail,
            triesLeft: MAX_UNREACHABLE - entry.times,
            crawlDelayMs: undefined,
          }
        : { kind: "refused", rule: "robots-unreachable", detail: entry.detail };
    case "known":
      return admissionByRules(entry, pathAndQuery, now);
  }
}

function admissionByRules(
  { rules, crawlDelayMs, delayUntil }: Extract<Entry, { kind: "known" }>,
  pathAndQuery: string,
  now: number,
): Admission {
  const line = disallowedBy(rules, pathAndQuery);
  if (line !== undefined) return { kind: "refused", rule: "robots", detail: line };
  if (now >= delayUntil) {
    const signals = usageOf(rules, pathAndQuery);
    return { kind: "allowed", crawlDelayMs, ...(signals.length > 0 && { signals }) };
  }
  return { kind: "later", retryAt: delayUntil, reason: "robots-fetched", crawlDelayMs };
}

/** The origin of a file, and when it was requested (ms since the epoch). */
interface Asking {
  readonly origin: string;
  readonly now: number;
  readonly settings: RobotsGateSettings;
}

function entryOf(file: RobotsFile, known: Entry | undefined, asking: Asking): Entry {
  switch (file.kind) {
    case "found": {
      const rules = parseRobots(file.text, asking.settings.productToken);
      return knownEntry(rules, file.text.length, asking);
    }
    case "unavailable":
      return knownEntry(NO_RULES, 0, asking);
    case "unreachable":
      return unreachableEntry(file, known, asking.now, asking.settings.minDelayMs);
    case "refused":
      return refusedEntry(file, asking.now);
  }
}

/** Returns the entry of the gate that sent the request; its age is kept. */
function cachedEntry(
  { file, askedAt, failures, lastGood }: CachedRobots,
  origin: string,
  settings: RobotsGateSettings,
): Entry {
  const asking = { origin, now: askedAt, settings };
  const known = lastGood === undefined ? undefined : entryOf(lastGood, undefined, asking);
  return entryOf(file, known ?? unreachableBefore(failures - 1), asking);
}

function unreachableBefore(times: number): Entry | undefined {
  if (times <= 0) return undefined;
  return { kind: "unreachable", detail: "", times, dueAt: 0, characters: 0 };
}

function toCached(
  file: RobotsFile,
  before: CachedRobots | undefined,
  askedAt: number,
): CachedRobots {
  if (file.kind !== "unreachable") return { file, askedAt, failures: 0 };
  const last = before?.lastGood ?? before?.file;
  if (last?.kind === "found" || last?.kind === "unavailable") {
    return { file, askedAt, failures: 1, lastGood: last };
  }
  return { file, askedAt, failures: (before?.failures ?? 0) + 1 };
}

function knownEntry(
  rules: RobotsRules,
  characters: number,
  { origin, now, settings }: Asking,
): Entry {
  const crawlDelayMs =
    rules.crawlDelayMs === undefined
      ? undefined
      : Math.min(rules.crawlDelayMs, settings.maxCrawlDelayMs);
  const sitemaps = rules.sitemaps.flatMap((reference) => {
    const target = canonicalUrl(reference, origin);
    return target.ok ? [target.url] : [];
  });
  const delayUntil = now + Math.max(settings.minDelayMs, crawlDelayMs ?? 0);
  const dueAt = now + CACHE_MS;
  return { kind: "known", rules, crawlDelayMs, sitemaps, delayUntil, dueAt, characters };
}

function unreachableEntry(
  { detail, retryAfterMs, isAbsent }: Extract<RobotsFile, { kind: "unreachable" }>,
  known: Entry | undefined,
  now: number,
  minDelayMs: number,
): Entry {
  const times = known?.kind === "unreachable" ? known.times + 1 : 1;
  const wait = isAbsent
    ? ABSENT_RETRY_MS * ABSENT_GROWTH ** (times - 1)
    : Math.max(UNREACHABLE_RETRY_MS * 2 ** (times - 1), retryAfterMs);
  const dueAt = now + (times < MAX_UNREACHABLE ? wait : CACHE_MS);
  // RFC 9309 §2.4: a cached file may be used for longer while it cannot be reached.
  if (known?.kind === "known")
    return { ...known, dueAt, delayUntil: now + Math.max(minDelayMs, known.crawlDelayMs ?? 0) };
  return { kind: "unreachable", detail, times, dueAt, characters: 0 };
}

function refusedEntry(
  { rule, detail }: Extract<RobotsFile, { kind: "refused" }>,
  now: number,
): Entry {
  if (rule !== "address" && rule !== "port" && rule !== "tls") {
    throw fail("robots-web-filters", { value: rule });
  }
  return { kind: "refused", rule, detail, dueAt: now + CACHE_MS, characters: 0 };
}

function checkProductToken(token: string): void {
  if (/^[a-z_-]+$/i.test(token)) return;
  throw fail("product-token-malformed", { value: token });
}
