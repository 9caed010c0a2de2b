import type { Quota } from "../frontier/link.ts";
import { type CalendarPage, calendarPath, calendarQuery } from "./calendar.ts";
import { repeatsItself } from "./path-repetition.ts";
import { isSessionPair, withoutPathSession } from "./session-id.ts";

/** Limits against endless sites; the project file's section `scope.traps` documents each. */
export interface TrapLimits {
  readonly maxRepeats: number;
  readonly maxSegments: number;
  readonly maxLength: number;
  readonly facetParameters: number;
  readonly urlsPerFacetedPath: number;
  readonly earliestYear: number;
  readonly yearsAhead: number;
  readonly monthsPerCalendar: number;
  readonly daysPerCalendar: number;
  readonly urlsPerSession: number;
  readonly urlsPerPrefix: number;
}

/** Kinds of traps, as counted in reports. */
export type TrapRule =
  | "trap:length"
  | "trap:segments"
  | "trap:repetition"
  | "trap:calendar"
  | "trap:session"
  | "trap:facets"
  | "trap:prefix";

/** The rule that excludes the link, or the quotas under which it is allowed. */
export interface TrapVerdict {
  readonly refusedBy: TrapRule | undefined;
  /** Empty when the link is refused. */
  readonly quotas: readonly Quota[];
}

/**
 * Compiles the limits into one function of a canonical URL and the start of its path.
 *
 * A trap that one URL reveals is refused at once. A trap that only many URLs reveal becomes a
 * quota, which the frontier enforces.
 */
export function compileTraps(
  limits: TrapLimits,
  crawlYear: number,
): (url: string, pathStart: number) => TrapVerdict {
  const latestYear = crawlYear + limits.yearsAhead;
  const isOutside = ({ year }: CalendarPage) =>
    year !== undefined && (year < limits.earliestYear || year > latestYear);

  return (url, pathStart) => {
    if (url.length > limits.maxLength) return refusal("trap:length");
    const question = url.indexOf("?", pathStart);
    const path = question < 0 ? url.slice(pathStart) : url.slice(pathStart, question);
    const segments = path.split("/");
    segments.shift();
    if (segments.at(-1) === "") segments.pop();
    if (segments.length > limits.maxSegments) return refusal("trap:segments");
    if (repeatsItself(segments, limits.maxRepeats)) return refusal("trap:repetition");

    const pairs = question < 0 ? [] : url.slice(question + 1).split("&");
    const calendars = [
      calendarPath(path),
      pairs.length === 0 ? undefined : calendarQuery(path, pairs),
    ].filter((calendar) => calendar !== undefined);
    if (calendars.some(isOutside)) return refusal("trap:calendar");
    const host = url.slice(url.indexOf("//") + 2, pathStart);
    return {
      refusedBy: undefined,
      quotas: quotasOf({ host, path, segments, pairs, calendars }, limits),
    };
  };
}

function refusal(refusedBy: TrapRule): TrapVerdict {
  return { refusedBy, quotas: [] };
}

interface UrlInParts {
  readonly host: string;
  readonly path: string;
  readonly segments: readonly string[];
  /** `name=value` pairs of the query. */
  readonly pairs: readonly string[];
  readonly calendars: readonly CalendarPage[];
}

function quotasOf(
  { host, path, segments, pairs, calendars }: UrlInParts,
  limits: TrapLimits,
): Quota[] {
  const prefix = segments.length < 2 ? "" : segments[0];
  const quotas: Quota[] = [
    { key: `prefix:${host}/${prefix}`, limit: limits.urlsPerPrefix, rule: "trap:prefix" },
  ];
  for (const { shape, by } of calendars) {
    const limit = by === "day" ? limits.daysPerCalendar : limits.monthsPerCalendar;
    quotas.push({ key: `calendar:${host}${shape}`, limit, rule: "trap:calendar" });
  }
  const plainPath = withoutPathSession(path);
  const plainPairs = pairs.filter((pair) => !isSessionPair(pair));
  if (plainPath !== path || plainPairs.length < pairs.length) {
    const key = `session:${host}${plainPath}?${plainPairs.join("&")}`;
    quotas.push({ key, limit: limits.urlsPerSession, rule: "trap:session" });
  }
  if (plainPairs.length >= limits.facetParameters) {
    const limit = limits.urlsPerFacetedPath;
    quotas.push({ key: `facets:${host}${plainPath}`, limit, rule: "trap:facets" });
  }
  return quotas;
}
