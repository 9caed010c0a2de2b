import type { ModelStore } from "../../ports/model-store.ts";
import { modelHash } from "../model-hash.ts";

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
