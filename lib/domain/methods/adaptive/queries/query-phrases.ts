import { pageTexts } from "../../../page/page-texts.ts";
import type { PageView } from "../../../page/page-view.ts";
import { hashToUnit } from "../../../stats/random/random.ts";
import { keyPhrases } from "../../../text/rake.ts";
import { stopWordsOf } from "../../../text/stop-words.ts";
import type { Need } from "../../strategy.ts";
import { oddsRatio } from "../page-estimator/odds-ratio.ts";

/** A phrase with its statistics in the examples. */
export type TargetPhrase = {
  readonly phrase: string;
  /** Odds ratio of the phrase in good against bad examples, in (0, ∞). */
  readonly odds: number;
  /** Bad examples that have it. */
  readonly bad: number;
};

/** The phrases of the examples that queries are made from. */
export type QueryPhrases = {
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
