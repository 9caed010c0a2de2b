import { NO_SIGNALS, type Signals } from "./signals.ts";

/** The page asks to be kept out of indexes. */
export const NOINDEX = "robots: noindex";
/** The page asks that none of its links be followed. */
export const NOFOLLOW = "robots: nofollow";

/** Rules that restrict something. Others permit what nobody forbids, or shape search results. */
const RESTRICTIONS: ReadonlySet<string> = new Set([
  "noindex",
  "nofollow",
  "noarchive",
  "nocache",
  "nosnippet",
  "noimageindex",
  "notranslate",
  "noai",
  "noimageai",
]);

/** Rules that have a value after a colon: no robot has such a name. */
const RULES_WITH_VALUE: ReadonlySet<string> = new Set([
  "max-image-preview",
  "max-snippet",
  "max-video-preview",
  "unavailable_after",
]);

/** A robot's name or a rule with a value: the word before the first colon, and the rest. */
const BEFORE_COLON = /^(?<word>[\w-]+)\s*:(?<rest>.*)$/s;

/**
 * Returns the rules of `<meta name content>`, with the name in lower case; none when it is neither
 * `robots` nor `robotsName`, the product token of this crawler.
 */
export function robotsOfMeta(name: string, content: string, robotsName: string): Signals {
  if (!isForUs(name, robotsName)) return NO_SIGNALS;
  return content.toLowerCase().split(",").flatMap(rulesOf);
}

/**
 * Returns the rules of an `X-Robots-Tag` header. A name such as `googlebot:` addresses the rules
 * after it, up to the next name or the end of the header. Rules before any name are for all robots
 * (developers.google.com/search/docs/crawling-indexing/robots-meta-tag).
 */
export function robotsOfHeader(value: string, robotsName: string): Signals {
  const rules: string[] = [];
  let isOurs = true;
  for (const part of value.toLowerCase().split(",")) {
    const { word, rest } = BEFORE_COLON.exec(part.trim())?.groups ?? {};
    const isName = word !== undefined && !RULES_WITH_VALUE.has(word);
    if (isName) isOurs = isForUs(word, robotsName);
    if (isOurs) rules.push(...rulesOf(isName ? (rest ?? "") : part));
  }
  return rules;
}

function isForUs(name: string, robotsName: string): boolean {
  return name === "robots" || name === robotsName.toLowerCase();
}

function rulesOf(text: string): readonly string[] {
  const rule = text.trim();
  if (rule === "none") return [NOINDEX, NOFOLLOW];
  return RESTRICTIONS.has(rule) ? [`robots: ${rule}`] : [];
}
