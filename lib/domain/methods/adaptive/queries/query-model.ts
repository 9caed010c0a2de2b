/** What is learned of queries: phrases that occur on targets, and the yield of those asked. */
import type { PageView, TextView } from "../../../page/page-view.ts";
import { hashToUnit } from "../../../stats/random/random.ts";
import { candidatePhrases, keyPhrases } from "../../../text/rake.ts";
import { stopWordsOf } from "../../../text/words.ts";
import type { Url } from "../../../web/url/url.ts";
import { splitCompounds, urlWords } from "../../../web/url/url-words.ts";
import type { Need, Visit } from "../../strategy.ts";

/** A phrase with its statistics in the examples. */
type TargetPhrase = {
  readonly phrase: string;
  /** Odds ratio of the phrase in good against bad examples, in (0, ∞). */
  readonly odds: number;
  /** Bad examples that have it. */
  readonly bad: number;
};

/** The phrases of the examples that queries are made from. */
type QueryPhrases = {
  /** Fingerprint of the examples that were read. */
  readonly examples: number;
  /** Bad examples read. */
  readonly bad: number;
  /**
   * Key phrases of good examples by odds ratio, highest first; ties are broken by code-unit order.
   */
  readonly wanted: readonly TargetPhrase[];
  /** Phrases of irrelevant pages, the most certain first. */
  readonly exclude: readonly string[];
};

/** The model that the next query is chosen by. */
export type QueryModel = {
  /** The phrases of the examples, kept because the next training may need them again. */
  readonly examples: QueryPhrases;
  /** Phrases to ask for, with their worth in (0,1], the best and most different first. */
  readonly phrases: readonly { readonly phrase: string; readonly worth: number }[];
  /** The results of the queries asked. */
  readonly yields: readonly QueryYield[];
};

/** Most phrases that a crawl chooses its queries from: more would hardly differ from these. */
const MOST_PHRASES = 60;

/**
 * Trains the query model: ranks the examples' phrases by the pages fetched so far, and adds the
 * yields of queries.
 */
export function trainQueryModel(
  examples: QueryPhrases,
  visits: readonly Pick<Visit, "snippet" | "utility">[],
): QueryModel {
  return {
    examples,
    phrases: diversify(rankPhrases(examples, visits), MOST_PHRASES),
    yields: queryYields(visits),
  };
}

/** The results of a query. */
type QueryYield = {
  readonly query: string;
  /** Its fetched results that no other query found first. */
  readonly results: number;
  /** Sum of their utilities, in [0, results]. */
  readonly utility: number;
};

/** Returns the yield of each query that led to a page, in order of the first page. */
export function queryYields(
  visits: readonly Pick<Visit, "snippet" | "utility">[],
): readonly QueryYield[] {
  const yields = new Map<string, QueryYield>();
  for (const { snippet, utility } of visits) {
    const query = snippet?.query;
    if (query === undefined) continue;
    const before = yields.get(query) ?? { query, results: 0, utility: 0 };
    yields.set(query, {
      query,
      results: before.results + 1,
      utility: before.utility + utility,
    });
  }
  return [...yields.values()];
}

/**
 * Latest snippets that the background is computed from: enough to show which phrases are frequent.
 */
const MOST_SNIPPETS = 5_000;

/**
 * Ranks the phrases of relevant pages by odds ratio × inverse background frequency, highest first.
 * Ties are broken by code-unit order. The worth is the logarithm of that product as a share of the
 * highest one. The background is the bad examples and the link texts that led to the pages fetched
 * so far. Each page counts by how useless it is.
 */
export function rankPhrases(
  phrases: QueryPhrases,
  visits: readonly Pick<Visit, "snippet" | "utility">[],
): readonly WorthyPhrase[] {
  const inverseFrequency = backgroundOf(phrases, visits);
  const ranked = phrases.wanted
    .map((wanted) => ({ phrase: wanted.phrase, value: wanted.odds * inverseFrequency(wanted) }))
    .toSorted((a, b) => b.value - a.value || (a.phrase < b.phrase ? -1 : 1));
  const highest = Math.log1p(ranked[0]?.value ?? 1);
  return ranked.map(({ phrase, value }) => ({ phrase, worth: Math.log1p(value) / highest }));
}

/** Compiles ln((pages + 1) ÷ (pages with the phrase + 1)) + 1, in [1, ∞). */
function backgroundOf(
  { bad, wanted }: QueryPhrases,
  visits: readonly Pick<Visit, "snippet" | "utility">[],
): (phrase: TargetPhrase) => number {
  const useless = new Map(wanted.map(({ phrase }) => [phrase, 0]));
  let pages = bad;
  for (const { snippet, utility } of visits.slice(-MOST_SNIPPETS)) {
    if (snippet === undefined) continue;
    const { anchor, before, after, title } = snippet;
    const text = [title, before, anchor, after].join("\n");
    for (const phrase of candidatePhrases(text, stopWordsOf(undefined))) {
      const known = useless.get(phrase);
      if (known !== undefined) useless.set(phrase, known + 1 - utility);
    }
    pages += 1 - utility;
  }
  return ({ phrase, bad: inBad }) =>
    Math.log((pages + 1) / (inBad + (useless.get(phrase) ?? 0) + 1)) + 1;
}

/** A phrase with its worth. */
interface WorthyPhrase {
  readonly phrase: string;
  /** In (0, 1]. */
  readonly worth: number;
}

/**
 * Weight of the worth in the choice, against diversity: the upper end of what Carbonell & Goldstein
 * use.
 */
const LAMBDA = 0.7;

/**
 * Chooses at most `limit` phrases by maximal marginal relevance (Carbonell & Goldstein, SIGIR
 * 1998). Each choice maximises λ · worth − (1 − λ) · similarity. The similarity is the greatest
 * share of common words (Jaccard) with a phrase chosen before. In a tie the first phrase given is
 * chosen. The cost is `limit` × phrases.
 */
export function diversify<Phrase extends WorthyPhrase>(
  phrases: readonly Phrase[],
  limit: number,
): readonly Phrase[] {
  const waiting = phrases.map((item) => ({
    item,
    words: new Set(item.phrase.split(" ")),
    similarity: 0,
    isTaken: false,
  }));
  const taken: Phrase[] = [];
  while (taken.length < Math.min(limit, phrases.length)) {
    let best: (typeof waiting)[number] | undefined;
    for (const each of waiting) {
      if (!each.isTaken && (best === undefined || gain(each) > gain(best))) best = each;
    }
    if (best === undefined) break;
    best.isTaken = true;
    taken.push(best.item);
    const { words } = best;
    for (const each of waiting)
      each.similarity = Math.max(each.similarity, jaccard(each.words, words));
  }
  return taken;
}

function gain({
  item,
  similarity,
}: {
  readonly item: WorthyPhrase;
  readonly similarity: number;
}): number {
  return LAMBDA * item.worth - (1 - LAMBDA) * similarity;
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = a.intersection(b).size;
  return common / (a.size + b.size - common);
}

/** Longest phrase of a query, in words: a longer one is a sentence of one page. */
const MOST_WORDS = 4;

/**
 * Longest phrase of a query, in UTF-16 units, so that a whole query stays below the limit of
 * engines, 400.
 */
const MOST_LENGTH = 60;

/** The share of a text's phrases that are its keywords (Rose et al. 2010). */
const KEY_SHARE = 1 / 3;

/** Most phrases kept: far more than a crawl asks for. */
const MOST_WANTED = 500;

/** Least odds ratio, bad against good, of an excluded phrase: chance alone gives less. */
const LEAST_EXCLUDED_ODDS = 10;

/** Most excluded phrases: each one may cost good pages that mention it in passing. */
const MOST_EXCLUDED = 2;

/**
 * Counts the phrases of the examples' titles, headings and main texts, each once a page. `wanted`
 * has the phrases of a good page's title or headings, and the best third of its main text by RAKE.
 * `exclude` has phrases of several words that bad examples have and no good one. Returns `known`
 * when it was read from the same examples.
 */
export function queryPhrases(
  { good, bad }: Pick<Need, "good" | "bad">,
  known?: QueryPhrases,
): QueryPhrases {
  const examples = fingerprint([good, bad]);
  if (known?.examples === examples) return known;
  const keys = new Set<string>();
  const inGood = new Map<string, number>();
  for (const page of good) {
    const { all, key } = phrasesOf(page);
    for (const phrase of all) inGood.set(phrase, (inGood.get(phrase) ?? 0) + 1);
    for (const phrase of key) keys.add(phrase);
  }
  const inBad = new Map<string, number>();
  for (const page of bad) {
    for (const phrase of phrasesOf(page).all) inBad.set(phrase, (inBad.get(phrase) ?? 0) + 1);
  }
  const all = { good: good.length, bad: bad.length };
  const weigh = (phrase: string): TargetPhrase => {
    const having = { good: inGood.get(phrase) ?? 0, bad: inBad.get(phrase) ?? 0 };
    return { phrase, odds: oddsRatio(having, all), bad: having.bad };
  };
  // A single word occurs on many good pages that are no examples.
  const unwanted = [...inBad.keys()]
    .filter((phrase) => phrase.includes(" ") && !inGood.has(phrase))
    .map(weigh);
  return {
    examples,
    bad: bad.length,
    wanted: Array.from(keys, weigh).toSorted(byOdds).slice(0, MOST_WANTED),
    exclude: unwanted
      .filter(({ odds }) => 1 / odds >= LEAST_EXCLUDED_ODDS)
      .toSorted((a, b) => a.odds - b.odds || byPhrase(a, b))
      .slice(0, MOST_EXCLUDED)
      .map(({ phrase }) => phrase),
  };
}

/**
 * Computes a number in (0,1) from the pages' URLs, titles and lengths, by class. The same page may
 * be good to one user and bad to another.
 */
function fingerprint(kinds: readonly (readonly PageView[])[]): number {
  const facts = kinds.map((pages) =>
    pages.map(({ url, title, text }) => [url, title, text.length]),
  );
  return hashToUnit(0, JSON.stringify(facts));
}

function phrasesOf(page: PageView): {
  readonly all: ReadonlySet<string>;
  readonly key: readonly string[];
} {
  const stopWords = stopWordsOf(page.language);
  const { body, headings } = pageTexts(page);
  const heads = rakeOf(`${page.title}\n${headings}`, stopWords);
  const keywords = rakeOf(body === "" ? page.text : body, stopWords);
  const best = keywords.slice(0, Math.ceil(keywords.length * KEY_SHARE));
  return { all: new Set([...heads, ...keywords]), key: [...heads, ...best] };
}

function rakeOf(text: string, stopWords: ReadonlySet<string>): string[] {
  const found = keyPhrases(text, stopWords, { mostWords: MOST_WORDS });
  return found.map(({ phrase }) => phrase).filter(({ length }) => length <= MOST_LENGTH);
}

function byOdds(a: TargetPhrase, b: TargetPhrase): number {
  return b.odds - a.odds || byPhrase(a, b);
}

function byPhrase(a: TargetPhrase, b: TargetPhrase): number {
  return a.phrase < b.phrase ? -1 : 1;
}

/** Numbers of pages, relevant and not. */
interface PageCounts {
  readonly good: number;
  readonly bad: number;
}

/** Added to each of the four counts, so that none is zero (Haldane 1956, Anscombe 1956). */
const CORRECTION = 0.5;

/**
 * Computes the odds of a feature on good pages over those on bad ones, in (0,∞); 1 is neutral. The
 * formula is p₁₁·p₀₀ ÷ (p₀₁·p₁₀) of Xu, Yoon & Tourassi 2014, with each count half a page higher.
 */
export function oddsRatio(having: PageCounts, all: PageCounts): number {
  const [p11, p10] = [having.good + CORRECTION, having.bad + CORRECTION];
  const p01 = all.good - having.good + CORRECTION;
  const p00 = all.bad - having.bad + CORRECTION;
  return (p11 * p00) / (p01 * p10);
}

/**
 * The texts of a page from three places, one block per line, so that no phrase runs from one into
 * the next.
 */
interface PageTexts {
  /** Main text, without boilerplate. */
  readonly body: string;
  /** The headings `h1`–`h6`. */
  readonly headings: string;
  /** The texts of its links, each followed by a line with the words of its URL. */
  readonly anchors: string;
}

/**
 * Returns the three texts of a page that Xu, Yoon & Tourassi 2014 distinguish. The words of a URL
 * with several links are given once. The host is left out on its own pages. Scheme, public suffix,
 * file endings of servers and the fragment are always left out.
 */
export function pageTexts({ url, mainText, headings, anchors }: TextView): PageTexts {
  const seen = new Set<Url>();
  const lines: string[] = [];
  for (const anchor of anchors) {
    if (anchor.text !== "") lines.push(anchor.text);
    if (anchor.url === undefined || seen.has(anchor.url)) continue;
    seen.add(anchor.url);
    lines.push(splitCompounds(urlWords(anchor.url, url)).trim());
  }
  return {
    body: mainText,
    headings: headings.map(({ text }) => text).join("\n"),
    anchors: lines.join("\n"),
  };
}
