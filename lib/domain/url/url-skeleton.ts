import type { Url } from "./url.ts";

/** Words, with the digits in them, or a single other character. */
const TOKEN = /[\p{L}\p{N}]+|[^\p{L}\p{N}]/gu;
const WORD = /^[\p{L}\p{N}]/u;
const DIGIT = /\p{N}/u;

/** Stands for a word with a number in it, and for words that are not common. */
const NUMBER = "0";
const ANY = "*";

/** What a name is made of whose words are not common: `*`, then more of them with numbers and hyphens between. */
const NAME = /\*(?:[^\p{L}\p{N}/?.]|0)*/gu;

/** Fewest URLs that a word of the site's own is in, and their least share. */
const LEAST_URLS = 4;
const LEAST_SHARE = 0.01;

/**
 * Words that so many URLs share that they tell what made a URL, not what it is of: at least 4 of the
 * distinct URLs and one in a hundred. In order of first occurrence.
 */
export function commonUrlWords(urls: ReadonlySet<Url>): string[] {
  const counts = new Map<string, number>();
  for (const url of urls)
    for (const word of new Set(tokensOf(url))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const least = Math.max(LEAST_URLS, LEAST_SHARE * urls.size);
  return [...counts]
    .filter(([word, count]) => count >= least && WORD.test(word) && word !== NUMBER)
    .map(([word]) => word);
}

/**
 * Compiles common words to what a URL has in common with others made alike: its path and query, lower
 * case, with `0` for what has a digit and `*` for names. It holds no white space.
 */
export function urlSkeleton(words: Iterable<string>): (url: Url) => string {
  const common = new Set(words);
  return (url) =>
    tokensOf(url)
      .map((token) => (token === NUMBER || !WORD.test(token) || common.has(token) ? token : ANY))
      .join("")
      .replaceAll(NAME, (name) => (name.includes(NUMBER) ? ANY + NUMBER : ANY));
}

function tokensOf(url: Url): string[] {
  const { pathname, search } = new URL(url);
  const tokens =
    decode(pathname + search)
      .toLowerCase()
      .match(TOKEN) ?? [];
  return tokens.map((token) => (DIGIT.test(token) ? NUMBER : /\s/.test(token) ? "_" : token));
}

/** What cannot be decoded stays as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
