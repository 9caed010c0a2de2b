import type { Json } from "../../domain/json.ts";
import type { KeyValueStore } from "../../ports/key-value-store.ts";
import { type Condition, type DynamoTable, getItem, putItemIf } from "./dynamo-table.ts";

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
