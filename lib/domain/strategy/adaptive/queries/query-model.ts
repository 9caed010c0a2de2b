import type { Visit } from "../../strategy.ts";
import { diversify } from "./diversify.ts";
import type { QueryPhrases } from "./query-phrases.ts";
import { type QueryYield, queryYields } from "./query-yields.ts";
import { rankPhrases } from "./rank-phrases.ts";

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
