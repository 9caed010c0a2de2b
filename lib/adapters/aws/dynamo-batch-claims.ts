import type { BatchClaims, BatchFate } from "../../ports/batch-claims.ts";
import { type DynamoTable, getItem, putItem, putItemIf } from "./dynamo-table.ts";

/** Partition of the claims, which expire. */
const PARTITION = "CLAIM";

/** Time that a claim is remembered, in seconds. It exceeds a queue's longest retention, 14 days. */
const RETENTION_S = 15 * 86_400;

/** Creates claims as conditional items; `now` returns ms since the epoch. */
export function createDynamoBatchClaims(table: DynamoTable, now: () => number): BatchClaims {
  const itemOf = (batch: string) => ({
    pk: { S: PARTITION },
    sk: { S: batch },
    expiresAt: { N: String(Math.floor(now() / 1_000) + RETENTION_S) },
  });
  const fateOf = async (batch: string): Promise<BatchFate> => {
    const known = await getItem(table, [PARTITION, batch], true);
    if (known === undefined) return "unclaimed";
    return known["done"]?.BOOL === true ? "done" : "claimed";
  };
  return {
    async claim(batch) {
      const isFirst = await putItemIf(table, itemOf(batch), {
        expression: "attribute_not_exists(pk)",
      });
      if (isFirst) return "first";
      return (await fateOf(batch)) === "done" ? "done-before" : "claimed-before";
    },
    async finish(batch) {
      await putItem(table, { ...itemOf(batch), done: { BOOL: true } });
    },
    fateOf,
  };
}
