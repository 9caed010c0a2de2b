import { statSync } from "node:fs";

/** What was read of files, which is read again only when they are not the same any more. */
export class KeptReads<Value> {
  readonly #read: (file: string) => Value;
  readonly #kept = new Map<string, { readonly state: string; readonly value: Value }>();

  constructor(read: (file: string) => Value) {
    this.#read = read;
  }

  /** Returns what a file says. */
  get(file: string): Value {
    const state = fileState(file);
    const kept = this.#kept.get(file);
    if (kept?.state === state) return kept.value;
    const value = this.#read(file);
    this.#kept.set(file, { state, value });
    return value;
  }
}

/** Changes whenever a file is written; empty for one that is not there. */
export function fileState(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? "" : `${stats.ino}:${stats.size}:${stats.mtimeNs}`;
}
