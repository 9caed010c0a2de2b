import { z } from "zod";
import { requirePaths } from "../../lib/domain/methods/link-distance/towards-targets.ts";
import type { CompiledStrategy, Strategy } from "../../lib/domain/methods/strategy.ts";
import { strategyModule } from "../../lib/domain/methods/strategy-module.ts";
import { compileLayers, type LayerModel, type PageLayer, trainLayers } from "./layer-classifier.ts";
import { layeredPages } from "./layered-pages.ts";

/** Most layers: each needs pages of its own for training. */
const MAX_LAYERS = 10;

const options = z.strictObject({
  layers: z
    .int()
    .min(1)
    .max(MAX_LAYERS)
    // The context graphs of Diligenti et al. 2000 are about as deep.
    .default(4)
    .describe("Links to a relevant page, from pages that are told apart, at most."),
  threshold: z
    .number()
    .min(0)
    .lt(1)
    // A page is surely of a layer that is more probable than all others together.
    .default(0.5)
    .describe("The links of a page less surely of a layer come last."),
});

type ContextGraphSettings = z.output<typeof options>;

/** `context-graph`: links of the pages with the fewest links to a relevant page first. */
export default strategyModule({
  name: "context-graph",
  description:
    "Links of the pages with the fewest links to a relevant page first (Diligenti 2000).",
  options,
  create: byLayer,
});

type ContextGraphModel = {
  readonly pages: LayerModel;
  /** Least utility of a target page, in [0,1]. */
  readonly targetsFrom: number;
};

/**
 * Compiles the context focused crawler (Diligenti, Coetzee, Lawrence, Giles & Gori 2000). A
 * classifier predicts how many links lie between a page and a target. The links of each page wait
 * in the queue of its layer, or in a last queue when the classifier is not sure. The queue nearest
 * to the targets comes first. Within a queue the links of the page with the surest layer come
 * first. A target is a page that is surely of layer 0.
 */
function byLayer(settings: ContextGraphSettings): Strategy<ContextGraphModel> {
  const { layers } = settings;
  return {
    name: "context-graph",
    selection: { kind: "best" },
    merge: "greater",
    checkNeed: (need) => {
      requirePaths("context-graph", need);
      return undefined;
    },
    train: (_evidence, need) => {
      const marked = requirePaths("context-graph", need);
      const pages = trainLayers(layeredPages(marked, layers), marked.pages);
      return { pages, targetsFrom: need.threshold ?? 0 };
    },
    compile: (model) => compile(model, settings),
    isStale: () => false,
  };
}

function compile(
  { pages, targetsFrom }: ContextGraphModel,
  { layers, threshold }: ContextGraphSettings,
): CompiledStrategy {
  const layerOf = compileLayers(pages);
  const isSure = ({ probability }: PageLayer) => probability > threshold;
  const explain = (found: PageLayer) =>
    `${isSure(found) ? "" : "no layer, at best "}layer ${found.layer} by ${found.probability.toFixed(3)}`;
  return {
    assessPage: (page) => {
      const found = layerOf(page);
      return {
        utility: found.ofTargets,
        isTarget: found.layer === 0 && isSure(found) && found.ofTargets >= targetsFrom,
        type: undefined,
        why: explain(found),
      };
    },
    scoreLinks: (page) => {
      const found = layerOf(page);
      // Probabilities are at most 1, so that no link of a queue overtakes one of the queue before.
      const queue = isSure(found) ? layers + 1 - found.layer : 0;
      const priority = queue + found.probability;
      const why = `page of the link: ${explain(found)}`;
      return page.anchors.map(({ url }) => ({ url, priority, group: "", snippet: undefined, why }));
    },
  };
}
