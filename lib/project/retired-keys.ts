// Keys that project files had once: what a user who still writes one is told, and how what is stored is read.
import { isDeepStrictEqual } from "node:util";
import { MOST_PARSE_MS } from "../crawl/judge-page.ts";
import { TRAP_LIMITS } from "../domain/frontier/traps.ts";
import { valueAt } from "./suggest-key.ts";

/** A key that a project had once. */
interface RetiredKey {
  readonly path: readonly string[];
  /** Only where the section has this name: strategies of users have keys of their own. */
  readonly name?: string;
  /** What every crawl does now, as the key's value; by the variant if that decides. */
  readonly value: unknown;
  readonly ofPaper?: unknown;
  /** What a user who names it is told; that it is fixed if absent. */
  readonly hint?: string;
}

/** What takes the place of a least score of the strategy's own. */
const GATHER_HINT = "remove the key: need.threshold says from which score on a page is relevant";

const RETIRED_KEYS: readonly RetiredKey[] = [
  {
    path: ["stack", "shards"],
    value: 1,
    hint: "a stack has one planner: remove the key; stack.workers makes a crawl faster",
  },
  { path: ["budget", "secondsPerPage"], value: MOST_PARSE_MS / 1_000 },
  ...Object.entries(TRAP_LIMITS).map(([key, value]) => ({ path: ["scope", "traps", key], value })),
  ofStrategy("adaptive", "learnsFromMisses", true, false),
  {
    ...ofStrategy("published-adaptive", "learnsFromMisses", true, false),
    hint: "remove the key: the variant decides whether it does",
  },
  { ...ofStrategy("link-distance", "gatherFrom", 0.5, 0.85), hint: GATHER_HINT },
  { ...ofStrategy("published-link-distance", "gatherFrom", 0.85), hint: GATHER_HINT },
  ofStrategy("lokman", "pageInheritance", 0.1),
  ofStrategy("lokman", "linkInheritance", 0.1),
  ofStrategy("irobot", "minDepth", 3),
  ofStrategy("irobot", "minR", 0.3),
  ofStrategy("irobot", "minEpsilon", 0.5),
];

function ofStrategy(name: string, key: string, value: unknown, ofPaper = value): RetiredKey {
  return { path: ["strategy", key], name, value, ofPaper };
}

/** Returns what a user is told who names a retired key; `undefined` for any other key. */
export function hintOfRetired(path: readonly PropertyKey[], root: unknown): string | undefined {
  const key = RETIRED_KEYS.find((each) => isDeepStrictEqual(each.path, path) && isIn(root, each));
  return (
    key && (key.hint ?? `remove the key: it is ${String(presentValue(root, key))} in every crawl`)
  );
}

/** Returns the paths of a stored project's retired keys that have another value than every crawl has now. */
export function keysOfAnotherValue(stored: unknown): readonly (readonly string[])[] {
  return RETIRED_KEYS.filter((key) => {
    const value = isIn(stored, key) ? valueAt(stored, key.path) : undefined;
    return value !== undefined && value !== presentValue(stored, key);
  }).map(({ path }) => path);
}

/**
 * Returns a stored project without its retired keys: `all` of them, to read what was crawled, or
 * `those-as-now`, to go on with it. A key with another value than every crawl has now then stays, as
 * the rest would be another crawl.
 */
export function withoutRetiredKeys<Stored>(stored: Stored, which: "all" | "those-as-now"): Stored {
  const rest = structuredClone(stored);
  for (const retired of RETIRED_KEYS.filter((each) => isIn(rest, each))) {
    const { path } = retired;
    const section = valueAt(rest, path.slice(0, -1));
    const key = path.at(-1);
    if (typeof section !== "object" || section === null || key === undefined) continue;
    if (which === "all" || valueAt(rest, path) === presentValue(rest, retired))
      Reflect.deleteProperty(section, key);
  }
  return rest;
}

function isIn(root: unknown, { path, name }: RetiredKey): boolean {
  const section = path.slice(0, -1);
  const isOfUser = valueAt(root, [...section, "module"]) !== undefined;
  return name === undefined || (!isOfUser && valueAt(root, [...section, "name"]) === name);
}

function presentValue(root: unknown, { path, value, ofPaper = value }: RetiredKey): unknown {
  return valueAt(root, [...path.slice(0, -1), "variant"]) === "paper" ? ofPaper : value;
}
