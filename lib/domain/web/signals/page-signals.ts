import { contentSignalOf, contentUsageOf } from "./content-preferences.ts";
import { robotsOfHeader, robotsOfMeta } from "./robots-meta.ts";
import { combineSignals, NO_SIGNALS, type Signals } from "./signals.ts";
import { tdmOf } from "./tdm-reservation.ts";

/** The name of a header or a `meta` element, and its value. */
export type NamedValue = readonly [name: string, value: string];

/** Headers that say what may be done with a page; nearly all responses have none. */
const HEADERS: ReadonlySet<string> = new Set([
  "x-robots-tag",
  "content-usage",
  "content-signal",
  "tdm-reservation",
  "tdm-policy",
]);

/**
 * Returns the signals in the headers of a response. Names are in lower case. `robotsName` is the
 * product token by which rules address this crawler.
 */
export function signalsOfHeaders(headers: readonly NamedValue[], robotsName: string): Signals {
  const speaking = headers.filter(([name]) => HEADERS.has(name));
  if (speaking.length === 0) return NO_SIGNALS;
  const valuesOf = (wanted: string) =>
    speaking.filter(([name]) => name === wanted).map(([, value]) => value);
  return combineSignals(
    ...valuesOf("x-robots-tag").map((value) => robotsOfHeader(value, robotsName)),
    contentUsageOf(valuesOf("content-usage").join(", ")),
    ...valuesOf("content-signal").map(contentSignalOf),
    ...tdmOfValues(valuesOf("tdm-reservation"), valuesOf("tdm-policy")),
  );
}

/** Returns the signals in the `meta` elements of a page, in any case of their names. */
export function signalsOfMeta(elements: readonly NamedValue[], robotsName: string): Signals {
  const rules: string[] = [];
  const [reservations, policies]: [string[], string[]] = [[], []];
  for (const [name, content] of elements) {
    const lower = name.trim().toLowerCase();
    if (lower === "tdm-reservation") reservations.push(content);
    else if (lower === "tdm-policy") policies.push(content);
    else rules.push(...robotsOfMeta(lower, content, robotsName));
  }
  return combineSignals(rules, ...tdmOfValues(reservations, policies));
}

/** Of several reservations each counts; the first policy is that of all. */
function tdmOfValues(reservations: readonly string[], [policy]: readonly string[]): Signals[] {
  return reservations.map((reservation) => tdmOf(reservation, policy));
}
