import type { DatabaseSync } from "node:sqlite";
import type { PageRecord, PageVerdict } from "../../domain/page/page-record.ts";
import type { RecordStore, RecordTotals } from "../../ports/record-store.ts";
import { RecordTally } from "../record-tally.ts";
import { transact } from "./transact.ts";

/** Records read at a time when all are listed: about a MiB. */
const BATCH = 500;

/**
 * Creates a record store in a database of `openDatabase`. Totals are counted when they are first
 * needed, then updated with each record that this store puts.
 */
export function createSqliteRecordStore(database: DatabaseSync): RecordStore {
  const read = database.prepare("SELECT sequence, json FROM record WHERE url = ?");
  const page = database.prepare(
    "SELECT sequence, json FROM record WHERE sequence > ? ORDER BY sequence LIMIT ?",
  );
  const insert = database.prepare(
    `INSERT INTO record (url, state, reason, is_target, body_bytes, json) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (url) DO NOTHING RETURNING sequence`,
  );
  const replace = database.prepare(REPLACE_RECORD);
  let counted: RecordTally | undefined;
  /** Most readers need no totals, which take a look at each record. */
  const tally = () => {
    counted ??= countedTally(database);
    return counted;
  };
  return {
    async put(record) {
      const totals = tally();
      const sequence = transact(
        database,
        () => {
          const inserted = insert.get(...rowOf(record));
          if (inserted !== undefined) return Number(inserted["sequence"]);
          const old = read.get(record.url);
          if (old !== undefined) totals.add(toRecord(old), -1);
          return Number(replace.get(...rowOf(record))?.["sequence"]);
        },
        "deferred",
      );
      totals.add(record, 1);
      return { ...record, sequence };
    },
    async get(url) {
      const row = read.get(url);
      return row && toRecord(row);
    },
    async *list(after = 0) {
      let rows = page.all(after, BATCH);
      while (rows.length > 0) {
        yield* rows.map(toRecord);
        rows = page.all(Number(rows.at(-1)?.["sequence"]), BATCH);
      }
    },
    async totals() {
      return tally().totals();
    },
  };
}

/** Replaces the record of a URL by a row of {@link rowOf}. */
export const REPLACE_RECORD = `UPDATE record SET state = ?2, reason = ?3, is_target = ?4, body_bytes = ?5, json = ?6
  WHERE url = ?1 RETURNING sequence`;

type Row = [
  url: string,
  state: string,
  reason: string,
  isTarget: number | null,
  bodyBytes: number | null,
  json: string,
];

/** Returns a record in the columns of its table. */
export function rowOf(record: Omit<PageRecord, "sequence">): Row {
  const { url, state, reason, page } = record;
  const isTarget = page === undefined ? null : Number(page.isTarget);
  return [url, state, reason, isTarget, page?.bodyBytes ?? null, JSON.stringify(record)];
}

/** Returns the record in the columns `sequence` and `json` of a row. */
export function toRecord(row: Record<string, unknown>): PageRecord {
  // JSON omits undefined values.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `insert` above
  const parsed = JSON.parse(String(row["json"])) as Omit<PageRecord, "sequence">;
  const { detail, status, parent, snippet, page, location } = parsed;
  const verdict = page && withAllKeys(page);
  const sequence = Number(row["sequence"]);
  return { ...parsed, detail, status, parent, snippet, page: verdict, location, sequence };
}

function withAllKeys(page: PageVerdict): PageVerdict {
  const { ref, language, type, truncated, outlinks, structure } = page;
  return { ...page, ref, language, type, truncated, outlinks, structure };
}

function countedTally(database: DatabaseSync): RecordTally {
  const tally = new RecordTally();
  tally.addTotals(countTotals(database));
  return tally;
}

function countTotals(database: DatabaseSync): RecordTotals {
  const rows = database
    .prepare(
      `SELECT state || ':' || reason AS reason, count(*) AS records, count(is_target) AS pages,
       sum(is_target) AS targets, sum(body_bytes) AS body_bytes FROM record GROUP BY state, reason`,
    )
    .all();
  const sum = (column: string): number => rows.reduce((n, row) => n + Number(row[column] ?? 0), 0);
  return {
    records: sum("records"),
    pages: sum("pages"),
    targets: sum("targets"),
    bodyBytes: sum("body_bytes"),
    reasons: new Map(rows.map((row) => [String(row["reason"]), Number(row["records"])])),
  };
}
