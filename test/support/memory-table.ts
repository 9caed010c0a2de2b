import {
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
} from "@aws-sdk/client-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import type { DynamoTable, Item } from "../../lib/adapters/aws/dynamo-table.ts";

/**
 * Returns a client of a table in memory, as far as the listing of pages uses it; and its items. `around` is called before each request
 * that writes, and after it.
 */
export function memoryTable(items = new Map<string, Item>(), around = async () => {}) {
  // One client alone: a mock of the class would be met by other files of the same process.
  const client = new DynamoDBClient({ region: "us-east-1" });
  const dynamo = mockClient(client);
  const keyOf = ({ pk, sk }: Item) => `${pk?.S}\n${sk?.S}`;
  dynamo
    .on(GetItemCommand)
    .callsFake(({ Key }: { Key: Item }) => ({ Item: items.get(keyOf(Key)) }));
  dynamo.on(PutItemCommand).callsFake(async ({ Item, ExpressionAttributeValues: values }) => {
    await around();
    const known = items.get(keyOf(Item));
    if (Number(known?.["epoch"]?.N ?? 0) > Number(values?.[":epoch"]?.N ?? Infinity))
      throw new ConditionalCheckFailedException({ message: "", $metadata: {}, Item: known ?? {} });
    items.set(keyOf(Item), Item);
    await around();
    return {};
  });
  dynamo.on(BatchWriteItemCommand).callsFake(async ({ RequestItems }) => {
    await around();
    for (const { PutRequest } of RequestItems["table"])
      items.set(keyOf(PutRequest.Item), PutRequest.Item);
    await around();
    return {};
  });
  dynamo.on(QueryCommand).callsFake(({ ExpressionAttributeValues: values }) => ({
    Items: [...items.values()]
      .filter(({ pk, sk }) => {
        const key = sk?.S ?? "";
        return (
          pk?.S === values[":pk"].S && key >= values[":from"].S && key <= (values[":to"]?.S ?? "~")
        );
      })
      .toSorted((a, b) => ((a["sk"]?.S ?? "") < (b["sk"]?.S ?? "") ? -1 : 1)),
  }));
  const table: DynamoTable = { client, tableName: "table" };
  return { table, items, dynamo };
}
