import { z } from "zod";
import type { Json } from "../json.ts";
import { learnedPages } from "../methods/adaptive/page-estimator/learned-estimation.ts";
import { compileQueries } from "../methods/adaptive/queries/choose-query.ts";
import { type QueryModel, trainQueryModel } from "../methods/adaptive/queries/query-model.ts";
import { queryPhrases } from "../methods/adaptive/queries/query-phrases.ts";
import type { PageEstimation } from "../methods/page-estimation.ts";
import { DEFAULT_PAGE_LEARNER } from "../methods/page-learner.ts";
import type { Strategy } from "../methods/strategy.ts";
import { strategyModule } from "../methods/strategy-module.ts";
import { LEARNER_NAMES } from "../stats/learner/own-learner.ts";

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
      assessPage: estimation.compile(pages),
      labelNotes: estimation.notes?.(pages) ?? [],
      scoreLinks: () => [],
      ...compileQueries(queries, seed),
    }),
    isStale: () => false,
  };
}

const options = z.strictObject({
  pageLearner: z
    .enum(["auto", ...LEARNER_NAMES])
    .default(DEFAULT_PAGE_LEARNER)
    .describe("What pages are judged by; auto chooses by cross-validation on the labelled pages."),
});

/** `naive`: the results of the queries alone. */
export const naive = strategyModule({
  name: "naive",
  description: "The results of the queries alone: no link is followed.",
  options,
  create: async ({ pageLearner }, { seed, asksQueries = false }) =>
    queriesOnly({ seed, asksQueries, estimation: await learnedPages(pageLearner, seed) }),
});
