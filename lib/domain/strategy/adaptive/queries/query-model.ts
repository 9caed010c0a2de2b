import { candidatePhrases } from "../../../text/rake.ts";
import { stopWordsOf } from "../../../text/stop-words.ts";
import type { Visit } from "../../strategy.ts";
import { diversify, type WorthyPhrase } from "./diversify.ts";
import type { QueryPhrases, TargetPhrase } from "./query-phrases.ts";

/** What the next query is chosen by. */
export type QueryModel = {
  /** What the examples tell: the next training may need it again. */
  readonly examples: QueryPhrases;
  /** Phrases to ask for, with their worth in (0,1], the best and most different first. */
  readonly phrases: readonly { readonly phrase: string; readonly worth: number }[];
  /** What came of the queries asked. */
  readonly yields: readonly QueryYield[];
};

/** Phrases that a crawl chooses its queries from: more would hardly differ from these. */
const MOST_PHRASES = 60;

/** The examples' phrases as the pages fetched so far let them appear, and what came of the queries. */
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

/** What came of a query. */
type QueryYield = {
  readonly query: string;
  /** Its results that were fetched and were no other query's. */
  readonly results: number;
  /** Sum of their utilities, in [0, results]. */
  readonly utility: number;
};

/** What came of each query that led to a page, in order of the first page. */
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

/** Snippets that the background is taken from, the latest: enough to tell what is frequent. */
const MOST_SNIPPETS = 5_000;

/**
 * The wanted phrases by odds ratio × inverse background frequency, highest first, of equals in code unit
 * order; worth is the logarithm of that product as a share of the highest one's. The background is the bad
 * examples and what stands at the links of pages fetched so far, each page as far as it is useless.
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

/** Gives ln((pages + 1) ÷ (pages with the phrase + 1)) + 1, in [1, ∞). */
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
