import { repeatedLines } from "../page/host-repeats.ts";
import type { TextView } from "../page/page-view.ts";
import { otsuCut } from "../stats/cluster/clustering.ts";
import { explainTerms } from "../text/term-vector.ts";
import { languageCode, wordsOf } from "../text/words.ts";
import {
  compileRarity,
  framedWords,
  linesOf,
  linkReader,
  NO_TERMS,
  type PageWords,
  PRIOR_PAGES,
  pageReader,
  repeatableOf,
  stemsOf,
  topicStems,
} from "./page-words.ts";
import type { JudgePage, Need } from "./strategy.ts";
import { EVERY_PAGE, GOOD_FACTOR, goodPages, TOPIC_FACTOR } from "./topic-profile.ts";

/** The need as weighted words, and the score that separates relevant pages from others. */
export type TopicJudge = {
  /** Stems with their shares of the score, which sum to 1, greatest first. */
  readonly terms: readonly (readonly [term: string, share: number])[];
  /** Stems of the topic and of the words beside it; a model that an older version trained has none. */
  readonly topic?: readonly string[];
  /** Language of the topic, where it is another than English: its words are no stems. */
  readonly language?: string;
  /** Number of words of a usual page. */
  readonly usualLength: number;
  /** Score in (0,1) at which the utility is 1/2. */
  readonly cut: number;
  /** Least utility of a target page, in [0,1]. */
  readonly threshold: number;
  /** Lines and menus with words of the need that a host repeats on most of its pages, each `host line`. */
  readonly repeated: readonly string[];
  /** The same for pages in each language that the topic has words of, where there are several. */
  readonly inLanguages?: readonly (readonly [code: string, judge: WordJudge])[];
};

/** A judge of pages in one language, or in any. */
type WordJudge = Omit<TopicJudge, "threshold" | "inLanguages">;

type Weights = ReadonlyMap<string, number>;

/** Weight of feedback beside all that the need says, as in RM3. */
const FEEDBACK_FACTOR = 0.5;

/** Weight of a concept's term, as a share of a topic word; far concepts are left out. */
const CONCEPT_FACTOR = 0.5;
const FARTHEST_CONCEPT = 1;

/** Most words that examples add, and feedback. */
const MOST_SHOWN = 40;
const MOST_FED = 12;

/** Words of each of the {@link PRIOR_PAGES}. */
const PRIOR_LENGTH = 300;

/** How words of a page make its score. */
export const SCORING = {
  /** How often a word counts that stands in a place. */
  counts: { title: 2, url: 2, headings: 1, link: 1 },
  /** Saturation and length normalisation of BM25 (Robertson & Zaragoza 2009). */
  saturation: 1.2,
  lengthShare: 0.75,
  /** Steepness: a score of twice the cut has utility 0.94, half of it 0.06. */
  steepness: 4,
} as const;

/** Returns whether a need is judged by its words: it has some, and no bad page to learn from. */
export function needsWords({ topic, words, concepts, good, bad, examplePage }: Need): boolean {
  return bad.length === 0 && (topic ?? words ?? concepts ?? good[0] ?? examplePage) !== undefined;
}

/** Reads the need and what the crawl has seen; targets are pages of utility `threshold` or more. */
export function trainTopicJudge(need: Need, threshold: number): TopicJudge {
  const known = trained.get(need);
  if (known !== undefined) return { ...known, threshold };
  const own = needsByLanguage(need).map(([code, each]) => [code, learnWords(each)] as const);
  const judge = { ...learnWords(need), ...(own.length > 1 && { inLanguages: own }) };
  trained.set(need, judge);
  return { ...judge, threshold };
}

/** The judges of needs that are in use: the link estimator asks for the same one at each training. */
const trained = new WeakMap<Need, WordJudge & Pick<TopicJudge, "inLanguages">>();

/** Words that only pages in one language have, from which a topic covers it: fewer may be names, or mean something else. */
const LEAST_OWN = 2;

/**
 * Returns a need for each language that its topic has words of: its pages, and the words that are not mainly those of
 * another. A page has only the words of its own language, which are a part of such a topic: with one cut for all, those
 * with the rarer words would be called alone.
 */
function needsByLanguage(need: Need): (readonly [code: string, need: Need])[] {
  const pages = Map.groupBy(need.seen, ({ language }) => languageCode(language));
  const codes = [...pages.keys()].filter(
    (code) => code !== "" && (pages.get(code)?.length ?? 0) >= LEAST_SEEN,
  );
  if (codes.length < 2) return [];
  const words = [...new Set(wordsOf(longTopic(need)))];
  const shares = codes.map((code) => {
    const texts = (pages.get(code) ?? []).map((page) => new Set(wordsOf(linesOf(page).join(" "))));
    return words.map((word) => texts.filter((text) => text.has(word)).length / texts.length);
  });
  const own = codes.map((_code, at) =>
    words.map((_word, of) => {
      const most = Math.max(...shares.map((each) => each[of] ?? 0));
      return (shares[at]?.[of] ?? 0) >= most / 2;
    }),
  );
  return codes.flatMap((code, at) => {
    const alone = words.filter((_word, of) =>
      own.every((each, other) => each[of] === (other === at)),
    );
    if (alone.length < LEAST_OWN) return [];
    const isOwn = ({ language }: TextView): boolean => languageCode(language) === code;
    const topic = words.filter((_word, of) => own[at]?.[of]).join(" ");
    const [seen, good] = [pages.get(code) ?? [], need.good.filter(isOwn)];
    return [[code, { ...need, topic, words: [], seen, good }] as const];
  });
}

function learnWords(need: Need): WordJudge {
  const repeated = repeatedLines(need.seen, repeatableOf);
  const language = languageOf([...need.seen, ...goodPages(need)]);
  const readPage = pageReader({ repeated, language }, undefined);
  const seen = need.seen.map(readPage);
  const good = goodPages(need).map(readPage);
  const topic = topicStems(longTopic(need), language);
  const framed = framedWords(need.seen, topic, { repeated, language });
  const rarityOf = compileRarity(seen, new Set(topic), framed);
  const lengths = seen.reduce((sum, { length }) => sum + length, PRIOR_PAGES * PRIOR_LENGTH);
  const usualLength = lengths / (seen.length + PRIOR_PAGES);
  const asked = topicWords(need, topic, language, rarityOf);
  const shown = commonWords(good, usualLength, rarityOf, MOST_SHOWN);
  const first = mix([
    [asked, TOPIC_FACTOR],
    [shown, GOOD_FACTOR],
  ]);
  // A page need not have a word that frames all pages: for the cut it counts as little as it weighs.
  const greatest = asked.values().reduce((most, weight) => Math.max(most, weight), 0);
  let words = 0;
  for (const [term, weight] of asked) words += framed.has(term) ? weight / greatest : 1;
  const scored = (weights: Weights) => compileScore([...weights], usualLength);
  const cutOf = (weights: Weights) =>
    chooseCut(scoresOf(seen, scored(weights)), scoresOf(good, scored(weights)), words);
  const best = standOut(seen, scored(first), cutOf(first));
  const fed = commonWords(best, usualLength, rarityOf, MOST_FED);
  const weights = mix([
    [first, 1],
    [fed, FEEDBACK_FACTOR],
  ]);
  const terms = [...weights].toSorted((a, b) => b[1] - a[1]);
  return {
    terms,
    topic,
    ...(language !== undefined && { language }),
    usualLength,
    cut: cutOf(weights),
    repeated: [...repeated].filter((line) => stemsOf(line, language).some((s) => weights.has(s))),
  };
}

/** Returns the topic with the words that the need names beside it. */
function longTopic({ topic = "", words = [] }: Need): string {
  return [topic, ...words].join(" ");
}

/** Returns the language of most pages; `undefined` for English, and where none is known. */
function languageOf(pages: readonly TextView[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { language } of pages) {
    const code = languageCode(language);
    if (code !== "") counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return most === undefined || most[0] === "en" ? undefined : most[0];
}

/**
 * Compiles a judge of pages; without topic and examples every page is a target. If `readsLinks`, words of
 * the topic in the link that was followed count as words of the page: members of a class seldom use its
 * name, but lists of them do.
 */
export function compileTopicJudge(
  { inLanguages = [], ...judge }: TopicJudge,
  settings: { readonly readsLinks?: boolean } = {},
): JudgePage {
  const any = compileWordJudge(judge, settings);
  if (inLanguages.length === 0) return any;
  const { threshold } = judge;
  const own = new Map(
    inLanguages.map(([code, each]) => [code, compileWordJudge({ ...each, threshold }, settings)]),
  );
  return (page, followed) => (own.get(languageCode(page.language)) ?? any)(page, followed);
}

function compileWordJudge(
  judge: TopicJudge,
  { readsLinks = false }: { readonly readsLinks?: boolean },
): JudgePage {
  if (judge.terms.length === 0) return () => EVERY_PAGE;
  const terms = new Map(judge.terms);
  const readPage = pageReader(judge, terms);
  const readLink = readsLinks ? linkReader(judge) : undefined;
  const score = compileScore(judge.terms, judge.usualLength);
  return (page, followed) => {
    const own = readPage(page);
    const words = { ...own, link: readLink?.(followed, own) ?? NO_TERMS };
    const found: [term: string, part: number][] = [];
    const utility = toUtility(score(words, found), judge.cut);
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

function toUtility(sum: number, cut: number): number {
  const power = sum ** SCORING.steepness;
  return power === 0 ? 0 : power / (power + cut ** SCORING.steepness);
}

/** Returns the score of a page; adds each word that it has with its part to `found`. */
type ScorePage = (page: PageWords, found?: [term: string, part: number][]) => number;

/** Compiles Σ share · tf ÷ (tf + 1.2) with lengths normalised, in [0,1). */
function compileScore(terms: TopicJudge["terms"], usualLength: number): ScorePage {
  const places = new Map(terms.map(([term], place) => [term, place]));
  const inText = new Float64Array(terms.length);
  return (page, found) => {
    inText.fill(0);
    for (let at = 0; at < page.forms.length; at += 1) {
      const place = places.get(page.forms[at] ?? "");
      if (place !== undefined) inText[place] = page.counts[at] ?? 0;
    }
    let sum = 0;
    for (let place = 0; place < terms.length; place += 1) {
      const [term, share] = terms[place] ?? NO_TERM;
      const part = share * weightOn(page, term, inText[place] ?? 0, usualLength);
      if (part > 0) found?.push([term, part]);
      sum += part;
    }
    return sum;
  };
}

const NO_TERM = ["", 0] as const;

function scoresOf(pages: readonly PageWords[], score: ScorePage): number[] {
  return pages.map((page) => score(page));
}

function weightOn(page: PageWords, term: string, inText: number, usualLength: number): number {
  const { counts, saturation, lengthShare } = SCORING;
  const norm = 1 - lengthShare + (lengthShare * page.length) / usualLength;
  const count =
    inText / norm +
    (page.title.has(term) ? counts.title : 0) +
    (page.url.has(term) ? counts.url : 0) +
    (page.headings.has(term) ? counts.headings : 0) +
    counts.link * (page.link.get(term) ?? 0);
  return count / (count + saturation);
}

function topicWords(
  need: Need,
  topic: readonly string[],
  language: string | undefined,
  rarityOf: (term: string) => number,
): Weights {
  const weights = new Map<string, number>();
  for (const term of topic) weights.set(term, rarityOf(term));
  for (const { term: text, distance } of need.concepts?.terms ?? []) {
    if (distance > FARTHEST_CONCEPT) continue;
    for (const term of stemsOf(text, language))
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
    const add = (term: string, inText: number) => {
      const weight = weightOn(page, term, inText, usualLength) * rarityOf(term);
      sums.set(term, (sums.get(term) ?? 0) + weight / pages.length);
      supports.set(term, (supports.get(term) ?? 0) + 1);
    };
    for (const [at, term] of page.forms.entries()) add(term, page.counts[at] ?? 0);
    for (const term of page.title) if (!page.forms.includes(term)) add(term, 0);
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
  scoreOf: ScorePage,
  cut: number,
): readonly PageWords[] {
  const best = seen
    .map((page) => ({ page, score: scoreOf(page) }))
    .filter(({ score: value }) => value >= CLEARLY * cut)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_BEST);
  return best.length < LEAST_BEST ? [] : best.map(({ page }) => page);
}

/** Cut for a bare topic of one word; the parts of longer ones are seldom all on a page. */
const CUT_OF_ONE_WORD = 0.6;

/**
 * Share of the good pages' mean score that a page needs: 0.2 for one page, 0.4 for four. The words
 * are those of the good pages, so few of them score too high.
 */
const SHARE_OF_GOOD = 0.6;
const UNKNOWN_GOOD = 2;

/** Pages from which a distribution shows. */
const LEAST_SEEN = 30;
/**
 * How far what is seen may raise the cut, as a factor. It never lowers it: where relevant pages are
 * rare, the widest gap lies among the others.
 */
const MOST_RAISED = 1.5;

/**
 * Chooses the score that separates relevant pages from others. The need gives it alone at first;
 * later the scores of the pages seen may raise it to where they fall apart best (Otsu 1979).
 */
function chooseCut(seen: readonly number[], good: readonly number[], topicWords: number): number {
  const usual =
    good.length === 0
      ? CUT_OF_ONE_WORD / Math.sqrt(Math.max(1, topicWords))
      : (SHARE_OF_GOOD * good.reduce((total, score) => total + score, 0)) /
        (good.length + UNKNOWN_GOOD);
  if (seen.length < LEAST_SEEN) return usual;
  return Math.min(usual * MOST_RAISED, Math.max(usual, otsuCut(seen) ?? 0));
}
