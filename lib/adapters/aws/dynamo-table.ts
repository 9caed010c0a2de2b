/** A table of DynamoDB: items that are read, written and queried, and keys with one value each. */
import { randomUUID } from "node:crypto";
import {
  type AttributeValue,
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  paginateQuery,
  type WriteRequest,
} from "@aws-sdk/client-dynamodb";
import type { Json } from "../../domain/json.ts";
import { fail } from "../../errors.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyValueStore } from "../../ports/key-value-store.ts";
import { chunked } from "./chunked.ts";

/** The one table of a stack, with keys `pk` and `sk` (strings). */
export interface DynamoTable {
  readonly client: DynamoDBClient;
  readonly tableName: string;
}

/** An item as DynamoDB writes it. */
export type Item = Record<string, AttributeValue>;

/** The condition under which an item may be written. */
export interface Condition {
  readonly expression: string;
  readonly values?: Item;
}

/**
 * Returns the item under a key. With `isConsistent` it is never older than the last write, at twice
 * the price.
 */
export async function getItem(
  { client, tableName }: DynamoTable,
  [pk, sk]: readonly [pk: string, sk: string],
  isConsistent: boolean,
): Promise<Item | undefined> {
  const { Item } = await client.send(
    new GetItemCommand({
      TableName: tableName,
      Key: { pk: { S: pk }, sk: { S: sk } },
      ConsistentRead: isConsistent,
    }),
  );
  return Item;
}

/** Writes an item, replacing any item under its key. */
export async function putItem({ client, tableName }: DynamoTable, item: Item): Promise<void> {
  await client.send(new PutItemCommand({ TableName: tableName, Item: item }));
}

/**
 * Writes an item if the condition holds; otherwise changes nothing and returns false. Each write
 * carries its own id (`write`). So a request that the SDK repeats after a lost answer recognises
 * its own write, and that is no refusal.
 */
export async function putItemIf(
  { client, tableName }: DynamoTable,
  item: Item,
  { expression, values }: Condition,
): Promise<boolean> {
  const write = randomUUID();
  try {
    await client.send(
      new PutItemCommand({
        TableName: tableName,
        Item: { ...item, write: { S: write } },
        ConditionExpression: expression,
        ExpressionAttributeValues: values,
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return error.Item?.["write"]?.S === write;
  }
}

/** Items of one request that writes many. */
const ITEMS_A_REQUEST = 25;

/** Times that items are sent; then those that are still refused are an error. */
const MAX_ROUNDS = 10;

/** Wait before refused items are sent again, in ms; doubled each time. */
const FIRST_RETRY_MS = 50;

/**
 * Writes items, each in the place of any under its key, in any order. Those that the table does not take, as it is asked for too much at
 * once, are sent again.
 * @throws DowserError `table-refused`
 */
export async function putItems(
  table: DynamoTable,
  clock: Pick<Clock, "now" | "waitUntil">,
  items: readonly Item[],
): Promise<void> {
  const requests = items.map((Item) => ({ PutRequest: { Item } }));
  await Promise.all(chunked(requests, ITEMS_A_REQUEST).map((some) => putSome(table, clock, some)));
}

async function putSome(
  { client, tableName }: DynamoTable,
  clock: Pick<Clock, "now" | "waitUntil">,
  requests: WriteRequest[],
): Promise<void> {
  let left: WriteRequest[] = requests;
  for (let round = 0; ; round += 1) {
    const { UnprocessedItems } = await client.send(
      new BatchWriteItemCommand({ RequestItems: { [tableName]: left } }),
    );
    left = UnprocessedItems?.[tableName] ?? [];
    if (left.length === 0) return;
    if (round + 1 === MAX_ROUNDS)
      throw fail("table-refused", { count: left.length, value: tableName });
    await clock.waitUntil(clock.now() + FIRST_RETRY_MS * 2 ** round);
  }
}

/** The items to read from a partition, and their order. */
interface ItemQuery {
  readonly pk: string;
  /** First and last sort key. */
  readonly from?: string;
  readonly to?: string;
  readonly backwards?: boolean;
  /** Most items that one request reads. */
  readonly pageSize?: number;
}

/**
 * Reads the items of a partition in the order of their sort keys, none older than the last write.
 */
export async function* queryItems(
  { client, tableName }: DynamoTable,
  { pk, from = " ", to, backwards = false, pageSize }: ItemQuery,
): AsyncGenerator<Item> {
  const pages = paginateQuery(pageSize === undefined ? { client } : { client, pageSize }, {
    TableName: tableName,
    KeyConditionExpression: `pk = :pk AND sk ${to === undefined ? ">= :from" : "BETWEEN :from AND :to"}`,
    ExpressionAttributeValues: {
      ":pk": { S: pk },
      ":from": { S: from },
      ...(to !== undefined && { ":to": { S: to } }),
    },
    ScanIndexForward: !backwards,
    ConsistentRead: true,
  });
  for await (const { Items = [] } of pages) yield* Items;
}

/** Returns a number as a sort key: keys have the order of their numbers. */
export function sortKey(number: number): string {
  return String(number).padStart(16, "0");
}

const PARTITION = "REGISTER";

/** Creates a key-value store over items of a table. */
export function createDynamoKeyValueStore(table: DynamoTable): KeyValueStore {
  return {
    async read(name) {
      const item = await getItem(table, [PARTITION, name], true);
      if (item === undefined) return undefined;
      const value: Json = JSON.parse(item["value"]?.S ?? "null");
      return { version: Number(item["version"]?.N), value };
    },
    write(name, value, version) {
      const item = {
        pk: { S: PARTITION },
        sk: { S: name },
        version: { N: String(version + 1) },
        value: { S: JSON.stringify(value) },
      };
      return putItemIf(table, item, isAt(version));
    },
  };
}

function isAt(version: number): Condition {
  if (version === 0) return { expression: "attribute_not_exists(pk)" };
  return { expression: "version = :known", values: { ":known": { N: String(version) } } };
}
