import type { Json } from "../json.ts";
import { compileQueries } from "./adaptive/queries/choose-query.ts";
import { type QueryModel, trainQueryModel } from "./adaptive/queries/query-model.ts";
import { queryPhrases } from "./adaptive/queries/query-phrases.ts";
import type { PageEstimation } from "./page-estimation.ts";
import type { Strategy } from "./strategy.ts";

/** What the crawl gives to the strategy. */
export interface NaiveContext {
  readonly seed: number;
  readonly estimation: PageEstimation;
  /** Whether the crawl asks a search engine queries of its own making. */
  readonly asksQueries: boolean;
}

type NaiveModel = {
  /** Φ. */
  readonly pages: Json;
  /** What to search for; `null` where nothing is searched for. */
  readonly queries: QueryModel | null;
};

/**
 * The crawler that Xu, Yoon & Tourassi 2014 compare theirs with first: it asks its queries, fetches what
 * they find in the engine's order, and judges it. It follows no link and learns nothing on the way.
 */
export function naive({ seed, estimation, asksQueries }: NaiveContext): Strategy<NaiveModel> {
  return {
    name: "naive",
    selection: { kind: "fifo" },
    merge: "first",
    train: (_evidence, need, previous) => ({
      pages: estimation.train(need, previous?.pages),
      queries: asksQueries
        ? trainQueryModel(queryPhrases(need, previous?.queries?.examples), [])
        : null,
    }),
    compile: ({ pages, queries }) => ({
      assessPage: estimation.compile(pages),
      scoreLinks: () => [],
      ...compileQueries(queries, seed),
    }),
    isStale: () => false,
  };
}
