import type { DatabaseSync } from "node:sqlite";
import { createSqliteFrontier } from "../../lib/adapters/sqlite/frontier/sqlite-frontier.ts";
import { openJournal, restoreDatabase } from "../../lib/adapters/sqlite/journal.ts";
import { createSqliteRecordStore } from "../../lib/adapters/sqlite/sqlite-record-store.ts";
import { createSqliteRunLog } from "../../lib/adapters/sqlite/sqlite-stores.ts";
import type { FrontierPolicy } from "../../lib/domain/frontier/frontier-policy.ts";
import type { Frontier } from "../../lib/ports/frontier.ts";
import type { Journal, JournalPosition } from "../../lib/ports/journal.ts";
import type { RecordStore } from "../../lib/ports/record-store.ts";
import type { RunLog } from "../../lib/ports/run-log.ts";
import { collect } from "./collect.ts";
import { memoryBlobStore } from "./memory-blob-store.ts";
import { cases } from "./slow.ts";

/** The first operations are each another process's; of those after them one in so many begins one. */
const [EACH_OF, THEN_ONE_IN] = [cases(50, 150), 100];

/**
 * Returns a function whose every call gives a store over a new database, restored from the journal
 * of those before, as if each operation were another process's. After very many operations, not
 * every call restores.
 */
function restoredEachTime<Store>(open: (database: DatabaseSync) => Store): () => Promise<Store> {
  const blobs = memoryBlobStore();
  let last:
    | { readonly database: DatabaseSync; readonly journal: Journal; readonly store: Store }
    | undefined;
  let position: JournalPosition = [];
  let calls = 0;
  return async () => {
    calls += 1;
    if (last !== undefined && calls > EACH_OF && calls % THEN_ONE_IN !== 0) return last.store;
    if (last !== undefined) {
      position = await last.journal.commit();
      last.database.close();
    }
    const database = await restoreDatabase(":memory:", blobs, position);
    const journal = openJournal(database, blobs, { epoch: calls, position });
    last = { database, journal, store: open(database) };
    return last.store;
  };
}

/** Returns a frontier that holds nothing in memory between two operations. */
export function journalledFrontier(policy: FrontierPolicy): Frontier {
  const next = restoredEachTime((database) =>
    createSqliteFrontier(database, { ...policy, leasesOutliveProcess: true }),
  );
  return {
    offer: async (links) => (await next()).offer(links),
    draw: async (request) => (await next()).draw(request),
    settle: async (lease, settlement) => (await next()).settle(lease, settlement),
    holds: async (lease) => (await next()).holds(lease),
    expiring: async (by) => (await next()).expiring(by),
    beginLayer: async () => (await next()).beginLayer(),
    rescore: async (rescoring, after) => (await next()).rescore(rescoring, after),
    resumeRescoring: async (rescoring) => (await next()).resumeRescoring(rescoring),
    weighGroups: async (weights) => (await next()).weighGroups(weights),
    find: async (url) => (await next()).find(url),
    isDone: () => false,
    count: async () => (await next()).count(),
  };
}

/** Returns a record store that holds nothing in memory between two operations. */
export function journalledRecordStore(): RecordStore {
  const next = restoredEachTime(createSqliteRecordStore);
  return {
    put: async (record) => (await next()).put(record),
    get: async (url) => (await next()).get(url),
    async *list(after) {
      // Operations of a caller that reads on close the database.
      yield* await collect((await next()).list(after));
    },
    totals: async () => (await next()).totals(),
  };
}

/** Returns a run log that holds nothing in memory between two operations. */
export function journalledRunLog(): RunLog {
  const next = restoredEachTime(createSqliteRunLog);
  return {
    append: async (event) => (await next()).append(event),
    list: async () => (await next()).list(),
  };
}
