import type { DatabaseSync } from "node:sqlite";
import type { FrontierPolicy } from "../../domain/frontier/frontier-policy.ts";
import { isWaiting } from "../../domain/frontier/link.ts";
import { type PageRecord, storedRef, withStoredRef } from "../../domain/page/page-record.ts";
import type { Host, Url } from "../../domain/web/url/url.ts";
import type { IndexedPlace } from "../page-index.ts";
import { openTables } from "./frontier/frontier-tables.ts";
import { stateOf } from "./frontier/link-row.ts";
import {
  dropPlace,
  dropTexts,
  REPLACE_RECORD,
  rowOf,
  storeAgain,
  toRecord,
} from "./sqlite-record-store.ts";
import { transact } from "./transact.ts";

/** The texts beside links that come from forgotten pages, wherever the frontier has the links from. */
export interface TextsOfLinks {
  /** All forgotten URLs that the frontier knows, in any state. */
  readonly known: ReadonlySet<Url>;
  /** URLs that the forgotten pages link to, in any version of theirs. */
  readonly linked: ReadonlySet<Url>;
  /** Titles that the forgotten pages had: the text beside a link names that of its page. */
  readonly titles: ReadonlySet<string>;
  /** Queries that the crawl composed with words of these pages. */
  readonly queries: ReadonlySet<string>;
}

/** The changes of a run that forgets pages. */
interface ForgottenPages extends TextsOfLinks {
  /** Completed URLs whose records keep nothing but that they were forgotten. */
  readonly urls: ReadonlySet<Url>;
  /** Whether the models go, too: they have learned words of the pages. */
  readonly dropsModels: boolean;
  /** What stands for a query with words of the pages. */
  readonly forgottenQuery: string;
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
  {
    urls,
    dropped,
    moved,
    reason,
    segmentName,
    dropsModels,
    forgottenQuery,
    ...texts
  }: ForgottenPages,
): void {
  // What is removed from a page of the file is overwritten there, even if a kill comes before the end.
  database.exec("PRAGMA secure_delete = ON");
  transact(
    database,
    () => {
      for (const place of dropped) dropPlace(database, place);
      for (const place of moved) {
        storeAgain(database, place);
        placeInRecord(database, place, segmentName(place.segment));
      }
      const { links } = openTables(database, policy);
      for (const url of urls) {
        dropTexts(database, url);
        const record = recordOf(database, url);
        if (record === undefined) continue;
        putRecord(database, emptied(record, reason));
        const link = links.find(url, record.host);
        if (link === undefined || link.state === "filtered") continue;
        links.move(link, { state: "refused", reason });
      }
      forgetTexts(database, texts);
      replaceQueries(database, texts.queries, forgottenQuery);
      if (dropsModels) database.exec("DELETE FROM model");
    },
    "durable",
  );
  // Free space of the file and the log of the database have records as they were before.
  database.exec("VACUUM; PRAGMA main.wal_checkpoint(TRUNCATE)");
}

/** Changes events of a log that is in the database, as `change` says; returns how many. */
export function changeEvents(
  database: DatabaseSync,
  change: (
    event: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>> | undefined,
): number {
  const put = database.prepare("UPDATE event SET detail = ? WHERE id = ?");
  const rows = database.prepare("SELECT id, kind, detail FROM event").all();
  return transact(
    database,
    () => {
      let count = 0;
      for (const { id = null, kind, detail } of rows) {
        const changed = change({ kind, detail: JSON.parse(String(detail)) });
        if (changed === undefined) continue;
        put.run(JSON.stringify(changed["detail"]), id);
        count += 1;
      }
      return count;
    },
    "durable",
  );
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

/**
 * Removes the texts of forgotten links, and of links that have theirs from a forgotten page. The parent of a
 * link does not tell: a better text replaces the first one, a redirect hands it on, and a recrawl takes it
 * over without a parent. So each link that such a page has loses its text, unless its title shows
 * that it comes from another page, or it is the answer to a query.
 */
function forgetTexts(database: DatabaseSync, { known, linked, titles }: TextsOfLinks): void {
  const names = JSON.stringify([...known]);
  database.exec("CREATE TEMP TABLE textless (id INTEGER PRIMARY KEY)");
  database
    .prepare(
      `WITH gone(url) AS MATERIALIZED (SELECT value FROM json_each(?)),
         gone_id(id) AS MATERIALIZED (SELECT id FROM link WHERE url IN gone)
       INSERT INTO textless SELECT id FROM link WHERE why IS NOT NULL
         AND (url IN gone OR parent IN gone_id OR parent_url IN gone)`,
    )
    .run(names);
  database
    .prepare(
      `WITH target(url) AS MATERIALIZED (SELECT value FROM json_each(?)),
         gone_title(title) AS MATERIALIZED (SELECT value FROM json_each(?)),
         told AS (SELECT id, url, ${TITLE_OF_TEXT} AS title, ${TITLE_OF_PARENT} AS parent_title
           FROM link WHERE snippet IS NOT NULL AND json_extract(snippet, '$.query') IS NULL
           AND (url IN target OR ${TITLE_OF_TEXT} IN gone_title))
       INSERT OR IGNORE INTO textless SELECT id FROM told WHERE title = ''
         OR title IS NOT parent_title OR (url IN target AND title IN gone_title)`,
    )
    .run(JSON.stringify([...linked]), JSON.stringify([...titles].filter((title) => title !== "")));
  const handOn = database.prepare(
    `INSERT OR IGNORE INTO textless SELECT id FROM link
     WHERE redirects > 0 AND snippet IS NOT NULL AND (parent IN textless
       OR parent_url IN (SELECT url FROM link WHERE id IN textless))`,
  );
  while (handOn.run().changes > 0);
  database.exec("UPDATE link SET snippet = NULL, why = '' WHERE id IN textless");
  database.exec(`DELETE FROM frame WHERE id NOT IN
    (SELECT json_extract(snippet, '$[0]') FROM link WHERE json_type(snippet) = 'array')`);
  forgetTextsInRecords(database, names);
  database.exec("DROP TABLE textless");
}

const TITLE_OF_TEXT = `coalesce(json_extract(snippet, '$.title'),
  (SELECT json_extract(frame.json, '$.title') FROM frame WHERE id = json_extract(snippet, '$[0]')))`;

const TITLE_OF_PARENT = `(SELECT json_extract(json, '$.page.title') FROM record
  WHERE url = coalesce(link.parent_url, (SELECT url FROM link AS other WHERE other.id = link.parent)))`;

/** Returns the queries whose results are links of a run. */
export function queriesOfLinks(database: DatabaseSync): readonly string[] {
  const rows = database
    .prepare(
      `SELECT json_extract(snippet, '$.query') AS query FROM link WHERE snippet IS NOT NULL
       UNION SELECT json_extract(json, '$.snippet.query') FROM record`,
    )
    .all();
  return rows.flatMap(({ query }) => (typeof query === "string" ? [query] : []));
}

/** Replaces composed queries beside the links that they found; the results stay theirs. */
function replaceQueries(
  database: DatabaseSync,
  queries: ReadonlySet<string>,
  forgotten: string,
): void {
  const names = JSON.stringify([...queries]);
  const isMeant = (path: string) => `${path} IN (SELECT value FROM json_each(?))`;
  database
    .prepare(
      `UPDATE link SET why = '', snippet = json_set(snippet, '$.query', ?)
       WHERE snippet IS NOT NULL AND ${isMeant("json_extract(snippet, '$.query')")}`,
    )
    .run(forgotten, names);
  const found = database
    .prepare(
      `SELECT sequence, json FROM record WHERE ${isMeant("json_extract(json, '$.snippet.query')")}`,
    )
    .all(names);
  for (const row of found) {
    const { snippet, ...record } = toRecord(row);
    const replaced = snippet && { ...snippet, query: forgotten };
    putRecord(database, { ...record, snippet: replaced, linkWhy: "" });
  }
}

/** Removes the texts of links from records of pages that they led to, and from reasons that name them. */
function forgetTextsInRecords(database: DatabaseSync, names: string): void {
  const found = database
    .prepare(
      `SELECT sequence, json FROM record
       WHERE json_extract(json, '$.parent') IN (SELECT value FROM json_each(?))
         OR url IN (SELECT url FROM link WHERE id IN textless)`,
    )
    .all(names);
  for (const row of found) {
    const { page, snippet, ...record } = toRecord(row);
    const judged = page && isNamedIn(page.why, snippet) ? { ...page, why: "" } : page;
    putRecord(database, { ...record, page: judged, snippet: undefined, linkWhy: "" });
  }
}

/** Returns whether a reason has a word of a text beside a link. */
function isNamedIn(why: string, snippet: PageRecord["snippet"]): boolean {
  if (snippet === undefined) return false;
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const { anchor, before, after, title } = snippet;
  const words = new Set(wordsOf([anchor, before, after, title].join(" ")));
  return wordsOf(why).some((word) => words.has(word));
}

function placeInRecord(database: DatabaseSync, place: IndexedPlace, segment: string): void {
  const record = recordOf(database, place.url);
  if (record === undefined) return;
  const { kind, offset, length } = place;
  const ref = storedRef(record, kind);
  if (ref === undefined) return;
  const moved = withStoredRef(record, kind, { ...ref, segment, offset, length });
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
