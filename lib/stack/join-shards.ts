import type { DecidingPorts } from "../crawl/crawl-plan.ts";
import { sumCounts } from "../crawl/link-tally.ts";
import type { PageRecord } from "../domain/fetch/page-record.ts";
import type { PageStore } from "../ports/page-store.ts";
import type { RecordStore, RecordTotals } from "../ports/record-store.ts";

/** The stores of a crawl or of one of its shards, for reading. */
export type ReadShard = Pick<DecidingPorts, "records" | "pages">;

/**
 * Joins the stores of a crawl's shards for reading: records are in the order of their completion,
 * and have sequences of their own. One shard is returned as it is.
 */
export function joinShards(shards: readonly [ReadShard, ...ReadShard[]]): ReadShard {
  const [first, ...others] = shards;
  if (others.length === 0) return first;
  return {
    pages: joinPages(shards),
    records: joinRecords(shards.map(({ records }) => records)),
  };
}

/** Joins pages for reading: a page is that of the first store which has it. */
export function joinPages(
  stores: readonly { readonly pages: Pick<PageStore, "get"> }[],
): Pick<PageStore, "get"> {
  return {
    async get(url) {
      for (const { pages } of stores) {
        const page = await pages.get(url);
        if (page !== undefined) return page;
      }
      return undefined;
    },
  };
}

function joinRecords(stores: readonly RecordStore[]): RecordStore {
  return {
    put: () => Promise.reject(new Error("joined records are read only")),
    async get(url) {
      for (const store of stores) {
        const record = await store.get(url);
        if (record !== undefined) return record;
      }
      return undefined;
    },
    list: (after) => listTogether(stores, after),
    totals: async () => sumTotals(await Promise.all(stores.map((store) => store.totals()))),
  };
}

/** Lists the records of several stores in the order of their completion, numbered in that order. */
export async function* listTogether(
  stores: readonly Pick<RecordStore, "list">[],
  after = 0,
): AsyncGenerator<PageRecord> {
  let sequence = 0;
  for await (const record of inTime(stores)) {
    sequence += 1;
    if (sequence > after) yield { ...record, sequence };
  }
}

/** Merges the records of several stores by the time of their completion. */
async function* inTime(stores: readonly Pick<RecordStore, "list">[]): AsyncGenerator<PageRecord> {
  const lists = stores.map((store) => store.list()[Symbol.asyncIterator]());
  const heads = await Promise.all(lists.map((list) => list.next()));
  for (;;) {
    let [first, at] = [-1, Infinity];
    for (const [index, head] of heads.entries()) {
      if (head.done === true) continue;
      const { fetchedAt, fetchMs } = head.value;
      if (fetchedAt + fetchMs < at) [first, at] = [index, fetchedAt + fetchMs];
    }
    const [head, list] = [heads[first], lists[first]];
    if (head === undefined || head.done === true || list === undefined) return;
    yield head.value;
    heads[first] = await list.next();
  }
}

function sumTotals(all: readonly RecordTotals[]): RecordTotals {
  const sum = (name: "records" | "pages" | "targets" | "bodyBytes") =>
    all.reduce((total, each) => total + each[name], 0);
  return {
    records: sum("records"),
    pages: sum("pages"),
    targets: sum("targets"),
    bodyBytes: sum("bodyBytes"),
    reasons: sumCounts(all.map(({ reasons }) => reasons)),
  };
}
