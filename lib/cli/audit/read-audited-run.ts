import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { readFileRunLog } from "../../adapters/files/file-run-log.ts";
import { segmentName } from "../../adapters/files/page-segments.ts";
import { openWarcPagesForReading, type PageReader } from "../../adapters/files/warc-page-store.ts";
import { readTables } from "../../adapters/sqlite/read-tables.ts";
import { readForAudit, type StoredOutcome } from "../../adapters/sqlite/sqlite-audit.ts";
import {
  createSqliteRecordStore,
  readPlaces,
  readSqlitePageIndex,
} from "../../adapters/sqlite/sqlite-record-store.ts";
import { openFileSource } from "../../adapters/warc/gzip-member.ts";
import { inspectMember } from "../../adapters/warc/inspect-member.ts";
import type { EndedLink } from "../../domain/measures/audit/audit-host.ts";
import type { RunTables } from "../../domain/measures/audit/table-evidence.ts";
import type { Decisions } from "../../evaluation/audit/audit-replay.ts";
import type { Segments } from "../../evaluation/audit/audit-store.ts";
import type { AuditedRun, HostLinks } from "../../evaluation/audit/audited-run.ts";
import { FEATURES_ANSWERED } from "../../features/lists.ts";
import type { RunEvent } from "../../ports/run-log.ts";
import { earlierPages } from "../../run/folder/read-run.ts";
import { RUN_FILES, readRunDatabase } from "../../run/folder/run-database.ts";

/** A run's directory, open for an audit. */
export interface OpenedAudit extends AsyncDisposable {
  readonly run: AuditedRun;
  readonly decisions: Decisions;
  readonly tables: RunTables;
  readonly pages: PageReader;
  readonly segments: Segments;
}

/** Opens a run's directory, which contains a database, as it is at this moment; changes nothing. */
export function openAudit(directory: string): OpenedAudit {
  const database = readRunDatabase(directory);
  const stored = readForAudit(database);
  const records = createSqliteRecordStore(database);
  const index = readSqlitePageIndex(database);
  const folder = join(directory, RUN_FILES.pages);
  const earlier = earlierPages(directory);
  const pages = openWarcPagesForReading(folder, index, earlier.get);
  return {
    run: {
      links: stored.links,
      linkOf: (url) => stored.linkOf(url),
      records: () => records.list(),
      recordOf: (url) => records.get(url),
      fetchedLinks: stored.fetchedLinks,
      linksByParent: stored.linksByParent,
      quotas: stored.quotas,
      *indexedAnswers() {
        for (const { segment, ...answer } of readPlaces(database)) {
          yield { ...answer, segment: segmentName(segment) };
        }
      },
      placeOf(kind, url) {
        const place = index.find(kind, url);
        return place && { ...place, kind, url, segment: segmentName(place.segment) };
      },
      hosts: () => byHost(stored.endings()),
    },
    decisions: {
      records: () => records.list(),
      links: stored.linksInOrder,
      groups: stored.groups,
      events: () => decidingEvents(join(directory, RUN_FILES.log)),
    },
    tables: readTables(database),
    pages,
    segments: segmentsIn(folder),
    [Symbol.asyncDispose]: async () => {
      await pages.close();
      await earlier.close();
      database.close();
    },
  };
}

/** Returns the events of a log that a crawl decides, without their times. */
export async function decidingEvents(file: string): ReturnType<Decisions["events"]> {
  const events = await readFileRunLog(file);
  return events.filter(isDeciding).map(({ kind, detail }) => ({ kind, detail }));
}

/** Returns whether a crawl decided an event, and decides it again in a replay. */
export function isDeciding({ kind }: Pick<RunEvent, "kind">): boolean {
  return DECIDING.has(kind);
}

const DECIDING: ReadonlySet<RunEvent["kind"]> = new Set([
  "trained",
  "labelled",
  "sampled",
  "answered",
  "queried",
] as const);

function segmentsIn(folder: string): Segments {
  return {
    sizeOf: (segment) => statSync(join(folder, segment), { throwIfNoEntry: false })?.size ?? 0,
    inspect({ segment, offset, length }) {
      const path = join(folder, segment);
      if (!existsSync(path)) return { kind: "damaged", fault: "its segment is missing" };
      const source = openFileSource(path);
      try {
        const bytes = source.read(offset, length);
        if (bytes.length === length) return inspectMember(bytes);
        return {
          kind: "damaged",
          fault: `its segment ends ${length - bytes.length} bytes before it does`,
        };
      } finally {
        source.close();
      }
    },
  };
}

/**
 * Reasons of links whose host was asked for them and answered; failures are in the politeness log.
 */
const ANSWERED: ReadonlySet<string> = new Set([
  "page",
  "redirect",
  "gone",
  "content-type",
  ...FEATURES_ANSWERED,
]);

/**
 * Groups consecutive records by host; the caller must read the links of a host before the next
 * host.
 */
function* byHost(outcomes: Generator<StoredOutcome, void, undefined>): Generator<HostLinks> {
  let next = outcomes.next();
  while (next.done !== true) {
    const { host } = next.value;
    yield { host, links: ofHost() };
    while (next.done !== true && next.value.host === host) next = outcomes.next();

    function* ofHost(): Generator<EndedLink> {
      for (; next.done !== true && next.value.host === host; next = outcomes.next()) {
        const { url, reason, at, ms } = next.value;
        if (ANSWERED.has(reason)) yield { url, kind: "requested", at, ms };
        else if (reason === "robots") yield { url, kind: "refused-by-robots", at, ms };
      }
    }
  }
}
