import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Objects by their keys, in files: those of a large crawl do not fit in memory. */
export class StoredObjects {
  /** Lengths by key, in bytes. */
  readonly sizes = new Map<string, number>();
  readonly #folder: string;
  readonly #folders = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  get(key: string): Uint8Array | undefined {
    return this.sizes.has(key) ? readFileSync(this.#file(key)) : undefined;
  }

  set(key: string, bytes: Uint8Array): void {
    const file = this.#file(key);
    const folder = join(file, "..");
    if (!this.#folders.has(folder)) mkdirSync(folder, { recursive: true });
    this.#folders.add(folder);
    writeFileSync(file, bytes);
    this.sizes.set(key, bytes.length);
  }

  remove(key: string): void {
    if (this.sizes.delete(key)) rmSync(this.#file(key));
  }

  /** Returns the number of objects whose keys begin so, and their bytes. */
  under(prefix: string): { readonly objects: number; readonly bytes: number } {
    let [objects, bytes] = [0, 0];
    for (const [key, length] of this.sizes) {
      if (!key.startsWith(prefix)) continue;
      objects += 1;
      bytes += length;
    }
    return { objects, bytes };
  }

  #file(key: string): string {
    return join(this.#folder, key);
  }
}
