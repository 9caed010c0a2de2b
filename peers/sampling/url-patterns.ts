import type { Url } from "../../lib/domain/web/url/url.ts";

/** Source of a regular expression that matches whole URLs; learned, so never expensive to match. */
export type UrlPattern = string;

/** Delimiters of words in a URL, and of tokens in a word. */
const WORD_END = /([/.?&=])/;
const TOKEN_END = /([-_])/;

/** Any word, or the end of one. */
const ANY_WORD = "[^/.?&=]";

/** Replaces a number; a canonical URL has no fragment, and so never contains this character. */
const NUMBER = "#";

/**
 * A value keeps a pattern of its own if more than this share of similar URLs have it; the others
 * are generalised.
 */
const MAJORITY = 0.5;

/**
 * Learns the patterns of URLs, after the description of Vidal et al. 2006. URLs with the same
 * delimiters are aligned. One symbol replaces all numbers, and a word common to most URLs is kept.
 * Other words are generalised, except for the tokens that they begin and end with in common.
 * @returns each URL's pattern
 */
export function learnUrlPatterns(urls: Iterable<Url>): ReadonlyMap<Url, UrlPattern> {
  const patterns = new Map<Url, UrlPattern>();
  const rows = Array.from(new Set(urls), rowOf);
  const open: Group[] = [];
  for (const alike of Map.groupBy(rows, ({ form }) => form).values())
    open.push({ rows: alike, at: 0, sources: [] });
  for (let group = open.pop(); group !== undefined; group = open.pop()) {
    const [first] = group.rows;
    if (first === undefined) continue;
    if (group.at < first.words.length) open.push(...generalise(group));
    else for (const { url } of group.rows) patterns.set(url, sourceOf(first, group.sources));
  }
  return patterns;
}

/** Compiles a pattern to a predicate. */
export function compileUrlPattern(pattern: UrlPattern): (url: Url) => boolean {
  const expression = new RegExp(`^${pattern}$`, "u");
  return (url) => expression.test(url);
}

/** A URL split into its parts. */
interface Row {
  readonly url: Url;
  readonly origin: string;
  /** Words with {@link NUMBER} for each number. */
  readonly words: readonly string[];
  /** Delimiters, one fewer than words. */
  readonly delimiters: readonly string[];
  /** Equal for URLs that can be aligned. */
  readonly form: string;
}

/** URLs with the same delimiters, generalised up to the word `at`. */
interface Group {
  readonly rows: readonly Row[];
  readonly at: number;
  readonly sources: readonly string[];
}

function rowOf(url: Url): Row {
  const { origin } = new URL(url);
  const parts = url.slice(origin.length).split(WORD_END);
  const words = parts.filter((_, index) => index % 2 === 0);
  const delimiters = parts.filter((_, index) => index % 2 === 1);
  return {
    url,
    origin,
    delimiters,
    words: words.map((word) => word.replaceAll(/\d+/g, NUMBER)),
    form: `${origin} ${delimiters.join("")}`,
  };
}

/** Processes one more word: returns the group, or its majority and the rest of it. */
function generalise({ rows, at, sources }: Group): Group[] {
  const byWord = Map.groupBy(rows, ({ words }) => words[at] ?? "");
  const [word, alike] = [...byWord].reduce((a, b) => (b[1].length > a[1].length ? b : a));
  if (alike.length <= MAJORITY * rows.length)
    return [{ rows, at: at + 1, sources: [...sources, generalWord([...byWord.keys()])] }];
  const kept = { rows: alike, at: at + 1, sources: [...sources, literal(word)] };
  const rest = rows.filter(({ words }) => words[at] !== word);
  return rest.length === 0 ? [kept] : [kept, { rows: rest, at, sources }];
}

/**
 * Returns the common part of words that differ: the tokens at the beginning, then those at the end.
 */
function generalWord(words: readonly string[]): string {
  const tokens = words.map((word) => word.split(TOKEN_END));
  const [first = []] = tokens;
  const shortest = Math.min(...tokens.map(({ length }) => length));
  let head = 0;
  while (head < shortest && tokens.every((each) => each[head] === first[head])) head += 1;
  let tail = 0;
  const same = (place: number) => tokens.every((each) => each.at(place) === first.at(place));
  while (tail < shortest - head && same(-1 - tail)) tail += 1;
  const isWhole = tokens.some(({ length }) => length === head + tail) || words.includes("");
  const middle = `${ANY_WORD}${isWhole ? "*" : "+"}`;
  const join = (list: readonly string[]) => list.map(literal).join("");
  return join(first.slice(0, head)) + middle + join(first.slice(first.length - tail));
}

function sourceOf({ origin, delimiters }: Row, sources: readonly string[]): UrlPattern {
  const path = sources.map((source, index) => source + literal(delimiters[index] ?? "")).join("");
  return literal(origin) + path;
}

/**
 * Escapes a text so that it matches itself; `-` needs no escape outside brackets, and the flag `u`
 * forbids one.
 */
function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replaceAll(NUMBER, "\\d+");
}
