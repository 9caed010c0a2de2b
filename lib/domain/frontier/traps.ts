import { registrableDomain } from "../web/url/registrable-domain.ts";
import type { Quota } from "./link.ts";

/** Limits against endless sites that are the same in every crawl. */
export const TRAP_LIMITS = {
  /**
   * A path that repeats a segment, or a run of segments, this many times in a row is refused. Two in a
   * row do occur (`/news/news`, `/2008/2008`); three are the bug of a relative link.
   */
  maxRepeats: 3,
  /** Most segments of a path: URLs of hand-made and generated sites alike have less than a dozen. */
  maxSegments: 24,
  /** Longest URL, in characters. Sitemaps allow as many (sitemaps.org); a longer URL carries state, not an address. */
  maxLength: 2_048,
  /** Query parameters from which a URL counts as one of a faceted search; Joomla's own pages have five. */
  facetParameters: 6,
  /** Most combinations of one path's facets: far more than its distinct contents need. */
  urlsPerFacetedPath: 500,
  /**
   * Calendar pages of earlier years are refused. It includes the first years of the Web, but not a
   * calendar that pages back for ever.
   */
  earliestYear: 1990,
  /** Calendar pages further ahead are refused, in years: events are announced a year or two ahead. */
  yearsAhead: 2,
  /** Most pages of one calendar by year, month or week: forty years of an archive. */
  monthsPerCalendar: 480,
  /** Most pages of one calendar by day: twenty years of an archive that has a page for each day. */
  daysPerCalendar: 7_320,
  /** Most URLs that differ in their session id only: a first one, and two redirects that renew it. */
  urlsPerSession: 3,
  /**
   * Most URLs under one first directory of a host. It is a tenth of the frontier, so that no host fills
   * it. A large forum has hundreds of thousands, and queued links count.
   */
  urlsPerPrefix: 1_000_000,
};

/** Limits against endless sites. */
export interface TrapLimits extends Readonly<typeof TRAP_LIMITS> {
  /** Most host names of a registrable domain; the key `scope.traps.hostsPerDomain`. */
  readonly hostsPerDomain: number;
}

/** Kinds of traps, as counted in reports. */
export type TrapRule =
  | "trap:length"
  | "trap:segments"
  | "trap:repetition"
  | "trap:calendar"
  | "trap:session"
  | "trap:facets"
  | "trap:prefix"
  | "trap:hosts";

/** The rule that excludes the link, or the quotas under which it is allowed. */
interface TrapVerdict {
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
    const ofPath = calendarPath(path);
    const ofQuery = pairs.length === 0 ? undefined : calendarQuery(path, pairs);
    const calendars = [...(ofPath ? [ofPath] : []), ...(ofQuery ? [ofQuery] : [])];
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
  const domain = registrableDomain(host);
  const quotas: Quota[] = [
    { key: `prefix:${host}/${prefix}`, limit: limits.urlsPerPrefix, rule: "trap:prefix" },
    { key: `hosts:${domain}`, limit: limits.hostsPerDomain, rule: "trap:hosts", counts: "hosts" },
  ];
  for (const { shape, by } of calendars) {
    const limit = by === "day" ? limits.daysPerCalendar : limits.monthsPerCalendar;
    quotas.push(
      { key: `calendar:${host}${shape}`, limit, rule: "trap:calendar" },
      domainQuota(`calendar:*.${domain}${shape}`, limit, "trap:calendar"),
    );
  }
  const plainPath = withoutPathSession(path);
  const plainPairs = pairs.filter((pair) => !isSessionPair(pair));
  if (plainPath !== path || plainPairs.length < pairs.length) {
    const key = `session:${host}${plainPath}?${plainPairs.join("&")}`;
    quotas.push({ key, limit: limits.urlsPerSession, rule: "trap:session" });
  }
  const names = new Set(plainPairs.map((pair) => pair.replace(AFTER_NAME, "")));
  if (plainPairs.length >= limits.facetParameters || names.size < plainPairs.length) {
    const limit = limits.urlsPerFacetedPath;
    quotas.push(
      { key: `facets:${host}${plainPath}`, limit, rule: "trap:facets" },
      domainQuota(`facets:*.${domain}${plainPath}`, limit, "trap:facets"),
    );
  }
  return quotas;
}

/** What follows the name in a pair, with the number of the value: of `f[0]=hive` and `f[1]=bees` the name is one. */
const AFTER_NAME = /(?:(?:\[|%5b)\d*(?:\]|%5d))?(?:=.*)?$/is;

/**
 * Number of hosts whose calendars or faceted searches of one form a domain may fill. Hundreds of
 * departments with the same software stay below it, as none of them needs its whole quota.
 */
const FULL_HOSTS_PER_DOMAIN = 20;

/** Returns the quota that the hosts of a domain share, so that new host names escape no limit. */
function domainQuota(key: string, limitOfHost: number, rule: TrapRule): Quota {
  return { key, limit: FULL_HOSTS_PER_DOMAIN * limitOfHost, rule, counts: "domain" };
}

/** A page of a calendar, or of an archive by date. */
interface CalendarPage {
  /** Year of a date that has at least a month. */
  readonly year: number | undefined;
  /** The URL's path and query with a `#` for each of its dates: the same for all pages of a calendar. */
  readonly shape: string;
  readonly by: "day" | "month";
}

/**
 * A year and a two-digit month, perhaps a day, as whole segments. Only years from 1900 to 2099: a
 * crawl of an endless calendar passes through them step by step. Numbers of threads stay outside.
 */
const PATH_DATE = /\/((?:19|20)\d\d)([/-])(0[1-9]|1[0-2])(?:\2(0[1-9]|[12]\d|3[01]))?(?=\/|$)/;

/** The rest of an archive page's path after the date: nothing, an index file, or the page number. */
const ARCHIVE_END = /^(?:\/(?:index\.[a-z]{2,5})?|\/page\/\d{1,6}\/?)?$/;

/** Names of parameters that hold a date or a part of one. */
const DATE_NAME = /(?:date|day|month|week|year|yr)$/;
const DAY_NAME = /(?:date|day)$|^d$/;
const YEAR_NAME = /(?:year|yr)$|^y$/;
const MONTH_OR_DAY_NAME = /(?:month|week|day)$|^[md]$/;

/** Names that do so only together with a year, or with a whole date as value. */
const SHORT_DATE_NAME = /^(?:y|m|d|ym|ymd)$/;
const YEAR_PAIR = /^(?:y|[^=]*(?:year|yr))=(?:19|20)\d\d$/i;

/** `2026-11`, `2026-11-20`, `2026/1/5`, `202611`, `20261120`, with or without a time. */
const DATE_VALUE =
  /^((?:19|20)\d\d)(?:(-|\.|\/|%2f)(?:1[0-2]|0?[1-9])(?:\2(\d\d?))?|(?:0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])?)(?:(?:t|\+|%20).{0,40})?$/i;
const FULL_ISO_DATE = /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/;
const YEAR_VALUE = /^(?:19|20)\d\d$/;
const NUMBER = /^[-+]?\d{1,15}$/;

/**
 * Returns the calendar page that a path names by itself, if any. A post's path
 * (`/1995/07/its-title`) is no calendar page: it has a date, but there is only one of it.
 */
export function calendarPath(path: string): CalendarPage | undefined {
  const found = PATH_DATE.exec(path);
  if (found === null) return undefined;
  const [date, year, , , day] = found;
  const rest = path.slice(found.index + date.length);
  if (!ARCHIVE_END.test(rest)) return undefined;
  return {
    year: Number(year),
    shape: `${path.slice(0, found.index)}/#${rest.replace(/\d+/, "#")}`,
    by: day === undefined ? "month" : "day",
  };
}

/** Returns the calendar page that a query's parameters name, if any. */
export function calendarQuery(path: string, pairs: readonly string[]): CalendarPage | undefined {
  let hasYear = false;
  for (const pair of pairs) hasYear ||= YEAR_PAIR.test(pair);
  const parts: (DatePart | undefined)[] = [];
  const dates: DatePart[] = [];
  for (const pair of pairs) {
    const part = datePart(pair, hasYear);
    parts.push(part);
    if (part !== undefined) dates.push(part);
  }
  if (dates.length === 0) return undefined;
  const masked = parts.map((part, index) => (part === undefined ? pairs[index] : `${part.name}=#`));
  return {
    year: dates.some(({ hasMonth }) => hasMonth)
      ? dates.find(({ year }) => year !== undefined)?.year
      : undefined,
    shape: `${path}?${masked.join("&")}`,
    by: dates.some(({ hasDay }) => hasDay) ? "day" : "month",
  };
}

/** A date, or a part of one, that a parameter holds. */
interface DatePart {
  readonly name: string;
  readonly year: number | undefined;
  readonly hasMonth: boolean;
  readonly hasDay: boolean;
}

function datePart(pair: string, besideYear: boolean): DatePart | undefined {
  const equals = pair.indexOf("=");
  if (equals < 0) return undefined;
  const name = pair.slice(0, equals).toLowerCase();
  const value = pair.slice(equals + 1);
  const isShort = SHORT_DATE_NAME.test(name);
  if (!isShort && !DATE_NAME.test(name) && !FULL_ISO_DATE.test(value)) return undefined;
  const date = DATE_VALUE.exec(value);
  if (date !== null) {
    const hasDay = (date[3] ?? date[4]) !== undefined;
    return { name, year: Number(date[1]), hasMonth: true, hasDay };
  }
  if (!NUMBER.test(value) || (isShort && !besideYear)) return undefined;
  return {
    name,
    year: YEAR_NAME.test(name) && YEAR_VALUE.test(value) ? Number(value) : undefined,
    hasMonth: MONTH_OR_DAY_NAME.test(name),
    hasDay: DAY_NAME.test(name),
  };
}

const DIGITS = /^\d*$/;

/**
 * Returns whether a path repeats itself in a way that only a broken relative link causes. Either a
 * segment, or a run of segments, occurs `repeats` times in a row (`/a/b/a/b/a/b`). Or one segment
 * occurs more often than `repeats` anywhere. Numbers do not count: `/1/1/1` is a tile of a map.
 */
export function repeatsItself(segments: readonly string[], repeats: number): boolean {
  if (segments.length < repeats) return false;
  return occursTooOften(segments, repeats) || hasCycle(segments, repeats);
}

function occursTooOften(segments: readonly string[], repeats: number): boolean {
  if (segments.length <= repeats) return false;
  const counts = new Map<string, number>();
  for (const segment of segments) {
    const count = (counts.get(segment) ?? 0) + 1;
    if (count > repeats && !DIGITS.test(segment)) return true;
    counts.set(segment, count);
  }
  return false;
}

function hasCycle(segments: readonly string[], repeats: number): boolean {
  const longest = Math.floor(segments.length / repeats);
  for (let period = 1; period <= longest; period++) {
    let run = 0;
    for (let index = period; index < segments.length; index++) {
      run = segments[index] === segments[index - period] ? run + 1 : 0;
      if (run < period * (repeats - 1)) continue;
      const cycle = segments.slice(index - period + 1, index + 1);
      if (!cycle.every((segment) => DIGITS.test(segment))) return true;
    }
  }
  return false;
}

/** Parameters that hold only a session id. */
const SESSION_NAME =
  /^(?:phpsessid|jsessionid|aspsessionid[a-z]*|cfid|cftoken|zenid|oscsid|xtcsid)$/;

/** Parameters that hold a session id, or the number of a meeting: one of a debate, a course, a workshop. */
const GENERIC_NAME = /^(?:sessionid|session_id|sess_id)$/;

/** The number or name of a meeting: no session id is as short, or a word. */
const MEETING = /^(?:\d{1,8}|[a-z]{1,15}|(?:[a-z]+|\d{1,4})(?:[-_.](?:[a-z]+|\d{1,4}))*)$/i;

/** Parameters that may hold a session id (phpBB's `sid`) or a story's number. */
const DOUBTFUL_NAME = /^(?:s|sid|sess|session|phpsid)$/;

/** A value that looks random: at least 16 letters and digits, including both. */
const TOKEN = /^(?=[^\d]{0,64}\d)(?=\d{0,64}[a-z])[a-z\d]{16,128}$/i;

/** `;jsessionid=…` of Java servlets, and `/(S(…))` of ASP.NET, which may stand beside other tickets. */
const PATH_SESSION =
  /;(?:jsessionid|phpsessid|sid)=[^/;?]*|\/\((?:[AFX]\([^()/]*\))*S\([a-z\d]{24}\)(?:[AFX]\([^()/]*\))*\)/gi;

/** Returns a path without its session ids; the same string if it has no session id. */
export function withoutPathSession(path: string): string {
  return path.includes(";") || path.includes("/(") ? path.replace(PATH_SESSION, "") : path;
}

/** Returns whether a query's `name=value` is a session id. */
export function isSessionPair(pair: string): boolean {
  const equals = pair.indexOf("=");
  if (equals <= 0) return false;
  const name = pair.slice(0, equals).toLowerCase();
  const value = pair.slice(equals + 1);
  if (SESSION_NAME.test(name)) return value !== "";
  if (GENERIC_NAME.test(name)) return value !== "" && !MEETING.test(value);
  return DOUBTFUL_NAME.test(name) && TOKEN.test(value);
}
