import { normalPath } from "./robots-path.ts";
import { compilePattern, type RobotsPattern } from "./robots-pattern.ts";

/** Most Sitemap lines taken from one file; the rest of a longer list is dropped. */
const MAX_SITEMAPS = 1_000;

/** One Allow or Disallow line. */
interface Rule extends RobotsPattern {
  readonly isAllow: boolean;
  /** As written, for reports. */
  readonly line: string;
}

/** The rules of one robots.txt file for one crawler. */
export interface RobotsRules {
  /** Most specific first, Allow before Disallow: the first that matches decides. */
  readonly rules: readonly Rule[];
  /** The largest Crawl-delay of the crawler's groups, in ms. */
  readonly crawlDelayMs: number | undefined;
  /** Values of Sitemap lines as written; they belong to no group. */
  readonly sitemaps: readonly string[];
}

/** Rules that allow everything, for a host without a robots.txt file. */
export const NO_RULES: RobotsRules = { rules: [], crawlDelayMs: undefined, sitemaps: [] };

/**
 * Reads a robots.txt file for the crawler with `productToken` (RFC 9309 §2.2). All groups that name
 * it, in upper or lower case, count as one. If no group names it, the groups of `*` apply. Never
 * throws: lines that are not records are skipped.
 */
export function parseRobots(text: string, productToken: string): RobotsRules {
  const own: Group = { isNamed: false, rules: [], crawlDelayMs: undefined };
  const general: Group = { isNamed: false, rules: [], crawlDelayMs: undefined };
  const sitemaps: string[] = [];
  const token = productToken.toLowerCase();
  let groups = new Set<Group>();
  let isNamingAgents = false;
  for (const { key, value } of records(text)) {
    if (key === "user-agent") {
      // Only a rule ends the run of user-agent lines that name a group (RFC 9309 §2.2.4).
      if (!isNamingAgents) groups = new Set();
      isNamingAgents = true;
      const group = groupNamed(value, token, own, general);
      if (group !== undefined) groups.add(group);
    } else if (key === "allow" || key === "disallow") {
      isNamingAgents = false;
      addRule(groups, key, value);
    } else if (key === "crawl-delay") {
      addCrawlDelay(groups, value);
    } else if (key === "sitemap" && value !== "" && sitemaps.length < MAX_SITEMAPS) {
      sitemaps.push(value);
    }
  }
  const { rules, crawlDelayMs } = own.isNamed ? own : general;
  return { rules: rules.sort(bySpecificity), crawlDelayMs, sitemaps };
}

/**
 * Returns the line that forbids `pathAndQuery` (of a canonical URL), `undefined` if it is allowed.
 * The most specific match decides; Allow wins if two are equal (RFC 9309 §2.2.2).
 */
export function disallowedBy(rules: RobotsRules, pathAndQuery: string): string | undefined {
  if (pathAndQuery === "/robots.txt") return undefined;
  const path = normalPath(pathAndQuery);
  const rule = rules.rules.find((candidate) => candidate.matches(path));
  return rule === undefined || rule.isAllow ? undefined : rule.line;
}

interface Group {
  isNamed: boolean;
  readonly rules: Rule[];
  crawlDelayMs: number | undefined;
}

/** Yields `key: value` lines without comments; keys in lower case. */
function* records(text: string): Generator<{ readonly key: string; readonly value: string }> {
  for (const line of text.split(/[\r\n]+/)) {
    const [record = ""] = line.split("#", 1);
    const colon = record.indexOf(":");
    if (colon < 0) continue;
    // trim() also removes a byte order mark.
    yield {
      key: record.slice(0, colon).trim().toLowerCase(),
      value: record.slice(colon + 1).trim(),
    };
  }
}

/**
 * Returns the group for a value. A value such as `Dowser/1.2 (+info)` names the product token it
 * starts with (RFC 9309 §2.2.1).
 */
function groupNamed(value: string, token: string, own: Group, general: Group): Group | undefined {
  if (/^\*(?:\s|$)/.test(value)) return general;
  const name = /^[a-z_-]+/i.exec(value)?.[0].toLowerCase();
  if (name !== token) return undefined;
  own.isNamed = true;
  return own;
}

function addRule(groups: ReadonlySet<Group>, key: "allow" | "disallow", value: string): void {
  if (groups.size === 0) return;
  const pattern = compilePattern(value);
  if (pattern === undefined) return;
  const isAllow = key === "allow";
  const rule = { ...pattern, isAllow, line: `${isAllow ? "Allow" : "Disallow"}: ${value}` };
  for (const group of groups) group.rules.push(rule);
}

/** Reads seconds, with fractions; no standard defines Crawl-delay, but many files have it. */
function addCrawlDelay(groups: ReadonlySet<Group>, value: string): void {
  if (!/^\d*\.?\d+$/.test(value)) return;
  const delayMs = Number(value) * 1_000;
  for (const group of groups) group.crawlDelayMs = Math.max(group.crawlDelayMs ?? 0, delayMs);
}

function bySpecificity(a: Rule, b: Rule): number {
  return b.specificity - a.specificity || Number(b.isAllow) - Number(a.isAllow);
}
