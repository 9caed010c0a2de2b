import type { BlobStore } from "../../ports/blob-store.ts";
import type { ModelStore } from "../../ports/model-store.ts";
import { modelHash } from "../model-hash.ts";

/** Creates a model store over objects, each under its hash. */
export function createBlobModelStore(blobs: Pick<BlobStore, "putNew" | "get">): ModelStore {
  return {
    async put(json) {
      const hash = modelHash(json);
      await blobs.putNew(keyOf(hash), new TextEncoder().encode(json));
      return hash;
    },
    ...blobModelReader(blobs),
  };
}

/** Creates a reader of models that were stored this way. */
export function blobModelReader(blobs: Pick<BlobStore, "get">): Pick<ModelStore, "get"> {
  return {
    async get(hash) {
      const bytes = await blobs.get(keyOf(hash));
      return bytes && new TextDecoder().decode(bytes);
    },
  };
}

function keyOf(hash: string): string {
  return `models/${hash.slice("sha256:".length)}.json`;
}
