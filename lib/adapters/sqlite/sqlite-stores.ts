/** Small stores of a crawl's database: sent batches, lost links, models and the log. */

import type { DatabaseSync } from "node:sqlite";
import { constants, inflateRawSync, zstdCompressSync, zstdDecompressSync } from "node:zlib";
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

/** Level of compression: a higher one takes twice as long, for a hundredth less. */
const PACKING = { params: { [constants.ZSTD_c_compressionLevel]: 6 } };
/** Shortest text that is compressed, in UTF-16 units. */
const LEAST_PACKED = 500;
/**
 * Models after one that is packed alone, each beside the one before: most of what a training stores was stored by that
 * one. To read a model takes so many others at most.
 */
const MOST_BESIDE = 15;

/**
 * Returns the text of a model by its row, with those of the models beside which it is packed.
 * @throws an error of zlib where what is packed was damaged
 */
export function modelText(
  { json, packed, base }: Readonly<Record<string, unknown>>,
  rowOf: (hash: string) => Readonly<Record<string, unknown>> | undefined,
): string {
  if (!(packed instanceof Uint8Array)) return String(json);
  if (typeof base !== "string") return `${String(json)}${inflateRawSync(packed).toString()}`;
  const row = base === "" ? undefined : rowOf(base);
  const beside = row && { dictionary: Buffer.from(modelText(row, rowOf)) };
  return `${String(json)}${zstdDecompressSync(packed, beside).toString()}`;
}

/** Prepares the look-up of a model's row by its hash. */
export function prepareModel(database: DatabaseSync) {
  const read = database.prepare("SELECT json, packed, base FROM model WHERE hash = ?");
  return (hash: string) => read.get(hash);
}

/** Creates a model store in a database of `openDatabase`. */
export function createSqliteModelStore(database: DatabaseSync): ModelStore {
  const insert = database.prepare(
    "INSERT INTO model (hash, json, packed, base) VALUES (?, ?, ?, ?)",
  );
  const read = prepareModel(database);
  /** The last model, and how many may still follow beside one another. */
  let last = { hash: "", text: Buffer.alloc(0), left: 0 };
  const put = (hash: string, json: string): void => {
    if (read(hash) !== undefined) return;
    if (json.length < LEAST_PACKED) return void insert.run(hash, json, null, null);
    const text = Buffer.from(json);
    const isBeside = last.left > 0 && read(last.hash) !== undefined;
    const beside = isBeside ? { dictionary: last.text } : {};
    insert.run(
      hash,
      "",
      zstdCompressSync(text, { ...PACKING, ...beside }),
      isBeside ? last.hash : "",
    );
    last = { hash, text, left: isBeside ? last.left - 1 : MOST_BESIDE };
  };
  return {
    async put(json) {
      const hash = modelHash(json);
      // A run log that names a model must not outlive it.
      transact(database, () => put(hash, json), "durable");
      return hash;
    },
    async get(hash) {
      const row = read(hash);
      return row && modelText(row, read);
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
