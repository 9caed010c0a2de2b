import { z } from "zod";
import type { Json } from "../lib/domain/json.ts";
import { compileQueries } from "../lib/domain/methods/adaptive/queries/choose-query.ts";
import {
  type QueryModel,
  queryPhrases,
  trainQueryModel,
} from "../lib/domain/methods/adaptive/queries/query-model.ts";
import { judgingBy, type PageEstimation } from "../lib/domain/methods/page-estimation.ts";
import type { Strategy } from "../lib/domain/methods/strategy.ts";
import { strategyModule } from "../lib/domain/methods/strategy-module.ts";
import { DEFAULT_PAGE_LEARNER, pageLearnerOption } from "./adaptive/options.ts";
import { pagesBy } from "./adaptive/page-trainer.ts";

interface NaiveContext {
  readonly seed: number;
  readonly estimation: PageEstimation;
  /** Whether the crawl sends generated queries to a search engine. */
  readonly asksQueries: boolean;
}

type NaiveModel = {
  /** Φ, the model that judges pages. */
  readonly pages: Json;
  /** The model of the queries; `null` when nothing is searched for. */
  readonly queries: QueryModel | null;
};

/**
 * Compiles the first crawler with which Xu, Yoon & Tourassi 2014 compare theirs. It sends its
 * queries, fetches the results in the engine's order, and judges them. It follows no link and
 * learns nothing during the crawl.
 */
export function queriesOnly({ seed, estimation, asksQueries }: NaiveContext): Strategy<NaiveModel> {
  return {
    name: "naive",
    selection: { kind: "fifo" },
    merge: "first",
    ...(estimation.learnsFromSeen && { learnsFromSeen: estimation.learnsFromSeen }),
    train: (_evidence, need, previous) => ({
      pages: estimation.train(need, previous?.pages),
      queries: asksQueries
        ? trainQueryModel(queryPhrases(need, previous?.queries?.examples), [])
        : null,
    }),
    compile: ({ pages, queries }) => ({
      ...judgingBy(estimation, pages),
      labelNotes: estimation.notes?.(pages) ?? [],
      scoreLinks: () => [],
      ...compileQueries(queries, seed),
    }),
    isStale: () => false,
  };
}

const options = z.strictObject({
  pageLearner: pageLearnerOption.default(DEFAULT_PAGE_LEARNER),
});

/** `naive`: the results of the queries alone. */
export default strategyModule({
  name: "naive",
  description: "The results of the queries alone: no link is followed.",
  options,
  create: ({ pageLearner }, { seed, asksQueries = false }) =>
    queriesOnly({ seed, asksQueries, estimation: pagesBy(pageLearner, seed) }),
});
