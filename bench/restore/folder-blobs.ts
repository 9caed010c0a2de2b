import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BlobStore } from "../../lib/ports/blob-store.ts";

/** Objects in a folder, so that they take no memory of the process that is measured. */
export function folderBlobs(folder: string): Pick<BlobStore, "get" | "putNew" | "remove"> {
  return {
    async get(key) {
      const file = join(folder, key);
      return existsSync(file) ? readFileSync(file) : undefined;
    },
    async putNew(key, bytes) {
      const file = join(folder, key);
      if (existsSync(file)) return false;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes);
      return true;
    },
    async remove(keys) {
      for (const key of keys) rmSync(join(folder, key), { force: true });
    },
  };
}
