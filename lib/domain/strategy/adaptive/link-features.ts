import { wordsOf } from "../../text/words.ts";
import { hostOf } from "../../url/canonical-url.ts";
import { pathExtension } from "../../url/path-extension.ts";
import type { Url } from "../../url/url.ts";
import type { LinkFacts } from "../strategy.ts";
import { linkWords, type ReadWords, textWords, type WordPlace } from "./link-words.ts";
import type { AdaptiveSettings } from "./options.ts";

/**
 * How much features count by their kind, the first word of their name: what the link itself says is worth
 * twice what stands around it. Measured; any of them at 1 finds a little less.
 */
const VALUES: Readonly<Record<string, number>> = { url: 1, anchor: 1, worth: 1, list: 1 };
const OTHER_VALUE = 0.5;

const WORD_PLACES: ReadonlySet<string> = new Set(["url", "anchor", "around"] satisfies WordPlace[]);

/** Steps that the worth of a page is told apart in. */
const WORTH_STEPS = 5;

/** A character that no word begins with. */
const MARK = /^[^\p{L}\p{N}]/u;

/** Depths and numbers of words from here on are alike. */
const MOST_SEGMENTS = 6;
const MOST_WORDS = 5;

/** Names the features of a link, each once. */
export type LinkFeatures = (link: LinkFacts) => ReadonlySet<string>;

/** Compiles what of a link counts to a function that names its features; `wordsIn` reads its texts. */
export function linkFeatures(
  evidence: AdaptiveSettings["features"],
  wordsIn: ReadWords = textWords,
): LinkFeatures {
  const texts = evidence === "url" ? "url" : "url+anchor+around";
  return (link) => {
    const words = linkWords(link, texts, wordsIn);
    // A labelled page, or a result of a search, is no link on any page.
    if (evidence !== "all" || link.parent === undefined) return words;
    return new Set([...words, ...placeFeatures(link, link.parent, wordsIn)]);
  };
}

/** Whether a feature is a word of the link's own, such as tell how much is known of it. */
export function isLinkWord(feature: string): boolean {
  return WORD_PLACES.has(kindOf(feature));
}

/** What a feature counts where a link has it, in (0,1]. */
export function linkFeatureValue(feature: string): number {
  return VALUES[kindOf(feature)] ?? OTHER_VALUE;
}

/** Where the link stands, how its URL is made and how it lies to that of its page. */
function* placeFeatures(
  { url, snippet }: LinkFacts,
  parent: Url,
  wordsIn: ReadWords,
): Generator<string> {
  const { origin, pathname, search } = new URL(url);
  const segments = pathname.split("/").filter((segment) => segment !== "");
  const depth = Math.min(segments.length, MOST_SEGMENTS);
  const relation = relationOf(url, parent);
  yield `relation ${relation}`;
  yield `depth ${depth}`;
  yield `relation ${relation} ${depth}`;
  yield `form ${maskOf(pathname + search)}`;
  yield `extension ${pathname.endsWith("/") ? "/" : (pathExtension(url, origin.length) ?? "")}`;
  if (search !== "") yield "form ?";
  if (/\d/.test(segments.at(-1) ?? "")) yield "form 0";
  if (MARK.test(segments[0] ?? "")) yield `form ${segments[0]?.charAt(0)}`;
  if (snippet === undefined) return;
  if (snippet.inherited !== undefined)
    yield `worth ${Math.min(WORTH_STEPS - 1, Math.floor(WORTH_STEPS * snippet.inherited))}`;
  yield `length ${Math.min(MOST_WORDS, wordsOf(snippet.anchor).length)}`;
  for (const word of wordsIn(snippet.title)) yield `page ${word}`;
}

/** A path with `0` for digits and `w` for letters that stand together: what made it, not what it is of. */
export function maskOf(path: string): string {
  return path.replaceAll(/\d+/g, "0").replaceAll(/\p{L}+/gu, "w");
}

/** Where a URL lies as seen from a page: on another host, in the same directory, below, above or beside it. */
function relationOf(url: Url, page: Url): string {
  if (hostOf(url) !== hostOf(page)) return "host";
  const [to, from] = [directoryOf(url), directoryOf(page)];
  if (to === from) return "same";
  if (to.startsWith(from)) return "below";
  return from.startsWith(to) ? "above" : "beside";
}

function directoryOf(url: Url): string {
  const { pathname } = new URL(url);
  return pathname.slice(0, pathname.lastIndexOf("/") + 1);
}

function kindOf(feature: string): string {
  return feature.slice(0, feature.indexOf(" "));
}
