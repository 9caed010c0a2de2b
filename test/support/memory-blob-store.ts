import type { BlobStore } from "../../lib/ports/blob-store.ts";

/** Objects for as long as a test lasts, which it may look at and damage. */
export function memoryBlobStore(): BlobStore & { readonly objects: Map<string, Uint8Array> } {
  const objects = new Map<string, Uint8Array>();
  return {
    objects,
    async putNew(key, bytes) {
      if (objects.has(key)) return false;
      objects.set(key, Uint8Array.from(bytes));
      return true;
    },
    async get(key, range) {
      const bytes = objects.get(key);
      if (bytes === undefined) return undefined;
      const { offset, length } = range ?? { offset: 0, length: bytes.length };
      return bytes.slice(offset, offset + length);
    },
    async replace(key, bytes) {
      objects.set(key, Uint8Array.from(bytes));
    },
    async *list(prefix) {
      const keys = [...objects.keys()].filter((key) => key.startsWith(prefix));
      yield* keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    },
    async remove(keys) {
      for (const key of keys) objects.delete(key);
    },
  };
}
