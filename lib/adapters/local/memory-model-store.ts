import type { ModelStore } from "../../ports/model-store.ts";
import { modelHash } from "./model-hash.ts";

/** Models for as long as the process lasts. */
export function createMemoryModelStore(): ModelStore {
  const models = new Map<string, string>();
  const hashes = new Map<string, string>();
  return {
    async put(name, json) {
      const hash = modelHash(json);
      models.set(hash, json);
      hashes.set(name, hash);
      return hash;
    },
    async get(hash) {
      return models.get(hash);
    },
    async current(name) {
      const hash = hashes.get(name);
      const json = hash === undefined ? undefined : models.get(hash);
      return hash === undefined || json === undefined ? undefined : { hash, json };
    },
  };
}
