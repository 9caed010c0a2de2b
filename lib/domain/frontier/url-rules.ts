import { compileHostRule } from "../web/url/host-rule.ts";
import type { Host, Url } from "../web/url/url.ts";
import { compilePattern } from "./scope.ts";

/** Decides on a canonical URL and its host. */
export type UrlTest = (url: Url, host: Host) => boolean;

/**
 * Compiles rules into one test that holds where any of them does. A rule is a canonical URL, a
 * pattern as in the scope of a project (with `*`, or with `/` at its start), or a host name, which
 * covers its subdomains.
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
