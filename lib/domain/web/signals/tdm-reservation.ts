import { compilePathPattern, normalPath } from "../url/path-pattern.ts";
import { NO_SIGNALS, type Signals } from "./signals.ts";

/** The path of a site's TDM file. */
export const TDM_PATH = "/.well-known/tdmrep.json";

/** Longest address of a policy that is recorded, in UTF-16 units. */
const MAX_POLICY_LENGTH = 2_000;

/** The rules of a TDM file, in order: the first that matches a path decides. */
export type TdmRules = readonly {
  readonly matches: (path: string) => boolean;
  readonly signals: Signals;
}[];

/**
 * Returns the statement of `tdm-reservation` and `tdm-policy`, as headers, `meta` elements or a TDM
 * file have them (TDM Reservation Protocol, W3C Community Group). Values other than 0 and 1 say
 * nothing; a policy counts only beside a reservation.
 */
export function tdmOf(reservation: unknown, policy: unknown): Signals {
  const value = typeof reservation === "number" ? String(reservation) : textOf(reservation);
  if (value !== "0" && value !== "1") return NO_SIGNALS;
  const address = textOf(policy);
  const isNamed = value === "1" && address.length <= MAX_POLICY_LENGTH && isWebUrl(address);
  return [...(isNamed ? [`tdm-policy: ${address}`] : []), `tdm-reservation: ${value}`];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

function isWebUrl(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text);
}

/**
 * Reads a TDM file: an array of rules with a `location`, a path pattern like those of robots.txt. A
 * single rule without an array is taken, and without a location it is for the whole site. Never
 * throws: what is no rule is left out.
 */
export function parseTdmFile(text: string): TdmRules {
  return [parsed(text)].flat().flatMap((entry: unknown) => {
    if (typeof entry !== "object" || entry === null) return [];
    const rule: Readonly<Record<string, unknown>> = { ...entry };
    const { location = "/" } = rule;
    const pattern = typeof location === "string" ? compilePathPattern(location) : undefined;
    const signals = tdmOf(rule["tdm-reservation"], rule["tdm-policy"]);
    return pattern === undefined || signals.length === 0
      ? []
      : [{ matches: (path: string) => pattern.matches(path), signals }];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns what a TDM file says of a path and query: the first rule that matches counts. */
export function tdmOfPath(rules: TdmRules, pathAndQuery: string): Signals {
  const path = normalPath(pathAndQuery);
  return rules.find(({ matches }) => matches(path))?.signals ?? NO_SIGNALS;
}
