import { repeatedLines, TITLE_SEAM } from "../page/host-repeats.ts";
import type { PageView } from "../page/page-view.ts";
import { remember } from "../text/safe-text.ts";
import { stem, stopWordsOf, wordsOf } from "../text/words.ts";
import { hostOf } from "../web/url/canonical-url.ts";
import type { Host } from "../web/url/url.ts";
import { splitCompounds, urlWords } from "../web/url/url-words.ts";
import { chooseCut } from "./score-cut.ts";
import type { FollowedLink, JudgePage, Need } from "./strategy.ts";
import { EVERY_PAGE, explainTerms, GOOD_FACTOR, goodPages, TOPIC_FACTOR } from "./topic-profile.ts";

/** The need as weighted words, and the score that separates relevant pages from others. */
export type TopicJudge = {
  /** Stems with their shares of the score, which sum to 1, greatest first. */
  readonly terms: readonly (readonly [term: string, share: number])[];
  /** Stems of the topic itself; a model that an older version trained has none. */
  readonly topic?: readonly string[];
  /** Number of words of a usual page. */
  readonly usualLength: number;
  /** Score in (0,1) at which the utility is 1/2. */
  readonly cut: number;
  /** Least utility of a target page, in [0,1]. */
  readonly threshold: number;
  /** Lines with words of the need that a host repeats on most of its pages, each `host line`. */
  readonly repeated: readonly string[];
};

type Weights = ReadonlyMap<string, number>;

/** The words of a page by their place, as stems; what its host repeats is left out. */
interface PageWords {
  readonly counts: ReadonlyMap<string, number>;
  /** Number of words of its main text. */
  readonly length: number;
  readonly title: ReadonlySet<string>;
  readonly headings: ReadonlySet<string>;
  readonly url: ReadonlySet<string>;
  /** Stems of the topic in the link to the page, with the number of places that have each. */
  readonly link: ReadonlyMap<string, number>;
}

/** Weight of feedback beside all that the need says, as in RM3. */
const FEEDBACK_FACTOR = 0.5;

/** Weight of a concept's term, as a share of a topic word; far concepts are left out. */
const CONCEPT_FACTOR = 0.5;
const FARTHEST_CONCEPT = 1;

/** Most words that examples add, and feedback. */
const MOST_SHOWN = 40;
const MOST_FED = 12;

/** Until pages are seen, as if so many usual pages had been seen, each word on one of them. */
const PRIOR_PAGES = 20;
const PRIOR_LENGTH = 300;

/** Saturation and length normalisation of BM25 (Robertson & Zaragoza 2009). */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
/** Occurrences that a word in title, URL, a heading or a place of the link counts as. */
const TITLE_COUNT = 2;
const URL_COUNT = 2;
const HEADING_COUNT = 1;
const LINK_COUNT = 1;

/** Returns whether a need is judged by its words: it has some, and no bad page to learn from. */
export function needsWords({ topic, concepts, good, bad, examplePage }: Need): boolean {
  return bad.length === 0 && (topic ?? concepts ?? good[0] ?? examplePage) !== undefined;
}

/** Reads the need and what the crawl has seen; targets are pages of utility `threshold` or more. */
export function trainTopicJudge(need: Need, threshold: number): TopicJudge {
  const known = trained.get(need);
  if (known !== undefined) return { ...known, threshold };
  const judge = learnWords(need);
  trained.set(need, judge);
  return { ...judge, threshold };
}

/** The judges of needs that are in use: the link estimator asks for the same one at each training. */
const trained = new WeakMap<Need, Omit<TopicJudge, "threshold">>();

function learnWords(need: Need): Omit<TopicJudge, "threshold"> {
  const repeated = repeatedLines(need.seen, linesOf);
  const readPage = pageReader(repeated, undefined);
  const seen = need.seen.map(readPage);
  const good = goodPages(need).map(readPage);
  const rarityOf = compileRarity(seen);
  const lengths = seen.reduce((sum, { length }) => sum + length, PRIOR_PAGES * PRIOR_LENGTH);
  const usualLength = lengths / (seen.length + PRIOR_PAGES);
  const asked = topicWords(need, rarityOf);
  const shown = commonWords(good, usualLength, rarityOf, MOST_SHOWN);
  const first = mix([
    [asked, TOPIC_FACTOR],
    [shown, GOOD_FACTOR],
  ]);
  const scored = (weights: Weights) => (page: PageWords) =>
    score(page, [...weights], usualLength).sum;
  const cutOf = (weights: Weights) =>
    chooseCut(seen.map(scored(weights)), good.map(scored(weights)), asked.size);
  const best = standOut(seen, scored(first), cutOf(first));
  const fed = commonWords(best, usualLength, rarityOf, MOST_FED);
  const weights = mix([
    [first, 1],
    [fed, FEEDBACK_FACTOR],
  ]);
  const terms = [...weights].toSorted((a, b) => b[1] - a[1]);
  return {
    terms,
    topic: stemsOf(need.topic ?? "", undefined),
    usualLength,
    cut: cutOf(weights),
    repeated: [...repeated].filter((line) => stemsOf(line, undefined).some((s) => weights.has(s))),
  };
}

/**
 * Compiles a judge of pages; without topic and examples every page is a target. If `readsLinks`, words of
 * the topic in the link that was followed count as words of the page: members of a class seldom use its
 * name, but lists of them do.
 */
export function compileTopicJudge(
  judge: TopicJudge,
  { readsLinks = false }: { readonly readsLinks?: boolean } = {},
): JudgePage {
  if (judge.terms.length === 0) return () => EVERY_PAGE;
  const terms = new Map(judge.terms);
  const readPage = pageReader(judge.repeated, terms);
  const readLink = readsLinks ? linkReader(judge) : undefined;
  return (page, followed) => {
    const words = { ...readPage(page), link: readLink?.(followed) ?? NO_TERMS };
    const { sum, found } = score(words, judge.terms, judge.usualLength);
    const utility = toUtility(sum, judge.cut);
    const least = judge.threshold;
    const isTarget = utility >= least;
    const why = explainTerms("similar", utility, found);
    const { link } = words;
    if (link.size === 0) return { utility, isTarget, least, type: undefined, why };
    const said = [...link.keys()].join(", ");
    return {
      utility,
      isTarget,
      least,
      type: undefined,
      why: `${why}; the link to it says ${said}`,
    };
  };
}

/** Steepness: a score of twice the cut has utility 0.94, half of it 0.06. */
const STEEPNESS = 4;

function toUtility(sum: number, cut: number): number {
  const power = sum ** STEEPNESS;
  return power === 0 ? 0 : power / (power + cut ** STEEPNESS);
}

/** Computes Σ share · tf ÷ (tf + 1.2) with lengths normalised, in [0,1), and each word's part. */
function score(page: PageWords, terms: TopicJudge["terms"], usualLength: number) {
  let sum = 0;
  const found: [term: string, part: number][] = [];
  for (const [term, share] of terms) {
    const part = share * weightOn(page, term, usualLength);
    if (part > 0) found.push([term, part]);
    sum += part;
  }
  return { sum, found };
}

function weightOn(page: PageWords, term: string, usualLength: number): number {
  const inText = page.counts.get(term) ?? 0;
  const norm = 1 - LENGTH_SHARE + (LENGTH_SHARE * page.length) / usualLength;
  const count =
    inText / norm +
    (page.title.has(term) ? TITLE_COUNT : 0) +
    (page.url.has(term) ? URL_COUNT : 0) +
    (page.headings.has(term) ? HEADING_COUNT : 0) +
    LINK_COUNT * (page.link.get(term) ?? 0);
  return count / (count + SATURATION);
}

/**
 * Compiles ln((n + 1) ÷ (support + 1)). The prior's pages are among the n, so even words on all pages
 * seen count a little.
 */
function compileRarity(seen: readonly PageWords[]): (term: string) => number {
  const supports = new Map<string, number>();
  for (const { counts } of seen)
    for (const term of counts.keys()) supports.set(term, (supports.get(term) ?? 0) + 1);
  const pages = seen.length + PRIOR_PAGES;
  return (term) => Math.log((pages + 1) / ((supports.get(term) ?? 0) + 1));
}

function topicWords({ topic, concepts }: Need, rarityOf: (term: string) => number): Weights {
  const weights = new Map<string, number>();
  for (const term of stemsOf(topic ?? "", undefined)) weights.set(term, rarityOf(term));
  for (const { term: text, distance } of concepts?.terms ?? []) {
    if (distance > FARTHEST_CONCEPT) continue;
    for (const term of stemsOf(text, undefined))
      if (!weights.has(term)) weights.set(term, CONCEPT_FACTOR * rarityOf(term));
  }
  return weights;
}

/** Returns the rare words that pages have in common: on half of them at least, and on two. */
function commonWords(
  pages: readonly PageWords[],
  usualLength: number,
  rarityOf: (term: string) => number,
  most: number,
): Weights {
  const sums = new Map<string, number>();
  const supports = new Map<string, number>();
  for (const page of pages) {
    for (const term of new Set([...page.counts.keys(), ...page.title])) {
      const weight = weightOn(page, term, usualLength) * rarityOf(term);
      sums.set(term, (sums.get(term) ?? 0) + weight / pages.length);
      supports.set(term, (supports.get(term) ?? 0) + 1);
    }
  }
  const least = pages.length === 1 ? 1 : Math.max(2, pages.length / 2);
  return new Map(
    [...sums]
      .filter(([term, weight]) => weight > 0 && (supports.get(term) ?? 0) >= least)
      .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, most),
  );
}

/** Adds weights after each part is scaled to sum to its factor; the result sums to 1. */
function mix(parts: readonly (readonly [Weights, factor: number])[]): Weights {
  const sums = new Map<string, number>();
  const totalOf = (weights: Weights) => weights.values().reduce((sum, weight) => sum + weight, 0);
  for (const [weights, factor] of parts) {
    const total = totalOf(weights);
    if (total === 0) continue;
    for (const [term, weight] of weights)
      sums.set(term, (sums.get(term) ?? 0) + (factor * weight) / total);
  }
  const whole = totalOf(sums);
  return new Map(sums.entries().map(([term, weight]) => [term, weight / whole]));
}

/** Pages that feedback reads, and the fewest that show what they have in common. */
const MOST_BEST = 10;
const LEAST_BEST = 3;
/** Least score of such a page, in cuts. */
const CLEARLY = 1.2;

/** Returns the pages that score best, none when few are clearly above the cut. */
function standOut(
  seen: readonly PageWords[],
  scoreOf: (page: PageWords) => number,
  cut: number,
): readonly PageWords[] {
  const best = seen
    .map((page) => ({ page, score: scoreOf(page) }))
    .filter(({ score: value }) => value >= CLEARLY * cut)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_BEST);
  return best.length < LEAST_BEST ? [] : best.map(({ page }) => page);
}

function linesOf({ title, headings, mainText }: PageView): string[] {
  return [...title.split(TITLE_SEAM), ...headings.map(({ text }) => text), ...mainText.split("\n")];
}

/** What the words of a page are counted as that are no stems of the need. */
const STOP_WORD = "";
const OTHER_WORD = " ";

/** Words remembered with their stems, of each list of stop words: some MB. */
const MOST_REMEMBERED = 20_000;

/**
 * Compiles a reader of pages that leaves out the lines that hosts repeat, each `host line`, and
 * counts the stems that are asked for, all of them without `asked`. Most words of a page are not, so each is looked up once.
 */
function pageReader(
  repeated: Iterable<string>,
  asked: Pick<ReadonlyMap<string, unknown>, "has"> | undefined,
): (page: PageView) => PageWords {
  const ofHosts = Map.groupBy(repeated, (line) => line.slice(0, line.indexOf(" ")));
  const linesOfHosts = new Map(ofHosts.entries().map(([host, all]) => [host, new Set(all)]));
  const known = new Map<ReadonlySet<string>, (word: string) => string>();
  const stemOf = (stopWords: ReadonlySet<string>) => (word: string) => {
    if (stopWords.has(word)) return STOP_WORD;
    const term = stem(word);
    return asked?.has(term) === false ? OTHER_WORD : term;
  };
  const formsOf = (language: string | undefined) => {
    const stopWords = stopWordsOf(language);
    const forms = known.get(stopWords) ?? remember(stemOf(stopWords), MOST_REMEMBERED);
    known.set(stopWords, forms);
    return forms;
  };
  return (page) => {
    const host = hostOf(page.url);
    const left = linesOfHosts.get(host);
    const own = (lines: readonly string[]) =>
      left === undefined ? lines : withoutRepeated(lines, host, left);
    const formOf = formsOf(page.language);
    const text = left === undefined ? [page.mainText] : own(page.mainText.split("\n"));
    const title = countWords(own(page.title.split(TITLE_SEAM)), formOf);
    const headings = countWords(own(page.headings.map((heading) => heading.text)), formOf);
    const url = [splitCompounds(urlWords(page.url, page.url))];
    return {
      ...countWords(text, formOf),
      title: new Set(title.counts.keys()),
      headings: new Set(headings.counts.keys()),
      url: new Set(countWords(url, formsOf(undefined)).counts.keys()),
      link: NO_TERMS,
    };
  };
}

const NO_TERMS: ReadonlyMap<string, number> = new Map();

/**
 * Compiles a reader of links: its name, the text beside it, and the title of its page without what
 * its host repeats.
 */
function linkReader({
  topic = [],
  repeated,
}: TopicJudge): (link: FollowedLink | undefined) => PageWords["link"] {
  const left = new Set(repeated);
  return (link) => {
    if (link?.snippet === undefined || link.parent === undefined) return NO_TERMS;
    const { anchor, before, after, title } = link.snippet;
    const own = withoutRepeated(title.split(TITLE_SEAM), hostOf(link.parent), left);
    const places = [anchor, `${before} ${after}`, own.join(" ")].map(
      (text) => new Set(stemsOf(text, undefined)),
    );
    const counts = topic.map(
      (term) => [term, places.filter((stems) => stems.has(term)).length] as const,
    );
    return new Map(counts.filter(([, count]) => count > 0));
  };
}

/** Leaves out the lines that a host repeats, each `host line`. */
function withoutRepeated(
  lines: readonly string[],
  host: Host,
  repeated: ReadonlySet<string>,
): readonly string[] {
  return lines.filter((line) => !repeated.has(`${host} ${line}`));
}

/** Counts the stems of texts, and all their words but stop words. */
function countWords(
  texts: readonly string[],
  formOf: (word: string) => string,
): Pick<PageWords, "counts" | "length"> {
  const counts = new Map<string, number>();
  let length = 0;
  for (const text of texts) {
    for (const word of wordsOf(text)) {
      const form = formOf(word);
      if (form === STOP_WORD) continue;
      length += 1;
      if (form !== OTHER_WORD) counts.set(form, (counts.get(form) ?? 0) + 1);
    }
  }
  return { counts, length };
}

function stemsOf(text: string, language: string | undefined): string[] {
  const stopWords = stopWordsOf(language);
  return wordsOf(text)
    .filter((word) => !stopWords.has(word))
    .map(stem);
}
