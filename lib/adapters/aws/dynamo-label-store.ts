import type { LabelEntry, LabelStore } from "../../ports/label-store.ts";
import { chunked } from "./chunked.ts";
import {
  type DynamoTable,
  type Item,
  putItem,
  putItemIf,
  queryItems,
  sortKey,
} from "./dynamo-table.ts";

const PARTITION = "LABEL";

/** Labels per item: even with the longest URLs far below the 400 KB limit of an item. */
const LABELS_AN_ITEM = 50;

/**
 * Creates a label store over items of a table, numbered from 1 without gaps. An item goes after the
 * last one; when another writer was first, after that writer's item. So later reads begin with
 * everything an earlier read returned, whatever the writers' clocks say. The size is the number of
 * labels.
 */
export function createDynamoLabelStore(table: DynamoTable): LabelStore {
  return {
    async append(labels) {
      for (const some of chunked(labels, LABELS_AN_ITEM)) await appendItem(table, some);
    },
    async list() {
      const labels: LabelEntry[] = [];
      for await (const item of queryItems(table, { pk: PARTITION })) {
        const some: readonly LabelEntry[] = JSON.parse(item["labels"]?.S ?? "[]");
        labels.push(...some);
      }
      return labels;
    },
    size: async () => sizeAt(await lastItem(table)),
  };
}

/**
 * Changes labels where they are; returns those that were changed. An item that another writer adds meanwhile is another one.
 */
export async function changeDynamoLabels(
  table: DynamoTable,
  change: (entry: LabelEntry) => LabelEntry | undefined,
): Promise<readonly LabelEntry[]> {
  const changed: LabelEntry[] = [];
  for await (const item of queryItems(table, { pk: PARTITION })) {
    const entries: readonly LabelEntry[] = JSON.parse(item["labels"]?.S ?? "[]");
    const fresh = entries.map((entry) => change(entry) ?? entry);
    const some = fresh.filter((entry, index) => entry !== entries[index]);
    if (some.length === 0) continue;
    await putItem(table, { ...item, labels: { S: JSON.stringify(fresh) } });
    changed.push(...some);
  }
  return changed;
}

async function appendItem(table: DynamoTable, labels: readonly LabelEntry[]): Promise<void> {
  for (;;) {
    const last = await lastItem(table);
    const item = {
      pk: { S: PARTITION },
      sk: { S: sortKey(Number(last?.["sk"]?.S ?? 0) + 1) },
      size: { N: String(sizeAt(last) + labels.length) },
      labels: { S: JSON.stringify(labels) },
    };
    if (await putItemIf(table, item, { expression: "attribute_not_exists(pk)" })) return;
  }
}

async function lastItem(table: DynamoTable): Promise<Item | undefined> {
  const items = queryItems(table, { pk: PARTITION, backwards: true, pageSize: 1 });
  for await (const item of items) return item;
  return undefined;
}

/** Counts the labels up to and including an item. */
function sizeAt(item: Item | undefined): number {
  return Number(item?.["size"]?.N ?? 0);
}
