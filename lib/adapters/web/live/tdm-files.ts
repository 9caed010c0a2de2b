import { LRUCache } from "lru-cache";
import type { FetchLimits, FetchOutcome } from "../../../domain/web/http/fetch-outcome.ts";
import type { TdmAnswer } from "../../../domain/web/politeness/politeness-entry.ts";
import { type RobotsFile, robotsFileOf } from "../../../domain/web/politeness/robots-rules.ts";
import {
  combineSignals,
  NO_SIGNALS,
  parseTdmFile,
  TDM_PATH,
  type TdmRules,
  tdmOfPath,
} from "../../../domain/web/signals/signals.ts";
import { canonicalUrl } from "../../../domain/web/url/canonical-url.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Admission } from "../../../ports/host-gate.ts";
import type { RobotsCache } from "../../../ports/robots-cache.ts";
import type { Web } from "../../../ports/web.ts";

/** Time that a file is valid, in ms: a day, as for robots.txt. */
const CACHE_MS = 86_400_000;

/** Time for one request, in ms. */
const TIMEOUT_MS = 20_000;

/** Memory for rules, in characters of the files. */
const CACHE_CHARACTERS = 16 * 1_024 * 1_024;

/** Memory for one cached origin besides its file, in characters. */
const ENTRY_CHARACTERS = 256;

/** The settings of the reader. */
interface TdmFileSettings {
  /** Web for requesting the files; it must read every media type. */
  readonly web: Web;
  readonly clock: Pick<Clock, "now">;
  /** Minimum delay of a host between two requests, in ms. */
  readonly minDelayMs: number;
  /** Cache of other readers' answers, under the URL of the file. */
  readonly sharedCache?: RobotsCache;
  /** Called with the outcome of each request. */
  readonly onAnswer?: (answer: TdmAnswer) => Promise<void>;
}

/** A page that robots.txt allows. */
type Allowed = Extract<Admission, { kind: "allowed" }>;

/** The TDM file of an origin; valid until `dueAt`, ms since the epoch. */
interface Entry {
  readonly rules: TdmRules;
  readonly dueAt: number;
  /** End of the host's delay after the request. */
  readonly delayUntil: number;
  readonly characters: number;
}

/** Adds to the admission of a page what its site's TDM file says. */
export interface TdmFiles {
  /** Asks for the file first where it is not known; the page then follows after the host's delay. */
  admit(origin: string, path: string, allowed: Allowed): Promise<Admission>;
}

/**
 * Creates a reader of TDM files: one request an origin, kept for a day. A file that cannot be read
 * says nothing, as the protocol has it.
 */
export function createTdmFiles(settings: TdmFileSettings): TdmFiles {
  const { web, clock, sharedCache, onAnswer } = settings;
  const entries = new LRUCache<string, Entry>({
    maxSize: CACHE_CHARACTERS,
    sizeCalculation: ({ characters }) => characters + ENTRY_CHARACTERS,
  });

  async function ask(origin: string, delayMs: number): Promise<Entry> {
    const key = origin + TDM_PATH;
    const cached = await sharedCache?.get(key);
    const isFresh = cached !== undefined && clock.now() < cached.askedAt + CACHE_MS;
    if (cached !== undefined && isFresh) return entryOf(cached.file, cached.askedAt, delayMs);
    const file = await fetchHostFile(web, origin, TDM_PATH, TIMEOUT_MS);
    const askedAt = clock.now();
    await onAnswer?.({ kind: "tdmrep", at: askedAt, origin, file });
    await sharedCache?.put(key, { file, askedAt, failures: 0 });
    return entryOf(file, askedAt, delayMs);
  }

  const askOnce = oncePerOrigin(ask);

  return {
    async admit(origin, path, allowed) {
      const { crawlDelayMs, signals = NO_SIGNALS } = allowed;
      let entry = entries.get(origin);
      if (entry === undefined || clock.now() >= entry.dueAt) {
        entry = await askOnce(origin, Math.max(settings.minDelayMs, crawlDelayMs ?? 0));
        entries.set(origin, entry);
      }
      const { delayUntil: retryAt, rules } = entry;
      if (clock.now() < retryAt)
        return { kind: "later", retryAt, reason: "robots-fetched", crawlDelayMs };
      const all = combineSignals(signals, tdmOfPath(rules, path));
      return all.length === 0 ? allowed : { ...allowed, signals: all };
    },
  };
}

function entryOf(file: RobotsFile, askedAt: number, delayMs: number): Entry {
  const text = file.kind === "found" ? file.text : "";
  return {
    rules: parseTdmFile(text),
    dueAt: askedAt + CACHE_MS,
    delayUntil: askedAt + delayMs,
    characters: text.length,
  };
}

/**
 * Bytes of a file that are read: for a robots.txt file the minimum that a crawler must read (RFC 9309 §2.5).
 */
const MAX_FILE_BYTES = 500 * 1_024;

/**
 * Redirects followed, also across hosts; after one more the file counts as unavailable (RFC 9309
 * §2.3.1.2).
 */
const MAX_REDIRECTS = 5;

/** Requests a file about all of `origin` (scheme, host and port), such as `/robots.txt`. */
export async function fetchHostFile(
  web: Web,
  origin: string,
  path: "/robots.txt" | typeof TDM_PATH,
  timeoutMs: number,
): Promise<RobotsFile> {
  const limits: FetchLimits = { bodyBytes: MAX_FILE_BYTES, timeoutMs };
  let target = canonicalUrl(path, origin);
  let waits = 0;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    if (!target.ok) return { kind: "unavailable" };
    const outcome: FetchOutcome = await web.fetch(target.url, limits);
    const getsCookieNext = outcome.kind === "failed" && outcome.reason === "needs-cookie";
    if (getsCookieNext && waits++ === 0) continue;
    if (outcome.kind !== "redirect") return robotsFileOf(outcome, hops === 0);
    target = { ok: true, url: outcome.location, host: target.host };
  }
  return { kind: "unavailable" };
}

/** Returns the function with one request at a time for each origin: who asks meanwhile gets the same answer. */
export function oncePerOrigin<Known, Answer>(
  ask: (origin: string, known: Known) => Promise<Answer>,
): (origin: string, known: Known) => Promise<Answer> {
  const underWay = new Map<string, Promise<Answer>>();
  return (origin, known) => {
    const current = underWay.get(origin);
    if (current !== undefined) return current;
    const started = ask(origin, known).finally(() => underWay.delete(origin));
    underWay.set(origin, started);
    return started;
  };
}
