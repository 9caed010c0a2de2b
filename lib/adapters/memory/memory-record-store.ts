import type { PageRecord } from "../../domain/page/page-record.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import { RecordTally } from "../record-tally.ts";

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
