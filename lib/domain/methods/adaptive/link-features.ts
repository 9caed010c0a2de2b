/** The features of a link: words in its places, and its position. */
import { pathExtension } from "../../frontier/scope.ts";
import { remember, rememberParts } from "../../text/safe-text.ts";
import { stem, stopWordsOf, wordsOf } from "../../text/words.ts";
import { hostOf } from "../../web/url/canonical-url.ts";
import type { Url } from "../../web/url/url.ts";
import { splitCompounds, urlWords } from "../../web/url/url-words.ts";
import type { LinkFacts } from "../strategy.ts";
import type { AdaptiveSettings } from "./options.ts";

/**
 * Values of features by their kind, the first word of their name. The link's own words count twice
 * as much as the text around it. Measured; setting any of them to 1 finds slightly less.
 */
const VALUES: Readonly<Record<string, number>> = { url: 1, anchor: 1, worth: 1, list: 1 };
const OTHER_VALUE = 0.5;

/** Where a word of a link occurs. */
export type WordPlace = "url" | "anchor" | "around";

const WORD_PLACES: ReadonlySet<string> = new Set(["url", "anchor", "around"] satisfies WordPlace[]);

/** Number of steps into which the worth of a page is divided: features `worth 0`, `worth 1` and so on. */
const WORTH_STEPS = 5;

/** A character that no word begins with. */
const MARK = /^[^\p{L}\p{N}]/u;

/** Depths and word counts from this number on are treated as equal. */
const MOST_SEGMENTS = 6;
const MOST_WORDS = 5;

/** Names the features of a link, each once. */
export type LinkFeatures = (link: LinkFacts) => ReadonlySet<string>;

/** Takes a feature by its kind and its name. */
export type AddFeature = (kind: string, name: string) => void;

/** Takes the words of a text as features of one kind. */
export type AddText = (kind: string, text: string) => void;

/**
 * Names each feature of a link by its kind and its name, some of them more than once. Texts are given to `addText` if
 * there is one: their words are features, by {@link formOfWord}.
 */
export type EachLinkFeature = (link: LinkFacts, add: AddFeature, addText?: AddText) => void;

/** Compiles the link texts to use into a function that names features in text. */
export function linkFeatures(
  evidence: AdaptiveSettings["features"],
  wordsIn: ReadWords = textWords,
): LinkFeatures {
  const eachFeature = eachLinkFeature(evidence, wordsIn);
  return (link) => {
    const features = new Set<string>();
    eachFeature(link, (kind, name) => features.add(`${kind} ${name}`));
    return features;
  };
}

/**
 * Compiles the link texts to use into a function that names features; `wordsIn` reads the texts.
 */
export function eachLinkFeature(
  evidence: AdaptiveSettings["features"],
  wordsIn: ReadWords = textWords,
): EachLinkFeature {
  const texts = evidence === "url" ? "url" : "url+anchor+around";
  const wordByWord =
    (add: AddFeature): AddText =>
    (kind, text) => {
      for (const word of wordsIn(text)) add(kind, word);
    };
  return (link, add, addText = wordByWord(add)) => {
    eachLinkText(link, texts, addText);
    // A labelled page or a search result is not a link on any page.
    if (evidence === "all" && link.parent !== undefined)
      eachPlaceFeature(link, link.parent, add, addText);
  };
}

/**
 * Reports whether a feature is one of the link's own words; such words show how much is known of
 * it.
 */
export function isLinkWord(feature: string): boolean {
  return WORD_PLACES.has(kindOf(feature));
}

/** Returns the value of a feature that a link has, in (0,1]. */
export function linkFeatureValue(feature: string): number {
  return VALUES[kindOf(feature)] ?? OTHER_VALUE;
}

/** Names the link's place, the form of its URL and its relation to the URL of its page. */
function eachPlaceFeature(
  { url, snippet }: LinkFacts,
  parent: Url,
  add: AddFeature,
  addText: AddText,
): void {
  const { depth, mask, extension, marks } = readUrl(url);
  const relation = relationOf(url, parent);
  add("relation", relation);
  add("depth", depth);
  add("relation", `${relation} ${depth}`);
  add("form", mask);
  add("extension", extension);
  for (const mark of marks) add("form", mark);
  if (snippet === undefined) return;
  if (snippet.inherited !== undefined)
    add("worth", String(Math.min(WORTH_STEPS - 1, Math.floor(WORTH_STEPS * snippet.inherited))));
  add("length", lengthOf(snippet.anchor));
  addText("page", snippet.title);
}

/** What features of links depend on the URL alone for. */
interface ReadUrl {
  readonly host: string;
  /** Its words, as a link on a page of its host has them. */
  readonly text: string;
  readonly directory: string;
  readonly depth: string;
  readonly mask: string;
  readonly extension: string;
  readonly marks: readonly string[];
}

/** Number of URLs that are remembered: most links of a site are on many of its pages. Some 5 MB. */
const URLS_REMEMBERED = 10_000;

const readUrl = remember((url: Url): ReadUrl => {
  const { origin, pathname, search } = new URL(url);
  const segments = pathname.split("/").filter((segment) => segment !== "");
  const [first = ""] = segments;
  return {
    host: hostOf(url),
    text: splitCompounds(urlWords(url, url)),
    directory: pathname.slice(0, pathname.lastIndexOf("/") + 1),
    depth: String(Math.min(segments.length, MOST_SEGMENTS)),
    mask: maskOf(pathname + search),
    extension: pathname.endsWith("/") ? "/" : (pathExtension(url, origin.length) ?? ""),
    marks: [
      ...(search === "" ? [] : ["?"]),
      ...(/\d/.test(segments.at(-1) ?? "") ? ["0"] : []),
      ...(MARK.test(first) ? [first.charAt(0)] : []),
    ],
  };
}, URLS_REMEMBERED);

/**
 * Masks a path: `0` replaces digits and `w` replaces adjacent letters. The form of the path is
 * left.
 */
export function maskOf(path: string): string {
  return path.replaceAll(/\d+/g, "0").replaceAll(/\p{L}+/gu, "w");
}

/**
 * Returns where a URL lies relative to a page: another host, same directory, below, above or a
 * sibling.
 */
function relationOf(url: Url, page: Url): string {
  const [to, from] = [readUrl(url), readUrl(page)];
  if (to.host !== from.host) return "host";
  if (to.directory === from.directory) return "same";
  if (to.directory.startsWith(from.directory)) return "below";
  return from.directory.startsWith(to.directory) ? "above" : "beside";
}

function kindOf(feature: string): string {
  return feature.slice(0, feature.indexOf(" "));
}

/**
 * The words of a link that count: those of its URL alone, or also its anchor and the text around
 * it.
 */
type LinkTexts = "url" | "url+anchor+around";

/** Returns the words of a text that count, in order. */
type ReadWords = (text: string) => readonly string[];

/** Names the texts of a link with their place. */
function eachLinkText(
  { url, parent, snippet }: LinkFacts,
  texts: LinkTexts,
  addText: (place: WordPlace, text: string) => void,
): void {
  const { host, text } = readUrl(url);
  const isOfHost = parent === undefined || host === readUrl(parent).host;
  addText("url", isOfHost ? text : splitCompounds(urlWords(url, parent)));
  if (texts === "url" || snippet === undefined) return;
  addText("anchor", snippet.anchor);
  addText("around", snippet.before);
  addText("around", snippet.after);
}

const STOP_WORDS = stopWordsOf("en");

/**
 * Number of cached texts, of a few words each: those that the links of one page share, and the menus
 * of some sites. In a larger cache a look-up takes as long as reading the text.
 */
const TEXTS_REMEMBERED = 4_000;

/** Returns the number of words of an anchor text, of many the most that are told apart. */
const lengthOf = rememberParts((anchor) => String(Math.min(MOST_WORDS, wordsOf(anchor).length)), {
  most: TEXTS_REMEMBERED,
  longest: 64,
});

/** Number of cached words: more than a language has in daily use. */
const WORDS_REMEMBERED = 50_000;

/** Returns the stem of a word, `""` for a stop word. */
export const formOfWord: (word: string) => string = remember(
  (word) => (STOP_WORDS.has(word) ? "" : stem(word)),
  WORDS_REMEMBERED,
);

/** Returns the stemmed words of a text in order, without stop words. */
export const textWords: ReadWords = remember((text) => {
  const stems: string[] = [];
  for (const word of wordsOf(text)) {
    const stemmed = formOfWord(word);
    if (stemmed !== "") stems.push(stemmed);
  }
  return stems;
}, TEXTS_REMEMBERED);
