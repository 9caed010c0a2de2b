import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import type {
  PolitenessEntry,
  PolitenessSettings,
} from "../../domain/web/politeness/politeness-entry.ts";
import { hostOf } from "../../domain/web/url/canonical-url.ts";
import type { Host, Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import { appendLines } from "./whole-lines.ts";

/** A log that takes the entries of a crawl as they occur. */
export interface PolitenessLog {
  /** Adds an entry. If a file is named, the entry is in it when the promise resolves. */
  add(entry: PolitenessEntry): Promise<void>;
  /** Names the file; entries added before go there, too. */
  writeTo(file: string): Promise<void>;
}

/**
 * Creates a log that is kept in memory until its run has a directory; an existing file is appended
 * to.
 */
export function createPolitenessLog(): PolitenessLog {
  let file: string | undefined;
  let early: PolitenessEntry[] = [];
  return {
    async add(entry) {
      if (file === undefined) early.push(entry);
      else await append(file, lineOf(entry));
    },
    async writeTo(name) {
      // A kill in the middle of a line leaves part of it, which the reader skips.
      await append(name, `\n${early.map(lineOf).join("")}`);
      file = name;
      early = [];
    },
  };
}

async function append(file: string, lines: string): Promise<void> {
  await using handle = await open(file, "a");
  await appendLines(handle, lines);
}

/** A run's log as its readers see it: by host, so that it is never in memory as a whole. */
export interface ReadPolitenessLog {
  /** Settings in the order of the runs; a crawl that has begun has at least one. */
  readonly settings: readonly PolitenessSettings[];
  /** Lines that are no entries: each kill may leave one. */
  readonly damagedLines: number;
  /** Returns the entries that concern a host, in order. */
  entriesOf(host: Host): Promise<readonly PolitenessEntry[]>;
  close(): Promise<void>;
}

interface Place {
  readonly offset: number;
  readonly length: number;
}

/**
 * Opens the log in an existing file. A line that a kill cut short is skipped.
 * @throws DowserError `run-damaged`
 */
export async function readPolitenessLog(file: string): Promise<ReadPolitenessLog> {
  const settings: PolitenessSettings[] = [];
  const places = new Map<Host, Place[]>();
  let damagedLines = 0;
  let offset = 0;
  const lines = createInterface({ input: createReadStream(file), crlfDelay: 0 });
  for await (const line of lines) {
    const length = Buffer.byteLength(line);
    const entry = parse(line);
    if (entry === undefined && line !== "") damagedLines += 1;
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
    damagedLines,
    async entriesOf(host) {
      const entries: PolitenessEntry[] = [];
      for (const { offset: at, length } of places.get(host) ?? []) {
        const { buffer } = await handle.read(Buffer.alloc(length), 0, length, at);
        const entry = parse(buffer.toString("utf8"));
        if (entry === undefined)
          throw fail("run-damaged", { file, fault: `changed while it was read, at byte ${at}` });
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
  // An origin plus a slash is a URL.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return hostOf(`${entry.origin}/` as Url);
}
