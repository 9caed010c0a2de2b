import type { TrainedModel } from "../../lib/crawl/crawl-plan.ts";
import { storedModel } from "../../lib/crawl/train-model.ts";
import type { Strategy } from "../../lib/domain/methods/strategy.ts";
import { fail } from "../../lib/errors.ts";
import type { ModelStore } from "../../lib/ports/model-store.ts";
import type { HarvestBatch } from "../../lib/stack/batch-message.ts";

/** Creates a reader of models by hash; the last one stays compiled. */
export function modelReader(models: Pick<ModelStore, "get">) {
  let last: TrainedModel | undefined;
  return async (
    strategy: Strategy,
    { hash, pages }: HarvestBatch["model"],
  ): Promise<TrainedModel> => {
    if (last?.hash === hash) return last;
    const model = await storedModel(models, strategy, { model: hash, pages });
    if (model === undefined) throw fail("model-missing", { hash });
    last = model;
    return model;
  };
}
