// Keys that project files had once: what a user who still writes one is told, and how what is stored is read.
import { isDeepStrictEqual } from "node:util";
import { valueAt } from "./suggest-key.ts";

/** A key that a project had once. */
interface RetiredKey {
  readonly path: readonly string[];
  /** What every crawl does now, as the key's value. */
  readonly value: unknown;
  /** What a user who names it is told. */
  readonly hint: string;
}

const RETIRED_KEYS: readonly RetiredKey[] = [
  {
    path: ["stack", "shards"],
    value: 1,
    hint: "a stack has one planner: remove the key; stack.workers makes a crawl faster",
  },
];

/** Returns what a user is told who names a retired key; `undefined` for any other key. */
export function hintOfRetired(path: readonly PropertyKey[]): string | undefined {
  return RETIRED_KEYS.find((key) => isDeepStrictEqual(key.path, path))?.hint;
}

/**
 * Returns a stored project without its retired keys: `all` of them, to read what was crawled, or
 * `those-as-now`, to go on with it. A key with another value than every crawl has now then stays, as
 * the rest would be another crawl.
 */
export function withoutRetiredKeys<Stored>(stored: Stored, which: "all" | "those-as-now"): Stored {
  const rest = structuredClone(stored);
  for (const { path, value } of RETIRED_KEYS) {
    const parent = valueAt(rest, path.slice(0, -1));
    const key = path.at(-1);
    if (typeof parent !== "object" || parent === null || key === undefined) continue;
    if (which === "all" || isDeepStrictEqual(valueAt(rest, path), value))
      Reflect.deleteProperty(parent, key);
  }
  return rest;
}
