import type { DatabaseSync } from "node:sqlite";
import type { FrontierPolicy } from "../../domain/frontier/frontier-policy.ts";
import {
  type PageRecord,
  type PageRef,
  storedRef,
  withStoredRef,
} from "../../domain/page/page-record.ts";
import { hostOf } from "../../domain/web/url/canonical-url.ts";
import type { IndexedPlace } from "../page-index.ts";
import { openTables } from "./frontier/frontier-tables.ts";
import { dropPlace, movePlace } from "./sqlite-record-store.ts";
import { transact } from "./transact.ts";

/** Answers that a run has lost, and answers with a new place. */
interface ChangedAnswers {
  readonly lost: readonly IndexedPlace[];
  readonly moved: readonly IndexedPlace[];
}

/**
 * Removes lost answers from a run with their records, so that no total counts them, and queues their
 * links again. Records of moved answers get the new places. Must run before the stores of the run
 * are opened. Either all of it happens or nothing.
 */
export function forgetAnswers(
  database: DatabaseSync,
  policy: FrontierPolicy,
  { lost, moved }: ChangedAnswers,
  segmentName: (segment: number) => string,
): void {
  transact(
    database,
    () => {
      for (const place of moved) moveAnswer(database, place, segmentName(place.segment));
      const forgotten = lost.filter((place) => forgetRecord(database, place));
      closeGaps(database);
      const { links, queues } = openTables(database, policy);
      for (const { url } of forgotten) {
        const link = links.find(url, hostOf(url));
        if (link !== undefined) links.move(link, { state: "queued" });
      }
      queues.flush();
    },
    "durable",
  );
}

/** Removes a place, and the record that names it; returns whether there was such a record. */
function forgetRecord(database: DatabaseSync, place: IndexedPlace): boolean {
  dropPlace(database, place);
  const ref = refIn(recordOf(database, place), place);
  if (ref === undefined) return false;
  database.prepare("DELETE FROM record WHERE url = ?").run(place.url);
  return true;
}

function moveAnswer(database: DatabaseSync, place: IndexedPlace, segment: string): void {
  movePlace(database, place);
  const record = recordOf(database, place);
  const ref = refIn(record, place);
  if (record === undefined || ref === undefined) return;
  const to = { ...ref, segment, offset: place.offset };
  const placed = withStoredRef(record, place.kind, to);
  const json = JSON.stringify({ ...record, ...placed });
  database.prepare("UPDATE record SET json = ? WHERE url = ?").run(json, place.url);
}

/** Gives the records behind removed ones the next free numbers, in their order. */
function closeGaps(database: DatabaseSync): void {
  const number = database.prepare("UPDATE record SET sequence = ? WHERE sequence = ?");
  const rows = database.prepare("SELECT sequence FROM record ORDER BY sequence").all();
  for (const [index, { sequence }] of rows.entries()) {
    if (Number(sequence) !== index + 1) number.run(index + 1, Number(sequence));
  }
}

function recordOf(
  database: DatabaseSync,
  { url }: IndexedPlace,
): Omit<PageRecord, "sequence"> | undefined {
  const row = database.prepare("SELECT json FROM record WHERE url = ?").get(url);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the record store
  return row && (JSON.parse(String(row["json"])) as Omit<PageRecord, "sequence">);
}

/** Returns the reference of a record to this kind of answer. */
function refIn(
  record: Omit<PageRecord, "sequence"> | undefined,
  { kind }: IndexedPlace,
): PageRef | undefined {
  return record && storedRef(record, kind);
}
