import type { DatabaseSync } from "node:sqlite";
import type { FrontierPolicy } from "../../domain/frontier/frontier-policy.ts";
import { isWaiting } from "../../domain/frontier/link.ts";
import type { PageRecord } from "../../domain/page/page-record.ts";
import type { Host, Url } from "../../domain/web/url/url.ts";
import type { IndexedPlace } from "../page-index.ts";
import { refOfAnswer, withRefOfAnswer } from "./forget-answers.ts";
import { openTables } from "./frontier/frontier-tables.ts";
import { stateOf } from "./frontier/link-row.ts";
import { dropPlace, storeAgain } from "./sqlite-page-index.ts";
import { REPLACE_RECORD, rowOf, toRecord } from "./sqlite-record-store.ts";
import { transact } from "./transact.ts";

/** The changes of a run that forgets pages. */
interface ForgottenPages {
  /** Completed URLs whose records keep nothing but that they were forgotten. */
  readonly urls: ReadonlySet<Url>;
  /** Stored answers that are not there any more, and answers that have another place. */
  readonly dropped: readonly IndexedPlace[];
  readonly moved: readonly IndexedPlace[];
  /** The reason that forgotten links have. */
  readonly reason: string;
  readonly segmentName: (segment: number) => string;
}

/**
 * Forgets pages in the database of a run: their places, and all in their records but that they
 * were forgotten. Texts around the links that were found on them go, too. Either all of it happens or
 * nothing. Then the file is written again without what was removed. Must run before the stores of the
 * run are opened.
 */
export function forgetPages(
  database: DatabaseSync,
  policy: FrontierPolicy,
  { urls, dropped, moved, reason, segmentName }: ForgottenPages,
): void {
  transact(
    database,
    () => {
      for (const place of dropped) dropPlace(database, place);
      for (const place of moved) {
        storeAgain(database, place);
        placeInRecord(database, place, segmentName(place.segment));
      }
      const { links } = openTables(database, policy);
      const ids: number[] = [];
      for (const url of urls) {
        const record = recordOf(database, url);
        if (record === undefined) continue;
        putRecord(database, emptied(record, reason));
        const link = links.find(url, record.host);
        if (link === undefined || link.state === "filtered") continue;
        links.move(link, { state: "refused", reason });
        ids.push(link.sequence);
      }
      forgetTexts(database, urls, ids);
    },
    "durable",
  );
  // Free space of the file and the log of the database have records as they were before.
  database.exec("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
}

/** Returns the URLs that the frontier knows, with their hosts and whether they wait. */
export function* listUrls(
  database: DatabaseSync,
): Iterable<{ readonly url: Url; readonly host: Host; readonly isWaiting: boolean }> {
  const rows = database
    .prepare("SELECT url, host.name AS host, state FROM link JOIN host ON host.id = link.host")
    .iterate();
  for (const { url, host, state } of rows) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the frontier wrote them
    const names = { url: url as Url, host: host as Host };
    yield { ...names, isWaiting: isWaiting(stateOf(state)) };
  }
}

/** Keeps of a record its place in the crawl, and nothing of the page or of the texts that led to it. */
function emptied(record: PageRecord, reason: string): Omit<PageRecord, "sequence"> {
  const { url, host, depth, layer, parent, priority, group, linkModel, chanceRank } = record;
  const { fetchedAt, fetchMs } = record;
  const isDrawn = chanceRank === undefined ? {} : { chanceRank };
  const nothing = { detail: undefined, status: undefined, snippet: undefined, page: undefined };
  const link = { url, host, depth, layer, parent, priority, group, linkModel, linkWhy: "" };
  const ending = { state: "refused", reason, location: undefined, fetchedAt, fetchMs } as const;
  return { ...link, ...isDrawn, ...nothing, ...ending };
}

/** Removes the texts of links, and of the links that were found on their pages, in one pass. */
function forgetTexts(database: DatabaseSync, urls: ReadonlySet<Url>, ids: readonly number[]): void {
  const [names, numbers] = [JSON.stringify([...urls]), JSON.stringify(ids)];
  const among = "IN (SELECT value FROM json_each(?))";
  database
    .prepare(
      `UPDATE link SET snippet = NULL, why = '' WHERE why IS NOT NULL
       AND (id ${among} OR parent ${among} OR parent_url ${among})`,
    )
    .run(numbers, numbers, names);
  const found = database
    .prepare(`SELECT sequence, json FROM record WHERE json_extract(json, '$.parent') ${among}`)
    .all(names);
  for (const row of found)
    putRecord(database, { ...toRecord(row), snippet: undefined, linkWhy: "" });
}

function placeInRecord(database: DatabaseSync, place: IndexedPlace, segment: string): void {
  const record = recordOf(database, place.url);
  if (record === undefined) return;
  const { kind, offset, length } = place;
  const ref = refOfAnswer(record, kind);
  if (ref === undefined) return;
  const moved = withRefOfAnswer(record, kind, { ...ref, segment, offset, length });
  putRecord(database, { ...record, ...moved });
}

function recordOf(database: DatabaseSync, url: Url): PageRecord | undefined {
  const row = database.prepare("SELECT sequence, json FROM record WHERE url = ?").get(url);
  return row && toRecord(row);
}

function putRecord(database: DatabaseSync, record: Omit<PageRecord, "sequence">): void {
  const { sequence: _sequence, ...kept } = { sequence: 0, ...record };
  database.prepare(REPLACE_RECORD).run(...rowOf(kept));
}
