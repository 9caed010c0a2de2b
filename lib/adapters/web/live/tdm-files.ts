import { LRUCache } from "lru-cache";
import type { TdmAnswer } from "../../../domain/web/politeness/politeness-entry.ts";
import type { RobotsFile } from "../../../domain/web/politeness/robots-file.ts";
import { combineSignals, NO_SIGNALS } from "../../../domain/web/signals/signals.ts";
import {
  parseTdmFile,
  TDM_PATH,
  type TdmRules,
  tdmOfPath,
} from "../../../domain/web/signals/tdm-reservation.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Admission } from "../../../ports/host-gate.ts";
import type { RobotsCache } from "../../../ports/robots-cache.ts";
import type { Web } from "../../../ports/web.ts";
import { fetchHostFile, oncePerOrigin } from "./fetch-host-file.ts";

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
