import type { Need } from "../domain/methods/strategy.ts";

/** Marks a map in JSON, which has no maps. */
const MAP_KEY = "$map";

/** Returns a need, or an object with one, as JSON, including maps. */
export function needText(holder: object): string {
  return JSON.stringify(holder, (_key, value: unknown) =>
    value instanceof Map ? { [MAP_KEY]: [...value] } : value,
  );
}

/** Reads {@link needText}, as the reviver of `JSON.parse`. */
export function reviveNeed(_key: string, value: unknown): unknown {
  return isMapEntry(value) ? new Map(value[MAP_KEY]) : value;
}

/** A need as it was kept; one that an older version kept does not know what it has seen. */
export type KeptNeed = Omit<Need, "seen"> & Partial<Pick<Need, "seen">>;

/** Returns whether a value read back is a need. */
export function isNeed(kept: object): kept is KeptNeed {
  return "good" in kept && Array.isArray(kept.good) && "bad" in kept && Array.isArray(kept.bad);
}

/** Returns a kept need as a crawl begins with it: it has seen no page. */
export function keptNeed(kept: KeptNeed): Need {
  return { ...kept, seen: [] };
}

function isMapEntry(
  value: unknown,
): value is { readonly [MAP_KEY]: readonly [unknown, unknown][] } {
  return (
    typeof value === "object" && value !== null && MAP_KEY in value && Array.isArray(value[MAP_KEY])
  );
}
