import { candidatePhrases } from "../../../text/rake.ts";
import { stopWordsOf } from "../../../text/stop-words.ts";
import type { Visit } from "../../strategy.ts";
import type { QueryPhrases, TargetPhrase } from "./query-phrases.ts";

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
