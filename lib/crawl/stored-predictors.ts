import type { CompiledStrategy, Strategy } from "../domain/strategy/strategy.ts";
import type { ModelStore } from "../ports/model-store.ts";
import { storedModel } from "./train-model.ts";

/**
 * Models kept in memory: links are mostly drawn by the newest one, and one model may have many MB.
 */
const KEPT_MODELS = 4;

type Predictor = CompiledStrategy["predictLink"];

/**
 * Returns a function from the hash of a stored model to its predictions for links, `undefined` when
 * it predicts nothing.
 */
export function storedPredictors(
  models: Pick<ModelStore, "get">,
  strategy: Strategy,
): (hash: string) => Promise<Predictor> {
  const kept = new Map<string, Predictor>();
  return async (hash) => {
    if (kept.has(hash)) return kept.get(hash);
    const trained = await storedModel(models, strategy, { model: hash, pages: 0 });
    const predict = trained?.compiled.predictLink?.bind(trained.compiled);
    const [oldest] = kept.keys();
    if (oldest !== undefined && kept.size === KEPT_MODELS) kept.delete(oldest);
    kept.set(hash, predict);
    return predict;
  };
}
