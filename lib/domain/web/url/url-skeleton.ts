import { remember } from "../../text/safe-text.ts";
import type { Url } from "./url.ts";
import { decoded } from "./url-words.ts";

/** Words, including their digits, or a single other character. */
const TOKEN = /[\p{L}\p{N}]+|[^\p{L}\p{N}]/gu;
const WORD = /^[\p{L}\p{N}]/u;
const DIGIT = /\p{N}/u;
/** Joins the words of a title in a URL. */
const JOINT = /^[-_+]$/;

/** Replacements for a word with a number in it, and for words that are not common. */
const NUMBER = "0";
const ANY = "*";

/**
 * A name made of words that are not common: `*`, then more of them with numbers and hyphens
 * between.
 */
const NAME = /\*(?:[^\p{L}\p{N}/?.]|0)*/gu;

/** Fewest URLs with a word of the site's own vocabulary, as a number and as a share. */
const LEAST_URLS = 4;
const LEAST_SHARE = 0.01;

/**
 * Returns the words shared by so many URLs that they show which software made a URL, not its topic,
 * and the parts of joined words that are. They are in at least 4 of the distinct URLs and in at
 * least one in a hundred. The order is that of first occurrence.
 */
export function commonUrlWords(urls: ReadonlySet<Url>): string[] {
  const counts = new Map<string, number>();
  for (const url of urls) {
    const tokens = tokensOf(url);
    const parts = partsOf(tokens).map((part) => part.join(""));
    for (const word of new Set([...tokens, ...parts]))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const least = Math.max(LEAST_URLS, LEAST_SHARE * urls.size);
  return [...counts]
    .filter(([word, count]) => count >= least && WORD.test(word) && word !== NUMBER)
    .map(([word]) => word);
}

/**
 * Compiles common words to a function from a URL to the part it shares with similar URLs. This is
 * its path and query in lower case, with `0` for words with a digit and `*` for names. It holds no
 * white space.
 */
export function urlSkeleton(words: Iterable<string>): (url: Url) => string {
  const common = new Set(words);
  const isKept = (token: string) => token === NUMBER || !WORD.test(token) || common.has(token);
  const formOf = (part: readonly string[]) => {
    const joined = part.join("");
    // Two common words make a title as well; a word with a number is a list's page.
    const isTitle = part.filter((token) => WORD.test(token) && token !== NUMBER).length > 1;
    return part.every(isKept) && (!isTitle || isKept(joined)) ? joined : nameForm(part);
  };
  return (url) =>
    partsOf(tokensOf(url))
      .map(formOf)
      .join("")
      .replaceAll(NAME, (name) => (name.includes(NUMBER) ? ANY + NUMBER : ANY));
}

/** Returns the tokens by part: words joined by hyphens and the like, or a single other token. */
function partsOf(tokens: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (const token of tokens) {
    const part = parts.at(-1);
    const goesOn = part !== undefined && WORD.test(part[0] ?? "");
    if (goesOn && (WORD.test(token) || JOINT.test(token))) part.push(token);
    else parts.push([token]);
  }
  return parts;
}

/**
 * Returns the form of a part with an uncommon word. Such a part is a title, so its other words are
 * chance, too. A number is the page's own only at an end: titles have numbers between their words.
 */
function nameForm(part: readonly string[]): string {
  return part[0] === NUMBER || part.at(-1) === NUMBER ? ANY + NUMBER : ANY;
}

/** URLs whose tokens are cached, some 10 MB: each training reads the URLs of those before it again. */
const MOST_URLS = 30_000;

const tokensOf = remember(readTokens, MOST_URLS);

function readTokens(url: Url): readonly string[] {
  const { pathname, search } = new URL(url);
  const tokens =
    decoded(pathname + search)
      .toLowerCase()
      .match(TOKEN) ?? [];
  return tokens.map((token) => (DIGIT.test(token) ? NUMBER : /\s/.test(token) ? "_" : token));
}

/** Ending of a file name. */
const EXTENSION = /\.[a-z][a-z0-9]{1,4}$/i;

/** Longest name of a directory, in UTF-16 units: a longer name is a title, one of many. */
const MOST_OF_A_NAME = 20;

/**
 * Returns the common part of URLs made by the same rule: their path and the names of their
 * parameters. The path has `0` for each digit of a number of up to four digits, `00000` for longer
 * ones and `~` for a title.
 */
export function urlShape(url: Url): string {
  const { pathname, searchParams } = new URL(url);
  const path = pathname.split("/").map(segmentShape).join("/");
  const parameters = [...new Set(searchParams.keys())].toSorted().join("&");
  return parameters === "" ? path : `${path}?${parameters}`;
}

/**
 * Returns the depth of a URL below its root and the places of numbers: `/0/0/w/` for a path by year
 * and month.
 */
export function pathForm(url: Url): string {
  const segments = new URL(url).pathname.split("/");
  return segments.map((segment) => segment && (/^\d+$/.test(segment) ? "0" : "w")).join("/");
}

function segmentShape(segment: string): string {
  const extension = EXTENSION.exec(segment)?.[0] ?? "";
  const name = segment.slice(0, segment.length - extension.length);
  if (/^\d+$/.test(name)) return "0".repeat(Math.min(name.length, 5)) + extension;
  const isTitle = /[\d_-]/.test(name) || name.length > MOST_OF_A_NAME;
  return (isTitle ? "~" : name) + extension;
}
