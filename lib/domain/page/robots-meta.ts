import type { MetaRobots } from "./page-view.ts";

/** Names that address this crawler in a `meta` element or before the rules of a header. */
const ROBOTS_NAMES: ReadonlySet<string> = new Set(["robots", "dowser"]);

/** Rules that have a value after a colon: no robot has such a name. */
const RULES_WITH_VALUE: ReadonlySet<string> = new Set([
  "max-image-preview",
  "max-snippet",
  "max-video-preview",
  "unavailable_after",
]);

/** A robot's name or a rule with a value: the word before the first colon, and the rest. */
const BEFORE_COLON = /^(?<word>[\w-]+)\s*:(?<rest>.*)$/s;

/** The rules of a page without requests to robots. */
export const NO_ROBOTS_RULES: MetaRobots = { noindex: false, nofollow: false };

/** Returns the rules of `<meta name content>`; no rules when the name is not this crawler's. */
export function robotsOfMeta(name: string, content: string): MetaRobots {
  if (!ROBOTS_NAMES.has(name.trim().toLowerCase())) return NO_ROBOTS_RULES;
  return content.toLowerCase().split(",").map(ruleOf).reduce(bothRules, NO_ROBOTS_RULES);
}

/**
 * Returns the rules of `X-Robots-Tag` headers. A name such as `googlebot:` addresses the rules
 * after it, up to the next name or the end of the header. Rules before any name are for all robots
 * (developers.google.com/search/docs/crawling-indexing/robots-meta-tag).
 */
export function robotsOfHeaders(values: readonly string[]): MetaRobots {
  return values.map(robotsOfHeader).reduce(bothRules, NO_ROBOTS_RULES);
}

/** Combines two sets of rules: where they differ, the stricter one counts. */
export function bothRules(a: MetaRobots, b: MetaRobots): MetaRobots {
  return { noindex: a.noindex || b.noindex, nofollow: a.nofollow || b.nofollow };
}

function robotsOfHeader(value: string): MetaRobots {
  let rules = NO_ROBOTS_RULES;
  let isForUs = true;
  for (const part of value.toLowerCase().split(",")) {
    const { word, rest } = BEFORE_COLON.exec(part.trim())?.groups ?? {};
    const isName = word !== undefined && !RULES_WITH_VALUE.has(word);
    if (isName) isForUs = ROBOTS_NAMES.has(word);
    if (isForUs) rules = bothRules(rules, ruleOf(isName ? (rest ?? "") : part));
  }
  return rules;
}

function ruleOf(text: string): MetaRobots {
  const rule = text.trim();
  return {
    noindex: rule === "noindex" || rule === "none",
    nofollow: rule === "nofollow" || rule === "none",
  };
}
