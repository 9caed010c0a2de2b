import { hashToUnit } from "../../stats/random/random.ts";
import { canonicalUrl } from "../../web/url/canonical-url.ts";
import type { Url } from "../../web/url/url.ts";
import { decoded } from "../../web/url/url-words.ts";
import type { PageView } from "../page-view.ts";
import { isSparse } from "./wall-of-page.ts";

/** 2^48: chance collisions of a host's texts are fewer than one in a million. */
const HASHES = 0x1_0000_0000_0000;

const WORDS = /\p{L}+/gu;

/**
 * Returns the hash of a text that may be a host's answer to any URL, a whole number below 2^48;
 * `undefined` for a page with a text of its own. Words of the URL are left out, as such answers
 * quote it, and so are digits, as they name the time.
 */
export function notFoundFingerprint(
  view: Pick<PageView, "url" | "text" | "linkLengths" | "mainText">,
): number | undefined {
  if (!isSparse(view)) return undefined;
  const quoted = new Set(wordsOf(decoded(view.url)));
  const words = wordsOf(view.mainText).filter((word) => !quoted.has(word));
  return Math.floor(hashToUnit(0, words.join(" ")) * HASHES);
}

/** Letters of a name that no page has: 26^16 of them. */
const NAME_LENGTH = 16;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/**
 * Returns a URL beside `url` that cannot exist: its last segment, or the values of its query, are
 * letters by chance from `seed`.
 */
export function impossibleUrl(url: Url, seed: number): Url | undefined {
  const name = Array.from({ length: NAME_LENGTH }, (_, at) =>
    LETTERS.charAt(Math.floor(hashToUnit(seed + at, url) * LETTERS.length)),
  ).join("");
  const there = new URL(url);
  if (there.search === "") return asUrl(new URL(name, url));
  for (const key of there.searchParams.keys()) there.searchParams.set(key, name);
  return asUrl(there);
}

function asUrl({ href }: URL): Url | undefined {
  const canonical = canonicalUrl(href);
  return canonical.ok ? canonical.url : undefined;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORDS) ?? [];
}
