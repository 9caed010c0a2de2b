import { storedModel } from "../crawl/train-model.ts";
import type { CompiledStrategy, Strategy } from "../domain/methods/strategy.ts";
import type { ModelStore } from "../ports/model-store.ts";

/**
 * Models kept in memory: links are mostly drawn by the newest one, and one model may have many MB.
 */
const MAX_CACHED_MODELS = 4;

type Predictor = CompiledStrategy["predictLink"];

/**
 * Returns a function from the hash of a stored model to its predictions for links, `undefined` when
 * it predicts nothing.
 */
export function storedPredictors(
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
