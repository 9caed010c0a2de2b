/** Which URLs a crawl may fetch, and where redirects lead. */
import { compileHostRule, hostOf } from "../web/url/canonical-url.ts";
import { registrableDomain } from "../web/url/registrable-domain.ts";
import type { Host, Url } from "../web/url/url.ts";
import type { FrontierLink, OfferedLink, Quota } from "./link.ts";
import { compileTraps, TRAP_LIMITS, type TrapLimits, type TrapRule } from "./traps.ts";

/** The rules for links to follow; the project file's section `scope` documents each key. */
export interface ScopeRules {
  readonly hosts: HostReach;
  readonly allowHosts: readonly string[];
  readonly denyHosts: readonly string[];
  readonly allowPatterns: readonly string[];
  readonly denyPatterns: readonly string[];
  /** Links from a seed; no limit if absent. */
  readonly maxDepth?: number | undefined;
  /** URLs of a registrable domain; no limit if absent. */
  readonly urlsPerSite?: number | undefined;
  /** Lower case, without the dot. */
  readonly skipExtensions: readonly string[];
  readonly traps: Pick<TrapLimits, "hostsPerDomain">;
}

/** Other inputs of the verdict. They are fixed for a crawl, so that a resumed one decides the same. */
interface ScopeContext {
  readonly seeds: readonly Url[];
  /** Year (UTC) in which the crawl began, for judging calendars. */
  readonly year: number;
}

/** Rule that excludes a link when its site has so many URLs already. */
export const SITE_QUOTA = "site-quota" as const;

/** Rules that exclude a link, as counted in reports. */
type ScopeRule =
  | "depth"
  | "extension"
  | "host"
  | "host-denied"
  | "pattern"
  | "pattern-denied"
  | typeof SITE_QUOTA
  | TrapRule;

/** The rule that excludes the link, or the quotas under which it is allowed. */
export interface ScopeVerdict {
  readonly refusedBy: ScopeRule | undefined;
  /** Empty when the link is refused. */
  readonly quotas: readonly Quota[];
}

/** Judges a link by its canonical URL, that URL's host, and its distance from the seeds. */
export type CompiledScope = (link: Pick<OfferedLink, "url" | "host" | "depth">) => ScopeVerdict;

/** Verdicts cached: the pages of a site repeat most of their links. Some 8 MB, with their URLs. */
const REMEMBERED = 20_000;

/** Compiles the rules into one function; when several rules apply, the first in its order is reported. */
export function compileScope(rules: ScopeRules, { seeds, year }: ScopeContext): CompiledScope {
  const maxDepth = rules.maxDepth ?? Number.POSITIVE_INFINITY;
  const hostRuleBrokenBy = compileHostRules(rules, seeds.map(hostOf));
  const allowed = rules.allowPatterns.map(compilePattern);
  const denied = rules.denyPatterns.map(compilePattern);
  const skipped = new Set(rules.skipExtensions);
  const judgeTraps = compileTraps({ ...TRAP_LIMITS, ...rules.traps }, year);

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
    const verdict = judgeTraps(url, pathStart);
    const { urlsPerSite } = rules;
    return urlsPerSite === undefined ? verdict : withSiteQuota(verdict, host, urlsPerSite);
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

function withSiteQuota(verdict: ScopeVerdict, host: Host, limit: number): ScopeVerdict {
  if (verdict.refusedBy !== undefined) return verdict;
  const key = `site:${registrableDomain(host)}`;
  const quota: Quota = { key, limit, rule: SITE_QUOTA, counts: "domain" };
  return { ...verdict, quotas: [...verdict.quotas, quota] };
}

function compileHostRules(
  { hosts, allowHosts, denyHosts }: ScopeRules,
  seedHosts: readonly Host[],
): (host: Host) => "host" | "host-denied" | undefined {
  const reachable = reachableHosts(hosts, seedHosts);
  const inReach = reachable && compileHostRule(reachable);
  const allowed = allowHosts.length === 0 ? undefined : compileHostRule(allowHosts);
  const denied = compileHostRule(denyHosts);
  return (host) => {
    if (inReach?.(host) === false || allowed?.(host) === false) return "host";
    return denied(host) ? "host-denied" : undefined;
  };
}

/** Hosts to which a crawl is restricted: any, those of its seeds, or all of the seeds' registrable domains. */
type HostReach = "any" | "seeds" | "seed-domains";

/**
 * Returns the names, for a host rule, that the reach allows; `undefined` if it allows all. A
 * leading `www.` is removed, so that a site is in reach under both its names.
 */
export function reachableHosts(
  reach: HostReach,
  seedHosts: readonly string[],
): readonly string[] | undefined {
  if (reach === "any") return undefined;
  if (reach === "seeds") return seedHosts.map((host) => host.replace(/^www\./, ""));
  return seedHosts.map(registrableDomain);
}

/**
 * Compiles a pattern in which `*` matches any run of characters, and all else is literal.
 *
 * A pattern that begins with `/` is matched with path and query, any other with the whole URL; both
 * from end to end. Matching only ever searches forward, so that no pattern and no URL makes it
 * slow.
 */
export function compilePattern(pattern: string): (url: string, pathStart: number) => boolean {
  const fromPath = pattern.startsWith("/");
  const [head = "", ...rest] = asWrittenInUrls(pattern).split("*");
  const tail = rest.pop();
  return (url, pathStart) => {
    const start = fromPath ? pathStart : 0;
    if (!url.startsWith(head, start)) return false;
    if (tail === undefined) return url.length === start + head.length;
    if (!url.endsWith(tail)) return false;
    const end = url.length - tail.length;
    let position = start + head.length;
    for (const part of rest) {
      const found = url.indexOf(part, position);
      if (found < 0) return false;
      position = found + part.length;
    }
    return position <= end;
  };
}

/**
 * Converts a pattern to the form of canonical URLs, which hold printable ASCII only. A pattern may
 * be written as a reader sees the URL.
 */
function asWrittenInUrls(pattern: string): string {
  return pattern.toWellFormed().replace(/[^\x21-\x7e]+/gu, encodeURIComponent);
}

/**
 * Returns whether links of a page in `pageLanguage` may be followed. They may if no languages are
 * required, or the page declares none. Otherwise one of `languages` must be the page's language or
 * a range that contains it (RFC 4647 §3.3.1: `en` covers `en-us`, not `eng`).
 */
export function languageAllowed(
  languages: readonly string[],
  pageLanguage: string | undefined,
): boolean {
  if (languages.length === 0 || pageLanguage === undefined || pageLanguage === "") return true;
  const tag = pageLanguage.toLowerCase();
  return languages.some((range) => {
    const lower = range.toLowerCase();
    return tag === lower || tag.startsWith(`${lower}-`);
  });
}

/** Longest file name extension recognised, in characters. */
const MAX_EXTENSION = 10;

/**
 * Returns the lower-case extension of the last path segment, `undefined` when there is no
 * extension.
 *
 * Path parameters (`;…`) are not part of it. A segment with a colon is a wiki's title:
 * `File:Oak.jpg` is the HTML page about that file.
 */
export function pathExtension(url: string, pathStart: number): string | undefined {
  let end = url.indexOf("?", pathStart);
  if (end < 0) end = url.length;
  const slash = url.lastIndexOf("/", end - 1);
  const semicolon = url.indexOf(";", slash);
  if (semicolon >= 0 && semicolon < end) end = semicolon;
  const dot = url.lastIndexOf(".", end - 1);
  if (dot <= slash + 1 || end - dot - 1 > MAX_EXTENSION || end - dot === 1) return undefined;
  const colon = url.indexOf(":", slash);
  if (colon >= 0 && colon < end) return undefined;
  return url.slice(dot + 1, end).toLowerCase();
}

/** Decides on a canonical URL and its host. */
export type UrlTest = (url: Url, host: Host) => boolean;

/**
 * Compiles rules into one test that holds where any of them does. A rule is a canonical URL, a pattern as in the scope
 * of a project (with `*`, or with `/` at its start), or a host name, which covers its subdomains.
 */
export function compileUrlRules(rules: readonly string[]): UrlTest {
  const isPattern = (rule: string) => rule.startsWith("/") || rule.includes("*");
  const isUrl = (rule: string) => !isPattern(rule) && rule.includes("://");
  const urls = new Set(rules.filter(isUrl));
  const patterns = rules.filter(isPattern).map(compilePattern);
  const ofHost = compileHostRule(rules.filter((rule) => !isPattern(rule) && !isUrl(rule)));
  return (url, host) => {
    if (urls.has(url) || ofHost(host)) return true;
    const pathStart = url.indexOf("/", url.indexOf("//") + 2);
    return patterns.some((matches) => matches(url, pathStart));
  };
}

/**
 * Returns the link that a redirect stands for: its target, with the score and depth of the redirected
 * link. A target that the scope refuses, or one redirect over `maxRedirects`, is refused by that rule.
 */
export function redirectTarget(
  link: FrontierLink,
  url: Url,
  verdict: Pick<OfferedLink, "quotas" | "refusedBy">,
  maxRedirects: number,
): OfferedLink {
  const redirects = link.redirects + 1;
  const tooMany = redirects > maxRedirects ? "too-many-redirects" : undefined;
  return {
    ...link,
    url,
    host: hostOf(url),
    redirects,
    parent: link.url,
    quotas: verdict.quotas,
    refusedBy: verdict.refusedBy ?? tooMany,
  };
}
