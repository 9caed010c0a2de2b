import { hash } from "node:crypto";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { ModelStore } from "../../ports/model-store.ts";

/** Models as objects, each under its hash. */
export function createBlobModelStore(blobs: Pick<BlobStore, "putNew" | "get">): ModelStore {
  return {
    async put(json) {
      const digest = hash("sha256", json, "hex");
      await blobs.putNew(keyOf(digest), new TextEncoder().encode(json));
      return `sha256:${digest}`;
    },
    ...blobModelReader(blobs),
  };
}

/** Reads models that are kept so. */
export function blobModelReader(blobs: Pick<BlobStore, "get">): Pick<ModelStore, "get"> {
  return {
    async get(modelHash) {
      const bytes = await blobs.get(keyOf(modelHash.slice("sha256:".length)));
      return bytes && new TextDecoder().decode(bytes);
    },
  };
}

function keyOf(digest: string): string {
  return `models/${digest}.json`;
}
