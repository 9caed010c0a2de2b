/** The words of pages and of links to them, as a judge by the words of a need reads them. */
import { repeatedLines, TITLE_SEAM } from "../page/host-repeats.ts";
import type { TextView } from "../page/page-view.ts";
import functionWords from "../text/function-words.json" with { type: "json" };
import { remember } from "../text/safe-text.ts";
import { SPACELESS } from "../text/spaceless-words.ts";
import {
  cutWord,
  IRREGULAR_PLURALS,
  STOP_WORD,
  stem,
  stopWordsOf,
  WordCounter,
  type WordCounts,
  wordsOf,
} from "../text/words.ts";
import { hostOf } from "../web/url/canonical-url.ts";
import { splitCompounds, urlWords } from "../web/url/url-words.ts";
import type { FollowedLink } from "./strategy.ts";

/** The words of the main text of a page, and of its other places, as stems; what its host repeats is left out. */
export interface PageWords extends WordCounts {
  readonly title: ReadonlySet<string>;
  readonly headings: ReadonlySet<string>;
  readonly url: ReadonlySet<string>;
  /** Stems of the topic in the link to the page, with the number of places that have each. */
  readonly link: ReadonlyMap<string, number>;
}

/** What a judge knows of words before it reads a page. */
interface Asked {
  /** Lines and menus that hosts repeat on most of their pages, each `host line`. */
  readonly repeated: Iterable<string>;
  /** Language of the need, where it is another than English: its words are cut. */
  readonly language?: string | undefined;
}

/** A link of a menu is on every page of its site, so it says less of the page than a link in a text. */
const MENU_COUNT = 0.25;

/** Returns the lines that count as words of a page. */
export function linesOf({ title, headings, mainText }: TextView): string[] {
  const lines = title.split(TITLE_SEAM);
  for (const { text } of headings) lines.push(text);
  return lines.concat(mainText.split("\n"));
}

/** Before the text of a link: white space, which no line of a page begins with. */
const MENU_MARK = "\n";

/** Returns what a host may repeat: the lines of a page, and the texts of its links, marked, which are menus then. */
export function repeatableOf(page: TextView): string[] {
  const lines = linesOf(page);
  for (const { text } of page.anchors) lines.push(`${MENU_MARK}${text}`);
  return lines;
}

/**
 * Compiles a reader of pages that leaves out the lines that hosts repeat, each `host line`, and
 * counts the stems that are asked for, all of them without `asked`.
 */
export function pageReader(
  { repeated, language }: Asked,
  asked: Pick<ReadonlyMap<string, unknown>, "has"> | undefined,
): (page: TextView) => PageWords {
  const linesOfHosts = byHost(repeated);
  const counterOf = language === undefined ? stemCounter : cutCounter;
  return (page) => {
    const left = linesOfHosts.get(hostOf(page.url));
    const counter = counterOf(stopWordsOf(page.language));
    const text =
      left === undefined ? [page.mainText] : withoutRepeated(page.mainText.split("\n"), left);
    const title = counter.count(withoutRepeated(page.title.split(TITLE_SEAM), left), asked);
    const headings = counter.count(
      withoutRepeated(
        page.headings.map((heading) => heading.text),
        left,
      ),
      asked,
    );
    const url = [splitCompounds(urlWords(page.url, page.url))];
    return {
      ...counter.count(text, asked),
      title: new Set(title.forms),
      headings: new Set(headings.forms),
      url: new Set(counterOf(stopWordsOf(undefined)).count(url, asked).forms),
      link: NO_TERMS,
    };
  };
}

/**
 * Counters that are kept, one for each language of most sites: with fewer, a page in one more language has all others
 * learn the words of theirs again. Each takes some 10 MB at most, and little where few pages are in its language.
 */
const MOST_COUNTERS = 12;

/** Stems of plurals without a rule: those of their singulars, as if a rule had made them. */
export const PLURAL_STEMS = new Map(
  Array.from(IRREGULAR_PLURALS, ([word, of]) => [word, stem(of)]),
);

/** Returns a counter of stems, and one of words without their endings; by the words that it leaves out. All readers share them. */
const stemCounter = countersOf(stem, PLURAL_STEMS);
const cutCounter = countersOf(cutWord);

/** Returns the counters of words in a form, by the stop words that each leaves out; some have a form of their own. */
export function countersOf(
  formOf: (word: string) => string,
  own: ReadonlyMap<string, string> = new Map(),
): (stopWords: ReadonlySet<string>) => WordCounter {
  return remember((stopWords) => {
    const known = new Map([...own, ...Array.from(stopWords, (word) => [word, STOP_WORD] as const)]);
    return new WordCounter((word) => known.get(word) ?? formOf(word));
  }, MOST_COUNTERS);
}

export const NO_TERMS: ReadonlyMap<string, number> = new Map();

/** Elements of a site's navigation, as a link's place names them with their classes. */
const NAVIGATION = /(?:^|\/)(?:nav|menu|footer|aside)(?:[./]|$)/;

/**
 * Compiles a reader of the link to a page: its name, the text beside it, and the title of its own page without what its
 * host repeats. The first two count less in a menu. The last two are about other things, too, as about the thread beside
 * the name of its author: they count where the link is a row of a list, or the page to which it leads has a word that is
 * asked for. Of a link without a place it is not known whether it is a row, and all of it counts.
 */
export function linkReader({
  topic = [],
  repeated,
  language,
}: Asked & { readonly topic?: readonly string[] }): (
  link: FollowedLink | undefined,
  led: Omit<PageWords, "link">,
) => PageWords["link"] {
  const linesOfHosts = byHost(repeated);
  return (link, led) => {
    if (link?.snippet === undefined || link.parent === undefined) return NO_TERMS;
    const { anchor, before, after, title, place, listed = place === undefined } = link.snippet;
    const left = linesOfHosts.get(hostOf(link.parent));
    const own = withoutRepeated(title.split(TITLE_SEAM), left);
    const isMenu = left?.has(`${MENU_MARK}${anchor}`) === true || NAVIGATION.test(place ?? "");
    const count = isMenu ? MENU_COUNT : 1;
    const name = [anchor, count] as const;
    const around = [
      [`${before} ${after}`, count],
      [own.join(" "), 1],
    ] as const;
    const said = led.forms.length + led.title.size + led.headings.size + led.url.size;
    const texts = listed || said > 0 ? [name, ...around] : [name];
    const counts = new Map<string, number>();
    for (const [text, of] of texts) {
      const stems = new Set(stemsOf(text, language));
      for (const term of topic) if (stems.has(term)) counts.set(term, (counts.get(term) ?? 0) + of);
    }
    return counts;
  };
}

/** Returns the lines that each host repeats, of those of all, each `host line`. */
function byHost(repeated: Iterable<string>): ReadonlyMap<string, ReadonlySet<string>> {
  const lines = new Map<string, Set<string>>();
  for (const line of repeated) {
    const end = line.indexOf(" ");
    const host = line.slice(0, end);
    const own = lines.get(host) ?? new Set();
    lines.set(host, own.add(line.slice(end + 1)));
  }
  return lines;
}

/** Leaves out the lines that a host repeats. */
function withoutRepeated(
  lines: readonly string[],
  repeated: ReadonlySet<string> | undefined,
): readonly string[] {
  return repeated === undefined ? lines : lines.filter((line) => !repeated.has(line));
}

/** Returns the distinct stems of a text but stop words, of plurals those of their singulars; in another language than English its words without their endings. */
export function stemsOf(text: string, language: string | undefined): readonly string[] {
  const counterOf = language === undefined ? stemCounter : cutCounter;
  return counterOf(stopWordsOf(language)).count([text]).forms;
}

/**
 * Function words of other languages that mean nothing in English: they are no words of a topic, though no page has told its
 * language yet.
 */
const FOREIGN_FUNCTION_WORDS = new Set(functionWords.others.join(" ").split(" "));

/** An article or preposition before an apostrophe, as in `l'eau` and `d’Italie`: alone its letter would be a word. */
const ELISION = /(?<![\p{L}\p{N}])(?:[cdjlmnst]|qu|dell|nell|all|un)['’](?=\p{L})/giu;

/**
 * Returns the stems of a topic, without function words of other languages; a character of a script without spaces only where
 * no pair of the topic has it.
 */
export function topicStems(topic: string, language: string | undefined): string[] {
  const words = wordsOf(topic.replace(ELISION, " "));
  const own = words.filter((word) => !FOREIGN_FUNCTION_WORDS.has(word));
  const stems = stemsOf((own.length > 0 ? own : words).join(" "), language);
  const isInAnother = (one: string) => stems.some((other) => other !== one && other.includes(one));
  return stems.filter((one) => !SPACELESS.test(one) || !isInAnother(one));
}

/** Until pages are seen, as if so many usual pages had been seen, each word on one of them. */
export const PRIOR_PAGES = 20;

/** More than this share of a host's pages have its frame: what only most of them have may be what the crawl looks for. */
const FRAME_SHARE = { share: 0.9 };

/** Returns the lines of a page that are no link by themselves. */
function plainLines({ text, anchors }: TextView): string[] {
  const links = new Set(anchors.map((anchor) => anchor.text));
  return text.split("\n").filter((line) => !links.has(line));
}

/** Returns what lines say besides the links of their host's menu: a menu may be one line. */
function withoutLinks(lines: Iterable<string>, repeated: Iterable<string>): string[] {
  const links = [...repeated].filter((each) => each.startsWith(MENU_MARK));
  const texts = links.map((link) => link.slice(MENU_MARK.length)).filter((text) => text !== "");
  const longestFirst = texts.toSorted((a, b) => b.length - a.length);
  return Array.from(lines, (line) =>
    longestFirst.reduce((left, text) => left.replaceAll(text, " "), line),
  );
}

/**
 * Returns the words of a topic that hosts have in the frame of their pages, each with the number of the pages of these hosts:
 * they tell what a site is, and nothing of one page. A frame is a part of the titles, or what a line says besides the
 * links of a menu. A host whose frame has all words of the topic has none, since the topic has no other then.
 */
export function framedWords(
  pages: readonly TextView[],
  topic: readonly string[],
  { repeated, language }: Asked,
): ReadonlyMap<string, number> {
  const framed = new Map<string, number>();
  if (topic.length < 2) return framed;
  const read = (lines: readonly string[]) => stemsOf(lines.join("\n"), language);
  const ofTitles = ({ title }: TextView) => title.split(TITLE_SEAM);
  const titles = byHost(repeatedLines(pages, ofTitles, FRAME_SHARE));
  const texts = byHost(repeatedLines(pages, plainLines, FRAME_SHARE));
  const menus = byHost(repeated);
  for (const [host, own] of Map.groupBy(pages, ({ url }) => hostOf(url))) {
    const lines = withoutLinks(texts.get(host) ?? [], menus.get(host) ?? []);
    const words = new Set(read([...(titles.get(host) ?? []), ...lines]));
    const found = topic.filter((term) => words.has(term));
    if (found.length === topic.length) continue;
    for (const term of found) framed.set(term, (framed.get(term) ?? 0) + own.length);
  }
  return framed;
}

/**
 * Compiles ln((n + 1) ÷ (support + 1)). The prior's pages are among the n, so even words on all pages
 * seen count a little. A page with several words of the topic supports none of these: they are common because
 * the crawl finds what it looks for, and would weigh less than words that relevant pages seldom have. A word that hosts
 * have in their frame has at least the support of all their pages.
 */
export function compileRarity(
  seen: readonly PageWords[],
  topic: ReadonlySet<string>,
  framed: ReadonlyMap<string, number>,
): (term: string) => number {
  const supports = new Map<string, number>();
  for (const { forms } of seen) {
    const isOnTopic = forms.filter((term) => topic.has(term)).length > 1;
    forms.forEach((term) => {
      if (!isOnTopic || !topic.has(term)) supports.set(term, (supports.get(term) ?? 0) + 1);
    });
  }
  const pages = seen.length + PRIOR_PAGES;
  const supportOf = (term: string) => Math.max(supports.get(term) ?? 0, framed.get(term) ?? 0);
  return (term) => Math.log((pages + 1) / (supportOf(term) + 1));
}
