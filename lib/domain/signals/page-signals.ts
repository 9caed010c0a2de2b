import { contentSignalOf, contentUsageOf } from "./content-preferences.ts";
import { robotsOfHeader, robotsOfMeta } from "./robots-meta.ts";
import { combineSignals, type Signals } from "./signals.ts";
import { tdmOf } from "./tdm-reservation.ts";

/** The name of a header or a `meta` element, and its value. */
export type NamedValue = readonly [name: string, value: string];

/**
 * Returns the signals in the headers of a response. Names are in lower case. `robotsName` is the
 * product token by which rules address this crawler.
 */
export function signalsOfHeaders(headers: readonly NamedValue[], robotsName: string): Signals {
  const valuesOf = (wanted: string) =>
    headers.filter(([name]) => name === wanted).map(([, value]) => value);
  return combineSignals(
    ...valuesOf("x-robots-tag").map((value) => robotsOfHeader(value, robotsName)),
    contentUsageOf(valuesOf("content-usage").join(", ")),
    ...valuesOf("content-signal").map(contentSignalOf),
    ...tdmOfValues(valuesOf("tdm-reservation"), valuesOf("tdm-policy")),
  );
}

/** Returns the signals in the `meta` elements of a page, in any case of their names. */
export function signalsOfMeta(elements: readonly NamedValue[], robotsName: string): Signals {
  const valuesOf = (wanted: string) =>
    elements.filter(([name]) => name.trim().toLowerCase() === wanted).map(([, value]) => value);
  return combineSignals(
    ...elements.map(([name, content]) => robotsOfMeta(name, content, robotsName)),
    ...tdmOfValues(valuesOf("tdm-reservation"), valuesOf("tdm-policy")),
  );
}

/** Of several reservations each counts; the first policy is that of all. */
function tdmOfValues(reservations: readonly string[], [policy]: readonly string[]): Signals[] {
  return reservations.map((reservation) => tdmOf(reservation, policy));
}
