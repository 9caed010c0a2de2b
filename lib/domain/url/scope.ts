import type { OfferedLink, Quota } from "../frontier/link.ts";
import { hostOf } from "./canonical-url.ts";
import { compileHostRule } from "./host-rule.ts";
import { pathExtension } from "./path-extension.ts";
import { type HostReach, reachableHosts } from "./seed-hosts.ts";
import { compileTraps, type TrapLimits, type TrapRule } from "./traps.ts";
import type { Host, Url } from "./url.ts";
import { compilePattern } from "./url-pattern.ts";

/** The rules for links to follow; the project file's section `scope` documents each key. */
export interface ScopeRules {
  readonly hosts: HostReach;
  readonly allowHosts: readonly string[];
  readonly denyHosts: readonly string[];
  readonly allowPatterns: readonly string[];
  readonly denyPatterns: readonly string[];
  /** Links from a seed; no limit if absent. */
  readonly maxDepth?: number | undefined;
  /** Lower case, without the dot. */
  readonly skipExtensions: readonly string[];
  readonly traps: TrapLimits;
}

/**
 * Other inputs of the verdict. They are fixed for a crawl, so that a resumed one decides the same.
 */
export interface ScopeContext {
  readonly seeds: readonly Url[];
  /** Year (UTC) in which the crawl began, for judging calendars. */
  readonly year: number;
}

/** Rules that exclude a link, as counted in reports. */
export type ScopeRule =
  | "depth"
  | "extension"
  | "host"
  | "host-denied"
  | "pattern"
  | "pattern-denied"
  | TrapRule;

/** The rule that excludes the link, or the quotas under which it is allowed. */
export interface ScopeVerdict {
  readonly refusedBy: ScopeRule | undefined;
  /** Empty when the link is refused. */
  readonly quotas: readonly Quota[];
}

/** Judges a link by its canonical URL, that URL's host, and its distance from the seeds. */
export type CompiledScope = (link: Pick<OfferedLink, "url" | "host" | "depth">) => ScopeVerdict;

/** Verdicts cached: the pages of a site repeat most of their links. Some 20 MB of URLs. */
const REMEMBERED = 100_000;

/**
 * Compiles the rules into one function; when several rules apply, the first in its order is
 * reported.
 */
export function compileScope(rules: ScopeRules, { seeds, year }: ScopeContext): CompiledScope {
  const maxDepth = rules.maxDepth ?? Number.POSITIVE_INFINITY;
  const hostRuleBrokenBy = compileHostRules(rules, seeds.map(hostOf));
  const allowed = rules.allowPatterns.map(compilePattern);
  const denied = rules.denyPatterns.map(compilePattern);
  const skipped = new Set(rules.skipExtensions);
  const judgeTraps = compileTraps(rules.traps, year);

  const judge = (url: Url, host: Host): ScopeVerdict => {
    const hostRule = hostRuleBrokenBy(host);
    if (hostRule !== undefined) return refusal(hostRule);
    const pathStart = url.indexOf("/", url.indexOf("//") + 2);
    if (denied.some((matches) => matches(url, pathStart))) return refusal("pattern-denied");
    if (allowed.length > 0 && !allowed.some((matches) => matches(url, pathStart))) {
      return refusal("pattern");
    }
    const extension = pathExtension(url, pathStart);
    if (extension !== undefined && skipped.has(extension)) return refusal("extension");
    return judgeTraps(url, pathStart);
  };

  const verdicts = new Map<Url, ScopeVerdict>();
  return ({ url, host, depth }) => {
    if (depth > maxDepth) return refusal("depth");
    let verdict = verdicts.get(url);
    if (verdict === undefined) {
      verdict = judge(url, host);
      if (verdicts.size >= REMEMBERED) verdicts.clear();
      verdicts.set(url, verdict);
    }
    return verdict;
  };
}

function refusal(refusedBy: ScopeRule): ScopeVerdict {
  return { refusedBy, quotas: [] };
}

function compileHostRules(
  { hosts, allowHosts, denyHosts }: ScopeRules,
  seedHosts: readonly Host[],
): (host: Host) => "host" | "host-denied" | undefined {
  const reachable = reachableHosts(hosts, seedHosts);
  const inReach = reachable === undefined ? () => true : compileHostRule(reachable);
  const allowed = allowHosts.length === 0 ? () => true : compileHostRule(allowHosts);
  const denied = compileHostRule(denyHosts);
  return (host) => {
    if (!inReach(host) || !allowed(host)) return "host";
    return denied(host) ? "host-denied" : undefined;
  };
}
