import { createReadStream } from "node:fs";
import { appendFile, open } from "node:fs/promises";
import { createInterface } from "node:readline";
import type {
  PolitenessEntry,
  PolitenessSettings,
} from "../../domain/politeness/politeness-entry.ts";
import { hostOf } from "../../domain/url/canonical-url.ts";
import type { Host, Url } from "../../domain/url/url.ts";
import { damagedRun } from "../damaged-run.ts";

/** Takes the entries of a crawl as they come. */
export interface PolitenessLog {
  /** Keeps an entry; it is in the file, if one is named, when the promise resolves. */
  add(entry: PolitenessEntry): Promise<void>;
  /** Names the file: what was added before goes there, too. */
  writeTo(file: string): Promise<void>;
}

/** A log that is kept in memory until its run has a directory; a file of an earlier start is added to. */
export function createPolitenessLog(): PolitenessLog {
  let file: string | undefined;
  let early: PolitenessEntry[] = [];
  return {
    async add(entry) {
      if (file === undefined) early.push(entry);
      else await appendFile(file, lineOf(entry));
    },
    async writeTo(name) {
      // A kill in the middle of a line leaves a part of one, which the reader skips.
      await appendFile(name, `\n${early.map(lineOf).join("")}`);
      file = name;
      early = [];
    },
  };
}

/** A log of a run as its readers see it: by host, so that it is never in memory whole. */
export interface ReadPolitenessLog {
  /** Settings in the order of the runs; at least one of a crawl that has begun. */
  readonly settings: readonly PolitenessSettings[];
  /** Entries that concern a host, in order. */
  entriesOf(host: Host): Promise<readonly PolitenessEntry[]>;
  close(): Promise<void>;
}

interface Place {
  readonly offset: number;
  readonly length: number;
}

/**
 * Opens the log in a file that is there. A line that a kill cut short is skipped.
 * @throws DowserError `run-damaged`
 */
export async function readPolitenessLog(file: string): Promise<ReadPolitenessLog> {
  const settings: PolitenessSettings[] = [];
  const places = new Map<Host, Place[]>();
  let offset = 0;
  const lines = createInterface({ input: createReadStream(file), crlfDelay: 0 });
  for await (const line of lines) {
    const length = Buffer.byteLength(line);
    const entry = parse(line);
    if (entry?.kind === "settings") settings.push(entry);
    else if (entry !== undefined) {
      const host = hostOfEntry(entry);
      const known = places.get(host);
      if (known === undefined) places.set(host, [{ offset, length }]);
      else known.push({ offset, length });
    }
    offset += length + 1;
  }
  const handle = await open(file);
  return {
    settings,
    async entriesOf(host) {
      const entries: PolitenessEntry[] = [];
      for (const { offset: at, length } of places.get(host) ?? []) {
        const { buffer } = await handle.read(Buffer.alloc(length), 0, length, at);
        const entry = parse(buffer.toString("utf8"));
        if (entry === undefined) throw damagedRun(file, `changed while it was read, at byte ${at}`);
        entries.push(entry);
      }
      return entries;
    },
    close: () => handle.close(),
  };
}

function lineOf(entry: PolitenessEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

function parse(line: string): PolitenessEntry | undefined {
  try {
    const entry: PolitenessEntry = JSON.parse(line);
    return entry;
  } catch {
    return undefined;
  }
}

function hostOfEntry(entry: Exclude<PolitenessEntry, PolitenessSettings>): Host {
  if (entry.kind === "failed") return hostOf(entry.url);
  // An origin is the beginning of the URLs that it is the origin of.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return hostOf(`${entry.origin}/` as Url);
}
