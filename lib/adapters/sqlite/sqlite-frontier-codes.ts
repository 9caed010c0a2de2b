import type { Door, Place } from "../../domain/frontier/frontier-tables.ts";

/** Places by their number in `link.place`; those below 3 wait. The indexes of the schema name them. */
export const PLACES: readonly Place[] = [
  "lane",
  "resting",
  "pool",
  "leased",
  "fetched",
  "refused",
  "failed",
  "cut",
  "barred",
];

/** Doors by their number in `host.door`. */
export const DOORS: readonly Door[] = ["open", "resting", "busy"];

/** The number of a place. */
export function placeCode(place: Place): number {
  return PLACES.indexOf(place);
}

/** The place of a number this version wrote. */
export function placeOf(code: number): Place {
  const place = PLACES[code];
  if (place === undefined) throw new RangeError(`No place has the number ${code}.`);
  return place;
}
