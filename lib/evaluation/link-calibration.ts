/** How well links predicted their pages: as a whole, and pages of which the prediction was far off. */
import { storedModel } from "../crawl/train-model.ts";
import type { CompiledStrategy, Strategy } from "../domain/methods/strategy.ts";
import type { PageRecord, PageVerdict } from "../domain/page/page-record.ts";
import {
  calibrationError,
  type ReliabilityBin,
  reliabilityBins,
} from "../domain/stats/intervals/prediction-quality.ts";
import { keepGreatest } from "../domain/stats/sorted.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { ModelStore } from "../ports/model-store.ts";
import type { RecordStore } from "../ports/record-store.ts";
import type { UncertainPage } from "./label-queue.ts";

/** Predicted and actual utilities of links compared, in [0,1]. */
export interface LinkCalibration {
  /**
   * The subject of a prediction: the utility of the page, or the greatest of it and those behind
   * it.
   */
  readonly predicts: NonNullable<Strategy["linksPredict"]>;
  readonly bins: readonly ReliabilityBin[];
  /** Expected calibration error, in [0,1]. */
  readonly error: number;
  /** Number of pages whose link a model had predicted. */
  readonly pages: number;
}

/** The parts of a record that predictions of its link need. */
type PredictedRecord = Pick<PageRecord, "url" | "parent" | "snippet" | "linkModel"> & {
  readonly page: Pick<PageVerdict, "utility"> | undefined;
};

/**
 * Compares predicted and actual utility of each fetched page. The prediction is by the model that
 * its link was drawn by. Links that were never drawn are not part of it.
 */
export class LinkPredictions {
  readonly #predicts: NonNullable<Strategy["linksPredict"]>;
  readonly #predictorOf: ReturnType<typeof storedPredictors>;
  readonly #predictions: number[] = [];
  readonly #utilities: number[] = [];
  readonly #urls: Url[] = [];
  /** Greatest utility of the pages behind a page. */
  readonly #behind = new Map<Url, number>();

  constructor(
    models: Pick<ModelStore, "get">,
    strategy: Strategy,
    predicts: NonNullable<Strategy["linksPredict"]>,
  ) {
    this.#predicts = predicts;
    this.#predictorOf = storedPredictors(models, strategy);
  }

  /** Adds a record. Skips one that is no page, or whose link no model predicted, such as a seed. */
  async add({ url, parent, snippet, linkModel, page }: PredictedRecord): Promise<void> {
    if (page === undefined) return;
    if (parent !== undefined && this.#predicts === "page-or-behind") {
      this.#behind.set(parent, Math.max(this.#behind.get(parent) ?? 0, page.utility));
    }
    const predicted = (await this.#predictorOf(linkModel))?.({ url, parent, snippet });
    if (predicted === undefined) return;
    this.#predictions.push(predicted);
    this.#utilities.push(page.utility);
    this.#urls.push(url);
  }

  result(): LinkCalibration {
    const actual = Float64Array.from(this.#urls, (url, index) =>
      Math.max(this.#utilities[index] ?? 0, this.#behind.get(url) ?? 0),
    );
    const bins = reliabilityBins(Float64Array.from(this.#predictions), actual);
    return {
      predicts: this.#predicts,
      bins,
      error: calibrationError(bins),
      pages: this.#urls.length,
    };
  }
}

// Pages that are worth a label.

/** The parts of a run that are read to find pages that are worth a label. */
interface SuggestingRun {
  readonly records: Pick<RecordStore, "list">;
  readonly models: Pick<ModelStore, "get">;
}

/** A page that link and page estimator disagree on; all figures in [0,1]. */
export interface Suggestion extends UncertainPage {
  /**
   * The predicted utility of its link, by the model that it was drawn by: one that did not know the
   * page.
   */
  readonly predicted: number;
  /** How far the prediction is from the actual utility. */
  readonly disagreement: number;
}

/**
 * Lists the pages that the two estimators of a strategy disagree on the most. Greatest disagreement
 * comes first, `most` pages at most, and none of `judged`. Labels of these pages improve the models
 * more than labels of pages on which the estimators agree. When links also predict what lies behind
 * their page, a good page behind it fulfils the prediction and is no disagreement. Pages without a
 * prediction, such as seeds, are skipped.
 */
export async function suggestLabels(
  { records, models }: SuggestingRun,
  strategy: Strategy,
  { judged, most }: { readonly judged: ReadonlySet<Url>; readonly most: number },
): Promise<readonly Suggestion[]> {
  if (strategy.linksPredict === undefined) return [];
  const behind =
    strategy.linksPredict === "page-or-behind" ? await bestBehind(records) : new Map<Url, number>();
  const predictorOf = storedPredictors(models, strategy);
  const greatest: Suggestion[] = [];
  for await (const { url, parent, snippet, linkModel, page } of records.list()) {
    if (page === undefined || judged.has(url)) continue;
    const predicted = (await predictorOf(linkModel))?.({ url, parent, snippet });
    if (predicted === undefined) continue;
    const { title, utility, isTarget } = page;
    const kept = Math.min(predicted, behind.get(url) ?? 0);
    const disagreement = Math.abs(predicted - Math.max(utility, kept));
    const suggestion = { url, title, predicted, utility, isTarget, disagreement };
    keepGreatest<Suggestion>(greatest, suggestion, most, (of) => of.disagreement);
  }
  return greatest;
}

/** Returns the greatest utility among the pages found through a page, by its URL. */
async function bestBehind(records: SuggestingRun["records"]): Promise<ReadonlyMap<Url, number>> {
  const best = new Map<Url, number>();
  for await (const { parent, page } of records.list()) {
    if (parent === undefined || page === undefined) continue;
    best.set(parent, Math.max(best.get(parent) ?? 0, page.utility));
  }
  return best;
}

// The predictions of stored models.

/**
 * Models kept in memory: links are mostly drawn by the newest one, and one model may have many MB.
 */
const MAX_CACHED_MODELS = 4;

type Predictor = CompiledStrategy["predictLink"];

/**
 * Returns a function from the hash of a stored model to its predictions for links, `undefined` when
 * it predicts nothing.
 */
function storedPredictors(
  models: Pick<ModelStore, "get">,
  strategy: Strategy,
): (hash: string) => Promise<Predictor> {
  const cached = new Map<string, Predictor>();
  return async (hash) => {
    if (cached.has(hash)) return cached.get(hash);
    const trained = await storedModel(models, strategy, { model: hash, pages: 0 });
    const predict = trained?.compiled.predictLink?.bind(trained.compiled);
    const [oldest] = cached.keys();
    if (oldest !== undefined && cached.size === MAX_CACHED_MODELS) cached.delete(oldest);
    cached.set(hash, predict);
    return predict;
  };
}
