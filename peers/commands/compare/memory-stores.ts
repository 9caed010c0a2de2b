/** Stores in memory: nothing is kept when the process ends. */

import { modelHash } from "../../../lib/adapters/model-hash.ts";
import { RecordTally } from "../../../lib/adapters/record-tally.ts";
import type { PageRecord } from "../../../lib/domain/page/page-record.ts";
import type { Url } from "../../../lib/domain/web/url/url.ts";
import type { LabelEntry, LabelStore } from "../../../lib/ports/label-store.ts";
import type { ModelStore } from "../../../lib/ports/model-store.ts";
import type { RecordStore } from "../../../lib/ports/record-store.ts";
import type { RunEvent, RunLog } from "../../../lib/ports/run-log.ts";

/** Creates a run log in memory. */
export function createMemoryRunLog(): RunLog {
  const events: RunEvent[] = [];
  return {
    append: async (event) => {
      events.push(event);
    },
    list: async () => [...events],
  };
}

/** Creates a label store in memory; its size is the number of labels. */
export function createMemoryLabelStore(): LabelStore {
  const given: LabelEntry[] = [];
  return {
    append: async (labels) => {
      given.push(...labels);
    },
    list: async () => [...given],
    size: async () => given.length,
  };
}

/** Creates a model store in memory. */
export function createMemoryModelStore(): ModelStore {
  const models = new Map<string, string>();
  return {
    async put(json) {
      const hash = modelHash(json);
      models.set(hash, json);
      return hash;
    },
    async get(hash) {
      return models.get(hash);
    },
  };
}

/** Creates a record store in memory. */
export function createMemoryRecordStore(): RecordStore {
  const records: PageRecord[] = [];
  const sequences = new Map<Url, number>();
  const tally = new RecordTally();
  const read = (url: Url): PageRecord | undefined => records[(sequences.get(url) ?? 0) - 1];
  return {
    async put(record) {
      const old = read(record.url);
      const stored: PageRecord = { ...record, sequence: old?.sequence ?? records.length + 1 };
      if (old !== undefined) tally.add(old, -1);
      tally.add(stored, 1);
      records[stored.sequence - 1] = stored;
      sequences.set(stored.url, stored.sequence);
      return stored;
    },
    async get(url) {
      return read(url);
    },
    async *list(after = 0) {
      yield* records.slice(after);
    },
    async totals() {
      return tally.totals();
    },
  };
}
