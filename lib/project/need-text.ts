import type { Need } from "../domain/strategy/strategy.ts";

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
  if (isMapEntry(value)) return new Map(value[MAP_KEY]);
  // An older version wrote needs that had not seen a page.
  if (typeof value !== "object" || value === null || !isNeed(value)) return value;
  return Object.hasOwn(value, "seen") ? value : { ...value, seen: [] };
}

/** Returns whether a value read back is a need. */
export function isNeed(kept: object): kept is Need {
  return "good" in kept && Array.isArray(kept.good) && "bad" in kept && Array.isArray(kept.bad);
}

function isMapEntry(
  value: unknown,
): value is { readonly [MAP_KEY]: readonly [unknown, unknown][] } {
  return (
    typeof value === "object" && value !== null && MAP_KEY in value && Array.isArray(value[MAP_KEY])
  );
}
