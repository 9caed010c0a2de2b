import type { Json } from "../../lib/domain/json.ts";
import type { KeyValueStore } from "../../lib/ports/key-value-store.ts";

/** Returns a key-value store that lasts as long as the process. */
export function memoryKeyValueStore(): KeyValueStore {
  const values = new Map<string, { readonly version: number; readonly json: string }>();
  return {
    async read(name) {
      const held = values.get(name);
      if (held === undefined) return undefined;
      const value: Json = JSON.parse(held.json);
      return { version: held.version, value };
    },
    async write(name, value, version) {
      if ((values.get(name)?.version ?? 0) !== version) return false;
      values.set(name, { version: version + 1, json: JSON.stringify(value) });
      return true;
    },
  };
}
