import type { Strategy } from "../domain/methods/strategy.ts";
import { keepGreatest } from "../domain/stats/sorted.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { ModelStore } from "../ports/model-store.ts";
import type { RecordStore } from "../ports/record-store.ts";
import { storedPredictors } from "./link-calibration.ts";

/** The parts of a run that are read to find pages that are worth a label. */
interface SuggestingRun {
  readonly records: Pick<RecordStore, "list">;
  readonly models: Pick<ModelStore, "get">;
}

/** A page that link and page estimator disagree on; all figures in [0,1]. */
export interface Suggestion {
  readonly url: Url;
  readonly title: string;
  /**
   * The predicted utility of its link, by the model that it was drawn by: one that did not know the
   * page.
   */
  readonly predicted: number;
  /** The utility that the page estimator gives the page. */
  readonly utility: number;
  readonly isTarget: boolean;
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
