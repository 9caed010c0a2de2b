/** Small stores of a crawl's database: sent batches, lost links, models and the log. */

import type { DatabaseSync } from "node:sqlite";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { LostLink } from "../../domain/frontier/link.ts";
import type { Ledger, SentBatch } from "../../ports/ledger.ts";
import type { ModelStore } from "../../ports/model-store.ts";
import type { RunEvent, RunLog } from "../../ports/run-log.ts";
import { modelHash } from "../model-hash.ts";
import { type Durability, transact } from "./transact.ts";

/** Creates the ledger of batches in flight, in a database of `openDatabase`. */
export function createSentBatches(database: DatabaseSync): Ledger<SentBatch["id"], SentBatch> {
  const put = database.prepare("INSERT OR REPLACE INTO sent_batch VALUES (?, ?, ?, ?)");
  const remove = database.prepare("DELETE FROM sent_batch WHERE id = ?");
  const all = database.prepare("SELECT id, sent_at, is_lost, links FROM sent_batch ORDER BY id");
  return {
    async put({ id, sentAt, isLost, links }) {
      const row = [id, sentAt, isLost ? 1 : 0, JSON.stringify(links)] as const;
      transact(database, () => put.run(...row), "deferred");
    },
    async remove(id) {
      transact(database, () => remove.run(id), "deferred");
    },
    async list() {
      return all.all().map((row) => ({
        id: String(row["id"]),
        sentAt: Number(row["sent_at"]),
        isLost: row["is_lost"] === 1,
        links: JSON.parse(String(row["links"])),
      }));
    },
  };
}

/** Creates the ledger of links that lost leases, in a database of `openDatabase`. */
export function createLostLinks(
  database: DatabaseSync,
  durability: Durability = "deferred",
): Ledger<LostLink["sequence"], LostLink> {
  const put = database.prepare("INSERT OR REPLACE INTO lost_link VALUES (?, ?, ?)");
  const remove = database.prepare("DELETE FROM lost_link WHERE id = ?");
  const all = database.prepare("SELECT id, losses, most FROM lost_link ORDER BY id");
  return {
    async put({ sequence, losses, most }) {
      transact(database, () => put.run(sequence, losses, most), durability);
    },
    async remove(sequence) {
      transact(database, () => remove.run(sequence), "deferred");
    },
    async list() {
      return all.all().map((row) => ({
        sequence: Number(row["id"]),
        losses: Number(row["losses"]),
        most: Number(row["most"]),
      }));
    },
  };
}

/** Level of compression: a higher one takes more than twice as long, for a tenth less. */
const LEVEL = 1;
/** Shortest text that is compressed, in UTF-16 units. */
const LEAST_PACKED = 500;

/**
 * Returns the text of a model by its row.
 * @throws an error of zlib where what is packed was damaged
 */
export function modelText({ json, packed }: Readonly<Record<string, unknown>>): string {
  const rest = packed instanceof Uint8Array ? inflateRawSync(packed).toString() : "";
  return `${String(json)}${rest}`;
}

/** Creates a model store in a database of `openDatabase`. */
export function createSqliteModelStore(database: DatabaseSync): ModelStore {
  const insert = database.prepare(
    "INSERT OR IGNORE INTO model (hash, json, packed) VALUES (?, ?, ?)",
  );
  const read = database.prepare("SELECT json, packed FROM model WHERE hash = ?");
  return {
    async put(json) {
      const hash = modelHash(json);
      // A run log that names a model must not outlive it.
      const isLong = json.length >= LEAST_PACKED;
      const packed = isLong ? deflateRawSync(json, { level: LEVEL }) : null;
      transact(database, () => insert.run(hash, isLong ? "" : json, packed), "durable");
      return hash;
    },
    async get(hash) {
      const row = read.get(hash);
      return row && modelText(row);
    },
  };
}

/**
 * Creates a run log in a database of `openDatabase`: it never names data that the database lacks.
 */
export function createSqliteRunLog(database: DatabaseSync): RunLog {
  const insert = database.prepare("INSERT INTO event (at, kind, detail) VALUES (?, ?, ?)");
  const read = database.prepare("SELECT at, kind, detail FROM event ORDER BY id");
  return {
    async append({ at, kind, detail }) {
      transact(database, () => insert.run(at, kind, JSON.stringify(detail)), "deferred");
    },
    async list() {
      return read.all().map(toEvent);
    },
  };
}

function toEvent({ at, kind, detail }: Record<string, unknown>): RunEvent {
  return {
    at: Number(at),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `insert` above
    kind: kind as RunEvent["kind"],
    detail: JSON.parse(String(detail)),
  };
}
