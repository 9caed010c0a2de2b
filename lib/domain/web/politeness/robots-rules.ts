/** What a robots.txt file allows, and for whom. */
import {
  escapedOctets,
  type FetchedPage,
  type FetchOutcome,
  type RefusalRule,
} from "../http/fetch-outcome.ts";
import { wideEncoding } from "../http/sniff-type.ts";
import {
  combineSignals,
  contentSignalOf,
  contentUsageOf,
  NO_SIGNALS,
  type Signals,
} from "../signals/signals.ts";
import { compilePathPattern, normalPath, type PathPattern } from "../url/path-pattern.ts";

/** Most Sitemap lines taken from one file; the rest of a longer list is dropped. */
const MAX_SITEMAPS = 1_000;

/** One Allow or Disallow line. */
interface Rule extends PathPattern {
  /** The line as written, for reports, if it is a Disallow line; an Allow line forbids nothing. */
  readonly forbids: string | undefined;
}

/** One Content-Usage or Content-Signal line. */
interface UsageRule extends PathPattern {
  readonly key: UsageKey;
  readonly signals: Signals;
}

/** The rules of one robots.txt file for one crawler. */
export interface RobotsRules {
  /** Most specific first, Allow before Disallow: the first that matches decides. */
  readonly rules: readonly Rule[];
  /** The largest Crawl-delay of the crawler's groups, in ms. */
  readonly crawlDelayMs: number | undefined;
  /** What Content-Usage and Content-Signal lines say, the most specific first. */
  readonly usage: readonly UsageRule[];
  /** Values of Sitemap lines as written; they belong to no group. */
  readonly sitemaps: readonly string[];
}

/** Rules that allow everything, for a host without a robots.txt file. */
export const NO_RULES: RobotsRules = {
  rules: [],
  crawlDelayMs: undefined,
  usage: [],
  sitemaps: [],
};

/**
 * Reads a robots.txt file for the crawler with `productToken` (RFC 9309 §2.2). All groups that name
 * it, in upper or lower case, count as one. If no group names it, the groups of `*` apply. Never
 * throws: lines that are not records are skipped.
 */
export function parseRobots(text: string, productToken: string): RobotsRules {
  const own: Group = { rules: [], usage: [], crawlDelayMs: undefined };
  const general: Group = { rules: [], usage: [], crawlDelayMs: undefined };
  const sitemaps: string[] = [];
  const token = productToken.toLowerCase();
  let isNamed = false;
  let groups = new Set<Group>();
  let isNamingAgents = false;
  for (const { key, value } of records(text)) {
    switch (key) {
      case "user-agent": {
        // Only a rule ends the run of user-agent lines that name a group (RFC 9309 §2.2.4).
        if (!isNamingAgents) groups = new Set();
        isNamingAgents = true;
        const agent = agentOf(value, token);
        if (agent === "own") isNamed = true;
        if (agent !== "other") groups.add(agent === "own" ? own : general);
        break;
      }
      case "allow":
      case "disallow":
        isNamingAgents = false;
        addRule(groups, key, value);
        break;
      case "crawl-delay":
        addCrawlDelay(groups, value);
        break;
      case "content-usage":
      case "content-signal":
        addUsage(groups, key, value);
        break;
      case "sitemap":
        if (value !== "" && sitemaps.length < MAX_SITEMAPS) sitemaps.push(value);
    }
  }
  const { rules, usage, crawlDelayMs } = isNamed ? own : general;
  return {
    rules: rules.sort(bySpecificity),
    crawlDelayMs,
    usage: usage.sort((a, b) => b.specificity - a.specificity),
    sitemaps,
  };
}

/**
 * Returns the line that forbids `pathAndQuery` (of a canonical URL), `undefined` if it is allowed.
 * The most specific match decides; Allow wins if two are equal (RFC 9309 §2.2.2).
 */
export function disallowedBy(rules: RobotsRules, pathAndQuery: string): string | undefined {
  if (pathAndQuery === "/robots.txt") return undefined;
  const path = normalPath(pathAndQuery);
  return rules.rules.find((candidate) => candidate.matches(path))?.forbids;
}

/**
 * Returns what the file says of the use of a path and query: of each kind of line the most specific
 * one that matches, and where several are equal, all of them (draft-ietf-aipref-attach §3.1).
 */
export function usageOf({ usage }: RobotsRules, pathAndQuery: string): Signals {
  if (usage.length === 0) return NO_SIGNALS;
  const path = normalPath(pathAndQuery);
  const matching = usage.filter((rule) => rule.matches(path));
  const decisive = USAGE_KEYS.flatMap((wanted) => {
    const ofKey = matching.filter(({ key }) => key === wanted);
    return ofKey.filter(({ specificity }) => specificity === ofKey[0]?.specificity);
  });
  return combineSignals(...decisive.map(({ signals }) => signals));
}

interface Group {
  readonly rules: Rule[];
  readonly usage: UsageRule[];
  crawlDelayMs: number | undefined;
}

type RuleKey = "allow" | "disallow";

/** Lines about use. RFC 9309 does not know them: they do not end the naming of user agents. */
const USAGE_KEYS = ["content-usage", "content-signal"] as const;

type UsageKey = (typeof USAGE_KEYS)[number];

/** A path, if the line begins with one, and the statement. */
const USAGE_LINE = /^(?:(?<path>[/*]\S*)\s+)?(?<statement>.*)$/s;

interface Line {
  readonly key: RuleKey | UsageKey | "user-agent" | "crawl-delay" | "sitemap";
  readonly value: string;
}

/** Yields the lines that are records, without comments. */
function* records(text: string): Generator<Line> {
  for (const line of text.split(/[\r\n]+/)) {
    const [record = ""] = line.split("#", 1);
    // trim() also removes a byte order mark.
    const words = splitRecord(record.trim());
    if (words === undefined) continue;
    const key = keyOf(words.key.toLowerCase());
    if (key !== undefined) yield { key, value: words.value };
  }
}

/** Splits at the first colon. Without one, exactly two words are a record, as for Google. */
function splitRecord(record: string): { readonly key: string; readonly value: string } | undefined {
  const colon = record.indexOf(":");
  if (colon >= 0) {
    return { key: record.slice(0, colon).trimEnd(), value: record.slice(colon + 1).trim() };
  }
  const [key = "", value, ...more] = record.split(/\s+/);
  return value === undefined || more.length > 0 ? undefined : { key, value };
}

/**
 * The spellings that Google obeys, by what they begin with (google/robotstxt, `ParsedRobotsKey`). A
 * rule that is meant is obeyed: at worst a page stays unread.
 */
const SPELLINGS: readonly (readonly [start: RegExp, key: Line["key"]])[] = [
  [/^user[- ]?agent/, "user-agent"],
  [/^allow/, "allow"],
  [/^(?:diss?all?ow|disallaw|diasllow)/, "disallow"],
  [/^site-?map/, "sitemap"],
];

function keyOf(word: string): Line["key"] | undefined {
  if (word === "crawl-delay" || word === "content-usage" || word === "content-signal") return word;
  return SPELLINGS.find(([start]) => start.test(word))?.[1];
}

/**
 * Returns whom a value names. A value such as `Dowser/1.2 (+info)` names the product token it starts
 * with (RFC 9309 §2.2.1).
 */
function agentOf(value: string, token: string): "own" | "general" | "other" {
  if (/^\*(?:\s|$)/.test(value)) return "general";
  return /^[a-z_-]+/i.exec(value)?.[0].toLowerCase() === token ? "own" : "other";
}

function addRule(groups: ReadonlySet<Group>, key: RuleKey, value: string): void {
  if (groups.size === 0) return;
  const pattern = compilePathPattern(value);
  if (pattern === undefined) return;
  const rule = { ...pattern, forbids: key === "disallow" ? `Disallow: ${value}` : undefined };
  for (const group of groups) group.rules.push(rule);
}

/** Adds a statement on a path, or on all paths where it names none. */
function addUsage(groups: ReadonlySet<Group>, key: UsageKey, value: string): void {
  const { path = "/", statement = "" } = USAGE_LINE.exec(value)?.groups ?? {};
  const signals = key === "content-usage" ? contentUsageOf(statement) : contentSignalOf(statement);
  const pattern = compilePathPattern(path);
  if (pattern === undefined || signals.length === 0) return;
  for (const group of groups) group.usage.push({ ...pattern, key, signals });
}

/** Reads seconds, with fractions; no standard defines Crawl-delay, but many files have it. */
function addCrawlDelay(groups: ReadonlySet<Group>, value: string): void {
  if (!/^(?:\d+(?:\.\d+)?|\.\d+)$/.test(value)) return;
  const delayMs = Number(value) * 1_000;
  for (const group of groups) group.crawlDelayMs = Math.max(group.crawlDelayMs ?? 0, delayMs);
}

function bySpecificity(a: Rule, b: Rule): number {
  const forbids = (rule: Rule) => (rule.forbids === undefined ? 0 : 1);
  return b.specificity - a.specificity || forbids(a) - forbids(b);
}

/** The result of a request for a host's robots.txt file (RFC 9309 §2.3.1). */
export type RobotsFile =
  | { readonly kind: "found"; readonly text: string }
  /** There is no file: everything is allowed. */
  | { readonly kind: "unavailable" }
  /** The rules are unknown: nothing is allowed for now. */
  | {
      readonly kind: "unreachable";
      readonly detail: string;
      readonly retryAfterMs: number;
      /** True when no server is there. */
      readonly isAbsent?: true;
    }
  /** No request to the host is allowed at all. */
  | { readonly kind: "refused"; readonly rule: RefusalRule; readonly detail: string };

/** The outcome of a request for robots.txt after its redirects. */
type Answer = Exclude<FetchOutcome, { kind: "redirect" }>;

/**
 * Returns what the outcome of a request means (RFC 9309 §2.3.1): 4xx allows everything, 5xx and 429
 * allow nothing for now. `isOwnHost` is true when no redirect was followed.
 */
export function robotsFileOf(outcome: Answer, isOwnHost: boolean): RobotsFile {
  switch (outcome.kind) {
    case "page":
      return { kind: "found", text: textOf(outcome) };
    case "gone":
    case "get-needed":
    case "not-modified":
    case "not-recorded":
      return { kind: "unavailable" };
    case "refused":
      // A redirect to where no crawler may go hides the rules; it says nothing about the host. The
      // first request has the scheme of a page's URL: only a redirect of it is refused by that rule.
      return isOwnHost && outcome.rule !== "scheme"
        ? outcome
        : unreachable(`redirected: ${outcome.rule} ${outcome.detail}`);
    case "failed":
      return isUnavailable(outcome)
        ? { kind: "unavailable" }
        : {
            ...unreachable(`${outcome.reason}: ${outcome.detail}`, outcome.retryAfterMs),
            ...(isOwnHost && outcome.isAbsent && { isAbsent: true }),
          };
  }
}

/**
 * All of 4xx means that there is no file (RFC 9309 §2.3.1.3), and so does a redirect to nowhere. But a
 * host that answers 429 asks not to be asked, and gets its wish.
 */
function isUnavailable({ status = 0, reason }: Extract<Answer, { kind: "failed" }>): boolean {
  if (reason === "bad-redirect" || reason === "needs-cookie") return true;
  return status >= 400 && status < 500 && status !== 429;
}

function unreachable(detail: string, retryAfterMs = 0): RobotsFile {
  return { kind: "unreachable", detail, retryAfterMs };
}

/**
 * A file is UTF-8 (RFC 9309 §2.2). Some are UTF-16, and their rules are meant, too. Of a file in another encoding
 * the octets are what its paths are made of. The last line of a file cut off at the limit may be half a rule: it goes.
 */
function textOf({ body, truncated }: FetchedPage): string {
  const decoded = new TextDecoder(wideEncoding(body) ?? "utf-8").decode(body);
  const isOther = decoded.includes("\uFFFD");
  const text = isOther ? escapedOctets(Buffer.from(body).toString("latin1")) : decoded;
  return truncated ? text.slice(0, text.search(/[\r\n][^\r\n]*$/) + 1) : text;
}

/**
 * Returns the name by which robots.txt files know this crawler: the part before the version (RFC
 * 9309 §2.2.1).
 */
export function productToken({ userAgent }: { readonly userAgent: string }): string {
  return userAgent.split(/[/ ]/, 1)[0] ?? userAgent;
}
